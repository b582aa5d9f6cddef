"""Conditions a card prints on what sets its effect off, and that its profile does not hold."""

import re
from functools import cache
from pathlib import Path
from typing import Any

from knowledge.data.folder import rulings_folder
from knowledge.data.nodes import read_yaml
from knowledge.data.profile import Effect
from knowledge.desk import Answer, Desk
from service.lookup import finder_of

_SENTENCE = re.compile(r"(?<=[.。\n])\s*")


def condition_not_held(desk: Desk, judged: Answer) -> bool:
    """Whether the effect that decides prints a condition on its cause or its turn that nobody has looked at."""
    deciding = judged.deciding
    if deciding is None or deciding.effect.trigger is None or desk.book.library.cards.get(judged.card.id):
        return False
    stored = finder_of(desk).imported(judged.card)
    for lang, words in _words(rulings_folder()).items():
        if stored is not None and stored.texts.get(lang):
            return any(_is_conditioned(part, deciding.effect, words) for part in _SENTENCE.split(stored.texts[lang]))
    return False


def _is_conditioned(part: str, effect: Effect, words: dict[str, Any]) -> bool:
    assert effect.trigger is not None
    end = words["ends"].search(part)
    before = part[: end.start()] if end else part
    roots = {event.partition("-")[0] for event in effect.trigger.events}
    spoken = any(root in words["events"] and words["events"][root].search(before) for root in roots)
    return spoken and any(condition.search(before) for condition in words["conditions"])


@cache
def _words(folder: Path) -> dict[str, dict[str, Any]]:
    record: Any = read_yaml((folder / "questions" / "printed-conditions.yaml").read_text(encoding="utf-8")).value
    return {
        lang: {
            "ends": re.compile(told["ends"]),
            "events": {event: re.compile(p) for event, p in told["events"].items()},
            "conditions": [re.compile(p) for p in told["conditions"]],
        }
        for lang, told in record.items()
    }
