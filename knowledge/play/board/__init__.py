"""The duel as it stands.

duel          players, pieces, chain, battle, and the account of what happened
game          the duel with the book: asking the rules, looking at the table
first_state   from a scenario to the first state, and what cannot be
views         the duel as a table that the gates can judge
piece_values  ATK and DEF through the ledger of `knowledge.stats`
continuous    what applies without being activated, and durations that end
movement      pieces that change place, and the events that tell of it
selection     which pieces an act is done to
amounts       amounts only the table knows
snapshot      the duel as plain data
"""
