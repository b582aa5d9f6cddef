"""The moments a question may mean that names none: told apart only where the verdict differs between them."""

from collections import Counter
from typing import NamedTuple

from knowledge.desk import Answer, Desk
from knowledge.explanation.citations import both
from knowledge.questions.lexicon import Lexicon
from knowledge.questions.said_back import joined, sentence

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
