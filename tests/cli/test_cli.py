"""The command line, as the contract promises it."""

import json
import os
import subprocess
import sys

import pytest
from command_line import typed


def cli(*args, ok=0):
    run = typed(*args)
    assert run.returncode == ok, run.stderr or run.stdout
    assert "Traceback" not in run.stderr
    return run


def asked(*args):
    return json.loads(cli(*args, "--json").stdout)


def test_ash_blossom_is_refused_in_the_damage_step_by_rule_and_ruling():
    answer = asked("can", "灰流丽", "--at", "damage-step")
    assert (answer["verdict"], answer["basis"]) == ("no", "rule+ruling")
    assert set(answer["windows"].values()) == {"no"}
    assert answer["because"][0]["rule"] == "damage-step-is-closed"
    on_point = answer["rulings"][0]
    assert (on_point["faq"], on_point["date"], on_point["relation"]) == (
        "cid:12950",
        "2017-01-07",
        "same-card-same-moment",
    )


def test_ghost_belle_is_admitted_in_the_damage_step_by_rule_and_ruling():
    answer = asked("can", "屋敷童", "--at", "damage-step")
    assert (answer["verdict"], answer["basis"]) == ("yes", "rule+ruling")
    assert answer["rulings"][0]["faq"] == "cid:13587"


@pytest.mark.parametrize(
    ("card", "windows"),
    [
        ("禁忌的圣杯", {"damage.start", "damage.before"}),
        ("注射天使 莉莉", {"damage.calculation"}),
        ("欧尼斯特", {"damage.start", "damage.before"}),
    ],
)
def test_windows_of_the_damage_step(card, windows):
    answer = asked("can", card, "--at", "damage-step")
    assert {w for w, verdict in answer["windows"].items() if verdict == "yes"} == windows


def test_lily_needs_to_battle_herself(tmp_path):
    table = tmp_path / "table.yaml"
    table.write_text("battle: {attacker: someone, defender: someone-else}\n", encoding="utf-8")
    assert asked("can", "注射天使 莉莉", "--at", "damage.calculation", "--given", str(table))["verdict"] == "no"
    table.write_text("battle: {attacker: self, defender: someone-else}\n", encoding="utf-8")
    assert asked("can", "注射天使 莉莉", "--at", "damage.calculation", "--given", str(table))["verdict"] == "yes"


@pytest.mark.parametrize(
    "name", ["Ash Blossom & Joyous Spring", "灰流うらら", "cid:12950", "14558127", "ash blossom &joyous spring"]
)
def test_a_card_is_found_by_any_of_its_names(name):
    assert asked("can", name, "--at", "伤害步骤")["question"]["card"]["cid"] == 12950


@pytest.mark.parametrize("moment", ["damage.before", "伤害计算前", "before damage calculation", "ダメージ計算前"])
def test_a_moment_is_found_by_any_of_its_names(moment):
    assert asked("can", "欧尼斯特", "--effect", "2", "--at", moment)["question"]["at"] == "damage.before"


def test_a_card_with_several_effects_lists_each():
    answer = asked("can", "欧尼斯特", "--at", "damage.before")
    assert [(e["number"], e["verdict"]) for e in answer["effects"]] == [(1, "no"), (2, "yes")]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("can", "灰流里", "--at", "damage-step"), "Ash Blossom"),
        (("can", "灰流丽", "--at", "damge.befor"), "damage.before"),
        (("can", "灰流丽", "--effect", "7", "--at", "main"), "it has: 1"),
        (("can", "", "--at", "main"), "empty"),
        (("can", "灰" * 501, "--at", "main"), "500"),
        (("can", "灰流丽", "--at", "main", "--turn", "mine"), "own or opponent"),
        (("search", "x" * 501), "500"),
        (("card", "没有这张卡"), "no card"),
        (("nonsense",), "nonsense"),
        (("can", "灰流丽"), "--at"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_two(args, said):
    run = cli(*args, "--lang", "en", ok=2) if args[0] != "nonsense" else cli(*args, ok=2)
    assert said in run.stderr
    assert len(run.stderr.strip().splitlines()) == 1
    assert run.stdout == ""


def test_a_wrong_table_names_the_key_and_the_nearest(tmp_path):
    table = tmp_path / "table.yaml"
    table.write_text("battel: {attacker: self}\n", encoding="utf-8")
    run = cli("can", "灰流丽", "--at", "main", "--given", str(table), "--lang", "en", ok=2)
    assert "battel" in run.stderr
    assert "battle" in run.stderr


def test_text_output_speaks_the_language_asked_for():
    chinese = cli("can", "灰流丽", "--at", "damage-step", "--lang", "zh").stdout
    english = cli("can", "灰流丽", "--at", "damage-step", "--lang", "en").stdout
    assert chinese.startswith("不可以。「灰流丽」不能在伤害步骤发动。")
    assert english.startswith("No. Ash Blossom & Joyous Spring cannot be activated in the damage step.")
    assert "damage-step-is-closed" in chinese


def test_card_shows_names_effects_and_windows():
    card = asked("card", "Honest")
    assert card["names"] == {"zh": "欧尼斯特", "ja": "オネスト", "en": "Honest"}
    second = card["effects"][1]
    assert second["kind"] == "quick"
    assert second["windows"]["own"]["damage.before"] == "yes"
    assert second["windows"]["opponent"]["damage.calculation"] == "no"


def test_search_puts_the_exact_name_first():
    found = asked("search", "收缩", "--kind", "card")["results"]
    assert found[0]["names"]["zh"] == "收缩"


def test_citations_have_the_shape_of_the_contract():
    entries = asked("citations")
    assert {"id", "kind", "doc", "first", "last", "faq", "date"} <= set(entries[0])
    assert {e["kind"] for e in entries} <= {"rule", "ruling", "note", "term"}
    assert ["BP-C22"] in [e["statements"] for e in entries]


def test_schemas_are_generated_from_the_model():
    card = asked("schema", "card")
    assert "effects" in json.dumps(card)
    assert "rulings" in asked("schema", "shelves")["properties"]


def test_broken_data_is_refused_by_check(tmp_path):
    (tmp_path / "acts.yaml").write_text("acts: [{id: a, zh: 甲}]\n", encoding="utf-8")
    run = typed("check", "--data", str(tmp_path))
    assert run.returncode == 1
    assert "acts.yaml:1: [missing-key]" in run.stdout


def test_serve_refuses_broken_data_with_the_first_fault_and_the_count(tmp_path):
    from knowledge.problems import BadInput
    from service.web.app import create_app

    (tmp_path / "acts.yaml").write_text("acts: [{id: a, zh: 甲}, {id: b, en: b}]\n", encoding="utf-8")
    with pytest.raises(BadInput) as refused:
        create_app({"RULINGS": str(tmp_path)})
    assert "2 faults" in refused.value.says["en"]
    assert "acts.yaml:1: [missing-key]" in refused.value.says["en"]


def test_a_question_in_chinese_is_answered_in_chinese_whatever_the_locale():
    command = [sys.executable, "-m", "service.cli.main", "ask", "灰流丽伤害步骤能发动吗"]
    run = subprocess.run(command, capture_output=True, encoding="utf-8", env={**os.environ, "LC_ALL": "C.UTF-8"})
    assert "不可以" in run.stdout
    assert "No." in cli("ask", "can ash blossom be activated in the damage step").stdout


def test_rulings_on_other_cards_come_out_the_same_way_and_the_nearest_first():
    answer = asked("can", "欧尼斯特", "--at", "damage.before")
    others = [ruling for ruling in answer["rulings"] if ruling["relation"] == "same-rule"]
    assert others
    assert {ruling["expect"] for ruling in others} <= {"yes", "must"}


def test_a_choice_beside_a_mandatory_effect_makes_the_card_usable_not_forced():
    answer = asked("can", "No.39 希望皇 霍普", "--at", "attack-declaration", "--turn", "opponent")
    assert [effect["verdict"] for effect in answer["effects"]] == ["yes", "must"]
    assert answer["verdict"] == "yes"


def test_from_an_answer_to_its_rule_and_its_python_in_two_commands():
    rule = asked("can", "灰流丽", "--at", "damage-step")["because"][0]["children"][0]["rule"]
    told = {(origin["of"], origin["place"].rsplit(":", 1)[0]) for origin in asked("where", rule)}
    assert any(of == f"rule:{rule}" and place.startswith("rulings/rules/") for of, place in told)
    assert any(of.startswith("fact:") and place.startswith("rulings/facts/") for of, place in told)
    assert any(of.startswith("fact:") and place.startswith("knowledge/rules/facts/") for of, place in told)
