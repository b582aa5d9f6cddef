"""What a sentence tells of the table.

statements   clauses → cards in their zones, figures, uses, events, the chain so far
boards       what lies where, told without names
battles      who attacks whom, and with which values
"""
