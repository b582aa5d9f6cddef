"""Web pages, JSON API and command line: requests become knowledge calls, verdicts become answers.

loaded_desk   the desk, loaded once for a process
lookup        what a person names: found, or refused with what is near
presentation  answers as lines of text, and the words of pages
reference     what can be looked up and looked through
answers       questions of any door put to the desk
ruling_draft  a ruling to be, from a sentence
api           the JSON API, its bodies, replies and description
cli           the command `ocg-rulings`, one module a verb
web           pages: addresses, forms and what they show
operations    processes, limits, caches, metrics
bench         every figure of the benchmark, measured in one run
"""
