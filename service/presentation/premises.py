"""Why a yes is a yes: for every gate that could have closed on this effect, the premise that kept it open."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from knowledge.data.profile import Effect
from knowledge.phrases import effect_named, phrase
from knowledge.rules.book import Book
from knowledge.rules.facts.targets import targets_at_hand
from knowledge.rules.reasons import Decision
from knowledge.table.places import working_zones
from knowledge.table.responses import acts_answered
from knowledge.table.situation import Situation
from service.presentation.citations import both, cited
from service.presentation.effect_sentences import act_in_words, effect_in_words

Both = dict[str, str]
_OR = {"zh": "、", "en": " or "}


@dataclass(frozen=True, slots=True)
class Premise:
    """What kept a gate open: a sentence about this card, and whether it was told or only taken to be so."""

    gate: str
    says: Both
    assumed: bool = False


def premises(book: Book, s: Situation, decisions: list[Decision]) -> list[dict[str, Any]]:
    """The premises as reasons of an answer, the most telling first; gates that could not have closed are left out."""
    said = {decision.gate: decision for decision in decisions if decision.outcome == "yes"}
    found = [premise for tell in _MOST_TELLING_FIRST for premise in tell(s)]
    return [_reason(book, said[premise.gate], premise) for premise in found if premise.gate in said]


def _reason(book: Book, decision: Decision, premise: Premise) -> dict[str, Any]:
    rule = book.rules[decision.reasons[0].rule]
    return {
        "rule": rule.id,
        "gate": premise.gate,
        "role": "premise",
        "outcome": "permits",
        "says": premise.says,
        "cites": [cited(book, cite) for cite in rule.cites],
        "facts": [both(rule.says)],
        "children": [],
        "assumed": premise.assumed,
    }


def _answered(s: Situation) -> Iterator[Premise]:
    """Which activation it is chained to, and what in that card's text makes it one."""
    effect, chain = s.question.effect, s.question.table.chain
    if effect is None or effect.responds_to is None:
        return
    link = chain[-1] if chain else None
    card = s.book.card_named(link.card) if link else None
    if link is None or card is None:
        if "activation-to-answer" in s.assumed:
            yield Premise("response", phrase("premise.answers.assumed", what=_part(s, "answers")), assumed=True)
        return
    number = str(len(chain))
    named = {"zh": card.names.zh, "en": card.names.en or card.names.zh}
    acts = [s.book.library.acts[act] for act in acts_answered(s.book, effect.responds_to, link, card)]
    if acts:
        doing = {"zh": "、".join(a.zh for a in acts), "en": ", ".join(a.en for a in acts)}
        yield Premise("response", phrase("premise.answers.doing", card=named, link=number, acts=doing))
    else:
        yield Premise("response", phrase("premise.answers.any", card=named, link=number, what=_part(s, "answers")))


def _set_off(s: Situation) -> Iterator[Premise]:
    """That its trigger happened, told or taken to be so."""
    if s.question.effect is not None and s.question.effect.trigger is not None:
        told = bool(s.question.table.happened)
        key = "premise.trigger.told" if told else "premise.trigger.assumed"
        yield Premise("trigger", phrase(key, event=_part(s, "trigger")), assumed=not told)


def _targets(s: Situation) -> Iterator[Premise]:
    """What it can target."""
    effect = s.question.effect
    if effect is None or not effect.targets:
        return
    cards = targets_at_hand(s)
    if cards:
        found = [s.book.card_named(name) for name in cards]
        names = [
            {"zh": c.names.zh, "en": c.names.en or c.names.zh} if c else {"zh": n, "en": n}
            for c, n in zip(found, cards, strict=True)
        ]
        listed = {"zh": "".join(f"「{n['zh']}」" for n in names), "en": ", ".join(n["en"] for n in names)}
        yield Premise("target", phrase("premise.target.told", cards=listed))
    elif "target-exists" in s.assumed:
        yield Premise("target", phrase("premise.target.assumed", what=_part(s, "targets")), assumed=True)


def _speed(s: Situation) -> Iterator[Premise]:
    """That it is fast enough for the chain it joins."""
    speed = _part(s, "speed")["zh"]
    if s.question.table.chain and speed:
        yield Premise("speed", phrase("premise.speed", speed=speed, link=str(len(s.question.table.chain))))


def _moment(s: Situation) -> Iterator[Premise]:
    """That its kind is used at this moment of this turn."""
    effect, card = s.question.effect, s.question.card
    if effect is None or card is None or effect.trigger is not None:
        return
    kind = effect.kind if effect.kind != "activate" else _kind_of_card(card.type)
    yield Premise("when", phrase(f"premise.when.{kind}", effect=effect_named(effect)))


def _kind_of_card(type_line: str) -> str:
    words = {word.strip().lower() for word in type_line.split("/")}
    if "trap" in words:
        return "counter-trap" if "counter" in words else "trap"
    return "quick-play" if "quick-play" in words else "spell"


def _place(s: Situation) -> Iterator[Premise]:
    """Where it is."""
    card, effect, own = s.question.card, s.question.effect, s.question.table.self
    if card is None or effect is None or not working_zones(card, effect):
        return
    told = own is not None and own.zone is not None
    key = "premise.place.told" if told else "premise.place.assumed"
    where = {lang: said.replace(" · ", _OR[lang]) for lang, said in _part(s, "where").items()}
    yield Premise("where", phrase(key, where=where), assumed=not told)


def _cost(s: Situation) -> Iterator[Premise]:
    """That its cost can be paid."""
    effect = s.question.effect
    if effect is not None and effect.cost:
        assumed = "cost-payable" in s.assumed
        key = "premise.cost.assumed" if assumed else "premise.cost.told"
        yield Premise("cost", phrase(key, cost=_acts(s, effect)), assumed=assumed)


def _acts(s: Situation, effect: Effect) -> Both:
    said = [words for action in effect.cost if (words := act_in_words(s.book, action))]
    return {"zh": "、".join(w["zh"] for w in said), "en": ", ".join(w["en"] for w in said)}


def _limit(s: Situation) -> Iterator[Premise]:
    """That its limit is not used up."""
    if s.question.effect is not None and s.question.effect.limit is not None:
        assumed = "used-up" in s.assumed
        key = "premise.limit.assumed" if assumed else "premise.limit.told"
        yield Premise("limits", phrase(key, limit=_part(s, "limit")), assumed=assumed)


def _bystanders(s: Situation) -> Iterator[Premise]:
    """That none of the cards told of forbids it."""
    own = s.question.card
    lying = [card for lying in s.question.table.cards if (card := s.book.card_named(lying.card)) and card is not own]
    if lying:
        names = list(dict.fromkeys((card.names.zh, card.names.en or card.names.zh) for card in lying))
        listed = {"zh": "".join(f"「{zh}」" for zh, _ in names), "en": ", ".join(en for _, en in names)}
        yield Premise("prohibitions", phrase("premise.not-forbidden", cards=listed))


def _part(s: Situation, part: str) -> Both:
    """One part of the effect in words, as its summary tells it."""
    card, effect = s.question.card, s.question.effect
    assert card is not None
    assert effect is not None
    lines = [line for told in effect_in_words(s.book, card, effect) if told["part"] == part for line in told["said"]]
    return {"zh": "；".join(line["zh"] for line in lines), "en": "; ".join(line["en"] for line in lines)}


_MOST_TELLING_FIRST: tuple[Callable[[Situation], Iterator[Premise]], ...] = (
    _answered, _set_off, _targets, _moment, _place, _speed, _cost, _limit, _bystanders,
)  # fmt: skip
