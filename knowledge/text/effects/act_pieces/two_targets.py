"""Effects that target cards of two kinds at once, and which of them each part of the resolution means."""

import msgspec

from knowledge.data.profile import Action, Filter
from knowledge.text.clauses.clause import Stretch
from knowledge.text.effects.amounts import number_of_targets
from knowledge.text.effects.filters import filter_in, target_phrase
from knowledge.text.grammar import Found, Wording

_MOST = 5  # of one kind
_TO_ANOTHER = ("equip", "attach-material")  # acts that name a second card, to which the first goes
_REACH = 90  # how far before the words of the target the first of the two may stand


def two_kinds_targeted(text: str, spoken: str, target: Found, wording: Wording) -> tuple[Filter, ...]:
    """The cards of two kinds that are targeted together, so many of each; nothing where it is one kind."""
    begin, end = target_phrase(text, target, wording)
    stop = max(text.rfind(mark, 0, begin) for mark in ("。", ":", "●", "\n")) + 1
    joiners = wording.all("and-targets", text, max(stop, target.end - _REACH), end)
    if len(joiners) != 1:
        return ()
    (between,) = joiners
    if between.start < begin:  # a pause stands between the two
        begin = max(stop, text.rfind(",", stop, between.start) + 1)
    if wording.has("goes-on-before", text, max(stop, begin - 4), begin):
        begin = max(stop, text.rfind(",", stop, begin - 1) + 1)
    halves = ((begin, between.start), (between.end, end))
    first, second = (filter_in(spoken, *half, wording) for half in halves)
    many = [number_of_targets(text, half, wording) for half in halves]
    if not second.zones:  # said once for both
        second = msgspec.structs.replace(second, zones=first.zones, side=second.side or first.side)
    if not first.zones:
        first = msgspec.structs.replace(first, zones=second.zones, side=first.side or second.side)
    if not all(isinstance(number, int) and number <= _MOST for number in many) or Filter() in (first, second):
        return ()
    return tuple(kind for kind, number in zip((first, second), many, strict=True) for _ in range(int(number)))


def of_which_of_them(does: list[Action]) -> list[Action]:
    """The acts, where "that monster of the opponent" is one of the targets, and nobody fights it."""
    theirs = Filter(side="opponent")
    return [msgspec.structs.replace(a, what="target", which=theirs) if a.what == "battled" else a for a in does]


def are_told_apart(
    targets: tuple[Filter, ...], does: tuple[Action, ...], text: str, bodies: list[Stretch], wording: Wording
) -> bool:
    """Whether each part of the resolution says which of the two it means, or all mean both."""
    acts = [act for act in does if act.what == "target"]
    if any(act.act in _TO_ANOTHER and not act.to for act in acts) or any(act.act == "take-control" for act in does):
        return False  # one goes to the other, or they change sides
    apart = [act for act in acts if act.which is not None]
    if apart:
        return len(apart) == len(acts) and all(_only_one(act.which, targets) for act in apart if act.which)
    called = {text[mark.start : mark.end] for body in bodies for mark in wording.all("called-again", text, *body)}
    return len(called) < 2


def _only_one(which: Filter, targets: tuple[Filter, ...]) -> bool:
    """Whether a word of the resolution leaves one of the two kinds."""
    kinds = dict.fromkeys(targets)
    if which.side is not None:
        return sum(kind.side in (None, which.side) for kind in kinds) == 1
    return sum(bool(set(kind.zones) & set(which.zones)) for kind in kinds) == 1
