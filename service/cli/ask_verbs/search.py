"""`search`: cards by name, rulings and rules by their words, narrowed by facets."""

import click
from werkzeug.datastructures import MultiDict

from knowledge.explanation.can_answer import names_side_by_side
from knowledge.search.entries import FACETS
from service.cli.options import json_option, lang_option, language, print_json
from service.loaded_desk import loaded_desk
from service.reference.search import KINDS, search_asked, searched


@click.command()
@click.argument("words", nargs=-1)
@click.option("--kind", type=click.Choice(KINDS), default=None)
@click.option("--limit", type=click.IntRange(1, 100), default=10)
@click.option("--page", type=click.IntRange(1, 1000), default=1)
@click.option("--card", multiple=True, help="Only rulings that concern this card; give it twice for card and card.")
@click.option("--document", default=None, help="Only what this document says.")
@click.option("--section", default=None, help="DOCUMENT/SECTION, as a facet names it.")
@click.option("--timing", default=None, help="Only this moment, from a phase down to a window, by id or name.")
@click.option("--gate", default=None, help="Only this matter, such as damage-step or replay.")
@click.option("--category", default=None, help="Only effects of this class, such as quick-effect.")
@click.option("--verdict", default=None, help="Only this outcome.")
@click.option("--from", "since", default=None, help="Dated from: 2017, 2017-01 or 2017-01-07.")
@click.option("--to", "until", default=None, help="Dated to.")
@json_option
@lang_option
def command(words: tuple[str, ...], as_json: bool, lang: str | None, **narrowed: object) -> None:
    """Search cards, rulings and rules for WORDS; none are needed where the search is narrowed otherwise."""
    values = MultiDict([("q", " ".join(words)), *(("card", name) for name in narrowed.pop("card"))])  # type: ignore
    named = {"since": "from", "until": "to"}
    values.update({named.get(k, k): str(v) for k, v in narrowed.items() if v is not None})
    found = searched(loaded_desk(), search_asked(values))
    if as_json:
        print_json(found)
        return
    said = language(lang)
    for group in found["groups"]:
        click.echo(f"group  {group['id']}  {' / '.join(group['names'].values())}  ({group['total']})")
    for hit in found["results"]:
        title = " / ".join(names_side_by_side(hit)) if "names" in hit else hit["says"][said]
        place = f"  [{hit['doc']} · {hit['section_names'][said]}]" if "section_names" in hit else ""
        click.echo(f"{hit['kind']:6} {hit['id']}  {title}{place}")
    for facet in FACETS:
        values_of = [f"{v['names'][said]} {v['count']}" for v in found["facets"].get(facet, [])[:6]]
        if len(values_of) > 1:
            click.echo(f"  {facet}: {', '.join(values_of)}")
    click.echo(f"{len(found['results'])} / {found['total']}")
