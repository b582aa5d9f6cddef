"""Everyday questions, the same in three languages: what each of them tells reaches the engine."""

import pytest

from knowledge.desk import ACTIVATED
from service.answers.ask_frame import lexicon_for
from service.lookup import card_by_name

SAME = [
    (
        "no",
        "效果遮蒙者能康魔法吗",
        "can effect veiler negate a spell",
        "エフェクト・ヴェーラーは魔法を無効にできますか",
    ),
    ("no", "技能抽取能康灰流丽吗", "does skill drain stop ash blossom", "スキルドレインで灰流うららは無効になりますか"),
    (
        "yes",
        "对面直接攻击宣言的时候能丢速攻稻草人吗",
        "opponent attacks me directly, can i use swift scarecrow",
        "相手の直接攻撃宣言時に速攻のかかしを捨てられますか",
    ),
    (
        "no",
        "旋风能炸怪兽吗",
        "can mst destroy a monster",
        "サイクロンでモンスターを破壊できますか",
    ),
    (
        "no",
        "通招过了 替罪羊这回合还能拍吗",
        "I already normal summoned this turn, can i activate scapegoat",
        "このターンすでに通常召喚している。スケープ・ゴートは発動できる？",
    ),
    (
        "no",
        "对面没怪 我能跳电子龙吗",
        "can i special summon cyber dragon if we both have no monsters",
        "相手の場にモンスターがいないけどサイバー・ドラゴンを手札から特殊召喚できますか",
    ),
    (
        "no",
        "三眼怪当超量素材被取除送墓 能检索吗",
        "Sangan is detached as an Xyz material. Do I get to search?",
        "クリッターがX素材として取り除かれて墓地へ送られた。サーチできる？",
    ),
    (
        "no",
        "对面墓地没卡 能发D.D.乌鸦吗",
        "opponent has no cards in graveyard, can i use d.d. crow",
        "相手の墓地にカードがない。D.D.クロウは使える？",
    ),
]


@pytest.mark.parametrize(("verdict", "zh", "en", "ja"), SAME)
def test_a_question_has_one_answer_in_three_languages(asked, verdict, zh, en, ja):
    assert [asked(question)["verdict"] for question in (zh, en, ja)] == [verdict] * 3


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("我发增援 对面丢灰流丽 我连锁墓穴的指名者除外灰流丽 我还能检索吗", "yes"),
        ("我用旋风炸了对面刚发动的强欲之壶 他还能抽吗", "yes"),
        ("Dark Bribe negates my spell. Do I still draw?", "yes"),
        ("Can I chain MST to my opponent's Raigeki?\nWould that stop it?", "no"),
        ("对面通招我能翻奈落吗 那怪1400攻", "no"),
        ("对面通招我能翻奈落吗 那怪1600攻", "yes"),
        ("上回合用过灰流丽 这回合还能再用吗", "yes"),
        ("opp summons jinzo, can i torrential it", "no"),
        ("次元吸引者的效果适用着 增殖的G能发动吗", "no"),
        ("墓地有4只暗属性怪 暗黑武装龙能特招吗", "no"),
        ("我场上没怪 对面发怪兽效果 能丢伽马吗", "yes"),
        ("my DARK monster battles, can i use honest", "no"),
        ("黄泉青蛙准备阶段能特招吗 我盖着一张陷阱", "no"),
        ("对面增援 我能丢灰流丽吗", "yes"),
        ("我雷击 对面能开星尘龙吗", "yes"),
        ("对面死苏 我能丢灰流丽吗", "no"),
        ("食人虫里侧被攻击翻开 反转效果一定要发吗", "must"),
        ("对面发动手卡抹杀 我能丢灰流丽康吗", "yes"),
        ("次元裂缝在场 巨大老鼠被战破能拉怪吗", "no"),
        ("这回合召唤权用掉了 还能特殊召唤吗", "yes"),
        ("特殊召唤占召唤权吗", "no"),
        ("月の書で攻撃対象のモンスターを裏側にしたら攻撃は止まりますか", "no"),
        ("神の宣告はモンスターの反転召喚を無効にできますか", "yes"),
        ("虚無魔人がいる時、反転召喚はできますか", "yes"),
        ("羽翼栗子球被破坏送墓的回合 我还会受到战斗伤害吗", "depends"),
        ("卡组没有战士族能发动增援吗", "no"),
        ("死者苏生能特殊召唤除外的青眼白龙吗", "no"),
        ("死者苏生能特殊召唤墓地的青眼白龙吗", "yes"),
        ("墓穴の指名者で手札の灰流うららを除外できますか", "no"),
        ("DD乌鸦能除外我场上的青眼白龙吗", "no"),
        ("My opponent controls Archlord Kristya. Can I set a monster?", "yes"),
        ("对面虚无魔人 我能反转召唤吗", "yes"),
        ("魔法族の里が相手の場にあります。魔法を発動できますか", "depends"),
        ("I attack and my opponent special summons a monster during the battle step. Is there a replay?", "yes"),
        ("My opponent attacks and I special summon a monster in the battle step. Is there a replay?", "yes"),
        ("对方攻击宣言后 他自己又特召了怪 会卷回吗", "no"),
        ("攻击宣言后对面场上多了一只怪 会卷回吗", "yes"),
        ("卷回后可以攻击别的怪吗", "yes"),
        ("我发动增殖的G之后 对面通常召唤 我抽卡吗", "no"),
        ("我用了增G 我自己特召 我抽吗", "no"),
        ("对面丢了增G 我特召怪兽 他抽卡吗", "yes"),
        ("对手从手卡丢增殖的G，我特殊召唤怪兽时他必须抽卡吗", "must"),
        ("Maxx C resolved. I Link Summon. Does my opponent draw?", "yes"),
    ],
)
def test_what_was_told_decides(asked, question, verdict):
    answer = asked(question)
    assert answer["verdict"] == verdict, (answer["sentence"], answer["not_considered"])


def test_an_effect_that_is_not_said_to_be_used_again_is_no_activation(asked):
    assert asked("效果遮蒙者点了星尘龙 它这回合还能康吗")["verdict"] == "depends"


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("2800 atk piercing monster attacks a 1200 def monster in defense, how much damage", "1600"),
        ("电子龙装备巨大化 我血比对面少 几攻", "4200"),
        ("青眼白龙装备巨大化 我血比对面多 攻击力多少", "1500"),
    ],
)
def test_figures_follow_what_is_told(asked, question, figure):
    assert figure in asked(question)["sentence"]["zh"]


def test_cards_that_stand_in_for_an_activation_have_one(desk):
    for kind, names in lexicon_for(desk).stand_ins.items():
        for name in names if kind not in ("other-monster", "piercing") else ():
            card, _, number = name.partition("/")
            effects = [e for e in card_by_name(desk, card).effects if e.kind in ACTIVATED]
            assert [e for e in effects if not number or str(e.number) == number], (kind, name)


@pytest.mark.parametrize(
    ("typed", "verdict", "meant"),
    [
        ("can i activte ash blossom in the damge step", "no", ["activate", "damage"]),
        ("can i chian solemn judgment to a spel card", "yes", ["chain", "spell"]),
        ("teh opponent attacks, can i activate mirror force", "yes", ["the"]),
    ],
)
def test_a_slip_is_read_as_the_word_that_is_meant_and_said_back(asked, typed, verdict, meant):
    answer = asked(typed)
    assert answer["verdict"] == verdict, answer["sentence"]
    said = " ".join(line["en"] for line in answer["assumed"])
    assert all(word in said for word in meant), said


def test_a_word_that_is_near_no_other_is_still_left_over(asked):
    answer = asked("the glimmerfang is asleep, can i activate mirror force when my opponent attacks")
    assert answer["verdict"] == "depends"


def test_the_end_of_an_unknown_name_is_no_card(asked):
    answer = asked("ホゲホゲドラゴンの効果はダメージステップに使えますか")
    assert answer["question"]["card"] is None


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("三眼怪的效果是必发吗", "must"),
        ("is the effect of sangan optional", "no"),
        ("クリッターの効果は強制効果ですか", "must"),
        ("灰流丽是必发吗", "no"),
        ("死者苏生必发还是选发", None),
    ],
)
def test_whether_it_must_be_activated_is_printed(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("墓穴指名者能指定对方墓地的陷阱吗", "no"),
        ("死者苏生能拉对面墓地的魔法吗", "no"),
        ("死者苏生能不能拉除外的怪", "no"),
        ("死者苏生能拉对面墓地的怪兽吗", "yes"),
        ("增援能捡5星战士吗", "no"),
        ("does raigeki kill my own monsters", "no"),
        ("うららで増援止められる？", "yes"),
        ("うららで死者蘇生止められる？", "no"),
        ("can u ash reinforcement of the army", "yes"),
        ("ブラック・ホールってメイン2でもいける？", "yes"),
    ],
)
def test_what_it_is_used_on_is_looked_at(asked, question, verdict):
    answer = asked(question)
    assert answer["verdict"] == verdict, (answer["sentence"], answer["not_considered"])


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("我发动手牌抹杀丢了暗黑界的龙神 格拉法，它会发动吗", "must"),
        ("我发动天罚丢了暗黑界的龙神 格拉法，它会发动吗", "no"),
        ("I discarded Grapha Dragon Lord of Dark World with Card Destruction. Does Grapha activate?", "must"),
        ("手札抹殺で暗黒界の龍神 グラファを捨てた。グラファの効果は発動しますか", "must"),
    ],
)
def test_a_discard_is_a_cost_or_an_effect_by_the_text_of_what_it_was_for(asked, question, verdict):
    answer = asked(question)
    assert answer["verdict"] == verdict, (answer["sentence"], answer["not_considered"])


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("速攻魔法盖下去的那回合能不能开", "不能"),
        ("陷阱盖了马上能开吗", "不能"),
        ("チェーンの処理って最初に発動したカードから？", "逆顺"),
        ("连锁处理是先发的先处理吗", "逆顺"),
    ],
)
def test_a_rule_without_a_card_is_found_by_everyday_words(asked, question, word):
    answer = asked(question)
    assert answer["question"]["kind"] == "rule"
    assert word in answer["sentence"]["zh"]


@pytest.mark.parametrize(
    ("question", "verdict", "says"),
    [
        ("星尘龙能被雷击炸吗", "yes", "「星尘龙」被破坏"),
        ("对面的星尘龙能用雷击炸掉吗", "yes", "「星尘龙」被破坏"),
        ("青眼白龙能被月之书指吗", "yes", "青眼白龙"),
        ("月之书能指青眼白龙吗", "yes", "青眼白龙"),
        ("can blue-eyes white dragon be targeted by book of moon", "yes", "青眼白龙"),
        ("青眼の白龍は月の書の対象になりますか", "yes", "青眼白龙"),
    ],
)
def test_who_would_do_it_to_whom_is_told_by_the_passive(asked, question, verdict, says):
    answer = asked(question)
    assert answer["verdict"] == verdict, answer["sentence"]
    assert says in answer["sentence"]["zh"]


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("我场上有旋风盖着，对面攻击的时候能炸他后场吗", "yes"),
        ("我开着王宫的通告，能炸他后场吗", "depends"),  # it does nothing of the kind
    ],
)
def test_the_one_card_told_to_lie_there_is_asked_about_where_it_does_what_is_asked(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("can my opponent chain a monster effect to dark ruler no more", "no"),
        ("can my opponent chain a spell to dark ruler no more", "yes"),
        ("冥王结界波能被怪兽效果连锁吗", "no"),
        ("冥王結界波にモンスター効果をチェーンできる？", "no"),
        ("神之宣告能被陷阱连锁吗", "yes"),  # by a Counter Trap
        ("我发动神之宣告，对面能连锁怪兽效果吗", "no"),
        ("i activate raigeki. can my opponent chain a monster effect", "yes"),
        ("装弹枪管龙的②效果对面能连锁吗", "no"),
        ("装弹枪管龙降500那个效果对面能连锁不", "no"),
        ("相手のうららに抹殺の指名者チェーンできる？", "yes"),
    ],
)
def test_what_may_be_chained_to_it(asked, question, verdict):
    answer = asked(question)
    assert answer["verdict"] == verdict, (answer["sentence"], answer["not_considered"])


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("我主要阶段对面丢了增G，三战之才能发吗", "yes"),
        ("我主要阶段对面发动了旋风，三战之才能发吗", "no"),  # no monster effect
        ("对面装弹枪管龙在场，我手上效果遮蒙者能指它吗", "no"),
        ("对面青眼白龙在场，月之书能指它吗", "yes"),
        ("my opponent destroys my sangan with raigeki, do i get to search", "must"),
        ("opponent banishes my sangan with d.d. crow, does sangan search", "no"),
    ],
)
def test_what_was_told_before_is_what_it_is_about(asked, question, verdict):
    answer = asked(question)
    assert answer["verdict"] == verdict, (answer["sentence"], answer["not_considered"])


def test_the_life_points_behind_the_speaker_are_the_speakers(asked):
    given = asked("对面800血我3000血，神之宣告能发吗")["question"]["form"]["given"]
    assert given["lp"] == {"opponent": 800, "own": 3000}


def test_characters_that_sound_alike_are_read_as_the_word_that_is_meant(asked):
    assert asked("灰流丽在伤害步揍能发洞吗")["verdict"] == "no"


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("灰流丽从场上能发吗", "no"),
        ("灰流丽在墓地能发吗", "no"),
        ("灰流丽在场上能发吗", "no"),
        ("can i use effect veiler from the field", "no"),
        ("can i use ghost ogre & snow rabbit from the field", "yes"),
        ("灰流うららは墓地から発動できますか", "no"),
        ("灰流丽从手卡能发吗", "yes"),
    ],
)
def test_where_it_is_asked_to_be_activated_is_where_it_lies(asked, question, verdict):
    answer = asked(question)
    assert answer["verdict"] == verdict, (answer["sentence"], answer["not_considered"])


@pytest.mark.parametrize(
    ("question", "verdict", "says"),
    [
        ("双龙卷要丢手卡吗", "yes", "cost"),
        ("旋风要丢手卡吗", "no", "不用"),
        ("do i have to tribute my own monsters for nibiru", "yes", "不是cost"),
        ("ツインツイスターを発動するのに手札を捨てる必要がある？", "yes", "cost"),
        ("how much does solemn judgment cost", None, "一半"),
        ("禁忌的一滴的cost是什么", None, "送去墓地"),
        ("雷击的cost是什么", None, "没有cost"),
        ("闪电风暴能炸守备怪吗", "no", "不能"),
    ],
)
def test_what_has_to_be_paid_is_printed(asked, question, verdict, says):
    answer = asked(question)
    assert answer["verdict"] == verdict, answer["sentence"]
    assert says in answer["sentence"]["zh"]


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("灰流丽能康抽卡吗", "yes"),
        ("can ash blossom stop a search", "yes"),
        ("神之通告能康抽卡吗", "depends"),  # by whose effect is not told
        ("can i mst a normal spell to negate it", "no"),
        ("does infinite impermanence work on facedown monsters", "no"),
        ("泡影对里侧怪兽有用吗", "no"),
        ("does book of moon work on link monsters", "no"),
        ("does ash blossom negate special summons from the deck", "yes"),
        ("强欲而贪欲之壶除外的卡能用吗", "depends"),
        ("黑洞破坏的怪能发效果吗", "depends"),
        ("can monsters destroyed by dark hole activate their effects", "depends"),
        ("ブラック・ホールで破壊されたモンスターは効果を発動できますか", "depends"),
    ],
)
def test_what_is_negated_or_done_is_told_by_a_word_for_it(asked, question, verdict):
    answer = asked(question)
    assert answer["verdict"] == verdict, (answer["sentence"], answer["not_considered"])


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("我场上有怪能发闪刀起动－交闪吗", "no"),
        ("我场上有怪能跳电子龙吗", "no"),
        ("我场上有怪兽的时候能发PSY骨架装备·γ吗", "no"),
        ("对面有怪我能发闪刀起动－交闪吗", "yes"),
        ("遮蒙者能点里侧怪吗", "no"),
    ],
)
def test_what_a_player_has_counts_before_the_card_asked_about(asked, question, verdict):
    answer = asked(question)
    assert answer["verdict"] == verdict, (answer["sentence"], answer["not_considered"])


def test_a_kind_of_spell_is_known_without_its_hyphen(asked):
    assert asked("is raigeki a quick play spell")["verdict"] == "no"


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("they special summon 5 monsters this turn, nibiru ok?", "yes"),
        ("they special summon 3 monsters this turn, nibiru ok?", "no"),
        ("They activate Raigeki while I control nothing but a face-down monster. Can I chain Starlight Road?", "no"),
    ],
)
def test_what_they_did_is_theirs_and_counted(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    "question",
    [
        "不能被效果取对象的怪会被雷击破坏吗",
        "Does Raigeki destroy monsters that cannot be targeted?",
    ],
)
def test_what_protects_a_monster_is_not_asked_of_the_card(asked, question):
    assert asked(question)["question"]["kind"] != "targets"


@pytest.mark.parametrize(
    ("question", "rule"),
    [
        ("雷击取对象吗", "nothing-picked-at-activation-is-no-targeting"),
        ("Does Smashing Ground target?", "nothing-picked-at-activation-is-no-targeting"),
        ("旋风取对象吗", "cards-picked-at-activation-are-targeted"),
        ("灰流丽丢手牌是cost吗", "what-precedes-the-activation-is-cost"),
        ("神之宣告被无效，付的一半生命值会返还吗", "a-paid-cost-does-not-come-back"),
        ("技能抽取适用中，手卡的欧尼斯特效果会被无效吗", "effects-are-not-negated-of-themselves"),
        ("青眼白龙攻击攻击表示的黑魔术师，黑魔术师会被战斗破坏吗", "lower-atk-is-destroyed"),
        ("Blue-Eyes White Dragon attacks Dark Magician. Is Dark Magician destroyed?", "lower-atk-is-destroyed"),
    ],
)
def test_what_a_text_or_a_battle_decides_names_the_rule_with_its_source(asked, question, rule):
    reasons = {reason["rule"]: reason["cites"] for reason in asked(question)["because"]}
    assert reasons.get(rule)


@pytest.mark.parametrize(
    "question",
    [
        "青眼白龙攻击攻击表示的黑魔术师，黑魔术师会被战斗破坏吗",
        "技能抽取适用中，手卡的欧尼斯特效果会被无效吗",
        "神之宣告被无效，付的一半生命值会返还吗",
    ],
)
def test_what_comes_of_something_is_said_back_as_it_was_typed(asked, question):
    assert asked(question)["question"]["understood"]["zh"] == question


@pytest.mark.parametrize(
    ("question", "drawn"),
    [
        ("对面连续特召三次 增G抽几张", "3张"),
        ("对面丢了增G 我特召了两次 他抽几张", "2张"),
        ("灵摆召唤同时出三只 增G抽几张", "1张"),
    ],
)
def test_what_is_drawn_for_each_summon_is_counted(asked, question, drawn):
    assert asked(question)["sentence"]["zh"].startswith(drawn)


def test_so_many_monsters_are_not_so_many_summons(asked):
    assert asked("对面特召三只怪兽 增G抽几张")["verdict"] == "depends"


@pytest.mark.parametrize(
    ("question", "atk"),
    [
        ("突进 青眼白龙变多少", "3700"),
        ("突进5次 青眼白龙攻击力多少", "6500"),
        ("两张突进 青眼白龙变多少", "4400"),
        ("突进两次 攻击力1500的怪变多少", "2900"),
        ("突进用了两张 青眼白龙攻击力多少", "4400"),
        ("装两张团结之力 场上1只怪 攻击力1000的怪多少攻", "2600"),
        ("Two Rush Recklessly on a 1500 ATK monster, what's its ATK?", "2900"),
    ],
)
def test_every_copy_that_is_used_goes_into_the_value(asked, question, atk):
    assert atk in asked(question)["sentence"]["en"]


def test_a_card_that_is_only_counted_on_the_field_changes_no_value_for_sure(asked):
    assert asked("场上有2张团结之力 青眼白龙攻击力")["verdict"] == "depends"


def test_more_uses_than_are_reckoned_give_no_figure(asked):
    assert asked("突进999次 青眼白龙攻击力多少")["verdict"] == "depends"
