"""`card`: one card with its effects, where each may be activated, and its rulings."""

import click

from knowledge.explanation.can_answer import names_side_by_side
from knowledge.phrases import circled, phrase
from service.cli.options import json_option, lang_option, language, print_json
from service.loaded_desk import loaded_desk
from service.lookup import card_by_name, checked_text
from service.reference.entries_told import card_page


@click.command()
@click.argument("card")
@json_option
@lang_option
def command(card: str, as_json: bool, lang: str | None) -> None:
    """Show CARD: names, effects as profiled, the windows in which each may be activated, its rulings."""
    desk = loaded_desk()
    page = card_page(desk, card_by_name(desk, checked_text(card, "card")))
    if as_json:
        print_json(page)
        return
    said = language(lang)
    click.echo(" / ".join(names_side_by_side(page, "" if card.isdigit() or ":" in card else card)))
    click.echo(f"{page['type']}  cid:{page['cid']}  {page['password'] or ''}")
    for effect in page["effects"]:
        must = phrase("mandatory")[said] + " " if effect["mandatory"] else ""
        click.echo(
            f"{circled(effect['number'])} {must}{phrase('kind.' + effect['kind'])[said]}: {effect['summary'][said]}"
        )
        for side, windows in effect["windows"].items():
            open_here = [w for w, verdict in windows.items() if verdict != "no"]
            click.echo(f"   {phrase('turn.' + side)[said]}: {' '.join(open_here) or '-'}")
    for ruling in page["rulings"]:
        click.echo(f"* {ruling['says'][said]}  [{ruling['id']}] {ruling['faq'] or ''} {ruling['date'] or ''}")
