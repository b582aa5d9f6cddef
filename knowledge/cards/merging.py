"""Several files, one card: by password and official id."""

from collections.abc import Iterable

import msgspec

from knowledge.cards.record import StoredCard, key_of

COMMUNITY = "zh"  # the one language only ygopro's files carry, so that a later file of theirs renews it


def _identities(card: StoredCard) -> list[str]:
    marks = [f"password:{number}" for number in (card.password, *card.other_passwords) if number is not None]
    marks += [f"cid:{card.cid}"] if card.cid is not None else []
    return marks + ([f"page:{card.page}"] if card.page is not None else [])


def _twin(card: StoredCard, mark: str, by_identity: dict[str, StoredCard]) -> StoredCard | None:
    """The card known under a mark; a page number counts only while one of the two has no number of its own."""
    twin = by_identity.get(mark)
    if twin is not None and mark.startswith("page:"):
        unnumbered = any(one.cid is None and one.password is None for one in (card, twin))
        return twin if unnumbered else None
    return twin


def _joined_words(older: dict[str, str], newer: dict[str, str], newer_wins: bool) -> dict[str, str]:
    if newer_wins:
        return {**older, **newer}
    return {**newer, **older, **{lang: words for lang, words in newer.items() if lang == COMMUNITY}}


def _fuller_type(leading: str, other: str) -> str:
    """The leading file's kind line, unless the other has every word of it and more (old lines leave words out)."""
    return other if set(leading.split(" / ")) < set(other.split(" / ")) else leading


def joined(older: StoredCard, newer: StoredCard) -> StoredCard:
    """Two descriptions of one card as one; the official-language file outranks ygopro's, else the newer one wins."""
    newer_wins = newer.described_by == "yaml-yugi" or older.described_by == "ygopro"
    leading, other = (newer, older) if newer_wins else (older, newer)
    names = _joined_words(older.names, newer.names, newer_wins)
    passwords = [leading.password, other.password, *leading.other_passwords, *other.other_passwords]
    numbers = list(dict.fromkeys(number for number in passwords if number is not None))
    spellings = [*older.aliases, *newer.aliases, *older.names.values(), *newer.names.values()]
    card = msgspec.structs.replace(
        leading,
        type=_fuller_type(leading.type, other.type),
        cid=leading.cid if leading.cid is not None else other.cid,
        password=numbers[0] if numbers else None,
        other_passwords=tuple(numbers[1:]),
        names=names,
        aliases=tuple(sorted(set(spellings) - set(names.values()))),
        texts=_joined_words(older.texts, newer.texts, newer_wins),
        pendulum_texts=_joined_words(older.pendulum_texts, newer.pendulum_texts, newer_wins),
        groups=tuple(sorted({*older.groups, *newer.groups})),
        page=min((page for page in (older.page, newer.page) if page is not None), default=None),
    )
    card.key = key_of(card)
    return card


def merged(known: Iterable[StoredCard], incoming: Iterable[StoredCard]) -> list[StoredCard]:
    """All cards, each once, ordered by key."""
    by_identity: dict[str, StoredCard] = {}
    for card in (*known, *_first_printing_last(incoming)):
        found = {id(twin): twin for mark in _identities(card) if (twin := _twin(card, mark, by_identity))}
        marks = _identities(card)
        for twin in found.values():
            card = joined(twin, card)
            marks += _identities(twin)
        for mark in marks:
            by_identity[mark] = card
    unique = {id(card): card for card in by_identity.values()}
    return sorted(unique.values(), key=lambda card: (len(card.key), card.key))


def _first_printing_last(cards: Iterable[StoredCard]) -> list[StoredCard]:
    """Newer wins when joined, so of one file's cards with the same official id the first printing comes last."""
    return sorted(cards, key=lambda card: -(card.page or 0))
