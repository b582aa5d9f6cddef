"""Why: the rules that decided, the exceptions that spoke and those that did not; for a yes, what kept gates open."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from knowledge.data.profile import Card, Effect
from knowledge.desk import WindowAnswer
from knowledge.explanation.answer_records import Both
from knowledge.explanation.answer_records import Reason as Told
from knowledge.explanation.card_reasons import happened_in_words, kind_in_words, said_of_this_card
from knowledge.explanation.citations import both, cited
from knowledge.explanation.effect_sentences import kind_of_card, moment_in_words, part_in_words, places_in_words
from knowledge.phrases import fact_in_words, phrase
from knowledge.rules.book import Book
from knowledge.rules.facts.resolution_facts.targets import targets_at_hand
from knowledge.rules.gates import Decision, Reason
from knowledge.rules.gates import Told as Looked
from knowledge.table.cards import working_zones
from knowledge.table.responses import acts_answered
from knowledge.table.situation import Situation


@dataclass(frozen=True, slots=True)
class Premise:
    """What kept a gate open: a sentence about this card, and whether it was told or only taken to be so."""

    gate: str
    says: Both
    assumed: bool = False


def premises(book: Book, s: Situation, decisions: list[Decision]) -> list[Told]:
    """The premises as reasons of an answer, the most telling first; gates that could not have closed are left out."""
    said = {decision.gate: decision for decision in decisions if decision.outcome == "yes"}
    found = [premise for tell in _MOST_TELLING_FIRST for premise in tell(s)]
    found.sort(key=lambda premise: premise.assumed and premise.gate not in _ITS_OWN_CONDITION)
    return [_reason(book, said[premise.gate], premise) for premise in found if premise.gate in said]


def _reason(book: Book, decision: Decision, premise: Premise) -> Told:
    rule = decision.spoken[0].rule.rule.id
    _, says, cites = _rule_told(book, rule)
    return {
        "rule": rule,
        "gate": premise.gate,
        "role": "premise",
        "outcome": "permits",
        "says": premise.says,
        "cites": cites,
        "facts": [says],
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
        if "summon" in effect.responds_to.to and s.looked_up.get("summon-to-answer") == "yes" and _told_summon(s):
            yield Premise("response", phrase("premise.answers.summon", what=_part(s, "answers")))
            return
        if "activation-to-answer" in s.assumed and _part(s, "answers")["zh"]:
            yield Premise("response", phrase("premise.answers.assumed", what=_part(s, "answers")), assumed=True)
        return
    told: dict[str, Both | str] = {"card": _named(card), "link": str(len(chain))}
    acts = [s.book.library.acts[act] for act in acts_answered(s.book, effect.responds_to, link, card)]
    if acts:
        doing = {"zh": "、".join(a.zh for a in acts), "en": ", ".join(a.en for a in acts)}
        yield Premise("response", phrase("premise.answers.doing", acts=doing, **told))
    elif _part(s, "answers")["zh"]:
        yield Premise("response", phrase("premise.answers.any", what=_part(s, "answers"), **told))


def _told_summon(s: Situation) -> bool:
    table = s.question.table
    return bool(table.happened) or any(card.being_summoned for card in table.cards)


def _set_off(s: Situation) -> Iterator[Premise]:
    """That its trigger happened, told or taken to be so."""
    effect, happened = s.question.effect, s.question.table.happened
    if effect is None or effect.trigger is None:
        return
    event = _part(s, "trigger")
    told = happened_in_words(s, happened) if happened else None
    if told and told["zh"] != event["zh"]:
        yield Premise("trigger", phrase("premise.trigger.fits", event=event, happened=told))
    elif told:
        yield Premise("trigger", phrase("premise.trigger.told", event=event))
    else:
        yield Premise("trigger", phrase("premise.trigger.assumed", event=event), assumed=True)


def _targets(s: Situation) -> Iterator[Premise]:
    """What it can target."""
    effect = s.question.effect
    if effect is None or not effect.targets:
        return
    cards = targets_at_hand(s)
    if cards:
        found = [s.book.card_named(name) for name in cards]
        names = [_named(c) if c else {"zh": n, "en": n} for c, n in zip(found, cards, strict=True)]
        listed = {"zh": "".join(f"「{n['zh']}」" for n in names), "en": ", ".join(n["en"] for n in names)}
        yield Premise("target", phrase("premise.target.told", cards=listed, what=_part(s, "targets")))
    elif "target-exists" in s.assumed:
        yield Premise("target", phrase("premise.target.assumed", what=_part(s, "targets")), assumed=True)


def _speed(s: Situation) -> Iterator[Premise]:
    """That it is fast enough for the chain it joins."""
    speed, chain = _part(s, "speed")["zh"], s.question.table.chain
    if chain and speed:
        card = s.book.card_named(chain[-1].card)
        kind = kind_in_words(s.question.card, s.question.effect) if s.question.card and s.question.effect else ""
        link = phrase("chain-link", number=str(len(chain)), card=_named(card) if card else chain[-1].card)
        yield Premise("speed", phrase("premise.speed", speed=speed, link=link, kind=kind))


def _moment(s: Situation) -> Iterator[Premise]:
    """That its kind is used at this moment of this turn, or that its text names it."""
    effect, card = s.question.effect, s.question.card
    if effect is None or card is None or effect.trigger is not None:
        return
    if effect.kind == "quick" and s.question.table.chain and not effect.at:
        return  # its speed says it
    kind, named = kind_in_words(card, effect), moment_in_words(s.book, effect)
    if named and effect.at:
        yield Premise("when", phrase("premise.when.named", kind=kind, moment=named))
    elif named:
        yield Premise("when", phrase("premise.when.turn", kind=kind, moment=named))
    else:
        yield Premise("when", phrase(f"premise.when.{_used_as(s, card, effect)}", kind=kind))


def _used_as(s: Situation, card: Card, effect: Effect) -> str:
    """How its kind is used in the turn asked about."""
    if not effect.opens_the_card:
        return effect.kind
    own, kind = s.question.table.self, kind_of_card(card.type)
    in_hand = own is not None and own.zone == "hand"
    if kind == "quick-play":
        return f"quick-play.{s.question.turn}"
    return f"{kind}.hand" if in_hand and kind in ("trap", "counter-trap") else kind


def _place(s: Situation) -> Iterator[Premise]:
    """Where it is."""
    card, effect, own = s.question.card, s.question.effect, s.question.table.self
    if card is None or effect is None or not working_zones(card, effect):
        return
    if own is not None and own.zone is not None:
        lies = places_in_words([own.zone])
        set_there = effect.opens_the_card and own.zone != "hand"
        key = "premise.place.set" if set_there else "premise.place.told"
        yield Premise("where", phrase(key, where=lies or ""))
    else:
        yield Premise("where", phrase("premise.place.assumed", where=_part(s, "where")), assumed=True)


def _cost(s: Situation) -> Iterator[Premise]:
    """That its cost can be paid."""
    if s.question.effect is not None and _part(s, "cost")["zh"]:
        assumed = "cost-payable" in s.assumed
        key = "premise.cost.assumed" if assumed else "premise.cost.told"
        yield Premise("cost", phrase(key, cost=_part(s, "cost")), assumed=assumed)


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


def _named(card: Card) -> Both:
    return {"zh": card.names.zh, "en": card.names.en or card.names.zh}


def _part(s: Situation, part: str) -> Both:
    """One part of the effect in words, as its summary tells it."""
    card, effect = s.question.card, s.question.effect
    assert card is not None
    assert effect is not None
    return part_in_words(s.book, card, effect, part)


_ITS_OWN_CONDITION = ("response", "trigger")  # what it waits for is told first even where it was only taken to be so
_MOST_TELLING_FIRST: tuple[Callable[[Situation], Iterator[Premise]], ...] = (
    _answered, _set_off, _bystanders, _targets, _speed, _moment, _place, _cost, _limit,
)  # fmt: skip


_OUTCOMES = {"yes": "permits", "no": "forbids"}


def because(book: Book, shown: WindowAnswer, now: dict[str, str] | None = None) -> list[Told]:
    """A no: the gates that closed. A yes: the exceptions that opened a gate, then what kept the others open."""
    decisions, hearing = shown.judgement.decisions, shown.judgement.hearing
    s = hearing.s if hearing else None
    closing = [d for d in decisions if d.outcome not in ("yes", "")]
    if closing:
        return [node for decision in closing for node in because_of(book, decision, s, now)]
    opened = [node for d in decisions if any(r.exceptional for r in d.spoken) for node in because_of(book, d, s, now)]
    kept_open = premises(book, s, decisions) if s else []
    favoured = [d for d in decisions if any(r.because for r in d.spoken)]
    favouring = [reason(book, r, s) for d in favoured for root in d.reasons for r in root.because]
    told = [*opened, *kept_open]
    return _each_gate_once([*told, *(node for node in favouring if not told or _of_the_card(book, node))])


def _of_the_card(book: Book, node: Told) -> bool:
    """Whether a reason speaks of this card, and not of every card the rule is about."""
    return bool(node["says"] != _rule_told(book, node["rule"])[1])


def _each_gate_once(nodes: list[Told]) -> list[Told]:
    """An exception that opened a gate says more than what kept it open: of a gate told twice the first way stays."""
    told: dict[str, str] = {}
    return [node for node in nodes if told.setdefault(node["gate"], node["role"]) == node["role"]]


def because_of(
    book: Book, decision: Decision, s: Situation | None = None, now: dict[str, str] | None = None
) -> list[Told]:
    """The reasons of one gate; `now` is the moment asked about, where it is not the one window that was judged."""
    return [reason(book, r, s, now) for root in decision.reasons for r in _spoken(root)]


def _spoken(node: Reason) -> list[Reason]:
    """What is told of a gate: where an exception has spoken, however deep, that exception; else the rule itself."""
    if node.role != "defeated" and not _overruled(node):
        return [node]
    return [told for exception in node.because for told in _spoken(exception)] or [node]


def _overruled(node: Reason) -> bool:
    return any(below.role == "defeated" for below in node.because)


def reason(book: Book, node: Reason, s: Situation | None = None, now: dict[str, str] | None = None) -> Told:
    """One rule of the tree: what it says, of this card where it can, where that stands, what it looked at or tried."""
    outcome, says, cites = _rule_told(book, node.rule)
    of_card = said_of_this_card(s, node, now) if s is not None else None
    facts, tried = _looked_at(book, node.looked_at())
    return {
        "rule": node.rule,
        "gate": node.gate,
        "role": node.role,
        "outcome": outcome or node.outcome,
        "says": of_card or says,
        "cites": cites,
        "facts": [says, *facts] if of_card else facts,
        "children": [*(reason(book, child, s, now) for child in node.because), *tried],
    }


@lru_cache(4096)  # likewise shared
def _looked_at(book: Book, told: Looked) -> tuple[list[Both], list[Told]]:
    """What a rule looked at, and the exceptions tried in vain, in words."""
    return [fact_in_words(book, held) for held in told.facts], [reason(book, tried) for tried in told.tried]


@lru_cache(4096)  # answers share these parts: they are read, never changed
def _rule_told(book: Book, name: str) -> tuple[str, dict[str, str], list[str]]:
    rule = book.rules[name]
    return _OUTCOMES.get(rule.then, rule.then), both(rule.says), [cited(book, c) for c in rule.cites]
