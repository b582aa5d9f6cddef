"""How changes end, are negated, come back, or get a new amount."""

from collections.abc import Sequence

from knowledge.data.language import NOTHING_BETWEEN, listed
from knowledge.problems import sentence
from knowledge.stats import value_reasons as r
from knowledge.stats.changes import APPLIES, BASE, ENDED, GAIN, NOTE, ORIGINAL, STOPPED, Change, Ledger, altered
from knowledge.stats.new_changes import explain_cover
from knowledge.stats.request import Amounts, Step
from knowledge.stats.request_reader import fault_at
from knowledge.stats.value_reasons import DEF

ITS_DESTRUCTION = "its-destruction"  # no end is printed, for the monster is to be destroyed by then


def end_effect(ledger: Ledger, name: str, number: int) -> None:
    """Let the effect of this name stop applying; what it held back returns."""
    ending = [change for change in ledger.named.get(name, ()) if change.status is not ENDED]
    lifts_negation = name in (*ledger.negated_by, *ledger.field_negated_by)
    if not ending and not lifts_negation:
        raise _not_applying(ledger, name, number, "end")
    if ending and all(change.status is not APPLIES for change in ending):
        # Its change of the values is over, yet the effect may last in other ways, so its end may be told.
        ledger.say(r.ALREADY_STOPPED, name, ending[0].stopped_by)
    for change in ending:
        covering = change.place is BASE and change.lasting and change.live
        applied = change.status is APPLIES
        change.status = ENDED
        if applied:
            calculating = change.calculates_with_original
            ledger.say(r.ONLY_CALCULATION if calculating else r.COUNTED_OUT, name, stat=change.stat)
            if change.until == ITS_DESTRUCTION:
                ledger.say(r.SURVIVES, name, stat=change.stat)
            _release(ledger, change)
            if change.frozen and ledger.holds(r.SETS_AGAIN):
                _set_from_what_is_left(ledger, change)
        if covering:
            below = ledger.base(change.stat)
            ledger.say(r.UNCOVERED, name, below.by if below else "", change.stat)
    if lifts_negation:
        ledger.negated_by = [source for source in ledger.negated_by if source != name]
        ledger.field_negated_by = [source for source in ledger.field_negated_by if source != name]
        _resume(ledger)


def _set_from_what_is_left(ledger: Ledger, gone: Change) -> None:
    """Once a change of the original value is over, continuous sets read what stands there now."""
    ledger.recompute()
    for index in gone.indexes:
        for base in ledger.bases[index]:
            if base.live and base.lasting and base.do in ("halve", "double"):
                base.amount = altered(base.do, ledger.original[index], 0)


def negate_own(ledger: Ledger, by: str) -> None:
    """Negate the monster's own effects."""
    ledger.say(r.OWN_ONLY, by)
    _negate_own_changes(ledger, by)


def _negate_own_changes(ledger: Ledger, by: str) -> None:
    ledger.negated_by.append(by)
    for change in ledger.changes:
        if not change.own or change.status is not APPLIES or change.paused or change.place is NOTE:
            continue
        if change.before_monster and ledger.holds(r.BEFORE_A_MONSTER):
            ledger.say(r.BEFORE_A_MONSTER, change.by, stat=change.stat)
        elif change.lasting:
            change.paused = True
            ledger.say(r.PAUSES, change.by, stat=change.stat)
            if change.place is ORIGINAL and not ledger.holds(r.FREEZES):
                for later in ledger.originals:
                    if later.live and later.order > change.order and not later.lasting:
                        ledger.say(r.FIXES_NOTHING, later.by, change.by, change.stat)
        elif change.reach == "self-only":
            change.status = STOPPED
            change.stopped_by = by
            ledger.say(r.STOPS_FOR_GOOD, change.by, stat=change.stat)
            _release(ledger, change)
        else:
            ledger.say(r.STAYS_WHEN_NEGATED, change.by, stat=change.stat)


def negate_field(ledger: Ledger, by: str) -> None:
    """Negate every card on the field: the monster, and the cards whose continuous effects change it."""
    _negate_own_changes(ledger, by)
    ledger.field_negated_by.append(by)
    for change in ledger.changes:
        if change.lasting and not change.own and change.status is APPLIES and not change.paused:
            change.paused = True
            ledger.say(r.PAUSES_ON_THE_FIELD, change.by, stat=change.stat)


def restore_own(ledger: Ledger) -> None:
    """End every negation of the monster's own effects."""
    ledger.negated_by = []
    ledger.say(r.OWN_ONLY)
    _resume(ledger)


def update_amount(ledger: Ledger, step: Step, number: int) -> None:
    """Count the amount of a continuous effect anew; a set whose amount changes applies anew."""
    name = step.update or ""
    changes = [change for change in ledger.named.get(name, ()) if _is_meant(change, step)]
    if not changes:
        raise _not_applying(ledger, name, number, "update")
    for change in changes:
        value = step.value
        amount = (value.defence if change.stat == DEF else value.atk) if isinstance(value, Amounts) else value or 0
        change.amount = -amount if change.place is GAIN and change.do == "lose" else amount
        if change.held_by:
            ledger.say(r.RESTS, next(iter(sorted(holder.by for holder in change.held_by))), name, change.stat)
        elif not change.paused:
            ledger.say(r.COUNTED_ANEW, name, stat=change.stat, value=change.amount)
            if change.place is BASE:
                _apply_anew(ledger, change)


def _is_meant(change: Change, step: Step) -> bool:
    if change.status is not APPLIES or not change.lasting or change.do not in ("set", "gain", "lose"):
        return False
    if step.stat is None or step.stat.endswith("both"):
        return True
    return change.stat == (DEF if step.stat.endswith("def") else 0)


def _release(ledger: Ledger, gone: Change) -> None:
    for resting in ledger.changes:
        if gone in resting.held_by:
            resting.held_by.discard(gone)
            if resting.live:
                ledger.say(r.RETURNS, gone.by, resting.by, resting.stat)


def _resume(ledger: Ledger) -> None:
    for change in ledger.changes:
        if not change.paused or (ledger.negated_by if change.own else ledger.field_negated_by):
            continue
        change.paused = False
        if change.live:
            ledger.say(r.RESUMES, change.by, stat=change.stat)
            if change.place is BASE:
                _apply_anew(ledger, change)


def _apply_anew(ledger: Ledger, change: Change) -> None:
    """Move a continuous set after everything that was applied meanwhile."""
    below = ledger.base(change.stat)
    ledger.order += 1
    change.order = ledger.order
    ledger.bases[change.stat].remove(change)
    ledger.bases[change.stat].append(change)
    explain_cover(ledger, change, below)


def _not_applying(ledger: Ledger, name: str, number: int, verb: str) -> Exception:
    applying: Sequence[str] = sorted({change.by for change in ledger.changes if change.status is APPLIES})
    told = [sentence("stats.cannot-end", name=name, verb=verb)]
    if not applying:
        told.append(sentence("stats.nothing-applying"))
    return fault_at(number, verb, name, listed(told, NOTHING_BETWEEN), applying)
