"""`ocg-rulings import-cards`: bring a card database of your own."""

import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import click
import msgspec

from knowledge.cards.data_directory import data_directory, made_data_directory
from knowledge.cards.database_import import Summary, forget, import_file
from knowledge.cards.plain_verdicts import keep_plain_verdicts
from knowledge.cards.read_profiles import read_stored, version_of_reader
from knowledge.cards.store import CardStore
from knowledge.cards.tally import why_left_out
from knowledge.problems import bad_input, sentence
from service.cli.options import json_option, lang_option, language, print_json
from service.loaded_desk import loaded_desk
from service.lookup import names_are_kept, prepare_names


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
    if as_json:
        print_json({"forgotten": there})
    else:
        click.echo(sentence("import.forgotten" if there else "import.nothing-there")[lang])


@click.command("import-cards")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--replace", is_flag=True, help="Take the place of a damaged store, whose cards are lost.")
@click.option("--forget", "forget_all", is_flag=True, help="Remove everything that was imported.")
@click.option(
    "--data", default=None, help="The data directory; default from OCG_RULINGS_DATA, else the platform's usual place."
)
@json_option
@lang_option
def command(
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
    if as_json:
        print_json({**msgspec.to_builtins(summary), "index_written": not unwritten})
    else:
        for line in _says(summary, spoken):
            click.echo(line)
