"""Questions for a figure: ATK and DEF, damage by an effect, LP gained or paid."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

from knowledge.data.cases import CardOnTable, Table
from knowledge.data.profile import Action, Card, Filter, Side
from knowledge.desk import Desk
from knowledge.explanation.answer_records import AskAnswer, StatsAnswer
from knowledge.explanation.can_answer import card_identity
from knowledge.questions.asked import Asked, Span, Used
from knowledge.questions.cast import Item, side_before
from knowledge.questions.lexicon import Phrase, Thing
from knowledge.questions.outcomes.counts import (
    Count,
    Quantity,
    quantities_in,
    quantities_of_profile,
    varies,
)
from knowledge.questions.outcomes.value_form import TOLD, Reckoning, amount_of, reckoning_of
from knowledge.questions.said_back import names_of, sentence
from knowledge.questions.told.battles import Fighter, side_behind
from knowledge.questions.told.statements import on_the_field
from knowledge.stats import read_request
from knowledge.stats.profiles import OPERATIONS
from service.answers.ask_card import strangers_among
from service.answers.ask_frame import frame, lexicon_for
from service.answers.matters import stats_shown
from service.lookup import finder_of

_HERE, _OTHER = "monster-asked-about", "another-monster"
_OF_ONE, _OF_THE_SUM = ("damage-taken",), ("tributed-original-values",)  # amounts of a token told by figures
_TEXTS = ("ja", "en")
_OF_VALUES = frozenset(("card", "lp-lower", "lp-higher", "count", "does", "position"))
_OF_MONSTERS = frozenset(("atk", "def", "equips"))  # a clause with one of these is about a monster of the sum
_MOST_TWINS = 5
_PAYS, _HALF = "pay-lp", "half"
_A_SPELL, _A_TRAP = Thing(kind="spell"), Thing(kind="trap")
_BEHIND_IT = ("Spell / Field", "Spell / Continuous", "Trap / Continuous")
_TARGET_IS, _BEHIND = "target-is", ("spell", "trap", "spell-trap")


def quantities_of(desk: Desk, card: Card) -> list[Quantity]:
    """What a card's text leaves to the table, as its own database tells it."""
    told = _printed(desk, card)
    return quantities_in(*told) if told else quantities_of_profile(card)


def _where_told(counts: Iterable[Count]) -> tuple[Span, ...]:
    """Where numbers are told."""
    return tuple(span for count in counts for span in count.spans)


def _printed(desk: Desk, card: Card) -> tuple[str, str] | None:
    """A card's text as its database tells it, and its language."""
    stored = finder_of(desk).imported(card)
    return next(((stored.texts[x], x) for x in _TEXTS if stored.texts.get(x)), None) if stored else None


def _varies(desk: Desk, card: Card) -> bool:
    told = _printed(desk, card)
    return told is None or varies(*told)


def stats(desk: Desk, asked: Asked) -> AskAnswer:
    """The ATK and DEF of a monster on the table told, after what was used on it."""
    assert asked.values is not None
    if (token := _of_a_token(desk, asked)) is not None:
        return token
    if (there := _among_those_told(desk, asked)) is not None:
        return there
    asked.values.changes = [card for card in asked.values.changes if not _passes_by(desk, card, asked.values.monster)]
    made = reckoning_of(desk.book, asked, lambda card: quantities_of(desk, card))
    dropped = [c for c in asked.counts if c.thing == "cards" and c.place and c.named < 0 and c not in made.used]
    counted = [count for count in asked.counts if count not in dropped]
    asked.used = Used(_where_told(counted), _OF_VALUES, _OF_MONSTERS, keeps="all")
    lying = any(c.atk is None and _lasting_changes(c) for c in asked.counted) and not made.used  # on which monster?
    left_open = (made.open and not made.used) or (dropped and made.used) or lying or made.too_often
    if left_open or _tells_more(asked, made):
        return _left_to_the_table(desk, asked)
    if not made.form["steps"] and asked.values.monster and asked.values.monster.card:
        return _as_it_lies(desk, asked, made)
    return _told(desk, asked, made, stats_shown(desk, read_request(made.form)))


def _passes_by(desk: Desk, card: Card, monster: Fighter | None) -> bool:
    """Whether a card that lies there changes the values of such monsters alone as the one asked about is not."""
    changing = _lasting_changes(card)
    plain = bool(changing) and all(a.which is not None and isinstance(a.amount, int) for a in changing)
    if monster is None or monster.card is None or not plain or _says_more(card) or not card.type.startswith(_BEHIND_IT):
        return False
    known = strangers_among(desk, [monster.card, card])
    for side in ("own", "opponent"):
        lying = on_the_field(monster.card, "own", _HERE)
        there = desk.table(Table(cards=(lying, on_the_field(card, side))), strangers=known)
        if (there.figure(lying, "atk"), there.figure(lying, "defence")) != (monster.card.atk, monster.card.defence):
            return False
    return True


def _tells_more(asked: Asked, made: Reckoning) -> bool:
    """Whether something is told to have been done, or a token is asked about, and nothing of it went into the value."""
    assert asked.cast is not None
    told = [i for i in asked.cast.items if i.phrase]
    if made.used or asked.values is None or asked.values.changes:
        return False
    own = any("use" in step or step.get("kind") == "activated" for step in made.form["steps"])
    token = any(i.phrase.thing and "token" in i.phrase.thing.type for i in told if i.phrase)
    done = any(i.phrase.events or i.has("activate", "respond") for i in told if i.phrase)
    return token or (done and not own)


def _of_a_token(desk: Desk, asked: Asked) -> AskAnswer | None:
    """A token whose ATK its text takes from figures that are told: the one, or their sum; else nothing."""
    assert asked.cast is not None
    here = asked.cast.asked_items
    spoken = any(i.phrase and (_is_a_token(i.phrase) or "summon-token" in i.phrase.does) for i in here)
    figures = [told for told in asked.counts if told.thing == "points"]
    numbers = [told.number for told in asked.counts if told.thing == "cards" and told.number > 1]
    if not spoken or len(asked.cards) != 1 or not figures:
        return None
    card = asked.cards[0]
    parts = [e.does for e in card.effects] + [choice.does for e in card.effects for choice in e.choices]
    made = [acts for acts in parts if any(act.act == "summon-token" for act in acts)]
    amounts = {act.amount for acts in made for act in acts if act.act == "set-atk-def" and act.what == "summoned"}
    if len(amounts) != 1 or not amounts <= {*_OF_ONE, *_OF_THE_SUM}:
        return None
    summed = amounts <= set(_OF_THE_SUM)
    if (summed and numbers not in ([], [len(figures)])) or (not summed and len(figures) != 1):
        return None
    atk = sum(told.number for told in figures)
    answer = frame(desk, asked, None, sentence(lexicon_for(desk), "stats.answer.atk", atk=str(atk)))
    answer["question"] |= {"card": card_identity(card)}
    answer["figure"] = atk
    return answer


def _is_a_token(phrase: Phrase) -> bool:
    return phrase.thing is not None and "token" in phrase.thing.type


def _told(desk: Desk, asked: Asked, made: Reckoning, computed: StatsAnswer) -> AskAnswer:
    final, lexicon = computed["final"], lexicon_for(desk)
    key = "stats.answer.atk" if final["def"] is None else "stats.answer"
    said = sentence(lexicon, key, **{"atk": str(final["atk"]), "def": str(final["def"])})
    answer = frame(desk, asked, None, said, stats=computed)
    monster = asked.values.monster if asked.values else None
    if any(step.get("by") == TOLD for step in made.form["steps"]):
        answer["assumed"] = [sentence(lexicon, "assumed.figure")]
    answer["question"] |= {
        "form": made.form,
        "card": card_identity(monster.card) if monster and monster.card else None,
        "cards": [card_identity(card) for card in (asked.values.changes if asked.values else [])],
    }
    return answer


def _among_those_told(desk: Desk, asked: Asked) -> AskAnswer | None:
    """`X is on my field, what is the ATK of their Y`: Y as it lies there beside cards that only apply; else nothing.

    Y may be a monster of which only its ATK and its kind are told.
    """
    cast, values = asked.cast, asked.values
    assert cast is not None
    named = [i for i in cast.items if i.named and i.role != "again"]
    beside = [i for i in named if i.role == "in-force"]
    meant = [i for i in named if i not in beside and i.named and i.named.card.atk is not None]
    figures = [i for i in cast.items if i.phrase and i.phrase.number]
    meant = meant or [i for i in figures if i.phrase and i.phrase.number == "atk"]
    plain = not any(i.phrase and (i.phrase.number or i.phrase.events) for i in cast.items if i not in meant)
    plain = plain and len(asked.counts) == sum(1 for i in meant if not i.named)
    if values is None or len(meant) != 1 or len(named) - len(beside) != bool(meant[0].named) or not plain or not beside:
        return None
    [item] = meant
    cards = [i.named.card for i in beside if i.named]
    sides = [side_before(cast, i) or side_behind(cast, i) for i in beside]
    lying = _as_told(asked, item, side_before(cast, item) or "own")
    card = item.named.card if item.named else None
    apply_to_all = all(c.type.endswith("Field") for c in cards)
    if (
        lying is None
        or not (all(sides) or apply_to_all)
        or any(_says_more(c) for c in (*cards, *([card] if card else ())))
    ):
        return None
    others = [
        on_the_field(c, "opponent" if side == "opponent" else "own") for c, side in zip(cards, sides, strict=True)
    ]
    known = [card, *cards] if card is not None else cards
    there = desk.table(Table(cards=(lying, *others)), strangers=strangers_among(desk, known))
    acts = [a for c in cards for a in there.acts_of(c) if a.act.act in OPERATIONS]
    atk, defence = there.figure(lying, "atk"), there.figure(lying, "defence")
    changing = [a for c in cards for a in _lasting_changes(c)]
    of_one_side = any(a.which and a.which.side in ("own", "opponent") for a in changing) and not all(sides)
    if atk is None or not changing or of_one_side or not all(a.sure for a in acts):
        return None
    values.monster, values.changes = Fighter(card=card, atk=None if card else lying.original_atk), cards
    printed_atk, printed_def = (card.atk, card.defence) if card else (lying.original_atk, None)
    name = card.names.zh if card else ""
    computed: StatsAnswer = {
        "monster": {"name": name, "atk": printed_atk, "def": printed_def, "where": "field"},
        "values": [],
        "final": {"atk": atk, "def": defence, "original_atk": printed_atk, "original_def": printed_def},
    }
    asked.missing = ""
    asked.used = Used(_where_told(asked.counts), _OF_VALUES | {"thing"}, _OF_MONSTERS, keeps="all")
    return _told(desk, asked, Reckoning({"monster": {"name": name}, "steps": []}), computed)


def _as_told(asked: Asked, item: Item, whose: str) -> CardOnTable | None:
    """The monster whose ATK is asked for, by its name or by what is told of it, where it lies."""
    side: Side = "opponent" if whose == "opponent" else "own"
    if item.named is not None:
        return on_the_field(item.named.card, side, _HERE)
    told = asked.values.monster if asked.values else None
    if told is None or told.atk is None or not (told.race or told.attribute):
        return None
    return CardOnTable(
        called=_HERE,
        side=side,
        zone="monster-zone",
        position="attack",
        type=("monster",),
        original_atk=told.atk,
        race=told.race,
        attribute=told.attribute,
    )


def _lasting_changes(card: Card) -> list[Action]:
    """What the text of a card that lies there may do to values, whether it reaches a monster or not."""
    lasting = [e for e in card.effects if not e.is_activated]
    return [a for e in lasting for a in e.does if a.act in OPERATIONS]


def _says_more(card: Card) -> bool:
    """Whether a text changes values by a part nobody has read."""
    lasting = [e for e in card.effects if not e.is_activated]
    unread = [r for e in lasting for a in e.does if a.act in OPERATIONS for r in a.requires if r.is_ == "unread"]
    return bool(unread) or any("values" in (*c.about, *c.beside) for e in lasting for c in e.unread_deeds)


def _left_to_the_table(desk: Desk, asked: Asked) -> AskAnswer:
    """The text counts something of the table, and nothing of it was told."""
    card = asked.values.monster.card if asked.values and asked.values.monster else None
    card = card or asked.cards[0]
    answer = frame(desk, asked, "depends", sentence(lexicon_for(desk), "depends.table", card=names_of(card)))
    answer["question"]["card"] = card_identity(card)
    return answer


def _as_it_lies(desk: Desk, asked: Asked, made: Reckoning) -> AskAnswer:
    """No card was used on it: its value on the table as told, with what applies there by itself."""
    assert asked.values is not None
    assert asked.values.monster is not None
    assert asked.values.monster.card is not None
    card = asked.values.monster.card
    changing = [(e, a) for e in card.effects for a in e.does if a.act in OPERATIONS]
    if any(r.is_ == "unread" for _, a in changing for r in a.requires):
        return _left_to_the_table(desk, asked)
    if not asked.counts and any(not e.is_activated and (e.requires or a.requires) for e, a in changing):
        return _left_to_the_table(desk, asked)  # what it hangs on was not told
    copies = next((c.number for c in asked.counts if c.named >= 0), 1)
    hands: dict[Literal["own", "opponent"], int] = {
        "opponent" if c.side == "opponent" else "own": c.number
        for c in asked.counts
        if c.thing == "cards" and c.place == "hand"
    }
    lying = CardOnTable(card=card.names.zh, called=_HERE, zone="monster-zone", position="attack")
    twins = [f"{_HERE}-{n}" for n in range(1, min(copies, _MOST_TWINS))]
    others = [CardOnTable(card=card.names.zh, called=twin, zone="monster-zone") for twin in twins]
    figures = [told.number for told in asked.counts if told.thing == "points" and told.others]
    others += [
        CardOnTable(called=f"{_OTHER}-{n}", zone="monster-zone", position="attack", side="opponent", atk=atk)
        for n, atk in enumerate(figures)
    ]
    table = Table(cards=(lying, *others), hand=hands)
    there = desk.table(table, strangers=strangers_among(desk, [card]))
    atk, defence = there.figure(lying, "atk"), there.figure(lying, "defence")
    if atk is None:
        return _left_to_the_table(desk, asked)
    printed_atk, printed_def = card.atk, card.defence
    computed: StatsAnswer = {
        "monster": {"name": card.names.zh, "atk": printed_atk, "def": printed_def, "where": "field"},
        "values": [],
        "final": {"atk": atk, "def": defence, "original_atk": printed_atk, "original_def": printed_def},
    }
    return _told(desk, asked, made, computed)


def amount(desk: Desk, asked: Asked) -> AskAnswer:
    """How much damage an effect does, how much LP it brings, or what it costs."""
    lexicon, what = lexicon_for(desk), asked.figure
    asked.used = Used(
        _where_told(asked.counts), _OF_VALUES | {"damage", "at", "turn"}, _OF_MONSTERS | {"attack"}, keeps="all"
    )
    cards = [asked.card] if asked.card else asked.cards
    for card in cards:
        points = _points(desk, card, replace(asked, card=card))
        if points is not None:
            answer = frame(desk, asked, None, sentence(lexicon, f"amount.{what}", card=names_of(card), n=str(points)))
            answer["question"] |= {"kind": "amount", "card": card_identity(card)}
            answer["figure"] = points
            return answer
        if what == "pay" and [a.amount for e in card.effects for a in e.cost if a.act == _PAYS] == [_HALF]:
            answer = frame(desk, asked, None, sentence(lexicon, "printed-cost.half", card=names_of(card)))
            answer["question"] |= {"kind": "amount", "card": card_identity(card)}
            return answer
    if not cards:
        asked.missing = "card"
        return frame(desk, asked, "depends", sentence(lexicon, "incomplete"))
    return _open_amount(desk, asked, cards[0])


def _open_amount(desk: Desk, asked: Asked, card: Card) -> AskAnswer:
    answer = frame(desk, asked, "depends", sentence(lexicon_for(desk), "depends.table", card=names_of(card)))
    answer["question"] |= {"kind": "amount", "card": card_identity(card)}
    return answer


def _points(desk: Desk, card: Card, asked: Asked) -> int | None:
    acts = {"damage": "inflict-damage", "recover": "gain-lp", "pay": _PAYS}
    if asked.figure != "pay":
        for quantity in quantities_of(desk, card):
            if quantity.does == asked.figure:
                found = amount_of(quantity, asked.counts)
                return found[0] if found else None
        if _varies(desk, card):
            return None
    done = [act for e in card.effects for act in (e.cost if asked.figure == "pay" else e.does)]
    meant = [act for act in done if act.act == acts[asked.figure] and isinstance(act.amount, int)]
    fixed = [act.amount for act in meant if isinstance(act.amount, int)]
    if len(meant) == 1 and (told := _told_of_the_target(asked)) is not None:
        wanted = [r.of for r in meant[0].requires if r.is_ == _TARGET_IS and r.of is not None]
        if any(not _may_be(told, of) for of in wanted):
            return 0  # what it hangs on is told not to be so
    return fixed[0] if len(set(fixed)) == 1 else None


def _told_of_the_target(asked: Asked) -> Thing | None:
    """The one card that is described by its kind, its attribute or its race; nothing where there are more."""
    phrases = [i.phrase for i in asked.cast.items if i.phrase] if asked.cast else []
    things = {p.thing for p in phrases if p.thing and (p.thing.attribute or p.thing.race or p.thing.kind in _BEHIND)}
    things |= {_A_SPELL if p.activation == "spell" else _A_TRAP for p in phrases if p.activation in _BEHIND}
    return things.pop() if len(things) == 1 else None


def _may_be(told: Thing, of: Filter) -> bool:
    """Whether a card so described may be one the text asks for."""
    kind = told.kind not in _BEHIND or "monster" not in of.type
    attribute = not (of.attribute and told.attribute) or told.attribute in of.attribute
    return kind and attribute and (not (of.race and told.race) or told.race in of.race)
