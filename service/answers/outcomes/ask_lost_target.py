"""`as X resolves its target is gone: does it still …`: what cannot be done any more, and what hangs on that.

Only a refusal is told so: that the rest is carried out may turn on more than what became of the target.
"""

import re

from knowledge.data.cases import CardOnTable, Link, Table
from knowledge.data.profile import Action, Card, Effect
from knowledge.desk import Desk, MatterAnswer
from knowledge.explanation.answer_records import AskAnswer
from knowledge.explanation.can_answer import card_identity
from knowledge.explanation.other_answers import matter_reply
from knowledge.phrases import effect_named
from knowledge.questions.asked import Asked, Used
from knowledge.questions.cast import Item
from knowledge.questions.outcomes.asked_outcomes import outcome_words
from knowledge.questions.said_back import names_of, sentence
from knowledge.questions.told.statements import called, field_zone
from service.answers.ask_card import strangers_among
from service.answers.ask_frame import frame, lexicon_for

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
