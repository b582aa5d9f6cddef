"""`check`: lint the data, run every ruling with itself removed, and measure how far the rules carry beyond them."""

import sys
from dataclasses import asdict, replace
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import click

from knowledge.cards.comparison import differences
from knowledge.cards.data_directory import data_directory
from knowledge.cards.read_profiles import cards_as_read
from knowledge.cards.store import CardStore, open_store
from knowledge.checks import all_faults
from knowledge.checks.evaluation import Count, Evaluation, Strangers, evaluated, nobody
from knowledge.checks.measures import Measure, measured, private_rules
from knowledge.checks.patterns import pattern_faults
from knowledge.checks.phrase_keys import phrase_faults
from knowledge.data.accuracy import Row, add_to_record, frozen_rulings
from knowledge.data.folder import rulings_folder
from knowledge.data.library import Library, read_library
from knowledge.data.profile import Card
from knowledge.questions.lexicon import phrase_file_faults
from knowledge.rules.book import Book
from service.cli.options import json_option, lang_option, print_json
from service.loaded_desk import data_version

MEASURES = ("strict", "read", "strict_read")
NO_DATABASE = "no card database is imported: there is no text to read"


@click.command()
@click.option(
    "--data", "folder", type=click.Path(exists=True, file_okay=False), default=None, help="Another folder of rulings."
)
@click.option("--measures", is_flag=True, help="Also strict, read and both (some seconds; always with --json).")
@click.option("--record", type=click.Path(dir_okay=False), default=None, help="Add the measures to this CSV file.")
@json_option
@lang_option
def command(folder: str | None, measures: bool, record: str | None, as_json: bool, lang: str | None) -> None:
    """Lint the data; run every ruling leave-one-out; print derivation rate and failures; exit 1 on any fault."""
    root = rulings_folder() if folder is None else Path(folder)
    library = read_library(root)
    faults = all_faults(library) + pattern_faults(root)
    faults += phrase_faults(library, root) + phrase_file_faults(library, root)
    book = None if faults else Book(library)
    store = open_store(data_directory())
    strangers = _strangers(library, store) if store else nobody
    result = evaluated(book, strangers) if book else Evaluation()
    readings = differences(library.cards, store) if store else []
    found: dict[str, Any] = {}
    if book and (measures or record or as_json):
        found = _measures(book, result, store, strangers, frozen_rulings(root))
    if record:
        _record(Path(record), found)
    if as_json:
        print_json({**_as_json(faults, result), **found, "readings": [asdict(d) for d in readings]})
    else:
        _print(faults, result)
        _print_measures(found)
        for d in readings:
            why = f" ({d.why['zh' if lang == 'zh' else 'en']})" if d.why else ""
            click.echo(
                f"reading differs: {d.names['zh']} written {', '.join(d.written)}; read {', '.join(d.read)}{why}"
            )
    sys.exit(1 if faults or result.failures else 0)


def _strangers(library: Library, store: CardStore) -> Strangers:
    """Cards without a profile as the user's database tells them, each read once."""

    @cache
    def read(card: Card) -> Card | None:
        return cards_as_read({card.id: card}, store, library.acts).get(card.id)

    return read


def _measures(
    book: Book, result: Evaluation, store: CardStore | None, strangers: Strangers, frozen: frozenset[str]
) -> dict[str, Any]:
    """Strict, read and both: of the rulings the measures began with, and under `later` of those added since."""
    taken_out = private_rules(book, result.outcomes)
    read = Book(_as_read(book.library, store)) if store else None
    rulings = sorted(book.library.rulings.values(), key=lambda r: r.id)
    parts = {"": [r for r in rulings if not frozen or r.id in frozen]}
    parts["later"] = [r for r in rulings if frozen and r.id not in frozen]
    told: dict[str, Any] = {"private_rules": _private(book, taken_out)}
    for part, chosen in parts.items():
        figures: dict[str, Any] = {"strict": _figures(measured(book, chosen, taken_out, strangers))}
        figures["read"] = _figures(measured(read, chosen, None, strangers)) if read else None
        figures["strict_read"] = _figures(measured(read, chosen, taken_out, strangers)) if read else None
        told |= {part: figures} if part else figures
    return told if store else {**told, "not_measured": NO_DATABASE}


def _private(book: Book, taken_out: dict[str, frozenset[str]]) -> list[dict[str, Any]]:
    """The rules that decide the rulings of one card or pattern only, and whether they say that they are exceptions."""
    found: dict[str, list[str]] = {}
    for ruling, rules in taken_out.items():
        for rule in rules:
            found.setdefault(rule, []).append(ruling)
    return [
        {
            "rule": rule,
            "gate": book.gate_of[rule],
            "rulings": sorted(found[rule]),
            "exception": book.rules[rule].exception,
        }
        for rule in sorted(found)
    ]


def _as_read(library: Library, store: CardStore) -> Library:
    return replace(library, cards={**library.cards, **cards_as_read(library.cards, store, library.acts)})


def _record(file: Path, found: dict[str, Any]) -> None:
    """Each measure as two lines: rulings reached, and cases right, wrong with confidence, undecided."""
    today, note = date.today().isoformat(), f"data {data_version()}"
    rows = []
    for name in MEASURES:
        if f := found.get(name):
            wrong, undecided = f["wrong_with_confidence"], f["undecided"]
            rows.append(Row(today, name, "rulings", f["rulings"] - f["exceptions"], f["derived"], None, None, note))
            rows.append(Row(today, name, "cases", f["cases"], f["cases"] - wrong - undecided, wrong, undecided, note))
    add_to_record(file, rows)


def _as_json(faults: list[Any], result: Evaluation) -> dict[str, Any]:
    return {
        "total": _figures(result.total),
        "documents": {name: _figures(count) for name, count in result.documents.items()},
        "editions": {name: _figures(count) for name, count in result.editions.items()},
        "faults": [
            {"file": f.file, "line": f.line, "check": f.check, "found": f.found, "expected": f.expected, "near": f.near}
            for f in faults
        ],
        "failures": result.failures,
        "skipped": [{"id": ruling, "why": f"no database at hand tells of {cards}"} for ruling, cards in result.skipped],
        "not_derived": [{"id": ruling, "why": why} for ruling, why in result.not_derived],
    }


def _figures(count: Count) -> dict[str, Any]:
    figures = {
        "rulings": count.rulings,
        "cases": count.cases,
        "derived": count.derived,
        "exceptions": count.exceptions,
        "precedent_only": count.precedent_only,
        "skipped": count.skipped,
        "derivation_rate": round(count.rate, 4),
    }
    if isinstance(count, Measure):
        figures |= {"wrong_with_confidence": count.wrong_with_confidence, "undecided": count.undecided}
    return figures


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
    for name, count in [*result.documents.items(), *result.editions.items(), ("total", result.total)]:
        click.echo(
            f"{name:13} {count.rulings:4} rulings, {count.cases:4} cases, {count.derived:4} derived, "
            f"{count.exceptions:3} exceptions, {count.precedent_only:3} precedent only: {100 * count.rate:.1f} %"
            + (f"; {count.skipped} skipped, their cards are in no database at hand" if count.skipped else "")
        )


def _print_measures(found: dict[str, Any]) -> None:
    for part, figures in (("", found), ("later ", found.get("later") or {})):
        for name in MEASURES:
            if (f := figures.get(name)) and f["rulings"]:
                click.echo(
                    f"{part + name:18} {f['derived']:4} of {f['rulings'] - f['exceptions']} rulings "
                    f"({100 * f['derivation_rate']:.1f} %); of {f['cases']} cases "
                    f"{f['wrong_with_confidence']} wrong with confidence, {f['undecided']} undecided"
                )
    if private := found.get("private_rules"):
        exceptions = sum(rule["exception"] for rule in private)
        click.echo(f"private rules      {len(private)}, of which {exceptions} say that they are exceptions")
    if why := found.get("not_measured"):
        click.echo(f"read, strict_read  not measured: {why}")
