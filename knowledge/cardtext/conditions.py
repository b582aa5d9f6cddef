"""What a condition asks for beyond its event: the activation answered, states of the table, limits, when or if."""

from typing import Literal, cast

from knowledge.cardtext.clause import Clause, Stretch
from knowledge.cardtext.draft import Draft
from knowledge.cardtext.filters import filter_in
from knowledge.cardtext.wording import Wording
from knowledge.model.profile import Filter, Limit, Requirement, Response, Side, Zone

COUNTS = {"twice": 2, "thrice": 3}
SPELL_ZONES = ("spell-zone", "field-zone", "pendulum-zone")
NARROW = ("spell-card", "trap-card", "spell-effect", "trap-effect")


def answered(text: str, spoken: str, draft: Draft, wording: Wording) -> Response | None:
    """What an effect answers directly, from its condition or else from what it negates."""
    clause = draft.clause
    by: Side | None = "opponent" if wording.has("by-opponent", text, *clause.condition) else None
    if any(event.event == "would-be-summoned" for event in clause.events):
        return Response(to=("summon",), by=by)
    if not clause.response and (clause.events or not draft.negates):
        return None
    start, end = clause.condition if clause.response else (draft.start, draft.end)
    kinds = _answered_kinds([mark.reveals for mark in wording.each("response-to", text, start, end)])
    zones = [mark.reveals for mark in wording.each("response-from", text, *clause.condition)]
    if zones and any(kind.startswith(("spell", "trap")) for kind in kinds):
        zones += SPELL_ZONES
    targeting = wording.first("response-targeting", text, start, end)
    doing = tuple(mark.reveals for mark in wording.each("response-doing", text, *clause.condition))
    return Response(
        to=kinds,
        by=by,
        doing=doing,
        of=Filter(zones=cast(tuple[Zone, ...], tuple(zones))) if zones else None,
        targeting=targeting.reveals if targeting else "",
    )


def _answered_kinds(found: list[str]) -> tuple[str, ...]:
    """The kinds of activation answered: the narrowest told of each, and any at all where no kind is told."""
    narrow = {kind.partition("-")[0] for kind in found if kind in NARROW}
    kinds = [kind for kind in found if kind not in narrow and kind != "effect-activation"]
    return tuple(kinds) or ("activation",)


def requirements(text: str, spoken: str, condition: Stretch, wording: Wording) -> tuple[Requirement, ...]:
    """The states of the table a condition asks for."""
    found = []
    for mark in wording.each("requirement", text, *condition):
        of = filter_in(spoken, mark.start, mark.end, wording) if mark.reveals in FILTERED else None
        found.append(Requirement(is_=mark.reveals, of=of))
    return tuple(found)


FILTERED = (
    "controls",
    "controls-none",
    "controls-only",
    "opponent-controls",
    "in-gy",
    "not-in-gy",
    "in-hand",
    "self-battles",
)


def limit_of(spoken: str, draft: Draft, said_of_all: list[Stretch], wording: Wording) -> tuple[Limit, Stretch] | None:
    """How often an effect may be used, from its own text or from a sentence about all effects of the card."""
    for start, end in (*said_of_all, (draft.start, draft.end)):
        mark = wording.first("limit", spoken, start, end)
        if mark is None or (start != draft.start and not _speaks_of(spoken[start:end], draft.number)):
            continue
        per = wording.first("limit-per", spoken, start, end)
        times = wording.first("limit-times", spoken, start, end)
        digits = "".join(filter(str.isdigit, spoken[times.start : times.end])) if times else ""
        limit = Limit(
            per=per.reveals if per else "turn",  # type: ignore[arg-type]
            counts="name" if mark.reveals == "name" else "copy",
            times=COUNTS.get(times.reveals, int(digits[-1]) if digits else 1) if times else 1,
        )
        return limit, (mark.start, mark.end)
    return None


def _speaks_of(sentence: str, number: int) -> bool:
    """Whether a sentence about the card's effects names this one, or none in particular."""
    named = [ord(char) - ord("①") + 1 for char in sentence if "①" <= char <= "⑳"]
    return not named or number in named


def when_or_if(text: str, clause: Clause, wording: Wording) -> Literal["when", "if"] | None:
    """Whether the trigger can miss its timing: "when … you can" may, "if" may not."""
    if not clause.events:
        return None
    start, end = clause.condition
    last = clause.events[-1].end
    mark = wording.first("when-if", text, start if wording.punctuated else max(start, last - 3), end)
    if mark is None:
        return None
    return "when" if mark.reveals == "when" else "if"
