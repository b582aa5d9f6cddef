"""Scenarios: the cards a person names are found, then the door plays them."""

from contextlib import suppress

import msgspec

from knowledge.data.profile import Card
from knowledge.desk import Desk
from knowledge.explanation.answer_records import ScenarioAnswer
from knowledge.explanation.scenario_answer import scenario_answer
from knowledge.play import Scenario
from knowledge.play.scenario import Lying
from knowledge.problems import BadInput
from service.lookup import card_by_name


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
