"""Whether what may be activated comes to nothing: for what is in force, for another link, for a target that is lost.

Of a lost target only a refusal is told: that the rest is carried out may turn on more than what became of it.
"""

import re
from typing import Any

from knowledge.data.cases import CardOnTable, Link, Table
from knowledge.data.profile import Action, Card, Effect, Filter, Side, number_of
from knowledge.desk import Answer, Desk, MatterAnswer
from knowledge.explanation.answer_records import AskAnswer
from knowledge.explanation.can_answer import card_identity
from knowledge.explanation.other_answers import matter_reply
from knowledge.phrases import effect_named
from knowledge.play import read_scenario
from knowledge.problems import BadInput
from knowledge.questions.asked import Asked, Used
from knowledge.questions.cast import Item
from knowledge.questions.outcomes.asked_outcomes import Answering, outcome_words
from knowledge.questions.said_back import names_of, sentence
from knowledge.questions.told.statements import called, field_zone, on_the_field
from service.answers.ask_card import strangers_among
from service.answers.ask_frame import frame, lexicon_for

_APPLYING, _NEGATION = "effect-applies", "effect-negated"
_LEAVING = ("tribute", "send-to-gy", "banish", "return-to-", "discard")
# ways in which a card is not on the field any more, or was not there
_GONE = (
    "left-field", "sent-to-gy", "destroyed", "banished", "returned", "tributed",
    "used-as-material", "detached", "discarded", "added", "drawn",
)  # fmt: skip


def carried_out_in_vain(desk: Desk, asked: Asked, judged: Answer) -> str:
    """`X is in force; can Y still destroy something`: whether what Y would do is negated: yes, perhaps, or no.

    Asked only where the deed is asked for and not the activation.
    """
    cast = asked.cast
    if cast is None or not asked.does or asked.card is None:
        return "no"
    here = cast.asked_items
    bare = any(i.has("activate", "respond") and i.phrase and not i.phrase.does for i in here)
    return "no" if bare else negated_as_it_resolves(desk, asked, judged)


def negated_as_it_resolves(desk: Desk, asked: Asked, judged: Answer) -> str:
    """Whether what is told to be in force negates what is activated, of an effect that resolves while its card lies
    there: yes, perhaps, or no."""
    deciding = judged.deciding
    if deciding is None or asked.card is None or not asked.in_force:
        return "no"
    effect, of_monster = deciding.effect, asked.card.type.startswith("Monster")
    trigger = effect.trigger
    awaited = trigger.events if trigger is not None and trigger.subject == "self" else ()
    stays = not any(event.startswith(_GONE) for event in awaited) and "gy" not in effect.zones
    stays = stays and (not effect.zones or "monster-zone" in effect.zones)
    leaves = any(act.act.startswith(_LEAVING) and (of_monster or act.what == "self") for act in effect.cost)
    if (of_monster and not stays) or leaves or asked.zone not in ("", "field"):
        return "no"
    lying = tuple(on_the_field(card, "opponent") for card in asked.in_force)
    own = on_the_field(asked.card, "own")
    table, strangers = Table(self=own, cards=lying), strangers_among(desk, [asked.card, *asked.in_force])
    found = desk.matter(_NEGATION, asked.card, effect, at="main1", turn="own", table=table, strangers=strangers)
    known = all(desk.book.has_profile(card) for card in asked.in_force)
    if found.verdict == "no":
        return "yes" if known and comes_to_nothing(desk, asked.card, effect, table) == "yes" else "no"
    return "yes" if found.verdict == "yes" and known else "perhaps"


def comes_to_nothing(desk: Desk, card: Card, effect: Effect, table: Table) -> str | None:
    """Whether what lies there keeps an effect from applying that would apply without it; nothing where that is open."""
    strangers = strangers_among(desk, [card])
    with_them, alone = (
        desk.matter(_APPLYING, card, effect, at="main1", turn="own", table=there, strangers=strangers).verdict
        for there in (table, Table(self=table.self))
    )
    return {"no": "yes", "yes": "no"}.get(with_them) if alone == "yes" else None


_FIRST, _SECOND, _PREY = "first", "second", "prey"
_MONSTER = ("monster", "effect")
_DOES = {"negated": "negate-effect", "destroyed": "destroy", "resolves": ""}  # what is asked of the one aimed at
_FATES = {"carried-out": "yes", "without-effect": "no"}


def at_one_target(desk: Desk, asked: Asked, told: Answering, thing: str, asks: int) -> AskAnswer | None:
    """The answer where the second link can be aimed only at what the first is aimed at; nothing where it may be aimed
    at the first itself. `asks`: where the question begins."""
    first, second = _one(told.first.activated_effects), _one(told.second.activated_effects)
    named = [i for i in (asked.cast.items if asked.cast else ()) if i.named and i.named.card is told.first]
    itself = thing != "resolves" and any(asked.places[i.start] >= asks for i in named)
    if first is None or second is None or told.third is not None or thing not in _DOES or itself:
        return None
    if not second.targets or (not first.targets and thing != "destroyed"):
        return None
    if _DOES[thing] and not any(act.act == _DOES[thing] for act in first.does):
        return None
    aim, at = first.targets[0] if first.targets else Filter(zones=("monster-zone",)), second.targets[0]
    zone = aim.zones[0] if aim.zones else "monster-zone"
    side: Side = "opponent" if aim.side == "opponent" else "own" if aim.side == "own" else _seen(at.side)
    prey = CardOnTable(called=_PREY, side=side, zone=zone, type=_MONSTER, position=_position(zone))
    lies = CardOnTable(card=told.first.names.zh, called=_FIRST, zone=_where(told, first), side="own")
    strangers = strangers_among(desk, [told.first, told.second])
    table = desk.table(Table(cards=(prey, lies)), strangers=strangers)
    aimed = table.fits(prey, aim, ignore=("side", "other")) != "no" and table.fits(prey, at, ignore=("side",)) != "no"
    if not aimed or table.fits(lies, at, ignore=("side",)) != "no":
        return None
    cards: list[dict[str, Any]] = [
        {"card": told.first.names.zh, "called": _FIRST, "zone": lies.zone},
        {"card": told.second.names.zh, "called": _SECOND, "side": "opponent", "zone": _where(told, second)},
        {"called": _PREY, "side": side, "zone": zone, "type": [*_MONSTER]}
        | ({"position": "attack"} if zone == "monster-zone" else {}),
    ]
    steps = [
        {"activate": f"{_FIRST}/{number_of(first)}", "assume": True} | ({"targets": [_PREY]} if first.targets else {}),
        {"activate": f"{_SECOND}/{number_of(second)}", "by": "opponent", "assume": True, "targets": [_PREY]},
        {"pass": "both"},
    ]
    try:
        played = desk.scenario(read_scenario({"cards": cards, "steps": steps}), strangers)
    except BadInput:
        return None
    fates = played.steps[-1].fates
    verdict = _FATES.get(fates.get(_FIRST, "")) if fates.get(_SECOND) == "carried-out" else None
    if not first.targets and verdict is not None:
        verdict = "yes" if played.answers["destroyed"].get(_PREY) else "no"
    if verdict is None or any(step.not_simulated for step in played.steps):
        return None
    key = "shared-target" if first.targets else "swept"
    parts = {"card": names_of(told.first), "other": names_of(told.second)}
    answer = frame(desk, asked, verdict, sentence(lexicon_for(desk), f"{key}.{verdict}", **parts))
    answer["question"] |= {"kind": "outcome", "card": card_identity(told.first)}
    answer["assumed"] = [sentence(lexicon_for(desk), "assumed.shared-target", **parts)]
    return answer


def _one(effects: list[Effect]) -> Effect | None:
    """The one activated effect of a card, where it has one target at most and was read whole."""
    return effects[0] if len(effects) == 1 and _plain(effects[0]) else None


def _plain(effect: Effect) -> bool:
    return len(effect.targets) < 2 and not (effect.unread or effect.unread_deeds or effect.choices)


def _where(told: Answering, effect: Effect) -> Any:
    card = told.first if effect in told.first.effects else told.second
    if not card.type.startswith("Monster"):
        return field_zone(card)
    return "monster-zone" if "monster-zone" in effect.zones or not effect.zones else effect.zones[0]


def _position(zone: str) -> Any:
    return "attack" if zone == "monster-zone" else None


def _seen(side: str | None) -> Side:
    """Whose the target of the second link is, seen by the one who made the first."""
    return "own" if side == "opponent" else "opponent"


_GATE = "effect-applies"
_TARGET = "target-"  # with a number: the handles of what was aimed at
_HANGS = ("and-if-you-do", "then", "with")
_TOLD = frozenset(("does", "activation", "damage", "events", "told"))
_PAUSES = "，,。；;!！?？、"


def resolving_without_its_target(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where what is asked is done to the lost target or hangs on that; nothing where it is not so."""
    outcomes, plain, cast = outcome_words(), asked.text.lower(), asked.cast
    words = outcomes.lost_by_then
    if cast is None or asked.doubt is not None or len({card.id for card in asked.cards}) != 1:
        return None
    clauses = [match.span() for match in re.finditer(f"[^{_PAUSES}]+", plain)]
    last = plain[slice(*clauses[-1])] if clauses else ""
    told = [span for span in clauses if _is_lost(words, plain[slice(*span)])]
    resolving = words["resolving"].search(plain)
    if not told or resolving is None or told[-1] == clauses[-1] or words["otherwise"].search(last):
        return None
    card = asked.cards[0]
    effect = _meant(cast.items, card, asked.effect)
    if effect is None:
        return None
    judged = _judged(desk, card, effect)
    here = cast.in_part(cast.asked_part())
    part = None if words["applies"].search(last) else _part_asked(effect, here, outcomes.deeds_asked(last))
    hangs = _hangs(effect, part) if part is not None else bool(words["applies"].search(last)) and _hangs_whole(effect)
    if judged.verdict != "no" or not hangs:
        return None
    failed = [span for span in clauses if words["failed"].match(plain[slice(*span)])]
    asked.used, asked.missing = Used((told[-1], *failed, clauses[-1], resolving.span()), _TOLD), ""
    said = sentence(lexicon_for(desk), "lost-target.no", card=names_of(card), effect=effect_named(effect))
    answer = frame(desk, asked, "no", said)
    answer["question"] |= {"kind": "outcome", "card": card_identity(card)}
    answer["because"] = matter_reply(desk, judged)["because"]
    return answer


def _is_lost(words: dict[str, re.Pattern[str]], clause: str) -> bool:
    """Whether a clause tells that what was aimed at is where it was no longer."""
    aimed = words["target"].search(clause)
    return aimed is not None and words["gone"].search(clause, aimed.end()) is not None


def _meant(items: list[Item], card: Card, number: int | None) -> Effect | None:
    """The one effect of the card with a target that is meant, where its text was read whole."""
    told = [i.effect for i in items if i.named and i.named.card is card and i.effect is not None]
    wanted = number if number is not None else told[-1] if told else None
    effects = [e for e in card.activated_effects if wanted in (None, e.number) and e.targets]
    whole = [e for e in effects if not (e.unread or e.unread_deeds or e.choices) and len(e.targets) == 1]
    return whole[0] if len(effects) == len(whole) == 1 else None


def _judged(desk: Desk, card: Card, effect: Effect) -> MatterAnswer:
    """Whether the effect applies, once what it was aimed at lies somewhere else."""
    which = effect.targets[0]
    aimed_in = which.zones[0] if which.zones else "monster-zone"
    there = CardOnTable(
        called=_TARGET + "1",
        side="opponent" if which.side == "opponent" else "own",
        zone="banished" if aimed_in == "gy" else "gy",
        type=("monster", "effect") if aimed_in == "monster-zone" else (),
    )
    zone = effect.zones[0] if effect.zones else field_zone(card)
    own = CardOnTable(card=called(desk.book, card), zone=zone)
    link = Link(card=called(desk.book, card), by="own", effect=effect.number, targets=(there.called,))
    table = Table(self=own, cards=(there,), chain=(link,))
    return desk.matter(_GATE, card, effect, "", "", "own", table, strangers_among(desk, [card]))


def _part_asked(effect: Effect, here: list[Item], deeds: list[str]) -> Action | None:
    """The one part of the effect that the words of what is asked stand for."""
    acts = {act for i in here if i.phrase for act in i.phrase.does} | {*deeds}
    acts |= {"inflict"} if any(i.has("damage") for i in here) else set()
    acts |= {"allow-extra-attack"} if any(i.has("attack-asked") for i in here) else set()
    meant = [a for a in effect.does if a.act.startswith(tuple(acts))]
    return meant[0] if meant and len({_hangs(effect, a) for a in meant}) == 1 else None


def _hangs(effect: Effect, part: Action) -> bool:
    """Whether a part is done to what was aimed at, or comes only where that was done."""
    at = effect.does.index(part)
    first = next((n for n, act in enumerate(effect.does) if act.what == "target"), None)
    if part.what == "target":
        return True
    return first is not None and first < at and all(act.joined in _HANGS for act in effect.does[first + 1 : at + 1])


def _hangs_whole(effect: Effect) -> bool:
    """Whether nothing of the effect is done without what it was aimed at."""
    return bool(effect.does) and effect.does[0].what == "target" and all(_hangs(effect, act) for act in effect.does)
