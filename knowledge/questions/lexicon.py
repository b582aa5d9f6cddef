"""The phrases of `rulings/questions/`, folded and ready to be looked for."""

import re
from collections.abc import Collection, Iterable, Iterator
from functools import cache, partial
from itertools import product
from math import fsum, prod
from pathlib import Path
from typing import Any, Literal

import msgspec

from knowledge.data.law import Timing
from knowledge.data.library import Library
from knowledge.data.records import Fault, as_record, nearest
from knowledge.data.yaml_files import Placed, Unreadable, read_yaml
from knowledge.names.fold import fold, fold_letters
from knowledge.questions.named.name_words import Spellings

LANGUAGE_FILES = ("zh.yaml", "en.yaml", "ja.yaml", "outcomes.yaml", "battles.yaml")
FURTHER_FILES = (
    "histories.yaml",
    "small-words.yaml",
    "moves.yaml",
    "activations.yaml",
    "everyday.yaml",
    "ruling-words.yaml",
    "played.yaml",
    "colloquial.yaml",
    "case-language.yaml",
    "typed.yaml",
    "forum-talk.yaml",
)  # each with all its languages
TERMS_IN_JAPANESE = "terms-ja.yaml"
_BLANK = "{n}"
_CHOICE = re.compile(r"\(([^()]*)\)")
_DIGITS = {"effect": 2, "hand": 2, "gy": 2, "deck": 2, "materials": 2, "counters": 2, "link": 2, "level": 2}
_MOST_DIGITS = 6
_MOST_WRITTEN_OUT = 64  # a phrase with more spellings is walked, choice by choice
_HIRAGANA = re.compile("[\u3041-\u3096]")


class Thing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A card told of without its name, described as a card on the table is."""

    kind: Literal["monster", "spell", "trap", "spell-trap", "card", "room"] = "monster"
    face: Literal["", "up", "down"] = ""
    type: tuple[str, ...] = ()
    attribute: str = ""
    race: str = ""


# kinds of activations that are kinds of cards too
SPELL_OR_TRAP: dict[str, Literal["spell", "trap"]] = {"spell": "spell", "trap": "trap"}


class Phrase(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One thing people say in several ways, and what it tells about the question."""

    says: tuple[str, ...]
    marks: tuple[str, ...] = ()
    role: Literal["", "in-force", "answered", "subject", "aside"] = ""
    card: Literal["before", "after"] = "after"
    firm: bool = False
    needs: str = ""  # a mark the question must have for the role
    otherwise: Literal["", "aside"] = ""  # the role where it has not
    turn: Literal["", "own", "opponent"] = ""
    side: Literal["", "own", "opponent"] = ""
    at: str = ""
    events: tuple[str, ...] = ()
    zone: Literal["", "hand", "gy", "field", "banished", "deck", "pendulum-zone"] = ""
    face: Literal["", "down"] = ""
    position: Literal["", "attack", "defence"] = ""
    by: Literal["", "battle", "effect", "cost"] = ""  # what the event came by
    origin: Literal["", "hand", "deck", "field", "gy", "material"] = ""  # where the card was before the event
    now: Literal["", "banished-face-down", "extra-deck"] = ""  # where the card is since
    voice: Literal["", "passive", "active"] = ""  # whether the card before the event suffered it, or did it
    activation: str = ""  # an activation told of without its card: one of `stand_ins`
    states: tuple[str, ...] = ()  # what it tells of the table: words of `statements.py`
    effect: int | None = None
    does: tuple[str, ...] = ()  # the effect meant is one whose acts are among these
    number: Literal[
        "",
        "effect",
        "atk",
        "def",
        "lp",
        "hand",
        "gy",
        "deck",
        "materials",
        "counters",
        "link",
        "level",
        "count",
        "summons",
    ] = ""
    value: int | None = None
    light: bool = False
    place: Literal[
        "", "field", "monster-zone", "extra-monster-zone", "spell-zone", "gy", "hand", "deck", "extra", "banished"
    ] = ""
    amount: Literal["", "none", "some", "only", "full", "other", "bounded"] = ""  # how much of something lies there
    thing: Thing | None = None
    told: tuple[str, ...] = ()  # events it tells of in a part of the sentence that does not ask
    could: tuple[str, ...] = ()  # what it may mean where it reaches no statement: names of `meanings.yaml`
    opens: bool = False  # who speaks: with the word for being allowed it begins the part of the sentence that asks


class KindRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One line of the list that decides the kind of a question."""

    kind: str
    needs: tuple[str, ...] = ()
    any: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    here: tuple[str, ...] = ()  # these must stand in the part that asks: elsewhere they tell

    def fits(self, marks: set[str], here: set[str]) -> bool:
        """Whether a question with these marks, some of them in the part that asks, is of this kind."""
        wanted = not self.any or not marks.isdisjoint(self.any)
        return (
            wanted
            and marks.issuperset(self.needs)
            and marks.isdisjoint(self.without)
            and (not self.here or not here.isdisjoint(self.here))
        )


class Weights:
    """What a feature counts for a role."""

    def __init__(self, weights: dict[str, dict[str, str]]) -> None:
        self._weights = {role: {name: float(w) for name, w in some.items()} for role, some in weights.items()}

    def of(self, role: str, feature: str) -> float:
        """What one feature counts; what is not listed counts nothing."""
        return self._weights.get(role, {}).get(feature, 0.0)

    def together(self, role: str, features: Iterable[str]) -> float:
        """What several count; features have no order, and their sum must not have one either."""
        return fsum(self.of(role, feature) for feature in features)


class Language(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One file of phrases."""

    phrases: tuple[Phrase, ...] = ()
    fillers: tuple[str, ...] = ()
    postpositions: tuple[str, ...] = ()  # fillers that follow a moment or a place, never a name
    telling: tuple[str, ...] = ()  # fillers that tell something in a clause which is made of nothing else


class Monsters(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a language describes a monster by one word: its attribute, its monster type, its kind."""

    attribute: tuple[str, ...]
    race: tuple[str, ...]
    type: tuple[str, ...]


class BoardWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What one language says of places, amounts and things."""

    phrases: tuple[Phrase, ...]
    monsters: Monsters


class Boards(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The words for what lies where; `words`: field of a card → its value → what it is called, by language."""

    zh: BoardWords
    en: BoardWords
    ja: BoardWords
    words: dict[str, dict[str, dict[str, tuple[str, ...]]]]

    def all_phrases(self) -> Iterator[Phrase]:
        """Every phrase, those for kinds of monsters made of their words first."""
        for lang, told in (("zh", self.zh), ("en", self.en), ("ja", self.ja)):
            for field, values in self.words.items():
                for value, called in values.items():
                    says = tuple(
                        f.replace("{w}", word) for f in getattr(told.monsters, field) for word in called.get(lang, ())
                    )
                    thing = Thing(type=(value,)) if field == "type" else msgspec.convert({field: value}, Thing)
                    plain = tuple(said for said in says if _BLANK not in said)
                    yield Phrase(says=plain, thing=thing, marks=("describes",), light=True)
                    counted = tuple(said for said in says if _BLANK in said)
                    yield Phrase(says=counted, thing=thing, marks=("describes",), light=True, number="count")
            yield from told.phrases


class PrintedCost:
    """How it is asked what is paid to use a card, or whether one of the acts is."""

    def __init__(self, what: str, asks: str, acts: dict[str, str]) -> None:
        self._what = re.compile(what)
        self._acts = {act: re.compile(asks.replace("{act}", said)) for act, said in acts.items()}

    def asks_what(self, around: str) -> bool:
        """Whether the words around a name ask what its cost is."""
        return self._what.match(around) is not None

    def act_in(self, around: str) -> str:
        """The act they ask about; empty where they ask something else."""
        return next((act for act, asks in self._acts.items() if asks.match(around)), "")


class PrintedKinds:
    """How it is asked whether a card is of a kind, or how often a turn it may be used."""

    def __init__(self, asks: str, words: dict[str, list[str]], once: list[str]) -> None:
        self._kinds = {kind: re.compile(asks.format(kind="|".join(called))) for kind, called in words.items()}
        self._once = re.compile(asks.format(kind="|".join(once)))

    def kind_in(self, around: str) -> tuple[str, ...]:
        """The words of a printed type that the words around a name ask for; none where they ask something else."""
        return next((tuple(kind.split()) for kind, asks in self._kinds.items() if asks.match(around)), ())

    def asks_for_once(self, around: str) -> bool:
        """Whether they ask if its effects are used once per turn."""
        return self._once.match(around) is not None


FILLER = Phrase(says=(), light=True)
ARCHETYPE = Phrase(says=(), marks=("archetype",), light=True)
POSTPOSITION = Phrase(says=("",), light=True)


class Lexicon:
    """Every phrase by its folded spelling; phrases with a number as patterns."""

    def __init__(self, folder: Path, timings: tuple[Timing, ...] = ()) -> None:
        self.plain: Spellings[Phrase] = Spellings()
        self._added = 0
        self.telling: frozenset[str] = frozenset()
        self.kana: Spellings[str] = Spellings()  # phrases with hiragana, folded → as typed: no part of a name
        self.patterns: list[tuple[re.Pattern[str], Phrase]] = []
        self.leading: list[tuple[re.Pattern[str], Phrase]] = []  # patterns that begin with their figure
        kinds = _read(folder / "kinds.yaml")
        self.kinds = [msgspec.convert(rule, KindRule) for rule in kinds["kinds"]]
        self.stand_ins: dict[str, list[str]] = kinds["stand_ins"]
        self.quoted_text = re.compile(kinds["quoted_text"])
        self.quoted_effect = re.compile(kinds["quoted_effect"])
        self.turned_round = re.compile(kinds["turned_round"])
        self.read_as: dict[str, str] = kinds["read_as"]
        plainer = (*kinds["negative"], *kinds["retold"])
        self._plainer = [(re.compile(told["says"]), told["means"]) for told in plainer]
        self.bounds = {way: re.compile(pattern) for way, pattern in kinds["bounds"].items()}
        self.two_figures = re.compile(kinds["two_figures"]["says"])
        self.both_attack_values: str = kinds["two_figures"]["becomes"]
        self.run_on = re.compile(kinds["run_on"], re.I)
        self.printed_duty = {asks: re.compile(pattern) for asks, pattern in kinds["printed_duty"].items()}
        self.activated_in = {zone: re.compile(pattern) for zone, pattern in kinds["activated_in"].items()}
        self.printed_cost = PrintedCost(**kinds["printed_cost"])
        self.printed_kinds = PrintedKinds(**kinds["printed_kinds"])
        self.aimed_at = {place: re.compile(pattern) for place, pattern in kinds["aimed_at"].items()}
        self.just_set = re.compile(kinds["just_set"])
        self.whose_effect = {side: re.compile(said) for side, said in kinds["whose_effect"].items()}
        self.stands_alone = [(told["closes"], re.compile(told["says"])) for told in kinds["stands_alone"]]
        self.meanings: dict[str, list[dict[str, Any]]] = _read(folder / "meanings.yaml")["meanings"]
        self.weights = Weights(_read(folder / "weights.yaml")["weights"])
        self.sentences: dict[str, dict[str, str]] = _read(folder / "sentences.yaml")["sentences"]
        self.terms_ja: dict[str, str] = _read(folder / TERMS_IN_JAPANESE)["says"]  # by ids of the glossary
        languages = [msgspec.convert(_read(folder / name), Language) for name in LANGUAGE_FILES]
        for language in languages:
            self.plain.add(map(_key, language.fillers), FILLER, self._behind())
            self.plain.add(map(_key, language.postpositions), POSTPOSITION, self._behind())
        for timing in timings:
            names = (timing.names.zh, timing.names.ja, timing.names.en, *timing.aliases)
            self.plain.add(map(_key, filter(None, names)), Phrase(says=(), at=timing.id), self._before())
        for language in languages:
            for phrase in language.phrases:
                self._add(phrase)
        for phrase in msgspec.convert(_read(folder / "boards.yaml"), Boards).all_phrases():
            self._add(phrase)
        for name in FURTHER_FILES:
            for told in msgspec.convert(_read(folder / name), dict[str, Language]).values():
                self.telling |= frozenset(map(_key, told.telling))
                for phrase in told.phrases:
                    self._add(phrase)
                self.plain.add(map(_key, told.fillers), FILLER, self._behind())

    def _before(self) -> int:
        """The rank of what takes the place of all that was added before it."""
        self._added += 1
        return self._added

    def _behind(self) -> int:
        """The rank of what leaves all that was added before it in its place."""
        return -self._before()

    def asked_plainly(self, text: str) -> str:
        """A question that is put in the negative or in one breath, as the plain one that asks the same."""
        for says, means in self._plainer:
            text = says.sub(means, text)
        return text

    def carries_nothing(self, text: str) -> bool:
        """Whether a run of characters is one of the words that tell nothing."""
        phrase = self.plain.get(_key(text))
        if phrase is None or not phrase.light or phrase.marks or phrase.amount or phrase.thing:
            return False
        return not (phrase.states or phrase.zone or phrase.face)

    def _add(self, phrase: Phrase) -> None:
        for said in phrase.says:
            if _BLANK in said:
                known = self.leading if said.startswith(_BLANK) else self.patterns
                known.append((_pattern(said, _DIGITS.get(phrase.number, _MOST_DIGITS)), phrase))
                continue
            folded = [list(map(fold_letters, some)) for some in _choices(said)]
            if prod(map(len, folded)) > _MOST_WRITTEN_OUT and sum(len(min(some, key=len)) for some in folded) > 1:
                self.plain.add_many(folded, lambda _: phrase, self._before())
                if _HIRAGANA.search(said):
                    self.kana.add_many(folded, partial(_in_hiragana, said), self._behind())
                continue
            keys = keys_of(said)
            self.plain.add(keys, phrase, self._before())
            if _HIRAGANA.search(said):
                for key, spelling in zip(keys, spelled_out(said), strict=True):
                    if len(spelling) > 1 and _HIRAGANA.search(spelling):
                        self.kana.add((key,), spelling, self._behind())


def _pattern(said: str, most: int) -> re.Pattern[str]:
    """A phrase with a figure, as one pattern; the longest of its choices is tried first."""
    made = []
    for place, part in enumerate(_CHOICE.split(said)):
        if place % 2:
            choices = sorted({_part(choice) for choice in part.split("|")}, key=len, reverse=True)
            made.append(f"(?:{'|'.join(map(re.escape, choices))})")
        else:
            before, blank, after = part.partition(_BLANK)
            digits = rf"(?<!\d)(\d{{1,{most}}})(?!\d)" if blank else ""
            made.append(re.escape(_part(before)) + digits + re.escape(_part(after)))
    return re.compile("".join(made))


def _choices(said: str) -> list[list[str]]:
    parts = _CHOICE.split(said)  # what stands between choices, and at odd places the choices
    return [part.split("|") if place % 2 else [part] for place, part in enumerate(parts)]


def spelled_out(said: str) -> list[str]:
    """Every spelling of a phrase with choices: `特召(了|)怪` is 特召了怪 and 特召怪."""
    return list(map("".join, product(*_choices(said))))


def keys_of(said: str) -> list[str]:
    """Every spelling folded, in the same order; each choice is folded once, for a phrase may have thousands."""
    choices = _choices(said)
    keys = list(map("".join, product(*([fold_letters(part) for part in some] for some in choices))))
    if len(min(keys, key=len)) > 1:
        return keys
    return [_key(spelling) for spelling in spelled_out(said)]  # a single kana, or nothing but signs, is kept as typed


def _in_hiragana(said: str, key: str) -> str | None:
    """The first spelling with hiragana that is folded to this."""
    begun = [("", key)]  # what is spelled so far, and what is left of the key
    for some in _choices(said):
        parts = [(choice, fold_letters(choice)) for choice in some]
        begun = [(so_far + c, left[len(f) :]) for so_far, left in begun for c, f in parts if left.startswith(f)]
    return next((spelling for spelling, left in begun if not left and _HIRAGANA.search(spelling)), None)


def _part(text: str) -> str:
    return fold(text) if text.strip() else ""


def _key(text: str) -> str:
    """A single kana keeps its script, so that a particle is not found inside a name."""
    return text if len(text) == 1 and "\u3041" <= text <= "\u3096" else fold(text)


def _read(path: Path) -> Any:
    return read_yaml(path.read_text(encoding="utf-8")).value


@cache
def lexicon_of(folder: Path, timings: tuple[Timing, ...]) -> Lexicon:
    """The lexicon of a folder of rulings, read once."""
    return Lexicon(folder / "questions", timings)


def phrase_file_faults(library: Library, root: Path) -> list[Fault]:
    """Every file of phrases that is unreadable, every entry of a wrong shape, every word that nobody knows."""
    found: list[Fault] = []
    pages: dict[str, Placed] = {}
    for path in sorted((root / "questions").glob("*.yaml")):
        try:
            pages[path.name] = read_yaml(path.read_text(encoding="utf-8"))
        except Unreadable as wrong:
            found.append(Fault(f"questions/{path.name}", wrong.line, "yaml", wrong.found, wrong.expected))
    meanings = pages["meanings.yaml"].value["meanings"] if "meanings.yaml" in pages else {}
    families = {"-".join(act.split("-")[:n]) for act in library.acts for n in range(1, act.count("-") + 2)}
    known: dict[str, Collection[str]] = {
        "at": library.timings,
        "events": library.events,
        "told": library.events,
        "does": families,  # `negate` stands for all acts that begin with it
        "could": meanings,
    }
    for name in (*LANGUAGE_FILES, *FURTHER_FILES, "boards.yaml"):
        if name in pages:
            found += _faults_of_phrases(pages[name], f"questions/{name}", known)
    if TERMS_IN_JAPANESE in pages:
        found += _faults_of_terms(pages[TERMS_IN_JAPANESE], f"questions/{TERMS_IN_JAPANESE}", library.terms)
    return found


def _faults_of_terms(placed: Placed, file: str, terms: Collection[str]) -> list[Fault]:
    """Sentences for terms that the glossary does not have."""
    lines = {name: placed.line_of(("says", name)) for name in placed.value["says"] if name not in terms}
    return [
        Fault(file, line, "unknown-reference", f"`{name}`", "a known term", nearest(name, terms))
        for name, line in lines.items()
    ]


def _faults_of_phrases(placed: Placed, file: str, known: dict[str, Collection[str]]) -> list[Fault]:
    """What is wrong with the phrases of one file, of all its languages or of one."""
    found: list[Fault] = []
    for lang in ("", "zh", "en", "ja"):
        told = placed.value.get(lang, {}) if lang else placed.value
        top = (lang, "phrases") if lang else ("phrases",)
        for number in range(len(told.get("phrases") or ())):
            at = (*top, number)
            phrase, faults = as_record(Phrase, placed, at, file, acts=False)
            found += faults
            if phrase is None:
                continue
            for key, words in known.items():
                said = getattr(phrase, key)
                line, wanted = placed.line_of((*at, key)), f"for `{key}` a word the data defines"
                for word in [said] if isinstance(said, str) and said else said:
                    if word not in words:
                        near = nearest(word, words)
                        found.append(Fault(file, line, "unknown-word-in-phrase", f"`{word}`", wanted, near))
    return found
