"""`new`: the skeleton of a ruling or of a card profile, to be filled in."""

import re
from pathlib import Path
from typing import Any

import click
import yaml

from knowledge.data.folder import rulings_folder
from knowledge.explanation.citations import section_at
from knowledge.problems import bad_input
from service.cli.options import lang_option, language
from service.loaded_desk import loaded_desk
from service.presentation.page_words import words

_RULING = """\
  - id: {id}
    says:
      zh: 。
      en: .
    # where the document has them, add faq: [cid:NUMBER or fid:NUMBER] and date: YYYY-MM-DD
    cites: {{doc: {doc}, lines: [{first}, {last}]}}
    cases:
      - activate: 卡名/1        # card and effect number; or `asks: GATE` with `of:`
        at: damage.before
        given: {{}}              # only what a person sees on the table
        expect: "no"
        because: damage-step-is-closed
"""
_CARD = """\
id: {id}
names: {{zh: , en: , ja: }}
type: Monster / Warrior / Effect
effects:
  - number: 1
    kind: trigger
    trigger: {{events: [destroyed], subject: self, when_or_if: if}}
    does: [draw]
    summary: {{zh: 。, en: .}}
"""


@click.group()
def command() -> None:
    """Write the skeleton of a ruling or a card profile."""


@command.command()
@click.argument("ruling_id", required=False, default="")
@click.option("--doc", default="", help="Id of the document, or kind of source of a dated ruling.")
@click.option("--lines", nargs=2, type=int, default=None, help="First and last line, for the skeleton of a section.")
@click.option("--from", "question", default="", help="The question the ruling answers, in plain words.")
@click.option("--expect", default="", help="What was ruled: yes, no, must, depends, undetermined.")
@click.option("--zh", default="", help="The ruling in a Chinese sentence of your own.")
@click.option("--en", default="", help="The same in English.")
@click.option("--faq", default="", help="Official number: cid:NUMBER or fid:NUMBER; several with commas.")
@click.option("--date", "day", default="", help="The day it was given: YYYY-MM-DD.")
@click.option("--write", is_flag=True, help="Append it to the file of its year instead of printing it.")
@lang_option
def ruling(
    ruling_id: str, doc: str, lines: tuple[int, int] | None, question: str, day: str, write: bool, lang: str | None,
    **told: str,
) -> None:  # fmt: skip
    """Draft a ruling from a question, or append the skeleton of one to the file of its section."""
    if question:
        _drafted({"question": question, "id": ruling_id, "doc": doc, "date": day, **told}, lang, write=write)
    elif ruling_id and doc and lines:
        _skeleton(ruling_id, doc, lines)
    else:
        raise bad_input("draft.what", field="from")


def _drafted(told: dict[str, str], lang: str | None, *, write: bool) -> None:
    """Print the YAML, and beside it what the rules say and what is still to add."""
    from service.ruling_draft import ruling_drafted  # the question reader is not loaded for a skeleton

    desk, said = loaded_desk(), language(lang)
    if told["id"] in desk.book.library.rulings:
        raise bad_input("id.taken", field="id", value=told["id"])
    draft = ruling_drafted(desk, told)
    outcome = "draft.no-case" if draft.agrees is None else "draft.agrees" if draft.agrees else "draft.differs"
    for line in (draft.answer["sentence"], words()[outcome]):
        click.echo(line[said], err=True)
    for key in draft.missing:
        click.echo(f"- {words()['draft.missing'][said]}: {words()[key][said]}", err=True)
    if not write:
        click.echo(draft.text, nl=False)
        return
    path = rulings_folder() / "cases" / "dated" / f"{told['date'][:4] or 'undated'}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    before = path.read_text(encoding="utf-8") if path.exists() else "rulings:\n"
    path.write_text(before + _indented(draft.ruling), encoding="utf-8")
    _wrote(path)


def _indented(ruling: dict[str, Any]) -> str:
    """One ruling as an entry of a list."""
    text = yaml.safe_dump([ruling], allow_unicode=True, sort_keys=False, width=110)
    return "".join(f"  {line}\n" for line in text.splitlines())


def _skeleton(ruling_id: str, doc: str, lines: tuple[int, int]) -> None:
    _checked_id(ruling_id)
    library = loaded_desk().book.library
    if ruling_id in library.rulings:
        raise bad_input("id.taken", field="id", value=ruling_id)
    if doc not in library.documents:
        known = ", ".join(library.documents)
        raise bad_input("document.unknown", field="doc", value=doc, known=known)
    section = section_at(library.documents[doc], lines[0])
    if section is None:
        raise bad_input("document.no-such-line", field="lines", value=lines[0], doc=doc)
    path = rulings_folder() / "cases" / doc / f"{section.id}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    before = path.read_text(encoding="utf-8") if path.exists() else "rulings:\n"
    path.write_text(before + _RULING.format(id=ruling_id, doc=doc, first=lines[0], last=lines[1]), encoding="utf-8")
    _wrote(path)


@command.command()
@click.argument("card_id")
@lang_option
def card(card_id: str, lang: str | None) -> None:
    """Write the skeleton of a card profile."""
    _checked_id(card_id)
    path = rulings_folder() / "cards" / f"{card_id}.yaml"
    if path.exists():
        raise bad_input("card.exists", field="id", value=card_id)
    path.write_text(_CARD.format(id=card_id), encoding="utf-8")
    _wrote(path)


def _checked_id(name: str) -> None:
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
        raise bad_input("id.spelling", field="id", name=name)


def _wrote(path: Path) -> None:
    click.echo(f"wrote {path.relative_to(rulings_folder().parent)}; fill it in, then run: ocg-rulings check")
