"""ATK/DEF of one monster, computed step by step with a reason for every change.

request         the input, a monster and its steps, read and checked; what is wrong is said with the step number
changes         sentences and known orders; the ledger of everything applied to the monster, and what it adds up to
applied_steps   what a new change does to those before it; how changes end, are negated, come back or get a new amount
value_reasons   the rules a step can be explained with
value_answer    from a request to the values after every step, and the contract's JSON
profiles        steps taken from a card's profile
"""

from knowledge.stats.changes import Rulebook, load_rulebook
from knowledge.stats.request import Request, parse_request, read_request
from knowledge.stats.value_answer import Calculation, answer_of, calculate

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
