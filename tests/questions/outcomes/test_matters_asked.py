"""Matters asked for in plain words: every gate that nothing else reads is reached by a question."""

import pytest

from knowledge.data.folder import rulings_folder
from knowledge.data.nodes import read_yaml
from knowledge.questions.asked_matters import matter_asked_for

PHRASES = read_yaml((rulings_folder() / "questions" / "matters.yaml").read_text(encoding="utf-8")).value["matters"]


def test_every_phrase_means_its_own_matter_and_no_other(desk):
    for gate, by_lang in PHRASES.items():
        assert gate in desk.book.gates
        assert set(by_lang) >= {"zh", "en"}, gate
        for says in by_lang.values():
            for said in says:
                found = matter_asked_for(f"「某张卡」{said}吗？", rulings_folder())
                assert found is not None
                assert found.gate == gate, said


@pytest.mark.parametrize(
    ("question", "matter", "outcome"),
    [
        ("增援是几速", "spell-speed", "1速"),
        ("神之宣告是几速", "spell-speed", "3速"),
        ("What spell speed is Solemn Judgment?", "spell-speed", "3速"),
    ],
)
def test_what_the_text_alone_decides_is_told(asked, question, matter, outcome):
    answer = asked(question)
    assert answer["question"]["matter"] == matter
    assert outcome in answer["sentence"]["zh"]
    assert answer["because"]


@pytest.mark.parametrize("question", ["指示物还在吗", "效果还适用吗", "超量怪兽离场时素材会怎样", "who goes first?"])
def test_what_the_table_decides_is_not_sure_where_no_table_was_told(asked, question):
    answer = asked(question)
    assert answer["question"]["kind"] == "matter"
    assert answer["verdict"] == "depends"
