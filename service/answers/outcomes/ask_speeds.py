"""Whether one kind of card may be chained to another, by their spell speeds alone."""

from knowledge.data.yaml_files import rulings_folder
from knowledge.desk import Desk
from knowledge.explanation.answer_records import AskAnswer
from knowledge.questions.asked import Asked
from knowledge.questions.outcomes.speeds import speed_words_of
from knowledge.questions.outcomes.words_used import Used
from service.answers.ask_frame import frame, reason_by_rule

_GATE, _SLOWEST = "speed", 2
_BY = {"no": "slow-effects-do-not-answer", 2: "speed-two-answers-one-and-two", 3: "counter-traps-answer-everything"}


def speeds_compared(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where two kinds without a name are told, one chained to the other; nothing where it is not so."""
    words = speed_words_of(rulings_folder())
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
