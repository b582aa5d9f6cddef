"""The calculation as the contract's JSON, every sentence in both languages."""

from collections.abc import Iterable, Sequence
from typing import NotRequired, TypedDict, cast

from knowledge.data.language import Both
from knowledge.data.law import Rule
from knowledge.stats import value_reasons as r
from knowledge.stats.changes import ORIGINAL, Change
from knowledge.stats.rulebook import Rulebook, RuleOfValues
from knowledge.stats.value_calculation import Calculation, Values
from knowledge.stats.value_reasons import BOTH, Reason

STATS = ("atk", "def", "both")
Points = int | str | None  # a printed ? stays one; a Link Monster has no DEF


class ValueReason(RuleOfValues):
    """A rule a step is explained with."""

    here: NotRequired[Both]  # the same about this very step
    effect: NotRequired[str]
    about: NotRequired[str]
    stat: str


class ChangeTold(TypedDict):
    """An effect behind a change."""

    by: str
    do: str | None
    stat: str
    since: int
    until: NotRequired[str]


class ChangeEnded(TypedDict):
    """An effect that came to an end, with the rule that ended it."""

    by: str
    stat: str
    because: str


Pair = TypedDict("Pair", {"atk": Points, "def": Points})


class Final(Pair):
    """The values a monster ends with."""

    original_atk: Points
    original_def: Points


class StatsValues(Final):
    """The values after one step."""

    step: int
    because: list[ValueReason]
    applies: list[ChangeTold]
    rests: list[ChangeTold]
    ended: list[ChangeEnded]
    calculation: NotRequired[Pair]  # what damage calculation reads instead
    ignored: NotRequired[list[str]]
    parts: NotRequired[list["StatsValues"]]


class StatsMonster(Pair):
    """The monster as printed."""

    name: str
    where: str


class ValuesAnswer(TypedDict):
    """The values after every step, and the last ones."""

    monster: StatsMonster
    values: list[StatsValues]
    final: Final


def answer_of(calculation: Calculation, rulebook: Rulebook) -> ValuesAnswer:
    """The values after every step with their reasons, and the final values."""
    told: _Told = {}
    applying, resting = _Effects(told), _Effects(told)
    values = [_values(step, rulebook, applying, resting) for step in calculation.values]
    last = values[-1]
    final: Final = {
        "atk": last["atk"],
        "def": last["def"],
        "original_atk": last["original_atk"],
        "original_def": last["original_def"],
    }
    monster = calculation.monster
    return {
        "monster": {"name": monster.name, "atk": monster.atk, "def": monster.defence, "where": monster.where},
        "values": values,
        "final": final,
    }


# each change as it is told: it is put into words once
_Told = dict[Change, tuple[tuple[str, int], ChangeTold]]


class _Effects:
    """The effects behind the changes of each step, one entry for both values where one step changes both.

    A change stays on the list step after step: where a list begins as the last one did, only what is new is told.
    """

    def __init__(self, changes_told: _Told) -> None:
        self._changes_told = changes_told
        self._last: tuple[Change, ...] = ()
        self._told: dict[tuple[str, int], ChangeTold] = {}

    def of(self, changes: tuple[Change, ...]) -> list[ChangeTold]:
        """The effects behind these changes."""
        known = len(self._last)
        if changes[:known] != self._last:
            known, self._told = 0, {}
        for change in changes[known:]:
            at, told = self._changes_told.get(change) or self._changes_told.setdefault(change, _change_told(change))
            twin = self._told.get(at)
            if twin is None:
                self._told[at] = told
            elif told["stat"] != twin["stat"]:
                both = told["stat"].replace(STATS[change.stat], "both")
                self._told[at] = cast(ChangeTold, {**twin, "stat": both})
        self._last = changes
        return list(self._told.values())


def _values(values: Values, rulebook: Rulebook, applying: _Effects, resting: _Effects) -> StatsValues:
    reasons = _merged(values.reasons)
    told: StatsValues = {
        "step": values.step,
        "atk": values.atk,
        "def": values.defence,
        "original_atk": values.original_atk,
        "original_def": values.original_def,
        "because": [_reason(reason, rulebook) for reason in reasons],
        "applies": applying.of(values.applying),
        "rests": resting.of(values.resting),
        "ended": _ended(reasons, values.resting),
    }
    if values.calculates_with_original:
        told["calculation"] = {"atk": values.original_atk, "def": values.original_def}
    if values.ignored:
        told["ignored"] = list(values.ignored)
    if values.parts:
        told["parts"] = [_values(part, rulebook, applying, resting) for part in values.parts]
    return told


def _ended(reasons: Iterable[Reason], still_there: Iterable[Change]) -> list[ChangeEnded]:
    """The effects that came to an end in this step, with the rule that ended them."""
    resting = {change.by for change in still_there}
    return [
        {"by": name, "stat": STATS[reason.stat], "because": reason.rule}
        for reason in reasons
        if reason.rule in r.ENDING and (name := reason.other or reason.by) not in resting
    ]


def _merged(reasons: Iterable[Reason]) -> Sequence[Reason]:
    """One reason for both values where the same rule speaks of each in the same words."""
    merged: dict[tuple[str, str, str, int | None], Reason] = {}
    for reason in reasons:
        words = (reason.rule, reason.by, reason.other, reason.value)
        twin = merged.get(words)
        merged[words] = reason if twin is None or twin.stat == reason.stat else reason._replace(stat=BOTH)
    return list(merged.values())


def _reason(reason: Reason, rulebook: Rulebook) -> ValueReason:
    told = cast(ValueReason, {**rulebook.spoken[reason.rule]})  # `stat` follows last, as it always has
    here = _here(rulebook.rules[reason.rule], reason, rulebook)
    if here:
        told["here"] = here
    if reason.by:
        told["effect"] = reason.by
    if reason.other:
        told["about"] = reason.other
    told["stat"] = STATS[reason.stat]
    return told


def _here(rule: Rule, reason: Reason, rulebook: Rulebook) -> dict[str, str] | None:
    """The rule's sentence about this very step, or nothing when the step lacks what the sentence names."""
    if (
        rule.here is None
        or ("{other}" in rule.here.en and not reason.other)
        or ("{by}" in rule.here.en and not reason.by)
    ):
        return None
    stat = rulebook.words[STATS[reason.stat]]
    told = {}
    for lang, sentence, word in (("zh", rule.here.zh, stat.zh), ("en", rule.here.en, stat.en)):
        told[lang] = sentence.format(by=reason.by, other=reason.other, stat=word, value=reason.value)
    return told


def _change_told(change: Change) -> tuple[tuple[str, int], ChangeTold]:
    stat = ("original-" if change.place is ORIGINAL else "") + STATS[change.stat]
    told: ChangeTold = {"by": change.by, "do": change.do, "stat": stat, "since": change.step}
    if change.until:
        told["until"] = change.until
    return (change.by, change.step), told
