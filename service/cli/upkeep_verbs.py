"""Verbs for those who keep the data: check, new, schema."""

import re
import sys
from dataclasses import asdict, replace
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import click
import msgspec
import yaml

from knowledge.cards.read_profiles import cards_as_read
from knowledge.cards.reading_quality import differences
from knowledge.cards.store import CardStore, data_directory, open_store
from knowledge.checks import all_faults
from knowledge.checks.evaluation import (
    Count,
    Evaluation,
    Measure,
    Strangers,
    evaluated,
    measured,
    nobody,
    private_rules,
)
from knowledge.checks.patterns import pattern_faults
from knowledge.checks.vocabulary import phrase_faults
from knowledge.data.accuracy import Row, add_to_record, frozen_rulings
from knowledge.data.law import Gate
from knowledge.data.library import SHELVES, Library, read_library
from knowledge.data.profile import Card
from knowledge.data.records import Fault
from knowledge.data.yaml_files import rulings_folder
from knowledge.explanation.citations import section_at
from knowledge.problems import bad_input
from knowledge.questions.lexicon import phrase_file_faults
from knowledge.rules.book import Book
from service.cli.options import json_option, lang_option, language, print_json
from service.loaded_desk import data_version, loaded_desk
from service.presentation.page_words import words

MEASURES = ("strict", "read", "strict_read")
NO_DATABASE = "no card database is imported: there is no text to read"
_RULING = """\
  - id: {id}
    says:
      zh: 。
      en: .
    # where the document has them, add faq: [cid:NUMBER or fid:NUMBER] and date: YYYY-MM-DD
    cites: {{doc: {doc}, lines: [{first}, {last}]}}
    cases:
      - activate: 卡名/1        # card and effect number; or `asks: GATE` with `of:`
        at: damage.before
        given: {{}}              # only what a person sees on the table
        expect: "no"
        because: damage-step-is-closed
"""
_CARD = """\
id: {id}
names: {{zh: , en: , ja: }}
type: Monster / Warrior / Effect
effects:
  - number: 1
    kind: trigger
    trigger: {{events: [destroyed], subject: self, when_or_if: if}}
    does: [draw]
    summary: {{zh: 。, en: .}}
"""


@click.command()
@click.option(
    "--data", "folder", type=click.Path(exists=True, file_okay=False), default=None, help="Another folder of rulings."
)
@click.option("--measures", is_flag=True, help="Also strict, read and both (some seconds; always with --json).")
@click.option("--record", type=click.Path(dir_okay=False), default=None, help="Add the measures to this CSV file.")
@json_option
@lang_option
def check(folder: str | None, measures: bool, record: str | None, as_json: bool, lang: str | None) -> None:
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


def _as_json(faults: list[Fault], result: Evaluation) -> dict[str, Any]:
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


def _print(faults: list[Fault], result: Evaluation) -> None:
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


@click.group()
def new() -> None:
    """Write the skeleton of a ruling or a card profile."""


@new.command()
@click.argument("ruling_id", required=False, default="")
@click.option("--doc", default="", help="Id of the document, or kind of source of a dated ruling.")
@click.option("--lines", nargs=2, type=int, default=None, help="First and last line, for the skeleton of a section.")
@click.option("--from", "question", default="", help="The question the ruling answers, in plain words.")
@click.option("--expect", default="", help="What was ruled: yes, no, must, depends, undetermined.")
@click.option("--zh", default="", help="The ruling in a Chinese sentence of your own.")
@click.option("--en", default="", help="The same in English.")
@click.option("--faq", default="", help="Official number: cid:NUMBER or fid:NUMBER; several with commas.")
@click.option("--date", "day", default="", help="The day it was given: YYYY-MM-DD.")
@click.option("--write", is_flag=True, help="Append it to the file of its year instead of printing it.")
@lang_option
def ruling(
    ruling_id: str, doc: str, lines: tuple[int, int] | None, question: str, day: str, write: bool, lang: str | None,
    **told: str,
) -> None:  # fmt: skip
    """Draft a ruling from a question, or append the skeleton of one to the file of its section."""
    if question:
        _drafted({"question": question, "id": ruling_id, "doc": doc, "date": day, **told}, lang, write=write)
    elif ruling_id and doc and lines:
        _skeleton(ruling_id, doc, lines)
    else:
        raise bad_input("draft.what", field="from")


def _drafted(told: dict[str, str], lang: str | None, *, write: bool) -> None:
    """Print the YAML, and beside it what the rules say and what is still to add."""
    from service.ruling_draft import ruling_drafted  # the question reader is not loaded for a skeleton

    desk, said = loaded_desk(), language(lang)
    if told["id"] in desk.book.library.rulings:
        raise bad_input("id.taken", field="id", value=told["id"])
    draft = ruling_drafted(desk, told)
    outcome = "draft.no-case" if draft.agrees is None else "draft.agrees" if draft.agrees else "draft.differs"
    for line in (draft.answer["sentence"], words()[outcome]):
        click.echo(line[said], err=True)
    for key in draft.missing:
        click.echo(f"- {words()['draft.missing'][said]}: {words()[key][said]}", err=True)
    if not write:
        click.echo(draft.text, nl=False)
        return
    path = rulings_folder() / "cases" / "dated" / f"{told['date'][:4] or 'undated'}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    before = path.read_text(encoding="utf-8") if path.exists() else "rulings:\n"
    path.write_text(before + _indented(draft.ruling), encoding="utf-8")
    _wrote(path)


def _indented(ruling: dict[str, Any]) -> str:
    """One ruling as an entry of a list."""
    text = yaml.safe_dump([ruling], allow_unicode=True, sort_keys=False, width=110)
    return "".join(f"  {line}\n" for line in text.splitlines())


def _skeleton(ruling_id: str, doc: str, lines: tuple[int, int]) -> None:
    _checked_id(ruling_id)
    library = loaded_desk().book.library
    if ruling_id in library.rulings:
        raise bad_input("id.taken", field="id", value=ruling_id)
    if doc not in library.documents:
        known = ", ".join(library.documents)
        raise bad_input("document.unknown", field="doc", value=doc, known=known)
    section = section_at(library.documents[doc], lines[0])
    if section is None:
        raise bad_input("document.no-such-line", field="lines", value=lines[0], doc=doc)
    path = rulings_folder() / "cases" / doc / f"{section.id}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    before = path.read_text(encoding="utf-8") if path.exists() else "rulings:\n"
    path.write_text(before + _RULING.format(id=ruling_id, doc=doc, first=lines[0], last=lines[1]), encoding="utf-8")
    _wrote(path)


@new.command()
@click.argument("card_id")
@lang_option
def card(card_id: str, lang: str | None) -> None:
    """Write the skeleton of a card profile."""
    _checked_id(card_id)
    path = rulings_folder() / "cards" / f"{card_id}.yaml"
    if path.exists():
        raise bad_input("card.exists", field="id", value=card_id)
    path.write_text(_CARD.format(id=card_id), encoding="utf-8")
    _wrote(path)


def _checked_id(name: str) -> None:
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
        raise bad_input("id.spelling", field="id", name=name)


def _wrote(path: Path) -> None:
    click.echo(f"wrote {path.relative_to(rulings_folder().parent)}; fill it in, then run: ocg-rulings check")


def data_schema(kind: str) -> dict[str, Any]:
    """The schema of one kind of file: a card, a gate, or a file of shelves."""
    if kind in ("card", "gate"):
        return msgspec.json.schema({"card": Card, "gate": Gate}[kind])
    records, components = msgspec.json.schema_components(
        [record for record, _ in SHELVES.values()], ref_template="#/$defs/{name}"
    )
    shelves = {shelf: {"type": "array", "items": one} for shelf, one in zip(SHELVES, records, strict=True)}
    return {"type": "object", "properties": shelves, "additionalProperties": False, "$defs": components}


@click.command()
@click.argument("kind", type=click.Choice(["card", "gate", "shelves"]))
@json_option
def schema(kind: str, as_json: bool) -> None:
    """Print the JSON Schema of a KIND of data file, generated from the model."""
    print_json({"$schema": "https://json-schema.org/draft/2020-12/schema", **data_schema(kind)})
