"""What is asked about beside activations: a matter the rules decide, a rule, a term of the glossary."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

import msgspec

from knowledge.data.law import Cite
from knowledge.data.profile import Card, Names, Says
from knowledge.data.yaml_files import question_words, rulings_folder
from knowledge.names.fold import fold
from knowledge.questions.cast import Cast
from knowledge.questions.named.cut import Cut, is_whole
from knowledge.rules.book import Book

_CLAUSES = re.compile(r"[，,。；;：:、!！?？]|\.\s")
_NAME = "□"
_QUOTES = re.compile('[「」『』“”"]')


class AskedMatter(NamedTuple):
    """The matter a question is about, and where its words stand."""

    gate: str
    start: int
    end: int


class Befalls(NamedTuple):
    """What is asked to befall a card, which outcome of the gate is a yes, and whether by the other player's effects."""

    gate: str
    card: Card
    yes: str
    by_the_other: bool
    start: int
    position: str = ""  # how the card lies, where that is told
    worn: bool = False  # it is asked of the monster that wears the card


@cache
def _words() -> dict[str, Any]:
    found: dict[str, Any] = question_words("matters.yaml")
    return found


@cache
def words_of_matters() -> dict[str, dict[str, list[str]]]:
    """Gate → the phrases people ask for it by, by language."""
    found: dict[str, dict[str, list[str]]] = {}
    for path in sorted((rulings_folder() / "questions").glob("matters*.yaml")):
        for gate, by_lang in question_words(path.name)["matters"].items():
            of_gate = found.setdefault(gate, {})
            for lang, says in by_lang.items():
                of_gate.setdefault(lang, []).extend(says)
    return found


@cache
def _patterns() -> tuple[list[tuple[str, str, re.Pattern[str]]], re.Pattern[str], re.Pattern[str]]:
    words = _words()["befalls"]
    listed = {gate: told for gate, told in words.items() if isinstance(told, dict) and "says" in told}
    said = [(gate, told["yes"], re.compile(says)) for gate, told in listed.items() for says in told["says"]]
    return said, re.compile(words["others"]), re.compile(words["pronoun"])


def befalls(text: str, named: Sequence[tuple[str, Card]]) -> Befalls | None:
    """What a question asks to befall one of the cards it names."""
    patterns, others, pronoun = _patterns()
    position, plain = _position_told(_QUOTES.sub("", text.casefold()))
    plain = plain.rstrip(" 　?？!！。.~,，、")
    for called, card in named:
        name = _QUOTES.sub("", called.casefold())
        at = plain.rfind(name) if name else -1
        if at < 0:
            continue
        clause = _CLAUSES.split(f"{plain[:at]}{_NAME}{plain[at + len(name) :]}")[-1].strip()
        bare = re.sub(_words()["befalls"]["wearer"].replace("□", _NAME), _NAME, clause)
        worn, clause = bare != clause, bare
        meant = [clause]
        if _NAME not in clause and len({card.id for _, card in named}) == 1:  # "if X is …, can it be …"
            meant = [pronoun.sub(_NAME, clause, count=1), _NAME + clause]
        for gate, yes, pattern in patterns:
            for said in meant:
                if _NAME in said and (found := pattern.search(said)):
                    return Befalls(gate, card, yes, bool(others.search(found[0])), at, position, worn)
    return None


def _position_told(plain: str) -> tuple[str, str]:
    """How the card is said to lie, and the text without the words for it."""
    said = _words()["befalls"]["positions"]
    found = [(position, pattern) for position, pattern in said.items() if re.search(pattern, plain)]
    if len(found) != 1:
        return "", plain
    [(position, pattern)] = found
    without = re.sub(pattern, lambda m: " " if m[0].isascii() else "", plain)
    return position, " ".join(without.split())


@cache
def _phrases() -> list[tuple[str, str]]:
    """Every phrase with its gate, the longest first."""
    listed = words_of_matters()
    found = [(said.casefold(), gate) for gate, by_lang in listed.items() for says in by_lang.values() for said in says]
    return sorted(found, key=lambda pair: -len(pair[0]))


def matter_asked_for(text: str) -> AskedMatter | None:
    """The matter whose phrase stands in a question."""
    plain = text.casefold()
    for said, gate in _phrases():
        at = plain.find(said)
        if at >= 0:
            return AskedMatter(gate, at, at + len(said))
    return None


_FILES = ("rules.yaml", "rules-everyday.yaml", "rules-typed.yaml")
_IN_JAPANESE = "rules-ja.yaml"
_BETWEEN = "between"  # the verdict of a topic whose figure is made of two scales told
DIFFERENCE = "difference"  # the verdict of a topic that tells two things apart
_SMALL_NUMBER = re.compile(r"(?<!\d)\d{1,2}(?!\d)")


class Topic(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One rule people ask about: what has to be spoken of, and the answer."""

    id: str
    needs: tuple[str, ...]
    without: tuple[str, ...] = ()
    also: tuple[str, ...] = ()  # concepts its answer covers too, where they are spoken of
    verdict: str
    says: Says
    ja: str = ""  # what it says in Japanese
    statements: tuple[str, ...] = ()
    cites: Cite | None = None


class Met(NamedTuple):
    """The topic a question meets, where concepts of the rules stand in it, and where those that the answer covers."""

    topic: Topic
    spoken: list[tuple[int, int]]
    covered: list[tuple[int, int]]


class RuleTopics:
    """Every topic, and every spelling of every concept."""

    def __init__(self) -> None:
        records: list[Any] = [question_words(name) for name in _FILES]
        ja: Any = question_words(_IN_JAPANESE)["says"]
        listed = [topic for record in records for topic in record["topics"]]
        self.topics = [msgspec.convert({"ja": ja.get(topic["id"], ""), **topic}, Topic) for topic in listed]
        self.spellings = sorted(
            {
                (fold(said), concept)
                for record in records
                for concept, langs in record["concepts"].items()
                for s in langs.values()
                for said in s
            },
            key=lambda pair: (-len(pair[0]), pair),
        )

    def met(self, made: Cut) -> Met | None:
        """The topic with the most concepts, all of them spoken of, and where they stand."""
        folded = made.folded
        scales = [(int(found[0]), found.span()) for found in _SMALL_NUMBER.finditer(folded)]
        places: dict[str, list[tuple[int, int]]] = {}
        for spelling, concept in self.spellings:
            at = folded.find(spelling)
            while spelling and at >= 0:
                of_a_figure = spelling[:1].isdigit() and folded[at - 1 : at].isdigit()  # "0 atk" in "2000 atk"
                if not of_a_figure and is_whole(made, at, at + len(spelling)):
                    places.setdefault(concept, []).append((at, at + len(spelling)))
                at = folded.find(spelling, at + 1)
        fitting = [
            topic
            for topic in self.topics
            if all(need in places for need in topic.needs)
            and not any(other in places for other in topic.without)
            and (topic.verdict != _BETWEEN or len(scales) == 2)
        ]
        if not fitting:
            return None
        best = max(fitting, key=lambda topic: _covered(topic, places))
        spoken = [span for spans in places.values() for span in spans]
        told = [span for concept in (*best.needs, *best.also) for span in places.get(concept, ())]
        if best.verdict != _BETWEEN:
            return Met(best, spoken, told)
        [(one, first), (other, second)] = scales
        topic = _with_levels(best, min(one, other) + 1, max(one, other) - 1)
        return Met(topic, [*spoken, first, second], [*told, first, second])


def _with_levels(topic: Topic, low: int, high: int) -> Topic:
    """A topic that speaks of the levels between two scales, with the levels."""
    zh, en, ja = (said.format(low=low, high=high) for said in (topic.says.zh, topic.says.en, topic.ja))
    return msgspec.structs.replace(topic, verdict=f"{low}-{high}", says=Says(zh=zh, en=en), ja=ja)


def _covered(topic: Topic, places: dict[str, list[tuple[int, int]]]) -> tuple[int, int]:
    held = {at for need in topic.needs for first, last in places[need] for at in range(first, last)}
    return len(topic.needs), len(held)


@cache
def rule_topics() -> RuleTopics:
    """The topics, read once."""
    return RuleTopics()


def terms_in(made: Cut, cast: Cast, book: Book, turned_round: re.Pattern[str]) -> list[str]:
    """Ids of what is to be explained, in the order it is named: `term:…`, `timing:…` or `gate:…`.

    A term that the words behind it turn round is another thing, which nobody has explained yet.
    """
    blocked = _asking(made, cast)
    found: list[tuple[int, str]] = []
    for spelling, name in _spellings(book).items():
        at = made.folded.find(spelling)
        while at >= 0:
            if not any(blocked[at : at + len(spelling)]) and _starts_a_word(made, at):
                blocked[at : at + len(spelling)] = [True] * len(spelling)
                behind = made.text[made.places[at + len(spelling) - 1] + 1 :]
                found.append((at, "" if turned_round.match(behind) else name))
            at = made.folded.find(spelling, at + len(spelling))
    ordered = list(dict.fromkeys(name for _, name in sorted(found) if name))
    if "difference" in cast.marks:
        return ordered
    longest = [name for _, name in found[:1] if name]
    return longest


def _starts_a_word(made: Cut, at: int) -> bool:
    """Whether a Latin word begins here: "send" does not speak of the "DS"."""
    place = made.places[at]
    return not (place and all(c.isascii() and c.isalpha() for c in made.text[place - 1 : place + 1]))


def term_alone(made: Cut, cast: Cast, book: Book) -> list[str]:
    """The term that is all there is to the question; one that shares its name with a card is the card if an alias."""
    rest = "".join(c for c, asking in zip(made.folded, _asking(made, cast), strict=True) if not asking)
    name = _spellings(book).get(rest, "")
    if not name.startswith("term:"):
        return []
    cards = {fold(n) for i in cast.items if i.named for n in _each(i.named.card.names)}
    own = map(fold, _each(book.library.terms[name.removeprefix("term:")].names))
    return [name] if rest not in cards or ("define" in cast.marks and rest in own) else []


def _each(names: Names) -> list[str]:
    return [name for name in (names.zh, names.en, names.ja) if name]


def _asking(made: Cut, cast: Cast) -> list[bool]:
    """Letter by letter: does it belong to the words that ask for an explanation?"""
    asking = [i.token for i in cast.items if i.token and i.phrase and {"define", "difference"} & set(i.phrase.marks)]
    return [any(t.start <= at < t.end for t in asking) for at in range(len(made.folded))]


@lru_cache(8)
def _spellings(book: Book) -> dict[str, str]:
    """Every name that can be explained, the longest first; the glossary before moments, moments before matters."""
    known: dict[str, str] = {}
    library = book.library
    for gate in library.gates.values():
        _add(known, gate.names, (), f"gate:{gate.gate}")
    for timing in library.timings.values():
        _add(known, timing.names, timing.aliases, f"timing:{timing.id}")
    for term in library.terms.values():
        _add(known, term.names, term.aliases, f"term:{term.id}")
    return dict(sorted(known.items(), key=lambda pair: (-len(pair[0]), pair[0])))


def _add(known: dict[str, str], names: Names, aliases: tuple[str, ...], name: str) -> None:
    for spelling in (*_each(names), *aliases):
        folded = fold(spelling)
        if len(folded) > 1:
            known[folded] = name
