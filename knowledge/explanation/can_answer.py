"""Answers as plain data in the shape of the contract; pages, text and JSON all read this one form."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from knowledge.data.language import spoken
from knowledge.data.profile import Card, Effect
from knowledge.desk import Answer, Desk, EffectAnswer, WindowAnswer
from knowledge.explanation import answer_records as told
from knowledge.explanation.card_reasons import assumption_in_words
from knowledge.explanation.citations import both, names, ruling_told
from knowledge.explanation.reason_tree import because
from knowledge.phrases import effect_named, phrase, value_in_words
from knowledge.rules.book import Book
from knowledge.rules.gates import Clash, CompiledGate, Decision, decided
from knowledge.rules.precedents import RELATIONS, Precedent
from knowledge.rules.verdicts import Branch, Hearing, Judgement, domain, judged_with, together
from knowledge.spelling import folded
from knowledge.table.situation import Fact, NeedsFact, Question, Situation

ANSWERED_ACT = "answered-act"
# assumed like others, but nobody would think of them
NEVER_IN_DOUBT = ("hidden-off-the-field", "holds-priority", "mover-fits")
MOST_CHANGES = 8  # told of an answer


def can_answer(desk: Desk, answer: Answer, include: Collection[told.Included] = told.EVERYTHING) -> told.CanAnswer:
    """The answer to "may this be activated", as the contract shapes it; `include` names what is told beyond it."""
    book, deciding = desk.book, answer.deciding
    shown = deciding.deciding if deciding else None
    result: told.CanAnswer = {
        "verdict": answer.verdict,
        "basis": _basis(answer),
        "profile": profile_kind(desk, answer.card),
        "sentence": sentence(book, answer, answer.effect, answer.verdict),
        "question": _question(book, answer),
        "windows": answer.windows,
        "because": _of_which_effect(answer, because(book, shown, _asked_moment(book, answer))) if shown else [],
        "open_gates": [_gate_named(book, d.gate) for d in shown.judgement.decisions if d.outcome == "yes"]
        if shown
        else [],
        "rulings": [precedent(book, p) for p in _precedents(desk, answer)],
        "assumed": [*assumed_facts(book, shown), *_read_beside(answer)] if shown else [],
        "branches": [branch(book, b) for b in shown.judgement.branches] if shown else [],
    }
    if shown and deciding and include:
        result = {**result, **_beyond(desk, answer, deciding.effect, shown, include)}
    if answer.effect is None:
        result["effects"] = [_effect_line(book, answer, e) for e in answer.effects]
    if answer.verdict == "unknown":
        result["why"] = answer.why or phrase("why.no-effect")
    return only_if_unread_texts_do_not_matter(result, _unread_texts(desk, answer))


@lru_cache(1024)  # answers share these: they are read, never changed
def _gate_named(book: Book, gate: str) -> dict[str, str]:
    return both(book.gates[gate].gate.names)


def _asked_moment(book: Book, answer: Answer) -> dict[str, str] | None:
    """The moment asked about, where several windows were."""
    if len(answer.windows) < 2 or _any_moment(book, answer):
        return None
    return moment(book, answer.at, answer.turn)


def _of_which_effect(answer: Answer, nodes: list[told.Reason]) -> list[told.Reason]:
    """Where the card has several effects and none was named, the first reason tells of which it speaks."""
    deciding = answer.deciding
    if not nodes or deciding is None or len(answer.effects) < 2 or answer.effect is not None:
        return nodes
    named, says = effect_named(deciding.effect), nodes[0]["says"]
    if named["zh"] in says["zh"]:
        return nodes
    number = {"zh": named["zh"].removeprefix("的"), "en": named["en"]}
    return [nodes[0] | {"says": phrase("of-effect", effect=number, says=says)}, *nodes[1:]]


def _basis(answer: Answer) -> str:
    """What the verdict rests on; a ruling on one of the windows asked about confirms as far as it goes."""
    shown = answer.deciding.deciding if answer.deciding else None
    if shown is None or shown.basis != "rule":
        return shown.basis if shown else "rule"
    return "rule+ruling" if any(p.agrees for e in answer.effects for w in e.windows for p in w.precedents) else "rule"


def _unread_texts(desk: Desk, answer: Answer) -> list[str]:
    """The cards of the table of which no more than the name is known."""
    read = {name for card in answer.strangers if card.effects or card.type for name in (card.id, card.names.zh)}
    told = [c.card for c in answer.table.cards if c.card and c.face == "up"] + [c.card for c in answer.table.chain]
    return [name for name in dict.fromkeys(told) if name not in read and desk.book.card_named(name) is None]


def only_if_unread_texts_do_not_matter(result: told.CanAnswer, unread: list[str]) -> told.CanAnswer:
    """A sure verdict becomes a branch where the table holds a card whose text nobody has read."""
    if not unread or result["verdict"] not in ("yes", "no", "must"):
        return result
    aside = {lang: phrase("branch.card-aside", card="」「".join(unread))[lang] for lang in ("zh", "en")}
    branches: list[told.Branch] = [{"if": aside, "verdict": result["verdict"], "fact": "", "value": "", "branches": []}]
    said = phrase("left-out", cards="」「".join(unread))
    first = {lang: f"{said[lang]} {text}" for lang, text in result["sentence"].items() if lang in said}
    left: list[told.NotConsidered] = [{"text": name, "why": "card"} for name in unread]
    return {**result, "verdict": "depends", "branches": branches, "sentence": first, "not_considered": left}


def _beyond(
    desk: Desk, answer: Answer, effect: Effect, shown: WindowAnswer, include: Collection[told.Included]
) -> told.Beyond:
    """What would change the verdict, and the look-alike that comes out the other way; only what is wanted of it."""
    result: told.Beyond = {}
    if "rests_on" in include or "would_change" in include:
        changes = _changes(desk, answer, shown)
        result = {key: said for key, said in changes.items() if key in include}  # type: ignore[assignment]
    if "look_alike" in include:
        question = Question(shown.window, shown.turn, answer.card, effect, answer.table, strangers=answer.strangers)
        alike = desk.precedents.opposite(question, shown.verdict)
        result["look_alike"] = {**precedent(desk.book, alike), "rule": alike.case.because} if alike else None
    return result


def _changes(desk: Desk, answer: Answer, shown: WindowAnswer) -> told.Beyond:
    """What would change the verdict, and the assumptions among it."""
    changes = changes_that_flip(shown.judgement, shown.verdict)
    changes = [c for c in changes if c.fact != ANSWERED_ACT or not answer.table.chain]  # what is told is not in doubt
    turned = {c.fact for c in changes}
    facts = desk.book.library.facts
    hearing = shown.judgement.hearing
    s = hearing.s if hearing else None
    assumed = {
        f: says for f in shown.judgement.assumed if f in turned - {*NEVER_IN_DOUBT} and (says := facts[f].assumed)
    }
    of_card = {f: said for f in assumed if s and (said := assumption_in_words(s, f))}
    otherwise = {(c.fact, c.value): assumption_in_words(s, c.fact, c.value) if s else None for c in changes}
    # what is said of this very card comes first, what hardly anybody thinks of last
    changes = sorted(changes, key=lambda c: (c.fact in NEVER_IN_DOUBT, not otherwise[c.fact, c.value]))
    resting = [of_card.get(f) or both(assumed[f]) for f in sorted(assumed, key=lambda f: f not in of_card)]
    return {
        "rests_on": resting,
        "would_change": [
            {
                "if": otherwise[c.fact, c.value] or value_in_words(desk.book, c.fact, c.value),
                "verdict": c.verdict,
                "fact": c.fact,
                "value": c.value,
            }
            for c in changes
        ],
    }


def sentence(book: Book, answer: Answer, effect: Effect | None, verdict: str) -> dict[str, str]:
    """The verdict as the one sentence that answers alone: of what, chained to what, when, and in which windows not."""
    asked = [e for e in answer.effects if effect is None or e.effect is effect]
    windows = [w for w in answer.windows if any(v.window == w and v.verdict != "no" for e in asked for v in e.windows)]
    only = {"zh": "", "en": ""}
    if verdict in ("yes", "must") and 0 < len(windows) < len(answer.windows):
        only = windows_in_words(book, windows, list(answer.windows))
    at = {"zh": "", "en": ""} if _any_moment(book, answer) else _at(book, answer.at, answer.turn)
    parts = {"card": card_names(answer.card), "effect": effect_named(effect), "at": at, "only": only}
    parts["to"] = _chained_to(book, answer)
    if not asked:
        return _spaced(phrase("verdict.unknown"), phrase("sentence.no-effect", **parts))
    return _spaced(phrase(f"verdict.{verdict}"), phrase(f"sentence.{verdict}", **parts))


def _spaced(lead: dict[str, str], rest: dict[str, str]) -> dict[str, str]:
    return {"zh": lead["zh"] + rest["zh"], "en": f"{lead['en']} {' '.join(rest['en'].split())}".replace(" .", ".")}


def _any_moment(book: Book, answer: Answer) -> bool:
    """Whether no moment was named, so that the sentence names none either."""
    return book.library.timings[answer.at].kind == "turn" and answer.turn is None


def _chained_to(book: Book, answer: Answer) -> dict[str, str]:
    chain = answer.table.chain
    if not chain:
        return phrase("not-chained")
    last = chain[-1].card
    card = book.card_named(last) or next((c for c in answer.strangers if last in (c.id, c.names.zh)), None)
    return phrase("chained-to", card=card_names(card) if card else last)


def windows_in_words(book: Book, windows: list[str], asked: list[str]) -> dict[str, str]:
    """Only these of the windows asked about, or all but the others, whichever is shorter; whole steps by their name."""
    shorter, names = shorter_list(book, windows, asked)
    timings = [book.library.timings[name] for name in names]
    named = {"zh": "、".join(t.names.zh for t in timings), "en": phrase("or")["en"].join(t.said for t in timings)}
    return phrase(shorter, windows=named)


def shorter_list(book: Book, windows: list[str], asked: list[str]) -> tuple[str, list[str]]:
    """`only` with these windows, or `but-not` with the others: whole phases and steps in the place of their windows."""
    only, but = _grouped(book, windows, asked), _grouped(book, [w for w in asked if w not in windows], asked)
    return ("but-not", but) if len(but) < len(only) else ("only", only)


def _grouped(book: Book, windows: list[str], asked: list[str]) -> list[str]:
    """The windows with every phase, step or group that is there as a whole in the place of its windows."""
    found, left = [], list(windows)
    whole = [t for t in book.library.timings.values() if t.kind in ("group", "phase", "step")]
    for timing in sorted(whole, key=lambda t: -len(book.windows_of(t.id))):
        inside = [w for w in asked if w in book.windows_of(timing.id)]
        if len(inside) > 1 and set(inside) <= set(left) and set(inside) == set(book.windows_of(timing.id)):
            found.append((min(asked.index(w) for w in inside), timing.id))
            left = [w for w in left if w not in inside]
    found += [(asked.index(w), w) for w in left]
    return [name for _, name in sorted(found)]


def not_named(answer: told.AskAnswer, stand_in: Card, kind: str) -> None:
    """Take the name of a card nobody spoke of out of the sentences: it stood in for an activation of its kind."""
    name, called = phrase("quoted-card", card=card_names(stand_in)), phrase(f"stands-for.{kind}")

    def called_so(says: dict[str, str]) -> dict[str, str]:
        return says | {lang: says[lang].replace(name[lang], called[lang]) for lang in called}

    answer["sentence"] = called_so(answer["sentence"])
    for node in answer["because"]:
        node["says"] = called_so(node["says"])


def card_names(card: Card) -> dict[str, str]:
    """A card's name in both languages."""
    return {"zh": card.names.zh, "en": card.names.en or card.names.zh}


@lru_cache(1024)  # likewise shared
def moment(book: Book, at: str, turn: str | None) -> dict[str, str]:
    """A timing as a sentence names it, with whose turn it is where that was said."""
    timing = book.library.timings[at]
    words = {"zh": timing.names.zh, "en": timing.said}
    if timing.kind == "turn":
        return phrase("all-turn", turn=phrase(f"turn.{turn}")) if turn else phrase("any-turn")
    return phrase("in-turn", turn=phrase(f"turn.{turn}.short"), at=words) if turn else words


@lru_cache(1024)  # likewise shared
def _at(book: Book, at: str, turn: str | None) -> dict[str, str]:
    return phrase("at", at=moment(book, at, turn))


def _question(book: Book, answer: Answer) -> told.Asked:
    at = moment(book, answer.at, answer.turn)
    understood = phrase("understood", card=card_names(answer.card), effect=effect_named(answer.effect), at=at)
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
    if desk.book.has_profile(card):
        return "written"
    return "read" if card.effects else "none"


def card_identity(card: Card) -> told.CardName:
    """Who a card is."""
    return {
        "id": card.id,
        "cid": card.cid,
        "password": card.password,
        "names": names(card.names),
        "type": card.type,
        "aliases": list(card.aliases),
    }


def names_side_by_side(card: Mapping[str, Any], asked_as: str = "") -> list[str]:
    """The name a card was asked by, then all its others, each once."""
    spelled = [*card["names"].values(), *card.get("aliases", ())]
    same = next((name for name in spelled if folded(name) == folded(asked_as)), asked_as)
    return list(dict.fromkeys(name for name in (same, *spelled) if name))


def _effect_line(book: Book, answer: Answer, line: EffectAnswer) -> told.EffectLine:
    return {
        **effect_summary(line.effect),
        "verdict": line.verdict,
        "sentence": sentence(book, answer, line.effect, line.verdict),
        "windows": {w.window: w.verdict for w in line.windows},
    }


def effect_summary(effect: Effect) -> told.EffectSummary:
    """What an effect is, in a line."""
    return {
        "number": effect.number,
        "part": effect.part,
        "kind": effect.kind,
        "mandatory": effect.mandatory,
        "summary": both(effect.summary) if effect.summary else {"zh": "", "en": ""},
    }


def _precedents(desk: Desk, answer: Answer) -> list[Precedent]:
    """What was ruled on the card at the windows asked about, each once, then the nearest rulings on other cards."""
    found: dict[str, Precedent] = {}
    everything = [p for e in answer.effects for w in e.windows for p in w.precedents]
    for p in sorted(everything, key=lambda p: p.agrees is None):
        found.setdefault(p.ruling.id, p)
    of_card = sorted(found.values(), key=_nearest_first)
    deciding = answer.deciding
    if deciding is None:
        return of_card
    shown = deciding.deciding
    rules = shown.judgement.rules_that_decided()
    return of_card + desk.precedents.most_like(answer.card, deciding.effect, shown.verdict, rules, set(found))


def _nearest_first(p: Precedent) -> tuple[int, bool, bool, bool, str]:
    """This very question first; of those, rulings that state nothing beside it, and those with an official number."""
    official = any(cite.faq for cite in p.ruling.cites)
    return RELATIONS.index(p.relation), p.agrees is not True, p.case.given is not None, not official, p.ruling.id


def precedent(book: Book, p: Precedent) -> told.Precedent:
    """A ruling that bears on the question."""
    return {**ruling_told(book, p.ruling.id), "relation": p.relation, "agrees": p.agrees, "expect": p.case.expect}


def assumed_facts(book: Book, shown: WindowAnswer) -> list[dict[str, str]]:
    """What was taken to be so because nothing was said."""
    mattered = _facts_of_closed_gates(shown) if shown.verdict == "no" else set(shown.judgement.assumed)
    found = [
        spoken(says)
        for fact in shown.judgement.assumed
        if fact in mattered and (says := book.library.facts[fact].assumed)
    ]
    if shown.turn_matters:
        found.append(phrase("assumed.turn", turn=phrase(f"turn.{shown.turn}")))
    return found


def _read_beside(answer: Answer) -> list[dict[str, str]]:
    """The other cards of the question of which no more is known than what was read in their text."""
    beside = [c for c in answer.strangers if c is not answer.card and c.effects]
    return [phrase("assumed.read", card={**card_names(c), "ja": c.names.ja or c.names.zh}) for c in beside]


def _facts_of_closed_gates(shown: WindowAnswer) -> set[str]:
    waiting = [r for d in shown.judgement.decisions if d.outcome == "no" for r in d.reasons]
    found: set[str] = set()
    while waiting:
        node = waiting.pop()
        found |= {held.test.fact for held in node.facts}
        waiting += node.because
    return found


@lru_cache(8)
def _clauses_in_english(book: Book) -> dict[str, str]:
    """The clauses for which a profile has words of our own, by what they are in Chinese."""
    effects = (effect for card in book.library.cards.values() for effect in card.effects)
    return {clause.text: clause.en for effect in effects for clause in effect.unread_deeds if clause.en}


def branch(book: Book, b: Branch) -> told.Branch:
    """One case of an answer that depends."""
    question = book.library.facts[b.fact].question
    words = value_in_words(book, b.fact, b.value)
    if b.clauses:
        english = [_clauses_in_english(book).get(clause, clause) for clause in b.clauses]
        words = {"zh": f"{words['zh']}：“{'；'.join(b.clauses)}”", "en": f'{words["en"]}: "{"; ".join(english)}"'}
    return {
        "if": words,
        "verdict": b.judgement.verdict,
        "fact": b.fact,
        "value": b.value,
        "question": both(question),
        "branches": [branch(book, inner) for inner in b.judgement.branches],
    }


@dataclass(frozen=True, slots=True)
class Flip:
    """One fact, the value it would need, and the verdict then."""

    fact: str
    value: Fact
    verdict: str


def changes_that_flip(judgement: Judgement, verdict: str, most: int = MOST_CHANGES) -> list[Flip]:
    """The smallest changes: one fact of the table or the chain each, in the order the gates ask for them."""
    found: list[Flip] = []
    hearing = judgement.hearing
    if hearing is None:
        return found
    book, facts = hearing.s.book, hearing.facts()
    # what stands in favour by the table itself is not in doubt
    assumed = facts.keys() if verdict == "no" else {*hearing.s.assumed}
    values = _values_in_doubt(book.base)
    doubted = [fact for fact in facts if fact in values and fact in assumed]
    resting = hearing.s.resting_on(doubted, facts)
    closed = [book.gates[d.gate] for d in hearing.decisions if d.outcome == "no"]
    for fact in doubted:
        current = facts[fact]
        if verdict == "no" and any(gate.facts.isdisjoint(resting[fact]) for gate in closed):
            continue  # a gate stays closed whatever becomes of it
        others = [value for value in values[fact] if value != current]
        for value, other in zip(others, _verdicts_with(hearing, facts, resting[fact], fact, others), strict=True):
            if other and other != verdict and {other, verdict} != {"yes", "must"}:
                found.append(Flip(fact, value, other))
        if len(found) >= most:
            break
    return found[:most]


@lru_cache(8)
def _values_in_doubt(book: Book) -> dict[str, list[Fact]]:
    """The facts that can be otherwise, each with its values: what the card's own text says cannot."""
    return {
        name: domain(book, name)
        for name, fact in book.library.facts.items()
        if fact.type in ("yes-no", "choice") and (fact.assume is not None or name == "turn")
    }


def _verdicts_with(
    hearing: Hearing, facts: dict[str, Fact], resting: set[str], fact: str, values: list[Fact]
) -> list[str]:
    """The verdict for each other value of a fact: only the gates that ask about what rests on it are heard again."""
    s, said = hearing.s, {d.gate: d for d in hearing.decisions}
    unmoved: list[Decision | None] = []
    moving: list[CompiledGate] = []
    for gate in s.book.activation_gates:
        if gate.facts.isdisjoint(resting):
            unmoved.append(said.get(gate.gate.gate))  # nothing said: it needs a fact nobody stated
        else:
            moving.append(gate)
    if any(d is not None and d.outcome == "no" for d in unmoved):
        return ["no"] * len(values)  # a gate stays closed whatever the others say
    untouched = facts.copy()
    for other in resting:
        untouched.pop(other, None)
    return [_verdict_with(s, unmoved, moving, untouched, {**s.stated, fact: value}) for value in values]


def _verdict_with(
    s: Situation,
    unmoved: list[Decision | None],
    moving: list[CompiledGate],
    untouched: dict[str, Fact],
    stated: dict[str, Fact],
) -> str:
    other = Situation(s.book, s.question, stated, dict(untouched))
    other.known_keys, other.lacking = s.known_keys, s.lacking  # of the question, which stays the same
    try:
        decisions = [*unmoved, *(decided(gate, other) for gate in moving)]
    except NeedsFact:
        decisions = [None]
    except Clash:
        return ""  # supposed against the rest of the table, of which rules then say two things
    spoken = [d for d in decisions if d is not None]
    if len(spoken) < len(decisions):
        try:
            return judged_with(s.book, s.question, stated).verdict  # a gate waits for another fact: branches decide
        except Clash:
            return ""  # likewise
    return together(s.question, spoken, s.book.activation_gates)
