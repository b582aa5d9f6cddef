"""`can`: may this effect be activated at this moment?"""

from typing import Any

import click

from service.answers.ask_card import can_shown
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
@click.argument("card")
@click.option("--effect", default=None, help="Number of the effect; p1 for a pendulum effect.")
@click.option(
    "--at", required=True, help="The timing: an id such as damage.before, or its Chinese, Japanese or English name."
)
@turn_option
@click.option("--respond-to", default=None, help="CARD or CARD/N: the activation that is answered.")
@given_option
@as_of_option
@full_option
@json_option
@lang_option
def command(
    card: str,
    effect: str | None,
    at: str,
    turn: str | None,
    respond_to: str | None,
    given: str | None,
    as_of: str | None,
    full: bool,
    as_json: bool,
    lang: str | None,
) -> None:
    """May CARD (or one effect of it) be activated at a moment?"""
    asked: dict[str, Any] = {"card": card, "effect": effect, "at": at, "turn": turn, "respond_to": respond_to}
    asked["as_of"] = as_of
    if given:
        asked["given"] = table_in(given)
    desk = loaded_desk()
    answer = can_shown(desk, asked)
    if as_json:
        print_json(answer)
    else:
        click.echo(answer_as_text(answer, language(lang), full=full))
