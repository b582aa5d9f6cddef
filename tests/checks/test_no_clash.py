"""No two rules disagree about any effect of any profiled card, in any window of either player's turn."""

from knowledge.rules.verdicts import judged
from knowledge.table.situation import Question


def test_no_two_rules_disagree_about_any_card(desk):
    verdicts = set()
    for card in desk.book.library.cards.values():
        for effect in card.effects:
            for window in desk.book.windows:
                for turn in ("own", "opponent"):
                    verdicts.add(judged(desk.book, Question(window, turn, card, effect)).verdict)
    assert verdicts <= {"yes", "no", "must", "depends"}
