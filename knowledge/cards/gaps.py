"""What the text reader cannot read yet, ranked by the number of the user's cards it blocks."""

from collections import defaultdict
from collections.abc import Iterable

import msgspec

from knowledge.cards.record import StoredCard
from knowledge.text import LONGEST, Language, read_card

MOST_EXAMPLES = 3
TEXTS: tuple[tuple[str, Language], ...] = (("ja", "ja"), ("zh-CN", "zh"), ("zh", "zh"), ("en", "en"))


class Gap(msgspec.Struct, frozen=True):
    """Words no pattern knows, how many cards have them, and a few of those."""

    phrase: str
    lang: Language
    cards: int
    examples: tuple[str, ...]


class Share(msgspec.Struct):
    """How many cards were read, and how many of them leave nothing unread: at all, or about an activation."""

    cards: int = 0
    read: int = 0
    activation_read: int = 0


def gaps_of(cards: Iterable[StoredCard], langs: tuple[Language, ...]) -> tuple[list[Gap], dict[str, Share]]:
    """The gaps of these cards' texts, the widest first, and what of them is read: by language, and in any language."""
    blocked: dict[tuple[Language, str], dict[str, None]] = defaultdict(dict)
    shares: dict[str, Share] = defaultdict(Share)
    for card in cards:
        whole, activation = [], []
        for lang in langs:
            code = next((code for code, spoken in TEXTS if spoken == lang and card.texts.get(code, "").strip()), "")
            if not code:
                continue
            reading = read_card(card.texts[code][:LONGEST], card.type, lang, card.pendulum_texts.get(code))
            whole.append(not reading.unread)
            activation.append(not any(read.effect.unread for read in reading.effects))
            _count(shares[lang], whole[-1], activation[-1])
            for one in reading.unread:
                blocked[lang, one.phrase][card.names.get(code) or card.key] = None
        if whole:
            _count(shares["any"], any(whole), any(activation))
    found = [Gap(phrase, lang, len(names), tuple(names)[:MOST_EXAMPLES]) for (lang, phrase), names in blocked.items()]
    return sorted(found, key=lambda gap: (-gap.cards, gap.lang, gap.phrase)), dict(shares)


def _count(share: Share, whole: bool, activation: bool) -> None:
    share.cards += 1
    share.read += whole
    share.activation_read += activation
