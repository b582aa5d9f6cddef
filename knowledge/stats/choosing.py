"""Whether a monster meets a bound that an effect puts on its ATK or DEF."""

import msgspec

from knowledge.stats import reasons as r
from knowledge.stats.calculation import calculate
from knowledge.stats.request import Monster, Request


class Bounds(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The values an effect accepts."""

    at_least: int = 0
    at_most: int | None = None


class Choosing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A monster where it lies, and the bounds an effect puts on what it may choose."""

    monster: Monster
    by: str = ""
    atk: Bounds | None = None
    defence: Bounds | None = msgspec.field(name="def", default=None)


def may_choose(asked: Choosing) -> tuple[bool, str]:
    """Whether the monster meets every bound, and the rule that decides."""
    now = calculate(Request(monster=asked.monster), {}).final
    rule = r.PRINTED
    for bounds, value in ((asked.atk, now.atk), (asked.defence, now.defence)):
        if bounds is None:
            continue
        if not isinstance(value, int):
            return False, r.UNKNOWN_STAYS
        if value < bounds.at_least or (bounds.at_most is not None and value > bounds.at_most):
            return False, rule
    return True, rule
