"""What can be looked up and looked through, as plain data in both languages.

lookup_records  the shapes as typed records; the API's description is made from them
entries_told    one card, ruling or rule, and where it is written; the page of a card
search          cards, archetypes, rulings and rules, with facets and pages
shelves         everything of a document, a moment, a matter or a kind of effect; the glossary; what changed in the law
neighbourhood   the knowledge around a node of the graph
"""
