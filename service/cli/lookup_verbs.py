"""Verbs that look something up: card, search, where, graph, citations."""

from collections import Counter
from typing import Any

import click
import msgspec
from werkzeug.datastructures import MultiDict

from knowledge.data.law import Cite
from knowledge.data.library import Library, every_rule, read_library
from knowledge.data.yaml_files import rulings_folder
from knowledge.explanation.can_answer import names_side_by_side
from knowledge.phrases import circled, phrase
from knowledge.rules.graph import impact, path
from knowledge.search import FACETS
from service.cli.options import json_option, lang_option, language, print_json, put_out
from service.loaded_desk import loaded_desk
from service.lookup import card_by_name, checked_text
from service.reference.entries_told import card_page, origins_of
from service.reference.neighbourhood import meant, said_of
from service.reference.search import KINDS, search_asked, searched


@click.command()
@click.argument("card")
@json_option
@lang_option
def card(card: str, as_json: bool, lang: str | None) -> None:
    """Show CARD: names, effects as profiled, the windows in which each may be activated, its rulings."""
    desk = loaded_desk()
    page = card_page(desk, card_by_name(desk, checked_text(card, "card")))
    if as_json:
        print_json(page)
        return
    said = language(lang)
    click.echo(" / ".join(names_side_by_side(page, "" if card.isdigit() or ":" in card else card)))
    click.echo(f"{page['type']}  cid:{page['cid']}  {page['password'] or ''}")
    for effect in page["effects"]:
        must = phrase("mandatory")[said] + " " if effect["mandatory"] else ""
        click.echo(
            f"{circled(effect['number'])} {must}{phrase('kind.' + effect['kind'])[said]}: {effect['summary'][said]}"
        )
        for side, windows in effect["windows"].items():
            open_here = [w for w, verdict in windows.items() if verdict != "no"]
            click.echo(f"   {phrase('turn.' + side)[said]}: {' '.join(open_here) or '-'}")
    for ruling in page["rulings"]:
        click.echo(f"* {ruling['says'][said]}  [{ruling['id']}] {ruling['faq'] or ''} {ruling['date'] or ''}")


@click.command()
@click.argument("words", nargs=-1)
@click.option("--kind", type=click.Choice(KINDS), default=None)
@click.option("--limit", type=click.IntRange(1, 100), default=10)
@click.option("--page", type=click.IntRange(1, 1000), default=1)
@click.option("--card", multiple=True, help="Only rulings that concern this card; give it twice for card and card.")
@click.option("--document", default=None, help="Only what this document says.")
@click.option("--section", default=None, help="DOCUMENT/SECTION, as a facet names it.")
@click.option("--timing", default=None, help="Only this moment, from a phase down to a window, by id or name.")
@click.option("--gate", default=None, help="Only this matter, such as damage-step or replay.")
@click.option("--category", default=None, help="Only effects of this class, such as quick-effect.")
@click.option("--verdict", default=None, help="Only this outcome.")
@click.option("--from", "since", default=None, help="Dated from: 2017, 2017-01 or 2017-01-07.")
@click.option("--to", "until", default=None, help="Dated to.")
@json_option
@lang_option
def search(words: tuple[str, ...], as_json: bool, lang: str | None, **narrowed: object) -> None:
    """Search cards, rulings and rules for WORDS; none are needed where the search is narrowed otherwise."""
    values = MultiDict([("q", " ".join(words)), *(("card", name) for name in narrowed.pop("card"))])  # type: ignore
    named = {"since": "from", "until": "to"}
    values.update({named.get(k, k): str(v) for k, v in narrowed.items() if v is not None})
    found = searched(loaded_desk(), search_asked(values))
    if as_json:
        print_json(found)
        return
    said = language(lang)
    for group in found["groups"]:
        click.echo(f"group  {group['id']}  {' / '.join(group['names'].values())}  ({group['total']})")
    for hit in found["results"]:
        title = " / ".join(names_side_by_side(hit)) if "names" in hit else hit["says"][said]
        place = f"  [{hit['doc']} · {hit['section_names'][said]}]" if "section_names" in hit else ""
        click.echo(f"{hit['kind']:6} {hit['id']}  {title}{place}")
    for facet in FACETS:
        values_of = [f"{v['names'][said]} {v['count']}" for v in found["facets"].get(facet, [])[:6]]
        if len(values_of) > 1:
            click.echo(f"  {facet}: {', '.join(values_of)}")
    click.echo(f"{len(found['results'])} / {found['total']}")


@click.command(name="where")
@click.argument("name")
@json_option
def where(name: str, as_json: bool) -> None:
    """Print where NAME (kind:id, an id, or a card's name) is written; of a rule also the facts it asks about."""
    desk = loaded_desk()
    found = origins_of(desk, meant(desk, name))
    put_out(as_json, msgspec.to_builtins(found), (f"{origin.of:<50} {origin.place}" for origin in found))


@click.group(name="graph")
def graph() -> None:
    """Walk the knowledge as a graph: facts, words, rules, rulings and cards."""


@graph.command(name="impact")
@click.argument("name")
@json_option
@lang_option
def _impact(name: str, as_json: bool, lang: str | None) -> None:
    """If NAME (kind:id, or an id) changes: which rules, rulings and cards are touched."""
    desk = loaded_desk()
    node = meant(desk, name)
    touched = impact(desk.book.graph, node)
    listed = [{"kind": kind, "id": known_as} for kind, known_as in touched]
    told = {"node": ":".join(node), "touched": listed, "counts": Counter(kind for kind, _ in touched)}
    put_out(as_json, told, (f"{one[0]:<9}{one[1]:<60} {said_of(desk, one)[language(lang)]}" for one in touched))


@graph.command(name="path")
@click.argument("start")
@click.argument("end")
@json_option
@lang_option
def _path(start: str, end: str, as_json: bool, lang: str | None) -> None:
    """Show how START leads to END."""
    desk = loaded_desk()
    steps = path(desk.book.graph, meant(desk, start), meant(desk, end))
    told = {"steps": [{"from": ":".join(a), "to": ":".join(b), "type": kind} for a, b, kind in steps]}
    said = language(lang)
    lines = (f"{':'.join(a)} --{kind}--> {':'.join(b)}  {said_of(desk, b)[said]}" for a, b, kind in steps)
    put_out(as_json, told, lines)


@click.command()
@json_option
@lang_option
def citations(as_json: bool, lang: str | None) -> None:
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
