"""Any text up to 10,000 characters is read without failing; spans point into the text as it was given."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knowledge.problems import BadInput
from knowledge.text import LONGEST, answer_of, read_card
from service.loaded_desk import loaded_desk

PIECES = [
    *(
        "①：",
        "②：",
        "●",
        "。",
        "，",
        "\n",
        "这张卡",
        "的场合",
        "才能发动",
        "以",
        "为对象",
        "破坏",
        "把",
        "对方",
        "1只怪兽",
    ),
    *("「", "」", "（", "）", "このカード", "が", "した場合", "に発動できる", "対象として", "１ターンに１度、"),
    *("If this card is ", "destroyed", ": ", "You can ", "; ", "target 1 ", '"', "(", ")", "when ", ", "),
    *("<ruby>", "<rt>x</rt>", "&amp;", "<", "\r\n", "【灵摆】", "←1 【灵摆】 1→", "【怪兽效果】", "İ", "🃏", "\x00"),
]
TYPES = ["Monster / Effect", "Spell / Equip", "Trap / Continuous", "Trap / Counter", "Monster", "Spell", "trap//"]
texts = st.one_of(st.text(max_size=300), st.lists(st.sampled_from(PIECES), max_size=120).map("".join))


@settings(max_examples=300, deadline=None)
@given(
    text=texts, card_type=st.sampled_from(TYPES), lang=st.sampled_from(["zh", "ja", "en"]), pendulum=st.none() | texts
)
def test_no_text_makes_reading_fail(text: str, card_type: str, lang: str, pendulum: str | None) -> None:
    reading = read_card(text, card_type, lang, pendulum)  # type: ignore[arg-type]
    assert answer_of(reading, card_type, loaded_desk().damage_step)["effects"] is not None
    for read in reading.effects:
        source = pendulum if read.effect.part == "pendulum" and pendulum else text
        for start, end in (read.text_span, *read.spans.values()):
            assert 0 <= start <= end <= len(source or "")


@pytest.mark.parametrize("lang", ["zh", "ja", "en"])
@pytest.mark.parametrize("piece", PIECES)
def test_the_same_piece_over_and_over_is_read(piece: str, lang: str) -> None:
    text = (piece * LONGEST)[:LONGEST]
    reading = read_card(text, "Monster / Effect", lang)  # type: ignore[arg-type]
    assert (
        any(doubt.reason == "too-long" for doubt in reading.unsure)
        or len(piece) > 1
        or not text.strip()
        or "<" in piece
    )


def test_a_longer_text_is_refused_in_both_languages() -> None:
    with pytest.raises(BadInput) as refused:
        read_card("破" * (LONGEST + 1), "Monster / Effect", "zh")
    assert str(LONGEST) in refused.value.says["zh"]
    assert str(LONGEST) in refused.value.says["en"]


def test_markup_is_left_out_and_spans_point_into_the_original() -> None:
    text = "①：このカードが<ruby>破壊<rt>はかい</rt></ruby>された場合に発動できる。<br>自分は１枚ドローする。"
    read = read_card(text, "Monster / Effect", "ja").effects[0]
    start, end = read.spans["trigger"]
    assert read.effect.kind == "trigger"
    assert text[start:end].startswith("破壊")
    assert "<rt>" in text[start:end]


def test_the_text_span_of_each_effect_covers_its_sentences() -> None:
    text = "①：自己主要阶段才能发动。自己抽1张。\n②：这张卡被除外的场合才能发动。自己抽1张。"
    spans = [read.text_span for read in read_card(text, "Monster / Effect", "zh").effects]
    assert [text[start:end] for start, end in spans] == [
        "自己主要阶段才能发动。自己抽1张",
        "这张卡被除外的场合才能发动。自己抽1张",
    ]
