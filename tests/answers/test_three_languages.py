"""The same question in Chinese, English and Japanese has the same answer."""

from pathlib import Path

import pytest
import yaml

LISTED = yaml.safe_load((Path(__file__).parent / "three-languages.yaml").read_text(encoding="utf-8"))
EACH = [
    pytest.param(said, row["answer"], id=said)
    for rows in LISTED.values()
    for row in rows
    for lang in ("zh", "en", "ja")
    for said in row.get(lang, [])
]


@pytest.mark.parametrize(("question", "expected"), EACH)
def test_a_question_has_its_answer_in_every_language(asked, question, expected):
    answer = asked(question)
    if expected in ("yes", "no", "must", "depends"):
        assert answer["verdict"] == expected, answer["sentence"]
    else:
        assert expected in answer["sentence"]["en"]


@pytest.mark.parametrize(
    ("plain", "traditional"),
    [
        ("对方发动增援的时候，我可以连锁灰流丽吗", "對方發動增援的時候，我可以連鎖灰流麗嗎"),
        ("收缩可以对里侧守备表示的怪兽发动吗", "收縮可以對裡側守備表示的怪獸發動嗎"),
        ("灰流丽是调整吗", "灰流麗是調整嗎"),
    ],
)
def test_traditional_characters_are_read_like_simplified_ones(asked, plain, traditional):
    one, other = asked(plain), asked(traditional)
    assert (one["verdict"], one["sentence"]) == (other["verdict"], other["sentence"])
    assert one["verdict"] in ("yes", "no", "must", None)


def test_how_often_is_answered_by_a_number_or_left_open(asked):
    assert "1" in asked("灰流丽一回合能用几次")["sentence"]["zh"]
    assert asked("how many times a turn can i use ash blossom")["verdict"] not in ("yes", "no")
