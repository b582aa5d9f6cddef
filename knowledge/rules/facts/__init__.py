"""The facts rules may ask about: one small function each, by the id it has in `rulings/facts/`.

Every module below has a table `FACTS`: id of the fact → function of the situation. A table `MADE_SO` beside
it tells for some facts what on the table made them so: names of cards, ids of printed conditions or moments.
"""

import importlib
import pkgutil
from collections.abc import Callable
from typing import Any

from knowledge.table.situation import Situation

DERIVED: dict[str, Callable[[Situation], Any]] = {}
MADE_SO: dict[str, Callable[[Situation], tuple[str, ...]]] = {}
for _name in sorted(m.name for m in pkgutil.walk_packages(__path__, f"{__name__}.") if not m.ispkg):
    _module = importlib.import_module(_name)
    DERIVED.update(_module.FACTS)
    MADE_SO.update(getattr(_module, "MADE_SO", {}))
