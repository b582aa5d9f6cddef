"""`new`: the skeleton of a ruling or of a card profile, to be filled in."""

import re
from pathlib import Path

import click

from knowledge.data.folder import rulings_folder
from knowledge.problems import bad_input
from service.cli.options import lang_option
from service.loaded_desk import loaded_desk

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
@click.argument("ruling_id")
@click.option("--doc", required=True, help="Id of the document.")
@click.option("--lines", nargs=2, type=int, required=True, help="First and last line.")
@lang_option
def ruling(ruling_id: str, doc: str, lines: tuple[int, int], lang: str | None) -> None:
    """Append the skeleton of a ruling to the file of its section."""
    _checked_id(ruling_id)
    library = loaded_desk().book.library
    if ruling_id in library.rulings:
        raise bad_input("id.taken", field="id", value=ruling_id)
    if doc not in library.documents:
        known = ", ".join(library.documents)
        raise bad_input("document.unknown", field="doc", value=doc, known=known)
    section = library.documents[doc].section_at(lines[0])
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
