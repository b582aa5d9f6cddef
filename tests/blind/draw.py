"""Draw a batch of statements for the blind test: `python tests/blind/draw.py NUMBER --seed SEED --shared FOLDER`.

Among the statements whose cards the database all knows, half with an official number (or as many as are left) and the
rest of a hundred (or of `--size`) without, none of an earlier batch and none whose official number the law in
FOLDER/rules cites already. Only the ids are written, to
`tests/blind/batch-NUMBER.yaml`; they are committed before a case is written.
"""

import argparse
import gzip
import json
import random
import re
from pathlib import Path
from typing import Any

import yaml

HERE = Path(__file__).resolve().parent
SIZE = 100


def drawn(shared: Path, seed: int, before: set[str], size: int) -> list[str]:
    """The ids of a batch: the same seed over the same statements gives the same ids."""
    known = {
        card["password"]
        for card in json.loads(gzip.decompress((shared / "data" / "cards.json.gz").read_bytes()))
        if card.get("password")
    }
    told = {n for file in (shared / "rules").glob("*.md") for n in re.findall(r"[cf]id:\d+", file.read_text("utf-8"))}
    halves: dict[bool, list[str]] = {True: [], False: []}
    with gzip.open(shared / "data" / "statements-2017-2024.jsonl.gz", "rt", encoding="utf-8") as lines:
        for statement in map(json.loads, lines):
            numbers = numbers_of(statement)
            cards = statement["cards"]
            if cards and all(c.get("password") in known for c in cards) and not numbers & told:
                halves[bool(numbers)].append(statement["id"])
    chance = random.Random(seed)
    official, others = (sorted(set(halves[numbered]) - before) for numbered in (True, False))
    first = chance.sample(official, min(size // 2, len(official)))
    return [*first, *chance.sample(others, size - len(first))]


def numbers_of(statement: dict[str, Any]) -> set[str]:
    """The official numbers a statement carries."""
    return {f"{kind}:{statement[kind]}" for kind in ("fid", "cid") if statement[kind]}


def main() -> None:
    """Write the ids of one batch."""
    cli = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    cli.add_argument("number", type=int)
    cli.add_argument("--seed", type=int, required=True)
    cli.add_argument("--size", type=int, default=SIZE)
    cli.add_argument("--shared", type=Path, default=HERE.parents[1] / ".." / "shared")
    args = cli.parse_args()
    files = [HERE / f"batch-{n}.yaml" for n in range(1, args.number)]
    before = {str(name) for file in files for name in yaml.safe_load(file.read_text("utf-8"))["statements"]}
    ids = drawn(args.shared, args.seed, before, args.size)
    text = f"# Drawn with seed {args.seed}: those with an official number first, half or all that were left.\n"
    text += f"seed: {args.seed}\n"
    lines = [", ".join(f'"{name}"' for name in ids[at : at + 10]) for at in range(0, len(ids), 10)]
    text += "statements: [\n" + "".join(f"  {line},\n" for line in lines) + "]\n"
    (HERE / f"batch-{args.number}.yaml").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
