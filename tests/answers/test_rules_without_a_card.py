"""Rules people ask about without naming a card: the first line answers, in their language."""

import pytest

from knowledge.questions.asked_topics import rule_topics
from service.answers.ask_text import reason_given

YES_OR_NO = [
    ("我的回合对方可以先发动效果吗", "no"),
    ("没有正规出场的同调怪兽能从墓地特召吗", "no"),
    ("can a synchro monster that was never properly summoned be revived", "no"),
    ("同调召唤被无效，素材会回来吗", "no"),
    ("这回合盖放的怪兽可以反转召唤吗", "no"),
    ("场地魔法双方可以各有一张吗", "yes"),
    ("can both players have a field spell", "yes"),
    ("必发效果会错过时点吗", "no"),
    ("送去墓地算破坏吗", "no"),
    ("does tributing count as destroying", "no"),
    ("解放算送去墓地吗", "yes"),
    ("can i normal summon and set a monster in the same turn", "no"),
    ("トークンはエクシーズ素材にできますか", "no"),
    ("手坑可以在伤害步骤发动吗", "depends"),
    ("cost被无效会退回吗", "no"),
]
TOLD = [
    ("召唤被无效的怪兽去哪里", "zh", "送去墓地"),
    ("发动被无效的卡去哪里", "zh", "送去墓地"),
    ("上级召唤需要几只祭品", "zh", "7星以上要2只"),
    ("手卡超过六张怎么办", "zh", "丢到6张"),
    ("what happens if i cant draw", "en", "loses"),
    ("how many cards can i have in hand at the end of my turn", "en", "6 cards"),
    ("额外怪兽区可以放几只怪兽", "zh", "每个玩家只能用1个"),
    ("同名卡一副卡组可以放几张", "zh", "最多3张"),
    ("额外卡组可以放几张", "zh", "15张"),
    ("两只怪兽攻击力都是0会怎么样", "zh", "都不会被破坏"),
    ("伤害步骤分几步", "zh", "5个时点"),
    ("「时」和「场合」有什么区别", "zh", "错过时点"),
    ("效果被无效和发动被无效有什么区别", "zh", "发动成立"),
    ("手札が7枚の時エンドフェイズはどうなりますか", "ja", "6枚"),
]


@pytest.mark.parametrize(("question", "verdict"), YES_OR_NO)
def test_a_rule_is_decided(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(("question", "lang", "words"), TOLD)
def test_a_rule_is_told(asked, question, lang, words):
    answer = asked(question)
    assert answer["question"]["kind"] == "rule"
    assert words in answer["sentence"][lang]
    assert answer["not_considered"] == []


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("我控制着对方的怪兽，能把它当作连接素材吗", "yes"),
        ("对方的怪兽能当连接素材吗", "no"),
        ("can i tribute an opponent's monster that i took control of", "yes"),
    ],
)
def test_whose_control_a_monster_is_under_decides_what_it_may_be_used_for(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


def test_what_was_taken_for_a_turn_is_no_cost_that_stays_paid(asked):
    assert asked("对方用心变夺走我的怪兽，结束阶段会还给我吗")["verdict"] != "no"
    assert asked("我丢了手卡发动效果被无效了，手卡能拿回来吗")["verdict"] == "no"


def test_every_rule_people_ask_about_names_where_it_stands(desk):
    """A document with its lines or an official entry, not only the number of a statement."""
    topics = rule_topics().topics
    assert len(topics) > 200
    assert [topic.id for topic in topics if not reason_given(desk, topic)["cites"]] == []


@pytest.mark.parametrize("question", ["同调召唤被无效，素材会回来吗", "can both players have a field spell"])
def test_the_page_of_a_rule_says_it_once_and_shows_its_source(client, question):
    first = client.get("/api/v1/ask", query_string={"q": question}).get_json()["sentence"]["en"]
    page = client.get("/ask", query_string={"q": question, "lang": "en"}).get_data(as_text=True)
    main = page[page.index('id="verdict"') : page.index('id="precedents"')]
    assert main.count(first) == 1
    assert "Rulebook" in main


@pytest.mark.parametrize(("question", "verdict"), [
    ("二重怪兽再度召唤算通常召唤吗", "yes"),
    ("再1次召唤算特殊召唤吗", "no"),
    ("二重怪兽没有再度召唤，能发动它的效果吗", "no"),
    ("二重怪兽在墓地当作通常怪兽吗", "yes"),
])  # fmt: skip
def test_a_gemini_monster_is_a_normal_monster_until_it_is_summoned_once_more(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("can I attack directly if my opponent has only a face-down monster", "no"),
        ("对方场上只有里侧怪兽，我能直接攻击吗", "no"),
        ("can a face down defense monster be changed to attack the turn it was set", "no"),
        ("can i attack the turn i link summon a monster", "yes"),
    ],
)
def test_the_rule_is_the_one_that_speaks_of_it(asked, question, verdict):
    answer = asked(question)
    assert answer["verdict"] == verdict
    assert not answer["because"][0]["rule"].startswith(("face-down-attack", "link-as-link"))


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("a face-down monster is flipped by an attack, is the attacking monster destroyed", "destroyed"),
        ("can a token be tributed after my monster was banished", "banished"),
        ("衍生物能解放吗，它被除外的话呢", "被除外"),
    ],
)
def test_what_is_told_to_happen_is_covered_by_the_rule_or_left_over(asked, question, left):
    answer = asked(question)
    assert answer["verdict"] not in ("yes", "no", "must")
    assert any(left in entry["text"] for entry in answer["not_considered"])


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("自己回合能发动盖放的陷阱吗", "yes"),
        ("On my opponent's turn, can I activate ignition effects?", "no"),
        ("相手のターンにセットした速攻魔法を発動できますか", "yes"),
    ],
)
def test_whose_turn_it_is_goes_into_the_rule(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    "question",
    [
        "超量素材算场上的卡吗",
        "我的怪兽这回合攻击过了，主要阶段2还能改变它的表示形式吗",
        "エクシーズ素材はフィールドのカードとして扱いますか",
    ],
)
def test_materials_and_positions_after_an_attack(asked, question):
    assert asked(question)["verdict"] == "no"


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("怪兽被除外算被破坏吗", "no"),
        ("场地魔法能覆盖自己旧的场地魔法吗", "yes"),
        ("Can I use a monster that attacked as Link material?", "yes"),
        ("セットしたモンスターはそのターンに反転召喚できますか", "no"),
        ("カウンター罠に速攻魔法をチェーンできますか", "no"),
    ],
)
def test_more_rules_players_ask_for(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("我场上只有衍生物，对面能直接攻击吗", "no"),
        ("My only monster is face-down. Can my opponent attack directly?", "no"),
        ("裏側守備表示のモンスターしかいない時、相手は直接攻撃できますか", "no"),
        ("衍生物能攻击吗", "yes"),
    ],
)
def test_any_monster_stands_before_its_player(asked, question, verdict):
    assert asked(question)["verdict"] == verdict
