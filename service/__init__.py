"""Web pages, JSON API and command line: requests become knowledge calls, verdicts become answers.

cli          the command `ocg-rulings`: verbs are loaded when they are used
commands     one module a verb
loaded       the desk, loaded once for a process
asking       what a person typed → a question
finding      cards by name: exactly, or a choice, or the nearest
understanding  a question in plain words → its answer
asking_back  the counter-question for what a question leaves out
searching    one search over cards, rulings and rules
calculating  ATK/DEF with the desk's profiles at hand
playing      scenarios played, as plain data
presenting   answers as plain data in the shape of the contract
benching     every figure of the benchmark, measured in one run
telling      answers as text
app          the web application
pages        the pages
stats_page   the page for ATK and DEF
battle_page  the page for battles and chains
api          the JSON API
problems     errors as pages and problem documents
speaking     which language a page speaks, and its words
"""
