"""Words of card texts that their readings hold nowhere, though nothing there is marked as not read.

A reading must stand for every word that narrows something or tell that it does not. What of an effect's text is a name,
a property, a place or a figure is looked for in the whole of its profile; where it is missing the word was dropped.
An act may stand for the place it leads to or comes from.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from knowledge.cards.read_profiles import PREFERRED
from knowledge.cards.reading_quality import MOST_EXAMPLES, Gap
from knowledge.cards.record import StoredCard
from knowledge.data.profile import CARD_KINDS, Effect
from knowledge.text import LONGEST, CardReading, EffectReading, Language, read_card
from knowledge.text.clauses.passages import masked, plain
from knowledge.text.grammar import Wording, wording_of

PROPERTIES = ("filter-attribute", "filter-race", "filter-type", "filter-face", "filter-position")
SAID_BY = {  # words of a profile that stand for a place a text names
    "hand": {"search", "add-to-hand", "return-to-hand", "discard", "draw", "reveal", "discarded", "hand"},
    "deck": {"search", "draw", "mill", "deck", "excavate", "return-to-deck", "look", "shuffle"},
    "gy": {"gy", "send-to-gy", "mill", "discard"},
    "banished": {"banish", "banished", "redirect"},
    "extra-deck": {"extra", "extra-deck", "return-to-extra-deck"},
    "spell-zone": {"spell-zone", "field-zone", "pendulum-zone", "set-card", "place-card"},
    "field-zone": {"spell-zone", "field-zone", "pendulum-zone", "set-card", "place-card"},
    "pendulum-zone": {"spell-zone", "field-zone", "pendulum-zone", "set-card", "place-card"},
    "up": {"up", "flip-face-up", "flipped"},
    "down": {"down", "flip-face-down", "flipped"},
    "defence": {"defence", "change-position"},
    "attack": {"attack", "change-position"},
}
_A_CLAUSE = 12  # longer than any word of a profile but a condition kept as it is printed
_NOT_SAID = frozenset(("unread", "unread_deeds", "summary", "number"))
_NAME = re.compile(r"[「\"]([^「」\"]{1,80})[」\"]")
_FIGURE = re.compile(r"(?<![\d,])\d{1,5}(?!\d)")


def dropped_words(cards: Iterable[StoredCard], langs: tuple[Language, ...]) -> list[Gap]:
    """The kinds of words that readings drop silently, those of the most cards first."""
    found: dict[tuple[Language, str], dict[str, None]] = defaultdict(dict)
    for card in cards:
        for lang in langs:
            code = next((code for code, spoken in PREFERRED if spoken == lang and card.texts.get(code, "").strip()), "")
            if not code or "Normal" in card.type.split(" / "):
                continue
            text, scale = card.texts[code][:LONGEST], card.pendulum_texts.get(code)
            reading = read_card(text, card.type, lang, scale)
            for read in reading.effects:
                source = scale if scale and read.effect.part == "pendulum" else text
                for word in words_not_held(_read_of(source, read, reading), read, lang):
                    found[lang, word][card.names.get(code) or card.key] = None
    gaps = [Gap(word, lang, len(names), tuple(names)[:MOST_EXAMPLES]) for (lang, word), names in found.items()]
    return sorted(gaps, key=lambda gap: (-gap.cards, gap.lang, gap.phrase))


def words_not_held(piece: str, read: EffectReading, lang: Language) -> list[str]:
    """What a piece of text names that the effect read from it does not hold."""
    wording = wording_of(lang)
    spoken = plain(piece, wording).text
    hidden = masked(spoken, wording)
    held, figures = _held(read)
    carried = "".join(word for word in held if len(word) > _A_CLAUSE)  # conditions kept as printed
    missing = [(sort, word) for sort, word in _named(spoken, hidden, wording) if not held & _ways_to_say(word)]
    found = [f"{sort} {word}" for sort, word in missing if sort != "name" or word not in carried]
    numbers = {int(one) for one in _FIGURE.findall(hidden)} - figures
    found += ["figure"] if any(number > 1 for number in numbers) else []
    return list(dict.fromkeys("name" if one.startswith("name ") else one for one in found))


def _named(spoken: str, hidden: str, wording: Wording) -> Iterator[tuple[str, str]]:
    for family in PROPERTIES:
        for mark in wording.all(family, hidden):
            if mark.reveals not in CARD_KINDS:
                yield family.removeprefix("filter-"), mark.reveals
    for mark in wording.all("filter-zone", hidden):
        if mark.reveals in SAID_BY:
            yield "place", mark.reveals
    if not wording.has("limit", spoken):
        for quoted in _NAME.finditer(spoken):
            if not spoken.startswith("(", quoted.end()):  # a token, told by what stands in the brackets
                yield "name", quoted.group(1)


def _ways_to_say(word: str) -> set[str]:
    return {word, word.lower(), f"non-{word}", *SAID_BY.get(word, ())}


def _held(read: EffectReading) -> tuple[set[str], set[int]]:
    """The words and the figures of a profile, wherever they stand in it."""
    words: set[str] = {one.does for one in read.continuous}
    figures: set[int] = set()
    _collect(msgspec.to_builtins(_without_notes(read.effect)), words, figures)
    return words, figures


def _without_notes(effect: Effect) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.to_builtins(effect)
    return {field: value for field, value in told.items() if field not in _NOT_SAID}


def _collect(value: Any, words: set[str], figures: set[int]) -> None:
    if isinstance(value, dict):
        for one in value.values():
            _collect(one, words, figures)
    elif isinstance(value, list | tuple):
        for one in value:
            _collect(one, words, figures)
    elif isinstance(value, int):
        figures.add(value)
    elif isinstance(value, str):
        words.update((value, value.lower(), *value.split("-")))
        figures.update(int(one) for one in _FIGURE.findall(value))


def _read_of(source: str, read: EffectReading, reading: CardReading) -> str:
    """The text of an effect without the clauses that are told as not read."""
    kept = list(source)
    for one in reading.unread:
        if one.part == read.effect.part:
            kept[one.span[0] : one.span[1]] = " " * (one.span[1] - one.span[0])
    return "".join(kept[slice(*read.text_span)])
