"""ATK/DEF of one monster, computed step by step with a reason for every change.

request         the input, a monster and its steps, read and checked; what is wrong is said with the step number
changes         the ledger of everything applied to the monster, and how it adds up to values
applied_steps   what a new change does to those before it; how changes end, are negated, come back or get a new amount
value_calculation  from a request to the values after every step
value_reasons   the rules a step can be explained with
rulebook        the sentences, citations and known orders, read from `rulings/`
value_answer    the calculation as the contract's JSON, in both languages
profiles        steps taken from a card's profile
"""

from knowledge.stats.request import Request, parse_request, read_request
from knowledge.stats.rulebook import Rulebook, load_rulebook
from knowledge.stats.value_answer import answer_of
from knowledge.stats.value_calculation import Calculation, calculate

__all__ = [
    "Calculation",
    "Request",
    "Rulebook",
    "answer_of",
    "calculate",
    "load_rulebook",
    "parse_request",
    "read_request",
]
