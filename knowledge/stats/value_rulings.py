"""Rulings about values, run as cases: a monster step by step, or whether it meets a bound on its ATK or DEF."""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

import msgspec

from knowledge.stats import value_reasons as r
from knowledge.stats.request import Monster, Request
from knowledge.stats.request_reader import read_request
from knowledge.stats.rulebook import Rulebook
from knowledge.stats.value_calculation import calculate


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
    same_atk_as: Monster | None = None  # a text that asks for the ATK of another monster
    same_values: bool = False  # a text that asks for an ATK and a DEF of one value


def may_choose(asked: Choosing) -> tuple[bool, str]:
    """Whether the monster meets every bound, and the rule that decides."""
    now = calculate(Request(monster=asked.monster), {}).final
    rule = r.PRINTED
    if asked.same_atk_as is not None:
        other = calculate(Request(monster=asked.same_atk_as), {}).final
        return now.atk == other.atk, rule if isinstance(now.atk, int) else r.SAME_UNKNOWN
    if asked.same_values:
        known = isinstance(now.atk, int) and isinstance(now.defence, int)
        return known and now.atk == now.defence, rule if known else r.UNKNOWN_STAYS
    for bounds, value in ((asked.atk, now.atk), (asked.defence, now.defence)):
        if bounds is None:
            continue
        if not isinstance(value, int):
            return False, r.UNKNOWN_STAYS
        if value < bounds.at_least or (bounds.at_most is not None and value > bounds.at_most):
            return False, rule
    return True, rule


class Outcome(NamedTuple):
    """What a case came to: what was computed, what the ruling states, and the rules used."""

    got: Any
    expected: Any
    rules: frozenset[str]
    because: str

    @property
    def agrees(self) -> bool:
        """Whether the numbers are the ruling's and the rule it names was used."""
        return bool(self.got == self.expected) and (not self.because or self.because in self.rules)


def run_case(case: Mapping[str, Any], rulebook: Rulebook, ended: Collection[tuple[str, str]] = ()) -> Outcome:
    """Run one case by the law that has not ended: values step by step, or whether a monster meets a bound."""
    because = case.get("because", "")
    if "choose" in case:
        met, rule = may_choose(msgspec.convert(case["choose"], Choosing))
        return Outcome("yes" if met else "no", case["expect"], frozenset([rule]), because)
    order, gone = rulebook.by(ended)
    calculation = calculate(read_request(case["stats"]), order, ended=gone)
    rules = frozenset(reason.rule for values in calculation.values for reason in values.reasons)
    got = [[values.atk, values.defence] for values in calculation.values]
    expected: Any = [list(pair) for pair in case["expect"]]
    if "expect_calculation" in case:
        final = calculation.final
        used = (
            [final.original_atk, final.original_def] if final.calculates_with_original else [final.atk, final.defence]
        )
        got, expected = [*got, used], [*expected, list(case["expect_calculation"])]
    if "expect_original" in case:
        got = [*got, [calculation.final.original_atk, calculation.final.original_def]]
        expected = [*expected, list(case["expect_original"])]
    return Outcome(got, expected, rules, because)
