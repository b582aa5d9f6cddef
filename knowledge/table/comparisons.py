"""Cards measured by other cards and by their place: a value beside another's, columns and arrows, whose card it is."""

from collections.abc import Callable, Iterable, Sequence

from knowledge.data.cases import UNKNOWN, CardOnTable
from knowledge.data.profile import CARD_KINDS, FIELD, Card, Compared, Filter, Together
from knowledge.table.cards import (
    attribute_of,
    card_called,
    every_card,
    fighter,
    figure,
    is_meant,
    level_of,
    printed,
    profile_of,
    race_of,
    words_of,
    zone_of,
)
from knowledge.table.situation import Situation, Truth, account, all_hold, one_holds, yes

MAIN_ZONES = 5  # of monsters; further ones are the extra monster zones
_MAY_LIE_IN_EXTRA_ZONES = frozenset(("fusion", "synchro", "xyz", "link", "pendulum"))
_IN_COLUMNS = ("monster-zone", "spell-zone")
_RANKED, _LINKED = "xyz", "link"
FIRST = "first-"
_ANOTHER = "another-on-field"  # of a comparison: any other face-up monster on the field
# of a comparison: all of a player's cards in these places
_LYING = {"own-gy": ("gy",), "own-field-or-gy": (*FIELD, "gy")}
_KINDS_OF_MONSTERS = frozenset(("fusion", "ritual", "synchro", "xyz", "link", "pendulum"))
_PLAYERS = ("own-lp", "opponent-lp")  # of a comparison: their life points
# what an act makes happen to the card it is done to
_BEFALLS = {
    "destroy": "destroyed",
    "tribute": "tributed",
    "discard": "discarded",
    "banish": "banished",
    "send-to-gy": "sent-to-gy",
    "mill": "sent-to-gy",
    "special-summon": "special-summoned",
    "add-to-hand": "added-to-hand",
    "return-to-hand": "returned-to-hand",
    "return-to-deck": "returned-to-deck",
    "equip": "equipped",
    "excavate": "excavated",
    "reveal": "revealed",
    "remove-counter": "counter-removed",
    "detach-material": "detached",
}
# the card an effect did something to, called by what became of it
DONE = {
    "destroyed": "destroy",
    "tributed": "tribute",
    "discarded": "discard",
    "banished": "banish",
    "sent": "send-to-gy",
    "milled": "mill",
    "summoned": "special-summon",
    "added": "add-to-hand",
    "returned": "return-to-deck",
    "excavated": "excavate",
    "revealed": "reveal",
    "detached": "detach-material",
}


def compared(s: Situation, lying: CardOnTable, which: Filter, viewer: str, source: CardOnTable | None) -> Truth:
    """Whether what it has stands to what the other card has as the text says, in every value named."""
    answers = [_stands_so(s, lying, one, viewer, source) for one in which.compared]
    return all_hold(answers)


def _stands_so(s: Situation, lying: CardOnTable, one: Compared, viewer: str, source: CardOnTable | None) -> Truth:
    if one.than in _PLAYERS:
        held = _life_points(s, one.than, viewer)
        return _all(_stands(value_of(s, lying, value), held, one.how) for value in one.value)
    if one.than == _ANOTHER:
        return _like_another(s, lying, one)
    if one.than in _LYING:
        return _unlike_all_there(s, lying, one, viewer)
    others = referred(s, one.than, source)
    if not others:
        return UNKNOWN
    return _all(
        _stands(_more(value_of(s, lying, value), -one.by), total_of(s, others, one.their or value), one.how)
        for value in one.value
    )


def _like_another(s: Situation, lying: CardOnTable, one: Compared) -> Truth:
    """Whether some other face-up monster on the field stands to it as the text says."""
    others = [c for c in every_card(s) if c is not lying and c.face == "up" and zone_of(s, c) == "monster-zone"]
    answers = [_all(_stands(value_of(s, lying, v), value_of(s, c, v), one.how) for v in one.value) for c in others]
    return one_holds(answers)


def _unlike_all_there(s: Situation, lying: CardOnTable, one: Compared, viewer: str) -> Truth:
    """Whether it stands so to every card its player has there, of those that are told."""
    there = [c for c in every_card(s) if c is not lying and c.side == viewer and zone_of(s, c) in _LYING[one.than]]
    return _all(_stands(value_of(s, lying, v), value_of(s, c, v), one.how) for v in one.value for c in there)


def _more(value: int | str | None, by: int) -> int | str | None:
    return value + by if by and isinstance(value, int) else value


def total_of(s: Situation, cards: Sequence[CardOnTable], value: str) -> int | str | None:
    """What the cards a text refers to have of a value: of several the sum, or the one they share."""
    held = [value_of(s, card, value) for card in cards]
    if None in held or not held:
        return None
    figures = [one for one in held if isinstance(one, int)]
    if len(figures) == len(held):
        return sum(figures)
    return held[0] if len(set(held)) == 1 else None


def _life_points(s: Situation, than: str, viewer: str) -> int | None:
    facing = {"own": "opponent", "opponent": "own"}
    return s.question.table.count("lp", viewer if than == "own-lp" else facing[viewer])


def _all(answers: Iterable[Truth]) -> Truth:
    told = list(answers)
    return all_hold(told)


def referred(
    s: Situation, word: str, source: CardOnTable | None, targets: Sequence[str] = ()
) -> tuple[CardOnTable, ...]:
    """The cards a text refers to by a word, seen from the card that prints it; none where the table does not show them.

    `targets` are those of the effect, where it has resolved.
    """
    this = source or s.question.table.self
    if word in REFERENCES:
        return REFERENCES[word](s, this, tuple(targets))
    if word.startswith(FIRST):  # the card to which that happened first this turn
        event = word.removeprefix(FIRST)
        told = [h.card for h in account(s) if h.card and event in s.book.wider_events((h.event,))]
        return (_as_told(s, told[0]),) if told else ()
    act = DONE.get(word, word)
    befalls = _BEFALLS.get(act)
    if befalls is None:
        return ()
    such = [h for h in account(s) if h.card and h.source and befalls in s.book.wider_events((h.event,))]
    return tuple(_as_told(s, h.card) for h in such if _is_this(s, h.source, this))


def _as_told(s: Situation, name: str) -> CardOnTable:
    """A card that is told of, also where it lies on the table no more."""
    return card_called(s, name) or CardOnTable(card=name)


def _is_this(s: Situation, name: str, this: CardOnTable | None) -> bool:
    return (name == "self" and this is s.question.table.self) or (this is not None and is_meant(s, name, this))


def _named(s: Situation, *names: str) -> tuple[CardOnTable, ...]:
    return tuple(card for name in names if name and (card := card_called(s, name)) is not None)


def _targets(s: Situation, this: CardOnTable | None, targets: tuple[str, ...]) -> tuple[CardOnTable, ...]:
    """What the effect has targeted, what the card goes on targeting, or what its link on the chain aims at."""
    own = [link.targets for link in s.question.table.chain if s.book.card_named(link.card) is s.question.card]
    held = (this.targeting,) if this is not None and this.targeting else ()
    return _named(s, *(targets or held or (own[-1] if own else ())))


def _worn(s: Situation, this: CardOnTable | None, targets: tuple[str, ...]) -> tuple[CardOnTable, ...]:
    worn = [c for c in every_card(s) if this and c.equipped_to and card_called(s, c.equipped_to) is this]
    return tuple(c for c in worn if (card := profile_of(s, c)) is None or card.type.startswith("Monster"))


def _battled(s: Situation, this: CardOnTable | None, targets: tuple[str, ...]) -> tuple[CardOnTable, ...]:
    fighters = [one for role in ("attacker", "defender") if (one := fighter(s, role)) is not None]
    fights = any(one is this for one in fighters)
    facing = [one for one in fighters if one is not this and (fights or this is None or one.side != this.side)]
    return tuple(facing) if len(facing) == 1 and len(fighters) == 2 else ()


def _answered(s: Situation, this: CardOnTable | None, targets: tuple[str, ...]) -> tuple[CardOnTable, ...]:
    """The card whose activation is answered: that of the link before its own, or of the last one."""
    chain = s.question.table.chain
    own = [n for n, link in enumerate(chain) if this is not None and is_meant(s, link.card, this)]
    before = chain[: own[-1]] if own else chain
    return (_as_told(s, before[-1].card),) if before else ()


def _subjects(s: Situation, this: CardOnTable | None, targets: tuple[str, ...]) -> tuple[CardOnTable, ...]:
    """The cards to which that happened which sets the effect off."""
    effect = s.question.effect
    events = effect.trigger.events if effect is not None and effect.trigger is not None else ()
    told = [h for h in s.question.table.happened if h.card and s.book.wider_events((h.event,)) & {*events}]
    return tuple(_as_told(s, h.card) for h in told)


def _declared(s: Situation, this: CardOnTable | None, targets: tuple[str, ...]) -> tuple[CardOnTable, ...]:
    """The card whose name was declared, where that is told as what the text holds."""
    held = targets or ((this.targeting,) if this is not None and this.targeting else ())
    return tuple(CardOnTable(card=name) for name in held if s.book.card_named(name) is not None)


def _fighting(role: str) -> Callable[[Situation, CardOnTable | None, tuple[str, ...]], tuple[CardOnTable, ...]]:
    return lambda s, this, targets: (one,) if (one := fighter(s, role)) is not None else ()


def _attached(s: Situation, this: CardOnTable | None) -> tuple[str, ...]:
    """What is attached to a card, or to the monster it is equipped to."""
    if this is None or not this.equipped_to:
        return this.materials if this is not None else ()
    return next((worn.materials for worn in _named(s, this.equipped_to)), ())


REFERENCES: dict[str, Callable[[Situation, CardOnTable | None, tuple[str, ...]], tuple[CardOnTable, ...]]] = {
    "self": lambda s, this, targets: (this,) if this is not None else (),
    "target": _targets,
    "equipped": lambda s, this, targets: _named(s, this.equipped_to) if this is not None else (),
    "equipped-monster": _worn,
    "attacker": _fighting("attacker"),
    "defender": _fighting("defender"),
    "battled": _battled,
    "answered": _answered,
    "declared": _declared,
    "chosen": lambda s, this, targets: _named(s, *targets),  # told only of what has resolved
    "subject": _subjects,
    "materials": lambda s, this, targets: tuple(_as_told(s, name) for name in _attached(s, this)),
    "used-for-it": lambda s, this, targets: tuple(_as_told(s, name) for name in (this.summoned_with if this else ())),
}


def player_meant(s: Situation, what: str, source: CardOnTable | None) -> str | None:
    """The player a text means by a card: `controller-of-target`, `owner-of-subject`; nothing where it is not told."""
    role, _, whose = what.partition("-of-")
    cards = referred(s, whose, source) if role in ("owner", "controller") else ()
    sides = {(card.owner or card.side) if role == "owner" else card.side for card in cards}
    return next(iter(sides)) if len(sides) == 1 else None


def value_of(s: Situation, lying: CardOnTable, value: str) -> int | str | None:
    """What a card has of a value now, or as printed; nothing where the table does not tell."""
    card = profile_of(s, lying)
    kinds = words_of(s, lying)
    if value in ("level", "original-level") and kinds & {_RANKED, _LINKED}:
        return None
    if value in ("rank", "original-rank") and _RANKED not in kinds:
        return None
    return _VALUES[value](s, lying, card) if value in _VALUES else None


_VALUES: dict[str, Callable[[Situation, CardOnTable, Card | None], int | str | None]] = {
    "level": lambda s, lying, card: level_of(s, lying),
    "rank": lambda s, lying, card: level_of(s, lying),
    "atk": lambda s, lying, card: figure(s, lying, "atk"),
    "def": lambda s, lying, card: figure(s, lying, "defence"),
    "higher": lambda s, lying, card: _higher(figure(s, lying, "atk"), figure(s, lying, "defence")),
    "race": lambda s, lying, card: race_of(s, lying) or None,
    "attribute": lambda s, lying, card: attribute_of(s, lying) or None,
    "name": lambda s, lying, card: card.id if card is not None else lying.token_name or lying.card or None,
    "link": lambda s, lying, card: level_of(s, lying) if _LINKED in words_of(s, lying) else None,
    "scale": lambda s, lying, card: card.scale if card is not None else None,
    "kind": lambda s, lying, card: _only(words_of(s, lying) & {*CARD_KINDS}),
    "kind-of-monster": lambda s, lying, card: _only(words_of(s, lying) & _KINDS_OF_MONSTERS),
    "controller": lambda s, lying, card: lying.side,
    "original-level": lambda s, lying, card: card.level if card is not None else None,
    "original-rank": lambda s, lying, card: card.level if card is not None else None,
    "original-atk": lambda s, lying, card: _original(s, lying, "atk"),
    "original-def": lambda s, lying, card: _original(s, lying, "defence"),
    "original-race": lambda s, lying, card: card.type.split(" / ")[1] if card is not None else None,
    "original-attribute": lambda s, lying, card: card.attribute if card is not None else None,
    "original-name": lambda s, lying, card: card.id if card is not None else None,
}


def _only(words: frozenset[str]) -> str | None:
    return next(iter(words)) if len(words) == 1 else None


def _original(s: Situation, lying: CardOnTable, stat: str) -> int | None:
    told: int | None = getattr(lying, f"original_{stat}")
    return told if told is not None else printed(s, lying, stat)


def _higher(atk: int | None, defence: int | None) -> int | None:
    return max(atk, defence) if atk is not None and defence is not None else None


def _stands(value: int | str | None, other: int | str | None, how: str) -> Truth:
    if value is None or other is None:
        return UNKNOWN
    if how in ("same", "other"):
        return yes((value == other) == (how == "same"))
    if isinstance(value, str) or isinstance(other, str):
        return UNKNOWN  # names and kinds have no order
    held = {"at-most": value <= other, "at-least": value >= other, "below": value < other, "above": value > other}
    return yes(held[how])


def placed(s: Situation, lying: CardOnTable, which: Filter, viewer: str, source: CardOnTable | None) -> Truth:
    """Whether it lies in one of the places named, seen from the card whose text it is."""
    answers = [_PLACES[word](s, lying, source or s.question.table.self) for word in which.place if word in _PLACES]
    return "yes" if "yes" in answers else "no" if answers and UNKNOWN not in answers else UNKNOWN


def in_main_zone(s: Situation, lying: CardOnTable) -> Truth:
    """Whether a monster lies in one of the five main zones; those from the extra deck may lie elsewhere."""
    if zone_of(s, lying) != "monster-zone":
        return "no"
    if lying.slot is not None:
        return yes(lying.slot <= MAIN_ZONES)
    return UNKNOWN if words_of(s, lying) & _MAY_LIE_IN_EXTRA_ZONES else "yes"


def _in_extra_zone(s: Situation, lying: CardOnTable, source: CardOnTable | None) -> Truth:
    if zone_of(s, lying) != "monster-zone":
        return "no"
    there = in_main_zone(s, lying)
    return there if there is UNKNOWN else yes(there == "no")


def _column(s: Situation, lying: CardOnTable) -> int | None:
    """Its column, counted from the left of the player asking; the extra zones and the edges have none here."""
    if lying.slot is None or lying.slot > MAIN_ZONES or zone_of(s, lying) not in _IN_COLUMNS:
        return None
    return lying.slot if lying.side == "own" else MAIN_ZONES + 1 - lying.slot


def _in_its_column(s: Situation, lying: CardOnTable, source: CardOnTable | None) -> Truth:
    here, there = _column(s, lying), _column(s, source) if source is not None else None
    return UNKNOWN if here is None or there is None else yes(here == there)


def _in_the_next_column(s: Situation, lying: CardOnTable, source: CardOnTable | None) -> Truth:
    here, there = _column(s, lying), _column(s, source) if source is not None else None
    return UNKNOWN if here is None or there is None else yes(abs(here - there) == 1)


def _beside_it(s: Situation, lying: CardOnTable, source: CardOnTable | None) -> Truth:
    if source is None or lying.slot is None or source.slot is None:
        return UNKNOWN
    same = (lying.side, zone_of(s, lying)) == (source.side, zone_of(s, source))
    return yes(same and max(lying.slot, source.slot) <= MAIN_ZONES and abs(lying.slot - source.slot) == 1)


def _where_it_points(s: Situation, lying: CardOnTable, source: CardOnTable | None) -> Truth:
    if not lying.pointed_at_by or source is None:
        return UNKNOWN
    return yes(any(is_meant(s, name, source) for name in lying.pointed_at_by))


def _co_linked(s: Situation, lying: CardOnTable, source: CardOnTable | None) -> Truth:
    """Whether the arrows of both point at each other."""
    if source is None or _LINKED not in words_of(s, lying):
        return "no" if source is not None and words_of(s, lying) else UNKNOWN
    answers = {_where_it_points(s, lying, source), _where_it_points(s, source, lying)}
    return all_hold(answers)


def _carries_it(s: Situation, lying: CardOnTable, source: CardOnTable | None) -> Truth:
    """Whether it is the monster that the card whose text it is equips."""
    if source is None or not source.equipped_to:
        return UNKNOWN
    return yes(is_meant(s, source.equipped_to, lying))


_PLACES: dict[str, Callable[[Situation, CardOnTable, CardOnTable | None], Truth]] = {
    "own-column": _in_its_column,
    "adjacent": _beside_it,
    "linked-by-this": _where_it_points,
    "equipped-by-this": _carries_it,
    "linked": lambda s, lying, source: "yes" if lying.pointed_at_by else UNKNOWN,
    "co-linked": _co_linked,
    "adjacent-column": _in_the_next_column,
    "main-monster-zone": lambda s, lying, source: in_main_zone(s, lying),
    "extra-monster-zone": _in_extra_zone,
}


def owned(s: Situation, lying: CardOnTable, which: Filter, viewer: str, source: CardOnTable | None) -> Truth:
    """Whether it is a card of the player named, whoever controls it now."""
    return yes(((lying.owner or lying.side) == viewer) == (which.owner == "own"))


def done_by_this(s: Situation, lying: CardOnTable, which: Filter, viewer: str, source: CardOnTable | None) -> Truth:
    """Whether the effect asked about did that to it, as far as the account of the turn tells."""
    this = source or s.question.table.self
    for act in which.by_this:
        told = [h for h in account(s) if is_meant(s, h.card, lying) and h.card]
        such = [h for h in told if _BEFALLS.get(act) in s.book.wider_events((h.event,))]
        named = [h.source for h in such if h.source]
        if named:
            return yes(_is_this(s, named[-1], this))
    return UNKNOWN


def happened_to(s: Situation, lying: CardOnTable, which: Filter, viewer: str, source: CardOnTable | None) -> Truth:
    """Whether one of the events named happened to it this turn, as far as the account tells."""
    told = [h.event for h in account(s) if h.card and is_meant(s, h.card, lying)]
    return "yes" if any(s.book.wider_events((event,)) & {*which.befell} for event in told) else UNKNOWN


def mentions(s: Situation, lying: CardOnTable, which: Filter, viewer: str, source: CardOnTable | None) -> Truth:
    """Whether its text names one of these cards: a profile that does names it in what it asks for or takes."""
    card = profile_of(s, lying)
    acts = [a for e in card.effects for a in (*e.cost, *e.every_act)] if card is not None else []
    filters = [a.which for a in acts if a.which] + [t for e in (card.effects if card else ()) for t in e.targets]
    return "yes" if any({*one.name} & {*which.mentions} for one in filters) else UNKNOWN


def most_together(s: Situation, cards: list[CardOnTable], how: Together) -> int | None:
    """How many of the cards may count together, where all of them differ or agree; nothing where it is not told."""
    if how.total:
        return None
    values = [[value_of(s, card, value) for card in cards] for value in (*how.different, *how.alike)]
    if any(value is None for row in values for value in row):
        return None
    if not values:
        return len(cards)
    rows = list(zip(*values, strict=True))
    if how.different and not how.alike:  # no two of them share any of the values
        return min((len(set(row)) for row in values), default=0)
    return max((rows.count(row) for row in rows), default=0)


MEASURED: dict[str, Callable[[Situation, CardOnTable, Filter, str, CardOnTable | None], Truth]] = {
    "compared": compared,
    "place": placed,
    "owner": owned,
    "by_this": done_by_this,
    "befell": happened_to,
    "mentions": mentions,
}
