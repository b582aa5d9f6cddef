"""`ocg-rulings read`: card text into effect profiles, one card from stdin or many from a file."""

import json
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, cast, get_args

import click
import msgspec

from knowledge.phrases import phrase
from knowledge.problems import bad_input
from knowledge.text import Language, answer_of, read_card
from service.cli.options import json_option, language
from service.loaded_desk import loaded_desk

LANGUAGES = get_args(Language)
WORTH_SHARING = 2_000  # fewer cards are read before other processes would be ready to help
MOST_WORKERS = 4


@click.command(help="Read card text from stdin, or a JSON line for each card with --batch, into effect profiles.")
@click.option(
    "--lang", type=click.Choice(LANGUAGES), default=None, help="Language of the text; default from the locale."
)
@click.option("--type", "card_type", default="Monster / Effect", show_default=True, help="The printed type.")
@click.option("--batch", type=click.Path(path_type=Path), default=None, help="A file with one card a line.")
@json_option
def command(lang: str | None, card_type: str, batch: Path | None, as_json: bool) -> None:
    """Print the profiles: one JSON line a card for a batch, else JSON or one line an effect."""
    if batch is not None:
        for line in _answers(batch, lang):
            sys.stdout.write(line + "\n")
        return
    spoken = cast(Language, lang or language(None))
    reading = read_card(_decoded(sys.stdin.buffer.read(), "stdin"), card_type, spoken)
    answer = answer_of(reading, card_type, loaded_desk().damage_step)
    if as_json:
        click.echo(json.dumps(answer, ensure_ascii=False, indent=1))
        return
    for effect in answer["effects"]:
        click.echo(_one_line(effect, language(None)))


def _answers(batch: Path, lang: str | None) -> Iterator[str]:
    """The answer to each line of a batch file, in its order."""
    try:
        content = batch.read_bytes()
    except OSError as wrong:
        raise bad_input(
            "batch.unreadable", field="--batch", value=str(batch), batch=str(batch), strerror=wrong.strerror or ""
        ) from wrong
    lines = [(n, line, lang) for n, line in enumerate(_decoded(content, str(batch)).split("\n"), 1) if line.strip()]
    workers = min(os.cpu_count() or 1, MOST_WORKERS)
    if len(lines) < WORTH_SHARING or workers < 2:
        yield from map(_answer, lines)
        return
    with ProcessPoolExecutor(workers) as readers:
        yield from readers.map(_answer, lines, chunksize=200)


def _answer(numbered: tuple[int, str, str | None]) -> str:
    """The answer to one line of a batch."""
    number, line, lang = numbered
    card = _card(line, number)
    spoken = cast(Language, card.get("lang") or lang or "zh")
    reading = read_card(card["text"], card["type"], spoken, card.get("pendulum"))
    answer = answer_of(reading, card["type"], loaded_desk().damage_step, card.get("id", number))
    return msgspec.json.encode(answer).decode()


def _decoded(content: bytes, name: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise bad_input("batch.not-text", field=name, value=name) from wrong


def _card(line: str, number: int) -> dict[str, Any]:
    """One line of a batch, checked."""
    try:
        card = json.loads(line)
        msgspec.json.encode(card.get("id") if isinstance(card, dict) else None)
    except (ValueError, RecursionError) as wrong:
        raise bad_input("batch.no-json", field=f"line {number}", value=line[:80], number=number) from wrong
    if not isinstance(card, dict):
        raise bad_input("batch.no-object", field=f"line {number}", value=line[:80], number=number)
    for field, needed in (("text", True), ("type", True), ("lang", False), ("pendulum", False)):
        value = card.get(field)
        if not isinstance(value, str) and (needed or value is not None):
            raise bad_input("batch.text-wanted", field=field, value=value, number=number)
    if card.get("lang") and card["lang"] not in LANGUAGES:
        raise bad_input(
            "batch.language",
            field="lang",
            value=card["lang"][:20],
            accepted=LANGUAGES,
            number=number,
            listed=", ".join(LANGUAGES),
        )
    return card


def _one_line(effect: dict[str, Any], lang: str) -> str:
    """One effect for people to read."""
    kind = phrase("read.mandatory", kind=effect["kind"])[lang] if effect["mandatory"] else effect["kind"]
    parts = [f"{effect['part']} {effect['number']}", kind]
    if effect["targets"]:
        parts.append(phrase("read.targets")[lang])
    if effect["cost"]:
        parts.append(phrase("read.cost", cost=", ".join(effect["cost"]))[lang])
    if effect["does"]:
        parts.append(", ".join(effect["does"]))
    if effect["windows"]["damage-step"] or effect["windows"]["damage.calculation"]:
        parts.append(phrase("read.damage-step")[lang])
    return " | ".join(parts)
