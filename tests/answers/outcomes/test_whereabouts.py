"""Where cards go that would be sent to the GY, beside a card that sends them elsewhere."""

import pytest


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("次元的裂缝适用中，怪兽被破坏会去墓地吗", "no"),
        ("Under Dimensional Fissure, does a discarded spell go to the graveyard?", "yes"),
        ("マクロコスモス適用中、破壊されたモンスターは墓地に送られますか", "no"),
        ("次元的裂缝在场，衍生物被破坏会被除外吗", "no"),
        ("If Macro Cosmos is active and I tribute a monster, is it banished?", "yes"),
    ],
)
def test_a_card_goes_where_what_is_in_force_sends_its_kind(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    ("question", "where"),
    [
        ("大宇宙下面被破坏的怪进墓地还是除外", "banished"),
        ("With Dimensional Fissure on the field, where does a monster destroyed by battle go?", "banished"),
        ("次元の裂け目がある時、使った魔法カードはどこへ行きますか", "gy"),
        ("我发动大宇宙，对面连锁旋风破坏它，大宇宙去哪", "gy"),  # the card itself, which lies there no more
    ],
)
def test_where_it_goes_is_told(asked, question, where):
    said = asked(question)["sentence"]["en"].lower()
    assert ("to the gy" in said and "not sent" not in said) if where == "gy" else "banished" in said


@pytest.mark.parametrize(
    "question",
    [
        "三眼怪召唤被神之宣告无效，能检索吗",
        "I normal summoned Sangan but it got negated by Solemn Judgment. Does Sangan's effect activate?",
        "クリッターの召喚を神の宣告で無効にされた。サーチできますか",
    ],
)
def test_a_monster_whose_summon_was_negated_never_left_the_field(asked, question):
    assert asked(question)["verdict"] == "no"
