"""One record of the table: whatever is visible of a card can be told at every door, and is named in one place.

The attributes are walked off the record itself, so that a new one is tried here without anybody's doing.
"""

from typing import Any, get_args, get_origin

import msgspec
import pytest
from werkzeug.datastructures import MultiDict

from knowledge.data.cases import CardOnTable, Table
from knowledge.data.records import as_record
from knowledge.data.yaml_files import Placed
from knowledge.play.scenario import Lying, read_scenario
from knowledge.stats.request import RECKONED
from service.web.form import given_by, spread, tidy

ATTRIBUTES = {field.encode_name: field.type for field in msgspec.structs.fields(CardOnTable)}
WORDS = {"card": "青眼白龙", "called": "dragon", "zone": "monster-zone"}


def a_value_of(name: str, kind: Any) -> Any:
    """Something an attribute may be, by its type alone."""
    if name in WORDS:
        return WORDS[name]
    if kind in (int, str, bool):
        return {int: 4, str: "青眼白龙", bool: True}[kind]
    if get_origin(kind) is tuple:
        return ["青眼白龙"]
    if get_origin(kind) is dict:
        return {"magic-counter": a_value_of("", get_args(kind)[1])}
    inner = [part for part in get_args(kind) if part is not type(None)]
    return inner[0] if isinstance(inner[0], str) else a_value_of("", inner[0])


@pytest.fixture(params=ATTRIBUTES)
def told(request: pytest.FixtureRequest) -> tuple[str, Any]:
    return request.param, a_value_of(request.param, ATTRIBUTES[request.param])


def test_a_card_of_a_case_has_it(told: tuple[str, Any]) -> None:
    record, faults = as_record(Table, Placed({"self": dict([told]), "cards": [dict([told])]}), (), "given")
    assert faults == []
    assert record is not None


def test_a_body_of_the_api_may_tell_it(client, told: tuple[str, Any]) -> None:
    for door, body in (("can", {"card": "灰流丽", "at": "main1"}), ("matter", {"matter": "replay"})):
        reply = client.post(f"/api/v1/{door}", json={**body, "given": {"self": dict([told])}})
        assert reply.status_code == 200, reply.text


def test_a_scenario_may_tell_it(told: tuple[str, Any]) -> None:
    name, value = told
    scenario = read_scenario({"cards": [{"card": "青眼白龙", "zone": "monster-zone", name: value}], "steps": []})
    [lying] = scenario.cards
    seen = getattr(lying, name)
    assert (list(seen) if isinstance(seen, tuple) else seen) == value
    assert isinstance(scenario.cards[0], Lying)


def test_the_form_may_tell_it_and_hands_it_on(desk, told: tuple[str, Any]) -> None:
    name, value = told
    args = spread({"card": "灰流丽", "at": "main1", "given": {"self": {name: value}}})
    assert given_by(desk, args) == {"self": {name: value}}
    assert given_by(desk, MultiDict(tidy(args))) == {"self": {name: value}}


def test_the_calculator_takes_it_or_says_that_it_does_not(client, told: tuple[str, Any]) -> None:
    name, value = told
    reply = client.post("/api/v1/stats", json={"card": {"card": "青眼白龙", name: value}, "steps": []})
    if name in RECKONED:
        assert reply.status_code == 200, reply.text
    else:
        assert reply.status_code == 400
        assert reply.get_json()["field"] == f"card.{name}"


def test_an_attribute_nobody_knows_is_refused_with_the_nearest(desk) -> None:
    with pytest.raises(Exception, match=r"self\.countres|counters"):
        given_by(desk, MultiDict({"self.countres": "1"}))


def test_a_monster_told_as_a_card_has_the_values_of_one_told_by_name(client) -> None:
    steps = [{"do": "gain", "stat": "atk", "value": 500, "by": "X", "kind": "continuous"}]
    by_name = client.post("/api/v1/stats", json={"monster": {"name": "青眼白龙"}, "steps": steps}).get_json()
    as_card = client.post(
        "/api/v1/stats", json={"card": {"card": "青眼白龙", "zone": "monster-zone"}, "steps": steps}
    ).get_json()
    assert as_card["values"] == by_name["values"]
