"""`bench`: the project's benchmark."""

from typing import Any

import click

from service.benching import measured
from service.commands.options import json_option, print_json
from service.loaded import loaded_desk


@click.command()
@json_option
def command(as_json: bool) -> None:
    """Measure verdicts, growth, ATK/DEF sequences, requests and start on this machine; print ratios."""
    figures = measured(loaded_desk())
    if as_json:
        print_json(figures)
    else:
        _print(figures)


def _print(figures: dict[str, Any], indent: str = "") -> None:
    for name, value in figures.items():
        if isinstance(value, dict):
            click.echo(f"{indent}{name}")
            _print(value, indent + "  ")
        else:
            click.echo(f"{indent}{name:18} {value}")
