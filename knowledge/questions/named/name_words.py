"""The words beside names, `rulings/questions/names.yaml`: ordinary words, pronouns, effects, kinds of cards."""

import re
import unicodedata
from collections import defaultdict
from copy import copy
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec

from knowledge.data.yaml_files import read_yaml, rulings_folder
from knowledge.names.fold import fold
from knowledge.questions.named.spellings import Spellings

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
def name_words(folder: Path | None = None) -> NameWords:
    """The words of a folder of rulings, read once."""
    path = (folder or rulings_folder()) / "questions/names.yaml"
    read = read_yaml(path.read_text(encoding="utf-8")).value
    return NameWords(msgspec.convert(read, dict[str, Language]))


class NamesAsVerbs:
    """The forms of `rulings/questions/names-as-verbs.yaml`, ready to be looked for."""

    def __init__(self, path: Path) -> None:
        record: Any = read_yaml(path.read_text(encoding="utf-8")).value
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
def names_as_verbs(folder: Path | None = None) -> NamesAsVerbs:
    """The forms of a folder of rulings, read once."""
    return NamesAsVerbs((folder or rulings_folder()) / "questions/names-as-verbs.yaml")
