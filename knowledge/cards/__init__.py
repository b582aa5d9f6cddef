"""The user's own card database: read from a file that is not trusted, merged, kept in one embedded store.

record            one imported card, whatever file it came from: cleaned, and what was left out
card_files        the files cards come in: yaml-yugi's `cards.json`, ygopro's `*.cdb`
database_import   one import, all or nothing; several files, one card
store             where the store lies, one import into it at a time; read by everyone; notices a finished import
read_profiles     effects read from a stored card's text
reading_quality   profiles beside readings of the same cards; what is not read, or dropped, by the cards it blocks
"""
