"""What the table tells outright is used: what was survived, who equipped a card, how few cards lie there."""

import pytest

from knowledge.data.cases import CardOnTable, Happening, Link, Table
from knowledge.data.profile import Action, Card, Effect, Filter, Limit, Names, Requirement, Trigger, Zone
from knowledge.desk import Desk
from knowledge.rules.verdicts import judged
from knowledge.table.situation import Question
from service.loaded_desk import loaded_desk


@pytest.fixture(scope="module")
def desk() -> Desk:
    return loaded_desk()


def made(name: str, card_type: str, *effects: Effect) -> Card:
    return Card(id=name, names=Names(zh=name), type=card_type, atk=1500, defence=1000, level=4, effects=effects)


def verdict(desk: Desk, asked: str, card: Card, table: Table, about: str = "", at: str = "main1") -> str:
    return desk.matter(
        asked, card, card.effects[0], at=at, turn="own", table=table, about=about, strangers=(card,)
    ).verdict


@pytest.mark.parametrize(("survived", "expected"), [(True, "no"), (False, "yes")])
def test_what_follows_a_destruction_falls_away_with_it(desk: Desk, survived: bool, expected: str) -> None:
    parts = (
        Action(act="negate-activation", what="answered"),
        Action(act="destroy", what="answered", joined="and-if-you-do"),
        Action(act="inflict-damage", what="opponent", amount=800, joined="then"),
    )
    counter = made("自拟反击", "Trap / Counter", Effect(number=1, kind="activate", part="card", speed=3, does=parts))
    told = (Happening(event="destruction-survived", card="雷破", by="effect"),) if survived else ()
    chain = (Link(card="雷破", effect=1), Link(card="自拟反击", by="own", effect=1))
    table = Table(self=CardOnTable(zone="spell-zone"), chain=chain, happened=told)
    assert verdict(desk, "carried-out", counter, table, "inflict-damage") == expected


@pytest.mark.parametrize(("source", "expected"), [("自拟机甲", "no"), ("同盟运输车", "yes"), ("", "no")])
def test_an_equipped_monster_shields_only_what_its_own_effect_put_it_on(desk: Desk, source: str, expected: str) -> None:
    deeds = (
        Action(act="equip", what="self"),
        Action(act="protect-from-targeting", what="equipped", to="opponents-effects", joined="also"),
    )
    target = Filter(side="own", zones=("monster-zone",), type=("monster",))
    gear = made(
        "自拟机甲", "Monster / Machine / Effect", Effect(number=1, kind="ignition", targets=(target,), does=deeds)
    )
    blast = desk.book.card_named("雷破")
    assert blast is not None
    lying = (
        CardOnTable(called="m", side="opponent", zone="monster-zone", position="attack", type=("monster", "effect")),
        CardOnTable(card="自拟机甲", side="opponent", zone="spell-zone", equipped_to="m"),
    )
    told = (Happening(event="equipped", card="自拟机甲", by="effect", source=source, side="opponent", to="m"),)
    table = Table(cards=lying, earlier=told)
    found = desk.matter(
        "may-be-target", blast, blast.effects[0], at="main1", turn="own", table=table, about="m", strangers=(gear,)
    )
    assert found.verdict == expected


@pytest.mark.parametrize(("tuners", "expected"), [(1, "yes"), (2, "no")])
def test_one_card_for_each_needs_so_many(desk: Desk, tuners: int, expected: str) -> None:
    field = ("monster-zone", "spell-zone", "field-zone", "pendulum-zone")
    deed = Action(
        act="return-to-hand",
        which=Filter(zones=field, type=("spell", "trap")),
        count="as-many-as-such",
        per=Filter(zones=field, type=("tuner",)),
    )
    wind = made("自拟旋鸟", "Monster / Machine / Effect", Effect(number=1, kind="ignition", does=(deed,)))
    lying = [
        CardOnTable(called=f"t{n}", zone="monster-zone", type=("monster", "tuner", "effect")) for n in range(tuners)
    ]
    spell = CardOnTable(called="s", side="opponent", zone="spell-zone")
    table = Table(self=CardOnTable(zone="monster-zone"), cards=(*lying, spell), nothing_else_in=("field",))
    assert (
        judged(desk.book, Question("main1", "own", wind, wind.effects[0], table, strangers=(wind,))).verdict == expected
    )


@pytest.mark.parametrize(("at", "expected"), [("start-step", "yes"), ("end-step", "no")])
def test_no_battle_is_begun_when_the_battle_phase_ends(desk: Desk, at: str, expected: str) -> None:
    deed = Action(act="start-battle", what="target")
    shot = made("自拟弹", "Trap", Effect(number=1, kind="activate", part="card", at=("battle-phase",), does=(deed,)))
    table = Table(self=CardOnTable(zone="spell-zone", face="down"))
    assert judged(desk.book, Question(at, "own", shot, shot.effects[0], table, strangers=(shot,))).verdict == expected


@pytest.mark.parametrize(("discarded", "expected"), [("魔轰神兽 凯希", "no"), ("", "must")])
def test_what_the_discard_to_the_hand_limit_sets_off_ends_the_turn(desk: Desk, discarded: str, expected: str) -> None:
    cat = made("魔轰神兽 凯希", "Monster / Beast / Effect", Effect(number=1, kind="trigger", mandatory=True))
    lion = desk.book.card_named("蒲公英狮")
    assert lion is not None
    told = {"by": "effect", "source": "魔轰神兽 凯希", "origin": "monster-zone", "side": "own"}
    happened = tuple(Happening(event=e, card="self", **told) for e in ("destroyed-by-effect", "sent-to-gy"))  # type: ignore[arg-type]
    earlier = (Happening(event="discarded", card=discarded, origin="hand", side="own"),) if discarded else ()
    table = Table(self=CardOnTable(zone="gy"), happened=happened, earlier=earlier)
    assert judged(desk.book, Question("end", "own", lion, lion.effects[0], table, strangers=(cat,))).verdict == expected


def test_a_part_finds_the_table_as_the_parts_before_it_leave_it(desk: Desk) -> None:
    field = Filter(side="opponent", zones=("monster-zone",), type=("monster",))
    silence = Effect(number=1, kind="continuous", does=(Action(act="negate-effect", which=field, count="all"),))
    hero = made("自拟英雄", "Monster / Warrior / Effect", silence)
    change = desk.book.card_named("假面变化")
    assert change is not None
    lying = (
        CardOnTable(card="虚无魔人", side="opponent", zone="monster-zone"),
        CardOnTable(card="自拟英雄", called="d", zone="monster-zone"),
        CardOnTable(called="e", zone="monster-zone", type=("monster", "normal")),
    )

    def summons(target: str) -> str:
        chain = (Link(card="假面变化", by="own", effect=1, targets=(target,)),)
        table = Table(self=CardOnTable(zone="spell-zone"), cards=lying, chain=chain)
        told = desk.matter(
            "carried-out", change, change.effects[0], at="main1", turn="own", table=table,
            about="special-summon", strangers=(hero,),
        )  # fmt: skip
        return told.verdict

    assert (summons("d"), summons("e")) == ("no", "yes")


@pytest.mark.parametrize(("asked", "expected"), [("流星龙/1", "no"), ("No.73 激泷神 渊涛/1", "yes")])
def test_what_is_merely_looked_at_for_a_battle_needs_one(desk: Desk, asked: str, expected: str) -> None:
    name, _, number = asked.partition("/")
    card = desk.book.card_named(name)
    assert card is not None
    effect = next(e for e in card.effects if e.number == int(number))
    table = Table(self=CardOnTable(zone="monster-zone", materials=("青眼白龙",)))
    assert judged(desk.book, Question("main2", "own", card, effect, table)).verdict == expected


@pytest.mark.parametrize(("zones", "expected"), [(4, "yes"), (5, "no")])
def test_what_is_excavated_and_summoned_needs_a_zone(desk: Desk, zones: int, expected: str) -> None:
    parts = (
        Action(act="excavate", count=3),
        Action(act="special-summon", what="target", joined="and-if-you-do", to="ignoring-conditions"),
    )
    flowers = made("自拟花牌", "Spell", Effect(number=1, kind="activate", part="card", does=parts))
    lying = tuple(CardOnTable(called=f"m{n}", zone="monster-zone", slot=n) for n in range(1, zones + 1))
    table = Table(self=CardOnTable(zone="hand"), cards=lying)
    asked = Question("main1", "own", flowers, flowers.effects[0], table, strangers=(flowers,))
    assert judged(desk.book, asked).verdict == expected


def test_a_card_that_is_set_again_or_becomes_a_monster_may_be_returned_while_it_is_used(desk: Desk) -> None:
    wind = desk.book.card_named("凤翼的爆风")
    assert wind is not None

    def returned(name: str) -> str:
        lying = (CardOnTable(card=name, called="s", side="opponent", zone="spell-zone"),)
        table = Table(cards=lying, chain=(Link(card=name, by="opponent", effect=1, activates="card"),))
        found = desk.matter("may-be-target", wind, wind.effects[0], at="main1", turn="own", table=table, about="s")
        return found.verdict

    assert (returned("废铁稻草人"), returned("雷破")) == ("yes", "no")


@pytest.mark.parametrize(("limited", "expected"), [(False, "no"), (True, "yes")])
def test_an_effect_of_a_phase_is_used_once_whoever_controls_its_card(desk: Desk, limited: bool, expected: str) -> None:
    trigger = Trigger(events=("end-phase-came",), subject="any")
    limit = Limit(counts="name") if limited else None  # by its name each player may use it
    draws = (Action(act="draw", count=1),)
    knight = made(
        "自拟骑士", "Monster / Warrior / Effect",
        Effect(number=1, kind="trigger", turn="either", at=("end",), trigger=trigger, limit=limit, does=draws),
    )  # fmt: skip
    used = Happening(event="effect-activated", card="self", side="opponent", effect=1)
    taken = Happening(event="control-changed", card="self", by="effect")
    table = Table(self=CardOnTable(zone="monster-zone", owner="opponent"), earlier=(used, taken))
    asked = Question("end", "opponent", knight, knight.effects[0], table, strangers=(knight,))
    assert judged(desk.book, asked).verdict == expected


@pytest.mark.parametrize(("attribute", "expected"), [("WIND", "no"), ("FIRE", "yes")])
def test_a_material_gives_its_gift_to_the_monster_it_describes(desk: Desk, attribute: str, expected: str) -> None:
    so = Requirement(
        is_="summoned-so",
        amount="with-this-card-on-field-as-material",
        of=Filter(type=("monster",), attribute=("WIND",)),
    )
    gift = Action(act="protect-from-targeting", what="holder", to="opponents-effects")
    bird = made(
        "自拟云雀", "Monster / Winged Beast / Effect", Effect(number=1, kind="continuous", requires=(so,), does=(gift,))
    )
    blast = desk.book.card_named("雷破")
    assert blast is not None
    lying = CardOnTable(
        called="x", side="opponent", zone="monster-zone", type=("monster", "xyz", "effect"), attribute=attribute,
        summoned="xyz", summoned_with=("自拟云雀",),
    )  # fmt: skip
    told = desk.matter(
        "may-be-target", blast, blast.effects[0], at="main1", turn="own", table=Table(cards=(lying,)), about="x",
        strangers=(bird,),
    )  # fmt: skip
    assert told.verdict == expected


def test_what_came_to_the_hand_and_was_discarded_is_not_used_for_having_come(desk: Desk) -> None:
    trigger = Trigger(events=("added-to-hand",))
    box = made(
        "自拟箱",
        "Monster / Machine / Effect",
        Effect(number=1, kind="trigger", trigger=trigger, does=(Action(act="draw", count=1),)),
    )
    came = Happening(event="added-to-hand", card="self", by="effect", origin="gy")
    left = Happening(event="discarded", card="self", by="effect", later=True)

    def used(*happened: Happening, zone: Zone) -> str:
        table = Table(self=CardOnTable(zone=zone), happened=happened)
        return judged(desk.book, Question("main1", "own", box, box.effects[0], table, strangers=(box,))).verdict

    assert (used(came, zone="hand"), used(came, left, zone="gy")) == ("yes", "no")
