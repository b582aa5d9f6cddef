"""Web pages, JSON API and command line: requests become knowledge calls, verdicts become answers.

cli        the command `ocg-rulings`: verbs are loaded when they are used
commands   one module a verb
"""
