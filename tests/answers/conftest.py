"""The questions of `questions.yaml`, and an answer to each."""

from pathlib import Path

import pytest
import yaml

from service.answers.ask import answer_asked

QUESTIONS = yaml.safe_load((Path(__file__).parent / "questions.yaml").read_text(encoding="utf-8"))["questions"]


@pytest.fixture(scope="session")
def answers(desk):
    """Every question with its answer, over the built-in cards alone."""
    return [(question, answer_asked(desk, question["ask"])) for question in QUESTIONS]
