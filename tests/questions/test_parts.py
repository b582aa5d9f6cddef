"""Parts of a question, one at a time."""

import pytest

from knowledge.questions.lexicon import spelled_out


@pytest.mark.parametrize(
    ("text", "turn", "at"),
    [
        ("旋风在对方的结束阶段能发动吗", "opponent", "end"),
        ("自己回合的抽卡阶段能发动旋风吗", "own", "draw"),
        ("can I activate MST in my draw phase", "own", "draw"),
        ("相手のスタンバイフェイズにサイクロンを発動できますか", "opponent", "standby"),
        ("旋风能发动吗，对方在结束阶段", None, "end"),
    ],
)
def test_whose_moment_it_is(asked, text, turn, at):
    question = asked(text)["question"]
    assert (question["turn"], question["at"]) == (turn, at)


@pytest.mark.parametrize("effect", ["①", "1", "第1个", "第一个", "(1)", "（１）"])
def test_an_effect_is_numbered_in_many_ways(asked, effect):
    question = asked(f"欧尼斯特的{effect}效果在主要阶段能发动吗")["question"]
    assert (question["card"]["id"], question["effect"]) == ("honest", 1)


def test_the_number_belongs_to_the_card_beside_it(asked):
    form = asked("欧尼斯特的①效果发动时，能连锁天罚吗")["question"]["form"]
    assert form["respond_to"] == "欧尼斯特/1"
    assert "effect" not in form


def test_an_effect_the_card_does_not_have_is_asked_about(asked):
    answer = asked("灰流丽的③效果在伤害步骤能发动吗")
    assert (answer["question"]["kind"], answer["question"]["missing"]) == ("incomplete", "effect")
    assert [choice["verdict"] for choice in answer["ask"]["choices"]] == ["no"]


def test_a_name_inside_a_name_is_the_longer_one(asked):
    assert asked("闪光No.39 希望皇 霍普·电光皇伤害计算时能发动吗")["question"]["card"]["names"]["zh"].endswith("电光皇")
    assert asked("罪 青眼白龙是什么卡")["question"]["card"]["id"] == "malefic-blue-eyes-white-dragon"


def test_a_name_that_goes_on_beyond_what_is_known_is_asked_about(asked):
    answer = asked("强脱壹在主要阶段能发动吗")
    assert answer["question"]["kind"] == "incomplete"
    assert answer["question"]["card"] is None


def test_a_choice_of_card_asks_the_same_question_again(asked):
    choice = asked("圣枪伤害计算前能发动吗")["ask"]["choices"][0]
    assert choice["verdict"] == "yes"
    assert asked(choice["question"])["question"]["form"] == choice["form"]


def test_a_vague_destruction_that_changes_nothing_is_not_asked_about(asked):
    answer = asked("羽翼栗子球被破坏的场合，效果要发动吗")
    assert (answer["question"]["kind"], answer["verdict"]) == ("can", "must")


def test_a_vague_destruction_that_matters_comes_with_both_branches(asked):
    answer = asked("巨大老鼠被破坏了能发动效果吗")
    assert {branch["verdict"] for branch in answer["branches"]} == {"yes", "no"}


def test_the_moment_taken_for_an_answer_to_an_activation_is_told(asked):
    assert any("主要阶段" in assumed["zh"] for assumed in asked("灰流丽能连锁增援吗")["assumed"])


def test_what_is_not_understood_is_listed_with_its_place(asked):
    text = "灰流丽呜哩哇啦在伤害步骤能发动吗"
    answer = asked(text)
    rests = answer["not_understood"]
    assert [text[rest["start"] : rest["end"]] for rest in rests] == [rest["text"] for rest in rests]
    assert answer["question"]["kind"] == "incomplete" or rests


def test_definitions_come_from_the_glossary_with_their_sources(asked):
    answer = asked("什么是伤害步骤")
    assert answer["terms"][0]["cites"]
    assert asked("发动无效和效果无效有什么区别")["terms"][1]["id"] == "negating-an-effect"


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("错过时点", "missed-timing"),
        ("what does unaffected mean", "unaffected"),
        ("スペルスピードとは", "spell-speed"),
        ("what is cannot be negated", "cannot-be-negated"),
        ("装備できない場合とは何ですか", "equipping-fails"),
        ("什么是二速", "spell-speed"),
        ("what does hard once per turn mean", "once-per-turn-by-name"),
        ("蘇生制限とは何ですか", "revival-limit"),
    ],
)
def test_a_term_alone_is_explained_whatever_words_its_name_is_made_of(asked, text, term):
    answer = asked(text)
    assert (answer["question"]["kind"], [t["id"] for t in answer["terms"]]) == ("define", [term])
    assert answer["terms"][0]["cites"]
    assert not answer["not_understood"], "the term is all there is to the question"


def test_letters_inside_a_word_name_no_term(asked):
    answer = asked("what is the difference between destroy and send to the graveyard")
    assert [term["id"] for term in answer["terms"]] == ["destruction", "sending-to-the-gy"]


def test_the_name_of_a_card_alone_is_the_card(asked):
    assert asked("灰流丽")["question"]["kind"] == "card"


def test_a_term_nobody_has_explained_leads_to_the_nearest_rules(asked):
    answer = asked("什么是回旋踢")
    assert (answer["question"]["kind"], answer["terms"]) == ("define", [])


def test_beyond_the_desk_is_said_so_with_the_nearest_rulings(asked):
    answer = asked("欧尼斯特多少钱")
    assert answer["question"]["kind"] == "out-of-scope"
    assert any("欧尼斯特" in ruling["says"]["zh"] for ruling in answer["rulings"])


def test_rulings_of_two_cards_concern_both(asked):
    answer = asked("大宇宙和增殖的G的裁定")
    assert answer["rulings"]
    for ruling in answer["rulings"]:
        assert {"macro-cosmos", "maxx-c"} <= {card["id"] for card in ruling["cards"]}


def test_the_same_words_always_give_the_same_answer(asked):
    for text in ("灰流能康黑洞吗", "圣枪伤判能开吗", "今天天气怎么样"):
        assert asked(text) == asked(text)


def test_what_is_suffered_is_not_what_is_asked_about(asked):
    for text in ("灰流丽被墓指了还能发动吗，主要阶段", "杀人番茄被青眼白龙战斗破坏送去墓地时能发动吗"):
        assert asked(text)["question"]["card"]["names"]["zh"] == text[: text.index("被")]


def test_the_card_one_would_use_is_asked_about_whatever_else_is_named(asked):
    answer = asked("我的黑洞被对面神宣了，能用贿赂康神宣吗")
    assert answer["question"]["form"]["card"] == "魔宫的贿赂"
    assert answer["question"]["form"]["respond_to"] == "神之宣告"
    attack = asked("对面霍普攻击我的青眼，我能在伤害步骤用收缩吗")
    assert (attack["question"]["card"]["id"], attack["verdict"]) == ("shrink", "yes")


def test_the_turn_is_told_from_the_player_who_would_activate(asked):
    mine = asked("我方主要阶段，对手能不能丢效果遮蒙者")
    assert (mine["question"]["turn"], mine["verdict"]) == ("opponent", "yes")
    assert asked("对方主要阶段，我能丢效果遮蒙者吗")["question"]["turn"] == "opponent"
    assert asked("can my opponent use Effect Veiler in my main phase 1")["verdict"] == "yes"


def test_cards_named_in_a_row_are_each_asked_about(asked):
    alike = asked("栗子球和注射天使 莉莉伤害计算时能发动吗")
    assert alike["verdict"] == "yes"
    assert "栗子球、注射天使 莉莉" in alike["sentence"]["zh"]
    apart = asked("对方发动「增援」，我能连锁「灰流丽」「屋敷童」吗")
    assert (apart["verdict"], [branch["verdict"] for branch in apart["branches"]]) == ("depends", ["yes", "no"])
    assert asked("「增援」「黑洞」发动时，能连锁「魔法干扰阵」吗")["verdict"] == "yes"


def test_what_lies_there_together_is_all_in_force(asked):
    form = asked("「虚无空间」和「技能抽取」在场上存在时，我能发动「死者苏生」吗")["question"]["form"]
    assert [card["card"] for card in form["given"]["cards"]] == ["虚无空间", "技能抽取"]


def test_more_of_the_same_name_is_the_same_card(asked):
    answer = asked("Can Divine Wrath negate Ash Blossom in the damage step?")
    assert answer["question"]["respond_to"]["id"] == "ash-blossom-and-joyous-spring"
    assert answer["not_understood"] == []


@pytest.mark.parametrize("text", ["大宇宙适用中增殖的G能发动吗", "with macro cosmos on the field can i use maxx c"])
def test_a_moment_that_does_not_matter_is_not_asked_for(asked, text):
    answer = asked(text)
    assert (answer["question"]["kind"], answer["question"]["at"], answer["verdict"]) == ("can", "turn", "no")
    assert any("时点" in assumed["zh"] for assumed in answer["assumed"])


def test_a_question_without_a_moment_is_answered_for_every_moment(asked):
    for text in ("灰流丽能发动吗", "欧尼斯特能发动吗", "can i use mst", "開闢は発動できますか"):
        answer = asked(text)
        assert (answer["question"]["kind"], answer["question"]["at"], answer["verdict"]) == ("can", "turn", "yes")
        assert {"yes", "no"} <= set(answer["windows"].values()), text


def test_a_pause_without_punctuation_parts_what_is_told_from_what_is_asked(asked):
    for text in ("对面丢增G我能灰吗", "对面丢增G 灰流丽能发动吗", "opp drops maxx c can i ash"):
        question = asked(text)["question"]
        assert (question["card"]["id"], question["respond_to"]["id"]) == ("ash-blossom-and-joyous-spring", "maxx-c")


def test_a_card_used_as_a_verb_is_asked_about(asked):
    question = asked("can i ash rota")["question"]
    assert question["respond_to"]["id"] == "reinforcement-of-the-army"
    assert asked("can ash and veiler be used in the damage step")["verdict"] == "no"


@pytest.mark.slow
def test_every_term_of_the_glossary_is_explained_in_three_languages(asked, desk):
    for term in desk.book.library.terms.values():
        for text in (f"什么是{term.names.zh}", f"what is {term.names.en}", f"{term.names.ja}とは何ですか"):
            explained = asked(text).get("terms")
            assert explained, text
            assert (explained[0]["id"], bool(explained[0]["cites"])) == (term.id, True), text


def test_choices_in_a_phrase_stand_for_every_spelling():
    assert spelled_out("特召(了|)(一只|)怪") == ["特召了一只怪", "特召了怪", "特召一只怪", "特召怪"]


def test_cards_used_on_a_fighter_change_the_damage(asked):
    assert asked("被收缩的青眼白龙攻击欧尼斯特，对方受到多少伤害")["damage"] == {"attacking": 0, "defending": 400}
    assert asked("电子龙攻击青眼白龙，对电子龙用欧尼斯特，多少伤害")["damage"] == {"attacking": 0, "defending": 2100}


def test_a_card_of_which_nothing_tells_whom_it_changes_is_asked_about(asked):
    answer = asked("青眼白龙攻击欧尼斯特，对方开收缩，受多少伤害")
    assert answer["question"]["missing"] == "changed"
    choices = {choice["card"]["id"]: choice["question"] for choice in answer["ask"]["choices"]}
    assert asked(choices["blue-eyes-white-dragon"])["damage"]["defending"] == 400
    assert asked(choices["honest"])["damage"]["defending"] == 2450


def test_an_effect_that_cannot_reach_a_monster_is_not_reckoned_with(asked):
    for text in ("青眼白龙用了限制解除之后攻击力多少", "杀人番茄攻击青眼白龙，对杀人番茄用欧尼斯特，多少伤害"):
        answer = asked(text)
        assert answer["question"]["missing"] == "step"
        assert "影响不到" in answer["why"]["zh"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("青眼白龙被大地大槌之后攻击力是多少", "大地大槌"),
        ("对面开了子虚乌有录 我能灰吗", "子虚乌有录"),
        ("子虚乌有录适用中，灰流丽主要阶段能丢吗", "子虚乌有录"),
    ],
)
def test_a_card_nobody_knows_is_not_left_out_silently(asked, text, name):
    answer = asked(text)
    assert (answer["question"]["kind"], answer["question"]["missing"]) == ("incomplete", "card")
    assert name in answer["ask"]["question"]["zh"]
