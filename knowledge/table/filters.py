"""Whether a card on the table is what a text speaks of: yes, no, or unknown where the table does not tell.

Those who ask choose what to make of "unknown": `surely` takes only a yes, `perhaps` everything but a no.
"""

import unicodedata
from functools import cache
from typing import TypedDict, Unpack

import msgspec

from knowledge.data.cases import OTHER, UNKNOWN, CardOnTable
from knowledge.data.language import catalogue
from knowledge.data.profile import CARD_KINDS, EXTRA_DECK_KINDS, FIELD, Card, Filter
from knowledge.table.cards import (
    attributes_of,
    every_card,
    figure,
    groups_of,
    level_of,
    names_given,
    profile_of,
    race_of,
    words_of,
    zone_of,
)
from knowledge.table.comparisons import MEASURED, value_of
from knowledge.table.situation import Situation, Truth, one_holds, yes

_SPELL_AND_TRAP_ZONES = ("spell-zone", "field-zone")
_CARD_KINDS = frozenset(CARD_KINDS)
_BEHIND = {"spell-zone", "field-zone", "pendulum-zone"}
_SPECIAL = frozenset(("fusion", "ritual", "synchro", "xyz", "link", "pendulum"))
_SUMMONABLE = "summonable"  # of a type: that can be Normal Summoned
_WITHOUT_NORMAL_SUMMON = ("fusion", "ritual", "synchro", "xyz", "link", "token")
_WITHOUT_LEVEL = ("xyz", "link")


class How(TypedDict, total=False):
    """How a card is compared: by whose text, and without which parts of the filter."""

    source: CardOnTable | None
    ignore: tuple[str, ...]


def matches(
    s: Situation,
    lying: CardOnTable,
    which: Filter,
    viewer: str = "own",
    *,
    source: CardOnTable | None = None,
    ignore: tuple[str, ...] = (),
) -> Truth:
    """Whether a card is what a filter asks for, in the text of a card that `viewer` controls.

    `source` is the card whose text it is, for "other than this card"; `ignore` leaves out parts of the filter.
    """
    open_ = False  # one part that says no is enough; the others, some of which ask for the whole state, are not asked
    for part, answer in PARTS.items():
        if part in ignore or getattr(which, part) in (None, ()):
            continue
        told = answer(s, lying, which, viewer)
        if told == "no":
            return "no"
        open_ = open_ or told is UNKNOWN
    for part, measure in MEASURED.items():
        if part in ignore or getattr(which, part) in (None, ()):
            continue
        told = measure(s, lying, which, viewer, source)
        if told == "no":
            return "no"
        open_ = open_ or told is UNKNOWN
    if which.other and "other" not in ignore and lying is (source or s.question.table.self):
        return "no"
    if which.extreme and "extreme" not in ignore:
        told = extreme(s, lying, which, viewer, source)
        if told == "no":
            return "no"
        open_ = open_ or told is UNKNOWN
    if which.either and "either" not in ignore:
        ways = [matches(s, lying, one, viewer, source=source, ignore=ignore) for one in which.either]
        if "yes" not in ways:
            if UNKNOWN not in ways:
                return "no"
            open_ = True
    return UNKNOWN if open_ else "yes"


def extreme(s: Situation, lying: CardOnTable, which: Filter, viewer: str, source: CardOnTable | None) -> Truth:
    """Whether no other such card has more of a value, or less."""
    others = [c for c in every_card(s) if c is not lying]
    others = [c for c in others if matches(s, c, which, viewer, source=source, ignore=("extreme",)) != "no"]
    for word in which.extreme:
        end, _, value = word.partition("-")
        sign = {"highest": 1, "lowest": -1}[end]
        own, *theirs = [told if isinstance(told := value_of(s, c, value), int) else None for c in (lying, *others)]
        if own is not None and any(one is not None and sign * one > sign * own for one in theirs):
            return "no"
        if own is None or None in theirs:
            return UNKNOWN
    return "yes"


def surely(s: Situation, lying: CardOnTable, which: Filter, viewer: str = "own", **how: Unpack[How]) -> bool:
    """Whether the table tells that the card is what the filter asks for."""
    return matches(s, lying, which, viewer, **how) == "yes"


def perhaps(s: Situation, lying: CardOnTable, which: Filter | None, viewer: str = "own", **how: Unpack[How]) -> bool:
    """Whether nothing the table tells speaks against the card; a text without a filter speaks of none."""
    return which is not None and matches(s, lying, which, viewer, **how) != "no"


def something_matches(s: Situation, which: Filter, viewer: str = "own", source: CardOnTable | None = None) -> Truth:
    """Whether anything on the table is what a filter asks for; no only where the table lists everything."""
    answers = [matches(s, lying, which, viewer, source=source) for lying in every_card(s)]
    if "yes" in answers:
        return "yes"
    full = UNKNOWN not in answers and lists_all(s, which, viewer)
    return "no" if full else UNKNOWN


def lists_all(s: Situation, which: Filter, viewer: str = "own") -> bool:
    """Whether the table lists every card that a filter could mean: all of a zone, or all of that kind in it."""
    sides = ("own", "opponent") if which.side in (None, "either") else (_seen(which.side, viewer),)
    told = s.question.table.lacks
    each = _kind_by_kind(which) if told else [which]
    return bool(which.zones) and all(
        _is_full(s, zone, side) or all(any(_is_lacking(lack, one, zone, side) for lack in told) for one in each)
        for zone in which.zones
        for side in sides
    )


def _kind_by_kind(which: Filter) -> list[Filter]:
    """A filter that names several kinds of card as one for each: "no Continuous Spell and no Continuous Trap"."""
    kinds = [word for word in which.type if word in _CARD_KINDS]
    narrower = tuple(word for word in which.type if word not in _CARD_KINDS)
    return [msgspec.structs.replace(which, type=(kind, *narrower)) for kind in kinds] if len(kinds) > 1 else [which]


def _is_lacking(lack: Filter, which: Filter, zone: str, side: str) -> bool:
    """Whether `no such card there` speaks of everything the filter asks for in that place."""
    if zone not in lack.zones or lack.side not in (None, "either", side):
        return False
    words = {*which.type, *(("monster",) if which.race or which.attribute or which.level or which.atk else ())}
    if not words & _CARD_KINDS and which.zones == ("monster-zone",):
        words.add("monster")  # what lies there is one
    kinds, subkinds = set(lack.type) & _CARD_KINDS, set(lack.type) - _CARD_KINDS
    narrower = (not kinds or (bool(words & kinds) and words & _CARD_KINDS <= kinds)) and subkinds <= words
    for part in ("race", "attribute", "name"):
        lacking, asked = set(getattr(lack, part)), set(getattr(which, part))
        narrower = narrower and (not lacking or (bool(asked) and asked <= lacking))
    missing = set().union(*map(_spelled, lack.group))
    narrower = narrower and (not missing or (bool(which.group) and all(_spelled(g) & missing for g in which.group)))
    return narrower and lack.face in (None, which.face)


def is_listed_in_full(s: Situation, zones: tuple[str, ...], side: str | None, viewer: str = "own") -> bool:
    """Whether the table lists everything in these zones of this side."""
    sides = ("own", "opponent") if side in (None, "either") else (_seen(side, viewer),)
    return bool(zones) and all(_is_full(s, zone, one) for zone in zones for one in sides)


def _is_full(s: Situation, zone: str, side: str) -> bool:
    """Whether the table says so, or as many cards are listed as it counts in the hand or the deck."""
    table = s.question.table
    counted = table.count(zone, side) if zone in ("hand", "deck") else None
    if counted is not None and counted == sum(c.zone == zone and c.side == side for c in every_card(s)):
        return True
    wider = (zone, "field") if zone in FIELD else (zone,)
    return any(name in table.nothing_else_in for w in wider for name in (w, f"{side}-{w}"))


def _seen(side: str | None, viewer: str) -> str:
    own = "own" if viewer == "own" else "opponent"
    return own if side == "own" else OTHER[own]


def _side(s: Situation, lying: CardOnTable, which: Filter, viewer: str) -> Truth:
    return yes(which.side == "either" or (which.side == "own") == (lying.side == viewer))


def _zones(s: Situation, lying: CardOnTable, which: Filter, viewer: str) -> Truth:
    zone = zone_of(s, lying)  # pendulum zones are spell and trap zones as well
    return yes(zone in which.zones or (zone == "pendulum-zone" and "spell-zone" in which.zones))


def _type(s: Situation, lying: CardOnTable, which: Filter, viewer: str) -> Truth:
    """One of the kinds of card named, and one of the narrower words named, as far as the table tells."""
    words = words_of(s, lying)
    if which.zones and set(which.zones) <= _BEHIND and (card := profile_of(s, lying)) is not None:
        words |= {card.type.split(" / ")[0].lower()}  # a monster named in the spell zone is a monster card
    kinds = frozenset(which.type) & _CARD_KINDS
    narrower = [w for w in which.type if w not in _CARD_KINDS]
    if _SUMMONABLE in narrower and (card := profile_of(s, lying)) is not None and _is_summonable(card):
        words |= {_SUMMONABLE}
    if not words:  # a card nobody describes, lying behind the monsters, is one of these two
        either = {"spell", "trap"} <= kinds and not narrower and zone_of(s, lying) in _SPELL_AND_TRAP_ZONES
        return "yes" if either else UNKNOWN
    if kinds and not words & kinds:
        return "no" if words & _CARD_KINDS or "token" in words else UNKNOWN
    if not narrower:
        return "yes"
    if profile_of(s, lying) is None and not lying.type:
        return UNKNOWN
    return yes(any(w[4:] not in words if w.startswith("non-") else w in words for w in narrower))


def _is_summonable(card: Card) -> bool:
    """Whether a monster can be Normal Summoned or Set: no text and no kind keeps it from that."""
    words = {word.lower() for word in card.type.split(" / ")}
    barred = any(a.act == "forbid-summon" and a.what == "self" for e in card.effects_of("condition") for a in e.does)
    return "monster" in words and not words & {*_WITHOUT_NORMAL_SUMMON} and not barred


def _name(s: Situation, lying: CardOnTable, which: Filter, viewer: str) -> Truth:
    card = profile_of(s, lying)
    stated = lying.token_name or lying.card
    if card is None:
        return _called_so(stated, which.name) if stated else UNKNOWN
    spelt = {_plain(n) for n in (card.names.zh, card.names.en, card.names.ja, *card.aliases, *names_given(s, lying))}
    wanted = {_plain(name) for name in which.name}
    return yes(bool(spelt & wanted) or any(s.book.card_named(name) is card for name in which.name))


def _called_so(stated: str, names: tuple[str, ...]) -> Truth:
    """Whether a card known by its name alone is called so; a name in another language settles nothing."""
    spelt = {_plain(one) for name in names for one in _spellings().get(_plain(name), frozenset((name,)))}
    if _plain(stated) in spelt:
        return "yes"
    return "no" if any(_script(name) == _script(stated) for name in names) else UNKNOWN


def _but(s: Situation, lying: CardOnTable, which: Filter, viewer: str) -> Truth:
    """Whether it has none of the names that are left out."""
    answer = _name(s, lying, Filter(name=which.but), viewer)
    return answer if answer is UNKNOWN else yes(answer == "no")


def _group(s: Situation, lying: CardOnTable, which: Filter, viewer: str) -> Truth:
    told, card = groups_of(s, lying), profile_of(s, lying)
    answers = [
        turned(_is_of_group(card, told, group[4:])) if group.startswith("non-") else _is_of_group(card, told, group)
        for group in which.group
    ]
    return one_holds(answers)


def turned(answer: Truth) -> Truth:
    """The opposite of what was found; what is not known is not known."""
    return answer if answer is UNKNOWN else yes(answer == "no")


def _is_of_group(card: Card | None, told: frozenset[str], group: str) -> Truth:
    """Whether a card belongs to an archetype, by what lists its archetypes or, in another language, by its name.

    A text that was read names archetypes in Japanese, where the name of the card decides; a database lists them in
    English. Where a list and a word are of two languages and no name settles it, nobody can tell.
    """
    spellings = _spelled(group)
    if not told.isdisjoint(spellings):
        return "yes"
    if card is None:
        kinds = {_script(word) for word in spellings}
        return "no" if any(_script(g) in kinds for g in told) else UNKNOWN  # words of two languages may mean one
    answers = {_named_so(card, told, word) for word in spellings}
    return "yes" if "yes" in answers else "no" if "no" in answers else UNKNOWN


def _named_so(card: Card, told: frozenset[str], group: str) -> Truth:
    japanese = _is_japanese(group)
    listed = any(not g.isascii() for g in told)
    if listed and not japanese:
        return "no"
    word = _plain(group)
    names = (card.names.zh, card.names.ja, card.reading, *card.aliases)
    if len(word) > 1 and any(word in _plain(name) for name in names):
        return "yes"
    chinese = [name for name in names if name and not name.isascii() and not _is_japanese(name)]
    decided = (japanese and card.names.ja) or group.isascii() or not told or len(set(chinese)) > 1
    return "no" if decided else UNKNOWN


@cache
def _spellings() -> dict[str, frozenset[str]]:
    """Each name of an archetype that is written down → all its names."""
    found: dict[str, set[str]] = {}
    for key, names in catalogue("archetypes.yaml", "archetypes").items():
        every = {key, *names.values()}
        for name in every:
            found.setdefault(_plain(name), set()).update(every)
    return {name: frozenset(every) for name, every in found.items()}


def _spelled(group: str) -> frozenset[str]:
    """All the names of an archetype, in every language; of one that is not written down the name told."""
    return _spellings().get(_plain(group), frozenset((group,)))


@cache
def _plain(word: str) -> str:
    return unicodedata.normalize("NFKC", word).replace("・", "·")


def _script(word: str) -> tuple[bool, bool]:
    return _is_japanese(word), word.isascii()


def _is_japanese(word: str) -> bool:
    """Whether a word is written with kana, or with the wide letters of Japanese names."""
    return any("぀" <= c <= "ヿ" or "＀" <= c <= "￯" for c in word)


def _attribute(s: Situation, lying: CardOnTable, which: Filter, viewer: str) -> Truth:
    card = profile_of(s, lying) if which.original else None
    own = (card.attribute,) if card is not None else attributes_of(s, lying)
    answers = {_within(one, which.attribute) for one in own}  # any of them is enough, also to be none of those named
    return "yes" if "yes" in answers else UNKNOWN if UNKNOWN in answers else "no"


def _race(s: Situation, lying: CardOnTable, which: Filter, viewer: str) -> Truth:
    card = profile_of(s, lying) if which.original else None
    return _within(card.type.split(" / ")[1] if card is not None else race_of(s, lying), which.race)


def _within(told: str, wanted: tuple[str, ...]) -> Truth:
    if not told:
        return UNKNOWN
    left_out = {word[4:] for word in wanted if word.startswith("non-")}
    return yes(told in wanted or (bool(left_out) and told not in left_out))


def _level(s: Situation, lying: CardOnTable, which: Filter, viewer: str) -> Truth:
    kinds = words_of(s, lying)
    if any(kind in kinds and kind not in which.type for kind in _WITHOUT_LEVEL):
        return "no"  # ranks and link ratings are no levels; a text that means them speaks of such monsters
    card = profile_of(s, lying) if which.original else None
    return _between(card.level if card is not None else level_of(s, lying), which.level)


def _atk(s: Situation, lying: CardOnTable, which: Filter, viewer: str) -> Truth:
    return _between(figure(s, lying, "atk"), which.atk)


def _defence(s: Situation, lying: CardOnTable, which: Filter, viewer: str) -> Truth:
    return _between(figure(s, lying, "defence"), which.defence)


def _between(value: int | None, bounds: tuple[int, int] | None) -> Truth:
    return UNKNOWN if value is None or bounds is None else yes(bounds[0] <= value <= bounds[1])


def _face(s: Situation, lying: CardOnTable, which: Filter, viewer: str) -> Truth:
    return yes(zone_of(s, lying) not in (*FIELD, "banished") or lying.face == which.face)


def _position(s: Situation, lying: CardOnTable, which: Filter, viewer: str) -> Truth:
    return _within(lying.position or "", (which.position or "",))


def _summoned(s: Situation, lying: CardOnTable, which: Filter, viewer: str) -> Truth:
    """How it was summoned; a Tribute Summon is a Normal one, those with names of their own are Special ones."""
    if "from-extra-deck" in which.summoned and (there := _from_extra_deck(s, lying)) != "no":
        return there
    wider = {"tribute": "normal"}.get(lying.summoned, "special" if lying.summoned in _SPECIAL else lying.summoned)
    return "yes" if lying.summoned in which.summoned else _within(wider, which.summoned)


def _from_extra_deck(s: Situation, lying: CardOnTable) -> Truth:
    """Whether it came from the extra deck, where such monsters come from and pendulum monsters may."""
    if lying.summoned in EXTRA_DECK_KINDS:
        return "yes"
    kinds = words_of(s, lying)
    return UNKNOWN if not kinds or kinds & {*EXTRA_DECK_KINDS, "pendulum"} else "no"


def _counters(s: Situation, lying: CardOnTable, which: Filter, viewer: str) -> Truth:
    return yes(any(lying.counters.get(kind) for kind in which.counters))


PARTS = {
    "side": _side,
    "zones": _zones,
    "type": _type,
    "name": _name,
    "group": _group,
    "attribute": _attribute,
    "race": _race,
    "level": _level,
    "atk": _atk,
    "defence": _defence,
    "face": _face,
    "position": _position,
    "summoned": _summoned,
    "counters": _counters,
    "but": _but,
}
