"""From a request to the values after every step."""

from collections.abc import Callable, Collection, Mapping
from itertools import pairwise
from typing import NamedTuple

import msgspec

from knowledge.data.profile import Card
from knowledge.deadline import look_up
from knowledge.problems import sentence
from knowledge.stats import value_reasons as r
from knowledge.stats.applied_steps import apply_change, end_effect, negate_field, negate_own, restore_own, update_amount
from knowledge.stats.changes import Change, Ledger, Place
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
