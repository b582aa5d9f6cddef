"""Web pages, JSON API and command line: requests become knowledge calls, verdicts become answers.

cli          the command `ocg-rulings`: verbs are loaded when they are used
commands     one module a verb
loaded       the desk, loaded once for a process
asking       what a person typed → a question
table_words  the words of a stated table: those that exist, or the nearest
finding      cards by name: exactly, or a choice, or the nearest
understanding  a question in plain words → its answer
asking_back  the counter-question for what a question leaves out
moments      the moments a question may mean that names none
searching    one search over cards, rulings and rules
facets       the shelves a search can be narrowed by
calculating  ATK/DEF with the desk's profiles at hand
playing      scenarios played, as plain data
presenting   answers as plain data in the shape of the contract
reasons_told the rules that decided, as plain data
leafing      cards, rulings and rules as plain data
citing       names, sentences and citations as plain data
benching     every figure of the benchmark, measured in one run
benching_servers  its part on real servers, beside a bare route
benching_start    its part on starting
benching_names    its part on finding names, beside sqlite's FTS5
driving      a real server process, started, asked without a pause and measured
telling      answers as text
app          the web application
pages        the pages
stats_page   the page for ATK and DEF
battle_page  the page for battles and chains
api          the JSON API
operations   what the API offers, declared where it is written
bodies       what the API takes
replies      what the API answers to questions
lookups      what it gives to those who look things up
taking       bodies and parameters → records, or a refusal
openapi      the description of the API, made from those
brief        an answer in three lines
pacing       how often a client may post
remembering  answers and pages kept, for the same question on the same data
caching      what may be kept and for how long
watching     requests counted and logged
metering     the counts, shared by the processes of a service
supervising  processes that serve, stop in good order and are started again
squeezing    text is sent compressed
addresses    the present address with something changed, and the one to keep
answering    the question in an address → an answer to show
tabled       the table a person states in the form
turn_picture the turn as the pages draw it
keeping      an answer as text, on paper, as a QR code
reporting    "this is wrong" → a ruling to be
offline      what an installed desk keeps
cards_told   a card with its effects in words and related cards
card_texts   an imported card's text with cost, target and resolution marked
describing   an effect in words
scenes       a case told as steps
conditions   the condition of a rule in words
browse       looking around: shelves, glossary, graph
shelves      what stands on a shelf
neighbourhood  the knowledge around a node
picture      the graph as the measures of an SVG
problems     errors as pages and problem documents
speaking     which language a page speaks, and its words
"""
