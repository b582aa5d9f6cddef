"""What must hold of every question, however it is put: politeness, unknown clauses, the other seat, three languages."""

import pytest

SURE = ("yes", "no", "must")
ALIKE = [  # the same question in three languages
    (
        "灰流丽在伤害步骤能发动吗",
        "Can Ash Blossom be activated in the Damage Step",
        "灰流うららはダメージステップに発動できますか",
    ),
    (
        "增援被灰流丽康了 增援会被破坏吗",
        "Ash Blossom negated my Reinforcement of the Army. Is Reinforcement of the Army destroyed",
        "増援が灰流うららで無効になりました。増援は破壊されますか",
    ),
    (
        "增援被神之宣告康了 增援会被破坏吗",
        "Solemn Judgment negated my Reinforcement of the Army. Is Reinforcement of the Army destroyed",
        "増援が神の宣告で無効になりました。増援は破壊されますか",
    ),
    (
        "虚无空间在场 我能通常召唤吗",
        "Vanity's Emptiness is on the field. Can I Normal Summon?",
        "虚無空間が場にあるとき、通常召喚できますか",
    ),
    (
        "虚无空间在场 我能特殊召唤吗",
        "Vanity's Emptiness is on the field. Can I Special Summon?",
        "虚無空間が場にあるとき、特殊召喚できますか",
    ),
    (
        "陷阱卡盖放的回合能发动吗",
        "Can I activate a trap the turn it was set",
        "罠カードはセットしたターンに発動できますか",
    ),
    (
        "解码语者连接端有2只怪 攻击力多少",
        "Decode Talker points to 2 monsters, what's its ATK?",
        "デコード・トーカーのリンク先にモンスターが2体います。攻撃力は？",
    ),
    (
        "青眼白龙攻击2500攻的怪 对面受多少伤害",
        "Blue-Eyes White Dragon attacks a 2500 ATK monster, how much damage",
        "青眼の白龍が攻撃力2500のモンスターを攻撃したら、ダメージはいくつ",
    ),
    (
        "速攻魔法能连锁反击陷阱吗",
        "Can I respond to a Counter Trap with a Quick-Play Spell",
        "カウンター罠にチェーンして速攻魔法を発動できますか",
    ),
    (
        "同一回合能用两张灰流丽吗",
        "Can I use two Ash Blossom in the same turn",
        "灰流うららを2枚同じターンに使えますか",
    ),
]
POLITE = {
    0: ("请问{}", "{}，谢谢大佬", "大佬们好，{}", "想问一下 {}", "{}呢 求解"),
    1: ("{}, please?", "Hi, {}", "{} thanks", "Hello! {}", "Quick question: {}"),
    2: ("すみません、{}", "{}。よろしくお願いします", "質問です。{}", "教えてください、{}"),
}
UNKNOWN = {
    0: ("咕噜咕噜地转着的时候，{}", "{}，对面刚才弹了三下琵琶", "场上有七色鹿灯笼 {}"),
    1: ("{} while the blorf is humming", "After frobnicating twice, {}", "{}, with a snorkle wizzle up"),
    2: ("ぐるぐる回っている時、{}", "ペコポン草が場にあるとき、{}"),
}
ODDLY_TOLD = {  # clauses of words the lexicon knows, which tell something that no table holds
    0: ("裁判刚刚说了不行，{}", "对面把硬币吃了，{}"),
    1: ("my opponent's monster is blessed, {}", "the monsters are all asleep. {}", "{} if my opponent ate it"),
    2: ("モンスターは全員眠っている。{}",),
}
SEATS = [  # the same table told from the other seat
    ("我发动强欲之壶 对面连锁旋风把它炸了 我还抽吗", "对面发动强欲之壶 我连锁旋风把它炸了 对面还抽吗"),
    ("对面拿灰流丽康了我的增援 增援会被破坏吗", "我拿灰流丽康了对面的增援 增援会被破坏吗"),
    ("对面场上有虚无空间 我能特殊召唤吗", "我场上有虚无空间 对面能特殊召唤吗"),
    ("我的青眼白龙攻击对面2500攻的怪 对面受多少伤害", "对面的青眼白龙攻击我2500攻的怪 我受多少伤害"),
    ("我发动炎舞天玑 对面连锁旋风把它炸了 还能检索吗", "对面发动炎舞天玑 我连锁旋风把它炸了 还能检索吗"),
]  # fmt: skip


def said(answer):
    """The verdict, and the figures of the first line where a figure was asked for."""
    figures = "".join(c if c.isdigit() else " " for c in answer["sentence"]["en"]).split()
    return answer["verdict"], figures if answer["verdict"] is None else []


@pytest.mark.parametrize("question", ALIKE, ids=lambda q: q[1][:40])
def test_three_languages_give_one_verdict(asked, question):
    first, *others = (said(asked(text)) for text in question)
    assert first[0] is None or first[0] in SURE
    assert others == [first, first]


@pytest.mark.parametrize(("question", "lang", "words"), [
    (question[lang], lang, words) for question in ALIKE for lang in range(3) for words in POLITE[lang]
])  # fmt: skip
def test_politeness_changes_nothing(asked, question, lang, words):
    assert said(asked(words.format(question))) == said(asked(question))


@pytest.mark.parametrize(("question", "words"), [
    (question[lang], words) for question in ALIKE for lang in range(3) for words in UNKNOWN[lang]
])  # fmt: skip
def test_a_clause_nobody_knows_leaves_no_sure_verdict(asked, question, words):
    answer = asked(words.format(question))
    assert answer["verdict"] not in (*SURE, None), answer["sentence"]


@pytest.mark.parametrize(("question", "words"), [
    (question[lang], words) for question in ALIKE[:5] for lang in range(3) for words in ODDLY_TOLD[lang]
])  # fmt: skip
def test_a_clause_of_known_words_that_reached_nothing_leaves_no_sure_verdict(asked, question, words):
    answer = asked(words.format(question))
    assert answer["verdict"] not in (*SURE, None), answer["sentence"]


@pytest.mark.parametrize(("mine", "theirs"), SEATS)
def test_the_other_seat_keeps_the_verdict(asked, mine, theirs):
    assert said(asked(mine)) == said(asked(theirs))


@pytest.mark.parametrize(("question", "negative"), [
    ("灰流丽能在伤害步骤发动吗", "灰流丽是不是不能在伤害步骤发动"),
    ("激流葬能在对方特殊召唤成功的时候发动吗", "激流葬不能在对方特殊召唤成功的时候发动吗"),
    ("融合能被灰流丽康吗", "融合不能被灰流丽康吗"),
    ("强制脱出装置能对自己的怪兽发动吗", "强制脱出装置不能对自己的怪兽发动吗"),
    ("can i activate solemn judgment with 100 lp left?", "can't i activate solemn judgment with 100 lp left?"),
    ("is mirror force a counter trap?", "isn't mirror force a counter trap?"),
    ("does raigeki target", "doesn't raigeki target?"),
    ("灰流うららはダメージステップに発動できますか", "灰流うららはダメージステップに発動できないのですか"),
])  # fmt: skip
def test_a_question_put_in_the_negative_asks_the_same(asked, question, negative):
    answer = asked(question)
    assert answer["verdict"] in SURE
    assert asked(negative)["verdict"] == answer["verdict"]


def test_what_is_told_in_the_negative_stays_so(asked):
    assert asked("我的怪不能攻击 能发动强制脱出装置吗")["verdict"] not in SURE


@pytest.mark.parametrize(("mine", "theirs"), [
    ("all five of my spell/trap zones are taken, can i activate reinforcement of the army?",
     "all five of my opponent's spell/trap zones are taken, can my opponent activate reinforcement of the army?"),
    ("can i use called by the grave on a monster in my own gy",
     "can my opponent use called by the grave on a monster in their own gy"),
    ("can i activate evenly matched from my hand if i control a set card",
     "can my opponent activate evenly matched from their hand if they control a set card"),
])  # fmt: skip
def test_who_would_act_sees_the_table_from_their_own_seat(asked, mine, theirs):
    assert asked(mine)["verdict"] == asked(theirs)["verdict"] == "no"


@pytest.mark.parametrize("question", [
    "灰流うららの効果はフィールドにいる時でも発動できますか",
    "can ash blossom use its effect while it is on the field",
])  # fmt: skip
def test_a_card_told_to_lie_elsewhere_lies_there(asked, question):
    assert asked(question)["verdict"] == "no"


@pytest.mark.parametrize("question", [
    "Opponent's Raigeki destroys my Cyber Dragon. Does it go back to the Deck?",
    "强制脱出装置弹青眼究极龙，它回哪里",
])  # fmt: skip
def test_what_becomes_of_a_card_is_not_whether_it_may_be_taken(asked, question):
    assert asked(question)["verdict"] not in SURE
