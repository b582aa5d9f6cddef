"""A clause nobody has read leaves no sure answer where it speaks of what is asked; elsewhere it changes nothing."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.data.cases import Battle, CardOnTable, Happening, Link, Table
from knowledge.data.profile import Action, Card, Effect, Filter, Names, Requirement
from knowledge.desk import Desk
from knowledge.play import read_scenario
from knowledge.rules.verdicts import Moments, judged, verdict_alone
from knowledge.table.situation import Question
from knowledge.text import Language, read_card
from service.loaded_desk import loaded_desk

SURE = ("yes", "no", "must")
# conditions no reader knows; every text here is our own
NOT_READ = ("天上正在打雷下雨的期间", "双方玩家都戴着眼镜的期间", "今天是双方生日的期间")
ABOUT_ACTIVATIONS = ("对方不能把魔法卡发动", "双方不能把从手卡使用的魔法卡发动")
ABOUT_BATTLE = ("这张卡的战斗伤害要分给观众一半", "这张卡的战斗发生的战斗伤害由裁判承担")
ABOUT_NEITHER = ("这张卡身上的指示物会跳舞", "这张卡的卡名可以唱出来")


def card(name: str, text: str, card_type: str = "Monster / Fish / Effect", lang: Language = "zh") -> Card:
    effects = tuple(one.effect for one in read_card(text, card_type, lang).effects)
    return Card(id=name, names=Names(zh=name), type=card_type, atk=1800, defence=1000, level=4, effects=effects)


@pytest.fixture(scope="module")
def desk() -> Desk:
    return loaded_desk()


def activation(desk: Desk, other: Card) -> Question:
    hole = desk.book.card_named("黑洞")
    assert hole is not None
    lying = (
        CardOnTable(card=other.names.zh, zone="monster-zone", side="opponent", position="attack"),
        CardOnTable(called="m", zone="monster-zone", side="opponent", position="attack"),
    )
    table = Table(self=CardOnTable(zone="hand"), cards=lying)
    return Question("main1", "own", hole, hole.effects[0], table, strangers=(other,))


@given(when=st.sampled_from(NOT_READ), what=st.sampled_from(ABOUT_ACTIVATIONS))
def test_an_activation(desk: Desk, when: str, what: str) -> None:
    other = card("自拟怪兽", f"①：{when}，只要这张卡在怪兽区域存在，{what}。")
    question = activation(desk, other)
    told = judged(desk.book, question)
    assert told.verdict not in SURE
    assert any(when in clause for branch in told.branches for clause in branch.clauses)
    assert verdict_alone(desk.book, question) == told.verdict
    moments = Moments(desk.book, question.card, question.effect, question.table, question.strangers)
    assert moments.verdict("main1", "own") == told.verdict
    assert moments.verdict("damage.start", "own") not in ("yes", "must")


@given(when=st.sampled_from(NOT_READ), what=st.sampled_from(ABOUT_BATTLE), attacks=st.booleans())
def test_a_battle(desk: Desk, when: str, what: str, attacks: bool) -> None:
    own = card("自拟战士", f"①：{when}，{what}。")
    sides = ("own", "opponent") if attacks else ("opponent", "own")
    lying = (
        CardOnTable(card="自拟战士", called="a", zone="monster-zone", side=sides[0], position="attack"),
        CardOnTable(called="b", zone="monster-zone", side=sides[1], position="attack", atk=1000),
    )
    fight = Battle(attacker="a", defender="b") if attacks else Battle(attacker="b", defender="a")
    told = desk.battle(Table(cards=lying, battle=fight), turn="own", strangers=(own,))
    assert told.damage.verdict == "depends"
    assert any(when in clause for b in told.damage.deciding.judgement.branches for clause in b.clauses)


@given(clause=st.sampled_from(("对方唱一首摇篮曲", "对方玩家给双方倒一杯茶", "双方交换座位")))
def test_a_matter_of_its_own_resolution_and_a_scenario(desk: Desk, clause: str) -> None:
    own = card("自拟法师", f"①：自己主要阶段才能发动。自己抽1张。那之后，{clause}。")
    link = Link(card="自拟法师", by="own", effect=1)
    table = Table(self=CardOnTable(zone="monster-zone"), chain=(link,))
    matter = desk.matter("effect-applies", own, own.effects[0], at="main1", turn="own", table=table, strangers=(own,))
    assert matter.verdict == "depends"
    steps = [{"activate": "自拟法师/1"}, {"pass": "both"}]
    scenario = read_scenario({"cards": [{"card": "自拟法师"}], "deck": {"own": 10}, "steps": steps})
    played = desk.scenario(scenario, (own,))
    assert any(clause in line["zh"] for step in played.steps for line in step.not_simulated)


@given(when=st.sampled_from(NOT_READ), what=st.sampled_from(ABOUT_NEITHER))
def test_a_clause_that_speaks_of_something_else_changes_nothing(desk: Desk, when: str, what: str) -> None:
    other = card("自拟怪兽", f"①：{when}，{what}。")
    assert judged(desk.book, activation(desk, other)).verdict == "yes"


def test_a_clause_of_a_card_that_does_not_apply_changes_nothing(desk: Desk) -> None:
    other = card("自拟怪兽", f"①：{NOT_READ[0]}，只要这张卡在怪兽区域存在，{ABOUT_ACTIVATIONS[0]}。")
    question = activation(desk, other)
    hidden = CardOnTable(card="自拟怪兽", zone="monster-zone", side="opponent", face="down", position="defence")
    table = Table(self=CardOnTable(zone="hand"), cards=(hidden, question.table.cards[1]))
    assert (
        judged(desk.book, Question("main1", "own", question.card, question.effect, table, strangers=(other,))).verdict
        == "yes"
    )


def test_a_ban_told_as_activated_whose_reach_nobody_read_leaves_a_summon_open(desk: Desk) -> None:
    bans = card(
        "自拟誓约",
        "①：１ターンに１度、自分メインフェイズに発動できる。自分はデッキから１枚ドローする。"
        "この効果の発動後、ターン終了時まで自分は魚族モンスターしかX召喚の素材にできない。",
        lang="ja",
    )
    comes = card("自拟来客", "①：1回合1次，自己主要阶段才能发动。从手卡把1只怪兽特殊召唤。")
    table = Table(
        self=CardOnTable(zone="monster-zone", position="attack"),
        earlier=(Happening(event="effect-activated", card="自拟誓约", side="own", effect=1),),
    )
    question = Question("main1", "own", comes, comes.effects[0], table, strangers=(bans, comes))
    assert verdict_alone(desk.book, question) not in SURE
    free = Question("main1", "own", comes, comes.effects[0], Table(self=table.self), strangers=(bans, comes))
    assert verdict_alone(desk.book, free) == "yes"


def test_by_so_much_for_each_card_of_which_there_is_none_is_nothing_to_do(desk: Desk) -> None:
    grows = card("自拟巨人", "①：1回合1次，自己主要阶段才能发动。这张卡的攻击力上升1000。")
    each = Action(act="gain-atk-def", what="self", stat="atk", amount="100-per-such", per=Filter(zones=("banished",)))
    asked = Effect(number=1, kind="ignition", does=(each,))
    lying = CardOnTable(zone="monster-zone", position="attack")
    away = Table(self=lying, lacks=(Filter(side="either", zones=("banished",)),))
    assert verdict_alone(desk.book, Question("main1", "own", grows, asked, away)) == "no"
    assert verdict_alone(desk.book, Question("main1", "own", grows, asked, Table(self=lying))) != "no"


def test_how_a_monster_came_is_forgotten_once_it_was_away(desk: Desk) -> None:
    draws = card("自拟旅人", "①：1回合1次，这张卡同调召唤的场合，自己主要阶段才能发动。自己抽1张。")
    asked = Effect(
        number=1, kind="ignition", does=draws.effects[0].does,
        requires=(Requirement(is_="summoned-so", of=Filter(summoned=("synchro",))),),
    )  # fmt: skip
    came = Happening(event="special-summoned", card="self", side="own")
    left = Happening(event="banished", card="self", side="own", by="effect", now="monster-zone")
    lying = CardOnTable(zone="monster-zone", position="attack", summoned="synchro")
    stays = Question("main1", "own", draws, asked, Table(self=lying, earlier=(came,)))
    back = Question("main1", "own", draws, asked, Table(self=lying, earlier=(came, left)))
    assert [verdict_alone(desk.book, q) for q in (stays, back)] == ["yes", "no"]


def test_a_rule_of_its_own_that_nobody_read_is_no_empty_condition() -> None:
    text = (
        "それぞれの机の上に花が三本以下の場合に発動する事ができる。お互いに机の上に置ける花の合計本数は三本までになる。"
    )
    effects = [one.effect for one in read_card(text, "Trap / Continuous", "ja").effects]
    assert any(e.unread or e.unread_deeds for e in effects)
    assert not any(e.kind == "condition" and e.number for e in effects)


@pytest.mark.parametrize("about", ["destroy m", "destroy"])
def test_whether_a_card_is_acted_on_is_open_where_it_was_not_read_on_which(desk: Desk, about: str) -> None:
    storm = Effect(number=1, kind="activate", part="card", does=(Action(act="destroy", count="all", amount=1500),))
    asked = Card(id="自拟风暴", names=Names(zh="自拟风暴"), type="Trap", effects=(storm,))
    lying = CardOnTable(called="m", zone="monster-zone", side="opponent", position="attack")
    table = Table(cards=(lying,), chain=(Link(card="自拟风暴", by="own", effect=1),))
    told = desk.matter("carried-out", asked, storm, at="main1", table=table, about=about, strangers=(asked,))
    assert (told.verdict == "yes") == (about == "destroy")


def test_what_a_text_says_before_its_effects_may_bind_all_of_them(desk: Desk) -> None:
    draws = "①：１ターンに１度、発動できる。自分は１枚ドローする。"
    giant = card("自拟巨人", "このカードの効果はこのカードが青く塗られている場合のみ適用される。" + draws, lang="ja")
    drawing = next(e for e in giant.effects if e.number == 1)
    table = Table(self=CardOnTable(zone="monster-zone"), chain=(Link(card="自拟巨人", by="own", effect=1),))
    told = desk.matter("effect-applies", giant, drawing, at="main1", turn="own", table=table, strangers=(giant,))
    assert told.verdict == "depends"
    plain = card("自拟常人", "このカードは召喚・特殊召喚できない。" + draws, lang="ja")
    freely = msgspec.structs.replace(table, chain=(Link(card="自拟常人", by="own", effect=1),))
    told = desk.matter(
        "effect-applies", plain, plain.effects[-1], at="main1", turn="own", table=freely, strangers=(plain,)
    )
    assert told.verdict == "yes"


def test_what_is_sent_for_its_text_may_wait_for_a_moment_of_its_own(desk: Desk) -> None:
    verte = desk.book.card_named("捕食植物 青锁龙森蚺")
    assert verte is not None
    text = "①：自分フィールドの融合モンスターの攻撃宣言時に発動できる。自分は１枚ドローする。"
    waits = card("自拟融合", text, "Spell / Quick-Play", "ja")
    table = Table(self=CardOnTable(zone="monster-zone"), cards=(CardOnTable(card="自拟融合", called="c", zone="deck"),))
    told = desk.matter(
        "may-be-used", verte, verte.effects[1], at="main1", turn="own", table=table, about="c", strangers=(waits,)
    )
    assert told.verdict not in SURE


@pytest.mark.parametrize(("zone", "sure"), [("monster-zone", True), ("deck", False)])
def test_what_else_a_cost_might_be_paid_with_is_no_matter_of_what_the_effect_does(
    desk: Desk, zone: str, sure: bool
) -> None:
    price = Filter(side="own", zones=("monster-zone",), type=("monster",), race=("Fish",))
    act = Action(act="destroy", count="all")  # of which cards was not read
    cost = (Action(act="tribute", which=price, count=1),)
    effect = Effect(number=1, kind="activate", part="card", cost=cost, does=(act,))
    own = Card(id="own", names=Names(zh="自拟病毒"), type="Spell / Normal", effects=(effect,))
    fish = CardOnTable(called="fish", zone="monster-zone", race="Fish", atk=1000, type=("normal",))
    lack = msgspec.structs.replace(price, zones=(zone,))
    table = Table(self=CardOnTable(zone="hand"), cards=(fish,), lacks=(lack,))
    told = judged(desk.book, Question("main1", "own", own, effect, table, strangers=(own,)))
    assert (told.verdict in SURE) is sure
