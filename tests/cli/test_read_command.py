"""`ocg-rulings read`: one card from stdin, many from a file; bad input is one sentence and exit status 2."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import Ran, typed

ROOT = Path(__file__).resolve().parents[2]
TRIGGER = "①：这张卡被除外的场合，以场上1张卡为对象才能发动。那张卡破坏。"


def run(*arguments: str, stdin: str | bytes = "") -> Ran:
    return typed("read", *arguments, stdin=stdin)


def run_apart(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """In a process of its own: a long batch starts others."""
    command = [sys.executable, "-m", "service.cli.main", "read", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, encoding="utf-8")


def test_one_card_from_stdin_in_the_shape_of_the_contract() -> None:
    done = run("--lang", "zh", "--type", "Monster / Effect", "--json", stdin=TRIGGER)
    answer = json.loads(done.stdout)
    effect = answer["effects"][0]
    assert (effect["number"], effect["part"], effect["kind"], effect["mandatory"]) == (1, "monster", "trigger", False)
    assert (effect["targets"], effect["does"], effect["when_or_if"]) == (True, ["destroy"], "if")
    assert effect["windows"] == {"damage-step": True, "damage.calculation": False}
    assert (answer["damage_step"], answer["damage_calculation"]) == (True, False)
    start, end = effect["text_span"]
    assert TRIGGER[start:end].startswith("这张卡被除外")


def test_a_batch_answers_one_line_a_card_in_the_same_order(tmp_path: Path) -> None:
    cards = [
        {"id": 7, "text": TRIGGER, "type": "Monster / Effect", "lang": "zh"},
        {"id": "b", "text": "FLIP: Draw 1 card.", "type": "Monster / Flip / Effect", "lang": "en"},
        {
            "id": 1,
            "text": "夜の石。",
            "type": "Monster / Normal",
            "lang": "ja",
            "pendulum": "①：自分メインフェイズに発動できる。１枚ドローする。",
        },
    ]
    file = tmp_path / "cards.jsonl"
    file.write_text("\n".join(json.dumps(card, ensure_ascii=False) for card in cards), encoding="utf-8")
    done = run("--batch", str(file), "--json")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == [7, "b", 1]
    assert [[effect["kind"] for effect in answer["effects"]] for answer in answers] == [
        ["trigger"],
        ["trigger"],
        ["ignition"],
    ]
    assert answers[2]["effects"][0]["part"] == "pendulum"


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("{not json", "1"),
        ("[1, 2]", "1"),
        ('{"id": 1, "type": "Monster"}', "text"),
        ('{"id": 1, "text": 5, "type": "Monster"}', "text"),
        ('{"id": 1, "text": "", "type": "Monster", "lang": "kl"}', "kl"),
        ('{"id": 1, "text": "", "type": "Banana", "lang": "en"}', "Banana"),
        ('{"id": "\\ud800", "text": "", "type": "Monster", "lang": "en"}', "1"),
        ("[" * 100_000, "1"),
        (json.dumps({"id": 1, "text": "x" * 10_001, "type": "Monster", "lang": "en"}), "10000"),
    ],
)
def test_a_bad_line_is_one_sentence_and_exit_status_two(line: str, named: str, tmp_path: Path) -> None:
    file = tmp_path / "cards.jsonl"
    file.write_text(line, encoding="utf-8")
    done = run("--batch", str(file), "--json")
    assert done.returncode == 2
    assert named in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_missing_batch_file_is_named(tmp_path: Path) -> None:
    done = run("--batch", str(tmp_path / "nowhere.jsonl"))
    assert done.returncode == 2
    assert "nowhere.jsonl" in done.stderr


def test_text_that_is_not_utf8_is_refused() -> None:
    done = run("--lang", "en", stdin=b"\xff\xfe")
    assert done.returncode == 2
    assert "UTF-8" in done.stderr


def test_a_batch_may_hold_any_character_within_its_strings(tmp_path: Path) -> None:
    """A line separator or half a character inside a text is no end of the line and no failure."""
    lines = [
        json.dumps(
            {"id": 1, "text": "Draw 1 card.\u2028Then discard 1.", "type": "Spell", "lang": "en"}, ensure_ascii=False
        ),
        '{"id": 2, "text": "Draw \\ud800 1 card.", "type": "Spell", "lang": "en"}',
    ]
    file = tmp_path / "cards.jsonl"
    file.write_text("\ufeff" + "\r\n".join(lines), encoding="utf-8", newline="")
    done = run("--batch", str(file))
    assert [json.loads(line)["id"] for line in done.stdout.split("\n") if line] == [1, 2]


@pytest.mark.slow  # four processes that start cold and read two thousand cards each time
def test_a_long_batch_is_shared_and_keeps_its_order_and_its_problems(tmp_path: Path) -> None:
    lines = [json.dumps({"id": n, "text": TRIGGER, "type": "Monster / Effect", "lang": "zh"}) for n in range(2_050)]
    file = tmp_path / "many.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    answers = [json.loads(line) for line in run_apart("--batch", str(file), "--json").stdout.splitlines()]
    assert [answer["id"] for answer in answers] == list(range(2_050))
    file.write_text("\n".join([*lines, '{"text": 3, "type": "Trap"}']), encoding="utf-8")
    wrong = run_apart("--batch", str(file), "--json")
    assert wrong.returncode == 2
    assert "2051" in wrong.stderr
    assert "Traceback" not in wrong.stderr
