"""Sources people can follow: pages of documents, what changed, a feed, links in answers."""

import xml.etree.ElementTree as ElementTree

import pytest

ATOM = "{http://www.w3.org/2005/Atom}"


def test_a_document_lists_its_sections_with_what_was_taken_from_them(client):
    html = client.get("/documents/ocg-rule/c03/战斗阶段流程?lang=en").get_data(as_text=True)
    assert "Edition: August 2026" in html
    assert "https://ocg-rule.readthedocs.io/zh_CN/latest/c03/" in html
    assert "/rules/damage-step-admits-spells-that-negate-an-activation" in html


@pytest.mark.parametrize("name", ["battle-phase", "official-database", "ocg-rule/c02/连锁基础"])
def test_every_kind_of_source_has_its_page(client, name):
    assert client.get(f"/documents/{name}").status_code == 200


def test_an_unknown_document_is_refused(client):
    assert client.get("/documents/ocg-rule/c09/none").status_code == 404


def test_what_changed_is_listed_newest_first_with_what_it_replaced(client, desk):
    html = client.get("/changes?lang=en").get_data(as_text=True)
    assert "my-body-as-a-shield-in-damage-step" in html
    days = [change.day for change in desk.laws.changes() if change.day]
    assert days == sorted(days, reverse=True)


def test_the_feed_is_well_formed_and_names_every_change_once(client, desk):
    reply = client.get("/changes.atom")
    assert reply.mimetype == "application/atom+xml"
    feed = ElementTree.fromstring(reply.get_data())
    ids = [entry.findtext(f"{ATOM}id") for entry in feed.findall(f"{ATOM}entry")]
    assert len(ids) == len(set(ids)) == len(desk.laws.changes())


def test_the_answer_of_another_day_shows_both_laws(client):
    html = client.get("/ask?card=我身作盾&at=damage.before&as_of=2019-02&lang=en").get_data(as_text=True)
    assert "the change had come already" in html
    assert 'value="2019-02"' in html


def test_an_address_without_a_day_is_not_kept_for_ever(client, desk):
    client.get("/api/v1/search?q=dragon")  # the indexes are there
    version = client.get("/readyz").get_json()["version"]
    asked = f"/api/v1/can?card=灰流丽&at=main1&v={version}"
    assert "immutable" not in client.get(asked).headers["Cache-Control"]
    assert "immutable" in client.get(f"{asked}&as_of=2024-01-01").headers["Cache-Control"]
