"""Bans by name, gained texts, attributes and what a card may choose: one table each, and one thing changed."""

from typing import Any

import msgspec
import pytest

from knowledge.data.cases import Table
from knowledge.data.profile import Card, Names
from knowledge.rules.book import Book
from knowledge.rules.verdicts import matter_judged
from knowledge.table.situation import Question
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
