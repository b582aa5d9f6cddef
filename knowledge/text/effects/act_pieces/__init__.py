"""Pieces of an act: what its words name, and one act done to two things at once.

act_phrases the phrase before or behind an act, the cards it describes, the card it points at
joint_acts  this card and others, cards of two kinds, one of a kind among others
"""
