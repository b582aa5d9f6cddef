"""Facts about clauses the text reader could not read: nothing on a table tells, so only a branch or a person does."""

from collections.abc import Callable
from typing import Any

from knowledge.data.cases import UNKNOWN
from knowledge.table.situation import Situation

APPLIES, MET = "unread.applies", "unread.met"


def _nobody_knows(s: Situation) -> Any:
    return UNKNOWN


FACTS: dict[str, Callable[[Situation], Any]] = {APPLIES: _nobody_knows, MET: _nobody_knows}
