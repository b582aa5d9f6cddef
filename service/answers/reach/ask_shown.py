"""`must I show the card I searched`: whether what an effect moves unseen has to be shown to the other player."""

from knowledge.desk import Desk
from knowledge.explanation.answer_records import AskAnswer
from knowledge.explanation.can_answer import card_identity
from knowledge.explanation.other_answers import matter_reply
from knowledge.questions.asked import Asked, Used
from knowledge.questions.cast import Cast
from knowledge.questions.outcomes.asked_outcomes import outcome_words
from knowledge.questions.said_back import names_of, sentence
from knowledge.table.situation import NOTHING_STATED
from service.answers.ask_frame import frame, lexicon_for
from service.answers.ask_text import effects_meant

_GATE, _MOVES_NONE = "must-be-shown", "none"
# what tells which effect is meant, and what it takes whence
_OF_THE_EFFECT = frozenset(("does", "events", "told", "face", "thing", "position", "card", "at", "activation"))
_PAUSES = "，,、。；;!！?？"


def shown_to_the_other(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where that is asked at the end of a question about one card; nothing where it is not."""
    said = outcome_words().must_be_shown(asked.text)
    if said is None or len({card.id for card in asked.cards}) != 1 or asked.doubt is not None:
        return None
    if any(pause in asked.text[said[1] :].rstrip(_PAUSES + " ") for pause in _PAUSES):
        return None  # it is told, and something else asked
    card = asked.cards[0]
    judged = {e: desk.matter(_GATE, card, e, "", "", None, NOTHING_STATED) for e in effects_meant(asked, card)}
    moving = {effect: one for effect, one in judged.items() if one.verdict != _MOVES_NONE}
    verdicts = {"depends" if e.unread or e.unread_deeds else one.verdict for e, one in moving.items()}
    verdict = verdicts.pop() if len(verdicts) == 1 else "depends"
    lexicon = lexicon_for(desk)
    if asked.cast is not None and {"activate", "activation-told"} & asked.cast.marks and not _tells_a_deed(asked.cast):
        verdict = "depends"  # the card itself may be meant, of which it is shown that it is activated
    start = max((at + 1 for at, c in enumerate(asked.text[: said[0]]) if c in _PAUSES), default=0)
    asked.used, asked.missing = Used(((start, len(asked.text)),), _OF_THE_EFFECT), ""  # the clause describes what moves
    answer = frame(desk, asked, verdict, sentence(lexicon, f"shown.{verdict}", card=names_of(card)))
    if verdict != "depends":
        answer["because"] = matter_reply(desk, next(iter(moving.values())))["because"]
    answer["question"] |= {"kind": "matter", "matter": _GATE, "card": card_identity(card)}
    return answer


def _tells_a_deed(cast: Cast) -> bool:
    """Whether it is said what the effect does, or to which cards."""
    told = [i.phrase for i in cast.items if i.phrase and i.phrase.does != ("reveal",)]
    return any(phrase.does or phrase.told or phrase.events or phrase.thing for phrase in told)
