"""An effect as profiled, in words: where, when, set off by what, at what cost, doing what; which cards it speaks of."""

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import Any

import msgspec

from knowledge.data.language import LANGUAGES, NOTHING_BETWEEN, Both, catalogue
from knowledge.data.profile import CARD_KINDS, Action, Card, Effect, Filter, Limit, Requirement, Trigger
from knowledge.explanation.citations import both
from knowledge.phrases import phrase
from knowledge.rules.book import Book
from knowledge.rules.categories import speed_of
from knowledge.table.cards import working_zones

FIELD = frozenset(("monster-zone", "spell-zone", "field-zone", "pendulum-zone"))
_SPELLS_AND_TRAPS = frozenset(("spell", "trap", "quick-play", "continuous", "equip", "counter", "field"))
_UNBOUNDED = 13  # no level, no ATK is lower than the lowest or higher than these
BUT = "non-"  # how profiles say "all but those"


@cache
def words() -> dict[str, Both]:
    """What cards, zones, effects and outcomes are called, read once."""
    return catalogue("card-words.yaml", "words")


def cards_in_words(book: Book, which: Filter | None, count: int | str = "") -> Both | None:
    """Cards of a kind: how many, which and where."""
    if which is None:
        return None
    if which.name or which.group:
        return _cards_called(which, count, _alternatives([name_in_words(book, n) for n in (*which.name, *which.group)]))
    return _cards_of_a_kind(which, count)


@lru_cache(4096)  # texts speak of the same kinds of cards: shared, read, never changed
def _cards_of_a_kind(which: Filter, count: int | str) -> Both:
    return _cards_called(which, count, None)


def _cards_called(which: Filter, count: int | str, names: Both | None) -> Both:
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
        names,
    ]
    return filled_words(
        "cards.phrase",
        whose=NOTHING_BETWEEN if which.zones else word("whose-card", which.side or "") or NOTHING_BETWEEN,
        count=_count(count, which),
        other=words()["cards.other"] if which.other else NOTHING_BETWEEN,
        place=_place(which) or NOTHING_BETWEEN,
        kinds=together(kinds, "cards.between"),
        noun=_noun(which, several),
    )


def places_in_words(zones: Iterable[str]) -> Both | None:
    """Where: the zones of the field all together are the field."""
    wanted = list(dict.fromkeys("field" if set(zones) >= FIELD else zone for zone in zones))
    return alternatives([_at(zone, None) for zone in wanted])


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
    said = words()[key]
    return {
        lang: " ".join(
            said[lang].format(**{k: v[lang] if isinstance(v, dict) else v for k, v in parts.items()}).split()
        )
        for lang in LANGUAGES
    }


@cache
def _one_of(key: str, lang: str) -> tuple[str, ...]:
    """The words of a list, any of which will do."""
    return tuple(words()[key][lang].split("|"))


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
    wider = [kind for kind in which.type if kind in CARD_KINDS]
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
    narrower = [word("type", kind) or printed(kind) for kind in which.type if kind not in CARD_KINDS]
    noun = words()[f"noun.{_card_kind(which)}" + (".many" if several else "")]
    return filled_words("noun.of", kind=_alternatives(narrower) or "", noun=noun)


def _count(count: int | str, which: Filter) -> Both:
    if not isinstance(count, int):
        return word("count", count) or NOTHING_BETWEEN
    return filled_words("count.monsters" if _card_kind(which) == "monster" else "count.cards", n=str(count))


def _place(which: Filter) -> Both | None:
    zones = [zone for zone in which.zones if zone not in FIELD]
    alone = [zone for zone in which.zones if zone in FIELD]
    if alone:
        told = alone not in (["field-zone"], ["pendulum-zone"])  # the other zones are told by the kind of card
        zones = [*(["field"] if told else alone), *zones]
    found = alternatives([_at(zone, which.side) for zone in zones])
    return filled_words("cards.at", place=found) if found else None


@lru_cache(256)  # likewise shared
def _at(zone: str, side: str | None) -> Both:
    return filled_words(f"in-place.{zone}", side=words()[f"whose.{side or 'any'}"])


def _attribute(name: str) -> Both:
    return filled_words("attribute.of", attribute=printed(name))


@lru_cache(1024)  # likewise shared
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


OATH = "forbid-"  # what a player gives up for the turn stands with the costs, but is not paid
MOST_ACTS = 4  # a sentence tells no more of what an effect does
SAYS_NOTHING = ("apply-later", "forbid-other", "other")  # words that tell no player what is done


def _speed(card: Card, effect: Effect) -> list[Both | None]:
    speed = speed_of(card, effect)
    return [{"zh": str(speed), "en": str(speed)}] if speed else []


_PARTS: dict[str, Callable[[Book, Card, Effect], list[Both | None]]] = {
    "speed": lambda book, card, effect: _speed(card, effect),
    "where": lambda book, card, effect: [place_in_words(card, effect)],
    "when": lambda book, card, effect: [_when(book, effect)],
    "trigger": lambda book, card, effect: [_trigger(book, effect.trigger) if effect.trigger else None],
    "answers": lambda book, card, effect: [_answers(book, effect)],
    "requires": lambda book, card, effect: [requirement_in_words(book, r) for r in effect.requires],
    "cost": lambda book, card, effect: [act_in_words(book, a) for a in effect.cost if not a.act.startswith(OATH)],
    "targets": lambda book, card, effect: [cards_in_words(book, t, 1) or words()["filter.any"] for t in effect.targets],
    "does": lambda book, card, effect: [act_in_words(book, a) for a in effect.does],
    "choices": lambda book, card, effect: [both(c.summary) if c.summary else None for c in effect.choices],
    "limit": lambda book, card, effect: [_limit(effect)],
}


@lru_cache(4096)  # answers share these parts: they are read, never changed
def effect_in_words(book: Book, card: Card, effect: Effect) -> list[dict[str, Any]]:
    """The parts of an effect that say something, each with its lines."""
    parts = ((part, tell(book, card, effect)) for part, tell in _PARTS.items())
    return [{"part": part, "said": said} for part, lines in parts if (said := [line for line in lines if line])]


def part_in_words(book: Book, card: Card, effect: Effect, part: str) -> Both:
    """One part of an effect as one phrase, the others not looked at; nothing where its text has no such part."""
    return together(_PARTS[part](book, card, effect), "list.parts")


def kind_of_card(type_line: str) -> str:
    """Which kind of spell or trap a card is, as far as it decides when the card is activated."""
    kinds = {kind.strip().lower() for kind in type_line.split("/")}
    if "trap" in kinds:
        return "counter-trap" if "counter" in kinds else "trap"
    return "quick-play" if "quick-play" in kinds else "spell"


def place_in_words(card: Card, effect: Effect) -> Both | None:
    """From where it is activated: spells and traps by what they are, others by their zones."""
    if effect.opens_the_card and not effect.zones:
        hand = "from-hand" in effect.also
        return words()["from.hand-or-set" if hand or card.type.startswith("Spell") else "from.set"]
    return places_in_words(working_zones(card, effect))


def doing_in_words(book: Book, effect: Effect) -> Both | None:
    """What an effect does in the end, its target by what it may be; nothing where its text was not read."""
    acts = [*effect.every_act]
    acts = [act for act in acts if act.act not in SAYS_NOTHING][:MOST_ACTS]
    aimed = [_at_the_target(act, effect) for act in acts]
    said = together([act_in_words(book, act) for act in aimed], "list.then")
    return said if said["zh"] else None


def _at_the_target(act: Action, effect: Effect) -> Action:
    if act.what != "target" or act.which is not None or not effect.targets:
        return act
    return msgspec.structs.replace(act, which=effect.targets[0], count=act.count or 1)


def act_in_words(book: Book, action: Action) -> Both | None:
    """One act: what is done, to whom or what, how many, how long."""
    return _act(book, action) if _names_a_card(action.which) else _act_alike(book.base, action)


def _names_a_card(which: Filter | None) -> bool:
    """Whether a filter names cards: then it is said by a book that knows them all."""
    return which is not None and bool(which.name or which.group)


@lru_cache(4096)  # likewise shared
def _act_alike(book: Book, action: Action) -> Both | None:
    return _act(book, action)


def _act(book: Book, action: Action) -> Both | None:
    said = _of_shelf(book, "acts", action.act)
    if said is None:
        return None
    cards = cards_in_words(book, action.which, action.count)
    if cards is None and isinstance(action.count, int) and action.what in ("", "you", "opponent", "both"):
        cards = filled_words("count.of-cards", n=str(action.count))
    if what := cards or (word("what", action.what) if action.what != "answered" else None):
        said = _put_in(said, what, "object.nouns", "act.object")
    if points := word("amount", str(action.amount)) or _number(action.amount):
        said = _put_in(said, points, "amount.nouns", "act.amount")
    until = word("until", action.until)
    return filled_words("act.until", act=said, until=until) if until else said


def _number(amount: int | str) -> Both | None:
    return dict.fromkeys(LANGUAGES, str(amount)) if isinstance(amount, int) else None


def _put_in(act: Both, what: Both, nouns: str, as_object: str) -> Both:
    """An act with what it is done to at its noun; behind it where the act names none."""
    said = {}
    for lang in LANGUAGES:
        noun = next((n for n in _one_of(nouns, lang) if n in act[lang]), None)
        put = words()[as_object][lang].format(what=what[lang], noun=noun)
        behind = words()["act.of"][lang].format(act=act[lang], what=what[lang])
        said[lang] = act[lang].replace(noun, put, 1) if noun else behind
    return said


def moment_in_words(book: Book, effect: Effect) -> Both | None:
    """The moments and the turn its text names."""
    moments = alternatives([_moment(book, t) for t in effect.at])
    turn = phrase(f"turn.{effect.turn}.short") if effect.turn in ("own", "opponent") else None
    return phrase("in-turn", turn=turn, at=moments) if turn and moments else moments or turn


def _when(book: Book, effect: Effect) -> Both | None:
    parts = [moment_in_words(book, effect), *(word("also", also) for also in effect.also)]
    return together(parts, "list.parts") if any(parts) else None


def _moment(book: Book, named: str) -> Both | None:
    """A moment the text names, with the player whose it is where the text says so."""
    side, _, timing = named.rpartition(":")
    at = both(book.library.timings[timing].names) if timing in book.library.timings else None
    return phrase("in-turn", turn=phrase(f"turn.{side}.short"), at=at) if side and at else at


def _trigger(book: Book, trigger: Trigger) -> Both | None:
    return _set_off(book, trigger) if _names_a_card(trigger.of) else _set_off_alike(book.base, trigger)


@lru_cache(4096)  # likewise shared
def _set_off_alike(book: Book, trigger: Trigger) -> Both | None:
    return _set_off(book, trigger)


def _set_off(book: Book, trigger: Trigger) -> Both | None:
    of = trigger.of
    if of is not None and of.side and of == Filter(side=of.side):  # a player, not a card
        return events_in_words(book, trigger.events, word("player", of.side))
    whom = word("subject", "self") if trigger.subject == "self" else cards_in_words(book, of)
    if trigger.names_itself and trigger.subject != "self":
        whom = alternatives([word("subject", "self"), whom])
    return events_in_words(book, trigger.events, whom)


def events_in_words(book: Book, events: Iterable[str], whom: Both | None = None) -> Both | None:
    """What happens, to whom: any one of these."""
    happens = [said for event in events if (said := _of_shelf(book, "events", event))]
    if not happens:
        return None
    if whom is None:
        return alternatives(happens)
    return {lang: _happens_to(lang, whom[lang], [one[lang] for one in happens]) for lang in LANGUAGES}


def _happens_to(lang: str, whom: str, happens: list[str]) -> str:
    """Events that befall a card begin with it; of the others it is said behind who did it, if it is not plain."""
    befall, apart = [], []
    for event in happens:
        noun = next((n for n in _one_of("event.nouns", lang) if event.startswith(n)), None)
        if event.startswith(_one_of("event.apart", lang)):
            by = event.startswith(_one_of("event.by", lang))
            plain = whom == words()["subject.self"][lang] and not by
            player = whom in (words()["player.own"][lang], words()["player.opponent"][lang])
            key = "event.player.of" if player else "event.by.of" if by else "event.apart.of"
            apart.append(event if plain else words()[key][lang].format(event=event, whom=with_article(whom, lang)))
        else:
            befall.append((event[len(noun) :] if noun else event).strip())
    told = any_of(befall, lang)
    said = [words()["event.of"][lang].format(whom=with_article(whom, lang), event=told)] if befall else []
    return any_of([*said, *apart], lang)


def _answers(book: Book, effect: Effect) -> Both | None:
    """What it is chained to: whose, what kind of activation or summon, and what that must include."""
    response = effect.responds_to
    if response is None:
        return None
    named = set(response.doing)
    narrowest = [a for a in response.doing if not ((book.wider_acts((a,)) - {a}) & named)]
    doing = alternatives([_of_shelf(book, "acts", act) for act in narrowest])
    kinds = alternatives([word("answers", kind) for kind in response.to])
    of = cards_in_words(book, response.of)
    by = word("by-whom", response.by or "") or dict.fromkeys(LANGUAGES, "")
    if kinds is None:
        return None
    said = filled_words("answers.by", by=by, kinds=kinds)
    said = filled_words("answers.of", cards=of, what=said) if of else said
    if doing is None:
        return said
    whence = places_in_words(response.doing_from)
    return filled_words("answers.from" if whence else "answers.doing", what=said, doing=doing, place=whence or "")


def requirement_in_words(book: Book, wanted: Requirement) -> Both | None:
    """A printed condition on the table, with the cards or the figure it names."""
    template = f"requires.{wanted.is_}"
    plainly = _of_shelf(book, "requirements", wanted.is_)
    if template in words() and wanted.amount != "" and wanted.of is None:
        return filled_words(template, n=str(wanted.amount), cards="")
    if wanted.of is None:
        return plainly
    if template not in words():
        cards = cards_in_words(book, wanted.of)
        return filled_words("act.of", act=plainly, what=cards) if plainly and cards else plainly
    elsewhere = msgspec.structs.replace(wanted.of, side=None, zones=())  # the sentence says where
    cards = cards_in_words(book, elsewhere, wanted.amount if isinstance(wanted.amount, int) else "")
    one = {lang: with_article(text, lang) for lang, text in cards.items()} if cards else ""
    return filled_words(template, cards=cards or "", one=one, n=str(wanted.amount))


def _limit(effect: Effect) -> Both | None:
    return _limited(effect.limit) if effect.limit is not None else None


@lru_cache(256)  # likewise shared
def _limited(limit: Limit) -> Both:
    key = f"limit.{limit.per}" + (".once" if limit.times == 1 else "")
    said = {lang: text.format(n=limit.times) for lang, text in words()[key].items()}
    return filled_words("limit.by-name" if limit.counts == "name" else "limit.by-copy", limit=said)


def _of_shelf(book: Book, shelf: str, key: str) -> Both | None:
    found = getattr(book.library, shelf).get(key)
    return both(found) if found else None
