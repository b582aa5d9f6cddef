"""The words of card texts that their readings hold nowhere, though nothing there is told as not read, by the cards."""

from collections import defaultdict
from collections.abc import Iterable

from knowledge.cards.read_profiles import PREFERRED
from knowledge.cards.reading_quality import MOST_EXAMPLES, Gap
from knowledge.cards.record import StoredCard
from knowledge.text import LONGEST, CardReading, EffectReading, Language, read_card
from knowledge.text.clauses.passages import masked, plain
from knowledge.text.grammar import wording_of
from knowledge.text.held_words import Dropped, dropped_in


def dropped_words(cards: Iterable[StoredCard], langs: tuple[Language, ...]) -> list[Gap]:
    """The kinds of words that readings drop silently, those of the most cards first."""
    found: dict[tuple[Language, str], dict[str, None]] = defaultdict(dict)
    for card in cards:
        for lang in langs:
            code = next((code for code, spoken in PREFERRED if spoken == lang and card.texts.get(code, "").strip()), "")
            if not code or {"Monster", "Normal"} <= set(card.type.split(" / ")):
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
    """What a piece of text names that the effect read from it does not hold, by its kind."""
    if not read.effect.number:
        return []  # what an Equip Card is activated for, which no sentence of its text says
    wording = wording_of(lang)
    spoken = plain(piece, wording).text
    lowered = spoken.lower() if wording.lower_case else spoken
    standing = tuple(one.does for one in read.continuous)
    hidden = masked(spoken, wording)
    found = dropped_in(lowered, hidden, (0, len(hidden)), [read.effect], standing, wording)
    return list(dict.fromkeys(_kind(one) for one in found))


def _kind(one: Dropped) -> str:
    return one.sort if one.sort in ("name", "figure") else f"{one.sort} {one.word}"


def _read_of(source: str, read: EffectReading, reading: CardReading) -> str:
    """The text of an effect without the clauses that are told as not read."""
    kept = list(source)
    for one in reading.unread:
        if one.part == read.effect.part:
            kept[one.span[0] : one.span[1]] = " " * (one.span[1] - one.span[0])
    return "".join(kept[slice(*read.text_span)])
