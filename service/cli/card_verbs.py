"""Verbs about cards of your own and their texts: import-cards, read, gaps."""

import json
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, cast, get_args

import click
import msgspec

from knowledge.cards.database_import import Summary, forget, import_file
from knowledge.cards.plain_verdicts import keep_plain_verdicts
from knowledge.cards.read_profiles import read_stored, version_of_reader
from knowledge.cards.reading_quality import dropped_words, gaps_of, parted_readings
from knowledge.cards.record import why_left_out
from knowledge.cards.store import CardStore, data_directory, made_data_directory, open_store
from knowledge.phrases import phrase
from knowledge.problems import bad_input, sentence
from knowledge.text import Language, answer_of, read_card
from service.cli.options import json_option, lang_option, language, print_json, put_out
from service.loaded_desk import loaded_desk
from service.lookup import names_are_kept, prepare_names

LANGUAGES = get_args(Language)
WORTH_SHARING = 2_000  # fewer cards are read before other processes would be ready to help
MOST_WORKERS = 4
MOST = 50


class _Bars:
    """One progress bar a stage, with counts and time left, on stderr."""

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self._stage = ""
        self._bar: Any = None

    def __call__(self, stage: str, done: int, total: int) -> None:
        if stage != self._stage:
            self.finish()
            self._stage = stage
            self._bar = click.progressbar(
                length=max(total, 1),
                label=sentence(f"import.stage.{stage}")[self._lang],
                show_pos=True,
                show_eta=True,
                file=sys.stderr,
            )
            self._bar.__enter__()
        self._bar.update(done - self._bar.pos)

    def finish(self) -> None:
        if self._bar is not None:
            with suppress(OSError):
                self._bar.__exit__(None, None, None)
            self._bar = None


def _says(summary: Summary, lang: str) -> list[str]:
    file, total = summary.file, summary.total
    if summary.already_known:
        return [sentence("import.known", file=file.name, total=total)[lang]]
    told = [sentence("import.done", file=file.name, cards=file.cards, added=summary.added, total=total)]
    for reason, times in file.skipped.items():
        told.append(sentence("import.left-out", count=times, why=why_left_out(reason)))
    if summary.without_text:
        told.append(sentence("import.without-text", count=summary.without_text))
    if summary.cleaned:
        told.append(sentence("import.cleaned", count=summary.cleaned))
    if summary.replaced_damaged:
        told.append(sentence("import.replaced-damaged"))
    return [both[lang] for both in told]


def _forget(data: str | None, as_json: bool, lang: str) -> None:
    there = forget(data_directory(data))
    put_out(as_json, {"forgotten": there}, [sentence("import.forgotten" if there else "import.nothing-there")[lang]])


@click.command("import-cards")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--replace", is_flag=True, help="Take the place of a damaged store, whose cards are lost.")
@click.option("--forget", "forget_all", is_flag=True, help="Remove everything that was imported.")
@click.option(
    "--data", default=None, help="The data directory; default from OCG_RULINGS_DATA, else the platform's usual place."
)
@json_option
@lang_option
def import_cards(
    file: Path | None, replace: bool, forget_all: bool, data: str | None, as_json: bool, lang: str | None
) -> None:
    """Import a card database of your own: ygopro's *.cdb, or yaml-yugi's cards.json (also .gz)."""
    spoken = language(lang)
    if forget_all:
        if file is not None:
            raise bad_input("import.forget-takes-no-file", field="file", value=str(file))
        return _forget(data, as_json, spoken)
    if file is None:
        raise bad_input("import.no-file", field="file", accepted=["*.cdb", "cards.json", "cards.json.gz"])
    bars = _Bars(spoken)
    quiet = as_json or not sys.stderr.isatty()
    progress: dict[str, Any] = {} if quiet else {"progress": bars}

    def indexed(store: CardStore) -> None:
        for done in (0, 1):  # the index is built in one piece: the bar tells that it is at work, then that it is done
            if not quiet:
                bars("index", done, 1)
            if not done:
                prepare_names(loaded_desk(), directory, store)
        judged = None if quiet else lambda done, total: bars("verdicts", done, total)
        keep_plain_verdicts(loaded_desk(), directory, store, judged)

    try:
        directory = made_data_directory(data)
        summary = import_file(
            file,
            directory,
            derive=read_stored,
            derived_by=version_of_reader(),
            prepare=indexed,
            replace_damaged=replace,
            **progress,
        )
    finally:
        bars.finish()
    unwritten = not summary.already_known and not names_are_kept(loaded_desk(), directory)
    if unwritten:
        click.echo(sentence("import.not-indexed")[spoken], err=True)
    put_out(as_json, {**msgspec.to_builtins(summary), "index_written": not unwritten}, _says(summary, spoken))


@click.command(help="Read card text from stdin, or a JSON line for each card with --batch, into effect profiles.")
@click.option(
    "--lang", type=click.Choice(LANGUAGES), default=None, help="Language of the text; default from the locale."
)
@click.option("--type", "card_type", default="Monster / Effect", show_default=True, help="The printed type.")
@click.option("--batch", type=click.Path(path_type=Path), default=None, help="A file with one card a line.")
@json_option
def read(lang: str | None, card_type: str, batch: Path | None, as_json: bool) -> None:
    """Print the profiles: one JSON line a card for a batch, else JSON or one line an effect."""
    if batch is not None:
        for line in _answers(batch, lang):
            sys.stdout.write(line + "\n")
        return
    spoken = cast(Language, lang or language(None))
    reading = read_card(_decoded(sys.stdin.buffer.read(), "stdin"), card_type, spoken)
    answer = answer_of(reading, card_type, loaded_desk().damage_step)
    put_out(as_json, answer, (_one_line(effect, language(None)) for effect in answer["effects"]))


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
        value, listed = card["lang"][:20], ", ".join(LANGUAGES)
        raise bad_input("batch.language", field="lang", value=value, accepted=LANGUAGES, number=number, listed=listed)
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


@click.command()
@click.option("--lang", "langs", type=click.Choice(LANGUAGES), multiple=True, help="Texts of this language only.")
@click.option("--limit", type=click.IntRange(1, 10_000), default=MOST, show_default=True, help="How many gaps.")
@click.option("--dropped", is_flag=True, help="Words a reading holds nowhere, though nothing there is told as unread.")
@click.option("--parted", is_flag=True, help="What the readings of a card in two languages say and the third lacks.")
@json_option
def gaps(langs: tuple[str, ...], limit: int, dropped: bool, parted: bool, as_json: bool) -> None:
    """Rank what is not read by the number of cards it blocks, with examples; needs an imported card database."""
    store = open_store(data_directory())
    if store is None:
        raise bad_input("import.none-yet", field="import-cards")
    spoken = cast(tuple[Language, ...], langs or LANGUAGES)
    look = dropped_words if dropped else parted_readings if parted else None
    gaps, shares = (look(store.cards(), spoken), {}) if look else gaps_of(store.cards(), spoken)
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
