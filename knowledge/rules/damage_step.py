"""Whether an effect that was read may be activated in the damage step: what its gates say where nothing is told."""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import msgspec

from knowledge.data.profile import Action, Card, Effect, Filter, Names, Requirement
from knowledge.rules.book import Book
from knowledge.rules.gates import decided
from knowledge.rules.verdicts import verdict_alone
from knowledge.table.situation import NeedsFact, Question, Situation

CALCULATION = "damage.calculation"
_KINDS = ("Effect", "Flip", "Gemini", "Spirit", "Union", "Pendulum")  # what of a monster's type says how effects work


class DamageStep(NamedTuple):
    """Whether an effect may be activated in the damage step outside damage calculation, and at damage calculation."""

    step: bool
    calculation: bool


CLOSED = DamageStep(False, False)


def damage_step_judge(book: Book) -> Callable[[Effect, str], DamageStep]:
    """A judge of effects by the printed type of their card, which asks about each shape of effect once."""
    windows = sorted(book.windows_of("damage-step") - {CALCULATION}, key=book.windows.index)

    @lru_cache(65536)
    def of_shape(effect: Effect, card_type: str) -> DamageStep:
        card = Card(id="-", names=Names("-"), type=card_type, effects=(effect,))
        step = any(_open(book, card, effect, window) for window in windows)
        # a trigger waits for what happens, and at damage calculation nothing does but the calculation itself
        calculation = (effect.trigger is None or effect.responds_to is not None) and step
        named = CALCULATION in effect.at
        return DamageStep(step, (calculation or named) and _open(book, card, effect, CALCULATION))

    def judge(effect: Effect, card_type: str) -> DamageStep:
        return of_shape(_shape(effect), kind_of(card_type)) if effect.is_activated else CLOSED

    @lru_cache(4096)
    def kind_of(card_type: str) -> str:
        first, *more = card_type.split(" / ")
        return " / ".join([first, *(word for word in more if first != "Monster" or word in _KINDS)])

    return judge


def _open(book: Book, card: Card, effect: Effect, window: str) -> bool:
    questions = [Question(window, side, card, effect) for side in ("own", "opponent")]
    return any(_admitted(book, q) and verdict_alone(book, q) in ("yes", "must") for q in questions)


def _admitted(book: Book, question: Question) -> bool:
    """What the gate of the damage step says, asked before the others: most effects fail there."""
    try:
        return decided(book.gates["damage-step"], Situation(book, question, {})).outcome != "no"
    except NeedsFact:
        return True  # the others may settle it


def _shape(effect: Effect) -> Effect:
    """The effect without what no rule about moments looks at, so that many texts have one shape."""
    trigger, answers = effect.trigger, effect.responds_to
    side = Filter(side=trigger.of.side, other=trigger.of.other) if trigger and trigger.of else None
    return msgspec.structs.replace(
        effect,
        number=1,
        summary=None,
        unread=(),  # the printed moment is what is asked about, and that was read
        limit=None,
        targets=(),
        cost=(),
        requires=tuple(Requirement(is_=name) for name in sorted({r.is_ for r in effect.requires})),
        trigger=msgspec.structs.replace(trigger, of=side) if trigger else None,
        responds_to=msgspec.structs.replace(answers, of=None, doing_to=None, targeted=None) if answers else None,
        does=tuple(map(_act, effect.does)),
        choices=tuple(
            msgspec.structs.replace(c, bullet=1, cost=(), targets=(), requires=(), does=tuple(map(_act, c.does)))
            for c in effect.choices
        ),
    )


def _act(action: Action) -> Action:
    return Action(act=action.act, what=action.what, joined=action.joined, until=action.until)
