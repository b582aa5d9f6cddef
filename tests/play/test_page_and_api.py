"""The page /battle, the verb `run` and POST /api/v1/scenario tell the same story."""

import json
from urllib.parse import parse_qs, urlsplit

import pytest

from service.cli.main import cli

TABLE = {
    "at": "battle-step",
    "cards": [
        {"called": "A", "atk": 1800, "defence": 0},
        {"called": "B", "side": "opponent", "atk": 1500, "defence": 0},
    ],
}
FOUGHT = {**TABLE, "steps": [{"attack": "A", "target": "B"}, {"next": "damage.end"}]}


def page(client, scenario, **more):
    return client.get("/battle", query_string={"q": json.dumps(scenario, ensure_ascii=False), "lang": "en", **more})


def test_the_api_plays_a_scenario(client):
    answer = client.post("/api/v1/scenario", json=FOUGHT).get_json()
    assert answer["answers"]["damage"] == {"own": 0, "opponent": 300}
    assert [step["at"] for step in answer["steps"]] == ["battle-step", "attack-declaration", "damage.end"]
    rules = [rule for step in answer["steps"] for d in step["because"] for rule in d["rules"]]
    assert rules
    assert all(rule["cites"] and rule["says"]["zh"] and rule["says"]["en"] for rule in rules)


def test_the_api_refuses_what_cannot_be(client):
    response = client.post("/api/v1/scenario", json={"cards": TABLE["cards"], "steps": [{"attack": "A"}]})
    assert response.status_code == 400
    assert response.mimetype == "application/problem+json"
    assert response.get_json()["field"] == "steps[1]"


@pytest.mark.parametrize("body", [[], {"steps": 3}, {"cards": [{"card": 7}]}, {"cards": [{}]}, {"at": "nowhere"}])
def test_the_api_refuses_broken_scenarios(client, body):
    assert client.post("/api/v1/scenario", json=body).status_code == 400


def test_the_page_shows_every_step_with_reasons(client):
    text = page(client, FOUGHT).get_data(as_text=True)
    assert "The opponent takes 300 damage and has 7700 LP." in text
    assert "/rules/lower-atk-is-destroyed" in text


def test_the_page_is_there_with_an_empty_table_and_offers_examples(client):
    text = client.get("/battle?lang=zh").get_data(as_text=True)
    assert "文档中的例子" in text


def test_an_example_opens_as_a_played_scenario(client):
    import re
    from html import unescape

    text = client.get("/battle?lang=en").get_data(as_text=True)
    links = [unescape(link) for link in re.findall(r'href="(/battle\?q=[^"]+)"', text)]
    assert len(links) >= 20
    assert client.get(links[0] + "&lang=en").status_code == 200


def test_adding_a_card_puts_it_into_the_address(client):
    form = {"q": json.dumps(TABLE), "add": "card", "card": "青眼白龙", "side": "opponent", "zone": ""}
    response = client.get("/battle", query_string=form)
    packed = json.loads(parse_qs(urlsplit(response.location).query)["q"][0])
    assert response.status_code == 302
    assert packed["cards"][-1] == {"card": "青眼白龙", "side": "opponent"}


def test_adding_a_step_plays_it(client):
    form = {"q": json.dumps(TABLE), "add": "step", "attack": "A", "target": "B"}
    response = client.get("/battle", query_string=form, follow_redirects=True)
    assert response.status_code == 200


def test_a_refused_step_is_told_and_left_out(client):
    response = page(client, {"cards": TABLE["cards"], "steps": [{"attack": "A"}]})
    assert response.status_code == 400
    assert "No attack can be declared now" in response.get_data(as_text=True)


@pytest.mark.parametrize("q", ["{", "[]", '"x"', '{"cards": 5}', '{"cards":[{"card":"<b>"}]}', "x" * 20000])
def test_a_broken_address_gets_a_page_not_a_fault(client, q):
    response = client.get("/battle", query_string={"q": q})
    assert response.status_code == 400
    assert "<b>" not in response.get_data(as_text=True)


def test_run_prints_each_step_and_its_json(runner, tmp_path):
    file = tmp_path / "fight.yaml"
    file.write_text(json.dumps({**FOUGHT, "expect": {"lp": {"opponent": 7700}}}), encoding="utf-8")
    text = runner.invoke(cli, ["run", str(file), "--lang", "en"]).output
    assert "Everything came out as expected." in text
    assert "lower-atk-is-destroyed" in text
    assert json.loads(runner.invoke(cli, ["run", str(file), "--json"]).output)["right"] is True


def test_run_tells_what_came_out_otherwise(runner, tmp_path):
    file = tmp_path / "fight.yaml"
    file.write_text(json.dumps({**FOUGHT, "expect": {"lp": {"opponent": 8000}}}), encoding="utf-8")
    assert "otherwise than expected" in runner.invoke(cli, ["run", str(file), "--lang", "en"]).output


def test_a_scenario_names_cards_as_people_do(client):
    cards = [{"card": "增援", "zone": "hand"}, {"card": "灰流", "zone": "hand", "side": "opponent"}]
    steps = [{"activate": "增援"}, {"try": "灰流", "by": "opponent", "expect": "yes"}]
    answer = client.post("/api/v1/scenario", json={"cards": cards, "steps": steps}).get_json()
    assert answer["right"] is True
    assert answer["steps"][0]["state"]["cards"][1]["card"] == "灰流丽"


@pytest.mark.parametrize(("day", "atk"), [(None, 2500), ("2019-01-31", 1250)])
def test_values_in_a_scenario_follow_the_law_of_its_day(client, day, atk):
    """Megamorph doubles what Shrink left by the present chapter (ocg-rule/c03/攻守计算, lines 318-349), and no longer
    applied by that of January 2019 (atk-def, line 128)."""
    cards = [
        {"called": "X", "zone": "monster-zone", "atk": 2500, "defence": 2000},
        {"card": "巨大化", "zone": "spell-zone", "face": "up", "equipped_to": "X"},
        {"card": "收缩", "zone": "hand"},
    ]
    steps = [{"activate": "收缩", "target": "X"}, {"pass": "both"}]
    body = {"cards": cards, "lp": {"own": 1000, "opponent": 8000}, "steps": steps, **({"as_of": day} if day else {})}
    reply = client.post("/api/v1/scenario", json=body)
    assert reply.status_code == 200, reply.get_json()
    assert reply.get_json()["answers"]["atk"]["X"] == atk
