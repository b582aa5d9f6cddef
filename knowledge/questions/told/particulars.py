"""`X with two materials`: what is said of a named card beside where it lies."""

from itertools import pairwise
from typing import Any

from knowledge.questions.asked import Asked
from knowledge.questions.cast import Cast, Item
from knowledge.questions.forms import form_of
from knowledge.questions.told.statements import called
from knowledge.rules.book import Book

_MOST = 12  # materials that are put on a table


def tell_particulars(asked: Asked, cast: Cast, book: Book) -> None:
    """Keep what is said right before a name of a card that stands on the table, other than the one asked about."""
    told = [(word, name) for word, name in pairwise(cast.items) if word.part == name.part and name.named]
    told = [(word, name) for word, name in told if word.start not in asked.told.used]
    said = [(word, name, fields) for word, name in told if (fields := _fields(word))]
    if not said:
        return
    lying = {str(card.get("card")) for card in form_of(book, asked).get("given", {}).get("cards", [])}
    for word, name, fields in said:
        assert name.named is not None
        card = name.named.card
        if card is not asked.card and called(book, card) in lying:
            asked.particulars.setdefault(card.id, {}).update(fields)
            asked.told.used.add(word.start)


def _fields(word: Item) -> dict[str, Any]:
    """Materials alone: what else may turn on a value that is told, a table does not always say."""
    phrase, token = word.phrase, word.token
    number = token.number if token is not None and token.number is not None else phrase.value if phrase else None
    if phrase is None or not number or phrase.number != "materials":
        return {}
    return {"materials": [f"m{n}" for n in range(min(number, _MOST))]}
