"""Attacks as judged by the rules alone, on tables no ruling speaks of."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knowledge.data.cases import Battle, CardOnTable, Happening, Table
from knowledge.data.profile import Filter
from knowledge.desk import Desk
from knowledge.rules.book import Book
from knowledge.rules.verdicts import judged, matter_judged
from knowledge.table.filters import perhaps
from knowledge.table.situation import Question, Situation

GIVES = {"闪光之双剑-雷震": 2, "暴君爆风龙": 3}
GATES = (
    "further-attack",
    "may-declare-attack",
    "attack-continues",
    "is-attacking-monster",
    "must-attack",
    "what-follows",
    "counts-as-direct-attack",
    "counts-as-declared",
    "effect-affects-attacker",
    "replay",
)


@pytest.fixture(scope="module")
def book(desk: Desk) -> Book:
    return desk.book


def equip(card: str) -> CardOnTable:
    return CardOnTable(card=card, zone="spell-zone", equipped_to="hero")


def attack_left(book: Book, made: int, *cards: CardOnTable, account: tuple[Happening, ...] = (), on: str = "") -> str:
    hero = CardOnTable(called="hero", position="attack")
    attacks = tuple(Happening(event="attack-declared", card="hero", to=f"foe{n}") for n in range(made))
    battle = Battle(attacker="hero", defender=on)
    table = Table(cards=(hero, *cards), battle=battle, earlier=(*attacks, *account))
    return matter_judged(book, "further-attack", Question("battle-step", "own", table=table)).verdict


@given(worn=st.lists(st.sampled_from(sorted(GIVES)), max_size=4), made=st.integers(0, 5))
def test_the_largest_number_of_attacks_counts_and_numbers_never_add_up(book: Book, worn: list[str], made: int) -> None:
    allowed = max((GIVES[card] for card in worn), default=1)
    assert attack_left(book, made, *map(equip, worn)) == ("yes" if made < allowed else "no")


@given(made=st.integers(1, 3), spells=st.lists(st.sampled_from(["旋风", "光之护封剑", "技能抽取"]), max_size=3))
def test_cards_that_give_no_attacks_change_no_number(book: Book, made: int, spells: list[str]) -> None:
    besides = [CardOnTable(card=name, side="own", zone="spell-zone") for name in spells]
    assert attack_left(book, made, equip("闪光之双剑-雷震"), *besides) == attack_left(
        book, made, equip("闪光之双剑-雷震")
    )


def test_a_negated_activation_gives_no_attack(book: Book) -> None:
    given_it = Happening(event="card-activated", card="毅飞冲天挑战", side="own", to="hero")
    negated = Happening(event="activation-negated", card="毅飞冲天挑战")
    assert attack_left(book, 1, account=(given_it,)) == "yes"
    assert attack_left(book, 1, account=(given_it, negated)) == "no"


def test_equipment_on_another_monster_or_face_down_gives_nothing(book: Book) -> None:
    elsewhere = CardOnTable(card="闪光之双剑-雷震", zone="spell-zone", equipped_to="friend")
    face_down = CardOnTable(card="闪光之双剑-雷震", zone="spell-zone", face="down", equipped_to="hero")
    assert attack_left(book, 1, elsewhere) == "no"
    assert attack_left(book, 1, face_down) == "no"


def situation(book: Book, *cards: CardOnTable) -> Situation:
    return Situation(book, Question("battle-step", table=Table(cards=cards)), {})


def test_skill_drain_negates_face_up_monsters_and_nothing_else(book: Book) -> None:
    drain = CardOnTable(card="技能抽取", side="opponent", zone="spell-zone")
    shown, hidden = (
        CardOnTable(card="青眼双爆裂龙", called="a"),
        CardOnTable(card="青眼双爆裂龙", called="b", face="down"),
    )
    s = situation(book, drain, shown, hidden)
    assert s.state.negators(shown) == ("技能抽取",)
    assert not s.state.is_negated(hidden)
    assert not s.state.is_negated(drain)


def test_a_filter_sees_sides_from_the_controller_and_takes_what_is_not_stated_as_no_bar(book: Book) -> None:
    theirs = CardOnTable(called="x", side="opponent")
    s = situation(book, theirs)
    assert perhaps(s, theirs, Filter(side="opponent", type=("monster",)), "own")
    assert not perhaps(s, theirs, Filter(side="opponent", type=("monster",)), "opponent")
    assert perhaps(s, theirs, Filter(race=("Plant",), level=(8, 8)), "own")
    assert not perhaps(s, CardOnTable(card="青眼白龙"), Filter(race=("Plant",)), "own")


def test_main_phase_2_closes_what_only_a_battle_phase_can_use_for_a_card_no_ruling_names(book: Book) -> None:
    card = book.card_named("动作魔法-完全转弯")
    assert card is not None
    effect = next(e for e in card.effects if e.number == 1)
    assert judged(book, Question("main2", "own", card, effect)).verdict == "no"
    assert judged(book, Question("main1", "own", card, effect)).verdict == "yes"


def test_damage_diet_still_halves_effect_damage_without_a_battle_phase(book: Book) -> None:
    card = book.card_named("伤害瘦身")
    assert card is not None
    effect = next(e for e in card.effects if e.number == 1)
    assert judged(book, Question("main2", "opponent", card, effect)).verdict == "yes"


CARDS = (
    "青眼双爆裂龙",
    "狂暴死龙",
    "RR-起翼猎鹰",
    "星态龙",
    "M·HERO 暗鬼",
    "埋伏破坏者",
    "青眼白龙",
    "No.23 冥界的灵骑士 兰斯洛特",
)
AROUND = (
    "闪光之双剑-雷震",
    "流星之弓-烨焰",
    "磁力指轮",
    "技能抽取",
    "魔族之链",
    "光之护封剑",
    "鬼计妖魔·阿鲁卡德",
    "灰篮鹰",
)
EVENTS = (
    Happening(event="attack-declared", card="hero", to="x"),
    Happening(event="attacked-directly", card="hero"),
    Happening(event="attack-negated", card="hero"),
    Happening(event="damage-calculation"),
    Happening(event="card-activated", card="禁忌的圣枪", side="own", to="hero"),
    Happening(event="effect-activated", card="仁王立", effect=2, side="opponent", to="y"),
    Happening(event="card-activated", card="扩散的波动", side="own", to="hero"),
    Happening(event="card-activated", card="毅飞冲天挑战", side="own", to="hero"),
    Happening(event="card-activated", card="翻倍机会", side="own", to="hero"),
    Happening(event="card-activated", card="威吓之咆哮", side="opponent"),
    Happening(event="special-summoned", card="y", side="opponent"),
    Happening(event="left-field", card="x", side="opponent"),
    Happening(event="banished", card="hero", side="own"),
)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    hero = CardOnTable(
        card=draw(st.sampled_from(CARDS)),
        called="hero",
        owner=draw(st.sampled_from(["own", "opponent"])),
        position=draw(st.sampled_from(["attack", "defence"])),
        negated_by=draw(st.sampled_from(["", "禁忌的圣杯"])),
    )
    around = [
        CardOnTable(
            card=name,
            side=draw(st.sampled_from(["own", "opponent"])),
            zone="monster-zone" if name == "鬼计妖魔·阿鲁卡德" else "spell-zone",
            equipped_to=draw(st.sampled_from(["hero", "y"])),
            targeting=draw(st.sampled_from(["hero", "y"])),
        )
        for name in draw(st.lists(st.sampled_from(AROUND), max_size=3, unique=True))
    ]
    foes = [CardOnTable(called=n, side="opponent", groups=("鬼计",)) for n in draw(st.sampled_from(["", "x", "xy"]))]
    return Table(
        cards=(hero, *around, *foes),
        battle=Battle(attacker="hero", defender=draw(st.sampled_from(["", "x", "y"]))),
        earlier=tuple(draw(st.lists(st.sampled_from(EVENTS), max_size=5))),
        happened=tuple(draw(st.lists(st.sampled_from(EVENTS), min_size=1, max_size=3))),
    )


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    table=tables(), window=st.sampled_from(["battle-step", "attack-declaration", "after-declaration", "damage.before"])
)
def test_no_two_rules_about_attacks_disagree_on_any_table(book: Book, table: Table, window: str) -> None:
    for gate in GATES:
        verdict = matter_judged(book, gate, Question(window, "own", table=table)).verdict
        assert verdict in (*book.gates[gate].gate.outcomes, "unknown", "depends")


def test_a_mark_left_by_a_resolved_effect_gives_its_attacks(book: Book) -> None:
    marked = CardOnTable(called="hero", position="attack", affected_by=("大薰风凤凰",))
    table = Table(
        cards=(marked,),
        battle=Battle(attacker="hero"),
        earlier=(Happening(event="attacked-directly", card="hero"),),
    )
    assert matter_judged(book, "further-attack", Question("battle-step", "own", table=table)).verdict == "yes"


def may_attack(book: Book, *cards: CardOnTable, on: str = "", attacker: str = "hero") -> str:
    table = Table(cards=cards, battle=Battle(attacker=attacker, defender=on))
    return matter_judged(book, "may-declare-attack", Question("battle-step", "own", table=table)).verdict


HERO = CardOnTable(called="hero", position="attack")


def test_under_ghostrick_mansion_hidden_monsters_are_passed_by(book: Book) -> None:
    mansion = CardOnTable(card="鬼计之馆", zone="field-zone")
    hidden = CardOnTable(called="hidden", side="opponent", face="down", position="defence")
    shown = CardOnTable(called="shown", side="opponent", position="attack")
    assert may_attack(book, HERO, mansion, hidden, on="hidden") == "no"
    assert may_attack(book, HERO, mansion, hidden) == "yes"
    assert may_attack(book, HERO, mansion, hidden, shown) == "no"
    assert may_attack(book, HERO, mansion, hidden, shown, on="shown") == "yes"


@pytest.mark.parametrize("card", ["龙破坏之剑士-破坏剑士", "极战机王 战神机人", "幻兽机 全球剑齿虎"])
def test_monsters_whose_text_rules_out_direct_attacks_make_none(book: Book, card: str) -> None:
    monster = CardOnTable(card=card, called="monster", position="attack")
    assert may_attack(book, monster, attacker="monster") == "no"
    foe = CardOnTable(called="foe", side="opponent", position="attack")
    assert may_attack(book, monster, foe, on="foe", attacker="monster") == "yes"


def test_sabre_hawk_minds_only_strangers_in_the_gy(book: Book) -> None:
    hawk = CardOnTable(card="幻兽机 全球剑齿虎", called="hawk", position="attack")
    foe = CardOnTable(called="foe", side="opponent", position="attack")
    kin = CardOnTable(called="kin", zone="gy", type=("monster",), groups=("幻兽机",))
    stranger = CardOnTable(card="青眼白龙", zone="gy")
    assert may_attack(book, hawk, kin, foe, on="foe", attacker="hawk") == "yes"
    assert may_attack(book, hawk, kin, stranger, foe, on="foe", attacker="hawk") == "no"


def test_beacon_of_white_leaves_the_attacks_to_the_monster_that_wears_it(book: Book) -> None:
    beacon, graves = equip("光之引导"), [CardOnTable(card="青眼白龙", called=f"g{n}", zone="gy") for n in range(2)]
    other = CardOnTable(called="other", position="attack")
    assert may_attack(book, HERO, other, beacon) == "yes"
    assert may_attack(book, HERO, other, beacon, attacker="other") == "no"
    assert [attack_left(book, made, beacon, *graves) for made in range(4)] == ["yes", "yes", "no", "no"]


def course(book: Book, gate: str, *cards: CardOnTable, **told: tuple[Happening, ...]) -> str:
    table = Table(cards=cards, battle=Battle(attacker="hero", defender="foe"), **told)
    return matter_judged(book, gate, Question("after-declaration", "own", table=table)).verdict


def test_an_attacker_that_changes_sides_stops(book: Book) -> None:
    lost = CardOnTable(called="hero", side="opponent", owner="own", position="attack")
    taken = (Happening(event="control-changed", card="hero"),)
    assert course(book, "attack-continues", lost, CardOnTable(called="foe", side="opponent"), happened=taken) == "stops"


def test_a_target_that_changes_sides_brings_a_replay(book: Book) -> None:
    taken = (Happening(event="control-changed", card="foe"),)
    assert course(book, "replay", HERO, CardOnTable(called="foe", side="own"), happened=taken) == "yes"


def test_monsters_that_came_before_the_declaration_bring_no_replay(book: Book) -> None:
    foe, late = CardOnTable(called="foe", side="opponent"), CardOnTable(called="late", side="opponent")
    came, declared = (
        Happening(event="special-summoned", card="late", side="opponent"),
        Happening(event="attack-declared", card="hero", to="foe"),
    )
    chained = (Happening(event="window-chain-resolved"),)
    assert course(book, "replay", HERO, foe, late, earlier=(came, declared), happened=chained) == "no"
    assert course(book, "replay", HERO, foe, late, earlier=(declared, came), happened=chained) == "yes"


def test_once_more_on_a_monster_is_no_direct_attack(book: Book) -> None:
    dragon = CardOnTable(card="冥界浊龙 龙叹", called="dragon", position="attack")
    told = (
        Happening(event="attack-declared", card="dragon", to="x"),
        Happening(event="damage-calculation"),
        Happening(event="effect-activated", card="dragon", effect=2, side="own"),
    )
    for target, left in (("", "no"), ("y", "yes")):
        table = Table(cards=(dragon,), battle=Battle(attacker="dragon", defender=target), earlier=told)
        assert matter_judged(book, "further-attack", Question("battle-step", "own", table=table)).verdict == left


@pytest.mark.parametrize(("card", "number"), [("魔界剧团-闪烁小明星", 2), ("扩散的波动", 1)])
def test_holding_back_ones_own_monsters_is_no_use_without_a_battle_phase(book: Book, card: str, number: int) -> None:
    found = book.card_named(card)
    effect = next(e for e in found.effects if e.number == number and e.kind in ("ignition", "activate"))
    verdicts = [judged(book, Question(window, "own", found, effect)).verdict for window in ("main1", "main2")]
    assert verdicts == ["yes", "no"]


@pytest.mark.parametrize(
    ("name", "number", "window", "own", "opponent"),
    [
        ("神圣防护罩 -反射镜力-", 1, "attack-declaration", "no", "yes"),
        ("栗子球", 1, "damage.calculation", "no", "yes"),
        ("红莲魔龙", 1, "damage.after", "must", "no"),
        ("恶忍", 1, "attack-declaration", "no", "must"),
        ("No.39 希望皇 霍普", 1, "attack-declaration", "yes", "yes"),
        ("宇宙耀变龙", 1, "attack-declaration", "yes", "yes"),
    ],
)
def test_a_text_that_waits_for_an_attack_waits_for_the_turn_of_the_attacking_player(
    book: Book, name: str, number: int, window: str, own: str, opponent: str
) -> None:
    card = book.card_named(name)
    assert card is not None
    effect = next(e for e in card.effects if e.number == number)
    assert judged(book, Question(window, "own", card, effect)).verdict == own
    assert judged(book, Question(window, "opponent", card, effect)).verdict == opponent


def test_a_dragon_that_also_answers_activations_does_not_wait_for_an_attack(book: Book) -> None:
    card = book.card_named("宇宙耀变龙")
    assert card is not None
    effect = next(e for e in card.effects if e.number == 1)
    assert judged(book, Question("main1", "opponent", card, effect)).verdict == "yes"
    assert judged(book, Question("damage.before", "opponent", card, effect)).verdict == "yes"
