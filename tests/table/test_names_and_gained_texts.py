"""Bans by name, gained texts, attributes and what a card may choose: one table each, and one thing changed."""

from typing import Any

import msgspec
import pytest

from knowledge.data.cases import CardOnTable, Table
from knowledge.data.profile import Card, Names
from knowledge.rules.book import Book
from knowledge.rules.verdicts import judged, matter_judged
from knowledge.table.situation import Question, Situation
from knowledge.table.values import in_points
from knowledge.text import read_card
from service.answers.ask_card import can_asked


@pytest.fixture
def book(desk: Any) -> Book:
    return desk.book


def card(name: str, text: str, card_type: str) -> Card:
    effects = tuple(one.effect for one in read_card(text, card_type, "ja").effects)
    return Card(id=name, names=Names(zh=name), type=card_type, effects=effects)


def matter(book: Book, gate: str, asked: Card | None, *, about: str = "", **table: Any) -> str:
    effect = asked.effects[-1] if asked is not None else None
    given = msgspec.convert(table, Table)
    return matter_judged(book, gate, Question("main1", "own", asked, effect, given, about=about)).verdict


@pytest.mark.parametrize(("declared", "expected"), [("帝王海马", "no"), ("青眼白龙", "yes")])
def test_a_declared_name_is_out_of_force_face_down_too(book: Book, declared: str, expected: str) -> None:
    hidden = {"zone": "monster-zone", "face": "down", "position": "defence"}
    blocked = [{"card": "念动力防卫者", "by": "opponent", "effect": 1, "declared": declared}]
    asked = book.card_named("帝王海马")
    assert matter(book, "continuous-applies", asked, self=hidden, applied=blocked) == expected


@pytest.mark.parametrize(("about", "expected"), [("self", "no"), ("other", "yes")])
@pytest.mark.parametrize("kind", ["Trap / Normal", "Spell / Quick-Play"])
def test_a_card_on_its_way_to_the_gy_does_not_choose_itself(book: Book, kind: str, about: str, expected: str) -> None:
    blast = card("自拟爆破", "①：フィールドの表側表示カード１枚を選んで破壊する。", kind)
    lying = {"zone": "spell-zone", "face": "up"}
    chain = [{"card": "自拟爆破", "by": "own", "effect": 1}]
    other = [{"card": "技能抽取", "called": "other", "side": "opponent", **lying}]
    known = book.knowing((blast,))
    assert matter(known, "may-be-chosen", blast, about=about, self=lying, cards=other, chain=chain) == expected


@pytest.mark.parametrize(("holder", "expected"), [("青眼白龙", "no"), ("自拟巨舰", "yes")])
def test_a_gained_text_counts_no_material_of_a_summon_that_is_over(book: Book, holder: str, expected: str) -> None:
    text = "①：このカードの元々の攻撃力は、このカードの融合素材としたモンスターの数×１２００になる。"
    fleet = card("自拟巨舰", text, "Monster / Machine / Fusion / Effect")
    gained = [] if holder == fleet.id else [fleet.id]
    lying = {"card": holder, "zone": "monster-zone", "summoned": "fusion", "gained": gained}
    assert matter(book.knowing((fleet,)), "continuous-applies", fleet, self=lying) == expected


@pytest.mark.parametrize(("declared", "expected"), [("青眼白龙", "no"), ("黑魔术师", "yes")])
def test_a_forbidden_name_is_not_attached_from_the_deck(book: Book, declared: str, expected: str) -> None:
    act = {"act": "attach-material", "which": {"side": "own", "zones": ["deck"], "race": ["Dragon"]}, "count": 1}
    effects = [{"number": 1, "kind": "ignition", "does": [act]}]
    told = {"id": "stack", "names": {"zh": "自拟叠光"}, "type": "Monster / Dragon / Xyz / Effect", "effects": effects}
    stack = msgspec.convert(told, Card)
    cards = [
        {"card": "禁止令", "side": "opponent", "zone": "spell-zone", "declared": declared},
        {"card": "青眼白龙", "called": "b", "zone": "deck"},
    ]
    own, known = {"zone": "monster-zone", "position": "attack"}, book.knowing((stack,))
    assert matter(known, "may-be-chosen", stack, about="b", self=own, cards=cards) == expected


def test_two_attributes_are_one_besides_light(desk: Any) -> None:
    oath = [{"event": "effect-activated", "card": "幻奏的音姬 殊荣之弗朗索瓦", "side": "own", "effect": 1}]
    told = {"self": {"zone": "monster-zone", "position": "attack"}, "chain": [{"card": "雷破", "by": "opponent"}]}
    question = {"card": "光与暗之龙", "effect": 2, "at": "main1", "turn": "own"}
    assert can_asked(desk, {**question, "given": told}).verdict == "must"
    assert can_asked(desk, {**question, "given": {**told, "earlier": oath}}).verdict == "no"


@pytest.mark.parametrize(("activates", "expected"), [("card", "no"), ("effect", "yes")])
def test_what_a_spell_says_of_its_own_activation_is_not_said_of_its_effect_alone(
    book: Book, desk: Any, activates: str, expected: str
) -> None:
    chain = [{"card": "超融合", "by": "opponent", "effect": 1, "activates": activates}]
    told = {"self": {"zone": "monster-zone", "summoned": "synchro"}, "chain": chain}
    question = {"card": "流天类星龙", "effect": 2, "at": "main1", "turn": "opponent", "given": told}
    assert can_asked(desk, question).verdict == expected


@pytest.mark.parametrize(("taken", "expected"), [(4, "yes"), (5, "depends")])
def test_a_card_is_put_behind_for_sure_only_where_a_zone_is_free(desk: Any, taken: int, expected: str) -> None:
    full = [{"called": f"c{n}", "zone": "spell-zone", "face": "down"} for n in range(taken)]
    told = {"self": {"zone": "monster-zone"}, "cards": full}
    question = {"card": "魔界剧团-大明星", "effect": 2, "at": "main1", "turn": "own", "given": told}
    assert can_asked(desk, question).verdict == expected


@pytest.mark.parametrize(("companion", "expected"), [("隐藏的机壳杀手 物质主义", "no"), ("青眼白龙", "yes")])
def test_what_follows_two_parts_waits_for_both(book: Book, companion: str, expected: str) -> None:
    acts = [
        {"act": "banish", "what": "self"},
        {"act": "banish", "what": "target", "joined": "with"},
        {"act": "draw", "what": "you", "count": 2, "joined": "then"},
    ]
    effects = [{"number": 1, "kind": "ignition", "targets": [{"side": "own", "zones": ["monster-zone"]}], "does": acts}]
    told = {
        "id": "pair",
        "names": {"zh": "自拟双行"},
        "type": "Monster / Machine / Effect",
        "level": 1,
        "effects": effects,
    }
    pair = msgspec.convert(told, Card)
    cards = [{"card": companion, "called": "n", "zone": "monster-zone", "position": "attack", "summoned": "normal"}]
    chain = [{"card": "自拟双行", "by": "own", "effect": 1, "targets": ["n"]}]
    own, known = {"zone": "monster-zone", "position": "attack"}, book.knowing((pair,))
    assert matter(known, "carried-out", pair, about="draw", self=own, cards=cards, chain=chain) == expected


@pytest.mark.parametrize(("zones", "expected"), [(["extra-deck"], "depends"), (["hand"], "yes")])
def test_what_is_told_to_be_missing_leaves_a_card_that_needs_it_later_open(
    book: Book, zones: list[str], expected: str
) -> None:
    shows = {"act": "reveal", "which": {"side": "own", "zones": ["extra-deck"], "type": ["fusion"]}, "count": 1}
    waits = {"events": ["standby-phase-came"], "subject": "any"}
    opened = {"number": 0, "kind": "activate", "part": "card"}
    later = {"number": 1, "kind": "trigger", "part": "card", "mandatory": True, "trigger": waits, "does": [shows]}
    told = {"id": "later", "names": {"zh": "自拟来日"}, "type": "Spell / Continuous", "effects": [opened, later]}
    spell = msgspec.convert(told, Card)
    table = msgspec.convert({"self": {"zone": "hand"}, "lacks": [{"side": "own", "zones": zones}]}, Table)
    asked = Question("main1", "own", spell, spell.effects[0], table)
    assert judged(book.knowing((spell,)), asked).verdict == expected


@pytest.mark.parametrize(("group", "expected"), [("Amazoness", "no"), ("アマゾネス", "no"), ("Harpie", "depends")])
def test_an_archetype_is_missing_by_any_of_its_names(book: Book, group: str, expected: str) -> None:
    amazons = {"side": "own", "zones": ["monster-zone"], "type": ["monster"], "group": ["亚马逊"]}
    effect = {"number": 1, "kind": "activate", "part": "card", "requires": [{"is": "controls", "of": amazons}]}
    spell = {"id": "call", "names": {"zh": "自拟号令"}, "type": "Spell / Normal", "effects": [effect]}
    card = msgspec.convert(spell, Card)
    told = {"self": {"zone": "hand"}, "lacks": [{**amazons, "group": [group]}]}
    asked = Question("main1", "own", card, card.effects[0], msgspec.convert(told, Table))
    assert judged(book.knowing((card,)), asked).verdict == expected


@pytest.mark.parametrize(("other", "expected"), [("own", "its-player-chooses"), ("opponent", "named-effects-first")])
def test_a_player_arranges_what_opens_the_battle_phase(book: Book, other: str, expected: str) -> None:
    waits = {"events": ["battle-phase-began"], "subject": "any"}
    effects = [{"number": 1, "kind": "trigger", "trigger": waits, "does": [{"act": "draw", "what": "you", "count": 1}]}]
    told = {"id": "opener", "names": {"zh": "自拟开场"}, "type": "Monster / Machine / Effect", "effects": effects}
    known = book.knowing((msgspec.convert(told, Card),))
    cards = [{"card": "自拟开场", "zone": "monster-zone", "side": side} for side in ("own", other)]
    given = msgspec.convert({"cards": cards}, Table)
    asked = Question("start-step", "own", None, None, given)
    assert matter_judged(known, "processing-order", asked).verdict == expected


@pytest.mark.parametrize(("materials", "expected"), [([], 0), (["青眼白龙", "黑魔术师"], 1200)])
def test_an_equip_counts_the_material_of_its_wearer(book: Book, materials: list[str], expected: int) -> None:
    lying = CardOnTable(called="m", zone="monster-zone", materials=tuple(materials), type=("xyz",))
    worn = CardOnTable(card="克己挑战", zone="spell-zone", equipped_to="m")
    s = Situation(book, Question("main1", "own", None, None, Table(cards=(lying, worn))), {})
    assert in_points(s, "600-per-materials", worn, "own") == expected


@pytest.mark.parametrize(
    ("zone", "by", "expected"),
    [("extra-deck", "死者苏生", "no"), ("gy", "死者苏生", "yes"), ("extra-deck", "自拟流光", "yes")],
)
def test_a_text_about_the_extra_deck_binds_nothing_in_the_gy(book: Book, zone: str, by: str, expected: str) -> None:
    drawn = "①：１ターンに１度、発動できる。自分は１枚ドローする。"
    only = "このカードは上記のカードを融合素材にした融合召喚でのみＥＸデッキから特殊召喚できる。"
    only = f"岩石族モンスター＋戦士族モンスター\n{only}\n{drawn}"
    bound = card("自拟岩", only, "Monster / Rock / Fusion / Effect")
    tuned = f"チューナー＋チューナー以外のモンスター１体以上\nこのカードはＳ召喚でしか特殊召喚できない。\n{drawn}"
    star = card("自拟星龙", tuned, "Monster / Dragon / Synchro / Effect")
    act = {"act": "special-summon", "which": {"zones": ["extra-deck"]}, "count": 1, "to": "treated-as-synchro-summon"}
    opened = {"number": 1, "kind": "activate", "part": "card", "does": [act]}
    light = {"id": "light", "names": {"zh": "自拟流光"}, "type": "Spell / Normal", "effects": [opened]}
    known = book.knowing((star, bound, msgspec.convert(light, Card)))
    asked = star.id if by == "自拟流光" else bound.id
    lying = [{"card": asked, "called": "m", "zone": zone, "summoned": "fusion" if zone == "gy" else ""}]
    chain = [{"card": by, "by": "own", "effect": 1, "activates": "card"}]
    assert matter(known, "may-be-summoned", None, about="m", cards=lying, chain=chain) == expected
