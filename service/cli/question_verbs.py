"""Verbs that put a question to the desk: can, matter, ask, run, stats."""

from collections.abc import Callable, Iterator

import click

from knowledge.explanation.answer_records import (
    AskAnswer,
    Decided,
    MayFollow,
    ScenarioAnswer,
    ScenarioAsked,
    StatsAnswer,
)
from knowledge.explanation.other_answers import matter_listed
from knowledge.play import parse_scenario
from knowledge.play.board.game import said
from knowledge.play.scenario import LARGEST_FILE as LARGEST_SCENARIO
from knowledge.stats import Rulebook, load_rulebook, parse_request
from knowledge.stats.request import LARGEST_FILE, VERBS, Request, Step
from knowledge.stats.value_answer import Pair, ValueReason
from service.answers.ask_card import can_shown
from service.answers.law import by_law
from service.answers.matters import matter_shown, scenario_shown, stats_shown
from service.cli.options import (
    as_of_option,
    full_option,
    given_option,
    json_option,
    lang_option,
    language,
    print_json,
    put_out,
    table_in,
    text_of,
    turn_option,
)
from service.loaded_desk import loaded_desk
from service.presentation.plain_text import answer_as_text, free_answer_as_text, in_japanese, language_asked_in


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
def can(
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
    asked = {"card": card, "effect": effect, "at": at, "turn": turn, "respond_to": respond_to, "as_of": as_of}
    answer = can_shown(loaded_desk(), asked | ({"given": table_in(given)} if given else {}))
    put_out(as_json, answer, [answer_as_text(answer, language(lang), full=full)])


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
def matter(
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
        listed = (f"{one['matter']:<32} {one['asks'][said]}" for one in known)
        return put_out(as_json, {"results": known, "total": len(known)}, listed)
    table = table_in(given) if given else None
    asked = {"matter": name, "of": of, "about": about, "at": at, "turn": turn, "given": table}
    answer = matter_shown(desk, {**asked, "as_of": as_of})
    put_out(as_json, answer, [answer_as_text(answer, said, full=full)])


@click.command()
@click.argument("question", nargs=-1)
@as_of_option
@full_option
@click.option("--explain", is_flag=True, help="Show how the question was read: pieces, readings, statements.")
@json_option
@lang_option
def ask(
    question: tuple[str, ...], as_of: str | None, full: bool, explain: bool, as_json: bool, lang: str | None
) -> None:
    """Ask QUESTION in Chinese, English or Japanese."""
    words = " ".join(question)
    from service.answers.ask import answer_asked, explained  # other verbs do without the question reader

    if explain:
        return print_json(explained(loaded_desk(), words))
    answer = answer_asked(loaded_desk(), words, as_of)
    put_out(as_json, answer, _answer_in_words(answer, words, lang, full=full))


def _answer_in_words(answer: AskAnswer, words: str, lang: str | None, *, full: bool) -> Iterator[str]:
    said = lang or language_asked_in(words) or language(None)
    if lang is None and answer["question"]["lang"] == "ja":
        yield from in_japanese(answer)
    if answer["question"]["kind"] == "can":
        yield answer["question"]["understood"][said]
        yield answer_as_text(answer, said, full=full)
    else:
        yield free_answer_as_text(answer, said)
    if answer["not_understood"]:
        yield "? " + " · ".join(rest["text"] for rest in answer["not_understood"])


@click.command()
@click.argument("file")
@as_of_option
@click.option("--full", is_flag=True, help="Show the rules of the turn's course too.")
@json_option
@lang_option
def run(file: str, as_of: str | None, full: bool, as_json: bool, lang: str | None) -> None:
    """Play the scenario in FILE (YAML or JSON; - reads standard input) and answer its questions."""
    scenario = parse_scenario(text_of(file, LARGEST_SCENARIO))
    answer = by_law(loaded_desk(), as_of or scenario.as_of, lambda by: scenario_shown(by, scenario))
    put_out(as_json, answer, _played(answer, language(lang), full=full))


def _played(answer: ScenarioAnswer, lang: str, *, full: bool = False) -> list[str]:
    """What was played as text: a line a step, below it what happened, why, and what may follow."""
    lines = [answer["title"][lang]] if answer["title"][lang] else []
    for step in answer["steps"]:
        lp = step["state"]["lp"]
        lines.append(
            f"{step['step']:>2}  {step['does'][lang]}  [{step['moment'][lang]}]  LP {lp['own']} : {lp['opponent']}"
        )
        lines += [f"      {line[lang]}" for line in step["happened"]]
        lines += [f"      = {said('told.value', **_value_told(a, lang))[lang]}{_mark_of(a)}" for a in step["asked"]]
        lines += _reasons(step["because"], lang, full=full)
        lines += [f"      > {_follows(f, lang)}" for f in step["may_follow"]]
        lines += [f"      ! {line[lang]}" for line in step["not_simulated"]]
        lines += [f"      ~ {line[lang]}" for line in step["assumed"]]
    for asked in answer["asked"]:
        lines.append(f"=   {said('told.value', **_value_told(asked, lang))[lang]}{_mark_of(asked)}")
        lines += _reasons(asked["reasons"], lang, full=True)
    lines.append(said("told.right" if answer["right"] else "told.wrong")[lang])
    return lines


def _value_told(asked: ScenarioAsked, lang: str) -> dict[str, str]:
    return {"question": asked["says"][lang], "value": str(asked["verdict"])}


def _mark_of(asked: ScenarioAsked) -> str:
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


@click.command(name="stats")
@click.argument("file")
@as_of_option
@json_option
@lang_option
def stats(file: str, as_of: str | None, as_json: bool, lang: str | None) -> None:
    """Compute ATK and DEF step by step from FILE (YAML or JSON; - reads standard input)."""
    request = parse_request(text_of(file, LARGEST_FILE))
    answer = by_law(loaded_desk(), as_of or request.as_of, lambda by: stats_shown(by, request))
    put_out(as_json, answer, _worked_out(answer, request, load_rulebook(), language(lang)))


def _worked_out(answer: StatsAnswer, request: Request, rulebook: Rulebook, lang: str) -> list[str]:
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


def _title(step: Step, word: Callable[[str], str]) -> str:
    verb = next(verb for verb in VERBS if getattr(step, verb) is not None)
    name = step.by or "" if verb in ("do", "negate", "restore") else getattr(step, verb)
    if step.do is None or step.do == "note":
        return f"{name}  {word(step.do or verb)}".strip()
    stat = step.stat or "both"
    prefix = f"{word('original')} " if stat.startswith("original") else ""
    amount = f" {step.value}" if isinstance(step.value, int) and step.do in ("set", "gain", "lose") else ""
    return f"{name}  {prefix}{word(stat.removeprefix('original-'))} {word(step.do)}{amount}".strip()


def _reason_line(reason: ValueReason, lang: str, word: Callable[[str], str]) -> str:
    here = reason.get("here", {}).get(lang, "")
    assumed = f" ({word('assumed')})" if reason.get("assumed") else ""
    says = reason["says"][lang]
    sentence = f"{here} {says}" if here else says
    return f"- {sentence}{assumed} [{reason['rule']}; {', '.join(reason['cites'])}]"


def _pair(values: Pair) -> str:
    return f"{values['atk']}/{'-' if values['def'] is None else values['def']}"
