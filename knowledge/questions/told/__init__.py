"""What a sentence tells of the table.

statements   clauses → cards in their zones, figures, uses, events, the chain so far
boards       what lies where, told without names
only_cards   cards told by name as all that lies somewhere; equips and who wears them
described_cards  cards without names: what an event befell, what would be targeted
accounts     what is told to have happened: whom it befell, by what, from where
battles      who attacks whom, and with which values
traces       which words of it left nothing on the table, and which need nothing there
who_did_it   whom an event befell, by which card it came about, which one negated it
"""
