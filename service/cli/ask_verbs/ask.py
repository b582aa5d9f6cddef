"""`ask`: a question in plain words."""

import click

from service.answers.ask import answer_asked, explained
from service.cli.options import as_of_option, json_option, lang_option, language, print_json
from service.loaded_desk import loaded_desk
from service.presentation.plain_text import answer_as_text, free_answer_as_text, in_japanese, language_asked_in


@click.command()
@click.argument("question", nargs=-1)
@as_of_option
@click.option("--full", is_flag=True, help="Show every rule that was tried.")
@click.option("--explain", is_flag=True, help="Show how the question was read: pieces, readings, statements.")
@json_option
@lang_option
def command(
    question: tuple[str, ...], as_of: str | None, full: bool, explain: bool, as_json: bool, lang: str | None
) -> None:
    """Ask QUESTION in Chinese, English or Japanese."""
    words = " ".join(question)
    if explain:
        print_json(explained(loaded_desk(), words))
        return
    answer = answer_asked(loaded_desk(), words, as_of)
    if as_json:
        print_json(answer)
        return
    said = lang or language_asked_in(words) or language(None)
    if lang is None and answer["question"]["lang"] == "ja":
        for line in in_japanese(answer):
            click.echo(line)
    if answer["question"]["kind"] == "can":
        click.echo(answer["question"]["understood"][said])
        click.echo(answer_as_text(answer, said, full=full))
    else:
        click.echo(free_answer_as_text(answer, said))
    if answer["not_understood"]:
        click.echo("? " + " · ".join(rest["text"] for rest in answer["not_understood"]))
