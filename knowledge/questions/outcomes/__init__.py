"""Outcomes and figures asked for in plain words.

counts      every number a question tells, with what it counts, where and whose
quantities  amounts a card's text leaves to the table
value_form  a value asked for → the form of `stats`
words_used  what of a question went into an answer, and what is told beside it
asked_outcomes  what becomes of something: which thing is asked, and who answered whom
"""
