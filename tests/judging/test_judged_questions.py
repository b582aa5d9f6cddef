"""Questions a head judge would ask, each with the verdict and the reason settled before the desk was asked."""

from pathlib import Path
from typing import Any

import pytest

from knowledge.data.yaml_files import read_yaml
from knowledge.explanation.can_answer import can_answer
from service.answers.ask_card import can_asked

ASKED = ("card", "effect", "at", "turn", "respond_to", "given")
QUESTIONS: list[dict[str, Any]] = read_yaml(Path(__file__).with_name("profiled.yaml").read_text("utf-8")).value


@pytest.mark.parametrize("question", QUESTIONS, ids=[q["id"] for q in QUESTIONS])
def test_judged(desk, question):
    answer = can_answer(desk, can_asked(desk, {key: question[key] for key in ASKED if key in question}))
    assert answer["verdict"] == question["expect"], question["why"]
    if "because" in question:
        assert question["because"] in [reason["rule"] for reason in answer["because"]], question["why"]


def test_every_id_is_its_own():
    ids = [q["id"] for q in QUESTIONS]
    assert sorted(set(ids)) == sorted(ids)
