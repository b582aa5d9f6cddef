"""A ruling wins over the rules only where it is marked as something the rules do not reach."""

from knowledge.engine.situation import Question


def test_only_marked_rulings_overrule_the_rules(desk):
    overruled = {}
    for card in desk.book.library.cards.values():
        for effect in card.effects:
            for window in desk.book.windows:
                for turn in ("own", "opponent"):
                    answer = desk._one(Question(window, turn, card, effect), explain=False)
                    overruled |= {p.ruling.id: p.ruling for p in answer.precedents if p.agrees is False}
    assert [name for name, r in overruled.items() if not (r.precedent or r.exception)] == []


def test_a_ruling_about_another_situation_does_not_overrule(desk):
    """With no monster on the field Dark Hole is refused; the plain question is about a field that has some."""
    card = desk.book.card_named("黑洞")
    answer = desk.can(card, card.effects[0], "main1", "own")
    assert answer.verdict == "yes"
    assert answer.effects[0].windows[0].basis == "rule"


def test_a_precedent_the_rules_do_not_reach_decides_and_says_so(desk):
    card = desk.book.card_named("平行选择")
    answer = desk.can(card, card.effects[0], "damage.end")
    assert answer.verdict == "yes"
    assert answer.effects[0].windows[0].basis == "ruling"
