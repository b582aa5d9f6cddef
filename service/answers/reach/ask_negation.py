"""`can X negate Y`, `may X negate that summon`: what a card may be chained to it need not stop."""

from itertools import pairwise

from knowledge.data.folder import rulings_folder
from knowledge.data.profile import OFF_FIELD, Card
from knowledge.desk import Desk
from knowledge.explanation.answer_records import AskAnswer
from knowledge.explanation.can_answer import card_identity
from knowledge.questions.asked import Asked
from knowledge.questions.outcomes.asked_outcomes import can_hinder, outcome_words_of
from knowledge.questions.roles import Item, does_one
from knowledge.questions.said_back import names_of, sentence
from service.answers.ask_card import applying
from service.answers.ask_frame import frame, lexicon_for, reason_by_rule
from service.answers.outcomes.ask_chain import stopped_by

_MONSTERS = "monster-effect"
_NEGATED = ("effect-negated", "effects-are-not-negated-of-themselves")
_ABOUT_TO = ("response", "response-is-direct")
_SUMMONED = ("response", "no-summon-is-about-to-happen")


def negation_asked(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where a card is asked to negate something that its text does not negate; nothing where it does."""
    card = asked.card
    if asked.kind not in ("can", "answerable") or card is None or asked.cast is None or not _wholly_read(card):
        return None
    here = [item.token for item in asked.cast.in_part(asked.cast.asked_part()) if item.token]
    asks = asked.text[asked.places[here[0].start] :] if here else ""
    of = outcome_words_of(rulings_folder()).negation_asked(asks)
    if of == "summon":
        return _of_a_summon(desk, asked, card, outcome_words_of(rulings_folder()).summon_way(asks))
    if of and asked.answered is None and (place := _told_place(asked, card)) and _reaches_elsewhere(card, place):
        asked.not_placed, asked.open_words = [], []
        return _said(desk, asked, _NEGATED, "no", "taking.kind.no", card)
    if asked.kind != "can" or not of or asked.answered is None or asked.answered[0] is card:
        return None
    if does_one(card, ("negate",)):
        return None
    first = asked.answered[0]
    stopped = stopped_by(desk, first, card) if can_hinder(card) else None if applying(desk, card) else "no"
    return _said(desk, asked, _NEGATED, stopped, f"outcome.stops.{stopped}", first) if stopped else None


def _told_place(asked: Asked, card: Card) -> str:
    """`a monster in the hand`, 手卡的怪兽: where the monster lies that is to be negated; empty where it is not told."""
    assert asked.cast is not None
    items = [i for i in asked.cast.in_part(asked.cast.asked_part()) if i.is_name or _tells(i)]
    from_where = {zone for effect in card.effects for zone in effect.zones}
    for item in items:
        told = (item.phrase.place or item.phrase.zone) if item.phrase else ""
        if told in OFF_FIELD and told not in from_where:
            return told  # the card itself is used from elsewhere
    for one, other in pairwise(items):
        of_monster = [i for i in (one, other) if i.phrase and (i.phrase.activation == _MONSTERS or i.phrase.thing)]
        places = [i.phrase.place or i.phrase.zone for i in (one, other) if i.phrase and i not in of_monster]
        if of_monster and places and places[0] in OFF_FIELD:
            return places[0]
    return ""


def _tells(item: Item) -> bool:
    phrase = item.phrase
    return phrase is not None and bool(
        not phrase.light or phrase.thing or phrase.activation or phrase.place or phrase.zone
    )


def _reaches_elsewhere(card: Card, place: str) -> bool:
    """Whether everything a card negates by choosing it lies elsewhere."""
    negating = [e for e in card.effects if any(a.act.startswith("negate-effect") for a in e.does)]
    aims = [which.zones for e in negating for which in e.targets]
    return (
        bool(aims)
        and all(e.targets and e.responds_to is None for e in negating)
        and all(zones and place not in zones for zones in aims)
    )


def _of_a_summon(desk: Desk, asked: Asked, card: Card, way: str) -> AskAnswer | None:
    """Only texts that negate summons do so, and never a summon that an effect makes as it resolves."""
    if not does_one(card, ("negate-summon",)):
        return _said(desk, asked, _NEGATED, "no", "negates.no-summon", card)
    if asked.answered is not None and _summons(desk, asked.answered[0]):
        return _said(desk, asked, _SUMMONED, "no", "negates.no-summon-by-effect", asked.answered[0])
    if way == "by-effect" and asked.answered is None:
        return _said(desk, asked, _SUMMONED, "depends", "negates.summon-by-effect", card)
    if asked.kind == "can" or not way:
        return None
    waits = [e.responds_to for e in card.effects if e.responds_to and "summon" in e.responds_to.to]
    meant = [w for w in waits if not (w.of and w.of.summoned) or way in w.of.summoned]
    if not meant:
        return _said(desk, asked, _NEGATED, "no", "negates.no-such-summon", card)
    bound = all(w.targeting or (w.of and (w.of.level or w.of.atk or w.of.group or w.of.race)) for w in meant)
    verdict = "depends" if bound else "yes"
    return _said(desk, asked, _ABOUT_TO, verdict, f"negates.summon.{verdict}", card)


def _said(desk: Desk, asked: Asked, by: tuple[str, str], verdict: str, key: str, of: Card) -> AskAnswer:
    assert asked.card is not None
    said = sentence(lexicon_for(desk), key, other=names_of(asked.card), card=names_of(of))
    answer = frame(desk, asked, verdict, said)
    answer["because"] = [reason_by_rule(desk, *by, verdict)]
    asked_as = sentence(lexicon_for(desk), "negates.asked", card=names_of(asked.card))
    answer["question"] |= {"kind": "outcome", "card": card_identity(asked.card), "understood": asked_as}
    return answer


def _summons(desk: Desk, card: Card) -> bool:
    known = desk.book.library.acts
    acts = [known.get(a.act) for e in card.effects for a in e.does]
    return any(act and "special-summon" in (act.id, act.is_) for act in acts)


def _wholly_read(card: Card) -> bool:
    return bool(card.effects) and not any(e.unread or e.unread_deeds for e in card.effects)
