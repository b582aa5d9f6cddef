"""Battle damage worked out on tables of our own, and monsters certain to be destroyed by battle."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knowledge.data.cases import Battle, CardOnTable, Link, Table
from knowledge.data.profile import Filter
from knowledge.phrases import outcome_in_words
from knowledge.rules.verdicts import Judgement, judged, matter_judged
from knowledge.table.cards import words_of
from knowledge.table.filters import surely
from knowledge.table.situation import Question, Situation
from service.loaded_desk import loaded_desk

BOOK = loaded_desk().book
FIGURES = st.integers(min_value=0, max_value=8000)


def damage(*cards: CardOnTable, turn: str = "own", applied: tuple[Link, ...] = (), **battle: str) -> Judgement:
    table = Table(cards=cards, battle=Battle(**battle), applied=applied)
    return matter_judged(BOOK, "battle-damage-amount", Question("damage.calculation", turn, table=table))


def ours(**figures: int | str) -> CardOnTable:
    return CardOnTable(called="ours", **figures)


def foe(**figures: int | str) -> CardOnTable:
    return CardOnTable(called="foe", side="opponent", **figures)


@settings(max_examples=60, deadline=None)
@given(mine=FIGURES, theirs=FIGURES)
def test_between_attack_positions_the_loser_takes_exactly_the_difference(mine, theirs):
    verdict = damage(ours(atk=mine), foe(atk=theirs, position="attack"), attacker="ours", defender="foe").verdict
    side = "opponent" if mine > theirs else "own"
    assert verdict == ("none" if mine == theirs else f"{side} {abs(mine - theirs)}")


@settings(max_examples=40, deadline=None)
@given(mine=FIGURES, theirs=FIGURES)
def test_turning_damage_round_loses_none_of_it(mine, theirs):
    fight = {"attacker": "ours", "defender": "foe"}
    plain = damage(ours(atk=mine), foe(atk=theirs, position="attack"), **fight)
    wall = Link(card="次元壁", by="own")
    turned = damage(ours(atk=mine), foe(atk=theirs, position="attack"), applied=(wall,), **fight)
    assert turned.verdict == plain.verdict.replace("own", "opponent")


@settings(max_examples=40, deadline=None)
@given(mine=FIGURES, theirs=FIGURES, unrelated=FIGURES)
def test_a_monster_that_does_not_fight_changes_nothing(mine, theirs, unrelated):
    fight = {"attacker": "ours", "defender": "foe"}
    bystander = CardOnTable(called="bystander", atk=unrelated)
    alone = damage(ours(atk=mine), foe(atk=theirs, position="attack"), **fight)
    assert damage(ours(atk=mine), bystander, foe(atk=theirs, position="attack"), **fight).verdict == alone.verdict


def test_figures_that_are_not_told_make_the_amount_unknown():
    assert damage(ours(atk=2000), foe(position="attack"), attacker="ours", defender="foe").verdict == "unknown"


def test_a_doubling_and_a_halving_of_two_players_cancel_out():
    odd_eyes = CardOnTable(card="异色眼灵摆龙", position="attack")
    circle = CardOnTable(card="光子法阵师", side="opponent", position="attack")
    fight = {"attacker": "异色眼灵摆龙", "defender": "光子法阵师"}
    assert damage(odd_eyes, circle, turn="own", **fight).verdict == "opponent 1500"
    assert damage(odd_eyes, circle, turn="opponent", **fight).verdict == "opponent 1500"


def test_every_change_that_was_looked_at_is_among_the_reasons():
    sword = CardOnTable(card="英豪复仇剑", equipped_to="ours")
    judgement = damage(ours(atk=1000), sword, foe(atk=1500, position="attack"), attacker="ours", defender="foe")
    assert judgement.verdict == "own 500, opponent 500"
    assert {"losing-attacker-takes-the-difference", "damage-is-changed-as-texts-say"} <= judgement.rules_that_decided()


IDLE_CARDS_THAT_CHANGE_DAMAGE = {"鬼计之馆", "心眼之祭殿", "娱乐法师 秋千魔术家"}
FIGHTS = [(2500, 1000, "attack"), (1000, 2500, "attack"), (1000, 2500, "defence"), (2500, 1000, "defence")]


@pytest.mark.parametrize(("mine", "theirs", "position"), FIGHTS)
def test_of_all_cards_only_those_that_say_so_change_the_damage_of_others_battles(mine, theirs, position):
    theirs_as = {"atk" if position == "attack" else "defence": theirs, "position": position}
    fight = {"attacker": "ours", "defender": "foe"}
    plain = damage(ours(atk=mine), foe(**theirs_as), **fight).verdict
    changed = {
        card.names.zh
        for card in BOOK.library.cards.values()
        for side in ("own", "opponent")
        if damage(ours(atk=mine), CardOnTable(card=card.id, side=side), foe(**theirs_as), **fight).verdict
        not in (plain, "depends")  # a text that nobody interprets leaves it open
    }
    assert changed <= IDLE_CARDS_THAT_CHANGE_DAMAGE
    assert plain == "none" or "心眼之祭殿" in changed


def test_ghostrick_mansion_spares_the_damage_ghostricks_deal():
    mansion = CardOnTable(card="鬼计之馆", zone="field-zone")
    assert damage(mansion, ours(atk=2000), attacker="ours").verdict == "opponent 1000"
    assert damage(mansion, ours(atk=2000, groups=("鬼计",)), attacker="ours").verdict == "opponent 2000"


def test_damage_made_nothing_is_not_set_to_a_figure():
    temple, kuriboh = CardOnTable(card="心眼的祭殿"), Link(card="栗子球", by="opponent")
    assert damage(temple, ours(atk=2000), applied=(kuriboh,), attacker="ours").verdict == "none"


def test_double_iris_doubles_only_damage_its_target_inflicts_in_a_battle_of_monsters():
    iris = (Link(card="虹彩之魔术师", by="own", targets=("ours",)),)
    fight = {"attacker": "ours", "defender": "foe"}
    assert damage(ours(atk=2000), foe(atk=1000, position="attack"), applied=iris, **fight).verdict == "opponent 2000"
    assert damage(ours(atk=2000), foe(atk=3000, position="attack"), applied=iris, **fight).verdict == "own 1000"
    assert damage(ours(atk=2000), applied=iris, attacker="ours").verdict == "opponent 2000"


def test_only_krawlers_that_synaphysis_points_to_are_kept_from_destruction():
    link = CardOnTable(card="超机怪虫·对观突触虫", called="link")
    for arrows, outcome in (((), "destroyed"), (("link",), "survives")):
        krawler = ours(atk=500, groups=("机怪虫",), pointed_at_by=arrows)
        table = Table(cards=(link, krawler, foe(atk=1000, position="attack")), battle=Battle("ours", "foe"))
        asked = Question("damage.calculation", "own", table=table, about="attacker")
        assert matter_judged(BOOK, "battle-destruction", asked).verdict == outcome


@pytest.mark.parametrize(
    ("outcome", "zh", "en"),
    [
        ("none", "谁都不受到战斗伤害", "Nobody takes battle damage"),
        ("opponent 3000", "对方受到3000", "the opponent takes 3000"),
        ("own 500, opponent 500", "自己受到500，对方受到500", "you take 500, the opponent takes 500"),
    ],
)
def test_amounts_are_told_in_both_languages(outcome, zh, en):
    assert outcome_in_words(BOOK.library.gates["battle-damage-amount"], outcome) == {"zh": zh, "en": en}


def situation(*cards: CardOnTable, **battle: str | bool) -> Situation:
    table = Table(cards=cards, battle=Battle(**battle) if battle else None)
    return Situation(BOOK, Question("damage.after", "own", table=table), {})


def test_a_gemini_monster_is_normal_until_it_is_summoned_again():
    normal, effect = (CardOnTable(card="魔法史莱姆", summoned=how) for how in ("normal", "gemini"))
    s = situation(normal, effect)
    assert "normal" in words_of(s, normal)
    assert "effect" not in words_of(s, normal)
    assert "normal" not in words_of(s, effect)
    assert "effect" in words_of(s, effect)


def test_a_text_means_cards_as_its_own_player_sees_them():
    token = CardOnTable(called="token", side="opponent", type=("token",), race="Zombie")
    s = situation(token)
    zombies_of_the_opponent = Filter(side="opponent", type=("monster",), race=("Zombie",))
    assert surely(s, token, zombies_of_the_opponent, "own")
    assert not surely(s, token, zombies_of_the_opponent, "opponent")
    assert not surely(s, token, Filter(race=("Beast",)))


@pytest.mark.parametrize(("calculated", "verdict"), [(True, "no"), (False, "yes")])
def test_only_damage_calculation_makes_destruction_certain(calculated, verdict):
    card = BOOK.card_named("三发点射龙")
    effect = next(e for e in card.effects if e.number == 1)
    table = Table(
        self=CardOnTable(position="attack"),
        cards=(CardOnTable(card="异次元女战士", side="opponent", atk=3000, position="attack"),),
        battle=Battle(attacker="异次元女战士", defender="self", calculated=calculated),
        chain=(Link(card="异次元女战士", effect=1, by="opponent"),),
    )
    assert judged(BOOK, Question("damage.after", "opponent", card, effect, table)).verdict == verdict
