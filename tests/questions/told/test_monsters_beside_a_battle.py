"""Monsters that lie beside those that fight, whose each is, and whether a monster may attack, by the table told."""

import pytest

_TEXTS = {
    ("压制之石像", "Smothering Statue"): (
        "If you control no monsters, you can Special Summon this card (from your hand) by discarding 1 Rock monster. "
        "All monsters your opponent controls lose 500 ATK."
    ),
    ("迂回之石像", "Roundabout Statue"): "This card can attack your opponent directly.",
    ("迟钝之石像", "Sluggish Statue"): "Cannot attack directly.",
}


@pytest.fixture(scope="module")
def data(import_made):
    """Monsters that were made up, beside the built-in cards."""
    cards = [
        {
            "konami_id": 990200 + n,
            "password": 99000200 + n,
            "name": {"en": english, "ja": f"作られた像{n}", "zh-CN": name},
            "text": {"en": text},
            "card_type": "Monster",
            "monster_type_line": "Rock / Effect",
            "attribute": "EARTH",
            "level": 4,
            "atk": 1700,
            "def": 1600,
        }
        for n, ((name, english), text) in enumerate(_TEXTS.items())
    ]
    return import_made("monsters_beside_a_battle", cards)


@pytest.fixture
def imported(monkeypatch, data):
    monkeypatch.setenv("OCG_RULINGS_DATA", str(data))


@pytest.mark.parametrize(
    ("question", "sum_"),
    [
        ("我场上有压制之石像，我攻击力2100的怪兽攻击对方攻击力2400的怪兽，战斗伤害多少", "2100－1900＝200"),
        ("smothering statue is on my field, my 2100 atk monster attacks a 2400 atk monster, how much damage", "＝200"),
        ("对方场上有压制之石像，我的电子龙攻击对方攻击力1400的怪兽，战斗伤害多少", "1600－1400＝200"),
    ],
)
def test_a_monster_beside_the_battle_does_not_fight_and_its_text_counts(asked, imported, question, sum_):
    answer = asked(question)
    assert sum_ in answer["sentence"]["zh"]
    assert "对方" in answer["sentence"]["zh"]
    assert answer["verdict"] is None


def test_the_value_of_a_monster_beside_another(asked, imported):
    assert "1600" in asked("我场上有压制之石像，对方的电子龙攻击力是多少")["sentence"]["zh"]
    assert "2100" in asked("对方场上有压制之石像，对方的电子龙攻击力是多少")["sentence"]["zh"]


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("青眼白龙能直接攻击吗", "depends"),
        ("对方场上没有怪兽，青眼白龙能直接攻击吗", "yes"),
        ("can my dark magician attack directly if my opponent controls cyber dragon", "no"),
        ("对方场上有怪兽，迂回之石像能直接攻击吗", "yes"),
        ("can roundabout statue attack directly", "yes"),
        ("对方场上没有怪兽，迟钝之石像能直接攻击吗", "no"),
    ],
)
def test_a_direct_attack_hangs_on_the_text_and_on_the_field(asked, imported, question, verdict):
    assert asked(question)["verdict"] == verdict


def test_whose_monster_is_told_behind_its_figure(asked):
    answer = asked("攻击力2400的我方怪兽攻击对方攻击表示的电子龙，对方剩多少血")
    assert "7700" in answer["sentence"]["zh"]


def test_the_attacker_is_told_first_though_another_monster_lies_there(asked):
    beside = "自分の場にサイバー・ドラゴンがいる。"
    told = "自分の攻撃力2100のモンスターが相手の攻撃力2000のモンスターを攻撃したら戦闘ダメージはいくつ"
    assert asked(beside + told)["damage"] == {"attacking": 0, "defending": 100}


def test_damage_by_an_effect_is_no_battle_damage(asked):
    answer = asked("里侧守备的棉花糖被电子龙攻击，谁受到多少伤害")
    assert answer["damage"] == {"attacking": 0, "defending": 0}
    assert "1000效果伤害" in answer["sentence"]["zh"]
