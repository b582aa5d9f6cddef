"""`matter`: any other question the rules decide."""

import click

from knowledge.explanation.matter_answer import matter_listed
from service.answers.matters import matter_shown
from service.cli.options import (
    as_of_option,
    full_option,
    given_option,
    json_option,
    lang_option,
    language,
    print_json,
    table_in,
    turn_option,
)
from service.loaded_desk import loaded_desk
from service.presentation.plain_text import answer_as_text


@click.command()
@click.argument("name", required=False)
@click.option("--of", default=None, help="CARD or CARD/N: the card or effect asked about; or a handle of the table.")
@click.option("--about", default=None, help="Which part: attacker, target, a handle of the table, part of the effect.")
@click.option("--at", default=None, help="The timing, by id or by its Chinese, Japanese or English name.")
@turn_option
@given_option
@as_of_option
@full_option
@json_option
@lang_option
def command(
    name: str | None,
    of: str | None,
    about: str | None,
    at: str | None,
    turn: str | None,
    given: str | None,
    as_of: str | None,
    full: bool,
    as_json: bool,
    lang: str | None,
) -> None:
    """Decide NAME, such as battle-destruction or replay; without NAME list everything that can be asked."""
    desk, said = loaded_desk(), language(lang)
    if name is None:
        known = [matter_listed(desk, gate) for gate in desk.matters()]
        if as_json:
            print_json({"results": known, "total": len(known)})
            return
        for one in known:
            click.echo(f"{one['matter']:<32} {one['asks'][said]}")
        return
    table = table_in(given) if given else None
    asked = {"matter": name, "of": of, "about": about, "at": at, "turn": turn, "given": table}
    answer = matter_shown(desk, {**asked, "as_of": as_of})
    if as_json:
        print_json(answer)
    else:
        click.echo(answer_as_text(answer, said, full=full))
