"""What a card prints and its profile does not hold: conditions on what sets its effect off, what the effect takes."""

import re
from functools import cache
from pathlib import Path
from typing import Any

from knowledge.data.folder import rulings_folder
from knowledge.data.nodes import read_yaml
from knowledge.data.profile import Card, Effect
from knowledge.desk import Answer, Desk
from knowledge.questions.asked import Asked
from knowledge.questions.meanings import OpenWord
from knowledge.questions.roles import Item
from service.lookup import finder_of

_PRINTED = "en"  # the values of profiles are the words of this text
_POINTS = 3  # digits of a figure that a text prints
_SHORTEST = 2  # characters of a word that means something by itself
_SENTENCE = re.compile(r"(?<=[.。\n])\s*")


def condition_not_held(desk: Desk, judged: Answer) -> bool:
    """Whether the effect that decides prints a condition on its cause or its turn that nobody has looked at."""
    deciding = judged.deciding
    if deciding is None or deciding.effect.trigger is None or desk.book.library.cards.get(judged.card.id):
        return False
    stored = finder_of(desk).imported(judged.card)
    for lang, words in _words(rulings_folder()).items():
        if stored is not None and stored.texts.get(lang):
            return any(_is_conditioned(part, deciding.effect, words) for part in _SENTENCE.split(stored.texts[lang]))
    return False


def takes_such(desk: Desk, asked: Asked, word: OpenWord) -> bool:
    """Whether a word describes what the effect asked about takes, as the text of the card itself does."""
    if asked.card is None or not asked.does or not word.asked:
        return False
    lying: dict[str, Any] = next((meaning["cards"][0] for meaning in word.meanings if meaning.get("cards")), {})
    stored = finder_of(desk).imported(asked.card)
    printed = stored.texts.get(_PRINTED, "") if stored is not None else ""
    told = [name for name in (lying.get("attribute", ""), lying.get("race", "")) if name]
    if stored is not None and lying.get("groups"):
        return any(word.text.casefold() in text.casefold() for text in stored.texts.values())
    return bool(told) and all(re.search(rf"\b{re.escape(name)}\b", printed) for name in told)


def names_it(desk: Desk, asked: Asked, card: Card) -> bool:
    """Whether the effect asked about takes a card that its own text names."""
    stored = finder_of(desk).imported(asked.card) if asked.card is not None and asked.does else None
    if stored is None:
        return False
    named = {"zh": card.names.zh, "ja": card.names.ja, "en": card.names.en}
    return any(name and name in stored.texts.get(lang, "") for lang, name in named.items())


def printed_on_it(desk: Desk, asked: Asked, start: int, word: str, *, refused: bool) -> bool:
    """Whether a word nobody knows stands in what is asked of an effect, and in the text of the card as well.

    Where the effect is refused, it does not matter either what it would have been done to.
    """
    if asked.card is None or asked.cast is None or len(word) < _SHORTEST:
        return False
    here = asked.cast.in_part(asked.cast.asked_part())
    first = min(asked.places[i.start] for i in here)
    if start >= first and refused and asked.does and _is_done_to(asked, here, start + len(word)):
        return True
    if not (asked.does or (word.isdecimal() and len(word) >= _POINTS)):
        return False
    stored = finder_of(desk).imported(asked.card)
    printed = [] if stored is None else [text.casefold() for text in stored.texts.values()]
    return start >= first and any(word.casefold() in text for text in printed)


def _is_done_to(asked: Asked, here: list[Item], end: int) -> bool:
    """`ヒーローをサーチ`: the object of what the effect is asked to do, by the particle behind it."""
    behind = [i for i in here if asked.places[i.start] >= end]
    return len(behind) > 1 and behind[0].has("object") and bool(behind[1].phrase and behind[1].phrase.does)


def _is_conditioned(part: str, effect: Effect, words: dict[str, Any]) -> bool:
    assert effect.trigger is not None
    end = words["ends"].search(part)
    before = part[: end.start()] if end else part
    roots = {event.partition("-")[0] for event in effect.trigger.events}
    spoken = any(root in words["events"] and words["events"][root].search(before) for root in roots)
    return spoken and any(condition.search(before) for condition in words["conditions"])


@cache
def _words(folder: Path) -> dict[str, dict[str, Any]]:
    record: Any = read_yaml((folder / "questions" / "printed-conditions.yaml").read_text(encoding="utf-8")).value
    return {
        lang: {
            "ends": re.compile(told["ends"]),
            "events": {event: re.compile(p) for event, p in told["events"].items()},
            "conditions": [re.compile(p) for p in told["conditions"]],
        }
        for lang, told in record.items()
    }
