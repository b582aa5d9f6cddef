"""What a step does to the values and to the changes before it; how changes end, are negated, come back, are updated."""

from collections.abc import Callable, Sequence

from knowledge.data.language import NOTHING_BETWEEN, listed
from knowledge.problems import sentence
from knowledge.stats import value_reasons as r
from knowledge.stats.changes import (
    APPLIES,
    BASE,
    ENDED,
    GAIN,
    LAST,
    NOTE,
    ORIGINAL,
    STOPPED,
    UNRANKED,
    WIPED,
    Change,
    Ledger,
    altered,
    source,
)
from knowledge.stats.request import Amounts, Step, fault_at
from knowledge.stats.value_reasons import ATK, BOTH, DEF

OTHER = (DEF, ATK)
IN_THE_STEP = ("end-of-damage-step", "damage-step")
AT_CALCULATION = ("damage-calculation", "end-of-damage-calculation")
OF_ONE_TURN = ("opponent", "own-turn")
ITS_DESTRUCTION = "its-destruction"  # no end is printed, for the monster is to be destroyed by then


def apply_change(ledger: Ledger, step: Step, number: int) -> None:
    """Apply one `do` step to the ledger."""
    by = step.by or f"#{number}"
    own = step.own if step.own is not None else by == ledger.name
    stat = step.stat or "both"
    indexes = _indexes(step, stat)
    if step.do == "note":
        ledger.notes.append(_new(ledger, step, by, number, NOTE, BOTH, 0, own))
        ledger.say(r.ONLY_CALCULATION if step.calculate_with else r.WAITS, by)
        return
    if own and ledger.negated_by and step.kind in (None, "activated") and not step.reapply:
        _new(ledger, step, by, number, NOTE, BOTH, 0, own).status = STOPPED
        ledger.say(r.DOES_NOTHING, by)
        return
    if stat.startswith("original"):
        _alter_original(ledger, step, by, number, indexes, own)
        return
    if _applies_last(ledger, step, by):
        _add_last(ledger, step, by, number, indexes, own)
        return
    if step.of is not None and step.of.startswith("original"):
        ledger.say(r.TEXT_NAMES_THE_VALUE, by, stat=BOTH if len(indexes) == 2 else indexes[0])
    apply_one = _way_of(step)
    for index in indexes:
        apply_one(ledger, step, by, number, index, own)


def _indexes(step: Step, stat: str) -> tuple[int, ...]:
    if step.do == "swap" or stat.endswith("both"):
        return (ATK, DEF)
    return (ATK,) if stat.endswith("atk") else (DEF,)


def _applies_last(ledger: Ledger, step: Step, by: str) -> bool:
    if step.reapply is not None:
        return step.reapply
    standing = step.kind in ("continuous", "equip") and step.do not in ("gain", "lose")
    if standing and step.until in IN_THE_STEP and ledger.holds(r.IN_DAMAGE_STEP):
        return True
    # The known ones are recognised by name, so that a person need not know that they are special.
    return ledger.rank_of(by) is not None and step.kind in ("continuous", "equip") and step.do not in ("gain", "lose")


def _way_of(step: Step) -> Callable[[Ledger, Step, str, int, int, bool], None]:
    if step.do in ("gain", "lose"):
        return _add_gain
    return _cover if step.kind in ("continuous", "equip") else _fix


def _new(ledger: Ledger, step: Step, by: str, number: int, place: str, stat: int, amount: int, own: bool) -> Change:
    ledger.order += 1
    change = Change(step, by, number, ledger.order, place, stat, amount, own)
    change.paused = change.lasting and bool(ledger.negated_by if own else ledger.field_negated_by)
    ledger.changes.append(change)
    ledger.named.setdefault(by, []).append(change)
    if change.paused:
        ledger.say(r.PAUSES if own else r.PAUSES_ON_THE_FIELD, by, stat=stat)
    return change


def _amount(step: Step, index: int) -> int:
    if isinstance(step.value, Amounts):
        return step.value.defence if index == DEF else step.value.atk
    return step.value or 0


def _given_amount(ledger: Ledger, step: Step, index: int) -> int:
    """The number of a `set`, `gain` or `lose`: printed, or read from another value at this moment."""
    if step.value is None and step.of is not None:
        return source(step.of, index, ledger.shown, ledger.original)
    return _amount(step, index)


def _set_to(ledger: Ledger, step: Step, index: int, usual: str) -> int:
    """What a set, halving, doubling or swap makes of a value, read at this moment."""
    if step.do == "swap":
        return source(step.of or usual, OTHER[index], ledger.shown, ledger.original)
    if step.do == "set":
        return _given_amount(ledger, step, index)
    start = source(step.of or usual, index, ledger.shown, ledger.original)
    if step.do == "halve" and start % 2:
        ledger.say(r.ROUNDED_UP, step.by or "", stat=index, value=altered("halve", start, 0))
    return altered(step.do, start, 0)


def _add_gain(ledger: Ledger, step: Step, by: str, number: int, index: int, own: bool) -> None:
    amount = _given_amount(ledger, step, index)
    change = _new(ledger, step, by, number, GAIN, index, amount if step.do == "gain" else -amount, own)
    base = ledger.base(index)
    ledger.gains[index].append(change)
    if change.paused:
        return
    ledger.say(r.CHANGES_CURRENT, by, stat=index, value=change.amount)
    if base is not None and not base.lasting:
        told = any(note.by == by and note.live and note.order < base.order for note in ledger.notes)
        kept_out = r.SUPPRESSED if told and _is_suppressed(ledger, change) else ""
        if not kept_out and _stood_before(ledger, change, base):
            kept_out = r.ENDS_GAINS
        if kept_out:
            change.held_by.add(base)
            ledger.say(kept_out, by, base.by, index)
            return
        waited = change.lasting or told
        ledger.say(r.NOT_YET if waited else r.COMES_LATER, by, base.by, index)


def _stood_before(ledger: Ledger, change: Change, base: Change) -> bool:
    """Whether the value was fixed over the same lasting change: another amount or turn of it stays kept out."""
    earlier = [c for c in ledger.gains[change.stat] if c is not change and c.by == change.by and c.order < base.order]
    return change.lasting and not change.until and any(c.lasting and not c.until for c in earlier)


def _is_suppressed(ledger: Ledger, change: Change) -> bool:
    """Whether a fixed value keeps out a change that was waiting when it was fixed: an equip card's for the damage step,
    or one of the monster's own for one player's turn."""
    if not ledger.holds(r.SUPPRESSED):
        return False
    of_a_turn = change.own and change.until.startswith(OF_ONE_TURN)
    return of_a_turn or (change.equip and change.until in IN_THE_STEP)


def _fix(ledger: Ledger, step: Step, by: str, number: int, index: int, own: bool) -> None:
    """An activated set: the value is fixed, and what applied to it before is over."""
    value = _set_to(ledger, step, index, "current")
    change = _new(ledger, step, by, number, BASE, index, value, own)
    ledger.say(r.FIXES, by, stat=index, value=value)
    for earlier in ledger.gains[index]:
        if _counts_again(ledger, earlier):
            ledger.say(r.AT_CALCULATION, earlier.by, change.by, index)
            continue
        _outlast(ledger, earlier, change, index, r.ENDS_GAINS)
    for earlier in ledger.bases[index]:
        _outlast(ledger, earlier, change, index, r.ENDS_SETS)
    ledger.bases[index].append(change)


def _counts_again(ledger: Ledger, earlier: Change) -> bool:
    """Whether a gain is for damage calculation alone, so that it is counted again after a value was set there."""
    alone = earlier.until in AT_CALCULATION and earlier.lasting and not earlier.equip
    return alone and earlier.live and ledger.holds(r.AT_CALCULATION)


def _outlast(ledger: Ledger, earlier: Change, change: Change, index: int, rule: str) -> None:
    if earlier.status is not APPLIES:
        return
    if not earlier.lasting:
        wipe(ledger, earlier, change, index)
        ledger.say(rule, change.by, earlier.by, index)
    elif not earlier.paused:  # what is negated does not apply at this moment, so it is not touched
        if not earlier.held_by:
            ledger.say(r.RESTS, change.by, earlier.by, index)
        earlier.held_by.add(change)


def wipe(ledger: Ledger, earlier: Change, later: Change, index: int) -> None:
    """End an activated change for good; what rested under it now rests under the later change."""
    earlier.status = WIPED
    earlier.stopped_by = later.by
    again = later.place is ORIGINAL and ledger.holds(r.BRINGS_BACK)
    for resting in (*ledger.bases[index], *ledger.gains[index]):
        if earlier in resting.held_by:
            resting.held_by.discard(earlier)
            if not again:
                resting.held_by.add(later)
            elif resting.live:
                ledger.say(r.BRINGS_BACK, later.by, resting.by, index)


def _cover(ledger: Ledger, step: Step, by: str, number: int, index: int, own: bool) -> None:
    """A continuous set: it stands on top of what was there, and takes nothing away for good."""
    below = ledger.base(index)
    change = _new(ledger, step, by, number, BASE, index, _set_to(ledger, step, index, "original"), own)
    ledger.bases[index].append(change)
    if not change.paused:
        explain_cover(ledger, change, below)


def explain_cover(ledger: Ledger, change: Change, below: Change | None) -> None:
    """Say what a continuous set that starts to apply does with the changes before it."""
    index = change.stat
    ledger.say(r.CONTINUOUS_SET, change.by, stat=index, value=change.amount)
    if below is not None and below is not change:
        ledger.say(r.COVERS, change.by, below.by, index)
    for gain in ledger.gains[index]:
        if gain.live:
            ledger.say(r.GAINS_AFTER_SET if gain.lasting else r.LEAVES_OUT, change.by, gain.by, index)


def _parts(step: Step, indexes: tuple[int, ...]) -> tuple[int, ...]:
    """One change for both values, unless they have amounts of their own."""
    if len(indexes) == 1 or isinstance(step.value, Amounts):
        return indexes
    return (BOTH,)


def _add_last(ledger: Ledger, step: Step, by: str, number: int, indexes: tuple[int, ...], own: bool) -> None:
    for part in _parts(step, indexes):
        change = _new(ledger, step, by, number, LAST, part, _amount(step, part), own)
        rank = ledger.rank_of(by)
        change.rank = UNRANKED if rank is None else rank
        ledger.lasts.append(change)
    if step.until in IN_THE_STEP and ledger.holds(r.IN_DAMAGE_STEP):
        ledger.say(r.IN_DAMAGE_STEP, by)
    ledger.lasts.sort(key=lambda change: (change.rank.figure, change.order))


def _alter_original(ledger: Ledger, step: Step, by: str, number: int, indexes: tuple[int, ...], own: bool) -> None:
    for part in _parts(step, indexes):
        if step.kind in (None, "activated"):
            _end_what_it_came_with(ledger, by, part)
        amount = _given_amount(ledger, step, ATK if part == BOTH else part)
        change = _new(ledger, step, by, number, ORIGINAL, part, amount, own)
        ledger.originals.append(change)
        if change.paused:
            continue
        if change.lasting:
            _move_original(ledger, change)
        else:
            _count_again(ledger, change)


def _move_original(ledger: Ledger, change: Change) -> None:
    """A continuous change of the original value: a current value that was set does not follow it."""
    ledger.say(r.CONTINUOUS_ORIGINAL, change.by, stat=change.stat)
    for index in change.indexes:
        base = ledger.base(index)
        if base is not None and not base.lasting and ledger.overriding(index, base) is change:
            ledger.say(r.OVERRIDES, change.by, base.by, index)
        elif base is not None:
            ledger.say(r.KEEPS_FIXED, change.by, base.by, index)


def _count_again(ledger: Ledger, change: Change) -> None:
    """An activated change of the original value: earlier sets are over, gains and losses are counted again."""
    ledger.say(r.ALTERS_ORIGINAL, change.by, stat=change.stat)
    if ledger.holds(r.FREEZES):
        _freeze(ledger, change)
    for index in change.indexes:
        if change.do == "halve" and ledger.original[index] % 2:
            ledger.say(r.ROUNDED_UP, change.by, stat=index, value=altered("halve", ledger.original[index], 0))
        for earlier in ledger.bases[index]:
            if earlier.status is not APPLIES:
                continue
            if not earlier.lasting:
                wipe(ledger, earlier, change, index)
            elif earlier.live and ledger.holds(r.SETS_AGAIN):
                _set_again(ledger, earlier, change, index)
                continue
            elif earlier.live:
                earlier.held_by.add(change)
            else:
                continue
            ledger.say(r.NO_SETS_AGAIN, change.by, earlier.by, index)
            _explain_part_left(ledger, earlier, change)
        for gain in ledger.gains[index]:
            if gain.live:
                ledger.say(r.GAINS_AGAIN, change.by, gain.by, index)


def _end_what_it_came_with(ledger: Ledger, by: str, part: int) -> None:
    """End the original values the monster gave itself once and for all, as it was summoned: the printed ones count."""
    for given in ledger.originals:
        once = given.own and given.status is APPLIES and not (given.lasting or given.until) and given.by != by
        if once and (part == BOTH or part in given.indexes) and ledger.holds(r.GIVEN_ONCE):
            given.status, given.stopped_by = WIPED, by
            ledger.say(r.GIVEN_ONCE, by, given.by, part)
            ledger.recompute()


def _freeze(ledger: Ledger, change: Change) -> None:
    """Take what the change makes of the original values of this moment, whatever becomes of what gave them."""
    was = ledger.original
    for index in change.indexes:
        made = was[OTHER[index]] if change.do == "swap" else altered(change.do, was[index], change.amount)
        change.frozen[index] = made
        givers = [o for o in ledger.originals if o is not change and o.live and o.lasting and index in o.indexes]
        for giver in givers:
            ledger.say(r.FREEZES, change.by, giver.by, index, made)


def _set_again(ledger: Ledger, earlier: Change, change: Change, index: int) -> None:
    """A continuous set that reads the original value reads the new one."""
    original = change.frozen.get(index, ledger.original[index])
    if earlier.do in ("halve", "double") and (earlier.of or "original").startswith("original"):
        earlier.amount = altered(earlier.do, original, 0)
    ledger.say(r.SETS_AGAIN, change.by, earlier.by, index, earlier.amount)


def _explain_part_left(ledger: Ledger, earlier: Change, change: Change) -> None:
    for part in ledger.named[earlier.by]:
        if part.step == earlier.step and part.live and part.stat not in change.indexes:
            ledger.say(r.EACH_ALONE, change.by, earlier.by, part.stat)


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
