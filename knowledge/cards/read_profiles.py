"""Imported cards read: a stored card's text → effects in the shape of hand-written profiles, kept with the card."""

import hashlib
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import msgspec

from knowledge import text as cardtext
from knowledge.cards.record import StoredCard, profile_of
from knowledge.cards.store import CardStore
from knowledge.data.language import catalogue
from knowledge.data.profile import Action, Card, Effect, Says
from knowledge.data.yaml_files import rulings_folder
from knowledge.text import LONGEST, CardReading, EffectReading, Language, read_card
from knowledge.text.printer import MarkedText, marks_of

# the language whose text is read: the one that is newest and closest to the OCG's own wording comes first
PREFERRED: tuple[tuple[str, Language], ...] = (("ja", "ja"), ("zh-CN", "zh"), ("zh", "zh"), ("en", "en"))
# and the one a page shows: in its own language first, then any other
SHOWN: dict[str, tuple[tuple[str, Language], ...]] = {
    "zh": (("zh-CN", "zh"), ("zh", "zh"), ("ja", "ja"), ("en", "en")),
    "en": (("en", "en"), ("ja", "ja"), ("zh-CN", "zh"), ("zh", "zh")),
}


READER = Path(cardtext.__file__).parent


class KeptReading(msgspec.Struct, frozen=True):
    """What is kept with an imported card: which text was read, what was read in it, and what pages mark in theirs."""

    text_of: str  # the language code of the text
    reading: CardReading
    marks: msgspec.Raw = msgspec.Raw()  # language code → marked text; read where a page is made, and nowhere else


class _KeptMarks(msgspec.Struct, frozen=True):
    """Of the same only what pages mark: the rest is passed over."""

    marks: msgspec.Raw = msgspec.Raw()


_ENCODER, _DECODER = msgspec.msgpack.Encoder(), msgspec.msgpack.Decoder(KeptReading)
_KEPT_MARKS, _MARKS = msgspec.msgpack.Decoder(_KeptMarks), msgspec.msgpack.Decoder(dict[str, MarkedText])


@cache
def version_of_reader() -> str:
    """A short name for the reader and the wording it works with: another of either means reading again."""
    digest = hashlib.sha256()
    for path in (
        *sorted((rulings_folder() / "wording").rglob("*.yaml")),
        *sorted(READER.rglob("*.py")),
        Path(__file__),
    ):
        digest.update(path.read_bytes())
    return f"reader-{digest.hexdigest()[:12]}"


def read_stored(card: dict[str, Any]) -> bytes:
    """The reading of an imported card's text, encoded to be kept; empty where there is no text."""
    stored = msgspec.convert(card, StoredCard)
    kept = _read(stored)
    if kept is None:
        return b""
    shown = {code: lang for codes in SHOWN.values() for code, lang in _first_text(stored, codes)}
    marks = {code: _marked(stored, code, lang, kept) for code, lang in shown.items()}
    return _ENCODER.encode(msgspec.structs.replace(kept, marks=msgspec.Raw(_ENCODER.encode(marks))))


def _read(stored: StoredCard) -> KeptReading | None:
    for code, lang in _first_text(stored, PREFERRED):
        text, scale = stored.texts[code][:LONGEST], stored.pendulum_texts.get(code)
        return KeptReading(code, read_card(text, stored.type, lang, scale))
    return None


def _first_text(stored: StoredCard, codes: tuple[tuple[str, Language], ...]) -> list[tuple[str, Language]]:
    return [(code, lang) for code, lang in codes if stored.texts.get(code, "").strip()][:1]


def texts_shown(stored: StoredCard, code: str) -> tuple[str, str]:
    """The text of a card in a language, and its scale text where that is kept apart."""
    return stored.texts[code][:LONGEST], stored.pendulum_texts.get(code, "")[:LONGEST]


def _marked(stored: StoredCard, code: str, lang: Language, kept: KeptReading | None = None) -> MarkedText:
    """What is marked in a text; `kept` is what was read in it already, if it was this one."""
    text, scale = texts_shown(stored, code)
    is_read = kept is not None and kept.text_of == code and stored.pendulum_texts.get(code) == (scale or None)
    reading = kept.reading if kept and is_read else read_card(text, stored.type, lang, scale or None)
    return marks_of(text, scale, reading, stored.type, lang)


def text_shown(store: CardStore, stored: StoredCard, lang: str) -> tuple[str, MarkedText] | None:
    """Which text of a card a page shows, and what is marked in it: as kept at the import, else found now."""
    for code, read_as in _first_text(stored, SHOWN[lang]):
        raw = store.derived(stored.key) if store.derived_by == version_of_reader() else None
        try:
            kept = _KEPT_MARKS.decode(raw).marks if raw else None
            marks = _MARKS.decode(kept).get(code) if kept else None
        except (msgspec.DecodeError, msgspec.ValidationError):
            marks = None
        return code, marks or _marked(stored, code, read_as)
    return None


def kept_reading(raw: bytes | None) -> KeptReading | None:
    """What was kept, or nothing where it is missing or of another shape."""
    if not raw:
        return None
    try:
        return _DECODER.decode(raw)
    except (msgspec.DecodeError, msgspec.ValidationError):
        return None


def reading_kept_with(store: CardStore, card: StoredCard, derived: bytes | None = None) -> KeptReading | None:
    """The reading kept with a card at import; made now where the import kept none, or an older reader made it."""
    kept = kept_reading(derived or store.derived(card.key)) if store.derived_by == version_of_reader() else None
    return kept or _read(card)


def effects_of(kept: KeptReading | None, acts: dict[str, Any], card_type: str) -> tuple[Effect, ...]:
    """The effects of a reading, each with a summary in words made from what it does.

    A card that merely comes to the field has its activation added, which a reading lists only where it does something.
    """
    if kept is None:
        return ()
    read = tuple(_summed_up(effect, acts) for r in kept.reading.effects for effect in _in_either_turn(r))
    if card_type.startswith("Monster") or any(e.opens_the_card for e in read):
        return read
    return (Effect(number=0, kind="activate", part="card", summary=_bare()), *read)


@cache
def _bare() -> Says:
    says = catalogue("phrases.yaml", "phrases")["effect.bare"]
    return Says(zh=says["zh"], en=says["en"])


def cards_as_read(cards: Mapping[str, Card], store: CardStore, acts: dict[str, Any]) -> dict[str, Card]:
    """The cards as the user's database tells them, under their own ids and names; none but those it has."""
    found = {}
    taken = {card.names.zh for card in cards.values()}  # a database may call one card by another's name
    for name, card in cards.items():
        stored = store.by_password(card.password) if card.password else None
        stored = stored or (store.by_cid(card.cid) if card.cid else None)
        if stored:
            read = profile_of(stored, effects_of(reading_kept_with(store, stored), acts, stored.type))
            others = [alias for alias in (read.names.zh, *read.aliases) if alias not in taken]
            aliases = tuple(dict.fromkeys((*card.aliases, *others)))
            found[name] = msgspec.structs.replace(read, id=card.id, names=card.names, aliases=aliases)
    return found


def _in_either_turn(read: EffectReading) -> tuple[Effect, ...]:
    """An effect, and beside it the quick one it is under a condition: a further part of the same number."""
    effect = read.effect
    if not read.quick_if:
        return (effect,)
    quick = msgspec.structs.replace(
        effect,
        number=effect.number * 10 + 1,
        kind="quick",
        turn="either",
        also=("opponent-turn",),
        requires=(*effect.requires, *read.quick_if),
        unread=tuple(clause for clause in effect.unread if clause not in {r.amount for r in read.quick_if}),
    )
    return effect, quick


def _summed_up(effect: Effect, acts: dict[str, Any]) -> Effect:
    choices = tuple(
        msgspec.structs.replace(choice, summary=_summary(choice.does, acts)) if choice.does else choice
        for choice in effect.choices
    )
    done = (*effect.does, *(act for choice in choices for act in choice.does))
    return msgspec.structs.replace(effect, summary=_summary(done, acts), choices=choices)


def _summary(does: tuple[Action, ...], acts: dict[str, Any]) -> Says:
    """What an effect does, in the words of the vocabulary; a bare list, for the text itself is not ours to repeat."""
    return _listed(tuple([(acts[a.act].zh, acts[a.act].en) for a in does if a.act in acts]))


@lru_cache(4096)
def _listed(done: tuple[tuple[str, str], ...]) -> Says:
    zh, en = "、".join(dict.fromkeys(zh for zh, _ in done)), ", ".join(dict.fromkeys(en for _, en in done))
    return Says(zh=zh + "。" if done else "", en=en[:1].upper() + en[1:] + "." if done else "")
