"""Learn what features count for the roles of cards (`rulings/questions/weights.yaml`) by asking questions.

    python -m tests.tools.learn_weights [QUESTIONS.jsonl] [--rounds N] [--write]

Two kinds of lessons: questions made up from the patterns below, whose roles are known; and, where a file of questions
with accepted verdicts is named, those of its first three quarters (crc32 of the id modulo 4 is not 3), where a casting
is right if its verdict is accepted. A lesson moves the weights only where a casting that is right weighs less than one
that is not (an averaged perceptron from today's weights). Nothing is learned while the desk runs.
"""

import argparse
import json
import random
import zlib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from knowledge.data.profile import Card
from knowledge.data.yaml_files import rulings_folder
from knowledge.desk import Desk
from knowledge.questions import question_reader as reading
from knowledge.questions.asked import Asked
from knowledge.questions.cast import Cast, Casting, answers_things
from service.answers.ask import answer_asked, understood_question
from service.loaded_desk import loaded_desk

SEED = 20261117
MADE_UP = 6  # questions a pattern
SURE = ("yes", "no", "must")
STEP = 0.02  # lessons by verdict are noisy: a wrong casting may give the right answer by chance
FARTHEST = 0.5
PATTERNS = (  # X is asked about, Y is answered, Z is in force
    "对方发动Y，我能连锁X吗", "对面开Y 我能丢X吗", "Y发动时能连锁X吗", "X能康Y吗", "X能对Y发动吗", "Y能被X无效吗",
    "Y会吃X吗", "对方用了Y，X可以发动吗", "对方的Y发动，这时我手里的X能用吗", "Z在场，对方发动Y，我能连锁X吗",
    "对方场上有Z，X能对Y发动吗", "Z适用中，X能发动吗", "My opponent activates Y. Can I chain X?", "can X negate Y",
    "Can I use X in response to Y?", "Can Y be negated by X?", "Opponent plays Y, can X stop it?",
    "While Z is on the field, can I activate X?", "Z is active. Can X be chained to Y?",
    "相手がYを発動した時、Xを発動できますか", "YにXをチェーンできますか", "Zがある時、Xは発動できますか",
)  # fmt: skip


class Lesson(NamedTuple):
    """The castings of a question, and which of them are right."""

    castings: list[Casting]
    right: list[bool]


def made_up(desk: Desk) -> Iterator[Lesson]:
    """Questions from the patterns, with cards that may stand there."""
    chance = random.Random(SEED)
    cards = [card for card in desk.book.library.cards.values() if card.effects and card.names.en and card.names.ja]
    cards.sort(key=lambda card: card.id)
    answering = [card for card in cards if answers_things(card)]
    lasting = [card for card in cards if card.type.startswith(("Spell / Cont", "Trap / Cont", "Spell / Field"))]
    for pattern in PATTERNS:
        for _ in range(MADE_UP):
            chosen = {"X": chance.choice(answering), "Y": chance.choice(cards), "Z": chance.choice(lasting)}
            if len({card.id for card in chosen.values()}) < 3:
                continue
            roles = {"X": "subject", "Y": "answered", "Z": "in-force"}
            text, told = pattern, {}
            for letter, card in chosen.items():
                if letter in pattern:
                    told[card.id] = roles[letter]
                    text = text.replace(letter, _name(pattern, card))
            cast = understood_question(desk, text).cast
            if cast is not None and {i.who for i in cast.items if i.is_name} == set(told):
                yield Lesson(cast.castings, [casting.roles == told for casting in cast.castings])


def _name(pattern: str, card: Card) -> str:
    kana = any("\u3041" <= c <= "\u30fc" for c in pattern)
    names = card.names
    return (names.en if pattern.isascii() else names.ja if kana else names.zh) or names.zh


def asked_before(desk: Desk, file: Path) -> Iterator[Lesson]:
    """The seen quarter of a file of questions: every casting is read in turn, and its verdict compared."""
    plain = reading.cast_of
    for line in file.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if zlib.crc32(row["id"].encode()) % 4 == 3 or not row["acceptable"] or "\n" in row["text"]:
            continue
        asked: Asked = understood_question(desk, row["text"])
        castings = asked.cast.castings[:3] if asked.cast is not None and asked.kind == "can" else []
        right = []
        for chosen in castings if len(castings) > 1 else []:

            def forced(*given: object, chosen: Casting = chosen) -> Cast:
                cast = plain(*given)  # type: ignore[arg-type]
                cast.castings.sort(key=lambda c: c.roles != chosen.roles)
                cast.give(cast.castings[0])
                return cast

            reading.cast_of = forced
            right.append(_is_accepted(desk, row))
            reading.cast_of = plain
        if any(right) and not all(right):
            yield Lesson(castings, right)


def _is_accepted(desk: Desk, row: dict[str, object]) -> bool:
    verdict = answer_asked(desk, row["text"])["verdict"]
    return verdict in SURE and verdict in row["acceptable"]  # type: ignore[operator]


def learned(lessons: list[Lesson], rounds: int) -> dict[str, float]:
    """How much each feature's weight should move, averaged over the rounds."""
    moved: defaultdict[str, float] = defaultdict(float)
    summed: defaultdict[str, float] = defaultdict(float)
    for _ in range(rounds):
        for lesson in lessons:
            scores = [c.score + sum(moved[f] for f in c.features) for c in lesson.castings]
            ranked = sorted(range(len(scores)), key=lambda n: -scores[n])
            best = next((n for n in ranked if lesson.right[n]), None)
            if best is None or lesson.right[ranked[0]]:
                continue
            better, worse = set(lesson.castings[best].features), set(lesson.castings[ranked[0]].features)
            for feature in better ^ worse:
                moved[feature] += STEP if feature in better else -STEP
        for feature, by in moved.items():
            summed[feature] += by
    means = {feature: max(-FARTHEST, min(FARTHEST, by / rounds)) for feature, by in summed.items()}
    return {feature: round(by, 2) for feature, by in means.items() if abs(by) >= STEP}


def write(moves: dict[str, float]) -> None:
    """Move the weights of the file, line by line, so that its comments stay."""
    path = rulings_folder() / "questions/weights.yaml"
    role, lines = "", []
    for line in path.read_text(encoding="utf-8").splitlines():
        name, colon, value = line.strip().partition(": ")
        if line.startswith("  ") and not line.startswith("    ") and line.endswith(":"):
            role = line.strip().rstrip(":")
        if colon and line.startswith("    ") and f"{role} {name}" in moves:
            line = f"    {name}: {round(float(value) + moves[f'{role} {name}'], 2):g}"
        lines.append(line)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """Collect the lessons, learn, and print or write what moved."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("file", type=Path, nargs="?")
    arguments.add_argument("--rounds", type=int, default=20)
    arguments.add_argument("--write", action="store_true")
    chosen = arguments.parse_args()
    desk = loaded_desk()
    lessons = list(made_up(desk))
    told = f"{len(lessons)} made up"
    if chosen.file:
        more = list(asked_before(desk, chosen.file))
        lessons, told = lessons + more, f"{told}, {len(more)} asked"
    missed = sum(bool(x.right) and any(x.right) and not x.right[0] for x in lessons)
    moves = learned(lessons, chosen.rounds)
    print(f"{told}; {missed} lessons are missed today; moves: {json.dumps(moves, ensure_ascii=False)}")
    if chosen.write:
        write(moves)


if __name__ == "__main__":
    main()
