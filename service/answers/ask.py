"""A question in plain words → its answer: understood, said back, answered by the desk, or asked back."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any

from knowledge.data.profile import Card
from knowledge.desk import Desk
from knowledge.explanation.answer_records import EVERYTHING, AskAnswer, Branch, Included
from knowledge.explanation.can_answer import card_identity, shorter_list
from knowledge.names.finder import MOST_NEAR
from knowledge.names.fold import simplified
from knowledge.problems import BadInput
from knowledge.questions.asked import ANY_TIME, Asked
from knowledge.questions.cast import Item, does_so
from knowledge.questions.conversation import whole_question
from knowledge.questions.forms import form_of
from knowledge.questions.outcomes.asked_outcomes import outcome_words
from knowledge.questions.question_reader import read_question
from knowledge.questions.said_back import as_typed, joined, language_of, names_of, sentence, understood
from knowledge.questions.told.name_rows import questions_of_rows
from knowledge.rules.verdicts import SURE
from service.answers import ask_text
from service.answers.ask_activation import answerable, can_answered, verdict_of
from service.answers.ask_back import CounterQuestion, counter_question
from service.answers.ask_card import can_asked
from service.answers.ask_doubts import table_untold
from service.answers.ask_frame import frame, lexicon_for
from service.answers.ask_left_out import OF_NO_TABLE, left_out, settle, within_bounds
from service.answers.ask_text import missed_timing, printed_cost, printed_duty, printed_kind
from service.answers.law import by_law
from service.answers.outcomes import (
    ask_answered_attacks,
    ask_battles,
    ask_chain,
    ask_fights,
    ask_in_vain,
    ask_matters,
    ask_may_attack,
    ask_permission,
    ask_summons,
    ask_told_chain,
    ask_values,
)
from service.answers.outcomes.ask_in_vain import negated_as_it_resolves
from service.answers.what_cards_do import (
    ask_brought,
    ask_deeds,
    ask_described,
    ask_limits,
    ask_negation,
    ask_objects,
)
from service.lookup import checked_text, finder_of

_LEFT_OPEN = ("outcome", "out-of-scope", "card")  # kinds of question that nothing else decides
MOST_LINES = 8  # of a conversation that are read
_OF_OUTCOMES = ("outcome", "out-of-scope")
# answers in their own ways, the first that has one to give; each says what of the question it used
_OUTCOMES: tuple[Callable[[Desk, Asked], AskAnswer | None], ...] = (
    ask_matters.speeds_compared,
    missed_timing,
    printed_kind,
    ask_limits.each_time_asked,
    printed_duty,
    ask_objects.shown_to_the_other,
    ask_limits.times_in_chain,
    ask_in_vain.resolving_without_its_target,
    printed_cost,
    ask_negation.lasting_negation,
    ask_brought.bond_outcome,
    ask_told_chain.whereabouts,
    ask_brought.of_what_it_brings,
    ask_limits.used_before,
    ask_may_attack.attacks,
    ask_may_attack.battle_phase,
    ask_may_attack.declaration,
    ask_matters.fate,
    ask_summons.effect_after_a_negated_summon,
    ask_told_chain.beside_a_chain,
    ask_chain.chain_outcome,
    ask_negation.negation_asked,
    ask_brought.of_what_it_acted_on,
    ask_deeds.bound_to_a_player,
    ask_deeds.deed_asked,
    ask_summons.summon_of_a_kind,
    ask_summons.way_out,
    ask_permission.permission,
    ask_permission.activation_of_a_kind,
    ask_deeds.activation_of_the_unaffected,
    ask_permission.activation_from_a_place,
    ask_permission.chained_kind,
    ask_permission.oath_kept,
    ask_answered_attacks.answered_attack,
    ask_fights.attack_course,
    ask_fights.fight_outcome,
    ask_described.struck,
    ask_objects.use_asked,
    ask_objects.taking,
    ask_described.described_taken,
    ask_objects.how_many,
    ask_objects.how_often,
)


def understood_question(desk: Desk, text: str) -> Asked:
    """What a person asks."""
    return read_question(simplified(text), lexicon_for(desk), finder_of(desk), desk.book)


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
    whole = whole_question(lines, lambda text: understood_question(desk, text))
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
    meant, back = _whichever_is_meant(desk, asked)
    asked = within_bounds(desk, meant)
    answer = _answered(desk, asked, back if asked is meant else None)
    if doubt is not None and asked.doubt is not doubt:
        cards = joined([names_of(card) for card in doubt.cards])
        said = sentence(lexicon_for(desk), "assumed.several", name=doubt.name, cards=cards)
        answer["assumed"] = [said, *answer["assumed"]]
    slips = [sentence(lexicon_for(desk), "assumed.slip", typed=typed, meant=meant) for typed, meant in asked.slips]
    answer["assumed"] = [*slips, *answer["assumed"]]
    left_out(desk, asked, answer)
    asked, answer = _as_activation(desk, asked, answer)
    _said_back(desk, asked, answer)
    _in_japanese(desk, asked, answer)
    _in_vain(desk, asked, answer)
    answer["not_understood"] = [{"text": t, "start": s, "end": e} for s, e, t in asked.not_understood]
    return answer


def _said_back(desk: Desk, asked: Asked, answer: AskAnswer) -> None:
    """An outcome is not said back as the activation it was read as at first."""
    question = answer["question"]
    if question["kind"] == "outcome" and question["understood"] == understood(lexicon_for(desk), desk.book, asked):
        question["understood"] = as_typed(asked)


def _in_vain(desk: Desk, asked: Asked, answer: AskAnswer) -> None:
    """Where it may be activated and what is in force negates it: the first line says that nothing comes of it."""
    if asked.kind != "can" or answer["verdict"] not in ("yes", "must") or not asked.in_force or asked.card is None:
        return
    form = form_of(desk.book, asked)
    if "at" not in form or negated_as_it_resolves(desk, asked, can_asked(desk, form)) != "yes":
        return
    told = sentence(lexicon_for(desk), "in-vain.but", cards=joined([names_of(card) for card in asked.in_force]))
    answer["sentence"] = {lang: f"{said} {told[lang]}" for lang, said in answer["sentence"].items() if lang in told}


def _as_activation(desk: Desk, asked: Asked, answer: AskAnswer) -> tuple[Asked, AskAnswer]:
    """An outcome that nothing decided, where a card's effect brings it about: whether that one activates, if sure."""
    if answer["verdict"] not in ("depends", "unknown") or not (retold := _told_as_activation(asked)):
        return asked, answer
    again = understood_question(desk, retold)
    other = _answered(desk, again)
    left_out(desk, again, other)
    form = {"at": ANY_TIME, **form_of(desk.book, again)}
    if other["verdict"] == "no" and len(asked.cards) > 1:
        return asked, answer  # another of the cards told may bring it about without an activation
    if other["verdict"] not in SURE or (other["verdict"] != "no" and table_untold(can_asked(desk, form), form)):
        return asked, answer
    return replace(again, text=asked.text), other


def _whichever_is_meant(desk: Desk, asked: Asked) -> tuple[Asked, CounterQuestion | None]:
    """A name of several cards, where the answer is the same for all of them: then it need not be asked.

    Else the question stays what it is, and with it comes what has to be asked back.
    """
    doubt = asked.doubt
    if asked.missing != "card" or doubt is None or not doubt.several or not 1 < len(doubt.cards) < MOST_NEAR:
        return asked, None
    ask, readings = back = counter_question(desk, lexicon_for(desk), asked, lambda other: verdict_of(desk, other))
    verdicts = {choice["verdict"] for choice in ask["choices"]}
    if len(verdicts) > 1 or not verdicts <= {"yes", "no", "must"}:
        return asked, back
    answers = [_answered(desk, understood_question(desk, choice["question"])) for choice in ask["choices"]]
    same = {answer["verdict"] for answer in answers} == verdicts  # more may be asked than whether it may be activated
    return (readings[0], None) if same else (asked, back)


def _in_japanese(desk: Desk, asked: Asked, answer: AskAnswer) -> None:
    """The first line of a verdict on an activation in Japanese, too."""
    lexicon, verdict = lexicon_for(desk), answer["verdict"]
    is_can = asked.kind == answer["question"]["kind"] == "can"
    if not is_can or asked.card is None or not asked.at or f"ja.can.{verdict}" not in lexicon.sentences:
        return
    timings, says = desk.book.library.timings, lexicon.sentences
    moment = str(answer["question"].get("at") or asked.at)  # where no moment was said another than assumed may decide
    at = (
        ""
        if moment == ANY_TIME
        else says["ja.at"]["ja"].format(at=timings[moment].names.ja or timings[moment].names.zh)
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


def _answered(desk: Desk, asked: Asked, back: CounterQuestion | None = None) -> AskAnswer:
    """The answer; `back` is what has to be asked back about a doubtful name, where that is known already."""
    try:
        for outcome in _OUTCOMES:
            asked.used = None
            if answer := outcome(desk, asked):
                settle(asked)
                return answer
        if came := ask_summons.procedure(desk, asked):
            return came
        if (asked.missing or asked.kind in _LEFT_OPEN) and (decided := ask_matters.matter(desk, asked)):
            return decided
        if asked.missing:
            return _incomplete(desk, asked, back if asked.missing == "card" else None)
        asked.used = None
        answer = {
            "can": can_answered,
            "answerable": answerable,
            "replay": ask_battles.replay,
            "damage": ask_battles.damage,
            "stats": ask_values.stats,
            "amount": ask_values.amount,
            "define": ask_text.define,
            "rulings": ask_text.rulings,
            "card": ask_text.card,
            "rule": ask_text.rule,
            "targets": ask_text.of_the_text,
            "cost": ask_text.of_the_text,
            "outcome": ask_text.outcome,
            "refund": ask_text.refund,
        }.get(asked.kind, ask_text.beyond)(desk, asked)
        if asked.kind in OF_NO_TABLE:
            settle(asked)
        return answer
    except BadInput as wrong:
        asked.missing = "effect" if wrong.field == "effect" and asked.kind == "can" else "step"
        return {**_incomplete(desk, asked), "why": wrong.says}


def _incomplete(desk: Desk, asked: Asked, back: CounterQuestion | None = None) -> AskAnswer:
    """A counter-question with choices; a choice that completes the question shows its verdict already."""
    back = back or counter_question(desk, lexicon_for(desk), asked, lambda other: verdict_of(desk, other))
    ask, readings = back
    complete = [choice for choice in ask["choices"] if choice.get("verdict")]
    alike = len({choice["verdict"] for choice in complete}) == 1 and len(complete) > 1
    bullets = asked.missing == "effect" and len({reading.effect for reading in readings}) == 1  # of the one effect
    if alike and (asked.missing == "happened" or (bullets and len(complete) == len(readings))):
        return can_answered(desk, readings[0])  # open, but it changes nothing
    if asked.missing == "at" and not ask["choices"]:
        return can_answered(desk, replace(asked, at=ANY_TIME, assumed="always", missing=""))
    branches: list[Branch] = [{"if": c["says"], "verdict": c["verdict"], "form": c["form"]} for c in complete]
    answer = frame(desk, asked, "depends", sentence(lexicon_for(desk), "incomplete"), ask=ask)
    answer["branches"] = branches if asked.missing in ("happened", "at", "effect") else []
    answer["question"] |= {"kind": "incomplete", "of": asked.kind, "missing": asked.missing}
    answer["question"]["form"] = form_of(desk.book, asked) if asked.kind == "can" else {}
    return answer


def _told_as_activation(asked: Asked) -> str:
    """`X was destroyed by Y. Is Y destroyed?` as a question about X, whose effect does that; empty where it is none."""
    cast = asked.cast
    if asked.kind not in _OF_OUTCOMES or cast is None or asked.doubt is not None or not asked.cards:
        return ""
    words = outcome_words()
    asking = [i for i in cast.items if i.has("outcome")] or cast.asked_items
    first = min((asked.places[i.start] for i in asking), default=0)
    if first:  # whom it befalls stands before what is asked, in the same part
        before = [i for i in cast.items if asked.places[i.start] < first and i.part == asking[0].part]
        spaced = [i for i in before if asked.text[asked.places[i.start] - 1].isspace()]
        alone = [i for i in before if i.clause == asking[0].clause]
        alone = [] if any(i.is_name or _befell(i) for i in alone) else alone  # "…。デッキに戻りますか"
        start = alone[0] if alone else spaced[-1] if spaced else None
        first = asked.places[start.start] if start is not None else first
    if any(i.has("respond") for i in cast.items if asked.places[i.start] < first):
        return ""  # what was negated brings nothing about
    told = asked.text[:first].rstrip(" ，,。.")
    happened = any(_befell(i) for i in cast.items if asked.places[i.start] < first)
    deeds = tuple(words.deeds_asked(asked.text[first:]))
    doers = [card for card in asked.cards if deeds and _does_so_when_it_happens(card, deeds)]
    if not told or not happened or len(doers) != 1:
        return ""
    called = next(name for name, card in asked.named if card is doers[0])
    return words.as_activation[language_of(asked.text)].format(told=told, card=called)


def _befell(item: Item) -> bool:
    return item.phrase is not None and bool(item.phrase.events or item.phrase.told)


def _does_so_when_it_happens(card: Card, deeds: tuple[str, ...]) -> bool:
    """Whether an effect that something sets off, and that is activated, does one of these things."""
    return any(e.is_activated and e.trigger is not None and does_so(e, deeds) for e in card.effects)


def of_each(desk: Desk, asked: Asked, answered: Callable[[str], AskAnswer]) -> AskAnswer | None:
    """The answer where it is the same for each card of a row, else one branch for each; nothing without a row."""
    alike = questions_of_rows(asked) if asked.kind == "can" else []
    if len(alike) < 2:
        return None
    answers = [answered(text) for _, text in alike]
    first = next((a for a in answers if a["verdict"] not in SURE), answers[0])
    cards = {card.id: names_of(card) for card in asked.cards}
    lexicon = lexicon_for(desk)
    if len({"yes" if a["verdict"] == "must" else a["verdict"] for a in answers}) == 1:
        said = sentence(lexicon, "each.alike", cards=joined([cards[who] for who, _ in alike]))
        first["sentence"] = {lang: f"{said[lang]} {text}" for lang, text in first["sentence"].items() if lang in said}
    elif first["verdict"] in SURE:
        branches = zip(alike, answers, strict=True)
        of = {who: sentence(lexicon, "each.if", card=cards[who]) for who, _ in alike}
        first["branches"] = [{"if": of[who], "verdict": str(a["verdict"])} for (who, _), a in branches]
        first["verdict"], first["sentence"] = "depends", sentence(lexicon, "each.apart")
    return first
