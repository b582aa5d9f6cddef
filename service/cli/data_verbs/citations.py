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
        click.echo(f"{e['doc']}:{e['first']}-{e['last']}  {e['kind']:6} {e['id']}  {faq} {e['date']}".rstrip())


def all_citations(library: Library) -> list[dict[str, Any]]:
    """Each citation as the contract shapes it; what states a rule counts as one, whatever its shelf."""
    entries = [_entry(r.id, "ruling", c) for r in library.rulings.values() for c in r.cites]
    entries += [_entry(rule.id, "rule", c) for _, rule in every_rule(library) for c in rule.cites]
    entries += [_entry(t.id, "rule", c) for t in (*library.terms.values(), *library.timings.values()) for c in t.cites]
    entries += [_entry(n.id, "note", Cite(doc=n.doc, lines=n.lines)) for n in library.notes.values()]
    return sorted(entries, key=lambda e: (e["doc"], e["first"], e["last"], e["id"]))


def _entry(name: str, kind: str, cite: Cite) -> dict[str, Any]:
    return {
        "id": name,
        "kind": kind,
        "doc": cite.doc,
        "first": cite.lines[0],
        "last": cite.lines[1],
        "faq": list(cite.faq),
        "date": cite.date,
    }
