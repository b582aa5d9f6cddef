"""Answers and records as plain data, in both languages: pages, text and JSON all read these.

can_answer        the answer to "may this be activated", as the contract shapes it
reason_tree       why: rules that decided, exceptions that spoke and those that did not
citations         names, sentences and citations
plain_text        an answer as text for a terminal, a chat or a bot
library_records   cards, rulings and rules for those who look around
card_page         a card with its text, its effects in words and the cards like it
effect_sentences  an effect as profiled, in words
search            cards, archetypes, rulings and rules, with facets and pages
shelves           everything of a document, a moment, a matter or a kind of effect
neighbourhood     the knowledge around a node of the graph
language          the words of the pages, and which language to speak
"""
