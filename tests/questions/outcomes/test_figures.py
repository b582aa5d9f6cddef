"""Figures asked for in plain words: the counts a question tells reach the text that counts by them."""

import pytest

from knowledge.questions.outcomes.counts import counts_in, quantities_in


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("我墓地6只爬虫族", [(6, "cards", "gy", ("Reptile",))]),
        ("对面场上1只龙 墓地2只龙", [(1, "cards", "field", ("Dragon",)), (2, "cards", "gy", ("Dragon",))]),
        ("2 Dragons on the field, 3 in the GY", [(2, "cards", "field", ("Dragon",)), (3, "cards", "gy", ("Dragon",))]),
        ("手札が5枚", [(5, "cards", "hand", ())]),
        ("康了三次", [(3, "times", "", ())]),
        ("当连锁4发", [(4, "chain-link", "", ())]),
        ("4个素材", [(4, "material", "", ())]),
        ("2500 ATK", [(2500, "points", "", ())]),
    ],
)  # fmt: skip
def test_a_number_is_told_with_what_it_counts(text, told):
    assert [(c.number, c.thing, c.place, c.kinds) for c in counts_in(text, [])] == told


def test_a_text_that_counts_by_a_kind_takes_no_count_of_another():
    [quantity] = quantities_in("このカードの攻撃力は、自分の墓地の植物族モンスターの数×200アップする。", "ja")
    [plants] = counts_in("我墓地3只植物族", [])
    [dragons] = counts_in("我墓地3只龙族", [])
    [of_theirs] = counts_in("对面墓地3只植物族", [])
    assert quantity.each == 200
    assert quantity.fits(plants)
    assert not quantity.fits(dragons)
    assert not quantity.fits(of_theirs)


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("解码语者连接端有2只怪 攻击力多少", "3300"),
        ("Decode Talker points to 3 monsters, what's its ATK?", "3800"),
        ("魔导战士 破坏者放着1个魔力指示物 攻击是多少", "1900"),
        ("有1个指示物的魔导战士 破坏者 技能抽取在场 攻击力多少", "1600"),
    ],
)
def test_a_value_is_reckoned_from_the_counts_told(asked, question, figure):
    assert figure in asked(question)["sentence"]["zh"]


def test_a_value_whose_count_nobody_told_is_left_open(asked):
    answer = asked("解码语者攻击力多少")
    assert answer["verdict"] == "depends"
    assert "2300" not in answer["sentence"]["zh"]


def test_what_was_not_understood_is_said_before_the_figure(asked):
    answer = asked("解码语者连接端有2只怪 咕噜咕噜着 攻击力多少")
    assert answer["verdict"] == "depends"
    assert answer["not_considered"]


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("尼比鲁解放了原本攻击力2000 1000 800三只，衍生物攻击力多少", "3800"),
        ("I take 1700 battle damage and drop Gorz. What ATK does the token have?", "1700"),
        ("邪神神之化身 场上其他怪最高2400 它几攻", "2500"),
        ("Eldlich the Golden Lord was summoned with its own effect. What ATK does it have?", "3500"),
    ],
)
def test_a_value_taken_from_figures_that_are_told(asked, question, figure):
    told = asked(question)
    assert figure in told["sentence"]["en"]
    assert told["verdict"] is None


def test_a_count_that_goes_into_no_sum_leaves_the_value_open(asked):
    assert asked("尼比鲁解放了原本攻击力2000 1000两只，场上5只，衍生物攻击力多少")["verdict"] == "depends"


@pytest.mark.parametrize(
    ("question", "lang", "told"),
    [
        ("how much lp does solemn warning cost", "en", "2000 LP"),
        ("神の警告のコストはいくらですか", "ja", "2000LP"),
        ("how much does solemn judgment cost", "en", "half"),
        ("灰流丽的cost是什么", "zh", "丢弃"),
    ],
)
def test_what_an_activation_costs_is_told(asked, question, lang, told):
    answer = asked(question)
    assert answer["verdict"] is None
    assert told in answer["sentence"][lang]
