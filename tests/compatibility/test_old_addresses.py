"""Addresses, bodies and scenarios that named what has since been renamed still lead to it."""

import json

import pytest

from knowledge.data.library import current_id

OLD_ADDRESSES = {
    "/rules/destroys-itself-is-not-a-rule": None,
    "/rules/a-fitting-card-may-pay": "/rules/what-the-text-asks-for-may-be-used",
    "/rules/both-passing-before-leads-to-calculation?lang=en": "/rules/the-turn-goes-on-in-its-order?lang=en",
    "/api/v1/rules/declaration-is-left": "/api/v1/rules/first-attack-is-free",
    "/rulings/one-attack-each-battle-phase": "/rulings/one-attack-in-a-battle-phase",
    "/rulings/declaring-an-attack": "/rulings/attack-declaration-in-its-order",
    "/api/v1/rulings/battle-phase-entry": "/api/v1/rulings/main-phase-1-ends-in-a-choice",
    "/browse/gate/destroys-itself": "/browse/gate/self-destruction",
    "/browse/gate/may-pay-with": "/browse/gate/may-be-used",
    "/matter?matter=step-follows": "/matter?matter=what-follows",
    "/glossary/battle-and-effect-damage": "/glossary/battle-damage",
    "/graph?node=rule:destroys-itself-too": None,
    "/graph?node=fact:last-link-admits-no-answer": "/graph?node=fact:link-bars-answers",
    "/graph?node=gate:attack-again": "/graph?node=gate:may-declare-attack",
}


@pytest.mark.parametrize("old", OLD_ADDRESSES)
def test_an_old_address_leads_to_the_new_one(client, old: str) -> None:
    reply, now = client.get(old), OLD_ADDRESSES[old]
    if now is None:
        assert reply.status_code == 404
        return
    assert (reply.status_code, reply.headers["Location"].replace("%3A", ":")) == (308, now)
    assert client.get(now).status_code == 200


def test_a_permalink_that_states_a_renamed_fact_answers_as_with_its_new_name(client) -> None:
    asked = {"card": "灰流丽", "at": "main1", "turn": "opponent", "respond_to": "增援", "lang": "en"}
    old = client.get("/ask", query_string={**asked, "f.last-link-admits-no-answer": "yes"})
    new = client.get("/ask", query_string={**asked, "f.link-bars-answers": "yes"})
    assert (old.status_code, new.status_code) == (200, 200)
    assert "cannot be activated" in old.text
    assert old.text.count("cannot be activated") == new.text.count("cannot be activated")


def test_a_body_that_states_a_renamed_fact_or_matter_is_accepted(client) -> None:
    body = {"card": "灰流丽", "at": "main1", "turn": "opponent", "respond_to": "增援"}
    old = client.post("/api/v1/can", json={**body, "given": {"known": {"last-link-admits-no-answer": "yes"}}})
    assert (old.status_code, old.json["verdict"]) == (200, "no")
    listed = client.get("/api/v1/matters").json["results"]
    example = next(m["example"] for m in listed if m["matter"] == "may-be-used")
    replies = [client.post("/api/v1/matter", json={**example, "matter": m}) for m in ("may-pay-with", "may-be-used")]
    assert json.dumps(replies[0].json) == json.dumps(replies[1].json)


def test_every_old_id_of_the_list_leads_to_one_that_is_in_use(desk) -> None:
    library = desk.book.library
    assert library.moved
    for was, moved in library.moved.items():
        kind, _, name = was.partition(":")
        assert current_id(library, kind, current_id(library, kind, name)) == moved.now.partition(":")[2]
