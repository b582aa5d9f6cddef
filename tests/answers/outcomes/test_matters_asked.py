"""Matters asked for in plain words: every gate that nothing else reads is reached by a question."""

import pytest

from knowledge.questions.asked_topics import matter_asked_for, words_of_matters
from service.answers.ask import answer_asked

PHRASES = words_of_matters()


def test_every_phrase_means_its_own_matter_and_no_other(desk):
    for gate, by_lang in PHRASES.items():
        assert gate in desk.book.gates
        assert set(by_lang) >= {"zh", "en"}, gate
        for says in by_lang.values():
            for said in says:
                found = matter_asked_for(f"「某张卡」{said}吗？")
                assert found is not None
                assert found.gate == gate, said


ASKED_OTHERWISE = {  # by what is told of a battle or of damage, or of what befalls a card
    "battle-damage-amount", "effect-damage-amount", "damage-change",
    "battle-destruction", "destroyed-by-effect", "may-be-target",
}  # fmt: skip


def test_every_matter_can_be_asked_in_words(desk):
    matters = {gate.gate for gate in desk.matters()}
    assert matters - set(PHRASES) == ASKED_OTHERWISE & matters


@pytest.mark.parametrize(
    ("question", "matter"),
    [
        ("这只怪兽算不算攻击过", "counts-as-attacked"),
        ("Does it count as having attacked?", "counts-as-attacked"),
        ("攻撃を無効にされた場合、攻撃した事になりますか", "counts-as-attacked"),
        ("Do I have to discard down to six?", "hand-limit"),
        ("前半的破坏没有成功，后半部分还处理吗", "carried-out"),
        ("トークンは通常モンスターとして扱いますか", "what-a-token-is"),
        ("Which phase comes next?", "what-follows"),
    ],
)
def test_matters_of_the_table_are_reached_in_three_languages_and_hang_on_the_table(asked, question, matter):
    answer = asked(question)
    assert answer["question"].get("matter") == matter
    assert answer["verdict"] in ("depends", "unknown", "undetermined", None)


@pytest.mark.parametrize(
    ("question", "matter", "outcome"),
    [
        ("增援是几速", "spell-speed", "1速"),
        ("神之宣告是几速", "spell-speed", "3速"),
        ("What spell speed is Solemn Judgment?", "spell-speed", "3速"),
    ],
)
def test_what_the_text_alone_decides_is_told(asked, question, matter, outcome):
    answer = asked(question)
    assert answer["question"]["matter"] == matter
    assert outcome in answer["sentence"]["zh"]
    assert answer["because"]


@pytest.mark.parametrize("question", ["指示物还在吗", "效果还适用吗", "超量怪兽离场时素材会怎样", "who goes first?"])
def test_what_the_table_decides_is_not_sure_where_no_table_was_told(asked, question):
    answer = asked(question)
    assert answer["question"]["kind"] == "matter"
    assert answer["verdict"] == "depends"


@pytest.mark.parametrize(
    ("question", "matter", "verdict"),
    [
        ("削魂的死灵会被战斗破坏吗", "battle-destruction", "no"),
        ("Is Spirit Reaper destroyed by battle?", "battle-destruction", "no"),
        ("Can 「Spirit Reaper」 be destroyed by battle", "battle-destruction", "no"),
        ("魂を削る死霊は戦闘で破壊されますか？", "battle-destruction", "no"),
        ("青眼白龙会被战斗破坏吗", "battle-destruction", "depends"),  # it may win or lose
        ("With Skill Drain on the field, is Spirit Reaper destroyed by battle?", "battle-destruction", "depends"),
        ("削魂的死灵会被效果破坏吗", "destroyed-by-effect", "yes"),
        ("オベリスクの巨神兵は効果の対象になりますか", "may-be-target", "no"),
        ("Can Blue-Eyes White Dragon be targeted by card effects?", "may-be-target", "yes"),
    ],
)
def test_what_may_befall_a_card_is_its_matter_and_no_activation(desk, question, matter, verdict):
    answer = answer_asked(desk, question)
    assert (answer["question"]["kind"], answer["question"]["matter"]) == ("matter", matter)
    assert answer["verdict"] == verdict
    assert answer["because"] or answer["branches"]


@pytest.mark.parametrize(
    "question",
    [
        "Can I activate Spirit Reaper when it is destroyed by battle?",
        "削魂的死灵被战斗破坏时，能发动死者苏生吗",
        "青眼白龙攻击削魂的死灵，削魂的死灵会被战斗破坏吗",  # a battle is told: it is played
    ],
)
def test_other_questions_with_the_same_words_stay_what_they_are(desk, question):
    assert answer_asked(desk, question)["question"]["kind"] != "matter"


def test_protection_from_one_player_hangs_on_whose_effects_they_are(desk):
    answer = answer_asked(desk, "Can Beast King Barbaros be targeted by effects?")
    assert answer["verdict"] == "yes"
    shielded = [
        card.names.en
        for card in desk.book.library.cards.values()
        if card.type.startswith("Monster")
        and any(
            a.act == "protect-from-targeting" and a.to == "opponents-effects" and a.what == "self" and not a.requires
            for e in card.effects
            if e.kind == "continuous" and not e.requires
            for a in e.does
        )
    ]
    answer = answer_asked(desk, f"Can {min(shielded)} be targeted by effects?")
    assert answer["verdict"] == "depends"
    assert {b["verdict"] for b in answer["branches"]} == {"yes", "no"}


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("守备表示的E-HERO 不死鸟会被战斗破坏吗", "depends"),
        ("棉花糖守备表示的时候会被战破吗", "no"),
        ("If Marshmallon is in defense position, can it be destroyed by battle?", "no"),
        ("マシュマロンは守備表示なら戦闘破壊されますか", "no"),
    ],
)
def test_how_a_monster_lies_tells_in_which_battles_it_may_fall(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize("question", ["Can a face-down Sangan be destroyed by battle?", "三眼怪能被除外吗"])
def test_what_may_be_done_to_a_card_is_no_activation_of_it(asked, question):
    assert asked(question)["verdict"] not in ("yes", "no", "must")
