"""Questions about the rules that name no card: the concepts spoken of → the topic that speaks of all of them."""

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from knowledge.data.law import Cite
from knowledge.data.nodes import read_yaml
from knowledge.data.profile import Says
from knowledge.names.fold import fold


class Topic(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One rule people ask about: what has to be spoken of, and the answer."""

    id: str
    needs: tuple[str, ...]
    without: tuple[str, ...] = ()
    verdict: str
    says: Says
    statements: tuple[str, ...] = ()
    cites: Cite | None = None


class RuleTopics:
    """Every topic, and every spelling of every concept."""

    def __init__(self, path: Path) -> None:
        record: Any = read_yaml(path.read_text(encoding="utf-8")).value
        self.topics = [msgspec.convert(topic, Topic) for topic in record["topics"]]
        self.spellings = sorted(
            (
                (fold(said), concept)
                for concept, langs in record["concepts"].items()
                for s in langs.values()
                for said in s
            ),
            key=lambda pair: -len(pair[0]),
        )

    def met(self, folded: str) -> tuple[Topic, list[tuple[int, int]]] | None:
        """The topic with the most concepts, all of them spoken of, and where its concepts stand."""
        places: dict[str, list[tuple[int, int]]] = {}
        for spelling, concept in self.spellings:
            at = folded.find(spelling)
            while spelling and at >= 0:
                places.setdefault(concept, []).append((at, at + len(spelling)))
                at = folded.find(spelling, at + 1)
        fitting = [
            topic
            for topic in self.topics
            if all(need in places for need in topic.needs) and not any(other in places for other in topic.without)
        ]
        if not fitting:
            return None
        best = max(fitting, key=lambda topic: _covered(topic, places))
        return best, [span for spans in places.values() for span in spans]


def _covered(topic: Topic, places: dict[str, list[tuple[int, int]]]) -> tuple[int, int]:
    held = {at for need in topic.needs for first, last in places[need] for at in range(first, last)}
    return len(topic.needs), len(held)


@cache
def rule_topics_of(folder: Path) -> RuleTopics:
    """The topics of a folder of rulings, read once."""
    return RuleTopics(folder / "questions" / "rules.yaml")
