"""What a person typed → a question: which card, effect, moment, turn and table. Never a silent guess."""

from collections.abc import Collection
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from knowledge.data.cases import CardOnTable, Link, Table
from knowledge.data.library import current_id
from knowledge.data.profile import Card, Effect, card_and_number, effects_numbered, number_of
from knowledge.data.records import as_record, nearest
from knowledge.data.yaml_files import Placed, Unreadable, read_yaml
from knowledge.desk import Answer, Desk
from knowledge.explanation.answer_records import EVERYTHING, CanAnswer, Included
from knowledge.explanation.can_answer import can_answer
from knowledge.explanation.other_answers import law_of
from knowledge.phrases import phrase
from knowledge.problems import BadInput, bad_input, refusal, sentence
from knowledge.questions.cast import Cast
from knowledge.questions.told.boards import board_in
from knowledge.questions.told.statements import on_the_field
from knowledge.rules.verdicts import domain
from knowledge.spelling import folded
from knowledge.table.in_force import InForce
from knowledge.table.situation import NOTHING_STATED
from service.answers.law import by_law
from service.lookup import card_by_name, checked_text, is_read

LONGEST_TABLE = 20_000
Named = TypeVar("Named", CardOnTable, Link)


def can_asked(desk: Desk, asked: dict[str, Any]) -> Answer:
    """Answer a question given as the contract's body of `can`."""
    known = ["card", "effect", "at", "turn", "respond_to", "given", "as_of", "include"]
    unknown = set(asked) - set(known)
    if unknown:
        key = sorted(unknown)[0]
        raise bad_input("field.unknown.here", field=key, value=key, accepted=known, known=", ".join(known))
    card = card_by_name(desk, checked_text(asked.get("card"), "card"))
    effect = effect_meant(card, asked.get("effect")) if is_read(desk, card) else None
    at = timing_named(desk, asked.get("at"))
    turn = turn_named(asked.get("turn"))
    named: list[Card] = [card]
    table = table_given(desk, asked.get("given"), asked.get("respond_to"), named)
    answer = desk.can(card, effect, at, turn, table, strangers_among(desk, named))
    if not is_read(desk, card):
        answer.why = phrase("card.unread", card={"zh": card.names.zh, "en": card.names.en or card.names.zh})
    return answer


def strangers_among(desk: Desk, named: list[Card]) -> tuple[Card, ...]:
    """Of the cards a question names, those the book does not hold."""
    each = {id(c): c for c in named}.values()  # one card is one record, which is long to compare
    return tuple(c for c in each if c.type and not desk.book.has_profile(c))


def applying(desk: Desk, card: Card) -> list[InForce]:
    """What a card does by lying on the field alone, as far as its text was read."""
    table = Table(cards=(on_the_field(card),))
    return desk.table(table, strangers=strangers_among(desk, [card])).acts_of(card)


def lying_beside(desk: Desk, cast: Cast, card: Card) -> tuple[tuple[CardOnTable, ...], set[int]]:
    """The cards that are told to lie beside one, without their names, and the words that tell them."""
    board = board_in(cast, card)
    if board.open or board.lacks or not board.cards:
        return (), set()
    return table_given(desk, {"cards": board.cards}, None, []).cards, board.used


def can_shown(desk: Desk, asked: dict[str, Any], include: Collection[Included] = EVERYTHING) -> CanAnswer:
    """The answer to the contract's body of `can` as data, by the law of its day, with the name it was asked by."""
    shown = by_law(desk, asked.get("as_of"), lambda by: can_told(by, can_asked(by, asked), include))
    shown["question"]["asked_as"] = str(asked.get("card", "")).strip()
    return shown


def can_told(desk: Desk, answer: Answer, include: Collection[Included] = EVERYTHING) -> CanAnswer:
    """An answer as data, with where another day's law differs."""
    return {**can_answer(desk, answer, include), "law": law_of(desk, answer)}


def effect_meant(card: Card, number: object) -> Effect | None:
    """The effect a person means: its printed number, `p1` for a pendulum effect."""
    if number is None or number == "":
        return None
    word = str(number).strip().lower()
    found = effects_numbered(card, word)
    if not found:
        raise no_such_effect(card, number, "effect")
    return found[0]


def timing_named(desk: Desk, name: object) -> str:
    """The timing a person means, by id or by a name in any language."""
    text = checked_text(name, "at")
    found = _timings_by_name(desk).get(folded(text))
    if found:
        return found
    listed = [*desk.book.windows, "main", "damage-step", "battle-phase"]
    near = nearest(text, list(listed))
    key = "timing.near" if near else "timing.unknown"
    raise bad_input(key, field="at", value=text, accepted=listed, listed=", ".join(listed), near=near)


@lru_cache(8)
def _timings_by_name(desk: Desk) -> dict[str, str]:
    """Every name of every timing that can be asked about, folded; of two timings of one name the first."""
    found: dict[str, str] = {}
    for timing in desk.book.library.timings.values():
        if desk.book.windows_of(timing.id):
            for name in (timing.id, timing.names.zh, timing.names.ja, timing.names.en, *timing.aliases):
                if name:
                    found.setdefault(folded(name), timing.id)
    return found


def turn_named(turn: object) -> str | None:
    """Whose turn: own, opponent, or not said."""
    if turn in (None, ""):
        return None
    if turn not in ("own", "opponent"):
        raise bad_input("turn.wrong", field="turn", value=turn, accepted=["own", "opponent"])
    return str(turn)


def table_given(desk: Desk, given: object, respond_to: object, named: list[Card]) -> Table:
    """The table as stated, with the activation answered as the last link; cards it names are added to `named`."""
    table = NOTHING_STATED
    if given not in (None, "", {}):
        placed = Placed(table_stated(given))
        record, faults = as_record(Table, placed, (), "given")
        if record is None:
            raise refusal(faults[0], "given", sentence("table.wrong"))
        table = record
        table = msgspec.structs.replace(
            table,
            cards=tuple(_called_by_the_book(desk, lying, named) for lying in table.cards),
            chain=tuple(_called_by_the_book(desk, link, named) for link in table.chain),
            applied=tuple(_called_by_the_book(desk, link, named) for link in table.applied),
            known={current_id(desk.book.library, "fact", fact): value for fact, value in table.known.items()},
        )
        check_words(desk, table)
    if respond_to in (None, ""):
        return table
    name, number = card_and_number(checked_text(respond_to, "respond_to"))
    answered = card_by_name(desk, name)
    named.append(answered)
    effect = effect_meant(answered, number or None) if is_read(desk, answered) else None
    link = Link(card=name_in_book(desk, answered), effect=number_of(effect) if effect else None)
    return msgspec.structs.replace(table, chain=(*table.chain, link))


def table_stated(given: object) -> Any:
    """A table as data, also where it was typed as YAML or JSON."""
    if not isinstance(given, str) or not given:
        return given or {}
    try:
        return read_yaml(given[:LONGEST_TABLE]).value or {}
    except Unreadable as wrong:
        raise bad_input(
            "table.unreadable", field="given", value=given[:80], found=wrong.found, expected=wrong.expected
        ) from None


def name_in_book(desk: Desk, card: Card) -> str:
    """The name under which the engine finds this very card again."""
    return card.names.zh if desk.book.cards_named(card.names.zh) in ([card], []) else card.id


def _called_by_the_book(desk: Desk, lying: Named, named: list[Card]) -> Named:
    """A card on the table or in the chain, by the name the engine knows, whatever the person called it."""
    if not lying.card:
        return lying
    card = card_by_name(desk, lying.card)
    named.append(card)
    name = name_in_book(desk, card)
    if isinstance(lying, Link) or name == lying.card:
        return msgspec.structs.replace(lying, card=name)
    return msgspec.structs.replace(lying, card=name, called=lying.called or lying.card)  # the battle may name it so


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
