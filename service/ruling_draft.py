"""A ruling to be: the case the question reader makes of a sentence, the verdict of the rules, and the YAML of both."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

import msgspec
import yaml

from knowledge.data.profile import Card, number_of
from knowledge.desk import Answer, Desk
from knowledge.explanation.answer_records import AskAnswer
from knowledge.phrases import phrase
from knowledge.problems import bad_input
from knowledge.search import VERDICTS
from service.answers.ask import answer_asked
from service.answers.ask_card import can_asked
from service.lookup import checked_text

FIELDS = ("question", "id", "zh", "en", "expect", "doc", "faq", "date")
OFFICIAL, BY_LETTER = "official-database", "letters"
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_FAQ = re.compile(r"[cf]id:\d{1,7}")
_NO_LETTERS = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True)
class Draft:
    """A ruling that is not written yet: what the desk answers, the record, what a person still has to add."""

    answer: AskAnswer  # of the question, in the contract's shape
    ruling: dict[str, Any]
    text: str  # the YAML
    missing: tuple[str, ...]  # keys of the page's words: what only a person knows
    agrees: bool | None  # whether the rules reach what was ruled; None where there is no case


def ruling_drafted(desk: Desk, told: Mapping[str, str]) -> Draft:
    """The draft of a ruling from a sentence and what is told of it; `told` may have any of the `FIELDS`."""
    given = {key: told[key].strip() for key in FIELDS if told.get(key, "").strip()}
    question = checked_text(given.get("question", ""), "question")
    checked_id(given.get("id", ""))
    expect = given.get("expect", "")
    if expect and expect not in VERDICTS:
        raise bad_input(
            "report.verdict", field="expect", value=expect[:40], accepted=VERDICTS, listed=", ".join(VERDICTS)
        )
    cites = _cites(desk, given)
    shown = answer_asked(desk, question)
    asked = _activation(desk, shown)
    cards = _named(desk, shown, asked)
    ruling: dict[str, Any] = {
        "id": given.get("id") or _suggested_id(desk, cards, asked),
        "says": {"zh": given.get("zh", ""), "en": given.get("en", "")},
        "cites": [cites],
    }
    agrees = None
    if asked is None:
        ruling["precedent"] = phrase("draft.no-case")
    else:
        agrees = expect in ("", asked.verdict)
        if not agrees:
            ruling["precedent"] = phrase("draft.not-reached")
    ruling["cards"] = [card.names.zh or card.names.en for card in cards]
    if asked is not None:
        ruling["cases"] = [_case(asked, shown, expect or asked.verdict, agrees=bool(agrees))]
    missing = tuple(key for key, is_there in _wanted(ruling, cites, expect) if not is_there)
    return Draft(shown, ruling, _as_yaml(desk, ruling, cards), missing, agrees)


def _activation(desk: Desk, shown: AskAnswer) -> Answer | None:
    """The question as one about an activation; none where it is another, or has to be asked back."""
    question = shown["question"]
    if question["kind"] != "can" or shown.get("ask") or not question["form"].get("card"):
        return None
    return can_asked(desk, question["form"])


def _case(asked: Answer, shown: AskAnswer, expect: str, *, agrees: bool) -> dict[str, Any]:
    name = asked.card.names.zh or asked.card.id
    case: dict[str, Any] = {"activate": f"{name}/{number_of(asked.effect)}" if asked.effect else name, "at": asked.at}
    if asked.turn:
        case["turn"] = asked.turn
    if table := msgspec.to_builtins(asked.table):
        case["given"] = table
    case["expect"] = expect
    deciding = shown["because"][0].get("rule") if agrees and shown["because"] else None
    return case | ({"because": deciding} if deciding else {})


def _named(desk: Desk, shown: AskAnswer, asked: Answer | None) -> list[Card]:
    """Every card the sentence names, the one asked about first."""
    found = [asked.card] if asked is not None else []
    found += asked.strangers if asked is not None else ()
    for named in shown["question"]["named"]:
        card = desk.book.library.cards.get(named["card"]["id"])
        found += [card] if card is not None else []
    return list(dict.fromkeys(found))


def _cites(desk: Desk, given: Mapping[str, str]) -> dict[str, Any]:
    numbers = [n for n in re.split(r"[\s,，、]+", given.get("faq", "")) if n]
    for number in numbers:
        if not _FAQ.fullmatch(number):
            raise bad_input("draft.faq", field="faq", value=number[:40], accepted=["cid:12950", "fid:22395"])
    doc = given.get("doc") or (OFFICIAL if numbers else BY_LETTER)
    if doc not in desk.book.library.documents:
        raise bad_input("document.unknown", field="doc", value=doc[:40], known=", ".join(sources_of(desk)))
    day = given.get("date", "")
    if day:
        try:
            date.fromisoformat(day)
        except ValueError:
            raise bad_input("draft.date", field="date", value=day[:40], accepted=["2024-05-17"]) from None
    return {"doc": doc} | ({"faq": numbers} if numbers else {}) | ({"date": day} if day else {})


def sources_of(desk: Desk) -> list[str]:
    """The kinds of sources without lines, which dated rulings come from."""
    return [d.id for d in desk.book.library.documents.values() if not d.sections]


def _wanted(ruling: dict[str, Any], cites: dict[str, Any], expect: str) -> list[tuple[str, bool]]:
    return [
        ("draft.missing.zh", bool(ruling["says"]["zh"])),
        ("draft.missing.en", bool(ruling["says"]["en"])),
        ("draft.missing.source", bool(cites.get("faq") or cites.get("date"))),
        ("draft.missing.expect", bool(expect)),
    ]


def checked_id(name: str) -> None:
    """Refuse an id that is no small English sentence."""
    if name and not _ID.fullmatch(name):
        raise bad_input("id.spelling", field="id", name=name[:60])


def _suggested_id(desk: Desk, cards: list[Card], asked: Answer | None) -> str:
    """The card and the moment, in small English words; numbered where there is one already."""
    words = [cards[0].names.en if cards else "", asked.at if asked is not None else "matter"]
    name = "-".join(w for word in words if (w := _NO_LETTERS.sub("-", word.lower()).strip("-"))) or "ruling"
    known = desk.book.library.rulings
    return next(n for n in (name, *(f"{name}-{i}" for i in range(2, len(known) + 3))) if n not in known)


def _as_yaml(desk: Desk, ruling: dict[str, Any], cards: list[Card]) -> str:
    """The file of the ruling, with who the cards are that have no profile."""
    known = {card.password for card in desk.book.library.other_cards.values()}
    strangers = [c for c in cards if c.id not in desk.book.library.cards and c.password and c.password not in known]
    whole: dict[str, Any] = {"rulings": [ruling]}
    if strangers:
        whole["other_cards"] = [
            {"password": c.password}
            | ({"cid": c.cid} if c.cid else {})
            | {"names": {k: v for k, v in msgspec.to_builtins(c.names).items() if v}}
            for c in strangers
        ]
    return yaml.safe_dump(whole, allow_unicode=True, sort_keys=False, width=110)
