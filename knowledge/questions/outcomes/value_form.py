"""A value or an amount asked for → the form of `stats` with every figure the question tells put where it counts."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from knowledge.data.cases import CardOnTable, Table
from knowledge.data.profile import Action, Card, Choice, Effect
from knowledge.questions.asked import Asked
from knowledge.questions.outcomes.counts import Count, Quantity
from knowledge.questions.told.battles import Fighter
from knowledge.questions.told.statements import called, on_the_field
from knowledge.rules.book import Book
from knowledge.stats.profiles import OPERATIONS
from knowledge.table.situation import Question, Situation

QuantitiesOf = Callable[[Card], list[Quantity]]
TOLD = "—"  # what the figure told has over the printed one, whatever it came from
_MOST_USES = 20  # of one card that are reckoned
_BY_ITSELF = ("material", "counter")


@dataclass
class Reckoning:
    """The form for the ledger; what the text counts and nobody told; the counts that went in."""

    form: dict[str, Any]
    open: list[Quantity] = field(default_factory=list)
    used: list[Count] = field(default_factory=list)
    too_often: bool = False  # a card was used more often than is reckoned


def amount_of(quantity: Quantity, counts: list[Count], itself: Card | None = None) -> tuple[int, list[Count]] | None:
    """The points an amount of a text comes to with what was told; nothing where that was not told."""
    fitting = [told for told in counts if quantity.fits(told) and not (told.bare and not _places_one(itself))]
    if not fitting:
        return None
    if quantity.thing == "figure":
        return int(-(-fitting[-1].number * quantity.share // 1)), fitting[-1:]
    number = sum(told.number for told in fitting)
    if itself is not None and any(told.others for told in fitting) and _counts_itself(quantity, itself):
        number += 1
    return quantity.each * number, fitting


def _places_one(card: Card | None) -> bool:
    """Whether a card's own text puts one counter on it, and never more at a time."""
    placed = [a.count for e in (card.effects if card else ()) for a in e.does if a.act == "place-counter"]
    return bool(placed) and set(placed) == {1}


def _reads_a_figure(asked: Asked, quantities_of: QuantitiesOf) -> Card | None:
    """`X uses its effect on a monster with 3000 ATK`: the figure is the other one's, which X reads off."""
    for card in asked.cards:
        if card.atk is not None and any(q.thing == "figure" and q.whom == "self" for q in quantities_of(card)):
            return card
    return None


def _counts_itself(quantity: Quantity, card: Card) -> bool:
    of = quantity.of
    race = card.type.split(" / ")[1] if card.type.startswith("Monster / ") else ""
    kin = (not of.race or race in of.race) and (not of.attribute or card.attribute in of.attribute)
    on_the_field = "monster-zone" in of.zones and of.side != "opponent" and not of.other
    return quantity.thing == "cards" and kin and on_the_field


def reckoning_of(book: Book, asked: Asked, quantities_of: QuantitiesOf) -> Reckoning:
    """The values asked for: the monster, what its own text makes of the table told, and every card used on it."""
    assert asked.values is not None
    monster = asked.values.monster or Fighter()
    counted = {card.id for card in asked.counted}
    changes = [card for card in asked.values.changes if card.id not in counted]
    one = changes[0] if len(changes) == 1 and changes[0].atk is None else None
    often = [c for c in asked.counts if one and _tells_how_often(c) and _told_of(asked, c, one)]
    often = [c for c in often if one and not any(quantity.fits(c) for quantity in quantities_of(one))]
    times = often[0].number if often else 1
    uses = {card.id: asked.copies.get(card.id, times) for card in changes}
    changes = [card for card in changes for _ in range(min(uses[card.id], _MOST_USES))]
    own = monster.card or _reads_a_figure(asked, quantities_of)
    changes = [card for card in changes if card is not own]
    steps: list[dict[str, Any]] = []
    made = Reckoning({}, used=often, too_often=any(number > _MOST_USES for number in uses.values()))
    described: dict[str, Any] = {"name": called(book, own)} if own else {"atk": monster.atk}
    quantities = quantities_of(own) if own else []
    theirs = [q for q in quantities if q.whom == "theirs" and q.does in ("gain", "lose")]
    figures = [told for told in asked.counts if told.thing == "points"]
    if own is not None and theirs and figures:  # "it faces a monster with 2500 ATK": that one's value is asked for
        described, changes, quantities, own = {"atk": figures[0].number}, [own, *changes], [], None
        made.used.append(figures[0])
    if own is not None and monster.card is own and monster.atk is not None and isinstance(own.atk, int):
        more = monster.atk - own.atk
        told = {"do": "gain" if more > 0 else "lose", "stat": "atk", "value": abs(more), "kind": "continuous"}
        steps += [{**told, "by": TOLD}] if more else []
    elif own is not None:
        steps += _of_its_own(book, own, quantities, asked, made, changes)
        if own.atk == "?":
            described |= {"atk": 0, "def": 0 if own.defence is not None else None}
    for card in changes:
        steps.append(_used(book, card, described, asked, quantities_of, made, own))
    if {"negate": "self"} in steps:  # what its own text would make of it does not matter
        steps.remove({"negate": "self"})
        steps.insert(0, {"negate": "self"})
        made.open = [quantity for quantity in made.open if quantity not in quantities]
    if monster.defence is not None:
        described["def"] = monster.defence
    made.form = {"monster": {k: v for k, v in described.items() if v is not None}, "steps": steps}
    return made


def _tells_how_often(told: Count) -> bool:
    """`突进两次`, `恶魔之斧装两张`: a number of uses, or of cards of which nothing else is told."""
    alone = told.thing == "cards" and told.named < 0 and not told.kinds and told.place in ("", "equipped")
    return told.number > 1 and (told.thing == "times" or alone)


def _told_of(asked: Asked, count: Count, card: Card) -> bool:
    """Whether a card is the last one named before a number."""
    named = [i.named for i in asked.cast.items if i.named] if asked.cast else []
    before = [n.card for n in named if asked.places[n.token.start] < count.spans[0][0]]
    return bool(before) and before[-1] is card


def _of_its_own(
    book: Book, card: Card, quantities: list[Quantity], asked: Asked, made: Reckoning, changes: list[Card]
) -> list[dict[str, Any]]:
    steps: list[dict[str, Any]] = []
    name = called(book, card)
    for quantity in quantities:
        if quantity.whom != "self" or quantity.does not in ("gain", "lose", "set"):
            continue
        amount = amount_of(quantity, asked.counts, card)
        equips = sum("Equip" in change.type for change in changes)
        if amount is None and quantity.thing == "equipped" and equips:
            amount = quantity.each * equips, []
        if amount is None:
            made.open += [] if quantity.activated else [quantity]
            continue
        points, used = amount
        made.used += used
        stat = "original-atk" if quantity.original else "atk"
        kind = "activated" if quantity.activated else "continuous"
        own = {"own": True, "affects": "self-only"} if kind == "continuous" else {}
        steps.append(
            {"do": quantity.does, "stat": stat, "value": points, "by": f"{name} {len(steps)}", "kind": kind, **own}
        )
    if not any(step["kind"] == "activated" for step in steps):
        steps += _its_own_use(name, card, asked, made)
    return steps


def _its_own_use(name: str, card: Card, asked: Asked, made: Reckoning) -> list[dict[str, Any]]:
    """An effect of its own that changes its value and is told to have been used: as often as was told."""
    told = [c for c in asked.counts if c.thing in ("times", *_BY_ITSELF) and c not in made.used]
    marks = asked.cast.marks if asked.cast else set()
    if not told and not ({"activate", "respond"} & marks and not made.used):
        return []
    by_choice = [(e, c) for e in card.activated_effects for c in e.choices if _position_told(asked, c)]
    by_choice = [(e, c) for e, c in by_choice if any(a.act in OPERATIONS and a.what == "self" for a in c.does)]
    if len(by_choice) == 1:  # "in attack position it used its effect": the part of the text that speaks of that
        effect, choice = by_choice[0]
        return [{"use": name, "effect": effect.number, "choice": choice.bullet, "as": "self"}]
    fitting = [e for e in card.activated_effects if _changes_itself(e) or _comes_changed(e, asked)]
    if len(fitting) != 1:
        return []
    if not _changes_itself(fitting[0]):
        made.used += told
        return [_as_summoned(name, act) for act in fitting[0].does if act.act in OPERATIONS]
    made.used += told
    times = [c.number for c in told if c.thing == "times"]
    return [{"use": name, "effect": fitting[0].number, "as": "self"}] * (times[0] if times else 1)


def _position_told(asked: Asked, choice: Choice) -> bool:
    """Whether one of several parts of a text asks for the position the monster is told to be in."""
    told = {i.phrase.position for i in asked.cast.items if i.phrase and i.phrase.position} if asked.cast else set()
    return any(wanted.is_ == f"in-{position}-position" for wanted in choice.requires for position in told)


def _comes_changed(effect: Effect, asked: Asked) -> bool:
    """Whether an effect changes the value of what it summons, and the card is told to have come by its own effect."""
    summons = any(act.act == "special-summon" for act in effect.does)
    changes = any(act.act in OPERATIONS and act.what == "summoned" for act in effect.does)
    told = asked.cast is not None and "that-effect" in asked.cast.marks
    return summons and changes and told


def _as_summoned(name: str, act: Action) -> dict[str, Any]:
    return {
        "do": act.act.removesuffix("-atk-def"),
        "stat": act.stat or "atk",
        "value": act.amount,
        "by": name,
        "kind": "activated",
    }


def _changes_itself(effect: Effect) -> bool:
    return any(act.act in OPERATIONS and act.what == "self" for act in effect.does)


def _used(
    book: Book,
    card: Card,
    described: dict[str, Any],
    asked: Asked,
    quantities_of: QuantitiesOf,
    made: Reckoning,
    own: Card | None,
) -> dict[str, Any]:
    """A card used on the monster, or in force: what it does to its value, with the points the question tells."""
    if _is_negated_under(book, card, own):
        return {"negate": "self"}
    step: dict[str, Any] = {"use": called(book, card)}
    marks = asked.cast.marks if asked.cast else set()
    told = [(e, c) for e in card.effects for c in e.choices if any(r.is_ in marks for r in c.requires)]
    if len(told) == 1:  # "my LP are lower": the part of the text that speaks of that
        effect, choice = told[0]
        return step | {"effect": effect.number, "choice": choice.bullet}
    for quantity in quantities_of(card):
        if quantity.does not in ("gain", "lose", "set"):
            continue
        if quantity.thing == "own-original":
            base = own.atk if own else described.get("atk")
            return step | {"value": base} if isinstance(base, int) else step
        amount = amount_of(quantity, asked.counts)
        if amount is not None:
            made.used += amount[1]
            if book.has_profile(card) or quantity.original:
                return step | {"value": amount[0]}
            kind = "activated" if quantity.activated else "continuous"
            return {"do": quantity.does, "stat": "atk", "value": amount[0], "by": called(book, card), "kind": kind}
        made.open.append(quantity)
    return step


def _is_negated_under(book: Book, card: Card, own: Card | None) -> bool:
    """Whether the monster's effects are negated while this card lies on the other side of the field."""
    monster = on_the_field(own) if own else CardOnTable(card="", zone="monster-zone", type=("monster", "effect"))
    table = Table(cards=(monster, on_the_field(card, "opponent")))
    question = Question("main1", table=table, strangers=tuple(c for c in (own, card) if c and not book.has_profile(c)))
    return Situation(book, question, {}).state.is_negated(monster)
