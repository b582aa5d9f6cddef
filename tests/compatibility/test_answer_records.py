"""Nothing is sent that the records do not name: every field of every answer stands in the description of the API."""

import json
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints, is_typeddict

import msgspec
import pytest

from knowledge.explanation import answer_records as records
from service.answers.ask import answer_asked

BODIES = Path(__file__).with_name("bodies.jsonl").read_text(encoding="utf-8").splitlines()
GIVEN = {
    "can": records.CanAnswer,
    "stats": records.StatsAnswer,
    "scenario": records.ScenarioAnswer,
    "matter": records.MatterReply,
    "ask": records.AskAnswer,
}
QUESTIONS = (
    "灰流丽在伤害步骤能发动吗", "灰流丽能发动吗", "什么是卷回", "青眼白龙攻击欧尼斯特，受到多少战斗伤害",
    "青眼白龙被收缩之后攻击力是多少", "今天天气怎么样", "对方发动增援，我能连锁灰流丽吗？", "灰流丽取对象吗",
    "灰流丽有什么裁定", "灰流丽是什么卡", "青眼白龙攻击力是多少", "一回合可以通常召唤几次",
    "Can I flip Mirror Force when my own monster attacks?", "ナチュル・ビーストがいる時に増援は発動できますか",
)  # fmt: skip


def unnamed(value: Any, kind: Any, path: str) -> list[str]:
    """The fields of a value that its record does not name, by their path."""
    if get_origin(kind) is list and isinstance(value, list):
        return [one for item in value for one in unnamed(item, get_args(kind)[0], path)]
    if get_origin(kind) is dict and isinstance(value, dict):
        return [one for item in value.values() for one in unnamed(item, get_args(kind)[1], path)]
    options = [option for option in (get_args(kind) or (kind,)) if is_typeddict(option)]
    if not options or not isinstance(value, dict):
        return []
    fitting = []
    for option in options:
        hints = get_type_hints(option)
        fitting.append(
            [f"{path}.{key}" for key in value if key not in hints]
            + [one for key in value if key in hints for one in unnamed(value[key], hints[key], f"{path}.{key}")]
        )
    return min(fitting, key=len)


@pytest.mark.parametrize("line", BODIES)
def test_a_released_body_is_answered_with_fields_the_records_name(client, line: str) -> None:
    entry = json.loads(line)
    door = entry["door"] if "door" in entry else entry["path"].rpartition("/")[2]
    if door not in GIVEN:
        pytest.skip(f"{door} is described by its own tests")
    reply = client.post(f"/api/v1/{door}", json=entry["body"])
    if reply.status_code != 200:
        assert unnamed(reply.get_json(), records.Problem, "problem") == []
        return
    msgspec.convert(reply.get_json(), GIVEN[door])
    assert unnamed(reply.get_json(), GIVEN[door], door) == []


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_in_plain_words_is_answered_with_fields_the_records_name(desk, question: str) -> None:
    answer = json.loads(json.dumps(answer_asked(desk, question)))
    msgspec.convert(answer, records.AskAnswer)
    assert unnamed(answer, records.AskAnswer, "ask") == []
