"""Any other matter the rules decide, asked for in plain words: of a card, of two kinds by their speeds, or of none."""

from dataclasses import replace
from typing import Literal

import msgspec

from knowledge.data.cases import Battle, CardOnTable, Table
from knowledge.data.profile import Card, Side
from knowledge.desk import Desk, MatterAnswer
from knowledge.explanation.answer_records import AskAnswer
from knowledge.explanation.can_answer import card_identity
from knowledge.explanation.other_answers import matter_reply
from knowledge.problems import BadInput
from knowledge.questions.asked import Asked, Used, left_beside, told_by
from knowledge.questions.asked_topics import Befalls, befalls, matter_asked_for
from knowledge.questions.cast import Item
from knowledge.questions.forms import form_of
from knowledge.questions.outcomes.special_questions import speed_words
from knowledge.questions.said_back import names_of, sentence
from knowledge.questions.told.statements import on_the_field
from knowledge.rules.verdicts import SURE
from knowledge.table.situation import NOTHING_STATED
from service.answers.ask_card import lying_beside, strangers_among, table_given
from service.answers.ask_frame import frame, lexicon_for, reason_by_rule
from service.answers.ask_text import effects_meant

_VERDICTS = ("yes", "no", "must", "depends", "undetermined", "unknown")
_OF_THE_TEXT = ("facts/effect/wording.yaml",)  # read off a card, not off the table
_POSITIONS: tuple[Literal["attack", "defence"], ...] = ("attack", "defence")
_IT, _OTHER = "it", "other"  # handles of the card asked about and of a monster nobody described
_BATTLE, _TARGET = "battle-destruction", "may-be-target"


def fate(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where it is asked what may befall a card, with no battle or chain told; nothing where it is not so."""
    found = befalls(asked.text, asked.named)
    if found is None or asked.attack is not None or asked.answered or asked.links or asked.doubt:
        return None
    apart = left_beside(asked.cast, asked.places, Used(((found.start, len(asked.text)),))) if asked.cast else []
    if not asked.in_force and any(_happens(item) for item in apart):
        return None
    in_battle = found.gate == _BATTLE
    beside = [card for _, card in asked.named if card is not found.card]
    monster = found.worn or found.card.type.startswith("Monster")
    if any(card not in asked.in_force for card in beside) or (in_battle and not monster):
        return None
    if found.worn and not found.card.type.endswith("Equip"):
        return None
    strangers = strangers_among(desk, [found.card, *beside])
    lying = [
        on_the_field(card, "opponent" if asked.in_force_of.get(card.id) == "opponent" else "own") for card in beside
    ]
    told, words = lying_beside(desk, asked.cast, found.card) if asked.cast else ((), set[int]())
    lying += told
    if found.worn:
        lying.append(msgspec.structs.replace(on_the_field(found.card, "own"), equipped_to=_IT))
    ways = _battles(found, lying) if in_battle else _sides(found, lying)
    subject = None if found.worn else found.card
    answers = [
        desk.matter(found.gate, subject, None, about, at="damage.calculation" if in_battle else "main1",
                    turn=turn, table=table, strangers=strangers)
        for about, turn, table in ways
    ]  # fmt: skip
    outcomes = [a.verdict for a in answers]
    if found.gate == _TARGET and not found.by_the_other and set(outcomes) == {"no"}:  # the gate asks by the other
        own = _asked_about(found, "own")
        there = desk.table(Table(self=own, cards=tuple(lying)), card=found.card, strangers=strangers)
        outcomes[0] = "no" if there.kept_from(own, found.card, "own", "protect-from-targeting") == "yes" else "yes"
    takes = {name for i in (asked.cast.items if asked.cast else ()) if i.start in words for name in told_by(i)}
    takes |= {"position", "face"} if found.position else set()
    asked.used = Used(((found.start, len(asked.text)),), frozenset(takes), keeps="open-words")
    return _told_of_fate(desk, asked, found, answers, outcomes)


def _happens(item: Item) -> bool:
    """Whether a word tells of a battle or of something that happened: then it is to be played."""
    return item.has("attack", "respond") or (item.phrase is not None and bool(item.phrase.events or item.phrase.told))


def _battles(found: Befalls, beside: list[CardOnTable]) -> list[tuple[str, str, Table]]:
    """Every battle the card may be in: it attacks or is attacked, either of them in either position or in the told one.
    What attacks is in attack position."""
    ways = []
    for role, turn in (("target", "opponent"), ("attacker", "own")):
        if role == "attacker" and found.position == "defence":
            continue
        for position in _POSITIONS:
            if role == "target" and found.position not in ("", position):
                continue
            own = _asked_about(found, "own", position if role == "target" else "attack")
            there = CardOnTable(
                called=_OTHER,
                side="opponent",
                zone="monster-zone",
                position="defence" if role == "attacker" and position == "defence" else "attack",
            )
            fighting = (
                Battle(attacker=_IT, defender=_OTHER) if role == "attacker" else Battle(attacker=_OTHER, defender=_IT)
            )
            ways.append((role, turn, Table(self=own, cards=(there, *beside), battle=fighting)))
    return ways


def _sides(found: Befalls, beside: list[CardOnTable]) -> list[tuple[str, str, Table]]:
    """The card as one's own and as the other player's: by whose effects it would be, where that is not told."""
    sides: list[Side] = ["opponent"] if found.by_the_other else ["own", "opponent"]
    return [("", "own", Table(self=_asked_about(found, side), cards=tuple(beside))) for side in sides]


def _asked_about(found: Befalls, side: Side, position: Literal["attack", "defence"] = "attack") -> CardOnTable:
    """The card, or the monster that wears it, of which nothing more is told."""
    if not found.worn:
        return on_the_field(found.card, side, _IT, position)
    return CardOnTable(called=_IT, side=side, zone="monster-zone", position=position)


def _told_of_fate(
    desk: Desk, asked: Asked, found: Befalls, answers: list[MatterAnswer], verdicts: list[str]
) -> AskAnswer:
    """One answer of all the ways: sure where they agree, else what it hangs on."""
    lexicon = lexicon_for(desk)
    sure = len(set(verdicts)) == 1 and verdicts[0] in answers[0].gate.outcomes
    shown = next((a for a in answers if a.verdict == "depends"), answers[0])
    reply = matter_reply(desk, shown)
    verdict = ("yes" if verdicts[0] == found.yes else "no") if sure else "depends"
    branches = [branch for branch in reply["branches"] if branch["verdict"] in shown.gate.outcomes]
    if not sure and found.gate != _BATTLE and not branches:  # whose effects they are makes the difference
        told = zip(("own", "opponent"), verdicts, strict=False)
        branches = [{"if": sentence(lexicon, f"fate.if-{side}"), "verdict": outcome} for side, outcome in told]
    asked.missing = ""
    who = sentence(lexicon, "fate.wearer", card=names_of(found.card)) if found.worn else names_of(found.card)
    said = sentence(lexicon, f"fate.{found.gate}.{verdict}", card=who)
    answer = frame(desk, asked, verdict, said, outcomes=reply["outcomes"])
    answer["question"] |= {"kind": "matter", "matter": found.gate, "card": card_identity(found.card)}
    answer["question"]["understood"] = reply["question"]["understood"]
    answer["basis"], answer["because"], answer["rulings"] = reply["basis"], reply["because"], list(reply["rulings"])
    answer["assumed"] = reply["assumed"]
    answer["branches"] = [{**b, "verdict": "yes" if b["verdict"] == found.yes else "no"} for b in branches]
    return answer


def matter(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer by the rules of the matter that is asked for; none where no words of a matter stand there."""
    found = matter_asked_for(asked.text)
    if found is None or found.gate not in desk.book.gates or len(asked.cards) > 1:
        return None
    card = asked.card or (asked.cards[0] if asked.cards else None)
    named: list[Card] = [card] if card else []
    table = _table(desk, asked, card, named)
    if table is None:
        return None
    effects = effects_meant(asked, card) if card else []
    effect = effects[0] if len(effects) == 1 else None
    judged = desk.matter(found.gate, card, effect, "", "", asked.turn or None, table, strangers_among(desk, named))
    reply = matter_reply(desk, judged)
    asked.missing = ""
    asked.not_understood = [
        (start, end, text) for start, end, text in asked.not_understood if end <= found.start or start >= found.end
    ]
    verdict = reply["verdict"] if reply["verdict"] in _VERDICTS else None
    answer = frame(desk, asked, verdict, reply["sentence"], outcomes=reply["outcomes"])
    answer["question"] |= {"kind": "matter", "matter": found.gate, "understood": reply["question"]["understood"]}
    answer["basis"], answer["because"], answer["rulings"] = reply["basis"], reply["because"], list(reply["rulings"])
    answer["assumed"] = reply["assumed"]
    answer["branches"] = [branch for branch in reply["branches"] if branch["verdict"] in _VERDICTS]
    if reply["verdict"] not in ("depends", "undetermined", "unknown") and not _told_by_the_text(desk, found.gate, card):
        _where_nothing_else_is(desk, answer)
    return answer


def _table(desk: Desk, asked: Asked, card: Card | None, named: list[Card]) -> Table | None:
    """What the question tells of the table; nothing where it cannot be put on one."""
    if card is None:
        return NOTHING_STATED
    try:
        given = form_of(desk.book, replace(asked, kind="can", card=card, at=asked.at or "main1")).get("given")
        return table_given(desk, given, None, named)
    except (BadInput, LookupError, AssertionError):
        return None


def _told_by_the_text(desk: Desk, gate: str, card: Card | None) -> bool:
    """Whether the text of the card alone decides the matter, so that nothing of the table could turn it."""
    if card is None:
        return False
    facts = desk.book.gates[gate].facts
    return all(desk.book.library.where["facts", fact][0] in _OF_THE_TEXT for fact in facts)


def _where_nothing_else_is(desk: Desk, answer: AskAnswer) -> None:
    """What rests on a table nobody told is no sure verdict, on a matter that few words can describe."""
    says, verdict = sentence(lexicon_for(desk), "if.nothing-else"), answer["verdict"]
    answer["branches"] = [{"if": says, "verdict": verdict}] if verdict in SURE else []
    answer["sentence"] = {
        lang: f"{said} {answer['sentence'][lang]}"
        for lang, said in sentence(lexicon_for(desk), "depends.nothing-else").items()
        if lang in answer["sentence"]
    }
    answer["verdict"] = "depends"


_GATE, _SLOWEST = "speed", 2
_BY = {"no": "slow-effects-do-not-answer", 2: "speed-two-answers-one-and-two", 3: "counter-traps-answer-everything"}


def speeds_compared(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where two kinds without a name are told, one chained to the other; nothing where it is not so."""
    words = speed_words()
    found = words.asked(asked.text)
    if found is None or asked.cards or asked.doubt is not None or _tells_more(asked, found.span):
        return None
    verdict = "yes" if found.allowed else "no"
    needed = str(max(found.speed, _SLOWEST))
    told = {"answer": found.answer, "answered": found.answered, "fast": str(found.fast), "needed": needed}
    said = {lang: text.format(**told) for lang, text in words.says[verdict].items()}
    asked.kind, asked.missing = "rule", ""
    asked.used = Used((found.span,))
    answer = frame(desk, asked, verdict, said)
    answer["because"] = [reason_by_rule(desk, _GATE, _BY[found.fast if found.allowed else "no"], verdict)]
    return answer


def _tells_more(asked: Asked, span: tuple[int, int]) -> bool:
    """Whether a moment, a turn, a state or anything that happened is told beside the two kinds."""
    items = asked.cast.items if asked.cast else []
    outside = [i.phrase for i in items if i.phrase and not span[0] <= asked.places[i.start] < span[1]]
    return any(p.at or p.turn or p.events or p.told or p.states or p.face or p.place or p.number for p in outside)
