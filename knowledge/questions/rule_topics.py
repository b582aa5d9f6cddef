"""Questions about the rules that name no card: the concepts spoken of → the topic that speaks of all of them."""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from knowledge.data.law import Cite
from knowledge.data.profile import Says
from knowledge.data.yaml_files import read_yaml
from knowledge.names.fold import fold
from knowledge.questions.named.cut import Cut, is_whole

_FILES = ("rules.yaml", "rules-everyday.yaml", "rules-typed.yaml")
_IN_JAPANESE = "rules-ja.yaml"
_BETWEEN = "between"  # the verdict of a topic whose figure is made of two scales told
DIFFERENCE = "difference"  # the verdict of a topic that tells two things apart
_SMALL_NUMBER = re.compile(r"(?<!\d)\d{1,2}(?!\d)")


class Topic(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One rule people ask about: what has to be spoken of, and the answer."""

    id: str
    needs: tuple[str, ...]
    without: tuple[str, ...] = ()
    also: tuple[str, ...] = ()  # concepts its answer covers too, where they are spoken of
    verdict: str
    says: Says
    ja: str = ""  # what it says in Japanese
    statements: tuple[str, ...] = ()
    cites: Cite | None = None


class Met(NamedTuple):
    """The topic a question meets, where concepts of the rules stand in it, and where those that the answer covers."""

    topic: Topic
    spoken: list[tuple[int, int]]
    covered: list[tuple[int, int]]


class RuleTopics:
    """Every topic, and every spelling of every concept."""

    def __init__(self, paths: Iterable[Path], in_japanese: Path | None = None) -> None:
        records: list[Any] = [read_yaml(path.read_text(encoding="utf-8")).value for path in paths]
        ja: Any = read_yaml(in_japanese.read_text(encoding="utf-8")).value["says"] if in_japanese else {}
        listed = [topic for record in records for topic in record["topics"]]
        self.topics = [msgspec.convert({"ja": ja.get(topic["id"], ""), **topic}, Topic) for topic in listed]
        self.spellings = sorted(
            {
                (fold(said), concept)
                for record in records
                for concept, langs in record["concepts"].items()
                for s in langs.values()
                for said in s
            },
            key=lambda pair: (-len(pair[0]), pair),
        )

    def met(self, made: Cut) -> Met | None:
        """The topic with the most concepts, all of them spoken of, and where they stand."""
        folded = made.folded
        scales = [(int(found[0]), found.span()) for found in _SMALL_NUMBER.finditer(folded)]
        places: dict[str, list[tuple[int, int]]] = {}
        for spelling, concept in self.spellings:
            at = folded.find(spelling)
            while spelling and at >= 0:
                of_a_figure = spelling[:1].isdigit() and folded[at - 1 : at].isdigit()  # "0 atk" in "2000 atk"
                if not of_a_figure and is_whole(made, at, at + len(spelling)):
                    places.setdefault(concept, []).append((at, at + len(spelling)))
                at = folded.find(spelling, at + 1)
        fitting = [
            topic
            for topic in self.topics
            if all(need in places for need in topic.needs)
            and not any(other in places for other in topic.without)
            and (topic.verdict != _BETWEEN or len(scales) == 2)
        ]
        if not fitting:
            return None
        best = max(fitting, key=lambda topic: _covered(topic, places))
        spoken = [span for spans in places.values() for span in spans]
        told = [span for concept in (*best.needs, *best.also) for span in places.get(concept, ())]
        if best.verdict != _BETWEEN:
            return Met(best, spoken, told)
        [(one, first), (other, second)] = scales
        topic = _with_levels(best, min(one, other) + 1, max(one, other) - 1)
        return Met(topic, [*spoken, first, second], [*told, first, second])


def _with_levels(topic: Topic, low: int, high: int) -> Topic:
    """A topic that speaks of the levels between two scales, with the levels."""
    zh, en, ja = (said.format(low=low, high=high) for said in (topic.says.zh, topic.says.en, topic.ja))
    return msgspec.structs.replace(topic, verdict=f"{low}-{high}", says=Says(zh=zh, en=en), ja=ja)


def _covered(topic: Topic, places: dict[str, list[tuple[int, int]]]) -> tuple[int, int]:
    held = {at for need in topic.needs for first, last in places[need] for at in range(first, last)}
    return len(topic.needs), len(held)


@cache
def rule_topics_of(folder: Path) -> RuleTopics:
    """The topics of a folder of rulings, read once."""
    return RuleTopics((folder / "questions" / name for name in _FILES), folder / "questions" / _IN_JAPANESE)
