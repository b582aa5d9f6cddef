"""Facts about when: the window, priority, the chain, the course of the turn.

moment          facts about the window, the turn and the chain
priority        facts about priority: who acted last, who may open a chain, whether both players have passed
chain_moments   facts about moments inside and after a chain, and about what is left to be done in the end phase
turn_flow       facts about the course of the turn: the first turn, the draw, first acts of a phase, durations, …
draws           facts about the normal draw: what takes its place, and cards drawn one after another
answered_acts   facts about what an answered activation would do: certainly, perhaps, later, or to a card that is gone
negation        facts about effects that a battle negates: by whom, where the monster lies now, and what was …
"""
