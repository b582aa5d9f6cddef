"""A card is asked for a deed: its text does it, does another, or does it only to cards of some kind, place or owner."""

import pytest

NOT_DONE = [
    "旋风能无效通常魔法吗",
    "旋风能把正在发动的通常魔法康掉吗",
    "通常魔法能被旋风无效吗",
    "can mst negate a normal spell",
    "can a normal spell be negated by mst",
    "サイクロンで通常魔法を無効にできますか",
    "雷击能把对面的怪除外吗",
    "can raigeki banish monsters",
    "サンダー・ボルトでモンスターを除外できますか",
    "灰流丽能抽卡吗",
    "can i draw cards with raigeki",
    "増援でカードをドローできますか",
    "效果遮蒙者能破坏怪兽吗",
    "月之书能无效怪兽的效果吗",
    "神圣防护罩能无效攻击吗",
    "攻击能被神圣防护罩无效吗",
    "does book of moon stop a monster effect that was already activated",
    "can a normal spell be stopped by mst",
    "月之书能阻止怪兽的效果吗",
]


@pytest.mark.parametrize("question", NOT_DONE)
def test_a_card_does_not_do_what_its_text_does_not_say(asked, question):
    answer = asked(question)
    assert answer["verdict"] == "no"
    assert answer["because"]


def test_what_the_text_does_is_told(asked):
    assert "destroying all monsters" in asked("can raigeki banish monsters")["sentence"]["en"]


@pytest.mark.parametrize(
    "question",
    [
        "魔法筒能无效攻击吗",
        "怪兽效果能被神之通告康吗",
        "can monster effects be negated by solemn strike",
        "神宣能康融合吗",
    ],
)
def test_a_card_does_what_its_text_says(asked, question):
    assert asked(question)["verdict"] == "yes"


@pytest.mark.parametrize("question", ["神之宣告能破坏怪兽吗", "旋风能无效永续魔法吗"])
def test_a_deed_done_to_some_cards_only_depends_on_the_card(asked, question):
    assert asked(question)["verdict"] == "depends"


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("羽毛扫会炸自己的后场吗", "no"),
        ("does harpies feather duster destroy my own backrow", "no"),
        ("ハーピィの羽根帚は自分の魔法も破壊しますか", "no"),
        ("サンダー・ボルトで自分のモンスターを破壊できますか", "no"),
        ("激流葬会炸自己的怪吗", "yes"),
    ],
)
def test_whose_cards_a_text_means_decides(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("强脱只能弹对面的怪吗", "no"),
        ("does the target of compulsory evacuation device have to be the opponent's", "no"),
        ("must i target an opponent's card with mst", "no"),
        ("サイクロンは相手のカードしか破壊できませんか", "no"),
        ("雷击只能炸对面的怪吗", "yes"),
    ],
)
def test_having_to_be_of_one_player_is_another_thing_than_being_allowed(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


def test_a_moment_that_must_be_is_no_question_of_being_forced(asked):
    assert asked("雷击必须在自己主要阶段发动吗")["verdict"] == "depends"


@pytest.mark.parametrize(
    "question",
    [
        "融合能被灰流丽康吗",
        "融合能被灰流丽响应吗",
        "灰流丽能连锁融合吗",
        "对面发动融合我能灰流吗",
        "融合を灰流うららで無効にできますか",
        "融合に灰流うららをチェーンできますか",
        "can ash negate polymerization",
    ],
)
def test_a_name_that_is_an_ordinary_word_is_the_card_where_it_is_answered(asked, question):
    answer = asked(question)
    assert (answer["verdict"], answer["question"]["respond_to"]["id"]) == ("no", "polymerization")


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("用旋风破坏发动的通常魔法，效果会无效吗", "no"),
        ("サイクロンで発動した通常魔法を破壊したら効果は無効になりますか", "no"),
        ("对面开了张通常魔法，我用旋风炸了它，效果还处理吗", "yes"),
        ("i mst a normal spell they just activated, does it still resolve", "yes"),
        ("永续陷阱刚翻开就被旋风炸了，效果还适用吗", "no"),
        ("if i use mst on a continuous spell as it is activated, does its effect still apply", "no"),
        ("永続罠がサイクロンで破壊されたら効果は適用されますか", "no"),
    ],
)
def test_a_described_card_that_was_destroyed_as_it_was_activated(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    "question",
    [
        "同名卡一回合一次的效果，发动被神之通告无效了，这回合还能再发动吗",
        "一回合一次的效果被神之通告无效了发动，这回合还能再用吗",
        "一回合一次的效果被无效了，这回合还能再用吗",
        "my once per turn effect was negated, can i use it again this turn",
        "1ターンに1度の効果を無効にされた。もう一度使えますか",
    ],
)
def test_what_negated_a_nameless_effect_is_not_what_is_asked_about(asked, question):
    answer = asked(question)
    assert (answer["verdict"], answer["question"]["kind"]) == ("no", "rule")


@pytest.mark.parametrize(
    "question", ["对方发动陷阱卡，我能发动灰流丽吗", "opponent activates a trap, can i ash it", "陷阱能被灰流丽康吗"]
)
def test_an_answer_that_waits_for_a_deed_depends_on_what_a_nameless_card_does(asked, question):
    assert asked(question)["verdict"] == "depends"


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("死者苏生能特殊召唤额外卡组里的怪兽吗", "no"),
        ("死者蘇生で相手の墓地のモンスターを特殊召喚できますか", "yes"),
        ("can call of the haunted revive a monster from my opponent's graveyard", "no"),
        ("愚蠢的埋葬能把魔法卡送去墓地吗", "no"),
        ("羽毛扫能破坏场地魔法吗", "yes"),
    ],
)
def test_the_text_says_which_cards_and_from_where(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("黑洞会破坏自己场上的怪兽吗", "yes"),
        ("雷击会破坏我自己的怪兽吗", "no"),
        ("对方发动雷击，会破坏我的怪兽吗", "yes"),
        ("does raigeki destroy my monsters", "depends"),  # who uses it is not told
        ("ブラック・ホールは自分のモンスターも破壊しますか", "yes"),
    ],
)
def test_whose_cards_are_meant_depends_on_who_uses_it(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("神圣防护罩 -反射镜力-会破坏守备表示的怪兽吗", "no"),
        ("does torrential tribute destroy face-down monsters", "yes"),
        ("can bottomless trap hole banish a monster with 1400 atk", "no"),
        ("one for one能特殊召唤2星怪兽吗", "no"),
        ("神圣防护罩 -反射镜力-能破坏里侧守备的怪兽吗", "no"),
        ("can monster reborn revive a banished monster", "no"),
    ],
)
def test_position_face_and_figures_are_compared_with_the_text(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


def test_a_place_where_something_would_go_is_not_where_it_lies(asked):
    answer = asked("can compulsory evacuation device return a monster to the extra deck")
    assert answer["verdict"] not in ("yes", "no", "must")


@pytest.mark.parametrize(
    ("plain", "another"),
    [
        ("死者苏生能发动吗", "死者苏生能特招到对方场上吗"),
        ("can monster reborn be activated", "can monster reborn special summon it to my opponent's field"),
        ("死者蘇生はいつ発動できますか", "死者蘇生で特殊召喚されるのはいつですか"),
    ],
)
def test_a_verdict_on_the_activation_is_no_answer_to_where_or_when_it_comes(asked, plain, another):
    assert asked(plain)["verdict"] == "yes"
    assert asked(another)["verdict"] not in ("yes", "no", "must")


def test_two_things_of_which_one_is_chosen_are_not_both_allowed(asked):
    assert asked("元素英雄 天空侠的效果能检索吗")["verdict"] == "yes"
    assert asked("元素英雄 天空侠的效果能检索再破坏吗")["verdict"] not in ("yes", "must")


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("对面攻击宣言了，威吓之咆哮能停下这次攻击吗", "no"),
        ("对面攻击宣言了，旋风能挡下这次攻击吗", "no"),
        ("对面攻击宣言了，废铁稻草人能挡下这次攻击吗", "yes"),
        ("对面攻击宣言了，神圣防护罩能挡下这次攻击吗", "yes"),
    ],
)
def test_an_attack_that_was_declared_is_stopped_by_what_reaches_the_attacker(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    "question",
    [
        "手札抹殺で捨てたダンディライオンの効果は発動しますか",
        "Does Dandylion activate if discarded by Card Destruction?",
        "手札抹杀丢掉的蒲公英狮的效果会发动吗",
    ],
)
def test_what_did_it_is_not_the_card_whose_effect_is_asked_about(asked, question):
    assert asked(question)["verdict"] == "must"
