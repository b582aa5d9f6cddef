"""Reading one card: parts, passages, sentences, then a profile for each effect."""

from typing import Literal

from knowledge.cardtext.composing import CardType, Draft, card_type, drafts_of
from knowledge.cardtext.kinds import TRIGGERING, kind_of
from knowledge.cardtext.normalising import Plain, plain
from knowledge.cardtext.reading import CardReading, EffectReading, Language, Unsure
from knowledge.cardtext.splitting import card_parts, masked, passages
from knowledge.cardtext.wording import Found, Wording, wording_of
from knowledge.model.profile import Action, Effect, Filter, Response, Trigger
from knowledge.problems import BadInput

LONGEST = 10_000
_AT = {
    "damage-calculation": "damage.calculation",
    "before-damage-calculation": "damage.before",
    "battle-started": "damage.start",
    "battled": "damage.after",
    "damage-step-ended": "damage.end",
    "in-damage-step": "damage-step",
    "in-battle-phase": "battle-phase",
    "in-main-phase": "main",
    "battle-phase-began": "start-step",
    "battle-phase-ending": "end-step",
    "draw-phase-came": "draw",
    "standby-phase-came": "standby",
    "end-phase-came": "end",
}


def read_card(text: str, card_type_printed: str, lang: Language, pendulum: str | None = None) -> CardReading:
    """Read a card's text into effect profiles; never fails on text up to 10,000 characters."""
    for one in (text, pendulum or ""):
        if len(one) > LONGEST:
            raise BadInput(
                f"卡片文本有{len(one)}个字符，最多读{LONGEST}个。",
                f"The card text has {len(one)} characters; at most {LONGEST} are read.",
                field="text",
                value=len(one),
                accepted=[f"<= {LONGEST}"],
            )
    wording = wording_of(lang)
    kind = card_type(card_type_printed)
    effects: list[EffectReading] = []
    unsure: list[Unsure] = []
    for default_part, source in (("pendulum", pendulum), ("monster" if kind.frame == "monster" else "card", text)):
        if not source:
            continue
        whole = plain(source, wording)
        hidden = masked(whole.text, wording)
        aloud = whole.text.lower() if wording.lower_case else whole.text
        for part, span in card_parts(hidden, wording):
            name = part or default_part
            if part == "pendulum" and pendulum:
                continue  # the scale text was given apart as well
            if name == "monster" and "normal" in kind.words:
                continue
            drafts = drafts_of(hidden, passages(hidden, span, wording), name, wording)
            if kind.frame != "monster" and not kind.stays:
                drafts = _resolutions_joined(drafts, hidden, wording)
            for draft in drafts:
                read = _profile(draft, hidden, aloud, whole, kind, wording, len(effects) + 1)
                if read:
                    effects.append(read)
    if kind.property == "equip" and not any(read.effect.kind == "activate" for read in effects):
        effects.insert(0, _equip_activation(len(text)))
    return CardReading(tuple(effects), tuple(unsure))


def _resolutions_joined(drafts: list[Draft], text: str, wording: Wording) -> list[Draft]:
    """What an older Spell or Trap does later in the turn belongs to its one activation, unless the card itself is elsewhere."""
    joined: list[Draft] = []
    for draft in drafts:
        apart = (
            draft.modern
            or not joined
            or draft.clause.role in ("explicit", "limit", "also")
            or (
                any(event.subject == "self" for event in draft.clause.events)
                and wording.has("names-itself", text, *draft.clause.condition)
            )
            or wording.has("zone", text, draft.start, draft.end)
            or wording.has("equipped-word", text, draft.start, draft.end)
        )
        if apart:
            joined.append(draft)
        else:
            joined[-1].bodies.extend(draft.bodies)
            joined[-1].end = draft.end
    return joined


def _equip_activation(length: int) -> EffectReading:
    """An Equip Card's activation targets the monster it will be equipped to, though few texts say so."""
    effect = Effect(number=0, kind="activate", part="card", targets=(Filter(type=("monster",), face="up"),), does=(Action(act="equip"),))
    return EffectReading(effect, None, (0, length), {})


def _profile(draft: Draft, text: str, aloud: str, whole: Plain, kind: CardType, wording: Wording, number: int) -> EffectReading | None:
    clause = draft.clause
    head = (draft.start, clause.activation[1] if clause.role == "explicit" else clause.condition[1])
    zones = tuple(mark.reveals for mark in wording.each("zone", text, draft.start, draft.end))
    if kind.frame != "monster":
        unsplit = clause.role != "explicit" or clause.activation[0] == clause.activation[1]
        reach = max(head[1], clause.body[1]) if unsplit else head[1]
        named = tuple(mark.reveals for mark in wording.each("zone", text, head[0], reach))
        # a numbered effect may name the GY only where it resolves: "this card in the GY is added to the hand"
        zones = ("gy",) if not named and draft.number and not kind.stays and "gy" in zones else named
    stated = wording.first("turn", text, *clause.condition)
    if stated is None and draft.outer:
        stated = wording.first("turn", text, *draft.outer)
    turn = stated.reveals if stated else "either"
    if wording.has("turn-player", text, draft.start, draft.end):
        turn = "own"
    draft.also.extend(mark.reveals for mark in wording.each("also", aloud, *head))
    draft.quick = wording.has("quick-mark", aloud, *head) or bool(draft.outer and wording.has("quick-mark", aloud, *draft.outer))
    draft.card_activation = draft.outer is None and (
        wording.has("activates-card", text, draft.start, draft.end)
        or (not clause.optional and wording.has("becomes-monster", text, draft.start, draft.end))
        or wording.has("countdown", text, draft.start, draft.end)
    )
    target = None
    if clause.role == "explicit":
        target = wording.first("target", text, clause.condition[1], clause.activation[1])
    if target is None and (clause.role == "flip" or draft.card_activation):
        target = wording.first("target", text, draft.start, draft.end)
    for bullet, _ in draft.bullets:
        target = target or wording.first("target", text, bullet.start, bullet.end)
    if target is None and draft.outer:
        target = wording.first("target", text, draft.start, draft.end) or wording.first("target", text, *draft.choice)
    if target is None and not draft.modern and clause.role not in ("continuous", "procedure", "limit", "also"):
        target = _older_target(text, draft, wording)
    does = []
    for start, end in draft.bodies:
        does.extend(Action(act=mark.reveals) for mark in wording.all("act", text, start, end))
    cost = [Action(act=mark.reveals) for mark in wording.all("act", text, clause.activation[0], clause.activation[1])]
    draft.equipped = number > 1 and (
        wording.has("equipped-word", text, *head) or (draft.modern and draft.number != 1 and wording.has("equips-itself", text))
    )
    draft.limited = wording.has("limit", aloud, draft.start, draft.end)
    draft.resolves = bool(target or does or cost)
    if clause.role == "continuous" and wording.has("countdown", text, draft.start, draft.end):
        does = [Action(act="apply-later")]  # from its activation on the card counts its turns
    draft.negates = any(action.act in ("negate-activation", "negate-summon") for action in does)
    decided = kind_of(draft, kind, zones, "either-stated" if stated and turn == "either" else turn)
    if decided == "continuous" and clause.role in ("limit", "also"):
        return None
    moments = [moment.reveals for moment in clause.moments]
    events = [event for event in clause.events]
    trigger = None
    at: tuple[str, ...] = tuple(_AT[moment] for moment in moments if moment in _AT)
    response = None
    if decided in ("quick", "activate") and (clause.response or (draft.negates and not events)):
        response = Response(to=("effect-activation",))
    elif any(event.event == "would-be-summoned" for event in events):
        response = Response(to=("summon",))
    names = tuple(dict.fromkeys([event.event for event in events] + [moment for moment in moments if moment in TRIGGERING]))
    if names and response is None:
        subject: Literal["self", "other", "any"] = "self" if any(e.subject == "self" for e in events) else "other"
        trigger = Trigger(events=names, subject=subject)
    targets: tuple[Filter, ...] = ()
    acts_by_hand = decided in ("activate", "ignition", "trigger", "quick")
    if (target and acts_by_hand) or (decided == "activate" and kind.property == "equip"):
        targets = (Filter(),)
    effect = Effect(
        number=draft.number or number,
        kind=decided,
        part=draft.part,  # type: ignore[arg-type]
        mandatory=not clause.optional and (decided == "trigger" or (decided == "quick" and (draft.quick or bool(clause.response)))),
        speed=3 if decided == "activate" and kind.property == "counter" else None,
        zones=zones,  # type: ignore[arg-type]
        at=at,
        also=tuple(dict.fromkeys(draft.also)),  # type: ignore[arg-type]
        trigger=trigger,
        responds_to=response,
        targets=targets,
        does=tuple(does),
    )
    return EffectReading(effect, None, whole.original_span(draft.start, draft.end), {})


def _older_target(text: str, draft: Draft, wording: Wording) -> Found | None:
    """A target in a text that does not say "target": chosen cards, or in the oldest texts a number of cards in the open."""
    union = wording.first("union", text, draft.start, draft.end)
    if union:
        return union
    pieces = [draft.clause.activation, *draft.bodies]
    for start, end in pieces:
        mark = wording.first("old-target", text, start, end)
        if mark and not wording.has("not-old-target", text, start, end):
            return mark
    if wording.has("chance", text, draft.start, draft.end):
        return None
    for start, end in pieces[1:]:
        mark = wording.first("implied-target", text, start, end)
        if mark is None and draft.clause.role == "explicit":
            mark = wording.first("resolved-target", text, start, end)
        if mark and not wording.has("picks", text, start, end):
            return mark
    return None
