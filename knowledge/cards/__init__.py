"""The user's own card database: read from a file that is not trusted, merged, kept in one embedded store.

record     one imported card, whatever file it came from
cleaning   names and texts without markup, control characters and odd line ends
tally      what a reading gave and what it left out, by reason
ygopro     ygopro's integer fields decoded; rows of a `*.cdb`
cdbfile    opening a sqlite file of unknown origin without trusting its schema
yamlyugi   yaml-yugi's `cards.json`, plain or gzipped
merging    several files, one card: by password and official id
store      the store read by everyone; notices a finished import
importing  one import, all or nothing
lock       one import at a time
place      where the data directory is
"""
