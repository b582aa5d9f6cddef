"""The words of a stated table: events, facts and effect numbers that exist, or a refusal that names the nearest."""

from knowledge.data.cases import Link, Table
from knowledge.data.faults import nearest
from knowledge.data.profile import Card, effects_numbered, number_of
from knowledge.desk import Desk
from knowledge.problems import BadInput, bad_input
from knowledge.rules.verdicts import domain


def check_words(desk: Desk, table: Table) -> None:
    """Refuse a table that names an event, a fact, an answer or an effect that does not exist."""
    for part in ("happened", "earlier"):
        for happening in getattr(table, part):
            _known_word("event", happening.event, list(desk.book.library.events), f"given.{part}")
    for part in ("chain", "applied"):
        for link in getattr(table, part):
            _known_effect(desk, link, f"given.{part}")
    for fact, value in table.known.items():
        _known_word("fact", fact, list(desk.book.library.facts), "given.known")
        _known_answer(desk, fact, value)


def _known_word(what: str, word: str, known: list[str], field: str) -> None:
    if word not in known:
        near = nearest(word, known)
        key = f"unknown-{what}.near" if near else f"unknown-{what}"
        raise bad_input(key, field=field, value=word, accepted=[near] if near else [], near=near)


def _known_effect(desk: Desk, link: Link, field: str) -> None:
    card = desk.book.card_named(link.gained_from or link.card)  # a gained effect is numbered where it was given
    if card is not None and link.effect is not None and not effects_numbered(card, link.effect):
        raise no_such_effect(card, link.effect, field)


def no_such_effect(card: Card, number: object, field: str) -> BadInput:
    """The refusal of an effect number the card does not have; it lists those it has."""
    have = [number_of(e) for e in card.effects]
    listed = ", ".join(have) or "-"
    return bad_input(
        "no-such-effect",
        field=field,
        value=number,
        accepted=have,
        name={"zh": card.names.zh, "en": card.names.en or card.names.zh},
        listed=listed,
    )


def _known_answer(desk: Desk, fact: str, value: object) -> None:
    answers = domain(desk.book, fact)
    if answers and value not in answers:
        listed = ", ".join(str(a) for a in answers)
        raise bad_input(
            "fact.wrong-answer", field="given.known", value=value, accepted=answers, fact=fact, listed=listed
        )
