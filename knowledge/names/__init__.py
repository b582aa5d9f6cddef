"""Finding cards by any of their names.

fold          one form for all spellings of a name; pinyin and initials
named_cards   the cards to be found: hand-written profiles, imported cards and nicknames, each card once
short_forms   what people make of a long name
groups        archetypes and what they are called in each language
tables        sorted hash tables and sorted texts that are ready as soon as the file is mapped
index_file    from cards to tables, and the file on disk: magic, version, checksum; anything else is refused
index         search, resolve, suggest, find names in a sentence
matches       the ways a query can hit a spelling, the order of hits and why each is one
finder        every card the desk can name; what to say of a name that is none or several
stored_index  the index kept in the data directory, built anew when it does not fit
"""
