"""The duel as it stands.

duel          players, pieces and their ATK and DEF, chain, battle, and the account of what happened
game          the duel with the book: asking the rules, looking at the table; what a step says, did and decided
views         the duel as a table that the gates can judge, and as plain data
continuous    what applies without being activated, and durations that end
movement      pieces that change place, and the events that tell of it
selection     which pieces a name or an act means, and how much
"""
