"""Any other matter the rules decide, asked for in plain words of one card or of none."""

from dataclasses import replace

from knowledge.data.cases import Table
from knowledge.data.folder import rulings_folder
from knowledge.data.profile import Card
from knowledge.desk import Desk
from knowledge.explanation.answer_records import AskAnswer
from knowledge.explanation.matter_answer import matter_reply
from knowledge.problems import BadInput
from knowledge.questions.asked import Asked
from knowledge.questions.asked_matters import matter_asked_for
from knowledge.questions.forms import form_of
from knowledge.questions.said_back import sentence
from knowledge.table.situation import NOTHING_STATED
from service.answers.ask_card import strangers_among, table_given
from service.answers.ask_frame import frame, lexicon_for
from service.answers.ask_text import effects_meant

_VERDICTS = ("yes", "no", "must", "depends", "undetermined", "unknown")
_OF_THE_TEXT = ("facts/effect/effect.yaml", "facts/effect/wording.yaml")  # read off a card, not off the table
_SURE = ("yes", "no", "must")


def matter(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer by the rules of the matter that is asked for; none where no words of a matter stand there."""
    found = matter_asked_for(asked.text, rulings_folder())
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
    answer["branches"] = [{"if": says, "verdict": verdict}] if verdict in _SURE else []
    answer["sentence"] = {
        lang: f"{said} {answer['sentence'][lang]}"
        for lang, said in sentence(lexicon_for(desk), "depends.nothing-else").items()
        if lang in answer["sentence"]
    }
    answer["verdict"] = "depends"
