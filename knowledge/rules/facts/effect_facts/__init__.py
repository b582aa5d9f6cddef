"""Facts about the effect asked about: what it is and prints, and how often it may be used.

effect               facts that the profile of the effect states
effect_parts         facts about one part of an effect as it resolves: on what it acts, whether it picks, what it …
wording              facts the wording of a text tells: cost or procedure, what it picks, where it works
asked_card           facts about the state of the card a matter is about: token, face-down, negated, material, …
printed_conditions   facts about the printed conditions of a text: what must lie where, life points, positions
limits               facts about how often an effect may be used: which activations told of count against its limit
possible_acts        facts about what an effect would do: whether something forbids it, whether there is room and …
"""
