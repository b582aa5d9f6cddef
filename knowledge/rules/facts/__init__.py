"""The facts rules may ask about: one small function each, named like its id in `rulings/facts/` (`attack.is-direct`).

In the modules below every public function of the situation alone that returns a `Fact` is one: `attack_is_direct`. A
table `MADE_SO` beside some tells what on the table made them so: names of cards, ids of printed conditions or moments.
"""

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterable

from knowledge.table.situation import Fact, Situation

Finder = Callable[[Situation], Fact]
FINDERS: dict[str, Finder] = {}  # by the name in Python
MADE_SO: dict[str, Callable[[Situation], tuple[str, ...]]] = {}
for _name in sorted(m.name for m in pkgutil.walk_packages(__path__, f"{__name__}.") if not m.ispkg):
    _module = importlib.import_module(_name)
    for _called, _thing in inspect.getmembers(_module, inspect.isfunction):
        if _thing.__module__ == _name and _thing.__annotations__ == {"s": Situation, "return": Fact}:
            FINDERS |= {} if _called.startswith("_") else {_called: _thing}
    MADE_SO.update(getattr(_module, "MADE_SO", {}))


def in_python(fact: str) -> str:
    """The name of the function that finds a fact."""
    return fact.replace(".", "_").replace("-", "_")


def finders(facts: Iterable[str]) -> dict[str, Finder]:
    """Fact → how it is found on a table; without those that are only told."""
    return {fact: FINDERS[in_python(fact)] for fact in facts if in_python(fact) in FINDERS}
