"""`bench`: the project's benchmark."""

from typing import Any

import click

from service.bench.benchmark import PARTS, measured
from service.cli.options import json_option, print_json
from service.loaded_desk import loaded_desk


@click.command()
@click.option("--part", "parts", type=click.Choice(list(PARTS)), multiple=True, help="This part alone; repeatable.")
@click.option("--quick", is_flag=True, help="Fewer repetitions: coarser figures in a fifth of the time.")
@json_option
def command(parts: tuple[str, ...], quick: bool, as_json: bool) -> None:
    """Measure verdicts, growth, reading, requests, servers, start and memory on this machine; print ratios."""
    figures = measured(loaded_desk(), parts, quick)
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
