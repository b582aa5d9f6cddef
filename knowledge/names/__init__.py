"""Finding cards by any of their names.

fold          one form for all spellings of a name; pinyin and initials
named_cards   the cards to be found: hand-written profiles, imported cards and nicknames, each card once; archetypes
index_file    from cards and the short forms of their names to tables, and the file on disk; a wrong one is refused
index         search, resolve, suggest, find names in a sentence
matches       the ways a query can hit a spelling, the order of hits and why each is one
finder        every card the desk can name, the index built anew when it does not fit; names that are none or several
"""
