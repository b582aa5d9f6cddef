"""May it attack, may I summon, under the cards told to be on the field: a matter of the rules on that table."""

from typing import Any

from knowledge.data.cases import Battle, CardOnTable, Table
from knowledge.data.folder import rulings_folder
from knowledge.data.profile import Card, Side
from knowledge.desk import Desk, MatterAnswer
from knowledge.explanation.answer_records import AskAnswer
from knowledge.explanation.can_answer import card_identity
from knowledge.explanation.reason_tree import because_of
from knowledge.problems import BadInput
from knowledge.questions.asked import Asked
from knowledge.questions.outcomes.asked_outcomes import outcome_words_of
from knowledge.questions.roles import side_before
from knowledge.questions.said_back import joined, names_of, sentence
from knowledge.questions.told.statements import on_the_field
from service.answers.ask_card import applying, strangers_among
from service.answers.ask_frame import frame, lexicon_for

_ATTACKER = "attacker"
_FORBIDS = {  # which acts of a text may forbid an act of a player
    "attack": ("forbid-attack", "forbid-attack-declaration", "forbid-other"),
    "normal-summon": ("forbid-summon", "forbid-set", "forbid-other"),
    "special-summon-by-procedure": ("forbid-summon", "forbid-other"),
    "change-position": ("forbid-position-change", "forbid-other"),
    "set-spell-trap": ("forbid-set", "forbid-other"),
}
_OF_OTHER_ACTS = ("search", "banish", "banish-from-gy", "being-banished", "control-change")  # bars on none of these
_MOMENTS = {"attack": "battle-step"}
_SURE = ("yes", "no")
_SIDES: tuple[Side, ...] = ("own", "opponent")


def permission(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where the question tells cards in force and asks for an act of a player; nothing where it does not."""
    words = outcome_words_of(rulings_folder())
    found = words.act_asked(asked.text)
    if found is None or asked.cast is None or not asked.cards:
        return None
    act, (start, end) = found
    lasting = [card for card in asked.cards if _lasts(desk, card, act)]
    others = [card for card in asked.cards if card not in lasting]
    if len(lasting) == 1 and len(others) == 1 and (lifted := _lifted(desk, asked, act, lasting[0], others[0])):
        return lifted
    if not lasting or len(others) > 1 or (others and (act != "attack" or others[0].atk is None)):
        return None
    if _not_told_in_force(asked, start):
        return None
    subject = others[0] if others else None
    forbids = [a.act for card in lasting for a in applying(desk, card) if a.act.act in _FORBIDS[act]]
    by_level = any(a.which and a.which.level for a in forbids)
    if by_level and not subject and words.level_told(asked.text) is None and not _without_level(asked.text):
        return None
    judged = [_judged(desk, act, _table(asked, act, subject, lasting, side), asked.cards) for side in _SIDES]
    verdicts = [one for one in judged if one is not None]
    if len(verdicts) < len(judged):
        return None
    if len({v.verdict for v in verdicts}) != 1:
        return _by_side(desk, asked, act, lasting, verdicts)
    answer = verdicts[0]
    if answer.verdict not in _SURE:
        return None
    asked.not_understood = words.left_over_of_acts(
        [w for w in asked.not_understood if not (start <= w[0] and w[1] <= end)]
    )
    lexicon = lexicon_for(desk)
    said = sentence(lexicon, f"permission.{act}.{answer.verdict}", cards=joined([names_of(c) for c in lasting]))
    told = frame(desk, asked, answer.verdict, said)
    told["because"] = [n for d in answer.deciding.judgement.decisions if d.outcome for n in because_of(desk.book, d)]
    told["question"] |= {"kind": "outcome", "card": card_identity(subject or lasting[0])}
    return told


def _lifted(desk: Desk, asked: Asked, act: str, lasting: Card, other: Card) -> AskAnswer | None:
    """`I used X on Y, may I now …`: what Y forbids is lifted while X negates it or has it face-down; else nothing."""
    cast = asked.cast
    assert cast is not None
    acts = [a for e in other.effects for a in e.does]
    undoes = any(a.act == "flip-face-down" or (a.act == "negate-effect" and a.what in ("", "target")) for a in acts)
    told = [i for i in cast.items if i.named and i.part != cast.asked_part()]
    forbids = any(a.act in _FORBIDS[act] for e in lasting.effects for a in e.does)
    of_monsters = lasting.type.startswith("Monster")
    if any(i.has("next-turn") for i in cast.items):
        return None
    if not undoes or not forbids or not of_monsters or {i.who for i in told} != {lasting.id, other.id}:
        return None
    if not any(i.has("respond", "turned-down", "activate", "passive") for i in cast.items if i.part == told[-1].part):
        return None
    asked.not_understood, asked.not_placed, asked.open_words, asked.aside = [], [], [], []
    parts = {"card": names_of(lasting), "other": names_of(other)}
    answer = frame(desk, asked, "yes", sentence(lexicon_for(desk), "permission.lifted", **parts))
    answer["question"] |= {"kind": "outcome", "card": card_identity(lasting)}
    return answer


def _by_side(desk: Desk, asked: Asked, act: str, lasting: list[Card], verdicts: list[MatterAnswer]) -> AskAnswer | None:
    """It hangs on whose the card is, which was not told: one branch for each player."""
    if any(v.verdict not in _SURE for v in verdicts):
        return None
    told = asked.cast.items if asked.cast else []
    owners = {i.named.card.id: side_before(asked.cast, i) for i in told if i.named and asked.cast}
    whose = next((owners[card.id] for card in lasting if owners.get(card.id)), "")
    lexicon, cards = lexicon_for(desk), joined([names_of(c) for c in lasting])
    if whose:
        verdict = verdicts[_SIDES.index("own" if whose == "own" else "opponent")].verdict
        answer = frame(desk, asked, verdict, sentence(lexicon, f"permission.{act}.{verdict}", cards=cards))
    else:
        answer = frame(desk, asked, "depends", sentence(lexicon, "permission.by-side", cards=cards))
        keys = ("permission.if-own", "permission.if-opponents")
        answer["branches"] = [
            {"if": sentence(lexicon, key, cards=cards), "verdict": v.verdict}
            for key, v in zip(keys, verdicts, strict=True)
        ]
    answer["question"] |= {"kind": "outcome", "card": card_identity(lasting[0])}
    return answer


def _without_level(text: str) -> bool:
    """Whether a monster is told to be of a kind that has no level."""
    words = outcome_words_of(rulings_folder())
    return words.is_kind("xyz", text) or words.is_kind("link", text)


def _lasts(desk: Desk, card: Card, act: str) -> bool:
    """Whether a card does something while it applies, and whether it forbids the act hangs on nothing untold."""
    applies = applying(desk, card)
    bars = [a for a in applies if a.act.act in _FORBIDS[act] and a.act.to not in _OF_OTHER_ACTS]
    plain = all(a.sure and not a.act.to and a.act.count in ("", "all") and not a.act.amount for a in bars)
    whole = not any(e.unread for e in card.effects)
    return bool(applies) and plain and whole  # a limit, an exception or a condition is for those who see the table


def _not_told_in_force(asked: Asked, start: int) -> bool:
    """Whether something else is told of one of the cards: that it was used, answered, or is in a hand."""
    assert asked.cast is not None
    marks = {"respond", "passive", "again", "often"}
    told = [i for i in asked.cast.items if asked.places[i.start] < start]
    events = any(i.phrase and (i.phrase.events or i.phrase.states) for i in told)
    return bool(marks & asked.cast.marks) or events or asked.zone == "hand"


def _table(asked: Asked, act: str, subject: Card | None, lasting: list[Card], side: Side) -> Table:
    lying = [on_the_field(card, side) for card in lasting]
    if act != "attack":
        return Table(cards=tuple(lying))
    assert asked.cast is not None
    figures: dict[str, Any] = {}
    for item in asked.cast.items:
        if item.phrase and item.token and item.phrase.number in ("atk", "level") and item.token.number is not None:
            figures[item.phrase.number] = item.token.number
    level = outcome_words_of(rulings_folder()).level_told(asked.text)
    figures |= {"level": level} if level is not None and not subject else {}
    words = outcome_words_of(rulings_folder())
    kinds = tuple(kind for kind in words.kinds if not subject and words.is_kind(kind, asked.text))
    name = subject.names.zh if subject else ""
    attacker = CardOnTable(
        card=name,
        called=_ATTACKER,
        zone="monster-zone",
        position="attack",
        type=kinds,
        **figures,
    )
    return Table(cards=(*lying, attacker), battle=Battle(attacker=_ATTACKER))


def _judged(desk: Desk, act: str, table: Table, cards: list[Card]) -> MatterAnswer | None:
    strangers = strangers_among(desk, cards)
    try:
        if act == "attack":
            matter, about, at = "may-declare-attack", _ATTACKER, "battle-step"
        else:
            matter, about, at = "player-act", act, "main1"
        return desk.matter(matter, about=about, at=at, turn="own", table=table, strangers=strangers)
    except (BadInput, LookupError):
        return None
