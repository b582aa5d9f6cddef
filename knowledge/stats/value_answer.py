"""A calculation, from the request to the values after every step, and its answer as the contract's JSON."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, NotRequired, TypedDict, cast

import msgspec

from knowledge.data.language import Both
from knowledge.data.law import Rule
from knowledge.data.profile import Card
from knowledge.deadline import look_up
from knowledge.problems import sentence
from knowledge.stats import value_reasons as r
from knowledge.stats.applied_steps import apply_change, end_effect, negate_field, negate_own, restore_own, update_amount
from knowledge.stats.changes import ORIGINAL, Change, Ledger, Place, Rulebook, RuleOfValues
from knowledge.stats.profiles import monster_from_profile, steps_from_use
from knowledge.stats.request import Monster, Request, Step, fault_at
from knowledge.stats.value_reasons import ATK, BOTH, DEF, Reason

Value = int | str | None  # "?" off the field; nothing for the DEF of a Link Monster


class Values(NamedTuple):
    """The monster's values after one step, and why they are so."""

    step: int
    atk: Value
    defence: Value
    original_atk: Value
    original_def: Value
    reasons: tuple[Reason, ...]
    applying: tuple[Change, ...] = ()
    resting: tuple[Change, ...] = ()
    calculates_with_original: bool = False
    ignored: tuple[str, ...] = ()
    parts: tuple["Values", ...] = ()  # one each, where a card's effect does several things in order


class Calculation(NamedTuple):
    """The values from the monster as printed (step 0) to the last step."""

    monster: Monster
    values: tuple[Values, ...]
    dated: frozenset[str] = frozenset()  # the rules that were looked at for whether they hold on the day
    ranked: frozenset[str] = frozenset()  # the effects that were looked for among those that apply last

    @property
    def final(self) -> Values:
        """The values after the last step."""
        return self.values[-1]


def calculate(
    request: Request,
    last_order: Mapping[str, Place],
    profile_of: Callable[[str], Card] | None = None,
    ended: Collection[str] = (),
) -> Calculation:
    """Compute the values after every step; `last_order` ranks the effects that always apply last.

    `ended` names the rules that do not hold on the day the calculation is made for; without it today's law holds.
    """
    monster = request.monster
    if monster.atk is None:
        monster = monster_from_profile(monster, profile_of)
    if monster.where not in ("field", "face-down"):
        return _off_the_field(monster, request.steps)
    if monster.where == "face-down":
        return _face_down(monster, request.steps)
    ledger = Ledger(monster.name, (_on_field(monster.atk), _on_field(monster.defence)), last_order, ended)
    _explain_start(ledger, monster)
    values = [_values(ledger, 0, monster)]
    for number, step in enumerate(request.steps, 1):
        look_up()
        if step.use is None:
            if step.by is not None and number > 1 and request.steps[number - 2].by == step.by:
                ledger.say(r.IN_ORDER_OF_TEXT, step.by)
            _carry_out(ledger, step, number, monster)
            values.append(_values(ledger, number, monster, _ignored(step)))
            continue
        parts: list[Values] = []
        for part in steps_from_use(step, number, monster.name, profile_of):
            if parts:
                ledger.say(r.IN_ORDER_OF_TEXT, step.use)
            _carry_out(ledger, part, number, monster)
            parts.append(_values(ledger, number, monster))
        gathered = tuple(reason for part_values in parts for reason in part_values.reasons)
        values.append(parts[-1]._replace(reasons=gathered, parts=tuple(parts) if len(parts) > 1 else ()))
    return Calculation(monster, tuple(values), frozenset(ledger.dated), frozenset(ledger.looked_for))


def _carry_out(ledger: Ledger, step: Step, number: int, monster: Monster) -> None:
    alters = not _only_adds(step)
    ledger.altered += alters
    if step.do is not None:
        apply_change(ledger, _fitting(step, number, monster), number)
    elif step.end is not None:
        end_effect(ledger, step.end, number)
    elif step.negate is not None:
        (negate_own if step.negate == "self" else negate_field)(ledger, step.by or "")
    elif step.restore is not None:
        restore_own(ledger)
    else:
        update_amount(ledger, step, number)
    ledger.altered += alters  # once more: some look at the values on their way
    ledger.recompute()
    _explain_outcome(ledger)


def _only_adds(step: Step) -> bool:
    """Whether a step adds a change to those there are and touches none of them."""
    return step.do in ("gain", "lose") and not step.reapply and not (step.stat or "").startswith("original")


def _fitting(step: Step, number: int, monster: Monster) -> Step:
    """The step as it reaches a monster that may have no DEF."""
    if monster.defence is not None or step.do == "note":
        return step
    stat = step.stat or "both"
    if step.do == "swap" or stat.endswith("def"):
        raise fault_at(number, "stat", stat, sentence("stats.no-def"), ("atk", "original-atk"))
    return msgspec.structs.replace(step, stat="original-atk" if stat.startswith("original") else "atk")


def _ignored(step: Step) -> tuple[str, ...]:
    """What stands in a step and has no meaning there; told to the person rather than passed over."""
    ignored = []
    if step.value is not None and step.do in ("halve", "double", "swap", "note"):
        ignored.append("value")
    if step.do == "swap" and step.stat is not None and not step.stat.endswith("both"):
        ignored.append("stat")  # a swap always concerns both values
    return tuple(ignored)


def _on_field(printed: Value) -> int:
    return printed if isinstance(printed, int) else 0


def _explain_start(ledger: Ledger, monster: Monster) -> None:
    ledger.say(r.PRINTED)
    for index, printed in ((ATK, monster.atk), (DEF, monster.defence)):
        if isinstance(printed, str):
            ledger.say(r.UNKNOWN_IS_ZERO, stat=index, value=0)


def _explain_outcome(ledger: Ledger) -> None:
    """Reasons that hold for the step as a whole: what applies last, and sums below zero."""
    for index in (ATK, DEF):
        if ledger.raw[index] < 0:
            ledger.say(r.BELOW_ZERO, stat=index, value=ledger.raw[index])
    if not ledger.lasts:
        return
    last = [change for change in ledger.lasts if change.live]
    for change in last:
        from_original = change.of is not None and change.of.startswith("original")
        ledger.say(r.LAST_FROM_ORIGINAL if from_original else r.LAST, change.by, stat=change.stat)
    for earlier, later in pairwise(last):
        known = earlier.rank.is_told_from(later.rank)
        ordered = r.LAST_TODAY if ledger.holds(r.LAST_TODAY) else r.LAST_IN_ORDER
        ledger.say(ordered if known else r.LAST_UNORDERED, later.by, earlier.by)


def _values(ledger: Ledger, number: int, monster: Monster, ignored: tuple[str, ...] = ()) -> Values:
    applying, resting = ledger.standing()
    with_original = any(note.live and note.calculates_with_original for note in ledger.notes)
    reasons = tuple(ledger.reasons)
    ledger.reasons.clear()
    has_def = monster.defence is not None
    return Values(
        number,
        ledger.shown[ATK],
        ledger.shown[DEF] if has_def else None,
        ledger.original[ATK],
        ledger.original[DEF] if has_def else None,
        reasons,
        applying,
        resting,
        with_original,
        ignored,
    )


def _face_down(monster: Monster, steps: tuple[Step, ...]) -> Calculation:
    """Face-down on the field: the printed values, whatever happens; an unknown one counts as zero."""
    return _unchanging(
        monster, steps, _on_field(monster.atk), None if monster.defence is None else _on_field(monster.defence)
    )


def _off_the_field(monster: Monster, steps: tuple[Step, ...]) -> Calculation:
    """Off the field: the printed values, whatever happens; an unknown one stays unknown."""
    return _unchanging(monster, steps, *("?" if isinstance(v, str) else v for v in (monster.atk, monster.defence)))


def _unchanging(monster: Monster, steps: tuple[Step, ...], atk: Value, defence: Value) -> Calculation:
    start = [Reason(r.PRINTED)]
    for index, printed, value in ((ATK, monster.atk, atk), (DEF, monster.defence, defence)):
        if isinstance(printed, str):
            start.append(Reason(r.UNKNOWN_STAYS if value == "?" else r.UNKNOWN_IS_ZERO, stat=index))
    values = [Values(0, atk, defence, atk, defence, tuple(start))]
    for number, step in enumerate(steps, 1):
        if step.end is not None or step.update is not None:
            name = step.end or step.update
            raise fault_at(
                number, "end" if step.end else "update", name, sentence("stats.not-applying", name=name or ""), ()
            )
        reason = Reason(r.PRINTED_WHEN_FACE_DOWN, step.by or step.use or "", stat=BOTH)
        values.append(Values(number, atk, defence, atk, defence, (reason,)))
    return Calculation(monster, tuple(values))


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
    values = [_shown_values(step, rulebook, applying, resting) for step in calculation.values]
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


def _shown_values(values: Values, rulebook: Rulebook, applying: _Effects, resting: _Effects) -> StatsValues:
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
        told["parts"] = [_shown_values(part, rulebook, applying, resting) for part in values.parts]
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
    for lang, here, word in (("zh", rule.here.zh, stat.zh), ("en", rule.here.en, stat.en)):
        told[lang] = here.format(by=reason.by, other=reason.other, stat=word, value=reason.value)
    return told


def _change_told(change: Change) -> tuple[tuple[str, int], ChangeTold]:
    stat = ("original-" if change.place is ORIGINAL else "") + STATS[change.stat]
    told: ChangeTold = {"by": change.by, "do": change.do, "stat": stat, "since": change.step}
    if change.until:
        told["until"] = change.until
    return (change.by, change.step), told
