"""What can be looked up and looked through, as plain data in both languages.

lookup_records  the shapes as typed records; the API's description is made from them
entries_told    one card, ruling or rule, and where it is written
card_page       a card with its text, its effects in words and the cards like it
search          cards, archetypes, rulings and rules, with facets and pages
shelves         everything of a document, a moment, a matter or a kind of effect; what changed in the law
glossary        terms by topic, and what they hang together with
neighbourhood   the knowledge around a node of the graph
"""
