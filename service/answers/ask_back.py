"""The counter-question for what a question leaves out, with choices that complete it."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from knowledge.desk import Answer, Desk
from knowledge.explanation.answer_records import AskBack, AskChoice, CardName
from knowledge.explanation.can_answer import card_identity
from knowledge.explanation.citations import both
from knowledge.phrases import circled
from knowledge.questions.asked import ANY_TIME, Account, Asked
from knowledge.questions.forms import form_of
from knowledge.questions.lexicon import Lexicon
from knowledge.questions.question_reader import read_question, ways_of
from knowledge.questions.said_back import event_in_words, joined, names_of, sentence
from service.answers.ask_card import can_asked
from service.lookup import finder_of

_GROUPS = ("battle-phase", "damage-step", "main")  # told as one where their windows agree, the widest first
_LIKELIEST = ("main", "main1", "damage-step", "attack-declaration")  # what stands for several moments, if among them
_MOST_NAMED = 4


class Moments(NamedTuple):
    """Moments of one verdict: how to call them together, and the one that stands for them."""

    says: dict[str, str]
    at: str


def moments_that_differ(desk: Desk, lexicon: Lexicon, answer: Answer) -> list[Moments]:
    """One entry for each verdict a turn holds, by its moments in their order; none where all moments agree."""
    verdicts = answer.windows
    if len(set(verdicts.values())) < 2:
        return []
    told = _told_together(desk, verdicts)
    commonest = Counter(verdicts.values()).most_common(1)[0][0]
    found = []
    for verdict in dict.fromkeys(told.values()):
        moments = [moment for moment, v in told.items() if v == verdict]
        at = next((m for m in _LIKELIEST if m in moments), moments[0])
        names = [both(desk.book.library.timings[m].names) for m in moments]
        says = joined(names)
        if verdict == commonest and len(moments) > _MOST_NAMED:
            says = sentence(lexicon, "ask.at.other", at=both(desk.book.library.timings[at].names))
        found.append(Moments(says, at))
    return found


def _told_together(desk: Desk, verdicts: dict[str, str]) -> dict[str, str]:
    """Windows in their order, with a group in their place where all of its windows agree."""
    told = dict(verdicts)
    for group in _GROUPS:
        inside = [w for w in desk.book.windows if w in told and w in desk.book.windows_of(group)]
        if len(inside) > 1 and len({told[w] for w in inside}) == 1:
            shared = told[inside[0]]
            told = {group if w == inside[0] else w: shared if w == inside[0] else v for w, v in told.items()}
            told = {w: v for w, v in told.items() if w not in inside[1:]}
    return told


Verdict = Callable[[Asked], str | None]
Choice = tuple[dict[str, str], Asked, CardName | None]


class CounterQuestion(NamedTuple):
    """What is asked back, and the question as read with each of the choices."""

    ask: AskBack
    readings: list[Asked]


def _read_again(desk: Desk, lexicon: Lexicon, text: str) -> Asked:
    return read_question(text, lexicon, finder_of(desk), desk.book)


def counter_question(desk: Desk, lexicon: Lexicon, asked: Asked, verdict: Verdict) -> CounterQuestion:
    """What to ask the person, and the choices: each the whole question again with the gap filled."""
    choices_for: dict[str, Callable[[Desk, Lexicon, Asked], list[Choice]]] = {
        "card": _cards,
        "which": _which,
        "at": _moments,
        "happened": _ways,
        "effect": _effects,
        "changed": _changed,
    }
    filled = choices_for[asked.missing](desk, lexicon, asked) if asked.missing in choices_for else []
    choices: list[AskChoice] = []
    for said, reading, identity in filled:
        choice: AskChoice = {
            "says": said,
            "question": reading.text,
            "form": form_of(desk.book, reading) if reading.kind == "can" and not reading.missing else {},
            "verdict": verdict(reading),
        }
        choices.append({**choice, "card": identity} if identity else choice)
    ask: AskBack = {
        "field": {"which": "card", "happened": "given.happened"}.get(asked.missing, asked.missing),
        "question": _said(lexicon, asked),
        "choices": choices,
    }
    return CounterQuestion(ask, [reading for _, reading, _ in filled])


def _said(lexicon: Lexicon, asked: Asked) -> dict[str, str]:
    if asked.missing == "card" and asked.doubt:
        several = asked.doubt.several and len(asked.doubt.cards) > 1
        key = "ask.card.several" if several else "ask.card.near" if asked.doubt.cards else "ask.card.unknown"
        return sentence(lexicon, key, name=asked.doubt.name)
    key = {"which": "ask.card.which"}.get(asked.missing, f"ask.{asked.missing}")
    return sentence(lexicon, key, n=str(asked.effect))


def _cards(desk: Desk, lexicon: Lexicon, asked: Asked) -> list[Choice]:
    """The cards a doubtful name may mean; the question is read again with the whole name in its place."""
    if asked.doubt is None:
        return []
    found: list[Choice] = []
    for card in asked.doubt.cards:
        named = f"「{card.names.zh}」" if len(desk.book.cards_named(card.names.zh)) < 2 else f" cid:{card.cid} "
        text = asked.text
        for quoted in (f"「{asked.doubt.name}」", f"“{asked.doubt.name}”", f'"{asked.doubt.name}"', asked.doubt.name):
            if quoted in text:
                text = text.replace(quoted, named, 1)
                break
        again = _read_again(desk, lexicon, text)
        found.append((names_of(card), again, card_identity(card)))
    return found


def _which(desk: Desk, lexicon: Lexicon, asked: Asked) -> list[Choice]:
    return [
        (names_of(card), replace(asked, card=card, missing="" if asked.at else "at"), card_identity(card))
        for card in asked.cards[:5]
    ]


def _moments(desk: Desk, lexicon: Lexicon, asked: Asked) -> list[Choice]:
    """The moments between which the verdict differs; none where the moment does not matter."""
    answer = can_asked(desk, form_of(desk.book, replace(asked, at=ANY_TIME)))
    return [
        (says, replace(asked, text=f"{asked.text} {desk.book.library.timings[at].names.zh}", at=at, missing=""), None)
        for says, at in moments_that_differ(desk, lexicon, answer)
    ]


def _ways(desk: Desk, lexicon: Lexicon, asked: Asked) -> list[Choice]:
    found: list[Choice] = []
    for vague in [event for event in asked.events if ways_of(event)]:
        for event, moment in ways_of(vague).items():
            clear = [event, *(e for e in asked.events if e != vague), _reaching_gy(event)]
            at, settled = (asked.at, "") if asked.at else (moment, "event")
            told = asked.accounts[0] if asked.accounts else Account(event)
            accounts = [replace(told, event=e) for e in clear]
            reading = replace(asked, events=clear, accounts=accounts, at=at, assumed=settled, missing="")
            found.append((event_in_words(desk.book, event), reading, None))
    return found


def _reaching_gy(event: str) -> str:
    """What is destroyed goes to the GY by the same cause, unless something on the table says otherwise."""
    return event.replace("destroyed-by", "sent-to-gy-by")


def _changed(desk: Desk, lexicon: Lexicon, asked: Asked) -> list[Choice]:
    """The monsters of a battle that a card may have been used on."""
    attack = asked.attack
    fighters = [attack.attacker, attack.defender] if attack else []
    cards = [fighter.card for fighter in fighters if fighter and fighter.card]
    if attack is None or len(cards) < 2:
        return []
    loose = "".join(f"「{card.names.zh}」" for card in attack.loose)
    found: list[Choice] = []
    for card in cards:
        text = f"{asked.text}，「{card.names.zh}」受到{loose}"
        again = _read_again(desk, lexicon, text)
        found.append((names_of(card), again, card_identity(card)))
    return found


def _effects(desk: Desk, lexicon: Lexicon, asked: Asked) -> list[Choice]:
    effects = [e for e in (asked.card.effects if asked.card else ()) if e.is_activated]
    return [
        (
            {
                lang: f"{circled(e.number)} {both(e.summary)[lang] if e.summary else ''}".strip()
                for lang in ("zh", "en")
            },
            replace(asked, effect=e.number, missing=""),
            None,
        )
        for e in effects
    ]
