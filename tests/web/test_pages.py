"""The pages and the API through the application's own client."""

import random
import re
from html import unescape
from urllib.parse import unquote

import pytest
from kinds_of_pages import PAGES
from markupsafe import escape
from soak import FIELDS, PATHS, TAKEN

from service.presentation.page_words import questions_to_try


def page(client, address, status=200):
    reply = client.get(address)
    assert reply.status_code == status, reply.text[:300]
    return reply.text


def test_home_offers_three_ways_in(client):
    html = page(client, "/?lang=zh")
    for door in ('action="/ask"', 'action="/cards"', 'href="/rulings"'):
        assert door in html


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_every_question_the_home_page_offers_is_answered(client, lang):
    offered = page(client, f"/?lang={lang}")
    for question in questions_to_try():
        assert escape(question[lang]) in offered
        answer = client.post("/api/v1/ask", json={"question": question[lang]}).get_json()
        assert answer["question"]["kind"] not in ("incomplete", "out-of-scope"), question[lang]
        assert answer["verdict"] == question["verdict"], question[lang]


def test_the_answer_page_gives_the_verdict_first_and_its_source(client):
    html = page(client, "/ask?card=灰流丽&at=damage-step&lang=zh")
    assert html.index("不可以。「灰流丽」不能在伤害步骤发动。") < html.index('<a href="/documents/damage-step#')
    assert "faq_search.action?ope=4&amp;cid=12950" in html
    assert "2017-01-07" in html


@pytest.mark.parametrize(
    ("card", "rule"),
    [
        ("禁忌的圣杯", "damage-step-admits-atk-def-changes"),
        ("屋敷童", "damage-step-admits-negating-an-activation"),
        ("灰流丽", "damage-step-is-closed"),
    ],
)
def test_the_reason_told_first_is_the_one_that_decides(client, desk, card, rule):
    first = client.post("/api/v1/can", json={"card": card, "at": "damage-step"}).get_json()["because"][0]
    assert first["rule"] == rule
    says = first["says"]["zh"]
    assert card in says
    assert desk.book.rules[rule].says.zh in [fact["zh"] for fact in first["facts"]]
    assert f'class="because">因为：{says}' in page(client, f"/ask?card={card}&at=damage-step&lang=zh")
    brief = client.post(
        "/api/v1/can",
        json={"card": card, "at": "damage-step"},
        headers={"Accept": "text/plain", "Accept-Language": "zh"},
    )
    assert brief.text.splitlines()[1] == says


def test_a_timeline_whose_windows_agree_is_one_line(client):
    html = page(client, "/ask?card=涅槃之超魔导剑士&at=main1&lang=zh")
    timelines = html[html.index('id="timeline"') : html.index('id="precedents"')]
    assert re.findall(r"<details( open)?><summary>(\S+)", timelines) == [
        ("", "P②"),
        ("", "①"),  # it decides, but all its windows agree: one line says so
        ("", "②"),
        ("", "③"),
    ]


def test_every_window_of_the_timeline_leads_to_its_own_answer(client):
    html = page(client, "/ask?card=禁忌的圣杯&at=damage-step&lang=en")
    for window in ("damage.start", "damage.calculation", "main2"):
        assert f"at={window}" in html
    assert "Yes. Forbidden Chalice" in html


def test_the_form_posts_to_an_address_that_holds_the_whole_question(client):
    reply = client.post("/ask", data={"card": "欧尼斯特", "at": "damage.before", "turn": "opponent"})
    assert reply.status_code == 303
    assert "at=damage.before" in reply.location
    assert "turn=opponent" in reply.location


def test_a_missing_fact_is_asked_for_as_buttons(client):
    html = page(client, "/ask?card=Snyffus&effect=2&at=damage.end&lang=en&f.faq-admits-damage-step=yes")
    assert "Yes." in html or "No." in html


def test_an_unknown_card_gets_near_names_that_lead_on(client):
    html = page(client, "/ask?card=灰流里&at=damage-step&lang=zh", 404)
    assert "card=cid:12950" in html


@pytest.mark.parametrize("wrong", ["at=someday", "at=main&effect=9", "at=main&given={", "at=main&zone=moon"])
def test_what_is_wrong_stands_above_the_form_as_it_was_filled(client, wrong):
    html = page(client, f"/ask?card=欧尼斯特&{wrong}&lang=zh", 400)
    assert 'role="alert"' in html
    assert html.index('role="alert"') < html.index('id="card"')
    assert 'value="欧尼斯特"' in html


def test_language_follows_the_browser_and_is_remembered(client):
    assert "Ruling Desk" in client.get("/", headers={"Accept-Language": "en-US,en"}).text
    assert "裁定台" in client.get("/", headers={"Accept-Language": "zh-TW"}).text
    client.get("/?lang=en")
    assert "Ruling Desk" in client.get("/", headers={"Accept-Language": "zh"}).text


@pytest.mark.parametrize(
    "address", ["/cards", "/cards?q=龙", "/cards/honest", "/rulings", "/rules/damage-step-is-closed", "/cards?q=zzzz"]
)
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_pages_open(client, address, lang):
    assert "<h1" in page(client, address + ("&" if "?" in address else "?") + f"lang={lang}")


@pytest.mark.slow
def test_every_ruling_and_rule_has_a_page(client, desk):
    for ruling in list(desk.book.library.rulings)[::7]:
        assert ruling in page(client, f"/api/v1/rulings/{ruling}")
        page(client, f"/rulings/{ruling}")
    for rule in desk.book.rules:
        page(client, f"/rules/{rule}")


def test_every_card_has_a_page(client, desk):
    for card in list(desk.book.library.cards.values())[::11]:
        assert card.names.zh in page(client, f"/cards/{card.id}?lang=zh").replace("&amp;", "&").replace("&#39;", "'")


def test_can_over_http_is_the_answer_of_the_contract(client):
    answer = client.post("/api/v1/can", json={"card": "灰流丽", "at": "damage-step"}).get_json()
    assert (answer["verdict"], answer["basis"]) == ("no", "rule+ruling")
    assert set(answer["windows"]) == {
        "damage.start",
        "damage.before",
        "damage.calculation",
        "damage.after",
        "damage.end",
    }


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        ({"card": "没有的卡", "at": "main"}, 404, "no card"),
        ({"card": "灰流丽", "at": "someday"}, 400, "accepted"),
        ({"card": "灰流丽", "at": "main", "when": 1}, 400, "when"),
        ({"at": "main"}, 400, "card"),
        ({"card": "灰" * 600, "at": "main"}, 400, "500"),
        ({"card": ["灰流丽"], "at": "main"}, 400, "card"),
        ({"card": "灰流丽", "at": "main", "given": {"lp": "many"}}, 400, "lp"),
        ({"card": "灰流丽", "at": "main", "effect": {"n": 1}}, 400, "effect"),
        ([1, 2], 400, "object"),
    ],
)
def test_bad_bodies_get_a_problem_document(client, body, status, said):
    reply = client.post("/api/v1/can", json=body)
    assert reply.status_code == status
    assert reply.mimetype == "application/problem+json"
    assert said in reply.get_json()["detail"]


def test_other_refusals_are_problem_documents_too(client):
    assert client.get("/api/v1/batch").status_code == 405
    assert client.post("/api/v1/can", data="x").status_code == 415
    assert client.post("/api/v1/can", data="{" + " " * 70000, content_type="application/json").status_code == 413
    assert client.get("/api/v1/nothing").mimetype == "application/problem+json"
    assert client.get("/api/v1/search?q=龙&limit=0").status_code == 400


def test_html_in_input_is_escaped(client):
    html = page(client, "/ask?card=<script>alert(1)</script>&at=main", 404)
    assert "<script>alert" not in html


def test_health_tells_the_data_version(client):
    health = client.get("/healthz").get_json()
    assert health["status"] == "ok"
    assert health["cards"] > 400


def test_pages_are_sent_with_strict_headers(client):
    headers = client.get("/").headers
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.slow
def test_every_link_leads_somewhere(client, app):
    """At most two links to each kind of page from each kind of page."""
    tried, followed = set(), {}
    for name, path in PAGES.items():
        for href in re.findall(r'(?:href|src)="(/[^"]*)"', client.get(path).text):
            address = unescape(href).partition("#")[0]
            if address in tried or "lang=" in address:  # the switch of languages leads to the page itself
                continue
            kind = (name, app.url_map.bind("localhost").match(unquote(address.partition("?")[0]))[0])
            followed[kind] = followed.get(kind, 0) + 1
            if followed[kind] <= 2:
                tried.add(address)
                assert client.get(address).status_code < 400, (name, address)
    assert len(tried) > 150


def test_a_clause_nobody_understands_leaves_no_sure_verdict_on_the_page(client):
    for question in (
        "灰流丽在伤害步骤能发动吗，对方有哇啦哇啦咕噜的时候",
        "can ash blossom be activated while the blorbo frobs",
    ):
        html = page(client, f"/ask?q={question}")
        assert 'class="verdict depends"' in html


def test_a_card_of_the_table_whose_text_is_unknown_leaves_no_sure_verdict(client, desk):
    other = next(iter(desk.book.library.other_cards.values()))
    given = {"cards": [{"card": other.names.zh, "side": "opponent", "zone": "monster-zone"}]}
    answer = client.post("/api/v1/can", json={"card": "灰流丽", "at": "main1", "given": given}).get_json()
    assert desk.book.card_named(other.names.zh) is None
    assert answer["verdict"] == "depends"
    assert [entry["why"] for entry in answer["not_considered"]] == ["card"]


def test_a_search_for_cards_among_the_rulings_leads_to_the_cards(client):
    """The page shows rulings and rules alone; an address that asks it for cards is no fault of the service."""
    answer = client.get("/rulings?q=ash&kind=card")
    assert (answer.status_code, answer.location) == (302, "/cards?q=ash")
    assert client.get("/rulings?kind=card").location == "/cards"


def test_no_address_of_parameters_that_some_page_takes_causes_a_fault(client):
    """Whatever is put into whichever parameter: a page shows something, leads elsewhere or refuses."""
    dice = random.Random(18)
    for page in PATHS:
        for _ in range(12):
            asked = {dice.choice(FIELDS): dice.choice(TAKEN) for _ in range(dice.randrange(1, 4))}
            assert client.get(page, query_string=asked).status_code < 500, (page, asked)
