"""`run`: play a scenario file step by step and answer its questions."""

import click

from knowledge.explanation.answer_records import Decided, MayFollow, ScenarioAnswer, ScenarioAsked
from knowledge.play import parse_scenario
from knowledge.play.scenario import LARGEST_FILE
from knowledge.play.words import said
from service.answers.law import by_law
from service.answers.scenarios import scenario_shown
from service.cli.options import as_of_option, json_option, lang_option, language, print_json, text_of
from service.loaded_desk import loaded_desk


@click.command()
@click.argument("file")
@as_of_option
@click.option("--full", is_flag=True, help="Show the rules of the turn's course too.")
@json_option
@lang_option
def command(file: str, as_of: str | None, full: bool, as_json: bool, lang: str | None) -> None:
    """Play the scenario in FILE (YAML or JSON; - reads standard input) and answer its questions."""
    scenario = parse_scenario(text_of(file, LARGEST_FILE))
    answer = by_law(loaded_desk(), as_of or scenario.as_of, lambda by: scenario_shown(by, scenario))
    if as_json:
        print_json(answer)
        return
    for line in lines_of(answer, language(lang), full=full):
        click.echo(line)


def lines_of(answer: ScenarioAnswer, lang: str, *, full: bool = False) -> list[str]:
    """What was played as text: a line a step, below it what happened, why, and what may follow."""
    lines = [answer["title"][lang]] if answer["title"][lang] else []
    for step in answer["steps"]:
        lp = step["state"]["lp"]
        lines.append(
            f"{step['step']:>2}  {step['does'][lang]}  [{step['moment'][lang]}]  LP {lp['own']} : {lp['opponent']}"
        )
        lines += [f"      {line[lang]}" for line in step["happened"]]
        lines += [f"      = {said('told.value', **_value(a, lang))[lang]}{_mark(a)}" for a in step["asked"]]
        lines += _reasons(step["because"], lang, full=full)
        lines += [f"      > {_follows(f, lang)}" for f in step["may_follow"]]
        lines += [f"      ! {line[lang]}" for line in step["not_simulated"]]
        lines += [f"      ~ {line[lang]}" for line in step["assumed"]]
    for asked in answer["asked"]:
        lines.append(f"=   {said('told.value', **_value(asked, lang))[lang]}{_mark(asked)}")
        lines += _reasons(asked["reasons"], lang, full=True)
    lines.append(said("told.right" if answer["right"] else "told.wrong")[lang])
    return lines


def _value(asked: ScenarioAsked, lang: str) -> dict[str, str]:
    return {"question": asked["says"][lang], "value": str(asked["verdict"])}


def _mark(asked: ScenarioAsked) -> str:
    return "" if asked["right"] is None else "  ✓" if asked["right"] else f"  ✗ ({asked['expect']})"


def _reasons(decided: list[Decided], lang: str, *, full: bool) -> list[str]:
    lines = []
    for d in decided:
        if d["course"] and not full:
            continue
        lines += [f"      - {r['says'][lang]} [{r['rule']}; {', '.join(r['cites'])}]" for r in d["rules"]]
    return list(dict.fromkeys(lines))


def _follows(following: MayFollow, lang: str) -> str:
    verdict = said(f"follows.{'must' if following['verdict'] == 'must' else 'may'}")[lang]
    return f"{said('player.' + following['by'])[lang]}: {following['called']} {following['effect']} {verdict}"
