"""`graph`: what a change would touch, and how two things hang together."""

from collections import Counter

import click

from knowledge.rules.graph import impact, path
from service.cli.options import json_option, lang_option, language, print_json
from service.loaded_desk import loaded_desk
from service.reference.neighbourhood import meant, said_of


@click.group(name="graph")
def command() -> None:
    """Walk the knowledge as a graph: facts, words, rules, rulings and cards."""


@command.command(name="impact")
@click.argument("name")
@json_option
@lang_option
def _impact(name: str, as_json: bool, lang: str | None) -> None:
    """If NAME (kind:id, or an id) changes: which rules, rulings and cards are touched."""
    desk = loaded_desk()
    node = meant(desk, name)
    touched = impact(desk.book.graph, node)
    if as_json:
        listed = [{"kind": kind, "id": known_as} for kind, known_as in touched]
        print_json({"node": ":".join(node), "touched": listed, "counts": Counter(kind for kind, _ in touched)})
        return
    for one in touched:
        click.echo(f"{one[0]:<9}{one[1]:<60} {said_of(desk, one)[language(lang)]}")


@command.command(name="path")
@click.argument("start")
@click.argument("end")
@json_option
@lang_option
def _path(start: str, end: str, as_json: bool, lang: str | None) -> None:
    """Show how START leads to END."""
    desk = loaded_desk()
    steps = path(desk.book.graph, meant(desk, start), meant(desk, end))
    if as_json:
        print_json({"steps": [{"from": ":".join(a), "to": ":".join(b), "type": kind} for a, b, kind in steps]})
        return
    for a, b, kind in steps:
        click.echo(f"{':'.join(a)} --{kind}--> {':'.join(b)}  {said_of(desk, b)[language(lang)]}")
