"""`X, Y or Z`: a question of several cards alike, asked of each of them."""

from collections.abc import Callable

from knowledge.desk import Desk
from knowledge.explanation.answer_records import AskAnswer
from knowledge.questions.asked import Asked
from knowledge.questions.said_back import joined, names_of, sentence
from knowledge.questions.told.name_rows import questions_of_rows
from knowledge.rules.verdicts import SURE
from service.answers.ask_frame import lexicon_for


def of_each(desk: Desk, asked: Asked, answered: Callable[[str], AskAnswer]) -> AskAnswer | None:
    """The answer where it is the same for each card of a row, else one branch for each; nothing without a row."""
    alike = questions_of_rows(asked) if asked.kind == "can" else []
    if len(alike) < 2:
        return None
    answers = [answered(text) for _, text in alike]
    first = next((a for a in answers if a["verdict"] not in SURE), answers[0])
    cards = {card.id: names_of(card) for card in asked.cards}
    lexicon = lexicon_for(desk)
    if len({"yes" if a["verdict"] == "must" else a["verdict"] for a in answers}) == 1:
        said = sentence(lexicon, "each.alike", cards=joined([cards[who] for who, _ in alike]))
        first["sentence"] = {lang: f"{said[lang]} {text}" for lang, text in first["sentence"].items() if lang in said}
    elif first["verdict"] in SURE:
        branches = zip(alike, answers, strict=True)
        of = {who: sentence(lexicon, "each.if", card=cards[who]) for who, _ in alike}
        first["branches"] = [{"if": of[who], "verdict": str(a["verdict"])} for (who, _), a in branches]
        first["verdict"], first["sentence"] = "depends", sentence(lexicon, "each.apart")
    return first
