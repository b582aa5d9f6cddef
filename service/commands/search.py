"""`search`: cards by name, rulings and rules by their words."""

import click

from service.asking import checked_text
from service.commands.options import json_option, lang_option, language, print_json
from service.loaded import loaded_desk
from service.searching import searched


@click.command()
@click.argument("words", nargs=-1, required=True)
@click.option("--kind", type=click.Choice(["card", "ruling", "rule"]), default=None)
@click.option("--limit", type=click.IntRange(1, 100), default=10)
@json_option
@lang_option
def command(words: tuple[str, ...], kind: str | None, limit: int, as_json: bool, lang: str | None) -> None:
    """Search cards, rulings and rules for WORDS."""
    found = searched(loaded_desk(), checked_text(" ".join(words), "words"), kind, limit)
    if as_json:
        print_json(found)
        return
    said = language(lang)
    for hit in found["results"]:
        title = " / ".join(hit["names"].values()) if "names" in hit else hit["says"][said]
        click.echo(f"{hit['kind']:6} {hit['id']}  {title}")
    click.echo(f"{len(found['results'])} / {found['total']}")
