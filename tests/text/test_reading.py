"""Texts of our own in three languages: what kind of effect each describes, and what is in it."""

from typing import NamedTuple

import pytest

from knowledge.data.profile import Effect
from knowledge.text import CardReading, read_card

ACTIVATED = ("activate", "ignition", "trigger", "quick")
MONSTER = "Monster / Rock / Effect"


def activated(reading: CardReading) -> list[Effect]:
    return [read.effect for read in reading.effects if read.effect.kind in ACTIVATED]


def kinds(reading: CardReading) -> list[str]:
    return [("must-" if effect.mandatory else "") + effect.kind for effect in activated(reading)]


class Case(NamedTuple):
    about: str
    type: str
    zh: str
    ja: str
    en: str
    kinds: list[str]


CASES = [
    Case(
        "an ignition effect of the main phase",
        MONSTER,
        "①：自己主要阶段才能发动。给与对方70伤害。",
        "①：自分メインフェイズに発動できる。相手に７０ダメージを与える。",
        "During your Main Phase: You can inflict 70 damage to your opponent.",
        ["ignition"],
    ),
    Case(
        "a quick effect of either turn",
        MONSTER,
        "①：自己·对方的主要阶段，把这张卡解放才能发动。场上1张卡破坏。",
        "①：自分・相手のメインフェイズに、このカードをリリースして発動できる。フィールドのカード１枚を選んで破壊する。",
        "During the Main Phase (Quick Effect): You can Tribute this card; destroy 1 card on the field.",
        ["quick"],
    ),
    Case(
        "an optional trigger on its own summon",
        MONSTER,
        "①：这张卡召唤成功的场合才能发动。自己回复70基本分。",
        "①：このカードが召喚に成功した場合に発動できる。自分は７０ＬＰ回復する。",
        "If this card is Normal Summoned: You can gain 70 LP.",
        ["trigger"],
    ),
    Case(
        "a mandatory trigger on going to the GY",
        MONSTER,
        "①：这张卡被送去墓地的场合发动。自己失去70基本分，抽1张卡。",
        "①：このカードが墓地へ送られた場合に発動する。自分は１枚ドローする。",
        "If this card is sent to the GY: Draw 1 card.",
        ["must-trigger"],
    ),
    Case(
        "an effect that answers an activation",
        MONSTER,
        "①：对方把魔法卡发动时，从手卡丢弃1张卡才能发动。那个发动无效。",
        "①：相手が魔法カードを発動した時、手札を１枚捨てて発動できる。その発動を無効にする。",
        "When your opponent activates a Spell Card (Quick Effect): You can discard 1 card; negate the activation.",
        ["quick"],
    ),
    Case(
        "standing protection that never activates",
        MONSTER,
        "①：只要这张卡在怪兽区域存在，自己场上的岩石族怪兽不会被效果破坏。",
        "①：このカードがモンスターゾーンに存在する限り、自分フィールドの岩石族モンスターは効果では破壊されない。",
        "Rock monsters you control cannot be destroyed by card effects.",
        [],
    ),
    Case(
        "an older text: when summoned, do",
        MONSTER,
        "这张卡反转召唤成功时，从自己卡组抽1张卡。",
        "このカードが反転召喚に成功した時、自分のデッキからカードを１枚ドローする。",
        "When this card is Flip Summoned, draw 1 card.",
        ["must-trigger"],
    ),
    Case(
        "an older text: once per turn, one may",
        MONSTER,
        "1回合1次，可以把场上1张魔法卡破坏。",
        "１ターンに１度、フィールド上の魔法カード１枚を破壊する事ができる。",
        "Once per turn, you can destroy 1 Spell Card on the field.",
        ["ignition"],
    ),
    Case(
        "a flip effect",
        "Monster / Rock / Flip / Effect",
        "反转：给与对方70伤害。",
        "リバース：相手に７０ダメージを与える。",
        "FLIP: Inflict 70 damage to your opponent.",
        ["must-trigger"],
    ),
    Case(
        "a procedure to summon itself is no effect to activate",
        MONSTER,
        "这张卡可以把自己场上2只衍生物解放，从手卡特殊召唤。",
        "このカードは自分フィールドのトークン２体をリリースして手札から特殊召喚できる。",
        "You can Special Summon this card (from your hand) by Tributing 2 Tokens.",
        [],
    ),
    Case(
        "a normal trap and its effect in the GY",
        "Trap / Normal",
        "①：对方怪兽的攻击宣言时才能发动。那次攻击无效。\n②：把墓地的这张卡除外才能发动。自己回复70基本分。",
        "①：相手モンスターの攻撃宣言時に発動できる。その攻撃を無効にする。②：墓地のこのカードを除外して発動できる。"
        "自分は７０ＬＰ回復する。",
        "When an opponent's monster declares an attack: Negate the attack. "
        "You can banish this card from your GY; gain 70 LP.",
        ["activate", "quick"],
    ),
    Case(
        "a normal spell and its effect in the GY, which has spell speed 1",
        "Spell / Normal",
        "①：自己回复70基本分。\n②：把墓地的这张卡除外才能发动。自己回复90基本分。",
        "①：自分は７０ＬＰ回復する。②：墓地のこのカードを除外して発動できる。自分は９０ＬＰ回復する。",
        "Gain 70 LP. You can banish this card from your GY; gain 90 LP.",
        ["activate", "ignition"],
    ),
    Case(
        "a continuous spell that only waits",
        "Spell / Continuous",
        "①：自己准备阶段发动。自己回复70基本分。",
        "①：自分スタンバイフェイズに発動する。自分は７０ＬＰ回復する。",
        "During your Standby Phase: Gain 70 LP.",
        ["must-trigger"],
    ),
    Case(
        "an equip card's activation targets though the text is silent",
        "Spell / Equip",
        "岩石族怪兽才能装备。装备怪兽的攻击力上升70。",
        "岩石族モンスターにのみ装備可能。装備モンスターの攻撃力は７０ポイントアップする。",
        "Equip only to a Rock monster. It gains 70 ATK.",
        ["activate"],
    ),
    Case(
        "a choice is one effect",
        MONSTER,
        "①：1回合1次，可以从以下效果选择1个发动。\n●自己回复70基本分。\n●给与对方70伤害。",
        "①：１ターンに１度、以下の効果から１つを選択して発動できる。●自分は７０ＬＰ回復する。●相手に７０ダメージを与える。",
        "Once per turn: You can activate 1 of these effects;\n● Gain 70 LP.\n● Inflict 70 damage to your opponent.",
        ["ignition"],
    ),
    Case(
        "what is granted to another monster is not this card's effect",
        MONSTER,
        "①：这张卡为素材作超量召唤的怪兽得到以下效果。\n●这次超量召唤成功的场合才能发动。自己抽1张。",
        "①：このカードを素材としてＸ召喚したモンスターは以下の効果を得る。●このＸ召喚に成功した場合に発動できる。"
        "自分は１枚ドローする。",
        "An Xyz Monster that has this card as material gains this effect.\n"
        "● If this card is Xyz Summoned: You can draw 1 card.",
        [],
    ),
]


@pytest.mark.parametrize("lang", ["zh", "ja", "en"])
@pytest.mark.parametrize("case", CASES, ids=[case.about for case in CASES])
def test_the_kind_of_an_effect(case: Case, lang: str) -> None:
    assert kinds(read_card(getattr(case, lang), case.type, lang)) == case.kinds  # type: ignore[arg-type]


def test_official_and_community_chinese_read_alike() -> None:
    community = "①：对方把怪兽的效果发动时，把手卡的这张卡丢弃才能发动。那个效果无效。"
    official = "①：对手发动怪兽的效果时，将手牌的此卡舍弃可以发动。将该效果无效。"
    one, other = (activated(read_card(text, MONSTER, "zh"))[0] for text in (community, official))
    assert (one.kind, one.mandatory, one.zones, one.cost[0].act) == (
        other.kind,
        other.mandatory,
        other.zones,
        "discard",
    )
    assert [action.act for action in one.does] == [action.act for action in other.does] == ["negate-effect"]


def test_negating_an_effect_is_not_negating_an_activation() -> None:
    effect = activated(read_card("①：陷阱卡发动时才能发动。那个效果无效。", MONSTER, "zh"))[0]
    activation = activated(read_card("①：陷阱卡发动时才能发动。那个发动无效。", MONSTER, "zh"))[0]
    assert [action.act for action in effect.does] == ["negate-effect"]
    assert [action.act for action in activation.does] == ["negate-activation"]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("zh", "①：支付70基本分，以对方墓地1只5星以下的怪兽为对象才能发动。那只怪兽除外。那之后，自己可以抽1张。"),
        (
            "ja",
            "①：７０ＬＰを払い、相手の墓地のレベル５以下のモンスター１体を対象として発動できる。そのモンスターを除外する。",
        ),
        ("en", "You can pay 70 LP, then target 1 Level 5 or lower monster in your opponent's GY; banish it."),
    ],
    ids=["zh", "ja", "en"],
)
def test_cost_target_and_resolution_are_told_apart(lang: str, text: str) -> None:
    effect = activated(read_card(text, MONSTER, lang))[0]  # type: ignore[arg-type]
    assert [action.act for action in effect.cost] == ["pay-lp"]
    assert effect.targets[0].zones == ("gy",)
    assert effect.targets[0].level == (0, 5)
    assert effect.targets[0].side == "opponent"
    assert effect.does[0].act == "banish"


def test_what_follows_with_then_may_be_optional() -> None:
    text = "①：自己主要阶段才能发动。这张卡的攻击力上升70。那之后，可以从卡组把1只怪兽加入手卡。"
    first, second = activated(read_card(text, MONSTER, "zh"))[0].does
    assert (first.act, first.stat, first.what) == ("gain-atk-def", "atk", "self")
    assert (second.act, second.joined, second.optional) == ("search", "then", True)


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("zh", "①：这张卡特殊召唤成功时才能发动。自己抽1张。", "when"),
        ("zh", "①：这张卡特殊召唤成功的场合才能发动。自己抽1张。", "if"),
        ("ja", "①：このカードが特殊召喚に成功した時に発動できる。自分は１枚ドローする。", "when"),
        ("ja", "①：このカードが特殊召喚した場合に発動できる。自分は１枚ドローする。", "if"),
        ("en", "When this card is Special Summoned: You can draw 1 card.", "when"),
        ("en", "If this card is Special Summoned: You can draw 1 card.", "if"),
    ],
)
def test_when_and_if(lang: str, text: str, expected: str) -> None:
    reading = read_card(text, MONSTER, lang)  # type: ignore[arg-type]
    assert reading.effects[0].when_or_if == expected


@pytest.mark.parametrize(
    ("lang", "text", "subject"),
    [
        ("zh", "①：这张卡被破坏的场合才能发动。自己抽1张。", "self"),
        ("zh", "①：这张卡以外的自己场上的怪兽被破坏的场合才能发动。自己抽1张。", "other"),
        ("ja", "①：このカードが破壊された場合に発動できる。自分は１枚ドローする。", "self"),
        (
            "ja",
            "①：このカード以外の自分フィールドのモンスターが破壊された場合に発動できる。自分は１枚ドローする。",
            "other",
        ),
        ("en", "If this card is destroyed: You can draw 1 card.", "self"),
        ("en", "If another monster you control is destroyed: You can draw 1 card.", "other"),
    ],
)
def test_whom_an_event_befalls(lang: str, text: str, subject: str) -> None:
    trigger = activated(read_card(text, MONSTER, lang))[0].trigger  # type: ignore[arg-type]
    assert trigger is not None
    assert (trigger.events, trigger.subject) == (("destroyed",), subject)


def test_a_limit_by_name_counts_the_numbers_it_names() -> None:
    limit = "这个卡名的②的效果1回合只能使用1次。"
    text = f"{limit}\n①：自己主要阶段才能发动。自己抽1张。\n②：自己结束阶段才能发动。自己抽1张。"
    first, second = activated(read_card(text, MONSTER, "zh"))
    assert first.limit is None
    assert second.limit is not None
    assert second.limit.counts == "name"


def test_scale_and_monster_part_of_one_text_are_told_apart() -> None:
    text = (
        "←5 【灵摆】 5→\n①：自己主要阶段才能发动。自己抽1张。\n【怪兽效果】\n①：这张卡被除外的场合才能发动。自己抽1张。"
    )
    reading = read_card(text, "Monster / Rock / Pendulum / Effect", "zh")
    assert [(read.effect.part, read.effect.kind) for read in reading.effects] == [
        ("pendulum", "ignition"),
        ("monster", "trigger"),
    ]


def test_the_story_of_a_normal_monster_is_no_effect() -> None:
    assert read_card("当月亮落下时，它把敌人破坏。", "Monster / Rock / Normal", "zh").effects == ()


def test_an_event_that_is_none_of_the_known_ones_is_said_to_be_unsure() -> None:
    reading = read_card("①：骰子掷出双数的场合才能发动。自己抽1张。", MONSTER, "zh")
    assert activated(reading)[0].trigger is not None
    assert [doubt.reason for doubt in reading.unsure] == ["event"]


def test_an_older_text_says_that_its_activation_is_inferred() -> None:
    reading = read_card("这张卡召唤成功时，从自己卡组抽1张卡。", MONSTER, "zh")
    assert "older-text" in {doubt.reason for doubt in reading.unsure}
    assert all(doubt.says.zh and doubt.says.en for doubt in reading.unsure)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "A Fusion Summon of this card can only be done with the materials named above."),
        ("ja", "このカードの融合召喚は上記のモンスターでしかできない。"),
        ("zh", "这张卡的融合召唤只能用上面写的怪兽。"),
    ],
)
def test_how_a_card_may_be_summoned_is_no_effect_in_force(lang, text):
    assert [effect.effect.kind for effect in read_card(text, "Monster / Warrior / Fusion / Effect", lang).effects] == [
        "summoning"
    ]


@pytest.mark.parametrize(
    ("lang", "text", "kind", "paid"),
    [
        ("ja", "７００ライフポイントを払う。フィールド上の全ての罠カードを破壊する。", "Spell / Normal", ["pay-lp"]),
        ("ja", "手札を１枚捨てる。相手に７０ダメージを与える。", "Trap / Normal", ["discard"]),
        ("zh", "支付700基本分。场上的全部陷阱卡破坏。", "Spell / Normal", ["pay-lp"]),
        ("zh", "把这张卡作为祭品。给与对方基本分70分伤害。", MONSTER, ["tribute"]),
        ("ja", "手札を２枚まで捨てる。その後、捨てた数だけドローする。", "Spell / Normal", []),
        ("ja", "自分は手札を１枚選んで捨てる。", "Trap / Normal", []),
    ],
)
def test_an_older_text_opens_with_its_price_in_a_sentence_of_its_own(lang, text, kind, paid):
    [effect] = activated(read_card(text, kind, lang))
    assert [act.act for act in effect.cost] == paid
    assert not paid or paid[0] not in [act.act for act in effect.does]
