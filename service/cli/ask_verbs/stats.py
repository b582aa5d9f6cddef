"""The verb `stats`: ATK and DEF after every step, with reasons."""

from typing import Any

import click

from knowledge.explanation.answer_records import StatsAnswer
from knowledge.stats import Rulebook, load_rulebook, parse_request
from knowledge.stats.request import LARGEST_FILE, VERBS, Request, Step
from knowledge.stats.value_answer import Pair, ValueReason
from service.answers.law import by_law
from service.answers.stats import stats_shown
from service.cli.options import as_of_option, json_option, lang_option, language, print_json, text_of
from service.loaded_desk import loaded_desk


@click.command(name="stats")
@click.argument("file")
@as_of_option
@json_option
@lang_option
def command(file: str, as_of: str | None, as_json: bool, lang: str | None) -> None:
    """Compute ATK and DEF step by step from FILE (YAML or JSON; - reads standard input)."""
    request = parse_request(text_of(file, LARGEST_FILE))
    answer = by_law(loaded_desk(), as_of or request.as_of, lambda by: stats_shown(by, request))
    if as_json:
        print_json(answer)
        return
    for line in lines_of(answer, request, load_rulebook(), language(lang)):
        click.echo(line)


def lines_of(answer: StatsAnswer, request: Request, rulebook: Rulebook, lang: str) -> list[str]:
    """The answer as text: a line a step with the values, and below it the reasons."""

    def word(key: str) -> str:
        return str(getattr(rulebook.words[key], lang))

    lines = [answer["monster"]["name"]] if answer["monster"]["name"] else []
    for values in answer["values"]:
        number = values["step"]
        title = _title(request.steps[number - 1], word) if number else word("start")
        lines.append(f"{number:>2}  {_pair(values):<11} {title}")
        for reason in values["because"]:
            lines.append("      " + _reason_line(reason, lang, word))
        if "calculation" in values:
            lines.append(f"      {word('calculation')} {_pair(values['calculation'])}")
        for ignored in values.get("ignored", ()):
            lines.append(f"      {word('ignored')}: {ignored}")
    final = answer["final"]
    original: Pair = {"atk": final["original_atk"], "def": final["original_def"]}
    lines.append(f"{word('final')}  {_pair(final)}  ({word('original')} {_pair(original)})")
    return lines


def _title(step: Step, word: Any) -> str:
    verb = next(verb for verb in VERBS if getattr(step, verb) is not None)
    name = step.by or "" if verb in ("do", "negate", "restore") else getattr(step, verb)
    if step.do is None or step.do == "note":
        return f"{name}  {word(step.do or verb)}".strip()
    stat = step.stat or "both"
    prefix = f"{word('original')} " if stat.startswith("original") else ""
    amount = f" {step.value}" if isinstance(step.value, int) and step.do in ("set", "gain", "lose") else ""
    return f"{name}  {prefix}{word(stat.removeprefix('original-'))} {word(step.do)}{amount}".strip()


def _reason_line(reason: ValueReason, lang: str, word: Any) -> str:
    here = reason.get("here", {}).get(lang, "")
    assumed = f" ({word('assumed')})" if reason.get("assumed") else ""
    says = reason["says"][lang]
    sentence = f"{here} {says}" if here else says
    return f"- {sentence}{assumed} [{reason['rule']}; {', '.join(reason['cites'])}]"


def _pair(values: Pair) -> str:
    return f"{values['atk']}/{'-' if values['def'] is None else values['def']}"
