"""Options and output habits all verbs share."""

import json
import locale
import os
from typing import Any

import click

json_option = click.option("--json", "as_json", is_flag=True, help="Machine-readable output on stdout, nothing else.")
lang_option = click.option(
    "--lang", type=click.Choice(["zh", "en"]), default=None, help="Language of the output; default from the locale."
)


def language(chosen: str | None) -> str:
    """The language to speak: the one chosen, else Chinese where the locale is Chinese, else English."""
    if chosen:
        return chosen
    named = (
        os.environ.get("LC_ALL")
        or os.environ.get("LC_MESSAGES")
        or os.environ.get("LANG")
        or locale.getlocale()[0]
        or ""
    )
    return "zh" if named.lower().startswith("zh") else "en"


def print_json(data: Any) -> None:
    """Print one JSON document."""
    click.echo(json.dumps(data, ensure_ascii=False, indent=1))
