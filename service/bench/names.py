"""Name search beside sqlite's FTS5 (trigram) on the same queries: how often the right card is first, and how fast."""

import random
import sqlite3
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from knowledge.cards.store import data_directory, open_store
from knowledge.data.yaml_files import rulings_folder
from knowledge.desk import Desk
from knowledge.names.finder import keep_index
from knowledge.names.fold import fold, pinyin_of
from knowledge.names.index import NameIndex
from knowledge.names.named_cards import NamedCard, all_nicknames

Query = tuple[str, frozenset[str]]  # what is typed, the keys of the cards it is right to find
_SHORTEST_WITH_ERROR = 4


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of query: right card first (share), and the 95th percentile of processor time; ours and FTS5's.

    `clear` counts the queries that are one character away from no other card's name; only these can always be met.
    """

    kind: str
    queries: int
    right: float
    right_fts5: float
    clear: int
    right_clear: float
    p95_ms: float
    p95_fts5_ms: float


class Asked(NamedTuple):
    """One query as both searches answered it."""

    right: bool
    right_fts5: bool
    clear: bool
    ms: float
    fts5_ms: float


class TrigramSearch:
    """Plain FTS5: every name as it is printed; the phrase first, then any of its trigrams, ranked by bm25."""

    def __init__(self, cards: Sequence[NamedCard]) -> None:
        self._db = sqlite3.connect(":memory:")
        self._db.execute("CREATE VIRTUAL TABLE spelling USING fts5(name, card UNINDEXED, tokenize='trigram')")
        rows = ((name, card.key) for card in cards for name in dict.fromkeys((*card.names.values(), *card.aliases)))
        self._db.executemany("INSERT INTO spelling VALUES (?, ?)", rows)

    def search(self, query: str, limit: int = 10) -> list[str]:
        """Keys of the cards found, best first."""
        if len(query) < 3:
            sql, asked = "SELECT card FROM spelling WHERE name LIKE ? LIMIT ?", f"%{query}%"
            return [key for (key,) in self._db.execute(sql, (asked, limit))]
        sql = "SELECT card FROM spelling WHERE name MATCH ? ORDER BY rank LIMIT ?"
        quoted = query.replace('"', '""')
        found = self._db.execute(sql, (f'"{quoted}"', limit)).fetchall()
        if not found:
            pieces = dict.fromkeys(query[at : at + 3].replace('"', '""') for at in range(len(query) - 2))
            found = self._db.execute(sql, (" OR ".join(f'"{piece}"' for piece in pieces), limit)).fetchall()
        return [key for (key,) in found]


def _missing(name: str, dice: random.Random, letters: str) -> str:
    del letters
    at = dice.randrange(len(name))
    return name[:at] + name[at + 1 :]


def _wrong(name: str, dice: random.Random, letters: str) -> str:
    at = dice.randrange(len(name))
    return (
        name[:at]
        + dice.choice([letter for letter in dice.choices(letters, k=8) if letter != name[at]])
        + name[at + 1 :]
    )


def _extra(name: str, dice: random.Random, letters: str) -> str:
    at = dice.randrange(len(name) + 1)
    return name[:at] + dice.choice(letters) + name[at:]


def _swapped(name: str, dice: random.Random, letters: str) -> str:
    del letters
    at = dice.randrange(len(name) - 1)
    return name[:at] + name[at + 1] + name[at] + name[at + 2 :]


def _typo(name: str, dice: random.Random, letters: str) -> str:
    return dice.choice((_missing, _wrong, _extra, _swapped))(name, dice, letters)


def _traditional() -> Callable[[str], str]:
    from opencc import OpenCC

    convert: Callable[[str], str] = OpenCC("s2t").convert
    return convert


def queries_of(cards: Sequence[NamedCard], each: int, seed: int = 20) -> dict[str, list[Query]]:
    """Queries of every kind; one that happens to be another card's whole name is not an error and is left out."""
    dice = random.Random(seed)
    owners: defaultdict[str, set[str]] = defaultdict(set)
    begun: defaultdict[str, set[str]] = defaultdict(set)
    for card in cards:
        for name in (*card.names.values(), *card.aliases):
            folded = fold(name)
            owners[folded].add(card.key)
            for size in range(1, len(folded) + 1):
                begun[folded[:size]].add(card.key)
    chinese = sorted({card.names[lang] for card in cards for lang in ("zh", "zh-CN") if lang in card.names})
    english = sorted({card.names["en"] for card in cards if len(card.names.get("en", "")) >= 2 * _SHORTEST_WITH_ERROR})
    letters = "".join(fold(name) for name in dice.sample(chinese, min(len(chinese), 2000)))
    to_traditional = _traditional()

    def spoiled(names: list[str], spoil: Callable[[str, random.Random, str], str], letters: str) -> list[Query]:
        made: list[Query] = []
        for _ in range(each * 20):
            name = dice.choice(names)
            typed = spoil(name, dice, letters) if len(fold(name)) >= _SHORTEST_WITH_ERROR else name
            if len(made) < each and typed != name and fold(typed) != fold(name) and fold(typed) not in owners:
                made.append((typed, frozenset(owners[fold(name)])))
        return made

    def plain(made: Callable[[str], str | None]) -> list[Query]:
        typed = ((made(name), frozenset(owners[fold(name)])) for name in dice.sample(chinese, len(chinese)))
        kept: list[Query] = []
        for query, right in typed:
            if query and len(kept) < each:
                kept.append((query, right))
            elif len(kept) >= each:
                break
        return kept

    def shortest_own_beginning(name: str) -> str | None:
        folded = fold(name)
        own = (size for size in range(2, len(folded)) if begun[folded[:size]] == owners[folded])
        size = next(own, None)
        return folded[:size] if size else None

    def in_traditional(name: str) -> str | None:
        other = to_traditional(name)
        return other if other != name else None

    def in_pinyin(name: str) -> str | None:
        typed = pinyin_of(fold(name))
        return typed[0][0] if typed else None

    sounds: defaultdict[str, set[str]] = defaultdict(set)
    for name in chinese:
        sounds[in_pinyin(name) or ""] |= owners[fold(name)]
    pinyin = [(typed, frozenset(sounds[typed])) for typed, _ in plain(in_pinyin)]
    return {
        "exact": plain(lambda name: name),
        "prefix": plain(shortest_own_beginning),
        "missing": spoiled(chinese, _missing, letters),
        "wrong": spoiled(chinese, _wrong, letters),
        "extra": spoiled(chinese, _extra, letters),
        "traditional": plain(in_traditional),
        "pinyin": pinyin,
        "english-typo": spoiled(english, _typo, "abcdefghijklmnopqrstuvwxyz"),
    }


def _percentile_95(milliseconds: list[float]) -> float:
    return sorted(milliseconds)[int(len(milliseconds) * 0.95)] if milliseconds else 0.0


def compare_with_fts5(index: NameIndex, each: int = 200, seed: int = 20) -> list[Figures]:
    """Figures by kind of query, with a last line `all` over every query."""
    everything = (index.card(number) for number in range(len(index)))
    cards = [card for card in everything if "Token" not in card.type]  # nobody looks tokens up by name
    other = TrigramSearch(cards)
    figures: list[Figures] = []
    everything_asked: list[Asked] = []
    for kind, queries in queries_of(cards, each, seed).items():
        asked: list[Asked] = []
        for query, wanted in queries:
            began = time.thread_time()
            hits = index.search(query, 10)
            between = time.thread_time()
            keys = other.search(query, 10)
            ended = time.thread_time()
            asked.append(
                Asked(
                    right=bool(hits) and hits[0].card_key in wanted,
                    right_fts5=bool(keys) and keys[0] in wanted,
                    clear=index.one_away(query) <= wanted,
                    ms=(between - began) * 1000,
                    fts5_ms=(ended - between) * 1000,
                )
            )
        figures.append(_figures(kind, asked))
        everything_asked += asked
    return [*figures, _figures("all", everything_asked)]


def _figures(kind: str, asked: list[Asked]) -> Figures:
    clear = [a for a in asked if a.clear]
    return Figures(
        kind=kind,
        queries=len(asked),
        right=_share([a.right for a in asked]),
        right_fts5=_share([a.right_fts5 for a in asked]),
        clear=len(clear),
        right_clear=_share([a.right for a in clear]),
        p95_ms=round(_percentile_95([a.ms for a in asked]), 3),
        p95_fts5_ms=round(_percentile_95([a.fts5_ms for a in asked]), 3),
    )


def _share(answers: list[bool]) -> float:
    return round(sum(answers) / max(len(answers), 1), 4)


EACH = 200
SEED, MORE_SEEDS = 20, (21, 22, 23, 24)
WITH_ERRORS = ("missing", "wrong", "extra", "english-typo")


def names_against_fts5(desk: Desk, quick: bool = False) -> dict[str, Any]:
    """Index built and opened, then right card first and 95th percentile by kind of query; all in processor time."""
    store = open_store(data_directory())
    if store is None:
        return {"skipped": "no card database is imported: `ocg-rulings import-cards FILE`"}
    profiles, nicknames = desk.book.library.cards, all_nicknames(rulings_folder())
    with tempfile.TemporaryDirectory() as place:
        start = time.process_time()
        keep_index(profiles, nicknames, Path(place), store)
        built = time.process_time()
        index = keep_index(profiles, nicknames, Path(place), store)
        opened = time.process_time()
        each = EACH // 4 if quick else EACH
        figures = {line.kind: line for line in compare_with_fts5(index, each, SEED)}
        more = {} if quick else {seed: compare_with_fts5(index, each, seed) for seed in MORE_SEEDS}
    store.close()
    return {
        "cards": len(index),
        "build_s": round(built - start, 2),
        "open_ms": round((opened - built) * 1000, 1),
        **{kind: _told(line) for kind, line in figures.items()},
        "right_on_other_seeds": {
            str(seed): {line.kind: line.right for line in lines if line.kind in WITH_ERRORS}
            for seed, lines in more.items()
        },
    }


def _told(line: Figures) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.to_builtins(line)
    del told["kind"]
    return {**told, "p95_ratio": round(line.p95_ms / line.p95_fts5_ms, 2) if line.p95_fts5_ms else None}
