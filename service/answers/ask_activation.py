"""May it be activated: the verdict of the desk on a question in plain words, and where what was said leaves it open."""

from dataclasses import replace
from typing import cast

from knowledge.data.profile import Card
from knowledge.desk import Desk
from knowledge.explanation.answer_records import AskAnswer
from knowledge.explanation.can_answer import card_identity, not_named
from knowledge.phrases import effect_named
from knowledge.problems import BadInput
from knowledge.questions.asked import ANY_TIME, Asked
from knowledge.questions.cast import does_so, marks_of
from knowledge.questions.forms import form_of
from knowledge.questions.moments import UNSAID
from knowledge.questions.said_back import names_of, sentence, understood
from knowledge.questions.told.name_rows import readings_either_way
from knowledge.questions.told.statements import called
from service.answers.ask_card import can_asked, can_told
from service.answers.ask_doubts import (
    activation_not_placed,
    allowed_only_elsewhere,
    answers_no_activation,
    asks_whether_forced,
    battle_goes_on,
    befell_what_it_wears,
    chained_to_nothing,
    clause_reached_nothing,
    comes_out_without_activating,
    condition_left_open,
    done_only_if,
    effect_told,
    hardly_asked_about,
    moment_left_open,
    must_be_then,
    negates_another_kind,
    of_what_was_answered,
    one_of_two,
    only_applies,
    several_in_one_chain,
    several_ways,
    side_left_open,
    summon_of_ones_own,
    summoned_and_not_there,
    told_as_used,
    told_too_little,
    waits_for_more,
    waits_for_what_it_does,
)
from service.answers.ask_frame import lexicon_for
from service.answers.ask_printed import (
    aimed_by_several,
    aimed_past_what_was_read,
    another_part_allows,
    answered_part_is_granted,
    answers_a_copy,
    bound_by_what_is_answered,
    bound_by_what_was_used,
    changes_what_is_counted,
    condition_not_held,
    copies_another,
    gone_as_its_price,
    grants_the_same_again,
    in_force_unread,
    lacks_what_is_printed,
    material_as_printed,
    may_need_what_is_absent,
    moment_is_printed,
    negation_barred,
    oath_broken,
    oath_left_open,
    opened_card_by_card,
    opened_with_several,
    part_is_barred,
    read_otherwise,
    refused_by_the_account,
    refused_for_a_part,
    told_from_the_other_seat,
)
from service.answers.outcomes.ask_in_vain import carried_out_in_vain
from service.answers.what_cards_do.ask_deeds import (
    asks_another_act,
    asks_for_a_kind,
    asks_for_no_activation,
    asks_for_two_choices,
    asks_how_often,
    asks_what_comes,
    asks_what_comes_of_a_battle,
    asks_what_it_does_to_another,
    asks_when_it_happens,
    asks_where_it_goes,
    asks_whether_it_befalls,
    cannot_do_so,
    summon_may_be_an_effects,
)
from service.lookup import card_by_name

_TURNED = {"turned-down": ("set-on-field", "position-changed"), "turned-up": ("flipped", "position-changed")}


def can_answered(desk: Desk, asked: Asked) -> AskAnswer:
    """The answer to whether a card can be activated, with what was said and could not be used."""
    if asked.told.absent:
        return _without_a_card(desk, asked)
    if asked.told.some:
        return _with_some_card(desk, asked)
    if ways := readings_either_way(asked):
        return _either_way(desk, ways)
    answered = stand_ins(desk, asked.answered_kind) if asked.answered_kind else _effects_answered(asked)
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
    card_alone = _card_alone(asked) if answer["verdict"] in ("yes", "must") else None
    if card_alone is not None and verdict_of(desk, card_alone) == "no":
        return can_answered(desk, card_alone)
    if answer["verdict"] == "no" and (going_on := battle_goes_on(asked)):
        in_the_battle = can_answered(desk, going_on)
        if in_the_battle["verdict"] != "no":
            return in_the_battle
    if answer["verdict"] == "no" and (later := _asked_when_later(asked)) and verdict_of(desk, later) != "no":
        answer = can_answered(desk, later)
        if answer["verdict"] in ("yes", "must"):
            _of_an_untold_table(desk, later, answer)
        return answer
    if answer["verdict"] == "no" and (then := _when_the_answered_comes(desk, asked)):
        return can_answered(desk, replace(asked, at=then, assumed="event"))
    lying = {str(told.get("card")) for told in asked.told.cards}  # whose it is stands there
    untold = asked.answered is not None and called(desk.book, asked.answered[0]) not in lying
    if answer["verdict"] == "no" and untold and not (asked.answered_by or asked.answers_own):
        of_ones_own = replace(asked, answers_own=True)  # who activated it is not told
        if verdict_of(desk, of_ones_own) in ("yes", "must"):
            return can_answered(desk, of_ones_own)
    if (reaches := negates_another_kind(asked)) == "no" or (reaches and answer["verdict"] != "no"):
        answer["verdict"], key = reaches, "negates.another-kind" + (".bound" if reaches == "depends" else "")
        answer["sentence"] = sentence(lexicon_for(desk), key, card=names_of(asked.card))  # type: ignore[arg-type]
        return answer
    if answer["verdict"] == "yes" and asks_whether_forced(asked):
        answer["verdict"] = "no"
        answer["sentence"] = sentence(lexicon_for(desk), "not-forced", card=names_of(asked.card))  # type: ignore[arg-type]
        return answer
    in_vain = carried_out_in_vain(desk, asked, judged[0]) if answer["verdict"] in ("yes", "must") else "no"
    if in_vain != "no":
        answer["verdict"] = "no" if in_vain == "yes" else "depends"
        answer["sentence"] = sentence(lexicon_for(desk), f"in-vain.{in_vain}", card=names_of(asked.card))  # type: ignore[arg-type]
        answer["question"]["kind"] = "outcome"  # what it does was asked, not its activation
        return answer
    if asked.answered_kind:
        not_named(answer, answered[0][0], asked.answered_kind)
    if answer["verdict"] in ("yes", "no", "must") and _may_do_what_is_awaited(desk, asked):
        answer["branches"], answer["verdict"] = [], "depends"
        answer["sentence"] = sentence(lexicon_for(desk), "depends.doing", card=names_of(asked.card))  # type: ignore[arg-type]
    elif asked.answered_kind and len({a.verdict for a in judged}) > 1:
        _of_an_untold_table(desk, asked, answer)
    elif len({a.verdict for a in judged}) > 1:
        _told_apart(desk, answer, readings, [a.verdict for a in judged])
    elif answer["verdict"] in ("yes", "must") and opened_with_several(asked):
        answer["verdict"] = "no"
        answer["sentence"] = sentence(lexicon_for(desk), "opens.with-one", card=names_of(asked.card))  # type: ignore[arg-type]
    elif answer["verdict"] in ("yes", "must") and oath_broken(desk.book, asked, judged[0]):
        answer["verdict"] = "no"
        answer["sentence"] = sentence(lexicon_for(desk), "oath.broken", card=names_of(asked.card))  # type: ignore[arg-type]
    elif answer["verdict"] in ("yes", "must") and (key := refused_by_the_account(desk, asked, judged[0])):
        answer["verdict"], answer["branches"] = "no", []
        answer["sentence"] = sentence(lexicon_for(desk), key, card=names_of(asked.card))  # type: ignore[arg-type]
    elif answer["verdict"] in ("yes", "must") and (
        (asked.now and set(form_of(desk.book, asked).get("given", {})) <= {"self"})
        or (told_too_little(asked, judged[0]) and material_as_printed(desk, asked) != "yes")
        or condition_left_open(asked, judged[0])
        or several_ways(desk.book, asked)
        or one_of_two(asked)
        or aimed_by_several(asked, judged[0])
        or aimed_past_what_was_read(asked)
        or grants_the_same_again(asked, judged[0])
        or done_only_if(asked, judged[0])
        or condition_not_held(desk, judged[0])
        or negation_barred(desk, asked)
        or in_force_unread(asked)
        or moment_left_open(asked, judged[0])
        or summoned_and_not_there(asked, judged[0])
        or allowed_only_elsewhere(asked, judged[0])
        or summon_of_ones_own(asked, judged[0])
        or summon_may_be_an_effects(asked, judged[0])
        or clause_reached_nothing(desk.book, asked, forms[0])
        or lacks_what_is_printed(desk, asked, judged[0])
        or oath_left_open(asked, judged[0])
        or bound_by_what_was_used(desk.book, asked)
        or bound_by_what_is_answered(asked)
        or copies_another(desk.book, asked, judged[0])
        or answers_a_copy(asked, refused=False)
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
            or befell_what_it_wears(asked, judged[0])
            or side_left_open(asked, judged[0])
            or told_from_the_other_seat(asked, judged[0])
            or moment_is_printed(desk, asked, judged[0])
            or refused_for_a_part(desk.book, asked, judged[0])
            or another_part_allows(desk.book, asked, judged[0])
            or asks_what_comes_of_a_battle(asked)
            or answers_no_activation(asked)
            or answers_a_copy(asked, refused=True)
            or gone_as_its_price(asked, judged[0])
        )
    ) or (
        answer["verdict"] in ("yes", "no", "must")
        and (
            cannot_do_so(asked)
            or changes_what_is_counted(asked, judged[0])
            or asks_another_act(asked)
            or asks_for_a_kind(asked)
            or asks_what_comes(asked)
            or asks_for_no_activation(asked)
            or asks_what_it_does_to_another(asked)
            or asks_whether_it_befalls(asked)
            or asks_where_it_goes(asked)
            or asks_how_often(asked)
            or asks_for_two_choices(asked)
            or asks_when_it_happens(asked, refused=answer["verdict"] == "no")
            or of_what_was_answered(asked)
            or told_as_used(asked)
            or chained_to_nothing(asked, judged[0])
            or several_in_one_chain(asked)
            or comes_out_without_activating(asked)
            or must_be_then(asked)
            or hardly_asked_about(asked)
        )
    ):
        _of_another_thing(desk, asked, answer)
    elif answer["verdict"] in ("yes", "must") and opened_card_by_card(asked, judged[0], answer["rulings"]):
        answer["branches"] = []
        answer["verdict"] = "depends"
        answer["sentence"] = sentence(lexicon_for(desk), "depends.opening", card=names_of(asked.card))  # type: ignore[arg-type]
    elif answer["verdict"] == "no" and asked.answered and (asked.answered_guessed or _may_be_over(desk, asked)):
        _on_the_chain_or_over(desk, asked, answer)
    return answer


def _either_way(desk: Desk, ways: list[tuple[str, Asked]]) -> AskAnswer:
    """Of two things told with "or": the answer where it is the same for both, else a branch for each."""
    answers = [can_answered(desk, way) for _, way in ways]
    verdicts = [str(answer["verdict"]) for answer in answers]
    if len({"yes" if verdict == "must" else verdict for verdict in verdicts}) == 1:
        return answers[0]
    lexicon, answer = lexicon_for(desk), answers[0]
    says = [sentence(lexicon, "either.if", words=words) for words, _ in ways]
    answer["branches"] = [{"if": said, "verdict": verdict} for said, verdict in zip(says, verdicts, strict=True)]
    answer["verdict"], answer["sentence"] = "depends", sentence(lexicon, "either.apart")
    return answer


def _asked_when_later(asked: Asked) -> Asked | None:
    """`it was destroyed by battle, when does it come back`: what is told is over, and the moment is asked for."""
    cast = asked.cast
    here = cast.asked_items if cast else []
    if asked.assumed != "event" or not asked.accounts or not any(item.has("when") for item in here):
        return None
    return replace(asked, at=ANY_TIME, assumed="any-time", accounts=[], events=[])


def _when_the_answered_comes(desk: Desk, asked: Asked) -> str:
    """The damage step, where no moment was said and what is answered comes, or can be answered, only there."""
    if asked.assumed != UNSAID or asked.answered is None or asked.at != UNSAID:
        return ""
    step = "damage-step"
    comes = _windows(desk, Asked(asked.text, "can", card=asked.answered[0], effect=asked.answered[1], at=ANY_TIME))
    inside = comes & desk.book.windows_of(step)
    if not inside:
        return ""
    return step if comes == inside or inside & _windows(desk, replace(asked, at=step, assumed="event")) else ""


def _windows(desk: Desk, asked: Asked) -> set[str]:
    """The windows in which it may be activated."""
    try:
        return {w for w, verdict in can_asked(desk, form_of(desk.book, asked)).windows.items() if verdict != "no"}
    except BadInput:
        return set()


def _card_alone(asked: Asked) -> Asked | None:
    """`there is none of them; can I activate X`: of a spell or trap that lies nowhere yet its own activation is meant,
    and not what it does once it lies there."""
    card = asked.card
    short = bool(asked.told.lacks or asked.told.nothing_else_in or asked.told.hand or asked.told.deck)
    if card is None or asked.effect is not None or asked.does or card.type.startswith("Monster") or not short:
        return None
    opening = [e.number for e in card.activated_effects if e.opens_the_card]
    placed = asked.zone or asked.face or asked.told.own or asked.accounts
    return replace(asked, effect=opening[0]) if len(opening) == 1 < len(card.effects) and not placed else None


def _may_do_what_is_awaited(desk: Desk, asked: Asked) -> bool:
    """Whether an activation is told by its kind alone, and doing what the answer waits for it might be answered."""
    awaited = waits_for_what_it_does(asked)
    doing = [
        link
        for act in awaited
        if f"does-{act}" in lexicon_for(desk).stand_ins
        for link in stand_ins(desk, f"does-{act}")
    ]
    return bool(awaited) and any(
        verdict_of(desk, replace(asked, answered=link, answered_kind="")) in ("yes", "must") for link in doing
    )


def _on_the_chain_or_over(desk: Desk, asked: Asked, answer: AskAnswer) -> None:
    """A card told beside the one asked about, on the chain or used before: where that decides, it depends on it."""
    if asked.answered is None:
        return  # the guess was taken back on the way
    over = verdict_of(desk, replace(asked, answered=None, links=[]))
    if over in (None, "no"):
        return
    if _came_about_by_it(desk, asked) or _may_be_over(desk, asked):  # what waits for a deed comes after it was done
        answer |= can_answered(desk, replace(asked, answered=None, links=[]))
        return
    link = names_of(asked.answered[0])
    says = {
        key: sentence(lexicon_for(desk), key, link=link) for key in ("if.chained", "if.chain-over", "depends.chain")
    }
    answer["branches"] = [{"if": says["if.chained"], "verdict": "no"}, {"if": says["if.chain-over"], "verdict": over}]
    answer["verdict"], answer["sentence"] = "depends", says["depends.chain"]


def _may_be_over(desk: Desk, asked: Asked) -> bool:
    """`they turn Y face-down with X, can Z activate`: what X does is told, and Z waits for something done."""
    if asked.answered is None or asked.cast is None:
        return False
    if "respond" in marks_of(asked.cast.asked_items):
        return False
    named = {i.part for i in asked.cast.items if i.named and i.named.card is asked.answered[0]}
    told = [i for i in asked.cast.items if i.part in named - {asked.cast.asked_part()} and i.phrase]
    deeds = {word for i in told if i.phrase for word in (*i.phrase.does, *i.phrase.events, *i.phrase.told)}
    deeds |= {event for i in told for mark in i.marks for event in _TURNED.get(mark, ())}
    if not deeds:
        return False
    judged = can_asked(desk, form_of(desk.book, asked)).deciding
    trigger = judged.effect.trigger if judged is not None and judged.effect.responds_to is None else None
    return trigger is not None and any(event.startswith(deed) for event in trigger.events for deed in deeds)


def _came_about_by_it(desk: Desk, asked: Asked) -> bool:
    """Whether a card is told by what it did and not as activated, and that sets off the effect asked about."""
    judged = can_asked(desk, form_of(desk.book, replace(asked, answered=None, links=[]))).deciding
    trigger = judged.effect.trigger if judged is not None else None
    if trigger is None or asked.answered is None or asked.cast is None:
        return False
    card, number = asked.answered
    named = {i.part for i in asked.cast.items if i.named and i.named.card is card}
    told = [i for i in asked.cast.items if i.part in named and i.phrase and i.has("activate", "respond")]
    acts = [a.act.removesuffix("-self") for e in card.activated_effects if number in (None, e.number) for a in e.does]
    deeds = all(i.phrase is not None and (i.phrase.does or i.phrase.told) for i in told)
    return bool(told) and deeds and any(event.startswith(act) for event in trigger.events for act in acts)


def _without_a_card(desk: Desk, asked: Asked) -> AskAnswer:
    """`no X there`: no, where it is so with nothing there and with another card there; else it depends.

    Who says that a card is missing thinks that it matters: a yes would rest on a text that was not read so, unless
    the text of the card asked about does not name it, and what is answered may take it from elsewhere.
    """
    told = asked.told
    places = [f"{side}-{'field' if place == 'monster-zone' else place}" for side, place in told.absent]
    other = next(card for card, _ in stand_ins(desk, "other-monster") if card not in asked.cards)
    lying = [{"card": called(desk.book, other), "side": side, "zone": place} for side, place in told.absent]
    empty = replace(told, absent=[], nothing_else_in=[*told.nothing_else_in, *places])
    answer = can_answered(desk, replace(asked, told=empty))
    with_another = verdict_of(desk, replace(asked, told=replace(empty, cards=[*told.cards, *lying])))
    named = answer["verdict"] in ("yes", "must") and may_need_what_is_absent(desk, asked)
    if named or with_another != answer["verdict"]:
        _of_an_untold_table(desk, asked, answer)
    return answer


def _with_some_card(desk: Desk, asked: Asked) -> AskAnswer:
    """`a card on the field`: the answer where it is the same with a monster and with a set card; else it depends."""
    told = asked.told
    down = {"position": "defence", "face": "down"}
    monster = {"zone": "monster-zone"} | (down if told.some_face == "down" else {"position": "attack"})
    behind = {"zone": "spell-zone", "face": told.some_face or "down"}
    tables = [
        replace(
            told,
            some=[],
            cards=[*told.cards, *({"called": f"some-{side}", "side": side, **lies} for side in told.some)],
        )
        for lies in (monster, behind)
    ]
    answer = can_answered(desk, replace(asked, told=tables[0]))
    if answer["verdict"] != verdict_of(desk, replace(asked, told=tables[1])):
        _of_an_untold_table(desk, asked, answer)
    return answer


def stand_ins(desk: Desk, kind: str) -> list[tuple[Card, int | None]]:
    """Cards that stand in for an activation told of without its card."""
    found: list[tuple[Card, int | None]] = []
    for name in lexicon_for(desk).stand_ins[kind]:
        card, _, number = name.partition("/")
        found.append((card_by_name(desk, card), int(number) if number else None))
    return found


def answerable(desk: Desk, asked: Asked) -> AskAnswer:
    """May anything be chained to it? What chains to everything else stands in for the answer, then the fastest card."""
    assert asked.card is not None
    (fast, _), (fastest, _) = stand_ins(desk, "any")
    link = replace(asked, kind="can", card=fast, effect=None, answered=(asked.card, asked.effect), at="main", does=())
    link = replace(link, answered_by="opponent")  # it is the other player who would answer it
    answer, stands = can_answered(desk, link), fast
    key = f"answerable.{answer['verdict']}"
    if answer["verdict"] == "no" and verdict_of(desk, replace(link, card=fastest)) == "yes":
        answer, stands, key = can_answered(desk, replace(link, card=fastest)), fastest, "answerable.counter"
    not_named(answer, stands, "any")
    if answer["verdict"] in ("yes", "no"):
        answer["sentence"] = sentence(lexicon_for(desk), key, card=names_of(asked.card))
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
    at = {"zh": timing.names.zh, "en": timing.said, "ja": timing.names.ja or timing.names.zh}
    return [sentence(lexicon_for(desk), f"assumed.{asked.assumed}", at=at)]


def verdict_of(desk: Desk, asked: Asked) -> str | None:
    """The verdict alone; nothing where the question is none of an activation, or incomplete."""
    if asked.kind != "can" or asked.missing:
        return None
    try:
        return can_asked(desk, form_of(desk.book, asked)).verdict
    except BadInput:
        return None
