"""Effects in several parts that were read and not written by hand: what bars one part leaves the whole unsure.

Whether a part must be done for the effect to be activated hangs on single words of its text (`and if you do`, `then`,
`you can`); the reader keeps the parts, and not always how they hang together.
"""

from collections.abc import Iterable

from knowledge.data.profile import Action, Effect
from knowledge.desk import Answer
from knowledge.questions.asked import Asked
from knowledge.rules.book import Book

_OF_SENSE = frozenset(
    ("no-empty-activation", "every-part-that-must-be-done-must-be-possible", "an-effect-forbids-what-it-would-do")
)
_TURN = "end-of-turn"
_LIKE = {"search": ("search", "add-to-hand"), "being-banished": ("banish",)}  # what a bar may stop, by other names


def _is_read(book: Book, asked: Asked) -> bool:
    return asked.card is not None and asked.card.id not in book.library.cards


def _done(effect: Effect) -> list[Action]:
    return [*effect.does, *(act for choice in effect.choices for act in choice.does)]


def refused_for_a_part(book: Book, asked: Asked, judged: Answer) -> bool:
    """Whether a text of several parts is refused only because one of them seems impossible."""
    deciding = judged.deciding
    if deciding is None or not _is_read(book, asked) or len(_done(deciding.effect)) < 2:
        return False
    counted = asked.told.hand or asked.told.deck  # cards that are not there are no matter of single words
    return not counted and set(deciding.deciding.judgement.rules_that_decided()) <= _OF_SENSE


def part_is_barred(book: Book, asked: Asked, judged: Answer) -> bool:
    """Whether a card in force bars one of the things an effect does or pays, and the effect is allowed all the same."""
    deciding = judged.deciding
    if deciding is None or not _is_read(book, asked):
        return False
    bars = [
        act
        for card in asked.in_force
        for e in card.effects
        for act in e.does
        if act.act.startswith("forbid-") and not _spares(act, asked.in_force_of.get(card.id, ""), asked.by_opponent)
    ]
    effects = [e for e in (asked.card.effects if asked.card else ()) if e.is_activated]
    meant = [e for e in effects if asked.effect == e.number] or effects[:1]
    acts = [act for e in {id(e): e for e in (*meant, deciding.effect)}.values() for act in (*_done(e), *e.cost)]
    return any(_bars(book, bar, acts) for bar in bars)


def _spares(bar: Action, side: str, by_opponent: bool) -> bool:
    """Whether a bar of a card whose side is told binds the other player than the one who would act."""
    actor = "opponent" if by_opponent else "own"
    return (bar.what == "opponent" and side == actor) or (bar.what == "you" and bool(side) and side != actor)


def _bars(book: Book, bar: Action, acts: Iterable[Action]) -> bool:
    if bar.act == "forbid-summon":
        return any("summon" in act.act and not act.act.startswith("forbid-") for act in acts)
    meant = set(_LIKE.get(bar.to, (bar.to,)))
    return bool(bar.to) and any(meant & {act.act, *book.wider_acts((act.act,))} for act in acts)


def answered_part_is_granted(book: Book, asked: Asked) -> bool:
    """Whether what an answer waits for is only what the text answered lets somebody do later in the turn."""
    waits = [e.responds_to for e in (asked.card.effects if asked.card else ()) if e.responds_to and e.responds_to.doing]
    if asked.answered is None or not waits or asked.answered[0].id in book.library.cards:
        return False
    card, number = asked.answered
    effects = [e for e in card.activated_effects if number in (None, e.number)]
    awaited = {act for wait in waits for act in wait.doing}
    fitting = [(e, n) for e in effects for n, act in enumerate(e.does) if awaited & book.wider_acts((act.act,))]
    plain = any(awaited & book.wider_acts((act.act,)) for e in effects for choice in e.choices for act in choice.does)
    return bool(fitting) and not plain and all(any(act.until == _TURN for act in e.does[: n + 1]) for e, n in fitting)
