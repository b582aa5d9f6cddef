"""What a player may do in the main phase, while cards named in the question are in force."""

import pytest


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("王宫的通告在场时我可以从手卡盖放陷阱卡吗", "yes"),
        ("can i set a trap card while jinzo is face-up?", "yes"),
        ("人造人間－サイコ・ショッカーがいる時に罠カードをセットできますか", "yes"),
        ("if my opponent controls vanity's emptiness can i normal summon", "yes"),
        ("can i special summon while vanity's emptiness is on the field", "no"),
        ("虚无空间在场还能同调召唤吗", "no"),
    ],
)
def test_what_the_cards_in_force_forbid_is_not_done(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize("question", ["对方有电光－雪花－，能盖魔陷吗", "can i attack under swords of revealing light"])
def test_what_hangs_on_a_condition_or_a_side_is_no_sure_verdict(asked, question):
    assert asked(question)["verdict"] not in ("yes", "no", "must")


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("我场上没有怪兽，对方场上有怪兽，电子龙能从手卡特殊召唤吗", "yes"),
        ("I control a monster. Can I special summon Cyber Dragon from my hand?", "no"),
        ("自分の場にモンスターが0体で相手の場にモンスターがいます。サイバー・ドラゴンは特殊召喚できますか", "yes"),
    ],
)
def test_a_monster_comes_out_by_its_own_way_where_the_table_told_allows_it(asked, question, verdict):
    assert asked(question)["verdict"] == verdict
