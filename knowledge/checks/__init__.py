"""Checks of the data, each with a name, reporting every fault it finds.

references   every id, name, timing, fact, rule that is spoken of exists
soundness    gates: defaults, exceptions, cycles, outcomes; days, editions, successors; sentences that are sentences
vocabulary   every word of a profile and its filters is defined, interpreted, has its phrases, and no twin
evaluation   every ruling run with itself removed; how far the rules carry beyond what they were written for
patterns     no pattern of the reader can be made to take for ever; `check`, which has the folder, asks for these two
"""

from collections.abc import Callable, Iterable

from knowledge.checks import references, soundness, vocabulary
from knowledge.data.library import Library
from knowledge.data.records import Fault

CHECKS: tuple[Callable[[Library], Iterable[Fault]], ...] = (
    *references.CHECKS,
    *soundness.CHECKS,
    *vocabulary.CHECKS,
)


def all_faults(library: Library) -> list[Fault]:
    """Faults of reading and of every check, in the order of the files."""
    found = list(library.faults)
    for check in CHECKS:
        found += check(library)
    return sorted(set(found))
