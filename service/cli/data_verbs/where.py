"""`where`: in which file and line something is written, and which Python finds the facts a rule asks about."""

import click
import msgspec

from service.cli.options import json_option, print_json
from service.loaded_desk import loaded_desk
from service.reference.neighbourhood import meant
from service.reference.origins import origins_of


@click.command(name="where")
@click.argument("name")
@json_option
def command(name: str, as_json: bool) -> None:
    """Print where NAME (kind:id, an id, or a card's name) is written; of a rule also the facts it asks about."""
    desk = loaded_desk()
    found = origins_of(desk, meant(desk, name))
    if as_json:
        print_json([msgspec.to_builtins(origin) for origin in found])
        return
    for origin in found:
        click.echo(f"{origin.of:<50} {origin.place}")
