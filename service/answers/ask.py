"""A question in plain words → its answer: understood, said back, answered by the desk, or asked back."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, cast

from knowledge.data.folder import rulings_folder
from knowledge.data.profile import Card
from knowledge.desk import Desk
from knowledge.explanation.answer_records import EVERYTHING, AskAnswer, Branch, Included, NotConsidered
from knowledge.explanation.can_answer import card_identity, not_named, shorter_list
from knowledge.names.finder import MOST_NEAR
from knowledge.phrases import effect_named
from knowledge.problems import BadInput
from knowledge.questions.asked import ANY_TIME, Asked
from knowledge.questions.conversation import Words, whole_question
from knowledge.questions.forms import form_of
from knowledge.questions.meanings import OpenWord
from knowledge.questions.outcomes.asked_outcomes import outcome_words_of
from knowledge.questions.outcomes.counts import amount_words_of
from knowledge.questions.question_reader import read_question
from knowledge.questions.roles import does_so
from knowledge.questions.rule_topics import rule_topics_of
from knowledge.questions.said_back import joined, language_of, names_of, sentence, understood
from knowledge.questions.told.statements import called
from knowledge.rules.verdicts import SURE
from service.answers import ask_lookups
from service.answers.ask_back import counter_question
from service.answers.ask_card import can_asked, can_told
from service.answers.ask_doubts import (
    activation_not_placed,
    battle_goes_on,
    bound_by_what_was_used,
    cannot_do_so,
    clause_reached_nothing,
    condition_left_open,
    done_only_if,
    effect_told,
    moment_left_open,
    negates_another_kind,
    negation_barred,
    oath_broken,
    oath_left_open,
    of_what_was_answered,
    one_of_two,
    only_applies,
    opened_card_by_card,
    read_otherwise,
    several_ways,
    table_untold,
    told_too_little,
    waits_for_more,
)
from service.answers.ask_frame import frame, lexicon_for
from service.answers.ask_parts import answered_part_is_granted, part_is_barred, refused_for_a_part
from service.answers.ask_printed import condition_not_held, names_it, printed_on_it, takes_such
from service.answers.ask_rows import of_each
from service.answers.battles_asked import ask_attacks, ask_battles, ask_fights
from service.answers.law import by_law
from service.answers.outcomes import (
    ask_chain,
    ask_kinds,
    ask_matters,
    ask_missed_moment,
    ask_oaths,
    ask_own_deeds,
    ask_permission,
    ask_procedures,
    ask_summons,
    ask_values,
)
from service.answers.reach import ask_described, ask_lasting_negation, ask_negation, ask_objects
from service.lookup import card_by_name, checked_text, finder_of

MOST_RULINGS = 5
_LEFT_OPEN = ("outcome", "out-of-scope", "card")  # kinds of question that nothing else decides
MOST_LISTED = 20
MOST_LINES = 8  # of a conversation that are read


def _words_of_lines() -> Words:
    return Words(amount_words_of(rulings_folder()), outcome_words_of(rulings_folder()))


def understood_question(desk: Desk, text: str) -> Asked:
    """What a person asks."""
    folder = rulings_folder()
    topics, amounts = rule_topics_of(folder), amount_words_of(folder)
    return read_question(text, lexicon_for(desk), finder_of(desk), desk.book, topics, amounts)


def answer_asked(
    desk: Desk,
    question: object,
    as_of: object = None,
    context: Sequence[object] = (),
    include: Collection[Included] = EVERYTHING,
) -> AskAnswer:
    """The answer to a question in plain words, in the shape of `can`, by the law of today or of the day asked for.

    Several lines are a conversation, as is a question with its `context`: the last line is asked.
    """
    checked_text(question, "question")
    lines = [checked_text(line, "context") for line in context]
    lines += [checked_text(line, "question") for line in str(question).splitlines() if line.strip()]
    return by_law(desk, as_of, lambda by: _answer_by(by, lines[-MOST_LINES:], include))


def _answer_by(desk: Desk, lines: list[str], include: Collection[Included]) -> AskAnswer:
    whole = whole_question(lines, lambda text: understood_question(desk, text), _words_of_lines())
    asked = understood_question(desk, whole)
    asked.include = frozenset(include)

    def of_text(text: str) -> AskAnswer:
        alone = understood_question(desk, text)
        alone.include = asked.include
        return _answer_as_understood(desk, alone)

    answer = of_each(desk, asked, of_text) or _answer_as_understood(desk, asked)
    answer["question"] |= {"text": lines[-1], "lang": language_of(lines[-1])}
    if len(lines) > 1:
        answer["question"] |= {"context": lines[:-1], "whole": asked.text}
    answer["question"]["named"] = [{"as": called, "card": card_identity(card)} for called, card in asked.named]
    return answer


def _answer_as_understood(desk: Desk, asked: Asked) -> AskAnswer:
    doubt = asked.doubt
    asked = _whichever_is_meant(desk, asked)
    answer = _answered(desk, asked)
    if doubt is not None and asked.doubt is not doubt:
        cards = joined([names_of(card) for card in doubt.cards])
        said = sentence(lexicon_for(desk), "assumed.several", name=doubt.name, cards=cards)
        answer["assumed"] = [said, *answer["assumed"]]
    _left_out(desk, asked, answer)
    asked, answer = _as_activation(desk, asked, answer)
    answer["not_understood"] = [{"text": t, "start": s, "end": e} for s, e, t in asked.not_understood]
    _in_japanese(desk, asked, answer)
    return answer


def _as_activation(desk: Desk, asked: Asked, answer: AskAnswer) -> tuple[Asked, AskAnswer]:
    """An outcome that nothing decided, where a card's effect brings it about: whether that one activates, if sure."""
    if answer["verdict"] not in ("depends", "unknown") or not (retold := ask_own_deeds.told_as_activation(asked)):
        return asked, answer
    again = understood_question(desk, retold)
    other = _answered(desk, again)
    _left_out(desk, again, other)
    form = form_of(desk.book, again)
    if other["verdict"] not in SURE or (other["verdict"] != "no" and table_untold(can_asked(desk, form), form)):
        return asked, answer
    return replace(again, text=asked.text), other


def _whichever_is_meant(desk: Desk, asked: Asked) -> Asked:
    """A name of several cards, where the answer is the same for all of them: then it need not be asked."""
    doubt = asked.doubt
    if asked.missing != "card" or doubt is None or not doubt.several or not 1 < len(doubt.cards) < MOST_NEAR:
        return asked
    ask, readings = counter_question(desk, lexicon_for(desk), asked, lambda other: _verdict(desk, other))
    verdicts = {choice["verdict"] for choice in ask["choices"]}
    if len(verdicts) > 1 or not verdicts <= {"yes", "no", "must"}:
        return asked
    return readings[0]


def _in_japanese(desk: Desk, asked: Asked, answer: AskAnswer) -> None:
    """The first line of a verdict on an activation in Japanese, too."""
    lexicon, verdict = lexicon_for(desk), answer["verdict"]
    is_can = asked.kind == answer["question"]["kind"] == "can"
    if not is_can or asked.card is None or not asked.at or f"ja.can.{verdict}" not in lexicon.sentences:
        return
    timings, says = desk.book.library.timings, lexicon.sentences
    at = (
        ""
        if asked.at == ANY_TIME
        else says["ja.at"]["ja"].format(at=timings[asked.at].names.ja or timings[asked.at].names.zh)
    )
    link = asked.answered[0].names if asked.answered else None
    to = says["ja.chained-to"]["ja"].format(card=link.ja or link.zh) if link else ""
    some = [w for w, v in answer["windows"].items() if v != "no"]
    only = ""
    if verdict in ("yes", "must") and 0 < len(some) < len(answer["windows"]):
        key, names = shorter_list(desk.book, some, list(answer["windows"]))
        only = says[f"ja.{key}"]["ja"].format(windows="・".join(timings[name].names.ja for name in names))
    card = asked.card.names.ja or asked.card.names.zh
    told = says[f"ja.can.{verdict}"]["ja"].format(card=card, at=at, to=to, only=only)
    answer["sentence"] = {**answer["sentence"], "ja": told}


def explained(desk: Desk, question: str) -> dict[str, Any]:
    """How a question was read: pieces, readings with what they weigh, the statements, and what was left out."""
    asked = understood_question(desk, checked_text(question, "question"))
    cast = asked.cast
    assert cast is not None
    text = asked.text
    pieces = []
    for item in cast.items:
        token = item.token or (item.named.token if item.named else None)
        spelled = text[asked.places[token.start] : asked.places[token.end - 1] + 1] if token else ""
        role = item.role if item.is_name else " ".join(item.phrase.marks) if item.phrase else ""
        pieces.append(
            {"text": spelled or item.who, "part": item.part, "card": item.who if item.is_name else "", "is": role}
        )
    return {
        "kind": asked.kind,
        "pieces": pieces,
        "readings": [{"roles": c.roles, "score": c.score, "features": c.features} for c in cast.castings],
        "statements": form_of(desk.book, asked) if asked.kind == "can" else {},
        "not_considered": [
            *(word for _, _, word in asked.not_understood),
            *asked.not_placed,
            *(word.text for word in asked.open_words),
            *(word for word, _ in asked.aside),
        ],
    }


def _left_out(desk: Desk, asked: Asked, answer: AskAnswer) -> None:
    """Say what could matter and reached nothing; then the verdict is only what holds if it does not matter."""
    refused = answer["verdict"] == "no"
    unknown = [t for start, _, t in asked.not_understood if not printed_on_it(desk, asked, start, t, refused=refused)]
    left: list[NotConsidered] = [{"text": text, "why": "word"} for text in unknown]
    left += [{"text": text, "why": "statement"} for text in asked.not_placed]
    told = [word for word in asked.open_words if not takes_such(desk, asked, word)]
    weighty = [word for word in told if _may_weigh(desk, asked, word, answer)]
    left += [{"text": word.text, "why": "statement"} for word in weighty]
    beside = [(text, card) for text, card in asked.aside if not names_it(desk, asked, card)]
    left += [{"text": text, "why": "card"} for text, card in beside if _could_matter(desk, asked, card, answer)]
    answer["not_considered"] = left
    figure = answer["verdict"] is None and asked.kind in ("stats", "amount", "damage")
    if not left or not (figure or answer["verdict"] in ("yes", "no", "must")):
        return
    lexicon = lexicon_for(desk)
    said = sentence(lexicon, "left-out", words=" / ".join(entry["text"] for entry in left))
    verdict = answer["verdict"]
    answer["branches"] = [{"if": sentence(lexicon, "left-out.if"), "verdict": verdict}] if verdict else []
    answer["sentence"] = {lang: f"{said[lang]} {text}" for lang, text in answer["sentence"].items() if lang in said}
    answer["verdict"] = "depends"


def _may_weigh(desk: Desk, asked: Asked, word: OpenWord, answer: AskAnswer) -> bool:
    """Whether a word that reached no statement would change the verdict in one of its meanings, or has none listed.

    Only a refusal is tried so: it is reached with everything else taken to be in order, and few things undo it. What
    allows may be undone by more than a list can hold.
    """
    if not word.meanings or asked.kind != "can" or asked.missing or answer["verdict"] != "no":
        return True
    return any(_verdict(desk, replace(asked, supposed=meaning)) != "no" for meaning in word.meanings)


def _could_matter(desk: Desk, asked: Asked, card: Card, answer: AskAnswer) -> bool:
    """Whether a card named beside the question would change the verdict if it lay on either field."""
    if asked.kind != "can" or asked.missing:
        return False
    for side in ("own", "opponent"):
        lying = replace(asked, in_force=[*asked.in_force, card], in_force_of={**asked.in_force_of, card.id: side})
        if _verdict(desk, lying) != answer["verdict"]:
            return True
    return asked.answered is None and _verdict(desk, replace(asked, answered=(card, None))) != answer["verdict"]


def _answered(desk: Desk, asked: Asked) -> AskAnswer:
    try:
        outcome = (
            ask_missed_moment.missed_timing(desk, asked)
            or ask_lasting_negation.lasting_negation(desk, asked)
            or ask_attacks.attacks(desk, asked)
            or ask_matters.fate(desk, asked)
            or ask_chain.chain_outcome(desk, asked)
            or ask_negation.negation_asked(desk, asked)
            or ask_summons.summon_of_a_kind(desk, asked)
            or ask_permission.permission(desk, asked)
            or ask_kinds.activation_of_a_kind(desk, asked, lambda other: _verdict(desk, other))
            or ask_oaths.oath_kept(desk, asked)
            or ask_fights.fight_outcome(desk, asked)
            or ask_objects.taking(desk, asked)
            or ask_described.described_taken(desk, asked)
            or ask_objects.how_many(desk, asked)
            or ask_objects.how_often(desk, asked)
            or ask_procedures.procedure(desk, asked)
        )
        if outcome is not None:
            return outcome
        if (asked.missing or asked.kind in _LEFT_OPEN) and (decided := ask_matters.matter(desk, asked)):
            return decided
        if asked.missing:
            return _incomplete(desk, asked)
        return {
            "can": _can,
            "answerable": _answerable,
            "replay": ask_battles.replay,
            "damage": ask_battles.damage,
            "stats": ask_values.stats,
            "amount": ask_values.amount,
            "define": ask_lookups.define,
            "rulings": ask_lookups.rulings,
            "card": ask_lookups.card,
            "rule": ask_lookups.rule,
            "targets": ask_lookups.of_the_text,
            "cost": ask_lookups.of_the_text,
            "outcome": ask_lookups.outcome,
            "refund": ask_lookups.refund,
        }.get(asked.kind, ask_lookups.beyond)(desk, asked)
    except BadInput as wrong:
        asked.missing = "effect" if wrong.field == "effect" and asked.kind == "can" else "step"
        return {**_incomplete(desk, asked), "why": wrong.says}


def _can(desk: Desk, asked: Asked) -> AskAnswer:
    if asked.told.absent:
        return _without_a_card(desk, asked)
    if asked.told.some:
        return _with_some_card(desk, asked)
    answered = _stand_ins(desk, asked.answered_kind) if asked.answered_kind else _effects_answered(asked)
    readings = [replace(asked, answered=link) for link in answered] or [asked]
    forms = [form_of(desk.book, reading) for reading in readings]
    judged = [can_asked(desk, form) for form in forms]
    answer = cast(AskAnswer, can_told(desk, judged[0], asked.include))  # what is answered to `can` and more
    answer["question"] |= {
        "kind": "can",
        "understood": understood(lexicon_for(desk), desk.book, asked),
        "form": form_of(desk.book, asked),
        "asked_as": asked.asked_as,
        "respond_to": card_identity(asked.answered[0]) if asked.answered else None,
        "in_force": [card_identity(card) for card in asked.in_force],
        "happened": list(asked.events),
    }
    answer["assumed"] = [*_settled(desk, asked), *answer["assumed"]]
    answer["ask"] = None
    if answer["verdict"] == "no" and (going_on := battle_goes_on(asked)):
        in_the_battle = _can(desk, going_on)
        if in_the_battle["verdict"] != "no":
            return in_the_battle
    if answer["verdict"] == "no" and asked.answered and not (asked.answered_by or asked.answers_own):
        of_ones_own = replace(asked, answers_own=True)  # who activated it is not told
        if _verdict(desk, of_ones_own) in ("yes", "must"):
            return _can(desk, of_ones_own)
    if negates_another_kind(asked):
        answer["verdict"] = "no"
        answer["sentence"] = sentence(lexicon_for(desk), "negates.another-kind", card=names_of(asked.card))  # type: ignore[arg-type]
        return answer
    if asked.answered_kind:
        not_named(answer, answered[0][0], asked.answered_kind)
    if asked.answered_kind and len({a.verdict for a in judged}) > 1:
        _of_an_untold_table(desk, asked, answer)
    elif len({a.verdict for a in judged}) > 1:
        _told_apart(desk, answer, readings, [a.verdict for a in judged])
    elif answer["verdict"] in ("yes", "must") and oath_broken(desk.book, asked, judged[0]):
        answer["verdict"] = "no"
        answer["sentence"] = sentence(lexicon_for(desk), "oath.broken", card=names_of(asked.card))  # type: ignore[arg-type]
    elif answer["verdict"] in ("yes", "must") and (
        (asked.now and set(form_of(desk.book, asked).get("given", {})) <= {"self"})
        or told_too_little(asked, judged[0])
        or condition_left_open(asked, judged[0])
        or several_ways(desk.book, asked)
        or one_of_two(asked)
        or done_only_if(asked, judged[0])
        or condition_not_held(desk, judged[0])
        or negation_barred(desk, asked)
        or moment_left_open(asked, judged[0])
        or clause_reached_nothing(desk.book, asked, forms[0])
        or oath_left_open(asked, judged[0])
        or bound_by_what_was_used(desk.book, asked)
        or part_is_barred(desk.book, asked, judged[0])
        or answered_part_is_granted(desk.book, asked)
    ):
        _of_an_untold_table(desk, asked, answer)
    elif (
        answer["verdict"] == "no"
        and (
            only_applies(asked, judged[0])
            or read_otherwise(desk.book, asked, judged[0])
            or activation_not_placed(asked, judged[0])
            or waits_for_more(asked, judged[0])
            or refused_for_a_part(desk.book, asked, judged[0])
        )
    ) or (answer["verdict"] in ("yes", "no", "must") and (cannot_do_so(asked) or of_what_was_answered(asked))):
        _of_another_thing(desk, asked, answer)
    elif answer["verdict"] in ("yes", "must") and opened_card_by_card(asked, judged[0], answer["rulings"]):
        answer["branches"] = []
        answer["verdict"] = "depends"
        answer["sentence"] = sentence(lexicon_for(desk), "depends.opening", card=names_of(asked.card))  # type: ignore[arg-type]
    elif answer["verdict"] == "no" and asked.answered_guessed and asked.answered:
        _on_the_chain_or_over(desk, asked, answer)
    return answer


def _on_the_chain_or_over(desk: Desk, asked: Asked, answer: AskAnswer) -> None:
    """A card told beside the one asked about, on the chain or used before: where that decides, it depends on it."""
    if asked.answered is None:
        return  # the guess was taken back on the way
    over = _verdict(desk, replace(asked, answered=None, links=[]))
    if over in (None, "no"):
        return
    link = names_of(asked.answered[0])
    says = {
        key: sentence(lexicon_for(desk), key, link=link) for key in ("if.chained", "if.chain-over", "depends.chain")
    }
    answer["branches"] = [{"if": says["if.chained"], "verdict": "no"}, {"if": says["if.chain-over"], "verdict": over}]
    answer["verdict"], answer["sentence"] = "depends", says["depends.chain"]


def _without_a_card(desk: Desk, asked: Asked) -> AskAnswer:
    """`no X there`: no, where it is so with nothing there and with another card there; else it depends.

    Who says that a card is missing thinks that it matters: a yes would rest on a text that was not read so.
    """
    told = asked.told
    places = [f"{side}-{'field' if place == 'monster-zone' else place}" for side, place in told.absent]
    other = next(card for card, _ in _stand_ins(desk, "other-monster") if card not in asked.cards)
    lying = [{"card": called(desk.book, other), "side": side, "zone": place} for side, place in told.absent]
    empty = replace(told, absent=[], nothing_else_in=[*told.nothing_else_in, *places])
    answer = _can(desk, replace(asked, told=empty))
    with_another = _verdict(desk, replace(asked, told=replace(empty, cards=[*told.cards, *lying])))
    if answer["verdict"] in ("yes", "must") or with_another != answer["verdict"]:
        _of_an_untold_table(desk, asked, answer)
    return answer


def _with_some_card(desk: Desk, asked: Asked) -> AskAnswer:
    """`a card on the field`: the answer where it is the same with a monster and with a set card; else it depends."""
    told = asked.told
    monster = {"zone": "monster-zone", "position": "attack"}
    behind = {"zone": "spell-zone", "face": "up" if told.some_open else "down"}
    tables = [
        replace(
            told,
            some=[],
            cards=[*told.cards, *({"called": f"some-{side}", "side": side, **lies} for side in told.some)],
        )
        for lies in (monster, behind)
    ]
    answer = _can(desk, replace(asked, told=tables[0]))
    if answer["verdict"] != _verdict(desk, replace(asked, told=tables[1])):
        _of_an_untold_table(desk, asked, answer)
    return answer


def _stand_ins(desk: Desk, kind: str) -> list[tuple[Card, int | None]]:
    """Cards that stand in for an activation told of without its card."""
    found: list[tuple[Card, int | None]] = []
    for name in lexicon_for(desk).stand_ins[kind]:
        card, _, number = name.partition("/")
        found.append((card_by_name(desk, card), int(number) if number else None))
    return found


def _answerable(desk: Desk, asked: Asked) -> AskAnswer:
    """May anything be chained to it? What chains to everything else stands in for the answer."""
    assert asked.card is not None
    [(fast, _)] = _stand_ins(desk, "any")
    link = replace(asked, kind="can", card=fast, effect=None, answered=(asked.card, asked.effect), at="main", does=())
    answer = _can(desk, link)
    not_named(answer, fast, "any")
    said = sentence(lexicon_for(desk), f"answerable.{answer['verdict']}", card=names_of(asked.card))
    answer["sentence"] = said if answer["verdict"] in ("yes", "no") else answer["sentence"]
    answer["question"] |= {"kind": "answerable", "card": card_identity(asked.card)}
    return answer


def _effects_answered(asked: Asked) -> list[tuple[Card, int | None]]:
    """The effects of the card answered that may be meant, where no number was given."""
    if asked.answered is None or asked.answered[1] is not None:
        return []
    card = asked.answered[0]
    activated = card.activated_effects
    told = asked.answered_does and any(does_so(e, asked.answered_does) for e in activated)
    if not card.type.startswith("Monster") and not asked.answered_zone and not told:
        of_the_card = [e for e in activated if e.opens_the_card] or activated
        others = [e for e in activated if e not in of_the_card]
        activated = others if others and effect_told(asked, card) else of_the_card
    there = [e for e in activated if asked.answered_zone in e.zones] or activated
    doing = [e for e in there if asked.answered_does and does_so(e, asked.answered_does)] or there
    return [(card, e.number) for e in doing] if len(doing) > 1 or len(doing) < len(card.effects) else []


def _told_apart(desk: Desk, answer: AskAnswer, readings: list[Asked], verdicts: list[str]) -> None:
    """It depends on which effect is answered: one branch for each."""
    answer["branches"] = []
    for reading, verdict in zip(readings, verdicts, strict=True):
        assert reading.answered is not None
        card, number = reading.answered
        effect = next(e for e in card.effects if e.number == number)
        condition = sentence(lexicon_for(desk), "if.effect", card=names_of(card), effect=effect_named(effect))
        answer["branches"].append({"if": condition, "verdict": verdict})
    answer["verdict"] = "depends"
    answer["sentence"] = sentence(lexicon_for(desk), "depends.effect", card=names_of(readings[0].answered[0]))  # type: ignore[index]


def _of_an_untold_table(desk: Desk, asked: Asked, answer: AskAnswer) -> None:
    """`now`: of a table nobody told the desk can only say what holds if the text's conditions are met."""
    condition = sentence(lexicon_for(desk), "if.conditions")
    answer["branches"] = [{"if": condition, "verdict": answer["verdict"]}]
    answer["verdict"] = "depends"
    answer["sentence"] = sentence(lexicon_for(desk), "depends.now", card=names_of(asked.card))  # type: ignore[arg-type]


def _of_another_thing(desk: Desk, asked: Asked, answer: AskAnswer) -> None:
    """The card does not do what is asked: its verdict holds only if its activation was meant after all."""
    says = {key: sentence(lexicon_for(desk), key, card=names_of(asked.card)) for key in ("if.meant", "depends.meant")}  # type: ignore[arg-type]
    answer["branches"] = [{"if": says["if.meant"], "verdict": answer["verdict"]}]
    answer["verdict"], answer["sentence"] = "depends", says["depends.meant"]


def _settled(desk: Desk, asked: Asked) -> list[dict[str, str]]:
    """How the moment was settled, where the question did not say it."""
    if not asked.assumed:
        return []
    timing = desk.book.library.timings[asked.at]
    at = {"zh": timing.names.zh, "en": timing.said}
    return [sentence(lexicon_for(desk), f"assumed.{asked.assumed}", at=at)]


def _incomplete(desk: Desk, asked: Asked) -> AskAnswer:
    """A counter-question with choices; a choice that completes the question shows its verdict already."""
    ask, readings = counter_question(desk, lexicon_for(desk), asked, lambda other: _verdict(desk, other))
    complete = [choice for choice in ask["choices"] if choice.get("verdict")]
    if asked.missing == "happened" and len({choice["verdict"] for choice in complete}) == 1 and len(complete) > 1:
        return _can(desk, readings[0])  # open, but it changes nothing
    if asked.missing == "at" and not ask["choices"]:
        return _can(desk, replace(asked, at=ANY_TIME, assumed="always", missing=""))
    branches: list[Branch] = [{"if": c["says"], "verdict": c["verdict"], "form": c["form"]} for c in complete]
    answer = frame(desk, asked, "depends", sentence(lexicon_for(desk), "incomplete"), ask=ask)
    answer["branches"] = branches if asked.missing in ("happened", "at", "effect") else []
    answer["question"] |= {"kind": "incomplete", "of": asked.kind, "missing": asked.missing}
    answer["question"]["form"] = form_of(desk.book, asked) if asked.kind == "can" else {}
    return answer


def _verdict(desk: Desk, asked: Asked) -> str | None:
    if asked.kind != "can" or asked.missing:
        return None
    try:
        return can_asked(desk, form_of(desk.book, asked)).verdict
    except BadInput:
        return None
