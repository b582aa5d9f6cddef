"""`ocg-rulings stats` as a person meets it."""

import json

import pytest
from command_line import typed

QUESTION = """
monster: {name: 青眼白龙, atk: 3000, def: 2500}
steps:
  - {do: halve, stat: both, by: 黑羽-疾风之盖尔, kind: activated}
  - {do: halve, stat: original-atk, by: 收缩, kind: activated, until: end-of-turn}
  - {end: 收缩}
"""


def stats(*arguments, text=""):
    return typed("stats", *arguments, stdin=text)


@pytest.fixture
def question(tmp_path):
    file = tmp_path / "question.yaml"
    file.write_text(QUESTION, encoding="utf-8")
    return str(file)


def test_json_has_the_values_of_every_step_and_the_final_ones(question):
    answer = json.loads(stats(question, "--json").stdout)
    assert [(values["step"], values["atk"], values["def"]) for values in answer["values"]] == [
        (0, 3000, 2500),
        (1, 1500, 1250),
        (2, 1500, 1250),
        (3, 3000, 1250),
    ]
    assert answer["values"][2]["original_atk"] == 1500
    assert answer["final"] == {"atk": 3000, "def": 1250, "original_atk": 3000, "original_def": 2500}
    assert answer["values"][2]["ended"] == [
        {"by": "黑羽-疾风之盖尔", "stat": "atk", "because": "original-change-ends-earlier-sets"}
    ]
    assert [effect["by"] for effect in answer["values"][2]["applies"]] == ["黑羽-疾风之盖尔", "收缩"]


def test_text_shows_a_line_for_each_step_in_the_language_asked_for(question):
    english, chinese = (stats(question, "--lang", lang).stdout for lang in ("en", "zh"))
    for text in (english, chinese):
        assert [line.split()[1] for line in text.splitlines() if line[:2].strip().isdigit()] == [
            "3000/2500",
            "1500/1250",
            "1500/1250",
            "3000/1250",
        ]
        assert "[original-change-ends-earlier-sets; atk-def:128]" in text
    assert "result  3000/1250  (original 3000/2500)" in english
    assert "结果  3000/1250  (原本 3000/2500)" in chinese


def test_standard_input_is_read(question):
    assert stats("-", "--json", text=QUESTION).stdout == stats(question, "--json").stdout


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (QUESTION + "  - {end: 突进}", "Step 4: “突进” is not applying"),
        (QUESTION + "  - {do: haalve, stat: atk}", "Step 4: do cannot be “haalve”, perhaps halve"),
        ("monster: {", "The input is not valid YAML or JSON"),
    ],
)
def test_bad_input_is_one_sentence_and_status_2(text, sentence):
    run = stats("-", "--json", "--lang", "en", text=text)
    assert run.returncode == 2
    assert run.stdout == ""
    assert len(run.stderr.strip().splitlines()) == 1
    assert sentence in run.stderr


@pytest.mark.parametrize("name", ["missing.yaml", "."])
def test_a_file_that_cannot_be_read_is_named(name):
    run = stats(name, "--lang", "zh")
    assert run.returncode == 2
    assert f"不能读取文件 {name}" in run.stderr


def test_bytes_that_are_not_text_are_refused(tmp_path):
    file = tmp_path / "picture.yaml"
    file.write_bytes(b"\xff\xfe\x00\x81")
    assert stats(str(file)).returncode == 2
