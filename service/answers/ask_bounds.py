"""`a monster with 1500 or less ATK`: a figure told as a bound is tried at both ends of what it leaves."""

from dataclasses import replace

from knowledge.desk import Desk
from knowledge.questions.asked import Asked
from service.answers.ask_activation import verdict_of
from service.answers.ask_frame import lexicon_for

_FIGURES = ("atk", "defence", "level")
_LEAST, _MOST = {"atk": 0, "defence": 0, "level": 1}, {"atk": 9999, "defence": 9999, "level": 12}


def within_bounds(desk: Desk, asked: Asked) -> Asked:
    """The question with a figure that fits the bound, where both ends are judged alike; else the bound is left over."""
    if asked.kind != "can" or asked.missing:
        return asked
    for way, pattern in lexicon_for(desk).bounds.items():
        for found in pattern.finditer(asked.text.lower()):
            number = int(next(filter(None, found.groups())))
            ends = [one for far in (False, True) if (one := _with_figure(asked, number, way, far=far)) is not None]
            if not ends:
                continue
            if len({verdict_of(desk, end) for end in ends}) > 1:
                return replace(asked, not_placed=[*asked.not_placed, asked.text[found.start() : found.end()]])
            words = [word for word in asked.open_words if word.text.lower() not in found[0]]
            asked = replace(ends[0], open_words=words)
    return asked


def _with_figure(asked: Asked, number: int, way: str, *, far: bool) -> Asked | None:
    """The table with another figure for the number told, at the near or the far end; nothing where no card has it."""
    cards = [_changed(card, number, way, far=far) for card in asked.told.cards]
    if cards == asked.told.cards and not any(card.get(name) == number for card in cards for name in _FIGURES):
        return None
    return replace(asked, told=replace(asked.told, cards=cards))


def _changed(card: dict[str, object], number: int, way: str, *, far: bool) -> dict[str, object]:
    changed = dict(card)
    for name in _FIGURES:
        if card.get(name) == number:
            end = _MOST[name] if way in ("at-least", "above") else _LEAST[name]
            near = number + {"above": 1, "below": -1}.get(way, 0)
            changed[name] = end if far else near
    return changed
