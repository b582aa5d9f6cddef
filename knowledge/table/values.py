"""Points only the table knows: counts, ATK and DEF by the ledger of `stats`; the battle, and who has lost it."""

import re
from collections.abc import Callable

import msgspec

from knowledge.data.cases import OTHER, CardOnTable
from knowledge.data.profile import FIELD
from knowledge.problems import BadInput
from knowledge.stats.changes import effect_of
from knowledge.stats.profiles import OPERATIONS, steps_from_effect
from knowledge.stats.request import Amounts, Kind, Monster, Request, Step
from knowledge.stats.rulebook import load_rulebook
from knowledge.stats.value_calculation import calculate
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
    words_of,
    zone_of,
)
from knowledge.table.in_force import InForce
from knowledge.table.situation import Situation

_PER = re.compile(r"(?P<each>\d+)-per-(?P<what>.+)")
_READ_OFF = ("halve-atk-def", "double-atk-def", "swap-atk-def")  # the ledger reads these off the monster itself
_STATS = ("atk", "def")
_SIDES = ("own", "opponent")
_PLACES = {"gy": "gy", "gys": "gy", "field": "monster-zone", "fields": "monster-zone", "banished": "banished"}
_FILLING = ("on", "in", "and", "other", "monster", "monsters", "card", "cards")
_KINDS = frozenset(("dragon", "zombie", "machine", "tuner", "warrior", "spellcaster", "fiend", "fairy", "insect"))
VALUES = tuple(OPERATIONS)
_WHOSE = {"atk": "atk", "def": "defence"}


_KINDS |= {"dark", "light", "earth", "water", "fire", "wind", "divine"}


def amount_of(s: Situation, change: InForce) -> int | Amounts | None:
    """What an act in force comes to in points; nothing where the ledger knows it, or nobody does."""
    word = change.act.amount
    if not isinstance(word, str) or not word or change.act.act in _READ_OFF:
        return None
    if change.amount is not None:
        return change.amount
    if not word.endswith("-values"):
        return in_points(s, word, change.source, change.side)
    atk, defence = (in_points(s, word.removesuffix("values") + stat, change.source, change.side) for stat in _STATS)
    return Amounts(atk=atk, defence=defence or 0) if atk is not None else None


def in_points(s: Situation, word: str, source: CardOnTable | None, side: str) -> int | None:
    """The points a text's word means, seen from the card that prints it."""
    whole = word.removeprefix("half-of-")
    found = _read(s, whole, source, side)
    if found is None:
        return None
    return -(-found // 2) if whole != word else found


def _read(s: Situation, word: str, source: CardOnTable | None, side: str) -> int | None:
    each, what = multiple_of(word)
    if what:
        number = counted(s, what, source, side)
        return None if number is None else each * number
    if word.startswith("highest-"):
        return _highest(s, word, source)
    if word == "own-lp":
        return s.question.table.count("lp", side)
    whose, _, stat = word.rpartition("-")
    if stat not in _STATS:
        return None
    original, owner = whose.endswith("original"), whose.removesuffix("original").rstrip("-")
    meant = _whose(s, owner, source)
    return value(s, meant, stat, original=original) if meant is not None else None


def multiple_of(word: str) -> tuple[int, str]:
    """The points for each, and what is counted: 300-per-counter, 600-per-own-hand-card; nothing for other words."""
    told = _PER.fullmatch(word)
    return (int(told["each"]), told["what"]) if told else (0, "")


def value(s: Situation, lying: CardOnTable, stat: str, *, original: bool) -> int | None:
    """The current or original ATK or DEF of a card that lies there."""
    field = "defence" if stat == "def" else "atk"
    if not original:
        return figure(s, lying, field)
    told: int | None = getattr(lying, f"original_{field}")
    return told if told is not None else printed(s, lying, field)


def _whose(s: Situation, word: str, source: CardOnTable | None) -> CardOnTable | None:
    if source is None or word in ("", "own", "self"):
        return source
    if word == "equipped-monster":
        return next((c for c in every_card(s) if c.equipped_to and card_called(s, c.equipped_to) is source), None)
    if word == "equipped":
        return card_called(s, source.equipped_to)
    if word == "target":
        return card_called(s, source.targeting)
    fighters = [fighter(s, "attacker"), fighter(s, "defender")]
    if word == "attacker":
        return fighters[0]
    if word == "battled":
        return next((c for c in fighters if c is not None and c is not source and c.side != source.side), None)
    return None


def _highest(s: Situation, word: str, source: CardOnTable | None) -> int | None:
    """The highest ATK on the field, as it is or as it was printed, of all monsters or of the others."""
    if not word.endswith(("atk-on-field", "other-atk-plus-100")):
        return None
    others = [c for c in _face_up(s) if not (word.startswith("highest-other") and c is source)]
    values = [value(s, c, "atk", original="original" in word) for c in others]
    best = max((v for v in values if v is not None), default=None)
    return best if best is None or not word.endswith("plus-100") else best + 100


def counted(s: Situation, what: str, source: CardOnTable | None, side: str) -> int | None:
    """How many there are of what a text counts by; nothing where its word is not understood."""
    count = _COUNTS.get(what)
    return count(s, source, side) if count else _such_cards(s, what, source, side)


def _such_cards(s: Situation, what: str, source: CardOnTable | None, side: str) -> int | None:
    """How many cards of a kind lie in the places a word puts together: own-gy-tuners, other-water-monster."""
    words = what.split("-")
    kinds = [w.removesuffix("s") for w in words if w not in _SIDES and w not in _PLACES and w not in _FILLING]
    if len(kinds) > 1 or not {*kinds} <= _KINDS:
        return None
    sides = [OTHER[side] if w == "opponent" else side for w in words if w in _SIDES]
    places = {_PLACES[w] for w in words if w in _PLACES} or {"monster-zone"}
    meant = [
        c
        for c in every_card(s)
        if zone_of(s, c) in places and c.face == "up" and not ("other" in words and c is source)
    ]
    mine = [c for c in meant if not sides or c.side in sides]
    return sum(not kinds or kinds[0] in words_of(s, c) or kinds[0] == attribute_of(s, c).lower() for c in mine)


def _face_up(s: Situation) -> list[CardOnTable]:
    return [c for c in every_card(s) if zone_of(s, c) == "monster-zone" and c.face == "up"]


def _hand(s: Situation, side: str) -> int | None:
    told = s.question.table.count("hand", side)
    named = sum(c.zone == "hand" and (c.owner or c.side) == side for c in every_card(s))
    return named or None if told is None else told  # a hand nobody spoke of is not an empty one


def _field(s: Situation, side: str, *zones: str) -> int:
    return sum(c.side == side and zone_of(s, c) in (zones or FIELD) for c in every_card(s))


def _level(s: Situation, lying: CardOnTable | None) -> int:
    return (level_of(s, lying) or 0) if lying is not None else 0


_COUNTS: dict[str, Callable[[Situation, CardOnTable | None, str], int | None]] = {
    "counter": lambda s, source, side: sum(source.counters.values()) if source else 0,
    "own-hand-card": lambda s, source, side: _hand(s, side),
    "own-material": lambda s, source, side: len(source.materials) if source else 0,
    "own-level": lambda s, source, side: _level(s, source),
    "level": lambda s, source, side: _level(s, source),
    "banished-card": lambda s, source, side: sum(c.zone == "banished" for c in every_card(s)),
    "opponents-field-card": lambda s, source, side: _field(s, OTHER[side]),
    "opponents-monster": lambda s, source, side: _field(s, OTHER[side], "monster-zone"),
    "own-face-up-monster": lambda s, source, side: sum(c.side == side for c in _face_up(s)),
    "own-spell-and-trap": lambda s, source, side: _field(s, side, "spell-zone", "field-zone", "pendulum-zone"),
    "opponent-hand-and-field-card": lambda s, source, side: (
        None if (held := _hand(s, OTHER[side])) is None else held + _field(s, OTHER[side])
    ),
    "rank-on-field": lambda s, source, side: sum(_level(s, c) for c in _face_up(s) if "xyz" in words_of(s, c)),
}


def values_with(
    s: Situation, lying: CardOnTable, changes: list[InForce], *, negated: bool = False
) -> dict[str, int | None]:
    """What changes in force make of the values the table does not state; None where only the players can tell."""
    card = profile_of(s, lying)
    atk = lying.original_atk if lying.original_atk is not None else card.atk if card else None
    defence = lying.original_defence if lying.original_defence is not None else card.defence if card else None
    asked = [stat for stat in _WHOSE.values() if getattr(lying, stat) is None]
    if atk is None or not asked or lying.face == "down" or zone_of(s, lying) != "monster-zone":
        return {}
    name = card.names.zh if card else lying.called
    monster = Monster(name=name, atk=atk, defence=defence)
    orders = [_reckoned(s, lying, monster, order, negated) for order in _orders(s, changes)]
    return {stat: orders[0][stat] if all(o[stat] == orders[0][stat] for o in orders) else None for stat in asked}


def _orders(s: Situation, changes: list[InForce]) -> list[list[InForce]]:
    """The orders in which changes may have come: as told, and where cards merely lie there the other way round too."""
    applied = s.question.table.applied
    undated = [
        c for c in changes if c.source and not c.resolved and not any(is_meant(s, x.card, c.source) for x in applied)
    ]
    if len({id(c.source) for c in undated}) < 2:
        return [changes]
    turned = sorted(undated, key=lambda c: -next(n for n, x in enumerate(undated) if x.source is c.source))
    swapped = iter(turned)
    return [changes, [next(swapped) if any(c is x for x in undated) else c for c in changes]]


def _reckoned(
    s: Situation, lying: CardOnTable, monster: Monster, changes: list[InForce], negated: bool
) -> dict[str, int | None]:
    steps: list[Step] = [Step(negate="self")] if negated else []
    for number, change in enumerate(changes):
        found = steps_of(s, change, lying, effect_of(change.card.names.zh, number))
        if found is None:
            return {"atk": None, "defence": None}
        steps += [step for step in found if monster.defence is not None or _is_of_atk(step)]
    order, gone = load_rulebook().by(s.book.ended)
    final = calculate(Request(monster=monster, steps=tuple(steps)), order, ended=gone).final
    told = {"atk": final.atk, "defence": final.defence}
    return {stat: value if isinstance(value, int) else None for stat, value in told.items()}


def _is_of_atk(step: Step) -> bool:
    """Whether a change does anything to a monster that has no DEF."""
    return step.do != "swap" and not (step.stat or "both").endswith("def")


def steps_of(s: Situation, change: InForce, lying: CardOnTable, by: str) -> list[Step] | None:
    """A change in force as steps of the ledger; None where its amount is not known."""
    own = change.source is lying
    alone = msgspec.structs.replace(change.effect, does=(change.act,), choices=())
    try:
        steps = steps_from_effect(
            alone,
            by=by,
            role="self" if own and change.act.what in ("self", "", "all") else "target",
            own=own,
            kind=_kind(change),
            value=amount_of(s, change),
        )
    except BadInput:
        return None
    return [step for step in steps if step.do]


def _kind(change: InForce) -> Kind:
    if change.resolved:
        return "activated"
    return "equip" if change.source is not None and change.source.equipped_to else "continuous"


ROLES = {"attacker": "attacker", "target": "defender", "defender": "defender"}


def value_of(s: Situation, role: str) -> int | None:
    """The value the attacker or the defender fights with."""
    s = s.at_calculation()
    lying = fighter(s, role)
    if lying is None:
        return None
    defends = role == "defender" and lying.position == "defence"
    stat = "defence" if defends or s.state.fights_with_defence(lying) else "atk"
    return original(s, lying, stat) if s.state.acts("calculate-with-original-values") else figure(s, lying, stat)


def original(s: Situation, lying: CardOnTable, stat: str) -> int | None:
    """The original value: printed; for a printed "?" what the monster's own text gives, and 0 once that is negated."""
    card = profile_of(s, lying)
    printed = getattr(card, stat) if card else None
    if isinstance(printed, int):
        return printed
    if printed == "?" and s.state.is_negated(lying):
        return 0
    given = lying.original_atk if stat == "atk" else lying.original_defence
    return given if given is not None or card is not None else figure(s, lying, stat)


def is_protected(s: Situation, lying: CardOnTable) -> bool:
    """Whether an effect keeps a monster from being destroyed by this battle."""
    return bool(s.at_calculation().state.acts_on(lying, "protect-from-battle"))


def is_protected_no_more(s: Situation, lying: CardOnTable) -> bool:
    """Whether all that keeps a monster from being destroyed by battle does so a number of times and has done it."""
    state = s.at_calculation().state
    shields = state.acts_on(lying, "protect-from-battle")
    return bool(shields) and all(state.is_used_up(a, lying) for a in shields)


def lost_the_battle(s: Situation, lying: CardOnTable) -> bool | None:
    """Whether damage has been calculated and the battle destroys this monster; None where the table does not tell."""
    battle = s.question.table.battle
    if battle is None or not battle.calculated:
        return False
    roles = (("attacker", "attacker"), ("target", "defender"))
    role = next((word for word, end in roles if fighter(s, end) is lying), "")
    if not role:
        return False
    outcome = s.book.settled("battle-destruction", s.at_calculation(), role)
    return outcome == "destroyed" if outcome else None


def is_certain(s: Situation, lying: CardOnTable) -> bool | None:
    """Whether a monster on the field is certain to be destroyed by battle; None where the table does not tell."""
    battle = s.question.table.battle
    if battle is None or not battle.calculated:
        return False
    return lost_the_battle(s, lying) if zone_of(s, lying) in FIELD else False
