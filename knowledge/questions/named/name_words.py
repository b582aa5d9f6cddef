"""The words beside names, `rulings/questions/names.yaml`, and how whatever is spelled in thousands of ways is found."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from functools import cache
from typing import Any, Generic, Literal, NamedTuple, TypeVar

import msgspec

from knowledge.data.yaml_files import question_words
from knowledge.names.fold import fold

T = TypeVar("T")
_BEGINNING = 4  # so many characters tell most phrases apart
Choices = Sequence[Sequence[str]]  # what may stand in each place, one place behind the other


class _Many(NamedTuple, Generic[T]):
    rank: int
    choices: Choices
    means: Callable[[str], T | None]

    def ends(self, text: str, start: int) -> set[int]:
        """Where a spelling of it that begins here may end."""
        ends = {start}
        for some in self.choices:
            ends = {end + len(said) for end in ends for said in some if text.startswith(said, end)}
            if not ends:
                break
        return ends


class Spellings(Generic[T]):
    """What each spelling means; of two meanings that of the higher rank."""

    def __init__(self) -> None:
        self._single: dict[str, tuple[int, T]] = {}
        self._many: defaultdict[str, list[_Many[T]]] = defaultdict(list)  # by what a spelling begins with
        self._pairs: set[str] = set()  # the first two characters of those
        self._sizes: defaultdict[str, set[int]] = defaultdict(set)  # by the first two characters, or the only one

    def add(self, spellings: Iterable[str], meaning: T, rank: int) -> None:
        """Spellings that are each written out."""
        for spelling in spellings:
            known = self._single.get(spelling)
            if known is None or rank > known[0]:
                self._single[spelling] = (rank, meaning)
            if known is None:
                self._sizes[spelling[:2]].add(len(spelling))

    def add_many(self, choices: Choices, means: Callable[[str], T | None], rank: int) -> None:
        """All that the choices make, each of two characters at least; what none is meant by is left to others."""
        made = _Many(rank, [sorted(set(some)) for some in choices], means)
        for begun in _beginnings(choices):
            self._many[begun].append(made)
            self._pairs.add(begun[:2])

    def _many_at(self, text: str, start: int) -> Iterator[_Many[T]]:
        """What may begin here with one of its many spellings."""
        for size in range(2, min(_BEGINNING, len(text) - start) + 1):
            yield from self._many.get(text[start : start + size], ())

    def get(self, spelling: str) -> T | None:
        """What this spelling means."""
        rank, meaning = self._single.get(spelling, (None, None))
        for many in self._many_at(spelling, 0):
            if (rank is None or many.rank > rank) and len(spelling) in many.ends(spelling, 0):
                meant = many.means(spelling)
                rank, meaning = (many.rank, meant) if meant is not None else (rank, meaning)
        return meaning

    def __contains__(self, spelling: str) -> bool:
        return self.get(spelling) is not None

    def at(self, text: str, start: int) -> list[tuple[int, T]]:
        """How long the spellings are that begin here, and what each means; the longest first."""
        found: dict[int, tuple[int, T]] = {}
        pair, left = text[start : start + 2], len(text) - start
        for first in (pair, pair[:1]) if left > 1 else (pair,):
            for size in self._sizes.get(first, ()):
                if size <= left and (known := self._single.get(text[start : start + size])):
                    found[size] = known
        for many in self._many_at(text, start) if pair in self._pairs else ():
            for end in many.ends(text, start):
                known = found.get(end - start)
                if (known is None or many.rank > known[0]) and (meant := many.means(text[start:end])) is not None:
                    found[end - start] = (many.rank, meant)
        return [(size, found[size][1]) for size in sorted(found, reverse=True)] if found else []


def _beginnings(choices: Choices) -> set[str]:
    """The first characters of each spelling, or the whole of a short one."""
    begun = {""}
    for some in choices:
        begun = {(so_far + said)[:_BEGINNING] for so_far in begun for said in some}
        if min(map(len, begun)) == _BEGINNING:
            break
    return begun


_BLANK = "{n}"
WordKind = Literal["word", "pronoun", "effect", "part"]
_NAME = "{name}"


class Word(NamedTuple):
    """A known word: what it is, and what it tells (a pronoun's direction, an effect's number or part)."""

    kind: WordKind
    tells: str = ""
    typed: str = ""  # kana: the script it must be typed in, so that no particle is found inside a name


class Effects(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How effects are named: patterns with a figure, words for the first four, words for a part."""

    number: tuple[str, ...] = ()
    first: tuple[str, ...] = msgspec.field(name="1", default=())
    second: tuple[str, ...] = msgspec.field(name="2", default=())
    third: tuple[str, ...] = msgspec.field(name="3", default=())
    fourth: tuple[str, ...] = msgspec.field(name="4", default=())
    pendulum: tuple[str, ...] = ()
    monster: tuple[str, ...] = ()


class Pronouns(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Words that point back."""

    last: tuple[str, ...] = ()
    first: tuple[str, ...] = ()
    second: tuple[str, ...] = ()


class Language(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One language of the file."""

    words: tuple[str, ...]
    kinds: tuple[str, ...] = ()
    pronouns: Pronouns = Pronouns()
    effects: Effects = Effects()
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()
    answered: "Answered | None" = None
    copula: str = ""


class Answered(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What stands around an ordinary word that is the card something answers; of the folded sentence."""

    behind: str
    between: tuple[tuple[str, str], ...]  # right before it, and right behind it
    verbs: tuple[str, ...] = ()  # words that tell the answering itself


class NameWords:
    """Every word by its folded spelling, ready to be looked for in a folded sentence."""

    def __init__(self, languages: dict[str, Language]) -> None:
        self.known: dict[str, Word] = {}
        self.endings: frozenset[str] = frozenset()
        self.kinds: frozenset[str] = frozenset()
        self.before: frozenset[str] = frozenset()
        self.after: frozenset[str] = frozenset()
        self.behind: tuple[str, ...] = ()
        self.answered_behind: list[re.Pattern[str]] = []
        self.answered_between: list[tuple[re.Pattern[str], re.Pattern[str]]] = []
        self.verbs: frozenset[str] = frozenset()
        self.copulas: list[re.Pattern[str]] = []
        self.numbered: list[re.Pattern[str]] = []
        for language in languages.values():
            self._add(language)
        lengths: defaultdict[str, set[int]] = defaultdict(set)
        for word in self.known:
            lengths[word[0]].add(len(word))
        self._lengths = {first: tuple(sorted(sizes, reverse=True)) for first, sizes in lengths.items()}
        self._further: Spellings[str] = Spellings()  # as typed
        self.longest_kind = max(map(len, self.kinds), default=0)

    def _add(self, language: Language) -> None:
        for direction in ("last", "first", "second"):
            self._learn(getattr(language.pronouns, direction), "pronoun", direction)
        for number, field in enumerate(("first", "second", "third", "fourth"), start=1):
            self._learn(getattr(language.effects, field), "effect", str(number))
        for part in ("pendulum", "monster"):
            self._learn(getattr(language.effects, part), "part", part)
        self._learn((*language.words, *language.kinds, *language.before), "word")
        self.kinds |= set(map(fold, language.kinds))
        self.before |= set(map(fold, language.before))
        self.after |= set(map(fold, language.after))
        self.behind += tuple(map(fold, language.behind))
        self.endings |= set(language.endings)
        self.copulas += [re.compile(language.copula, re.I)] if language.copula else []
        if (of := language.answered) is not None:
            self.answered_behind.append(re.compile(of.behind))
            self.answered_between += [(re.compile(before), re.compile(behind)) for before, behind in of.between]
            self.verbs |= set(map(fold, of.verbs))
        for said in language.effects.number:
            before, _, after = said.partition(_BLANK)
            ends = [re.escape(fold(end)) if end.strip() else "" for end in (before, after)]
            self.numbered.append(re.compile(rf"{ends[0]}(?<!\d)(\d{{1,2}})(?!\d){ends[1]}"))

    def with_phrases(self, kana: Spellings[str]) -> "NameWords":
        """The same with further words, each folded → as typed, with hiragana in it."""
        more = copy(self)
        more._further = kana
        return more

    def __contains__(self, spelling: str) -> bool:
        return spelling in self.known or spelling in self._further

    def at(self, folded: str, start: int) -> list[tuple[int, Word]]:
        """How long the words are that begin at a place of a folded sentence, and which they are; the longest first."""
        sizes, known, left = self._lengths.get(folded[start], ()), self.known, len(folded) - start
        own = [(size, word) for size in sizes if size <= left and (word := known.get(folded[start : start + size]))]
        further = self._further.at(folded, start)
        if not further:
            return own
        return sorted(({size: _further_word(typed) for size, typed in further} | dict(own)).items(), reverse=True)

    def _learn(self, words: tuple[str, ...], kind: WordKind, tells: str = "") -> None:
        for word in words:
            plain = unicodedata.normalize("NFKC", word)
            typed = plain if any("\u3041" <= c <= "\u3096" for c in plain) else ""
            self.known.setdefault(fold(word), Word(kind, tells, typed))


def _further_word(typed: str) -> Word:
    return Word("word", "", unicodedata.normalize("NFKC", typed))


@cache
def name_words() -> NameWords:
    """The words, read once."""
    return NameWords(msgspec.convert(question_words("names.yaml"), dict[str, Language]))


class NamesAsVerbs:
    """The forms of `rulings/questions/names-as-verbs.yaml`, ready to be looked for."""

    def __init__(self) -> None:
        record: Any = question_words("names-as-verbs.yaml")
        self._forms: list[tuple[re.Pattern[str], str]] = []
        for form in record["forms"]:
            names = "|".join(map(re.escape, sorted(record[form["of"]], key=len, reverse=True)))
            self._forms.append((re.compile(form["says"].replace(_NAME, f"(?:{names})"), re.I), form["means"]))

    def written_out(self, text: str) -> str:
        """A text in which no name stands for doing what its card does."""
        for pattern, means in self._forms if text.isascii() else ():
            text = pattern.sub(means, text)
        return text


@cache
def names_as_verbs() -> NamesAsVerbs:
    """The forms, read once."""
    return NamesAsVerbs()
