"""The table: one record of what lies there, and one state computed from it.

situation         a question on a table, with its facts
cards             which card a name means, and what it is at this moment
filters           whether a card is what a text speaks of, in whatever language
requirements      whether the table meets a printed condition
activations       the parts an activation consists of; effects that have resolved and go on
in_force          the acts that apply: of cards that lie there, of effects that resolved, of oaths
state             who is negated or unaffected, what is in force, what every card is and has: the one answer
values            how much and how many a text means; ATK and DEF through the ledger of `stats`, and who loses a battle
attack_counts     attacks made, and leave for more
responses         whether a chain link is what a text answers; what cannot be negated
"""
