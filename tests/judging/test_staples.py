"""What every judge is asked: `staples.yaml` holds what is ruled, and the desk has to say the same without an import."""

from pathlib import Path

import pytest

from knowledge.data.yaml_files import read_yaml, rulings_folder
from service.answers.ask_card import can_asked

TABLE = read_yaml((Path(__file__).parent / "staples.yaml").read_text(encoding="utf-8")).value
ROWS = [(asked, *row[:2], row[2:]) for asked, rows in TABLE.items() for row in rows]


@pytest.mark.parametrize(("asked", "at", "turn", "rest"), ROWS)
def test_the_desk_rules_as_the_judges_do(desk, asked, at, turn, rest):
    card, _, effect = asked.partition("/")
    *answered, verdict = rest
    question = {"card": card, "effect": effect or None, "at": at, "turn": turn}
    if answered:
        question["respond_to"] = answered[0]
    assert can_asked(desk, question).verdict == verdict


def test_every_nickname_names_its_card_by_password(desk):
    """A card that people have a short name for is found once its database is there, whether or not it is profiled."""
    listed = read_yaml((rulings_folder() / "nicknames.yaml").read_text(encoding="utf-8")).value
    meant = {p for entry in listed for p in (entry["card"] if isinstance(entry["card"], list) else [entry["card"]])}
    assert all(isinstance(password, int) for password in meant)
    assert len(meant & {card.password for card in desk.book.library.cards.values()}) > 200
