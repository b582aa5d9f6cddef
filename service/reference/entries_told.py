"""Cards, rulings and rules as plain data, for those who look around; where each is written; a card's page."""

import inspect
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

from knowledge.cards.plain_verdicts import related
from knowledge.cards.read_profiles import text_shown, texts_shown
from knowledge.cards.record import StoredCard
from knowledge.cards.store import CardStore
from knowledge.data.cases import Case, Ruling
from knowledge.data.language import LANGUAGES
from knowledge.data.law import Cite, Rule
from knowledge.data.profile import Card, number_of
from knowledge.data.yaml_files import rulings_folder
from knowledge.desk import Desk
from knowledge.explanation.can_answer import card_identity, effect_summary, moment, profile_kind
from knowledge.explanation.citations import both, faq_url, ruling_line, section_of
from knowledge.explanation.effect_sentences import effect_in_words
from knowledge.phrases import fact_in_words, outcome_in_words
from knowledge.rules.book import Book
from knowledge.rules.categories import speed_of
from knowledge.rules.conditions import Condition, Test, compiled, every_test
from knowledge.rules.gates import Held
from knowledge.rules.graph import Node
from knowledge.rules.precedents import cards_of_ruling
from knowledge.table.situation import Fact
from knowledge.text.printer import Piece, pieces_of
from service.lookup import finder_of
from service.presentation.page_words import words

MOST_NEIGHBOURS = 8192  # rulings whose neighbours are kept
MOST_NEAR = 6  # neighbours told of a ruling


def card_page(desk: Desk, card: Card) -> dict[str, Any]:
    """One card: names, effects as profiled, where each may be activated, its rulings."""
    effects = []
    imported = (card,) if card.type and not desk.book.has_profile(card) else ()
    for effect in card.effects:
        line = {
            **effect_summary(effect),
            "speed": speed_of(card, effect) or None,
            "zones": list(effect.zones),
            "targets": bool(effect.targets),
            "cost": [f"{a.act}-self" if a.what == "self" else a.act for a in effect.cost],
            "does": [a.act for a in effect.does],
            "windows": desk.timeline(card, effect, strangers=imported) if speed_of(card, effect) else {},
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
        "cards": [card_identity(card) for c in cards_of_ruling(book, ruling) if (card := book.identified(c))],
        "cases": [_case(book, c) for c in ruling.cases],
        "neighbours": neighbours(book, ruling),
    }


def _cite(book: Book, cite: Cite) -> dict[str, Any]:
    return {
        "doc": cite.doc,
        "document": both(book.library.documents[cite.doc].names),
        "section": section_of(book, cite),
        "first": cite.lines[0] if cite.lines else None,
        "last": cite.lines[1] if cite.lines else None,
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


def _section_key(book: Book, cite: Cite) -> tuple[str, str]:
    return cite.doc, section_of(book, cite)["zh"]


Days = dict[int | None, list[Ruling]]  # by the day, where a whole one is given, in the order of ids


@lru_cache(maxsize=8)
def _by_section(book: Book) -> dict[tuple[str, str], dict[int, Days]]:
    """The rulings of each section of each document by line and day: looked through once, not for every ruling."""
    found: dict[tuple[str, str], dict[int, Days]] = {}
    for ruling in sorted(book.library.rulings.values(), key=_by_id):
        cite = ruling.cites[0]
        lines = found.setdefault(_section_key(book, cite), {})
        lines.setdefault(cite.first, {}).setdefault(_day_of(cite), []).append(ruling)
    return found


def _day_of(cite: Cite) -> int | None:
    return date.fromisoformat(cite.date).toordinal() if len(cite.date) == 10 else None


def _by_id(ruling: Ruling) -> str:
    return ruling.id


def neighbours(book: Book, ruling: Ruling) -> list[dict[str, Any]]:
    """The rulings of the same section nearest to this one in the document."""
    return list(_nearest(book, ruling.id))


@lru_cache(maxsize=MOST_NEIGHBOURS)
def _nearest(book: Book, name: str) -> tuple[dict[str, Any], ...]:
    ruling = book.library.rulings[name]
    cite = ruling.cites[0]
    lines, near = _by_section(book)[_section_key(book, cite)], list[Ruling]()
    for together in _outwards(lines, cite.first):
        near += [
            other for other in _nearest_days([lines[line] for line in together], _day_of(cite)) if other is not ruling
        ]
        if len(near) >= MOST_NEAR:
            break  # what stands further away is not shown
    return tuple({"id": other.id, "says": both(other.says)} for other in near[:MOST_NEAR])


def _nearest_days(lines: list[Days], day: int | None) -> list[Ruling]:
    """The rulings of lines equally far away, those of the nearest days first: as many as can be shown, and one more."""
    if day is None:
        return sorted((ruling for days in lines for found in days.values() for ruling in found), key=_by_id)
    told = {on for days in lines for on in days if on is not None}
    near = list[Ruling]()
    for together in _outwards(told | {day}, day):
        asked = (*together, None) if day in together else together  # what has no day is of any
        near += sorted((ruling for on in asked for days in lines for ruling in days.get(on, ())), key=_by_id)
        if len(near) > MOST_NEAR:
            break
    return near


def _outwards(places: Iterable[int], at: int) -> Iterator[tuple[int, ...]]:
    """Places from the nearest outwards, those equally far together."""
    for _, together in groupby(sorted(places, key=lambda place: abs(place - at)), key=lambda place: abs(place - at)):
        yield tuple(together)


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


def condition_in_words(book: Book, rule: Rule) -> dict[str, Any] | None:
    """A tree: `all` or `any` of sentences and of further trees; nothing for a rule that always holds."""
    condition = compiled(rule.when, lambda fact: fact in book.library.facts)
    return _tree(book, condition) if condition.parts else None


def _tree(book: Book, condition: Condition) -> dict[str, Any]:
    parts: list[dict[str, Any]] = []
    for part in condition.parts:
        if isinstance(part, Test):
            parts.append({"says": _sentence(book, part)})
        elif len(part.parts) == 1 or part.mode == condition.mode:
            parts += _tree(book, part)["parts"]
        else:
            parts.append(_tree(book, part))
    return {"mode": condition.mode, "parts": parts}


def _sentence(book: Book, test: Test) -> dict[str, str]:
    """The test as it reads when the rule applies."""
    if book.library.facts[test.fact].type == "timing":
        return _moment(book, test)
    value: Fact = frozenset(test.words) if isinstance(test.wanted, tuple) else test.wanted
    if not test.positive and book.library.facts[test.fact].type == "yes-no":
        value = "no" if test.wanted == "yes" else "yes"
    return fact_in_words(book, Held(test, value, True))


def _moment(book: Book, test: Test) -> dict[str, str]:
    wanted = test.wanted if isinstance(test.wanted, tuple) else (test.wanted,)
    timings = [book.library.timings[t] for t in book.library.timings if t in wanted]
    said = words()["conditions.timing" if test.positive else "conditions.not-timing"]
    listed = {"zh": "、".join(t.names.zh for t in timings), "en": ", ".join(t.names.en for t in timings)}
    return {lang: said[lang].format(wanted=listed[lang]) for lang in listed}


SHELVES = {"category": "categories"}


@dataclass(frozen=True)
class Origin:
    """A place in the repository; `of` is the kind and id of what stands there."""

    of: str
    place: str  # file:line


def origins_of(desk: Desk, node: Node) -> list[Origin]:
    """Where a node is written; of a rule also the facts it asks about, each as data and as code."""
    kind, name = node
    found = [_in_the_data(desk, kind, name)]
    if kind == "fact":
        found += _in_python(desk, name)
    if kind == "rule":
        condition = compiled(desk.book.rules[name].when, lambda fact: fact in desk.book.library.facts)
        for fact in dict.fromkeys(test.fact for test in every_test(condition)):
            found += [_in_the_data(desk, "fact", fact), *_in_python(desk, fact)]
    return found


def _in_the_data(desk: Desk, kind: str, name: str) -> Origin:
    file, line = desk.book.library.where[SHELVES.get(kind, f"{kind}s"), name]
    return Origin(f"{kind}:{name}", f"{rulings_folder().name}/{file}:{line}")


def _in_python(desk: Desk, fact: str) -> list[Origin]:
    """The function that finds a fact; none for what only a person can tell."""
    if fact not in desk.book.derived:
        return []
    code = inspect.unwrap(desk.book.derived[fact]).__code__
    root = Path(inspect.getfile(Desk)).resolve().parent.parent
    file = Path(code.co_filename).resolve().relative_to(root).as_posix()
    return [Origin(f"fact:{fact}", f"{file}:{code.co_firstlineno}")]


Known = dict[tuple[str, int], dict[str, Any]]


def texts_told(desk: Desk, card: Card, languages: Collection[str] = LANGUAGES) -> dict[str, Any]:
    """For each of these languages of the pages the text in pieces, or nothing where no database was imported."""
    found = finder_of(desk).imported_in(card)
    if found is None:
        return {}
    known: Known = {
        (e.part, e.number): {"number": e.number, "part": e.part, "kind": e.kind, "speed": speed_of(card, e) or None}
        for e in card.effects
    }
    return {lang: told for lang in languages if (told := _told(*found, lang, known))}


def _told(store: CardStore, stored: StoredCard, lang: str, known: Known) -> dict[str, Any] | None:
    shown = text_shown(store, stored, lang)
    if shown is None:
        return None
    code, marks = shown
    text, scale = texts_shown(stored, code)
    effects = [_effect(read, known) for read in marks.effects]
    parts = [("text", pieces_of(text, marks.text))]
    if scale:
        parts.insert(0, ("pendulum", pieces_of(scale, marks.pendulum)))
    return {"lang": code, "parts": [{"part": part, "pieces": _pieces(found, effects)} for part, found in parts]}


def _effect(read: tuple[int, str, str, int | None], known: Known) -> dict[str, Any]:
    """What the page says of an effect: as its profile has it, else as it was read."""
    number, part, kind, speed = read
    return known.get((part, number)) or {"number": number, "part": part, "kind": kind, "speed": speed}


def _pieces(found: list[Piece], effects: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {"text": p.text, "mark": p.mark or None, "effect": effects[p.begins] if p.begins is not None else None}
        for p in found
    ]


def card_told(desk: Desk, card: Card, languages: Collection[str] = LANGUAGES) -> dict[str, Any]:
    """The contract's card with each effect in words, the imported text in these languages, and related cards."""
    told = card_page(desk, card)
    for line, effect in zip(told["effects"], card.effects, strict=True):
        line["words"] = effect_in_words(desk.book, card, effect)
    told["texts"] = texts_told(desk, card, languages)
    told["related"] = [{**card_identity(other), "alike": score} for other, score in _related(desk, card)]
    return told


def _related(desk: Desk, card: Card) -> list[tuple[Card, float]]:
    """The cards most like it, as the import found them, else found now."""
    kept = desk.alike(card) if desk.alike else None
    return kept if kept is not None else related(desk.book, card)


def effects_offered(card: Card) -> list[dict[str, Any]]:
    """The effects of a card that are activated, to choose from."""
    return [{**effect_summary(e), "key": number_of(e)} for e in card.effects if speed_of(card, e)]
