"""Figures in questions: the numbers told, what a card's text counts by, and the form of `stats` made of both.

counts      every number a question tells, with what it counts, where and whose
quantities  amounts a card's text leaves to the table
value_form  a value asked for → the form of `stats`
"""
