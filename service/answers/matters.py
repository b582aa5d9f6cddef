"""Any other question the rules decide, scenarios and ATK/DEF, as a person or program asks them → the answer."""

from contextlib import suppress
from typing import Any

import msgspec

from knowledge.data.cases import Table
from knowledge.data.library import current_id
from knowledge.data.profile import Card, Effect, card_and_number
from knowledge.desk import Desk, MatterAnswer
from knowledge.explanation.answer_records import MatterReply, ScenarioAnswer, StatsAnswer
from knowledge.explanation.other_answers import differing, matter_reply, scenario_answer, stats_answer
from knowledge.phrases import phrase
from knowledge.play import Scenario
from knowledge.play.scenario import Lying
from knowledge.problems import BadInput, bad_input
from knowledge.stats import Request
from service.answers.ask_card import (
    effect_meant,
    strangers_among,
    table_given,
    timing_named,
    turn_named,
)
from service.answers.law import by_law
from service.lookup import card_by_name, checked_text, is_read

FIELDS = ("matter", "of", "effect", "about", "at", "turn", "given", "as_of")
NAMELESS = ("self", "monster", "token", "card")  # the card the table calls `self`, where no name matters
ALIASES = {"name": "matter", "card": "of"}


def matter_shown(desk: Desk, asked: dict[str, Any]) -> MatterReply:
    """The answer as it is sent and shown, by the law of its day."""
    return by_law(desk, asked.get("as_of"), lambda by: _told(by, matter_asked(by, asked)))


def _told(desk: Desk, answer: MatterAnswer) -> MatterReply:
    shown = matter_reply(desk, answer)
    differs = differing(
        desk,
        answer.verdict,
        lambda other: answer.by(other).verdict,
        shown["outcomes"],
        lambda other: {rule for w in answer.by(other).windows for rule in w.judgement.rules_that_decided()},
    )
    shown["law"] = {"differs": differs}
    lying = [c.card for c in answer.table.cards] + [c.card for c in answer.table.chain]
    named = [*([answer.card.names.zh] if answer.card else []), *filter(None, lying)]
    read = {name for card in answer.strangers if card.type for name in (card.id, card.names.zh)}
    unread = [n for n in dict.fromkeys(named) if n not in read and desk.book.card_named(n) is None]
    if unread and shown["verdict"] not in ("depends", "unknown", "undetermined"):
        shown["verdict"], shown["why"] = "unknown", phrase("card.unread", card="」「".join(unread))
    return shown


def matter_asked(desk: Desk, asked: dict[str, Any]) -> MatterAnswer:
    """Answer a question given as a body of `matter`: which one, of what, on which table."""
    body = {ALIASES.get(key, key): value for key, value in asked.items() if value not in (None, "")}
    if unknown := sorted(set(body) - set(FIELDS)):
        key, known = unknown[0], ", ".join(FIELDS)
        raise bad_input("field.unknown.here", field=key, value=key, accepted=FIELDS, known=known)
    gate = desk.gate_named(current_id(desk.book.library, "gate", checked_text(body.get("matter"), "matter")))
    named: list[Card] = []
    table = table_given(desk, body.get("given"), None, named)
    card, effect, about = _of(desk, body, table, gate.about)
    if card is not None:
        named.append(card)
    at = timing_named(desk, body["at"]) if "at" in body else ""
    turn = turn_named(body.get("turn"))
    return desk.matter(gate.gate, card, effect, about, at, turn, table, strangers_among(desk, named))


def _of(
    desk: Desk, body: dict[str, Any], table: Table, words: tuple[str, ...]
) -> tuple[Card | None, Effect | None, str]:
    """What a matter is asked of: a card, one of its effects, a card of the table by its handle, or a word."""
    about = checked_text(body["about"], "about") if "about" in body else ""
    if "of" not in body:
        return None, None, about
    of = checked_text(body["of"], "of")
    if not about and (of in (*words, *NAMELESS) or any(of == c.called for c in table.cards if c.called != c.card)):
        return None, None, of
    name, number = card_and_number(of)
    card = card_by_name(desk, name)
    effect = number or body.get("effect") or None
    return card, effect_meant(card, effect) if is_read(desk, card) else None, about


def scenario_shown(desk: Desk, scenario: Scenario) -> ScenarioAnswer:
    """A scenario played, whatever its cards are called."""
    return scenario_answer(desk, *with_cards_found(desk, scenario))


def with_cards_found(desk: Desk, scenario: Scenario) -> tuple[Scenario, tuple[Card, ...]]:
    """The scenario with nicknames spelt out, and the imported cards it names."""
    found: dict[str, Card] = {}
    for name in {lying.card for lying in scenario.cards if lying.card and not desk.book.cards_named(lying.card)}:
        with suppress(BadInput):  # the player refuses what nobody knows, with the place where it stands
            found[name] = card_by_name(desk, name)
    if not found:
        return scenario, ()
    cards = tuple(_spelt_out(lying, found.get(lying.card)) for lying in scenario.cards)
    read = tuple(c for c in dict.fromkeys(found.values()) if c.id not in desk.book.library.cards)
    return msgspec.structs.replace(scenario, cards=cards), read


def _spelt_out(lying: Lying, card: Card | None) -> Lying:
    if card is None:
        return lying
    return msgspec.structs.replace(lying, card=card.names.zh or card.id, called=lying.called or lying.card)


def stats_shown(desk: Desk, request: Request) -> StatsAnswer:
    """The values after every step, with reasons, and where the law of another day gives other values."""
    return stats_answer(desk, request, lambda name: card_by_name(desk, name))
