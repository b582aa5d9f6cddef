"""`gaps`: what the text reader cannot read yet, by the number of imported cards it blocks."""

from typing import cast, get_args

import click
import msgspec

from knowledge.cards.data_directory import data_directory
from knowledge.cards.gaps import gaps_of
from knowledge.cards.store import open_store
from knowledge.problems import bad_input
from knowledge.text import Language
from service.cli.options import json_option, print_json

LANGUAGES = get_args(Language)
MOST = 50


@click.command()
@click.option("--lang", "langs", type=click.Choice(LANGUAGES), multiple=True, help="Texts of this language only.")
@click.option("--limit", type=click.IntRange(1, 10_000), default=MOST, show_default=True, help="How many gaps.")
@json_option
def command(langs: tuple[str, ...], limit: int, as_json: bool) -> None:
    """Rank what is not read by the number of cards it blocks, with examples; needs an imported card database."""
    store = open_store(data_directory())
    if store is None:
        raise bad_input("import.none-yet", field="import-cards")
    gaps, shares = gaps_of(store.cards(), cast(tuple[Language, ...], langs or LANGUAGES))
    if as_json:
        print_json(msgspec.to_builtins(gaps[:limit]))
        return
    for lang, share in shares.items():
        click.echo(
            f"{lang}: {share.cards} cards, nothing unread {share.read / share.cards:.1%}, "
            f"nothing about an activation unread {share.activation_read / share.cards:.1%}"
        )
    for gap in gaps[:limit]:
        click.echo(f"{gap.cards:6} {gap.lang} {gap.phrase}  ({'; '.join(gap.examples)})")
