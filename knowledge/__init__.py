"""The domain: from YAML to a cited verdict, importable without the web.

data       typed records of everything in `rulings/`, loaded with every fault found on the way
checks     what makes the data wrong: each check finds one fault, with place and cure
table      the cards that lie there, and what applies to them now
rules      conditions, facts, gates, verdicts, reasons, precedents and the graph
stats      ATK/DEF of a monster, step by step
play       scenarios: chains and battles step by step, every decision asked of the gates
text       card text → effect profiles
cards      a user's card database, imported whole or not at all
names      cards by any spelling, pinyin, nickname or near miss
questions  natural language → a structured question
search     rulings and rules by their words
desk       the one door: a question → the verdict with everything it rests on
explanation  answers in the shape of the contract, with reasons, citations and words
phrases    reasons, facts and verdicts in words, in both languages
deadline   where long work looks up whether its time is over
spelling   one spelling for all the ways a name is written
problems   what is wrong with a person's input, in both languages
"""
