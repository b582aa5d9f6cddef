"""`check`: lint the data and run every ruling with itself removed."""

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from knowledge.cards.comparison import differences
from knowledge.cards.place import data_directory
from knowledge.cards.store import open_store
from knowledge.data.checks import all_faults
from knowledge.data.folder import rulings_folder
from knowledge.data.library import read_library
from knowledge.rules.book import Book
from knowledge.rules.evaluation import Count, Evaluation, evaluated
from service.cli.options import json_option, lang_option, print_json


@click.command()
@click.option(
    "--data", "folder", type=click.Path(exists=True, file_okay=False), default=None, help="Another folder of rulings."
)
@json_option
@lang_option
def command(folder: str | None, as_json: bool, lang: str | None) -> None:
    """Lint the data; run every ruling leave-one-out; print derivation rate and failures; exit 1 on any fault."""
    library = read_library(rulings_folder() if folder is None else Path(folder))
    faults = all_faults(library)
    result = evaluated(Book(library)) if not faults else Evaluation()
    store = open_store(data_directory())
    readings = differences(library.cards, store) if store else []
    if as_json:
        print_json({**_as_json(faults, result), "readings": [asdict(d) for d in readings]})
    else:
        _print(faults, result)
        for d in readings:
            why = f" ({d.why['zh' if lang == 'zh' else 'en']})" if d.why else ""
            click.echo(
                f"reading differs: {d.names['zh']} written {', '.join(d.written)}; read {', '.join(d.read)}{why}"
            )
    sys.exit(1 if faults or result.failures else 0)


def _as_json(faults: list[Any], result: Evaluation) -> dict[str, Any]:
    return {
        "total": _figures(result.total),
        "documents": {name: _figures(count) for name, count in result.documents.items()},
        "faults": [
            {"file": f.file, "line": f.line, "check": f.check, "found": f.found, "expected": f.expected, "near": f.near}
            for f in faults
        ],
        "failures": result.failures,
        "not_derived": [{"id": ruling, "why": why} for ruling, why in result.not_derived],
    }


def _figures(count: Count) -> dict[str, Any]:
    return {
        "rulings": count.rulings,
        "cases": count.cases,
        "derived": count.derived,
        "exceptions": count.exceptions,
        "precedent_only": count.precedent_only,
        "derivation_rate": round(count.rate, 4),
    }


def _print(faults: list[Any], result: Evaluation) -> None:
    for fault in faults:
        click.echo(str(fault))
    if faults:
        click.echo(f"{len(faults)} faults in the data; the rulings were not run.")
        return
    for failure in result.failures:
        click.echo(f"FAILS {failure}")
    for ruling, why in result.not_derived:
        click.echo(f"not derived: {ruling}: {why}")
    for name, count in [*result.documents.items(), ("total", result.total)]:
        click.echo(
            f"{name:13} {count.rulings:4} rulings, {count.cases:4} cases, {count.derived:4} derived, "
            f"{count.exceptions:3} exceptions, {count.precedent_only:3} precedent only: {100 * count.rate:.1f} %"
        )
