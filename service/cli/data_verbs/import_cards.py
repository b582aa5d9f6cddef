"""`ocg-rulings import-cards`: bring a card database of your own."""

import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import click
import msgspec

from knowledge.cards.data_directory import data_directory, made_data_directory
from knowledge.cards.database_import import Summary, forget, import_file
from knowledge.cards.read_profiles import read_stored, version_of_reader
from knowledge.cards.store import CardStore
from knowledge.cards.tally import REASONS
from knowledge.problems import bad_input
from service.cli.options import json_option, lang_option, language, print_json
from service.loaded_desk import loaded_desk
from service.lookup import names_are_kept, prepare_names

STAGES = {
    "read": {"zh": "读取", "en": "Reading"},
    "write": {"zh": "写入", "en": "Writing"},
    "index": {"zh": "建立卡名索引", "en": "Indexing names"},
}


NOT_INDEXED = {
    "zh": "卡片已导入，但卡名索引写不进数据目录（磁盘满了？）；每次启动都要重新建立，会慢一些。",
    "en": "The cards are imported, but the index of names could not be written to the data directory (is the disk"
    " full?); every start builds it anew and takes longer.",
}


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
                length=max(total, 1), label=STAGES[stage][self._lang], show_pos=True, show_eta=True, file=sys.stderr
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
        return [
            {
                "zh": f"{file.name} 的内容以前已经导入过，没有改动。卡片库有 {total} 张卡。",
                "en": f"The content of {file.name} was imported before; nothing changed. Cards in the store: {total}.",
            }[lang]
        ]
    lines = [
        {
            "zh": f"已导入 {file.name}：{file.cards} 张卡，新增 {summary.added} 张；卡片库现有 {total} 张卡。",
            "en": f"Imported {file.name}: {file.cards} cards, {summary.added} new; cards in the store: {total}.",
        }[lang]
    ]
    for reason, times in file.skipped.items():
        lines.append(
            {"zh": f"略过 {times} 条：{REASONS[reason]['zh']}。", "en": f"Left out {times}: {REASONS[reason]['en']}."}[
                lang
            ]
        )
    if summary.without_text:
        lines.append(
            {"zh": f"{summary.without_text} 张卡没有文字。", "en": f"{summary.without_text} cards have no text."}[lang]
        )
    if summary.cleaned:
        lines.append(
            {
                "zh": f"{summary.cleaned} 张卡的 HTML 标记已去掉。",
                "en": f"HTML was taken out of {summary.cleaned} cards.",
            }[lang]
        )
    if summary.replaced_damaged:
        lines.append(
            {"zh": "原来的卡片库已损坏，已换成新的。", "en": "The store before it was damaged and was replaced."}[lang]
        )
    return lines


def _forget(data: str | None, as_json: bool, lang: str) -> None:
    there = forget(data_directory(data))
    if as_json:
        print_json({"forgotten": there})
    elif there:
        click.echo({"zh": "已清除导入的卡片。", "en": "The imported cards are removed."}[lang])
    else:
        click.echo({"zh": "没有导入过卡片。", "en": "Nothing was imported."}[lang])


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
        click.echo(NOT_INDEXED[spoken], err=True)
    if as_json:
        print_json({**msgspec.to_builtins(summary), "index_written": not unwritten})
    else:
        for line in _says(summary, spoken):
            click.echo(line)
