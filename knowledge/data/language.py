"""Sentences for people live in data, by language: read once, their blanks filled. A further language is more files."""

from collections.abc import Mapping
from functools import cache
from typing import Protocol

from knowledge.data.yaml_files import read_yaml, rulings_folder

LANGUAGES = ("zh", "en")
JAPANESE = "ja"  # what is said in it is added to the two languages, which have every sentence
Both = dict[str, str]  # one sentence in every language
Part = Both | str | int
NOTHING_BETWEEN: Both = dict.fromkeys(LANGUAGES, "")  # what joins sentences that follow one another


ANSWERS = ("phrases.yaml", "reasons.yaml", "card-words.yaml")  # the files from which every answer speaks


@cache
def catalogues(file: str) -> dict[str, dict[str, Both]]:
    """The sentences of a file below `rulings/`, by part and key."""
    loaded: dict[str, dict[str, Both]] = read_yaml((rulings_folder() / file).read_text(encoding="utf-8")).value
    return loaded


@cache
def catalogue(file: str, top: str) -> dict[str, Both]:
    """The sentences of one part of a file below `rulings/`, by key."""
    return catalogues(file)[top]


class Spoken(Protocol):
    """A record that says something in every language: a sentence, or names."""

    @property
    def zh(self) -> str:
        """In Chinese."""

    @property
    def en(self) -> str:
        """In English."""


class SpokenInJapanese(Spoken, Protocol):
    """The same, where it may say it in Japanese too."""

    @property
    def ja(self) -> str:
        """In Japanese, or nothing."""


def both(record: Spoken | str) -> Both:
    """A sentence or name in every language of the product; a bare word is the same in all of them."""
    return dict.fromkeys(LANGUAGES, record) if isinstance(record, str) else {x: getattr(record, x) for x in LANGUAGES}


def spoken(says: SpokenInJapanese) -> Both:
    """A sentence in every language it has."""
    return both(says) | ({JAPANESE: says.ja} if says.ja else {})


def filled(template: Both, parts: Mapping[str, Part]) -> Both:
    """A sentence with its blanks filled, in every language; in Japanese where it and all its parts have that."""
    known = JAPANESE in template and all(JAPANESE in part for part in parts.values() if isinstance(part, dict))
    return {
        lang: template[lang].format_map({k: v[lang] if isinstance(v, dict) else str(v) for k, v in parts.items()})
        for lang in ((*LANGUAGES, JAPANESE) if known else LANGUAGES)
    }


def listed(words: list[str] | list[Both], joined: Both | None = None) -> Both:
    """Words as an enumeration, with the comma of each language or what joins them instead."""
    glue = joined or catalogue("phrases.yaml", "phrases")["list.comma"]
    return {lang: glue[lang].join(w[lang] if isinstance(w, dict) else w for w in words) for lang in LANGUAGES}
