"""Ask a round of blind questions, and write the result down for `docs/accuracy.csv`.

    python -m tests.blind.ask tests/blind/questions-1.yaml [--record NOTE]

A sure verdict that is not accepted is wrong with confidence; asking back or a verdict that depends is undecided.
"""

import argparse
import re
from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

import yaml

from knowledge.data.accuracy import Row, add_to_record
from service.answers.ask import answer_asked
from service.loaded_desk import loaded_desk

RECORD = Path(__file__).parents[2] / "docs/accuracy.csv"
SURE = ("yes", "no", "must")
VERDICTS = (*SURE, "depends", "undetermined", "unknown", "ask")


def outcome(answer: dict[str, Any], accepted: list[str]) -> str:
    """right, wrong (with confidence) or undecided."""
    asks_back = answer["question"]["kind"] == "incomplete"
    if "ask" in accepted and asks_back:
        return "right"
    said = " ".join(answer["sentence"].values())
    if any(re.search(rf"(?<!\d){re.escape(word)}(?!\d)", said, re.I) for word in accepted if word not in VERDICTS):
        return "right"  # a figure or a word of the first line
    if answer["verdict"] in accepted and not (asks_back and answer["verdict"] in SURE):
        return "right"
    return "wrong" if answer["verdict"] in SURE and not asks_back else "undecided"


def main() -> None:
    """Ask, print what did not come out, and record the round."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("file", type=Path)
    arguments.add_argument("--record", default="", metavar="NOTE")
    chosen = arguments.parse_args()
    questions = yaml.safe_load(chosen.file.read_text(encoding="utf-8"))["questions"]
    desk, count = loaded_desk(), Counter()
    for question in questions:
        answer = answer_asked(desk, question["ask"])
        came = outcome(answer, question["accept"])
        count[came] += 1
        if came != "right":
            left = [entry["text"] for entry in answer["not_considered"]]
            print(f"{came}: {question['ask']} → {answer['verdict']} (accepted: {question['accept']}) {left}")
    print(dict(count))
    if chosen.record:
        figures = [count[came] for came in ("right", "wrong", "undecided")]
        today = date.today().isoformat()
        add_to_record(RECORD, [Row(today, chosen.file.stem, "all", len(questions), *figures, chosen.record)])


if __name__ == "__main__":
    main()
