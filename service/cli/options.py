"""Options, input files and output habits all verbs share."""

import json
import locale
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from knowledge.data.yaml_files import Unreadable, read_yaml
from knowledge.problems import bad_input

json_option = click.option("--json", "as_json", is_flag=True, help="Machine-readable output on stdout, nothing else.")
lang_option = click.option(
    "--lang", type=click.Choice(["zh", "en"]), default=None, help="Language of the output; default from the locale."
)
as_of_option = click.option(
    "--as-of",
    default=None,
    help="Answer by the law of this day (YYYY-MM-DD, YYYY-MM or YYYY, from 2017); today's without it.",
)

turn_option = click.option("--turn", default=None, help="own or opponent: whose turn it is.")
given_option = click.option(
    "--given", type=click.Path(exists=True, dir_okay=False), default=None, help="A YAML file that describes the table."
)
full_option = click.option("--full", is_flag=True, help="Show every rule that was tried.")


def language(chosen: str | None) -> str:
    """The language to speak: the one chosen, else Chinese where the locale is Chinese, else English."""
    if chosen:
        return chosen
    told = [os.environ.get(variable) for variable in ("LC_ALL", "LC_MESSAGES", "LANG")]
    named = next(filter(None, told), None) or locale.getlocale()[0] or ""
    return "zh" if named.lower().startswith("zh") else "en"


def print_json(data: object) -> None:
    """Print one JSON document."""
    click.echo(json.dumps(data, ensure_ascii=False, indent=1))


def put_out(as_json: bool, data: object, lines: Iterable[str]) -> None:
    """Print an answer: as one JSON document, or as lines of text."""
    if as_json:
        print_json(data)
    else:
        for line in lines:
            click.echo(line)


def text_of(file: str, most_characters: int) -> str:
    """The text of a file, or of standard input for "-"; one character more than allowed is enough to refuse it."""
    most_bytes = most_characters * 4 + 4
    try:
        if file == "-":
            raw = sys.stdin.buffer.read(most_bytes)
        else:
            with Path(file).open("rb") as opened:
                raw = opened.read(most_bytes)
        return raw.decode("utf-8-sig", errors="strict" if len(raw) < most_bytes else "ignore")
    except OSError as wrong:
        raise bad_input("file.unreadable", field="file", value=file, why=wrong.strerror or "?") from None
    except ValueError:
        raise bad_input("file.not-text", field="file", value=file) from None


def table_in(path: str) -> Any:
    """The table a YAML file describes."""
    try:
        with open(path, encoding="utf-8") as file:
            return read_yaml(file.read()).value
    except (Unreadable, UnicodeDecodeError) as wrong:
        raise bad_input("file.unreadable", field="given", value=path, why=str(wrong)) from None
