"""`citations`: every citation of a source document."""

from typing import Any

import click

from knowledge.data.folder import rulings_folder
from knowledge.data.law import Cite
from knowledge.data.library import Library, every_rule, read_library
from service.cli.options import json_option, lang_option, print_json


@click.command()
@json_option
@lang_option
def command(as_json: bool, lang: str | None) -> None:
    """List every citation: rules, rulings, terms, timings and notes with document, lines, FAQ ids and date."""
    entries = all_citations(read_library(rulings_folder()))
    if as_json:
        print_json(entries)
        return
    for e in entries:
        faq = " ".join(e["faq"])
        lines = f":{e['first']}-{e['last']}" if "first" in e else ""
        told = " ".join([faq, e["date"], *e["statements"]])
        click.echo(f"{e['doc']}{lines}  {e['kind']:6} {e['id']}  {told}".rstrip())


def all_citations(library: Library) -> list[dict[str, Any]]:
    """Each citation as the contract shapes it, with the statements of the law its record says."""
    entries = [_entry(r.id, "ruling", c, r.statements) for r in library.rulings.values() for c in r.cites]
    entries += [_entry(rule.id, "rule", c, rule.statements) for _, rule in every_rule(library) for c in rule.cites]
    points = [(t.id, point) for t in library.terms.values() for point in t.all_points]
    entries += [_entry(name, "term", c, point.statements) for name, point in points for c in point.cites]
    entries += [_entry(t.id, "rule", c) for t in library.timings.values() for c in t.cites]
    entries += [_entry(n.id, "note", Cite(doc=n.doc, lines=n.lines), n.statements) for n in library.notes.values()]
    return sorted(entries, key=lambda e: (e["doc"], e.get("first", 0), e.get("last", 0), e["id"]))


def _entry(name: str, kind: str, cite: Cite, statements: tuple[str, ...] = ()) -> dict[str, Any]:
    lines = {"first": cite.lines[0], "last": cite.lines[1]} if cite.lines else {}
    told = {"id": name, "kind": kind, "doc": cite.doc, **lines, "faq": list(cite.faq), "date": cite.date}
    return {**told, "statements": list(statements)}
