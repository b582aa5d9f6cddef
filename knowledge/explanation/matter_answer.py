"""The answer to any other question the rules decide, in the shape of `can`; and the list of what can be asked."""

import msgspec

from knowledge.data.language import LANGUAGES, Both, listed
from knowledge.data.law import Gate
from knowledge.desk import Desk, MatterAnswer, WindowAnswer
from knowledge.explanation.answer_records import Branch, Matter, MatterAsked, MatterReply
from knowledge.explanation.can_answer import assumed_facts, branch, card_identity, card_names, moment, precedent
from knowledge.explanation.citations import both
from knowledge.explanation.reason_tree import because_of
from knowledge.phrases import effect_named, outcome_in_words, phrase, phrases
from knowledge.rules.book import Book


def matter_reply(desk: Desk, answer: MatterAnswer) -> MatterReply:
    """A matter that was decided, with everything the decision rests on."""
    book, shown = desk.book, answer.deciding
    return {
        "verdict": answer.verdict,
        "outcome": _outcome(answer.gate, answer.verdict),
        "outcomes": {v: _outcome(answer.gate, v) for v in _verdicts(answer)},
        "basis": shown.basis,
        "sentence": _sentence(answer),
        "question": _question(book, answer),
        "windows": {w.window: w.verdict for w in answer.windows if w.window},
        "because": [n for d in shown.judgement.decisions if d.outcome for n in because_of(book, d)],
        "rulings": [precedent(book, p) for p in shown.precedents],
        "assumed": assumed_facts(book, shown),
        "branches": _branches(book, answer, shown),
        "missing": both(book.library.facts[shown.judgement.missing].question) if shown.judgement.missing else None,
    }


def matter_listed(desk: Desk, gate: Gate) -> Matter:
    """One thing that can be asked: what it asks, of what, how it can come out, and a question to try."""
    rulings = [r for r in desk.book.library.rulings.values() if any(c.asks == gate.gate for c in r.cases)]
    tried = next((c for r in sorted(rulings, key=lambda r: r.id) for c in r.cases if c.asks == gate.gate), None)
    example: dict[str, object] = {"matter": gate.gate}
    if tried is not None:
        told = {"of": tried.of, "about": tried.about, "at": tried.at, "turn": tried.turn, "given": tried.given}
        example |= {key: msgspec.to_builtins(value) for key, value in told.items() if value}
    return {
        "matter": gate.gate,
        "names": both(gate.names),
        "asks": both(gate.asks),
        "outcomes": {o: _outcome(gate, o) for o in gate.outcomes},
        "about": {word: phrase(f"about.{word}") for word in gate.about},
        "rules": len(gate.rules),
        "rulings": len(rulings),
        "example": example,
    }


def _outcome(gate: Gate, outcome: str) -> Both:
    return outcome_in_words(gate, outcome) or phrase(f"matter.{outcome}")


def _verdicts(answer: MatterAnswer) -> list[str]:
    """Every verdict that occurs in an answer, each once."""
    waiting, found = [w.judgement for w in answer.windows], [answer.verdict, *(w.verdict for w in answer.windows)]
    while waiting:
        judgement = waiting.pop()
        found.append(judgement.verdict)
        waiting += [b.judgement for b in judgement.branches]
    return list(dict.fromkeys(found))


def _sentence(answer: MatterAnswer) -> Both:
    """The first line: of what, and how it comes out; where it is open, what was asked."""
    gate, verdict = answer.gate, answer.verdict
    told = outcome_in_words(gate, verdict)
    lead = phrase("matter.sentence", subject=_subject(answer), outcome=told) if told else None
    return lead or phrase(f"matter.sentence.{verdict}", subject=_subject(answer), asks=both(gate.asks))


def _subject(answer: MatterAnswer) -> Both:
    """What a sentence is about, ready to stand before it; nothing where the table as a whole is asked about."""
    if answer.card is not None:
        named = phrase("matter.card", card=card_names(answer.card), effect=effect_named(answer.effect))
        parts = [{lang: text.strip() for lang, text in named.items()}]
    else:
        parts = []
    if answer.about:
        key = f"about.{answer.about}"
        parts.append(phrase(key) if key in phrases() else dict.fromkeys(LANGUAGES, answer.about))
    return phrase("matter.subject", of=listed(parts)) if parts else dict.fromkeys(LANGUAGES, "")


def _question(book: Book, answer: MatterAnswer) -> MatterAsked:
    asks = both(answer.gate.asks)
    at = moment(book, answer.at, answer.turn) if answer.at else None
    understood = phrase("matter.understood.at", subject=_subject(answer), asks=asks, at=at) if at else None
    return {
        "kind": "matter",
        "matter": answer.gate.gate,
        "asks": asks,
        "card": card_identity(answer.card) if answer.card else None,
        "effect": answer.effect.number if answer.effect else None,
        "about": answer.about or None,
        "at": answer.at or None,
        "turn": answer.turn,
        "understood": understood or phrase("matter.understood", subject=_subject(answer), asks=asks),
    }


def _branches(book: Book, answer: MatterAnswer, shown: WindowAnswer) -> list[Branch]:
    """The values of the missing fact; where the windows differ among themselves, the windows."""
    if shown.judgement.branches:
        return [branch(book, b) for b in shown.judgement.branches]
    if answer.verdict != "depends":
        return []
    ask = both(book.library.facts["timing"].question)
    return [
        {
            "if": both(book.library.timings[w.window].names),
            "verdict": w.verdict,
            "fact": "timing",
            "value": w.window,
            "question": ask,
            "branches": [],
        }
        for w in answer.windows
    ]
