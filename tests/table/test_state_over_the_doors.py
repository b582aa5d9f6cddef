"""The state of a card is the same whichever door asks, and a card that has nothing to do with it changes nothing.

Doors: a matter about nobody in particular, a question about each card of the table in turn, the other player's view,
and a scenario that starts with the table. On every table of the rulings, and on some thousands made up of cards whose
texts apply without being activated.
"""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from knowledge.data.cases import CardOnTable, Table, every_case
from knowledge.play import read_scenario
from knowledge.play.board.continuous import refresh
from knowledge.play.board.duel import figures
from knowledge.play.board.game import lying
from knowledge.play.steps import started
from knowledge.rules.book import Book
from knowledge.table.cards import attribute_of, figure, level_of, profile_of, race_of, zone_of
from knowledge.table.situation import Question, Situation

OTHER = {"own": "opponent", "opponent": "own"}
SHOWN = ("field", "gy")
UNRELATED = {"card": "青眼白龙", "called": "unrelated", "zone": "deck"}
SEED, TABLES = 100, 3000


@pytest.fixture(scope="module")
def book(desk: Any) -> Book:
    return desk.book


def situation(book: Book, table: Table, window: str = "main1", turn: str = "own", card: Any = None) -> Situation:
    return Situation(book, Question(window, turn, card, None, table), {})


def told(s: Situation, lying: CardOnTable) -> dict[str, Any]:
    """All that the state says of a card."""
    in_force = [a for a in s.state.in_force if s.state.reaches(a, lying)]
    return {
        "negated": s.state.negated(lying),
        "negators": sorted(s.state.negators(lying)),
        "in force": sorted((a.card.id, a.effect.number, a.act.act, a.act.what) for a in in_force),
        "traits": (attribute_of(s, lying), race_of(s, lying), level_of(s, lying)),
        "values": (figure(s, lying, "atk"), figure(s, lying, "defence")),
    }


def named(table: Table) -> Table:
    """The table with a handle on every card, so that it can be pointed at from anywhere."""
    cards = tuple(msgspec.structs.replace(c, called=c.called or f"card {n}") for n, c in enumerate(table.cards))
    return msgspec.structs.replace(table, cards=cards)


def mirrored(table: Table) -> Table:
    """The same table seen by the other player."""
    turned = [msgspec.structs.replace(c, side=OTHER[c.side], owner=OTHER.get(c.owner or "")) for c in table.cards]
    links = [msgspec.structs.replace(link, by=OTHER[link.by]) for link in table.applied]
    swapped = {f: {OTHER[k]: v for k, v in getattr(table, f).items()} for f in ("lp", "hand", "deck")}
    return msgspec.structs.replace(table, cards=tuple(turned), applied=tuple(links), **swapped)


APART = ("called", "face", "position", "side", "owner", "zone", "event", "by", "type", "summoned")  # point to no card


def pointed(told: Any, old: str, new: str) -> Any:
    """Plain data in which whatever pointed to one card points to it by another name."""
    if isinstance(told, dict):
        return {key: value if key in APART else pointed(value, old, new) for key, value in told.items()}
    if isinstance(told, list | tuple):
        return [pointed(value, old, new) for value in told]
    return new if told == old else told


def asked_about(book: Book, table: Table, place: int) -> Situation:
    """The same table, with one of its cards as the card asked about."""
    card = table.cards[place]
    profile = book.card_named(card.card) if card.card else None
    told = pointed(msgspec.to_builtins(table), card.called, "self")
    told["self"] = told["cards"].pop(place)
    return Situation(book, Question("", "own", profile, None, msgspec.convert(told, Table)), {})


def with_all_beside_each_other(table: Table, card: str) -> Table:
    """The same table, asked about none of its cards: what was the card asked about lies among the others."""
    if table.self is None:
        return table
    told = pointed(msgspec.to_builtins(table), "self", "asked")
    own = told.pop("self")
    lying = {**own, "card": own.get("card") or card, "called": "asked"}
    return msgspec.convert(told | {"cards": [lying, *told.get("cards", ())]}, Table)


def assert_one_state(book: Book, table: Table, window: str, turn: str) -> None:
    """Whatever door asks, and whatever else lies in a deck, every card is in the same state."""
    plain = situation(book, table, window, turn)
    expected = {c.called: told(plain, c) for c in table.cards}
    wider = msgspec.structs.replace(table, cards=(*table.cards, msgspec.convert(UNRELATED, CardOnTable)))
    doors = {"with an unrelated card": situation(book, wider, window, turn)}
    if not (table.earlier or table.happened or table.chain):
        doors["seen by the other player"] = situation(book, mirrored(table), window, OTHER[turn])
    for place, card in enumerate(table.cards):
        s = asked_about(book, table, place)
        doors[f"asked about {card.called}"] = Situation(
            book, Question(window, turn, s.question.card, None, s.question.table), {}
        )
    for door, s in doors.items():
        own = [s.question.table.self] if s.question.table.self else []
        for card in (*own, *s.question.table.cards):
            if card.called in expected:
                assert told(s, card) == expected[card.called], (door, card.called, table)


def tables_of_the_rulings(book: Book) -> Iterator[tuple[str, Table, str, str]]:
    for ruling in sorted(book.library.rulings.values(), key=lambda r: r.id):
        for name, case in every_case(ruling):
            given = case.given
            if given is not None and (given.cards or given.self):
                card = (case.activate or case.of or "").partition("/")[0]
                table = named(with_all_beside_each_other(given, card))
                if not _by_name(table):
                    yield name, table, case.at, case.turn or given.turn or "own"


def _by_name(table: Table) -> bool:
    """Whether something points to a card by its place or by a name that two cards share."""
    names = [c.card for c in table.cards if c.card]
    return len(set(names)) < len(names)


@pytest.mark.slow
def test_on_every_table_of_the_rulings(book: Book) -> None:
    tables = list(tables_of_the_rulings(book))
    assert len(tables) > 3000
    for _, table, window, turn in tables:
        if window in book.windows or not window:
            assert_one_state(book, table, window, turn)


def standing_cards(book: Book) -> list[Any]:
    """Profiles with texts that apply without being activated."""
    cards = sorted(book.library.cards.values(), key=lambda c: c.id)
    return [c for c in cards if any(e.kind in ("continuous", "unclassified") for e in c.effects)]


def made_up(book: Book, dice: random.Random, cards: list[Any]) -> tuple[Table, str, str]:
    """Two to five such cards somewhere, some of them fighting, some negating each other."""
    standing = [(c, a) for c in cards for e in c.effects if e.kind == "continuous" for a in e.does]
    negating = [c for c, a in standing if a.act == "negate-effect" and (a.which or a.what == "target")]
    chosen = [*dice.sample(cards, dice.randint(1, 3)), *dice.sample(negating, dice.randint(1, 2))]
    chosen = list({c.id: c for c in chosen}.values())
    placed: list[dict[str, Any]] = []
    for n, card in enumerate(chosen):
        monster = card.type.startswith("Monster")
        usual = "monster-zone" if monster else "field-zone" if "Field" in card.type.split(" / ") else "spell-zone"
        zone = dice.choice([usual] * 6 + ["gy", "banished"])
        face = "down" if dice.random() < 0.15 and zone == usual else "up"
        lies: dict[str, Any] = {"card": card.names.zh, "called": f"c{n}", "side": dice.choice(("own", "opponent"))}
        lies |= {"zone": zone, "face": face}
        if zone == "monster-zone":
            lies["position"] = "defence" if face == "down" else dice.choice(("attack", "defence"))
            lies["summoned"] = dice.choice(("", "normal", "special"))
        placed.append(lies)
    fields = [p for p in placed if p["zone"] == "field-zone"]
    for extra in fields[1:]:
        extra["zone"] = "gy"
    monsters = [p["called"] for p in placed if p["zone"] == "monster-zone" and p["face"] == "up"]
    for p in placed:
        if p["zone"] == "spell-zone" and monsters and dice.random() < 0.3:
            p[dice.choice(("equipped_to", "targeting"))] = dice.choice(monsters)
    table: dict[str, Any] = {"cards": placed, "nothing_else_in": SHOWN, "lp": {"own": 8000, "opponent": 4000}}
    table["hand"] = {"own": 3, "opponent": 2}
    window = "main1"
    if len(monsters) > 1 and dice.random() < 0.5:
        attacker, defender = dice.sample(monsters, 2)
        window = dice.choice(("after-declaration", "damage.before", "damage.calculation", "damage.after"))
        table["battle"] = {"attacker": attacker, "defender": defender, "calculated": window == "damage.after"}
    return msgspec.convert(table, Table), window, dice.choice(("own", "opponent"))


@pytest.mark.slow
def test_on_some_thousands_of_made_up_tables(book: Book) -> None:
    dice, cards = random.Random(SEED), standing_cards(book)
    assert len(cards) > 200
    negated = 0
    for _ in range(TABLES):
        table, window, turn = made_up(book, dice, cards)
        assert_one_state(book, table, window, turn)
        s = situation(book, table, window, turn)
        negated += sum(s.state.negated(c) == "yes" for c in table.cards)
    assert negated > TABLES / 8  # else the tables say nothing about negation


def assert_a_scenario_starts_alike(book: Book, table: Table) -> dict[str, int | None]:
    """A scenario that starts with the table has every card in the state the table tells; the ATK of the monsters."""
    s = situation(book, table)
    fields = ("card", "called", "side", "zone", "face", "position", "summoned", "equipped_to", "targeting")
    lists = [{f: v for f in fields if (v := getattr(c, f))} for c in table.cards]
    scenario = {"at": "main1", "cards": lists, "lp": dict(table.lp), "hand": dict(table.hand)}
    game = started(book, read_scenario(scenario))
    refresh(game)
    values: dict[str, int | None] = {}
    for card in table.cards:
        piece, there = game.state.pieces[card.called], game.situation()
        seen, profile = lying(there, piece), profile_of(s, card)
        assert seen is not None
        assert profile is not None
        assert there.state.negated(seen) == s.state.negated(card), (card.called, table)
        if zone_of(s, card) == "monster-zone" and card.face == "up" and profile.atk != "?":
            values[card.called] = known = figure(s, card, "atk")
            assert known is None or figures(piece).atk == known, (card.called, table)
    return values


def test_a_scenario_starts_in_the_same_state(book: Book) -> None:
    dice, cards = random.Random(SEED + 1), standing_cards(book)
    for _ in range(TABLES // 4):
        table, _, _ = made_up(book, dice, cards)
        assert_a_scenario_starts_alike(book, msgspec.structs.replace(table, battle=None))


@pytest.mark.parametrize(("halving", "atk"), [(1, 600), (2, 300)])
def test_what_applies_last_is_known_by_its_card_at_every_door(book: Book, halving: int, atk: int) -> None:
    """The Wicked Dreadroot halves after a monster's own gain of 1200 (ocg-rule/c03/攻守计算, lines 511-525), be there
    one of it or two."""
    names = ["方程式运动员 声速侧挂骑手"] + ["邪神 恐惧之源"] * halving
    placed = [{"card": n, "called": f"c{i}", "zone": "monster-zone", "position": "attack"} for i, n in enumerate(names)]
    table = msgspec.convert({"cards": placed, "nothing_else_in": SHOWN}, Table)
    assert assert_a_scenario_starts_alike(book, table)["c0"] == atk
