"""Finding cards by any of their names.

folding    one form for all spellings of a name; pinyin and initials
entries    the cards to be found: hand-written profiles, imported cards and nicknames, each card once
nicknames  the list of nicknames people extend
groups     archetypes and what they are called in each language
tables     sorted hash tables and sorted texts that are ready as soon as the file is mapped
indexfile  the index on disk: magic, version, checksum; anything else is refused
building   from cards to tables
index      search, resolve, suggest, find names in a sentence
ranking    the order of hits and why each is one
finder     every card the desk can name; what to say of a name that is none or several
keeping    the index kept in the data directory, built anew when it does not fit
measure    side by side with sqlite's FTS5 trigram on the same queries
"""
