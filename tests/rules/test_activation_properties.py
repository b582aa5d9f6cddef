"""What holds for every card, window and chain; and each of it fails once the rule behind it is taken away."""

from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from knowledge.checks.evaluation import effects_meant
from knowledge.data.cases import CardOnTable, Link, Table
from knowledge.data.library import Library
from knowledge.data.profile import Card, Effect, number_of
from knowledge.rules.book import Book
from knowledge.rules.categories import speed_of
from knowledge.rules.verdicts import judged
from knowledge.table.situation import Question
from service.loaded_desk import loaded_desk

BOOK = loaded_desk().book
LIBRARY = BOOK.library
MANY = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
ACTIVATED = [(c, e) for c in LIBRARY.cards.values() for e in c.effects if speed_of(c, e)]
UNCONDITIONAL = [(c, e) for c, e in ACTIVATED if not e.requires]  # a text about the table may mean a bystander
SLOW = [(c, e) for c, e in ACTIVATED if speed_of(c, e) == 1 and e.trigger is None]
COUNTERS = [
    (c, e)
    for c, e in ACTIVATED
    if speed_of(c, e) == 3 and e.responds_to and e.turn == "either"
    if not (e.responds_to.targeting or e.at or e.requires)
]
TABLES = [
    (case.at, case.turn or "own", card, effect, case.given)
    for ruling in LIBRARY.rulings.values()
    for case in ruling.cases
    if case.activate and case.given and case.at in BOOK.windows
    for card in [BOOK.card_named(case.activate.partition("/")[0])]
    if card is not None
    for effect in effects_meant(card, case.activate.partition("/")[2])[:1]
]
windows, turns = st.sampled_from(BOOK.windows), st.sampled_from(["own", "opponent"])
links = st.builds(lambda of, by: Link(card=of[0].id, effect=number_of(of[1]), by=by), st.sampled_from(ACTIVATED), turns)


def verdict(book: Book, window: str, turn: str, of: tuple[Card, Effect], table: Table) -> str:
    return judged(book, Question(window, turn, *of, table)).verdict


def without(*rules: str) -> Book:
    """The book with some rules taken out, and those that except them."""
    gates = {}
    for name, gate in LIBRARY.gates.items():
        kept = tuple(r for r in gate.rules if r.id not in rules and not set(r.except_) & set(rules))
        gates[name] = msgspec.structs.replace(gate, rules=kept)
    return Book(Library(**{**vars(LIBRARY), "gates": gates}))


@MANY
@given(of=st.sampled_from(SLOW), window=windows, turn=turns, chain=st.lists(links, min_size=1, max_size=3))
def test_no_speed_1_effect_ever_answers(of, window, turn, chain):
    assert verdict(BOOK, window, turn, of, Table(chain=tuple(chain))) == "no"


def test_without_its_rule_speed_1_would_answer():
    lax = without("slow-effects-do-not-answer")
    chain = Table(chain=(Link(card="雷破", by="own"),))
    assert any(verdict(lax, "main1", "own", of, chain) == "yes" for of in SLOW)


def _answerable() -> Iterator[tuple[tuple[Card, Effect], Link]]:
    for card, effect in ACTIVATED:
        of_the_card = [a for e in card.effects if e.kind == "condition" for a in e.does]
        bars = any(a.act == "forbid-activation" for a in (*effect.cost, *effect.does, *of_the_card))
        link = Link(card=card.id, effect=number_of(effect), by="opponent")
        for counter in COUNTERS:
            response = counter[1].responds_to
            certain = response and {"destroy", "inflict-damage"} & set(response.doing)  # asks for more than the text
            if not bars and response and not certain and BOOK.answers(response, link, card) == "yes":
                yield counter, link


ANSWERABLE = list(_answerable())


@MANY
@given(pair=st.sampled_from(ANSWERABLE), window=windows, turn=turns)
def test_a_counter_trap_may_answer_whatever_its_text_answers_at_any_moment(pair, window, turn):
    counter, link = pair
    assert verdict(BOOK, window, turn, counter, Table(chain=(link,))) in ("yes", "must", "depends")


def test_without_its_rule_counter_traps_would_stop_at_the_damage_step():
    strict = without("damage-step-admits-counter-traps", "damage-step-admits-negating-an-activation")
    assert len({c.id for (c, _), _ in ANSWERABLE}) >= 5
    assert all(verdict(strict, "damage.before", "own", of, Table(chain=(link,))) == "no" for of, link in ANSWERABLE[:5])


@st.composite
def bystanders(draw):
    """A card without effects, in a place where nothing asks for it by kind, name or figure."""
    zone = draw(st.sampled_from(["monster-zone", "gy", "banished", "hand"]))
    side, face = draw(turns), draw(st.sampled_from(["up", "down"]))
    position = "defence" if face == "down" else draw(st.sampled_from(["attack", "defence"]))
    return CardOnTable(called="旁观者", side=side, zone=zone, face=face, position=position, type=("monster", "normal"))


@MANY
@given(of=st.sampled_from(UNCONDITIONAL), window=windows, turn=turns, more=bystanders())
def test_a_card_without_effects_never_flips_a_verdict(of, window, turn, more):
    assert verdict(BOOK, window, turn, of, Table()) == verdict(BOOK, window, turn, of, Table(cards=(more,)))


@MANY
@given(told=st.sampled_from(TABLES), zone=st.sampled_from(["banished", "deck"]), side=turns)
def test_a_card_nobody_speaks_of_never_flips_a_verdict_of_the_rulings(told, zone, side):
    at, turn, card, effect, table = told
    assume(zone != "deck" or table.count("deck", side) is None)  # where its cards are counted, one more is no bystander
    more = CardOnTable(called="旁观者", side=side, zone=zone, type=("monster", "normal"))
    wider = msgspec.structs.replace(table, cards=(*table.cards, more))
    assert verdict(BOOK, at, turn, (card, effect), table) == verdict(BOOK, at, turn, (card, effect), wider)


@pytest.mark.parametrize(("card", "expected"), [("魔法封印咒符", "no"), ("技能抽取", "yes")])
def test_a_card_that_speaks_of_it_does(card, expected):
    of = BOOK.card_named("旋风")
    lying = Table(cards=(CardOnTable(card=card, side="opponent", zone="spell-zone"),))
    assert verdict(BOOK, "main1", "own", (of, of.effects[0]), lying) == expected
