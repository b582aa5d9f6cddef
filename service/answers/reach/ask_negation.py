"""`can X negate Y`, `may X negate that summon`: what a card may be chained to it need not stop."""

from knowledge.data.folder import rulings_folder
from knowledge.data.profile import Card
from knowledge.desk import Desk
from knowledge.explanation.answer_records import AskAnswer
from knowledge.explanation.can_answer import card_identity
from knowledge.questions.asked import Asked
from knowledge.questions.outcomes.asked_outcomes import can_hinder, outcome_words_of
from knowledge.questions.said_back import names_of, sentence
from service.answers.ask_card import applying
from service.answers.ask_frame import frame, lexicon_for, reason_by_rule
from service.answers.outcomes.ask_chain import stopped_by

_NEGATED = ("effect-negated", "effects-are-not-negated-of-themselves")
_SUMMONED = ("response", "no-summon-is-about-to-happen")


def negation_asked(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where a card is asked to negate something that its text does not negate; nothing where it does."""
    card = asked.card
    if asked.kind != "can" or card is None or asked.cast is None or not _wholly_read(card):
        return None
    here = [item.token for item in asked.cast.in_part(asked.cast.asked_part()) if item.token]
    asks = asked.text[asked.places[here[0].start] :] if here else ""
    of = outcome_words_of(rulings_folder()).negation_asked(asks)
    if of == "summon":
        return _of_a_summon(desk, asked, card)
    if not of or _negates(card, "negate") or asked.answered is None or asked.answered[0] is card:
        return None
    first = asked.answered[0]
    stopped = stopped_by(desk, first, card) if can_hinder(card) else None if applying(desk, card) else "no"
    return _said(desk, asked, _NEGATED, stopped, f"outcome.stops.{stopped}", first) if stopped else None


def _of_a_summon(desk: Desk, asked: Asked, card: Card) -> AskAnswer | None:
    """Only texts that negate summons do so, and never a summon that an effect makes as it resolves."""
    if not _negates(card, "negate-summon"):
        return _said(desk, asked, _NEGATED, "no", "negates.no-summon", card)
    if asked.answered is not None and _summons(desk, asked.answered[0]):
        return _said(desk, asked, _SUMMONED, "no", "negates.no-summon-by-effect", asked.answered[0])
    return None


def _said(desk: Desk, asked: Asked, by: tuple[str, str], verdict: str, key: str, of: Card) -> AskAnswer:
    assert asked.card is not None
    said = sentence(lexicon_for(desk), key, other=names_of(asked.card), card=names_of(of))
    answer = frame(desk, asked, verdict, said)
    answer["because"] = [reason_by_rule(desk, *by, verdict)]
    answer["question"] |= {"kind": "outcome", "card": card_identity(asked.card)}
    return answer


def _negates(card: Card, act: str) -> bool:
    return any(a.act.startswith(act) for e in card.effects for a in (*e.does, *(b for c in e.choices for b in c.does)))


def _summons(desk: Desk, card: Card) -> bool:
    known = desk.book.library.acts
    acts = [known.get(a.act) for e in card.effects for a in e.does]
    return any(act and "special-summon" in (act.id, act.is_) for act in acts)


def _wholly_read(card: Card) -> bool:
    return bool(card.effects) and not any(e.unread or e.unread_deeds for e in card.effects)
