"""Checks of the data, each with a name, reporting every fault it finds.

references   every id, name, timing, fact, rule that is spoken of exists
gates        defaults, exceptions, cycles, outcomes
dates        days, editions, successors
vocabulary   every word of a profile is defined, interpreted, has its phrases, and no twin
sentences    our sentences are sentences
coverage     every rule is tested by a case
phrases      every word the text reader speaks has a phrase in each language, and no phrase reveals an unknown word
evaluation   every ruling run with itself removed
measures     how far the rules carry beyond the rulings they were written for
patterns     no pattern of the reader can be made to take for ever; `check`, which has the folder, asks for these two
"""

from collections.abc import Callable

from knowledge.checks import dates, gates, references, sentences, vocabulary
from knowledge.data.faults import Fault
from knowledge.data.library import Library

CHECKS: tuple[Callable[[Library], list[Fault]], ...] = (
    *references.CHECKS,
    *gates.CHECKS,
    *dates.CHECKS,
    *sentences.CHECKS,
    *vocabulary.CHECKS,
)


def all_faults(library: Library) -> list[Fault]:
    """Faults of reading and of every check, in the order of the files."""
    found = list(library.faults)
    for check in CHECKS:
        found += check(library)
    return sorted(set(found))
