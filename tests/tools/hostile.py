"""Inputs made to hurt, by the door they come in through, and how long each takes: `python tests/tools/hostile.py`.

Every input must be answered or refused in a sentence; the script prints the slowest of each door and exits with 1 where
something else happened or a refusal took longer than 200 ms. The suite tries the same inputs without a clock
(test_hostile_inputs.py).
"""

import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from knowledge.data.yaml_files import Unreadable, read_yaml
from knowledge.desk import Desk
from knowledge.play import parse_scenario, read_scenario
from knowledge.problems import BadInput
from knowledge.stats import calculate, load_rulebook, parse_request
from knowledge.text import LONGEST, answer_of, read_card
from service.answers.ask import answer_asked
from service.answers.ask_card import can_shown
from service.answers.matters import scenario_shown
from service.loaded_desk import loaded_desk

ALLOWED_MS = 200
NAMES = ["灰流丽", "欧尼斯特", "Ash Blossom", "ダメージステップ", "青眼白龙", "效果遮蒙者"]
PIECES = [
    *NAMES,
    "能发动吗",
    "在伤害步骤",
    "攻击",
    "连锁",
    "的",
    "can ",
    "be activated",
    "②",
    "「",
    "」",
    "\n",
    "0",
    "-",
    "é",
]
VERBS = ["turn", "activate", "attack", "summon", "set", "pass", "resolve", "ask", "expect", "phase", "x"]


def nested(opening: str, depth: int, closing: str = "") -> str:
    """The same thing inside itself."""
    return opening * depth + closing * depth


def alias_bomb(levels: int) -> str:
    """A few lines that stand for 2 to so many values."""
    lines = ["a0: &a0 [x, x]"] + [f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, levels)]
    return "\n".join(lines)


def yaml_texts(dice: random.Random) -> Iterator[str]:
    """Nesting, aliases, tags, huge numbers, huge keys, many keys, odd characters, random bytes of punctuation."""
    for depth in (40, 1_000, 20_000, 300_000):
        yield from (nested("[", depth), nested("[", depth, "]"), nested("{a: ", depth), nested("- ", depth))
        yield from (nested("? ", depth), nested('["]",', depth), nested("!!seq [", depth))
    yield alias_bomb(30)
    yield "a: &a [*a]"
    yield "!!python/object/apply:os.system ['true']"
    yield f"a: {'9' * 60_000}"
    yield f"? {'k' * 60_000}\n: v"
    yield "\n".join(f"k{n}: {n}" for n in range(3_000))
    yield from ("a: \x00", "\ufeffa: 1", "a: \udc80", "--- 1\n--- 2", "%YAML 9.9\n---\na", "a: |\n" + " x\n" * 5_000)
    for _ in range(100):
        yield "".join(dice.choices("[]{}:,-?&*!|>'\"%@` \n\tab1", k=dice.randrange(1, 400)))


def questions(dice: random.Random) -> Iterator[str]:
    """Names over and over, brackets, numbers, and pieces of questions shuffled."""
    yield from ((name * 500)[:500] for name in (*NAMES, "「", "能发动吗", "0", "的", "a ", "１", "\u0301", "🃏"))
    for _ in range(120):
        yield "".join(dice.choices(PIECES, k=dice.randrange(1, 60)))[:500]


def card_texts(dice: random.Random) -> Iterator[str]:
    """The longest texts there may be, of one piece or of many."""
    pieces = [
        *PIECES,
        "①：",
        "才能发动。",
        "以",
        "为对象",
        "1只怪兽",
        "If ",
        "destroyed",
        ": ",
        "You can ",
        "(",
        "<ruby>",
    ]
    yield from ((piece * LONGEST)[:LONGEST] for piece in pieces)
    for _ in range(20):
        yield "".join(dice.choices(pieces, k=2_000))[:LONGEST]


def scenarios(dice: random.Random) -> Iterator[str]:
    """The right words in wrong places, huge numbers, thousands of steps, nesting where a word belongs."""
    yield json.dumps({"cards": {}, "steps": [{"attack": "a"}] * 5_000})
    yield json.dumps({"cards": [{"card": "灰流丽"}] * 3_000, "steps": []})
    yield json.dumps({"lp": {"own": 10**300}, "steps": []})
    yield json.dumps({"steps": [{"turn": -(10**18)}]})
    yield '{"steps": ' + nested("[", 25, "]") + "}"
    odd: list[Any] = ["", "x", 0, -1, 10**15, True, None, [], {}, ["x"], {"x": "x"}, *NAMES, *VERBS]
    for _ in range(150):
        steps = [{dice.choice(VERBS): dice.choice(odd)} for _ in range(dice.randrange(4))]
        cards: Any = dice.choice([{}, [], {"a": dice.choice(odd)}, {"own": [{"card": dice.choice(odd)}]}, 7])
        yield json.dumps({"cards": cards, "steps": steps, dice.choice([*VERBS, "title", "lp"]): dice.choice(odd)})


def stats_texts(dice: random.Random) -> Iterator[str]:
    """Sequences as long as they may be, figures beyond reason, names as long as a book."""
    monster = {"atk": 3000, "def": 2500}
    step: dict[str, Any] = {"do": "gain", "stat": "both", "by": "e", "value": 100}
    yield json.dumps({"monster": monster, "steps": [{**step, "by": f"e{n}"} for n in range(1_000)]})
    yield json.dumps({"monster": monster, "steps": [step] * 20_000})
    yield json.dumps({"monster": {"atk": 10**400, "def": 0}, "steps": []})
    yield json.dumps({"monster": {**monster, "name": "x" * 60_000}, "steps": []})
    for _ in range(150):
        odd = {
            dice.choice([*step, "until", "end", "negate", "x"]): dice.choice(["x", -1, 10**12, None, [], "gain", "atk"])
        }
        yield json.dumps({"monster": monster, "steps": [{**step, **odd}] * dice.randrange(1, 5)})


def tables(dice: random.Random) -> Iterator[str]:
    """Tables for `can`, typed as YAML or JSON."""
    yield from (text for text in yaml_texts(dice) if len(text) <= 20_000)
    yield json.dumps({"cards": [{"card": "灰流丽", "zone": "hand"}] * 300})
    yield json.dumps({"known": {f"f{n}": "yes" for n in range(500)}})


Door = tuple[Callable[[random.Random], Iterator[str]], Callable[[Desk, str], object]]
DOORS: dict[str, Door] = {
    "yaml": (yaml_texts, lambda desk, text: read_yaml(text)),
    "question": (questions, answer_asked),
    "card text": (
        card_texts,
        lambda desk, text: answer_of(read_card(text, "Monster / Effect", "zh"), "Monster / Effect", desk.damage_step),
    ),
    "scenario": (scenarios, lambda desk, text: scenario_shown(desk, parse_scenario(text))),
    "scenario as JSON": (scenarios, lambda desk, text: scenario_shown(desk, read_scenario(json.loads(text)))),
    "stats": (stats_texts, lambda desk, text: calculate(parse_request(text), load_rulebook().last_order)),
    "table": (tables, lambda desk, text: can_shown(desk, {"card": "灰流丽", "at": "main1", "given": text})),
}


def tried(desk: Desk, door: str, text: str) -> str:
    """What became of an input: `answered`, `refused`, or the name of what it broke with."""
    try:
        DOORS[door][1](desk, text)
    except (BadInput, Unreadable):
        return "refused"
    except Exception as broken:
        return f"{type(broken).__name__}: {str(broken)[:100]}"
    return "answered"


def main() -> int:
    """Every input of every door, timed by the processor."""
    desk, wrong = loaded_desk(), 0
    answer_asked(desk, "灰流丽在伤害步骤能发动吗")  # the indexes are there
    for door, (inputs, _) in DOORS.items():
        slowest: dict[str, tuple[float, str]] = {}
        counts: dict[str, int] = {}
        for text in inputs(random.Random(4)):
            start = time.process_time()
            became = tried(desk, door, text)
            spent = (time.process_time() - start) * 1000
            counts[became] = counts.get(became, 0) + 1
            slowest[became] = max(slowest.get(became, (0.0, "")), (spent, text[:30]))
        wrong += bool(counts.keys() - {"answered", "refused"}) or slowest.get("refused", (0.0, ""))[0] > ALLOWED_MS
        for became, (spent, text) in slowest.items():
            print(f"{door:17} {became:9} {counts[became]:4}, slowest {spent:6.1f} ms: {text!r}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
