"""What a card used in a turn binds its player to, where a verdict was reached without looking at it."""

from knowledge.data.profile import Card
from knowledge.desk import Answer
from knowledge.questions.asked import Asked
from knowledge.questions.cast import does_so
from knowledge.rules.book import Book

_FORBIDS = "forbid-"


def oath_left_open(asked: Asked, judged: Answer) -> bool:
    """Whether a summon earlier in the turn is told, and the text forbids summons of that turn without saying which."""
    deciding = judged.deciding
    made = any(str(told.get("event", "")).endswith("summoned") for told in asked.told.earlier)
    oaths = [act for act in (deciding.effect.cost if deciding else ()) if act.act == "forbid-summon"]
    return (made and any(act.which is None for act in oaths)) or (bool(oaths) and _may_have_summoned(asked))


def _may_have_summoned(asked: Asked) -> bool:
    """Whether a card that summons is told to have been used this turn, and nobody says that it came to nothing."""
    negated = {told["card"] for told in asked.told.earlier if str(told.get("event", "")).endswith("-negated")}
    used = {told["card"] for told in asked.told.earlier if str(told.get("event", "")).endswith("-activated")} - negated
    return any(does_so(e, ("special-summon",)) for card in _named_so(asked, used) for e in card.effects)


def _named_so(asked: Asked, names: set[str]) -> list[Card]:
    """The cards of the question that statements of the table name so."""
    return [card for card in asked.cards if names & {card.names.zh, f"cid:{card.cid}", str(card.password), card.id}]


def bound_by_what_was_used(book: Book, asked: Asked) -> bool:
    """Whether a card that forbids something was used this turn, and one of the texts was not written by hand.

    Who tells of it thinks that what it forbids bears on the question; whether it does hangs on each word of both texts.
    """
    used = {told["card"] for told in asked.told.earlier if str(told.get("event", "")).endswith("-activated")}
    binding = [
        card
        for card in _named_so(asked, used)
        if card is not asked.card
        and any(act.act.startswith(_FORBIDS) for e in card.effects for act in (*e.cost, *e.does))
    ]
    return any(card.id not in book.library.cards for card in (*binding, asked.card) if card) if binding else False


def bound_by_what_is_answered(asked: Asked) -> bool:
    """Whether the activation answered binds who made it to what the answer would break, and nobody says whose it is."""
    if asked.answered is None or asked.card is None or asked.answered_by == "opponent":
        return False
    oaths = [act for e in asked.answered[0].effects for act in e.cost if act.act.startswith("forbid-summon")]
    return bool(oaths) and any(does_so(e, ("special-summon", "fusion-summon")) for e in asked.card.effects)


def oath_broken(book: Book, asked: Asked, judged: Answer) -> bool:
    """Whether a summon earlier in the turn is told, and a profile says that the turn must be free of all of them."""
    known = asked.card is not None and book.library.cards.get(asked.card.id) is asked.card
    known &= not _may_have_summoned(asked)
    own = all(told.get("side") == "own" for told in asked.told.earlier)
    return known and own and oath_left_open(asked, judged)
