"""No text can make a pattern take for ever, neither one of the reader's nor one in the code."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner

from knowledge.cards.card_files import split_pendulum
from knowledge.cards.record import LONGEST_TEXT, clean_text
from knowledge.checks.patterns import pattern_faults, slow_parts
from knowledge.questions.asked_topics import rule_topics
from knowledge.questions.named.name_words import name_words, names_as_verbs
from knowledge.questions.outcomes.asked_outcomes import outcome_words
from knowledge.questions.outcomes.counts import amount_words
from knowledge.questions.outcomes.special_questions import brought_words
from knowledge.text import read_card
from knowledge.text.card_reading import Language
from service.answers.ask import answer_asked
from service.answers.ask_frame import lexicon_for
from service.cli.upkeep_verbs import check
from service.loaded_desk import loaded_desk

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("expression", "shape"),
    [
        (r"^(?:この|その|[^。,]{0,40}の)*効果は", "nested"),
        (r"^(?:[^,]{0,30}的)*效果", "nested"),
        (r"^(?:[a-z]+ ?)*!", "nested"),
        (r"is (?:(?:,|/| or|, or)*x)y", "choice"),
        (r"^(?:a|ab|b)*c", "choice"),
        (r"^[^.]*\bcards?\b[^.]*gains", "neighbouring"),
        (r"^\s*\d*\s*\d*x", "neighbouring"),
        (r"「[^」]*」の", "anew"),
        (r"card (?=.*:)", "anew"),
        (r"[^,]{2,}時$", "anew"),
    ],
)
def test_a_pattern_that_could_take_for_ever_is_refused(expression: str, shape: str) -> None:
    assert any(shape in found for found in slow_parts(expression))


@pytest.mark.parametrize(
    "expression",
    [
        r"^(?:[^。,]{0,80}の)?(?:この|その|[①-④]){0,4}効果は",
        r"^(?>[^.]*?\bcards?\b)[^.]*gains",
        r"「[^「」]*」の",
        r"[a-z0-9]+|\d+",
        r"[a-z]+(?:-[a-z]+)*",
        r"this (?:face-up |face-down |set )*card",
        r"^(?:normal |special |or )*+summon",
        r"^(?!.*a)[^b]*c",
    ],
)
def test_a_pattern_that_reads_each_character_once_is_accepted(expression: str) -> None:
    assert slow_parts(expression) == ()


def test_no_pattern_of_the_reader_could_take_for_ever() -> None:
    assert [str(fault) for fault in pattern_faults(ROOT / "rulings")] == []


def test_check_names_the_file_and_line_of_a_slow_pattern(tmp_path: Path) -> None:
    (tmp_path / "wording").mkdir()
    (tmp_path / "wording" / "ja.yaml").write_text(
        "language: ja\nwords: {OF: '[^,]{0,40}の'}\nfamilies:\n  also:\n    - {find: '^(?:{OF})*効果'}\n"
    )
    run = CliRunner().invoke(check, ["--data", str(tmp_path)])
    assert run.exit_code == 1
    assert "wording/ja.yaml:5: [slow-pattern]" in run.output


def test_check_names_the_file_and_line_of_a_slow_pattern_of_questions(tmp_path: Path) -> None:
    (tmp_path / "questions").mkdir()
    (tmp_path / "questions" / "kinds.yaml").write_text("asks:\n  - why\n  - '^(?:是|算|算是)*怪兽'\n")
    assert [str(fault).split("]")[0] for fault in pattern_faults(tmp_path)] == ["questions/kinds.yaml:3: [slow-pattern"]


def _patterns_in(thing: object, seen: set[int]) -> Iterator[str]:
    """Every pattern an object holds, however deep."""
    if isinstance(thing, re.Pattern):
        yield thing.pattern
    elif id(thing) not in seen and not isinstance(thing, str | bytes | int | type):
        seen.add(id(thing))
        parts = [*thing.keys(), *thing.values()] if isinstance(thing, dict) else thing
        parts = list(vars(thing).values()) if hasattr(thing, "__dict__") else parts
        for part in parts if isinstance(parts, list | tuple | set | frozenset) else ():
            yield from _patterns_in(part, seen)


def test_no_pattern_a_question_is_read_with_could_take_for_ever() -> None:
    """As they are when their blanks are filled; a question is short, so that the square of its length is bounded."""
    words = [lexicon_for(loaded_desk()), outcome_words(), amount_words(), brought_words()]
    found = [*_patterns_in([*words, rule_topics(), name_words(), names_as_verbs()], set())]
    assert len(found) > 200
    assert {expression: slow for expression in found if (slow := slow_parts(expression, anchored=True))} == {}


@pytest.mark.parametrize(
    "question",
    [  # none of these came back before
        "灰流丽" + "算是" * 60,
        "灰流丽" + "是不是算是" * 40 + "怪兽吗",
        "Can I use Book of Moon on" + " my opponents" * 30 + "?",
    ],
)
def test_a_question_made_to_take_for_ever_is_answered(question: str) -> None:
    assert answer_asked(loaded_desk(), question)["sentence"]


def _patterns_in_code() -> list[tuple[str, str, bool]]:
    """Place, expression and whether it is only matched from the start, of every `re` call and compiled pattern."""
    found = []
    for path in sorted([*(ROOT / "knowledge").rglob("*.py"), *(ROOT / "service").rglob("*.py")]):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        place = path.relative_to(ROOT)
        uses: dict[str, set[str]] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                uses.setdefault(node.value.id, set()).add(node.attr)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
                of, first = node.func.value, node.args[0]
                inline = isinstance(of, ast.Name) and of.id == "re" and node.func.attr != "compile"
                if inline and isinstance(first, ast.Constant) and isinstance(first.value, str):
                    found.append((f"{place}:{node.lineno}", first.value, node.func.attr in ("match", "fullmatch")))
        module = import_module(".".join(place.with_suffix("").parts).removesuffix(".__init__"))
        for name, value in vars(module).items():
            if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
                found.append((f"{place} {name}", value.pattern, uses.get(name, set()) <= {"match", "fullmatch"}))
    return found


def test_no_pattern_in_the_code_could_take_for_ever() -> None:
    patterns = _patterns_in_code()
    assert len(patterns) > 30
    slow = {place: found for place, expression, anchored in patterns if (found := slow_parts(expression, anchored))}
    assert slow == {}


@pytest.mark.parametrize(
    ("language", "text"),
    [  # what the benchmark's climb ever found; before they were mended none of these came back
        ("ja", "の" * 60 + "効果は"),
        ("ja", "この" * 40 + "効果は相手タ"),
        ("zh", "的" * 60 + "效果"),
        ("zh", "的" * 60 + "效果对方回合"),
        ("zh", "到「的效果." + "发动时的效果处理" * 40),
        ("en", "If this card is normal" + ", or" * 60 + "specia: You can draw 1 card."),
    ],
)
@pytest.mark.parametrize("card_type", ["Spell / Normal", "Monster / Effect"])
def test_a_text_that_once_took_for_ever_is_read(language: Language, text: str, card_type: str) -> None:
    assert read_card(text, card_type, language) == read_card(text, card_type, language)


def test_a_long_pendulum_text_is_split_at_its_headings() -> None:
    assert split_pendulum(" ←4 【灵摆】 4→\n甲\n---- \n【怪兽效果】\n乙") == ("甲", "乙")
    blanks = "←4【灵摆】4→" + " \n-" * (LONGEST_TEXT // 3)
    assert split_pendulum(blanks) == ("", blanks)
    assert split_pendulum(" \n" * 10_000 + "【灵") == ("", " \n" * 10_000 + "【灵")


def test_markup_that_never_ends_is_cleaned() -> None:
    assert clean_text("甲<script src=x>1</SCRIPT >乙<!-- 丙 -->丁<style>戊") == "甲乙丁"
    assert clean_text("<ruby>灰<rt>はい</rt></ruby>") == "灰"
    for opening in ("<rt", "<rt>", "<script", "<!-", "<a ", "<rp>", "&#"):
        assert len(clean_text(opening * (LONGEST_TEXT // len(opening)))) <= LONGEST_TEXT
