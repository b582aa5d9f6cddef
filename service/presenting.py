"""Answers as plain data in the shape of the contract; pages, text and JSON all read this one form."""

from functools import lru_cache
from typing import Any

import msgspec

from knowledge.answers import Answer, Desk, EffectAnswer, WindowAnswer
from knowledge.engine.book import Book
from knowledge.engine.categories import speed_of
from knowledge.engine.changes import changes_that_flip
from knowledge.engine.precedents import RELATIONS, Precedent
from knowledge.engine.reasons import Decision, Reason
from knowledge.engine.situation import Question
from knowledge.engine.verdicts import Branch
from knowledge.model.cases import Case, Ruling
from knowledge.model.law import Cite, Rule
from knowledge.model.profile import Card, Effect
from knowledge.searchable import cards_of_ruling
from knowledge.spelling import folded
from knowledge.wording import effect_named, fact_in_words, outcome_in_words, phrase, value_in_words
from service.citing import both, cited, faq_url, names, ruling_line, ruling_told, section_of

_OUTCOMES = {"yes": "permits", "no": "forbids"}


def can_answer(desk: Desk, answer: Answer) -> dict[str, Any]:
    """The answer to "may this be activated", as the contract shapes it."""
    book, deciding = desk.book, answer.deciding
    shown = deciding.deciding if deciding else None
    result: dict[str, Any] = {
        "verdict": answer.verdict,
        "basis": shown.basis if shown else "rule",
        "profile": profile_kind(desk, answer.card),
        "sentence": sentence(book, answer, answer.effect, answer.verdict),
        "question": _question(book, answer),
        "windows": answer.windows,
        "because": because(book, shown) if shown else [],
        "open_gates": [both(book.gates[d.gate].gate.names) for d in shown.judgement.decisions if d.outcome == "yes"]
        if shown
        else [],
        "rulings": [precedent(book, p) for p in _precedents(desk, answer)],
        "assumed": [*_assumed(book, shown), *_read_beside(answer)] if shown else [],
        "branches": [branch(book, b) for b in shown.judgement.branches] if shown else [],
    }
    if shown and deciding:
        result |= _beyond(desk, answer, deciding.effect, shown)
    if answer.effect is None:
        result["effects"] = [_effect_line(book, answer, e) for e in answer.effects]
    if answer.verdict == "unknown":
        result["why"] = answer.why or {
            "zh": "这张卡没有可以发动的效果。",
            "en": "This card has no effect that is activated.",
        }
    return result


def _beyond(desk: Desk, answer: Answer, effect: Effect, shown: WindowAnswer) -> dict[str, Any]:
    """What would change the verdict, and the look-alike that comes out the other way."""
    question = Question(shown.window, shown.turn, answer.card, effect, answer.table, strangers=answer.strangers)
    changes = changes_that_flip(shown.judgement, shown.verdict)
    alike = desk.precedents.opposite(question, shown.verdict)
    return {
        "would_change": [
            {"if": value_in_words(desk.book, c.fact, c.value), "verdict": c.verdict, "fact": c.fact, "value": c.value}
            for c in changes
        ],
        "look_alike": {**precedent(desk.book, alike), "rule": alike.case.because} if alike else None,
    }


def sentence(book: Book, answer: Answer, effect: Effect | None, verdict: str) -> dict[str, str]:
    """The verdict as the one sentence that answers alone; a group of windows names those that are open."""
    at = moment(book, answer.at, answer.turn)
    asked = [e for e in answer.effects if effect is None or e.effect is effect]
    windows = [w for w in answer.windows if any(v.window == w and v.verdict != "no" for e in asked for v in e.windows)]
    only = {"zh": "", "en": ""}
    if verdict in ("yes", "must") and 0 < len(windows) < len(answer.windows):
        timings = [book.library.timings[w] for w in windows]
        only = phrase(
            "only", windows={"zh": "、".join(t.names.zh for t in timings), "en": " or ".join(t.said for t in timings)}
        )
    parts = {"card": _card_names(answer.card), "effect": effect_named(effect), "at": at, "only": only}
    lead, rest = phrase(f"verdict.{verdict}"), phrase(f"sentence.{verdict}", **parts)
    return {"zh": lead["zh"] + rest["zh"], "en": f"{lead['en']} {' '.join(rest['en'].split())}"}


def _card_names(card: Card) -> dict[str, str]:
    return {"zh": card.names.zh, "en": card.names.en or card.names.zh}


def moment(book: Book, at: str, turn: str | None) -> dict[str, str]:
    """A timing as a sentence names it, with whose turn it is where that was said."""
    timing = book.library.timings[at]
    words = {"zh": timing.names.zh, "en": timing.said}
    if timing.kind == "turn":
        return phrase("all-turn", turn=phrase(f"turn.{turn}")) if turn else phrase("any-turn")
    return phrase("in-turn", turn=phrase(f"turn.{turn}"), at=words) if turn else words


def _question(book: Book, answer: Answer) -> dict[str, Any]:
    at = moment(book, answer.at, answer.turn)
    understood = phrase("understood", card=_card_names(answer.card), effect=effect_named(answer.effect), at=at)
    return {
        "kind": "can",
        "card": card_identity(answer.card),
        "effect": answer.effect.number if answer.effect else None,
        "at": answer.at,
        "turn": answer.turn,
        "understood": {lang: " ".join(text.split()) for lang, text in understood.items()},
    }


def profile_kind(desk: Desk, card: Card) -> str:
    """Where what the desk knows of a card comes from: written by hand, read from its text, or nowhere."""
    if desk.book.library.cards.get(card.id) is card:
        return "written"
    return "read" if card.effects else "none"


def card_identity(card: Card) -> dict[str, Any]:
    """Who a card is."""
    shown = {"id": card.id, "cid": card.cid, "password": card.password, "names": names(card.names), "type": card.type}
    return {**shown, "aliases": list(card.aliases)}


def names_side_by_side(card: dict[str, Any], asked_as: str = "") -> list[str]:
    """The name a card was asked by, then all its others, each once."""
    spelled = [*card["names"].values(), *card.get("aliases", ())]
    same = next((name for name in spelled if folded(name) == folded(asked_as)), asked_as)
    return list(dict.fromkeys(name for name in (same, *spelled) if name))


def _effect_line(book: Book, answer: Answer, line: EffectAnswer) -> dict[str, Any]:
    return {
        **effect_summary(line.effect),
        "verdict": line.verdict,
        "sentence": sentence(book, answer, line.effect, line.verdict),
        "windows": {w.window: w.verdict for w in line.windows},
    }


def effect_summary(effect: Effect) -> dict[str, Any]:
    """What an effect is, in a line."""
    return {
        "number": effect.number,
        "part": effect.part,
        "kind": effect.kind,
        "mandatory": effect.mandatory,
        "summary": both(effect.summary) if effect.summary else {"zh": "", "en": ""},
    }


def because(book: Book, shown: WindowAnswer) -> list[dict[str, Any]]:
    """The reasons of the gates that decided; gates whose plain default is open are left out."""
    closing = [d for d in shown.judgement.decisions if d.outcome not in ("yes", "")]
    told = closing or [d for d in shown.judgement.decisions if _exceptional(d)]
    if told:
        return [node for decision in told for node in because_of(book, decision)]
    agreeing = [r for d in shown.judgement.decisions for root in d.reasons for r in root.because]
    if agreeing:  # nothing was closed to begin with: what speaks in favour of this very effect says more than defaults
        return [reason(book, r) for r in agreeing]
    return [node for d in shown.judgement.decisions if d.gate == "when" for node in because_of(book, d)]


def because_of(book: Book, decision: Decision) -> list[dict[str, Any]]:
    """The reasons of one gate."""
    return [reason(book, r) for root in decision.reasons for r in _spoken(root)]


def _spoken(node: Reason) -> list[Reason]:
    """What is told of a gate: where an exception has spoken, however deep, that exception; else the rule itself."""
    if node.role != "defeated" and not _overruled(node):
        return [node]
    return [told for exception in node.because for told in _spoken(exception)] or [node]


def _overruled(node: Reason) -> bool:
    return any(below.role == "defeated" for below in node.because)


def _exceptional(decision: Decision) -> bool:
    return any(r.role == "defeated" or _overruled(r) for r in decision.reasons)


def reason(book: Book, node: Reason) -> dict[str, Any]:
    """One rule of the tree: what it says, where that stands, what it looked at, what it was defeated by or tried."""
    outcome, says, cites = _rule_told(book, node.rule)
    return {
        "rule": node.rule,
        "gate": node.gate,
        "role": node.role,
        "outcome": outcome,
        "says": says,
        "cites": cites,
        "facts": [fact_in_words(book, held) for held in node.facts],
        "children": [reason(book, child) for child in (*node.because, *node.tried)],
    }


@lru_cache(4096)  # answers share these parts: they are read, never changed
def _rule_told(book: Book, name: str) -> tuple[str, dict[str, str], list[str]]:
    rule = book.rules[name]
    return _OUTCOMES.get(rule.then, rule.then), both(rule.says), [cited(book, c) for c in rule.cites]


def _precedents(desk: Desk, answer: Answer) -> list[Precedent]:
    """What was ruled on the card at the windows asked about, each once, then the nearest rulings on other cards."""
    found: dict[str, Precedent] = {}
    everything = [p for e in answer.effects for w in e.windows for p in w.precedents]
    for p in sorted(everything, key=lambda p: p.agrees is None):
        found.setdefault(p.ruling.id, p)
    of_card = sorted(found.values(), key=lambda p: (RELATIONS.index(p.relation), p.agrees is not True, p.ruling.id))
    deciding = answer.deciding
    if deciding is None:
        return of_card
    shown = deciding.deciding
    rules = shown.judgement.rules_that_decided()
    return of_card + desk.precedents.most_like(answer.card, deciding.effect, shown.verdict, rules, set(found))


def precedent(book: Book, p: Precedent) -> dict[str, Any]:
    """A ruling that bears on the question."""
    return {**ruling_told(book, p.ruling.id), "relation": p.relation, "agrees": p.agrees, "expect": p.case.expect}


def _assumed(book: Book, shown: WindowAnswer) -> list[dict[str, str]]:
    mattered = _facts_of_closed_gates(shown) if shown.verdict == "no" else set(shown.judgement.assumed)
    found = [
        both(says)
        for fact in shown.judgement.assumed
        if fact in mattered and (says := book.library.facts[fact].assumed)
    ]
    if shown.turn_matters:
        found.append(phrase("assumed.turn", turn=phrase(f"turn.{shown.turn}")))
    return found


def _read_beside(answer: Answer) -> list[dict[str, str]]:
    """The other cards of the question of which no more is known than what was read in their text."""
    return [phrase("assumed.read", card=_card_names(c)) for c in answer.strangers if c is not answer.card and c.effects]


def _facts_of_closed_gates(shown: WindowAnswer) -> set[str]:
    waiting = [r for d in shown.judgement.decisions if d.outcome == "no" for r in d.reasons]
    found: set[str] = set()
    while waiting:
        node = waiting.pop()
        found |= {held.test.fact for held in node.facts}
        waiting += node.because
    return found


def branch(book: Book, b: Branch) -> dict[str, Any]:
    """One case of an answer that depends."""
    question = book.library.facts[b.fact].question
    return {
        "if": value_in_words(book, b.fact, b.value),
        "verdict": b.judgement.verdict,
        "fact": b.fact,
        "value": b.value,
        "question": both(question),
        "branches": [branch(book, inner) for inner in b.judgement.branches],
    }


def card_page(desk: Desk, card: Card) -> dict[str, Any]:
    """One card: names, effects as profiled, where each may be activated, its rulings."""
    effects = []
    for effect in card.effects:
        line = effect_summary(effect)
        line |= {
            "speed": speed_of(card, effect) or None,
            "zones": list(effect.zones),
            "targets": bool(effect.targets),
            "cost": [f"{a.act}-self" if a.what == "self" else a.act for a in effect.cost],
            "does": [a.act for a in effect.does],
            "windows": desk.timeline(card, effect) if speed_of(card, effect) else {},
        }
        effects.append(line)
    return {
        **card_identity(card),
        "attribute": card.attribute,
        "level": card.level,
        "atk": card.atk,
        "def": card.defence,
        "groups": list(card.groups),
        "profile": profile_kind(desk, card),
        "effects": effects,
        "rulings": [ruling_line(desk.book, r) for r in desk.precedents.of_card(card)],
    }


def ruling_page(desk: Desk, ruling: Ruling) -> dict[str, Any]:
    """One ruling with its cases, the rules they rest on, and its neighbours in the document."""
    book = desk.book
    return {
        **ruling_line(book, ruling),
        "cites": [{**_cite(book, c)} for c in ruling.cites],
        "exception": both(ruling.exception) if ruling.exception else None,
        "precedent": both(ruling.precedent) if ruling.precedent else None,
        "superseded_by": ruling.superseded_by or None,
        "cards": [card_identity(book.library.cards[c]) for c in cards_of_ruling(book, ruling)],
        "cases": [_case(book, c) for c in ruling.cases],
        "neighbours": neighbours(book, ruling),
    }


def _cite(book: Book, cite: Cite) -> dict[str, Any]:
    return {
        "doc": cite.doc,
        "document": both(book.library.documents[cite.doc].names),
        "section": section_of(book, cite),
        "first": cite.lines[0],
        "last": cite.lines[1],
        "faq": [{"id": entry, "url": faq_url(book, entry)} for entry in cite.faq],
        "date": cite.date or None,
    }


def _case(book: Book, case: Case) -> dict[str, Any]:
    gate = book.library.gates.get(case.asks)
    words = outcome_in_words(gate, str(case.expect)) if gate else None
    return {
        "activate": case.activate or None,
        "asks": both(gate.asks) if gate else None,
        "of": case.of or None,
        "at": case.at or None,
        "moment": moment(book, case.at, case.turn) if case.at else None,
        "turn": case.turn,
        "given": msgspec.to_builtins(case.given) if case.given else None,
        "expect": case.expect,
        "outcome": words,
        "stats": case.stats or None,
        "because": case.because or None,
        "near_miss": case.near_miss,
    }


def neighbours(book: Book, ruling: Ruling) -> list[dict[str, Any]]:
    """The rulings of the same section nearest to this one in the document."""
    cite = ruling.cites[0]
    section = section_of(book, cite)
    near = [
        other
        for other in book.library.rulings.values()
        if other.id != ruling.id and other.cites[0].doc == cite.doc and section_of(book, other.cites[0]) == section
    ]
    near.sort(key=lambda other: (abs(other.cites[0].lines[0] - cite.lines[0]), other.id))
    return [{"id": other.id, "says": both(other.says)} for other in near[:6]]


def reason_of_rule(desk: Desk, rule: Rule) -> dict[str, Any]:
    """One rule: what it says, what it excepts, its exceptions, the rulings that test it."""
    book = desk.book
    gate = book.library.gates[book.gate_of[rule.id]]
    return {
        "id": rule.id,
        "says": both(rule.says),
        "then": rule.then,
        "gate": {"id": gate.gate, "names": both(gate.names), "asks": both(gate.asks)},
        "when": rule.when,
        "cites": [_cite(book, c) for c in rule.cites],
        "except": [{"id": other, "says": both(book.rules[other].says)} for other in rule.except_],
        "exceptions": _exceptions(book, rule.id),
        "rulings": [
            ruling_line(book, r)
            for r in sorted(book.library.rulings.values(), key=lambda r: r.id)
            if any(c.because == rule.id for c in r.cases)
        ],
    }


def _exceptions(book: Book, rule: str) -> list[dict[str, Any]]:
    found = sorted((r for r in book.rules.values() if rule in r.except_), key=lambda r: r.id)
    return [{"id": r.id, "says": both(r.says), "then": r.then, "exceptions": _exceptions(book, r.id)} for r in found]
