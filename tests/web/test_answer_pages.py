"""What a person does with an answer: state more, keep it, hand it on, contradict it; and looking around."""

import gzip
import json
import re
import shutil
import xml.etree.ElementTree as ET
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest

from knowledge.checks import all_faults
from knowledge.checks.evaluation import others_of, outcome_of
from knowledge.data.library import read_library
from knowledge.data.yaml_files import read_yaml, rulings_folder
from knowledge.rules.book import Book
from service.presentation.page_words import words
from service.web.app import create_app
from service.web.browse import lines_of

ASH = "/ask?card=灰流丽&at=damage-step&lang=zh"


def page(client, address, status=200):
    reply = client.get(address)
    assert reply.status_code == status, reply.text[:300]
    return reply.text


# stating the table


def test_a_card_alone_leads_to_its_effects_with_a_summary_each(client):
    html = page(client, "/ask?card=欧尼斯特&lang=zh")
    assert 'name="effect" value="1"' in html
    assert 'name="effect" value="2"' in html
    assert "己方光怪兽交战时" in html


def test_the_part_of_the_form_with_effects_comes_alone_for_scripts(client):
    assert 'name="effect" value="2"' in page(client, "/suggest/effects?card=Honest")
    assert page(client, "/suggest/effects?card=nothing").strip() == ""


def test_every_window_and_group_can_be_chosen_in_the_picture_of_the_turn(client, desk):
    html = page(client, "/?lang=en")
    for at in (*desk.book.windows, "damage-step", "main", "battle-phase"):
        assert f'name="at" value="{at}"' in html


def test_a_card_in_force_on_the_table_changes_the_verdict(client):
    free = "/ask?card=禁忌的圣杯&at=main1&lang=zh"
    assert 'class="verdict yes"' in page(client, free)
    assert 'class="verdict no"' in page(client, free + "&on=魔法封印咒符&on_by=opponent")


def test_where_the_card_lies_changes_the_verdict(client):
    asked = "/ask?card=欧尼斯特&effect=2&at=damage.before&lang=zh"
    assert 'class="verdict yes"' in page(client, asked + "&zone=hand")
    assert 'class="verdict no"' in page(client, asked + "&zone=gy")


def test_what_would_change_the_verdict_is_a_link_that_changes_it(client):
    html = page(client, "/ask?card=欧尼斯特&effect=2&at=damage.before&lang=zh&f.cost-payable=no")
    assert 'class="verdict no"' in html
    assert "f.cost-payable=yes" in html
    assert 'class="verdict yes"' in page(client, "/ask?card=欧尼斯特&effect=2&at=damage.before&f.cost-payable=yes")


def test_an_answer_that_depends_offers_each_case(client):
    html = page(client, "/ask?card=除草兽&effect=2&at=damage.end&zone=gy&lang=zh")
    assert 'class="verdict depends"' in html
    assert 'class="verdict yes"' in page(
        client, "/ask?card=除草兽&effect=2&at=damage.end&zone=gy&lang=zh&f.faq-admits-damage-step=yes"
    )


def test_empty_fields_stay_out_of_the_address(client):
    reply = client.get("/ask?card=灰流丽&at=damage-step&turn=&on=&on_by=opponent&on=技能抽取&on_by=own&zone=")
    assert reply.status_code == 302
    assert parse_qs(urlsplit(reply.location).query) == {
        "card": ["灰流丽"],
        "at": ["damage-step"],
        "on": ["技能抽取"],
        "on_by": ["own"],
    }


@pytest.mark.parametrize(
    "more", ["zone=moon", "battling=sleeps", "f.cost-payable=maybe", "f.no-such-fact=yes", "on=没有这张卡"]
)
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_table_that_makes_no_sense_is_refused_in_words(client, more, lang):
    reply = client.get(f"/ask?card=灰流丽&at=damage-step&lang={lang}&{more}")
    assert 400 <= reply.status_code < 500
    assert "<h1" in reply.text


# keeping and handing on


def test_the_lasting_address_names_the_data_and_an_older_one_is_told_so(client):
    version = client.get("/healthz").get_json()["data"]
    assert f"v={version}" in page(client, ASH)
    assert words()["newer"]["zh"].split("{")[0] not in page(client, ASH + f"&v={version}")
    assert words()["newer"]["zh"].split("{")[0] in page(client, ASH + "&v=0123456789")


def test_the_qr_code_is_a_picture_without_script(client):
    reply = client.get("/ask/qr.svg?card=灰流丽&at=damage-step")
    assert reply.mimetype == "image/svg+xml"
    assert ET.fromstring(reply.data).tag.endswith("svg")
    assert b"script" not in reply.data
    assert b"style=" not in reply.data


def test_the_text_for_a_chat_begins_with_the_verdict_and_ends_with_the_address(client):
    lines = page(client, "/ask.txt?card=灰流丽&at=damage-step&lang=en").splitlines()
    assert lines[0] == "No. Ash Blossom & Joyous Spring cannot be activated in the damage step."
    assert lines[-1].startswith("http://localhost/ask?card=")


def test_the_printed_slip_has_question_verdict_and_sources(client):
    html = page(client, "/ask/print?card=灰流丽&at=damage-step&lang=zh")
    for part in ("能在伤害步骤发动吗", "不可以", "/documents/damage-step", "2017-01-07"):
        assert part in html


def test_an_answer_says_what_it_did_not_look_at(client):
    assert words()["unstated.force"]["zh"] in page(client, ASH)
    assert words()["unstated.force"]["zh"] not in page(client, ASH + "&on=技能抽取&on_by=own")


# contradicting


def report(client, form, **headers):
    address = "/ask/report?card=灰流丽&at=damage-step&turn=own&on=技能抽取&on_by=own&lang=zh"
    return client.post(address, data=form, headers=headers)


def test_a_report_is_a_ruling_to_be(client):
    reply = report(client, {"verdict": "yes", "words": "对方说可以\n# 真的", "source": "judge"})
    assert "attachment" in reply.headers["Content-Disposition"]
    ruling = read_yaml(reply.text).value["rulings"][0]
    case = ruling["cases"][0]
    assert (case["activate"], case["at"], case["turn"], case["expect"]) == ("灰流丽", "damage-step", "own", "yes")
    assert case["given"]["cards"] == [{"card": "技能抽取"}]
    assert ruling["says"]["zh"] == "可以。「灰流丽」可以在自己回合的伤害步骤发动。"
    head = reply.text.splitlines()
    assert "The desk said: no" in head[0]
    assert head[1] == "# Their words: 对方说可以 # 真的"


def test_a_report_that_is_moved_is_a_test_of_the_rules(client, tmp_path):
    text = report(client, {"verdict": "yes", "words": "对方说可以"}).text
    rulings = tmp_path / "rulings"
    shutil.copytree(rulings_folder(), rulings)
    (rulings / "cases" / "damage-step" / "report.yaml").write_text(text, encoding="utf-8")
    library = read_library(rulings)
    assert [str(fault) for fault in all_faults(library)] == []
    moved = library.rulings["report-ash-blossom-and-joyous-spring-damage-step"]
    outcome = outcome_of(Book(library), moved, moved.id, moved.cases[0])
    assert not outcome.right
    assert "yes" in str(outcome)
    assert "no" in str(outcome)


def test_the_operators_folder_keeps_reports_from_our_own_pages_only(tmp_path):
    client = create_app({"TESTING": True, "REPORTS": str(tmp_path)}).test_client()
    form = {"verdict": "yes", "words": "不对"}
    assert report(client, form, **{"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert report(client, form, Origin="https://elsewhere.example").status_code == 403
    assert report(client, form).status_code == 200
    assert list(tmp_path.iterdir()) == []
    assert report(client, form, Origin="http://localhost").status_code == 201
    (kept,) = tmp_path.iterdir()
    assert read_yaml(kept.read_text(encoding="utf-8")).value["rulings"][0]["cases"][0]["expect"] == "yes"


@pytest.mark.parametrize("form", [{"words": ""}, {"words": "x" * 2001}, {"words": "x", "verdict": "perhaps"}])
def test_a_report_without_sense_is_refused(client, form):
    assert report(client, form).status_code == 400


# looking around


def test_a_card_page_tells_each_effect_in_words_and_names_related_cards(client):
    html = page(client, "/cards/honest?lang=en")
    for part in ("Spell speed", "Cost", "sending this card to the GY", "your monster battles", "LIGHT"):
        assert part in html
    assert words()["related"]["en"] in page(client, "/cards/ash-blossom-and-joyous-spring?lang=en")
    assert "怪兽 / 不死族 / 调整 / 效果" in page(client, "/cards/ash-blossom-and-joyous-spring?lang=zh")


def test_a_ruling_page_tells_its_scene_as_sentences_not_as_data(client, desk):
    html = page(client, "/rulings/daigusto-phoenix-second-attack?lang=en")
    assert "Mist Valley Falcon attacks directly." in html
    assert "Daigusto Phoenix" in html
    for ruling in list(desk.book.library.rulings)[::5]:
        html = page(client, f"/rulings/{ruling}?lang=zh")
        assert "<pre" not in html
        assert "&#34;event&#34;" not in html


def test_a_rule_page_tells_its_conditions_and_exceptions(client):
    html = page(client, "/rules/atk-def-changes-end-before-calculation?lang=en")
    assert "the moment is: damage calculation, after damage calculation, end of the damage step" in html
    assert "any of these" in html
    assert "Counter traps may be activated" in page(client, "/rules/damage-step-is-closed?lang=en")


def test_a_dated_ruling_is_found_by_its_window(client, desk):
    told = desk.book.library.rulings["jester-confit-away-or-face-down"].says.zh
    assert told in unescape(page(client, "/browse/timing/end?lang=zh"))
    assert told not in unescape(page(client, "/browse/timing/draw?lang=zh"))


def test_every_shelf_can_be_looked_through(client, desk):
    html = page(client, "/browse?lang=zh")
    for kind, name in (
        ("document", "atk-def"),
        ("timing", "damage.before"),
        ("gate", "cost"),
        ("category", "counter-trap"),
    ):
        assert (f"/documents/{name}" if kind == "document" else f"/browse/{kind}/{name}") in html
        assert "/rulings/" in page(client, f"/browse/{kind}/{name}?lang=en")
    page(client, "/browse/moon/x", 404)
    page(client, "/browse/timing/never", 404)


def test_the_glossary_explains_every_term_at_its_own_address(client, desk):
    html = page(client, "/glossary?lang=zh")
    for term in desk.book.library.terms.values():
        assert f'id="{term.id}"' in html


def test_a_term_tells_its_points_and_leads_to_its_rules_and_back(client, desk):
    html = page(client, "/glossary/missed-timing?lang=zh")
    for point in desk.book.library.terms["missed-timing"].points:
        assert point.says.zh in html
    rule = re.search(r'href="(/rules/[^"]+)"', html)
    assert rule, "no rule rests on the lines of this term"
    assert 'href="/glossary/missed-timing"' in page(client, f"{rule[1]}?lang=zh")
    assert 'href="/glossary/missed-timing"' in page(client, "/documents/ocg-rule/c03/诱发类效果?lang=zh")
    page(client, "/glossary/no-such-term", 404)


def test_the_glossary_is_searched_by_any_name_and_by_what_it_says(client):
    for spelling in ("タイミングを逃す", "missed timing", "漏时点"):
        html = page(client, f"/glossary?q={spelling}&lang=en")
        assert 'id="missed-timing"' in html
        assert 'id="side-deck"' not in html
    assert "No term has these words." in page(client, "/glossary?q=回旋踢&lang=en")


@pytest.mark.parametrize("node", ["rule:damage-step-is-closed", "card:honest", "timing:damage.before", "gate:cost"])
def test_the_graph_around_a_node_is_small_drawn_without_overlaps_and_listed(client, node):
    told = client.get(f"/api/v1/graph?node={node}&limit=40").get_json()
    assert told["nodes"][0]["id"] == node
    assert len(told["nodes"]) <= 40
    places = [(n["x"], n["y"]) for n in told["nodes"]]
    assert len(set(places)) == len(places)
    html = page(client, f"/graph?node={node}&limit=40&lang=zh")
    assert html.count("<rect") == len(told["nodes"])
    listed = html[html.index('id="listed"') :]
    assert listed.count('class="focus-on"') == len(told["nodes"]) - 1


def test_a_sentence_fits_its_box_in_either_language():
    assert lines_of("伤害步骤") == ["伤害步骤"]
    for said in (
        "在伤害步骤中除了列出的几类以外什么都不能发动，除非有例外允许它",
        "In the damage step nothing may be activated but the kinds listed here and there.",
    ):
        first, second = lines_of(said, across=30)
        assert said.startswith(first)
        assert second.endswith("…")
        assert max(sum(1 + (c > "⺀") for c in line.rstrip("…")) for line in (first, second)) <= 30


def test_a_rule_with_many_neighbours_draws_some_lists_them_by_relation_and_offers_the_rest(client):
    html = page(client, "/graph?node=rule:damage-step-is-closed&lang=en")
    assert html.count("<rect") == 26
    assert "its exceptions (" in html
    assert "tested by (" in html
    assert "limit=80" in html


def test_an_unknown_node_gets_the_nearest(client):
    problem = client.get("/api/v1/graph?node=rule:damage-step-is-close").get_json()
    assert problem["accepted"] == ["rule:damage-step-is-closed"]


# offline, and what every reply has


@pytest.mark.slow
@pytest.mark.parametrize(("lang", "said"), [("zh", "丢弃"), ("en", "discard")])
def test_what_is_kept_offline_has_every_card_with_its_timeline_and_the_rulings_on_them(client, desk, lang, said):
    kept = json.loads(page(client, f"/offline/{lang}.json"))
    cards, rulings = kept["cards"], kept["rulings"]
    assert {len(column) for column in cards.values()} == {len(desk.book.library.cards)}
    in_force = [r for r in desk.book.library.rulings.values() if r.status != "superseded"]
    on_them = [r for r in in_force if not others_of(desk.book, r)]
    assert {len(column) for column in rulings.values()} == {len(on_them)}
    ash = cards["zh"].index("灰流丽")
    at = kept["windows"].index("damage.before")
    assert cards["effects"][ash] == ["1"]
    assert said in cards["summaries"][ash][0].casefold()
    own, other = cards["lines"][ash][0]
    assert (own[at], other[at], len(own)) == ("n", "n", len(kept["windows"]))
    assert any(ash in about for about in rulings["about"])


def test_there_is_nothing_to_keep_in_a_language_the_desk_does_not_speak(client):
    assert client.get("/offline/fr.json").status_code == 404


def test_the_worker_names_the_data_and_may_answer_for_every_page(client):
    version = page(client, "/").partition("desk.js?v=")[2].partition('"')[0]
    reply = client.get("/worker.js")
    assert f'"{version}"' in reply.text
    assert "@VERSION@" not in reply.text
    assert json.loads(page(client, "/manifest.webmanifest"))["start_url"] == "/"


def test_pages_have_no_inline_script_or_style_and_nothing_from_elsewhere(client):
    for address in ("/?lang=zh", ASH, "/cards/honest", "/graph?node=gate:cost", "/stats", "/offline", "/glossary"):
        html = page(client, address)
        assert "<style" not in html
        assert " style=" not in html
        assert "onclick" not in html
        for source in html.split('src="')[1:]:
            assert source.startswith("/")
        assert html.count("<script") == html.count("<script src=")


def test_text_is_sent_compressed_to_those_who_take_it(client):
    reply = client.get(ASH, headers={"Accept-Encoding": "gzip"})
    assert reply.headers["Content-Encoding"] == "gzip"
    assert "灰流丽" in gzip.decompress(reply.data).decode()
    assert len(reply.data) < 12_000
    assert "Content-Encoding" not in client.get(ASH).headers


SAID_BY_NOTHING = ("cards.between", "whose.any", "whose.either")  # Chinese puts no word there


def test_every_word_of_the_pages_exists_in_both_languages():
    for key, said in words().items():
        assert said.keys() == {"zh", "en"}, key
        assert all(isinstance(text, str) for text in said.values()), key
        assert all(said.values()) or key in SAID_BY_NOTHING, key


@pytest.mark.parametrize(
    "address", ["/ask", "/ask.txt", "/ask/print", "/ask/qr.svg", "/graph", "/cards", "/suggest/effects"]
)
@pytest.mark.parametrize("junk", ["%00", "%F0%9F%98%80", "<b>", "x" * 600, "../../etc/passwd", "{{7*7}}"])
def test_junk_in_an_address_never_breaks_a_page(client, address, junk):
    for key in ("card", "q", "node", "at", "on", "link", "f.x", "effect"):
        reply = client.get(
            f"{address}?card=灰流丽&at=main&{key}={junk}" if key != "card" else f"{address}?card={junk}&at=main"
        )
        assert reply.status_code < 500
        assert "<b>" not in reply.text
        assert "unforeseen" not in reply.text


NUMBERS_THAT_ARE_NONE = ["²", "--5", "١٢", "9" * 30, "1e9", "?"]
NO_SCENARIOS = ["5", "[]", '{"cards":5}', '{"cards":[5]}', '{"cards":null}', '{"cards":[{}],"steps":5}', '{"lp":5}']


@pytest.mark.parametrize("text", NUMBERS_THAT_ARE_NONE)
def test_a_figure_that_is_none_is_refused_or_taken_as_it_is(client, text):
    for address in ("/stats?name=x&atk=", "/stats?name=x&def=", "/battle?add=card&atk=", "/battle?add=setting&lp_own="):
        assert client.get(address + text, follow_redirects=True).status_code in (200, 400)


@pytest.mark.parametrize("text", NO_SCENARIOS)
@pytest.mark.parametrize("added", ["", "card", "step", "setting"])
def test_a_scenario_that_is_none_gets_the_empty_table_and_a_sentence(client, text, added):
    reply = client.get("/battle", query_string={"q": text, "add": added, "card": "青眼白龙", "lang": "zh"})
    assert reply.status_code == 400
    assert "读不出来" in reply.text


def test_the_button_on_a_ruling_page_asks_its_very_scene(client, desk):
    in_force = [r for r in desk.book.library.rulings.values() if r.status != "superseded"]
    at_hand = [r for r in in_force if not others_of(desk.book, r)]
    for ruling in at_hand[::25]:
        links = re.findall(r'href="(/ask\?[^"]+)"', page(client, f"/rulings/{ruling.id}"))
        asked = [case for case in ruling.cases if case.activate and case.at]
        assert len(links) == len(asked)
        for link, case in zip(links, asked, strict=True):
            assert f'class="verdict {case.expect}"' in page(client, unescape(link)), (ruling.id, link)
