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
