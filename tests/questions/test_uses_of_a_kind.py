"""`a spell card has been activated this turn`: a use of some card of a kind, and none of the card asked about."""

import pytest


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("对方场上有大将军 紫炎，我这回合已经发动过1次魔法卡，我还能发动旋风吗", "no"),
        ("对方场上有大将军 紫炎，对方这回合已经发动过1张陷阱卡，我还能发动增援吗", "yes"),
        ("我这回合已经发动过1张魔法卡，还能发动增援吗", "yes"),
    ],
)
def test_what_was_used_is_some_card_of_that_kind(asked, question, verdict):
    assert asked(question)["verdict"] == verdict
