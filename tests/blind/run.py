"""Run a batch of statements: `python tests/blind/run.py NUMBER [--record FILE --note TEXT]`; needs a database.

Prints right, wrong with confidence and undecided by kind. Near misses are ours and do not count; a statement that could
not be put as a case counts as undecided, with its reason. The first run of a batch is its blind result.
"""

import argparse
from collections import Counter, defaultdict
from datetime import date
from pathlib import Path

import yaml

from knowledge.cards.read_profiles import cards_as_read
from knowledge.cards.store import data_directory, open_store
from knowledge.checks.evaluation import NOT_SURE, law_of_its_time, others_of, outcome_of
from knowledge.data.accuracy import Row, add_to_record
from knowledge.data.cases import Ruling, every_case
from knowledge.data.library import read_library
from knowledge.data.yaml_files import rulings_folder
from knowledge.rules.book import Book, Laws

HERE = Path(__file__).resolve().parent
COUNTED = ("right", "wrong", "undecided")


def came_out(book: Book, ruling: Ruling) -> str:
    """How the cases of a ruling came out together: one that is wrong makes it wrong."""
    own = [(name, case) for name, case in every_case(ruling) if not case.near_miss]
    outcomes = [outcome_of(book, ruling, name, case) for name, case in own]
    if any(o.got != o.expected and o.got not in NOT_SURE for o in outcomes):
        return "wrong"
    return "right" if outcomes and all(o.got == o.expected for o in outcomes) else "undecided"


def counted(number: int) -> dict[str, Counter[str]]:
    """Kind → how many came out how; `all` has every statement of the batch."""
    store = open_store(data_directory())
    if store is None:
        raise SystemExit("no card database is imported: OCG_RULINGS_DATA names the folder of one")
    library = read_library(rulings_folder())
    laws = Laws(Book(library))
    found: dict[str, Counter[str]] = defaultdict(Counter)
    batch = yaml.safe_load((HERE / f"batch-{number}.yaml").read_text(encoding="utf-8"))
    for put in batch["rulings"].values():
        if "id" not in put:  # the record says too little to be a ruling
            found["all"]["undecided"] += 1
            found[f"no-case:{put['no_case']}"]["undecided"] += 1
            continue
        ruling = library.rulings[put["id"]]
        read = cards_as_read({c.id: c for c in others_of(laws.today, ruling)}, store, library.acts)
        result = came_out(law_of_its_time(laws, ruling).knowing(tuple(read.values())), ruling)
        found["all"][result] += 1
        found[f"no-case:{put['no_case']}" if "no_case" in put else put["kind"]][result] += 1
    return found


def main() -> None:
    """Print the figures of a batch, and add them to a record where one is named."""
    cli = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    cli.add_argument("number", type=int)
    cli.add_argument("--record", type=Path)
    cli.add_argument("--note", default="")
    args = cli.parse_args()
    today, name = date.today().isoformat(), f"batch-{args.number}"
    rows = [
        Row(today, name, kind, sum(n.values()), *(n[c] for c in COUNTED), args.note)
        for kind, n in sorted(counted(args.number).items())
    ]
    for row in rows:
        wrong, undecided = row.wrong_with_confidence, row.undecided
        print(f"{row.kind:28} {row.total:4}: {row.right} right, {wrong} wrong with confidence, {undecided} undecided")
    if args.record:
        add_to_record(args.record, rows)


if __name__ == "__main__":
    main()
