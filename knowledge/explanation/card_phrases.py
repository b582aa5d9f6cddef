"""Which cards a text speaks of, and where, as a phrase that can stand in a sentence; the words are data."""

from collections.abc import Iterable
from functools import cache

from knowledge.data.language import LANGUAGES, Both, catalogue
from knowledge.data.profile import Filter
from knowledge.rules.book import Book

FIELD = frozenset(("monster-zone", "spell-zone", "field-zone", "pendulum-zone"))
_CARD_KINDS = ("monster", "spell", "trap")
_SPELLS_AND_TRAPS = frozenset(("spell", "trap", "quick-play", "continuous", "equip", "counter", "field", "normal-trap"))
_UNBOUNDED = 13  # no level, no ATK is lower than the lowest or higher than these
BUT = "non-"  # how profiles say "all but those"
_NOTHING: Both = dict.fromkeys(LANGUAGES, "")


def words() -> dict[str, Both]:
    """What cards, zones, effects and outcomes are called, read once."""
    return catalogue("card-words.yaml", "words")


def cards_in_words(book: Book, which: Filter | None, count: int | str = "") -> Both | None:
    """Cards of a kind: how many, which and where."""
    if which is None:
        return None
    several = (isinstance(count, str) and bool(count)) or (isinstance(count, int) and count > 1)
    kinds = [
        *(word("face-as", f) for f in (which.face,) if f),
        *(word("position-as", p) for p in (which.position,) if p),
        *(word("summoned", how) for how in which.summoned),
        _figure("level", which.level),
        _figure("atk", which.atk),
        _figure("def", which.defence),
        _alternatives([_attribute(a) for a in which.attribute]),
        _alternatives([printed(race) for race in which.race]),
        _alternatives([name_in_words(book, name) for name in (*which.name, *which.group)]),
    ]
    return filled_words(
        "cards.phrase",
        whose=_NOTHING if which.zones else word("whose-card", which.side or "") or _NOTHING,
        count=_count(count, which),
        other=words()["cards.other"] if which.other else _NOTHING,
        place=_place(which) or _NOTHING,
        kinds=together(kinds, "cards.between"),
        noun=_noun(which, several),
    )


def places_in_words(zones: Iterable[str], side: str | None = None) -> Both | None:
    """Where: the zones of the field all together are the field."""
    wanted = list(dict.fromkeys("field" if set(zones) >= FIELD else zone for zone in zones))
    return alternatives([_at(zone, side) for zone in wanted])


def name_in_words(book: Book, name: str) -> Both:
    """A name as a text quotes it, in each language: a card's, or an archetype's."""
    if name.startswith(BUT):
        return filled_words("cards.but", of=name_in_words(book, name.removeprefix(BUT)))
    card = book.card_named(name)
    if card is not None:
        return filled_words("quoted", name={"zh": card.names.zh, "en": card.names.en or card.names.zh})
    known = _quoted_names().get(name)
    if known is None and not name.isascii():  # nobody has written it down in the other language
        return filled_words("quoted", name={"zh": name, "en": words()["cards.unnamed"]["en"]})
    return filled_words("quoted", name=known or dict.fromkeys(LANGUAGES, name))


@cache
def _quoted_names() -> dict[str, Both]:
    """Archetypes and cards without a profile by their name in any language."""
    known = catalogue("archetypes.yaml", "archetypes")
    return {name["en"]: name for name in known.values()} | known


def printed(name: str) -> Both:
    """A word of the type line, or an attribute."""
    if name.startswith(BUT) and f"type.{name}" not in words():
        return filled_words("cards.but", of=printed(name.removeprefix(BUT)))
    return words().get(f"printed.{name}") or word("type", name) or dict.fromkeys(LANGUAGES, name)


def word(kind: str, key: str) -> Both | None:
    """What something is called, where there is a word for it."""
    return words().get(f"{kind}.{key}") if key else None


def filled_words(key: str, **parts: Both | str) -> Both:
    """A phrase with its blanks filled and no gaps left by those that were empty."""
    return {
        lang: " ".join(
            words()[key][lang].format(**{k: v[lang] if isinstance(v, dict) else v for k, v in parts.items()}).split()
        )
        for lang in LANGUAGES
    }


def together(parts: Iterable[Both | None], glue: str) -> Both:
    """Those that say something, one after the other."""
    found = [part for part in parts if part]
    return {lang: words()[glue][lang].join(part[lang] for part in found) for lang in LANGUAGES}


def alternatives(parts: Iterable[Both | None]) -> Both | None:
    """Any one of these."""
    found = [part for part in parts if part]
    return {lang: any_of([part[lang] for part in found], lang) for lang in LANGUAGES} if found else None


def any_of(parts: list[str], lang: str) -> str:
    """Words with commas between them and an "or" before the last."""
    listed = words()["list.of"][lang].join(parts[:-1])
    return words()["list.or"][lang].join(part for part in (listed, *parts[-1:]) if part)


def _alternatives(parts: list[Both]) -> Both | None:
    return together(parts, "cards.or") if parts else None


def _card_kind(which: Filter) -> str:
    """Monsters, spells, traps, or cards of any kind."""
    wider = [kind for kind in which.type if kind in _CARD_KINDS]
    if wider:
        return "-".join(wider) if f"noun.{'-'.join(wider)}" in words() else "card"
    if which.type:
        return "spell-trap" if set(which.type) <= _SPELLS_AND_TRAPS else "monster"
    figures = which.attribute or which.race or which.level or which.atk or which.defence or which.summoned
    return "monster" if figures or which.position or which.zones == ("monster-zone",) else "card"


def _noun(which: Filter, several: bool) -> Both:
    """What kind of card it is: which kind of monster, or of spells and traps."""
    if (whole := f"noun.{'-'.join(which.type)}") in words() and not several:
        return words()[whole]
    narrower = [word("type", kind) or printed(kind) for kind in which.type if kind not in _CARD_KINDS]
    noun = words()[f"noun.{_card_kind(which)}" + (".many" if several else "")]
    return filled_words("noun.of", kind=_alternatives(narrower) or "", noun=noun)


def _count(count: int | str, which: Filter) -> Both:
    if not isinstance(count, int):
        return word("count", count) or _NOTHING
    return filled_words("count.monsters" if _card_kind(which) == "monster" else "count.cards", n=str(count))


def _place(which: Filter) -> Both | None:
    zones = [zone for zone in which.zones if zone not in FIELD]
    alone = [zone for zone in which.zones if zone in FIELD]
    if alone:
        told = alone not in (["field-zone"], ["pendulum-zone"])  # the other zones are told by the kind of card
        zones = [*(["field"] if told else alone), *zones]
    found = alternatives([_at(zone, which.side) for zone in zones])
    return filled_words("cards.at", place=found) if found else None


def _at(zone: str, side: str | None) -> Both:
    return filled_words(f"in-place.{zone}", side=words()[f"whose.{side or 'any'}"])


def _attribute(name: str) -> Both:
    return filled_words("attribute.of", attribute=printed(name))


def _figure(stat: str, bounds: tuple[int, int] | None) -> Both | None:
    if bounds is None:
        return None
    low, high = bounds
    least, most = (1, _UNBOUNDED - 1) if stat == "level" else (0, 9999)
    how = "exact" if low == high else "most" if low <= least else "least" if high >= most else "between"
    return filled_words(f"figure.{stat}.{how}", low=str(low), high=str(high))


def with_article(whom: str, lang: str) -> str:
    """One of a kind, where the language says so; what has its own word for which one is left alone."""
    if (
        lang != "en"
        or whom[:1].isdigit()
        or whom.startswith(("this ", "your ", "the ", "another "))
        or whom in ("you",)
    ):
        return whom
    return ("an " if whom.lstrip("“")[:1].lower() in "aeiou" else "a ") + whom
