"""The domain: from YAML to a cited verdict, importable without the web.

data        where the data lies
model       typed records of everything in `rulings/`
loading     YAML → records, with every fault found on the way
checks      what must be true of the data
graph       the knowledge as one graph, and the walks over it
engine      conditions, facts, gates, verdicts, precedents over the compiled book
answers     the one door: a question → the verdict with everything it rests on
wording     reasons, facts and verdicts in words, in both languages
spelling    one spelling for all the ways a name is written
questions   natural language → a structured question
leftovers   what a stopped process left half written
searchable  rulings and rules as entries with their facets
search      rulings and rules by their words
evaluation  every ruling run with itself removed
stats       ATK/DEF of a monster, step by step
play        scenarios: chains and battles step by step, every decision asked of the gates
cardstore   a user's card database, imported whole or not at all
names       cards by any spelling, pinyin, nickname or near miss
cardtext    reading card text into effect profiles
reading_imports  imported cards read, the reading kept with the card
comparing   profiles beside readings of the same cards
problems    what is wrong with a person's input, in both languages
"""
