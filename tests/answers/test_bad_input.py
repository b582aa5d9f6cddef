"""Whatever is typed is answered or refused in a sentence."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knowledge.problems import BadInput
from service.answers.ask import answer_asked

from .conftest import QUESTIONS

ODD = [
    "🃏" * 40,
    "\x00\x01\x02灰流丽\x07在伤判能发动吗",
    "<script>alert(1)</script>",
    "'; DROP TABLE cards; --",
    "text:* AND (kind:ruling OR *)",
    '"灰流丽能发动吗',
    "「灰流丽能在伤害步骤发动吗",
    "灰流丽 can ダメージステップ be 发动 ですか?",
    "{card} {0} %s ${x}",
    "\\", "…………", "。", "？？？", "a", "1", "①", "0" * 400, "cid:99999999999", "的" * 500, "能发动吗" * 120,
    "青眼白龙攻击" * 80, "\u202e灰流丽\u200b\ufeff", "ﾀﾞﾒｰｼﾞｽﾃｯﾌﾟ", "\ud800",
]  # fmt: skip


@pytest.mark.parametrize("text", ODD)
def test_odd_questions_get_a_normal_answer(asked, text):
    answer = asked(text)
    assert answer["sentence"]["zh"]
    assert answer["question"]["understood"]["en"]


@pytest.mark.parametrize("text", ["", "   ", "\n\t", None, 7, ["灰流丽"], "灰" * 501, "灰" * 10_000])
def test_what_is_no_question_is_refused_in_a_sentence(asked, text):
    with pytest.raises(BadInput) as refused:
        asked(text)
    assert refused.value.says["zh"].endswith("。")
    if isinstance(text, str) and len(text) > 500:
        assert "500" in refused.value.says["en"]


def test_odd_questions_over_http_are_never_an_error_page(client):
    for text in ODD[:-1]:
        reply = client.post("/api/v1/ask", json={"question": text})
        assert reply.status_code == 200, text
        page = client.get("/ask", query_string={"q": text})
        assert page.status_code in (200, 400), text
        assert "<script>alert" not in page.text
    for body, status in (({}, 400), ({"question": "灰" * 10_000}, 400), ({"question": "x", "why": 1}, 400), ([], 400)):
        reply = client.post("/api/v1/ask", json=body)
        assert reply.status_code == status
        assert reply.mimetype == "application/problem+json"


pieces = st.sampled_from([word for question in QUESTIONS for word in (question["ask"], question["ask"][:7])])
mixed = st.lists(st.one_of(pieces, st.text(max_size=12)), max_size=5).map(lambda parts: "".join(parts)[:500])


@pytest.mark.slow
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=mixed)
def test_no_question_ever_raises_anything_but_a_refusal(desk, text):
    if not text.strip():
        with pytest.raises(BadInput):
            answer_asked(desk, text)
        return
    answer = answer_asked(desk, text)
    assert answer["question"]["kind"]
    assert answer["verdict"] in (None, "yes", "no", "must", "depends", "undetermined", "unknown")
