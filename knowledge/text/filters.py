"""Which cards a phrase speaks of."""

import re
from typing import Literal, cast

from knowledge.data.profile import Filter, Side, Zone
from knowledge.text.wording import Wording

_QUOTED = re.compile(r"[「\"]([^「」\"\n]{1,80})[」\"]")
_DIGITS = re.compile(r"\d{1,5}")
_MOST = 99_999
ANYWHERE = ("monster-zone", "spell-zone", "field-zone", "pendulum-zone")
ON_FIELD = frozenset(ANYWHERE)


def filter_in(spoken: str, start: int, end: int, wording: Wording) -> Filter:
    """The filter a phrase expresses; what it leaves open stays open."""

    def found(family: str) -> tuple[str, ...]:
        return tuple(mark.reveals for mark in wording.each(family, spoken, start, end))

    types = found("filter-type")
    sides, faces, positions = found("filter-side"), found("filter-face"), found("filter-position")
    names, groups = _names(spoken[start:end], wording)
    return Filter(
        side=cast(Side, sides[0]) if len(sides) == 1 else ("either" if sides else None),
        zones=cast(tuple[Zone, ...], _zones(found("filter-zone"), types, bool(found("filter-field")))),
        type=types,
        name=names,
        group=groups,
        attribute=found("filter-attribute"),
        race=found("filter-race"),
        level=_range("filter-level", spoken, start, end, wording),
        atk=_range("filter-atk", spoken, start, end, wording),
        defence=_range("filter-def", spoken, start, end, wording),
        face=cast(Literal["up", "down"], faces[0]) if faces else None,
        position=cast(Literal["attack", "defence"], positions[0]) if positions else None,
        other=wording.has("filter-other", spoken, start, end),
    )


def places_in(spoken: str, start: int, end: int, wording: Wording) -> Filter | None:
    """Where the cards of a phrase lie, whose and of which kind; nothing where it names no place."""
    zones = tuple(mark.reveals for mark in wording.each("filter-zone", spoken, start, end))
    if not zones:
        return None
    sides = [mark.reveals for mark in wording.each("filter-side", spoken, start, end)]
    face = wording.first("filter-face", spoken, start, end)
    position = wording.first("filter-position", spoken, start, end)
    return Filter(
        side=cast(Side, sides[0]) if len(sides) == 1 else ("either" if sides else None),
        zones=cast(tuple[Zone, ...], zones),
        type=tuple(mark.reveals for mark in wording.each("filter-type", spoken, start, end)),
        face=cast(Literal["up", "down"], face.reveals) if face else None,
        position=cast(Literal["attack", "defence"], position.reveals) if position else None,
        other=wording.has("filter-other", spoken, start, end),
    )


def _zones(named: tuple[str, ...], types: tuple[str, ...], on_field: bool) -> tuple[str, ...]:
    """The zones a phrase names; "the field" stands for all its zones that such cards may lie in."""
    if not on_field or ON_FIELD & set(named):
        return named
    return (*(("monster-zone",) if "monster" in types else ANYWHERE), *named)


def _names(phrase: str, wording: Wording) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Quoted names, and quoted pieces of names that stand for all cards that have them."""
    names: list[str] = []
    groups: list[str] = []
    for quoted in _QUOTED.finditer(phrase):
        around = phrase[max(0, quoted.start() - 6) : quoted.end() + 14]
        (groups if wording.has("filter-group", around) else names).append(quoted.group(1))
    return tuple(names), tuple(groups)


def _range(family: str, spoken: str, start: int, end: int, wording: Wording) -> tuple[int, int] | None:
    mark = wording.first(family, spoken, start, end)
    figure = _DIGITS.search(spoken, mark.start, mark.end) if mark else None
    if mark is None or figure is None:
        return None
    number = int(figure.group())
    return {"at-most": (0, number), "at-least": (number, _MOST)}.get(mark.reveals, (number, number))
