"""What every answer to a question in plain words has: the fields of the contract, and the words of the lexicon."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Unpack

from knowledge.data.yaml_files import rulings_folder
from knowledge.desk import Desk
from knowledge.explanation.answer_records import AskAnswer, AskedInWords, AskExtras, Reason
from knowledge.explanation.can_answer import card_identity
from knowledge.explanation.citations import both, cited
from knowledge.play.board.game import Decided
from knowledge.questions.asked import ANY_TIME, Asked
from knowledge.questions.lexicon import Lexicon, lexicon_of
from knowledge.questions.said_back import understood

MOST_RULINGS = 5


@lru_cache(8)
def lexicon_for(desk: Desk) -> Lexicon:
    """The phrases people use, with the names of the moments."""
    timings = tuple(t for _, t in sorted(desk.book.library.timings.items()) if t.id != ANY_TIME)
    return lexicon_of(rulings_folder(), timings)


def frame(desk: Desk, asked: Asked, verdict: str | None, said: dict[str, str], **more: Unpack[AskExtras]) -> AskAnswer:
    """An answer with every field of the contract, empty where the kind of question has none."""
    question: AskedInWords = {
        "kind": asked.kind,
        "card": card_identity(asked.card) if asked.card else None,
        "effect": asked.effect,
        "at": asked.at or None,
        "turn": asked.turn or None,
        "understood": understood(lexicon_for(desk), desk.book, asked),
        "form": {},
    }
    answer: AskAnswer = {
        "verdict": verdict,
        "basis": "rule",
        "sentence": said,
        "question": question,
        "windows": {},
        "because": [],
        "rulings": [],
        "assumed": [],
        "branches": [],
        "ask": None,
    }
    return {**answer, **more}


def reason_by_rule(desk: Desk, gate: str, rule_id: str, verdict: str) -> Reason:
    """The rule an answer rests on that was not reached by judging a table, with its sources."""
    rule = next(rule for rule in desk.book.library.gates[gate].rules if rule.id == rule_id)
    return {
        "rule": rule.id,
        "gate": gate,
        "role": "decides",
        "outcome": verdict,
        "says": both(rule.says),
        "cites": [cited(desk.book, cite) for cite in rule.cites],
        "facts": [],
        "children": [],
        "statements": list(rule.statements),
    }


def rules_played(desk: Desk, decided: Sequence[Decided]) -> list[Reason]:
    """The rules by which something went as it was played, each once; the last of them first."""
    found = {(d.gate, rule): d.outcome for d in decided for rule in sorted(d.judgement.rules_that_decided())}
    return [reason_by_rule(desk, gate, rule, outcome) for (gate, rule), outcome in reversed(found.items())]
