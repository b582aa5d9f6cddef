"""Name search beside sqlite's FTS5 (trigram) on the same queries, over the imported database."""

import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec

from knowledge.cards.place import data_directory
from knowledge.cards.store import open_store
from knowledge.data.folder import rulings_folder
from knowledge.desk import Desk
from knowledge.names.finder import keep_index
from knowledge.names.measure import Figures, compare_with_fts5
from knowledge.names.nicknames import read_nicknames

EACH = 200
SEED, MORE_SEEDS = 20, (21, 22, 23, 24)
WITH_ERRORS = ("missing", "wrong", "extra", "english-typo")


def names_against_fts5(desk: Desk, quick: bool = False) -> dict[str, Any]:
    """Index built and opened, then right card first and 95th percentile by kind of query; all in processor time."""
    store = open_store(data_directory())
    if store is None:
        return {"skipped": "no card database is imported: `ocg-rulings import-cards FILE`"}
    profiles, nicknames = desk.book.library.cards, read_nicknames(rulings_folder() / "nicknames.yaml")
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
