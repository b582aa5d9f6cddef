"""Clauses put together to effects, and each effect made a profile.

effect_kinds       its kind, by its draft and the printed type of the card; where, when, and what sets it off
effect_profile     its profile, with the help of `actions`, `filters` (whom it speaks of) and `effect_conditions`
act_phrases        what the words of an act name, the cards it describes; one act done to two things at once
amounts            how many and how much
qualifiers         words that narrow an activation and reached no filter
bans               what a text forbids
continuous         what a text does while its card applies, in words, whom it reaches, and the sentence around it
resolution_parts   the bullets of a choice, which card "it" means, what an activated effect leaves in force
continuous_acts    the same as acts the engine applies
of_itself          what a text makes of its own card or of all such cards: attributes, Types, tributes it stands for
"""
