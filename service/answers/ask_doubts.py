"""What a question leaves open although a verdict was reached: told in wider words than the text, or several ways."""

from knowledge.data.profile import Effect
from knowledge.desk import Answer
from knowledge.questions.asked import Asked
from knowledge.rules.book import Book


def told_too_little(asked: Asked, judged: Answer) -> bool:
    """Whether an event was told, but not whose doing or whose turn it was, and the text asks for that."""
    if not asked.accounts:
        return False
    deciding = judged.deciding
    if deciding is None:
        return False
    trigger = deciding.effect.trigger
    cause_told = any(account.source or account.by for account in asked.accounts)
    if trigger is not None and trigger.by in ("own", "opponent") and not cause_told:
        return True
    if trigger is not None and "used-as-material" in trigger.events and "used-as-material" not in asked.events:
        return True
    return not asked.turn and deciding.deciding.turn_matters


def several_ways(book: Book, asked: Asked) -> bool:
    """Whether only some of the ways in which what is answered can be used are of the kind the answer waits for."""
    if asked.answered is None or asked.answered[1] is not None or asked.card is None or asked.answered_does:
        return False
    wanted = {act for e in asked.card.effects if e.responds_to for act in e.responds_to.doing}
    if not wanted:
        return False
    ways = [way for e in asked.answered[0].effects if e.kind in ("ignition", "trigger", "quick") for way in _ways(e)]
    fitting = [any(_is(book, act, wanted) for act in way) for way in ways]
    return any(fitting) and not all(fitting)


def _ways(effect: Effect) -> list[list[str]]:
    always = [act.act for act in effect.does]
    return [always + [act.act for act in choice.does] for choice in effect.choices] or [always]


def _is(book: Book, act: str, wanted: set[str]) -> bool:
    known = book.library.acts.get(act)
    wider = (known.is_ if isinstance(known.is_, tuple) else (known.is_,)) if known is not None and known.is_ else ()
    return act in wanted or any(_is(book, other, wanted) for other in wider)
