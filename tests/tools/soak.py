"""Thousands of hostile requests on a real server of two workers: `python tests/tools/soak.py [REQUESTS]`.

The inputs are those of hostile.py and mutations of them, put into every door of the API and of the pages, in three
languages. Told are the statuses, the slowest, those over the deadline, and the memory at every quarter; the exit status
is 1 where anything was answered with a 5xx, not at all, or over the deadline.
"""

import http.client
import json
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from urllib.parse import quote

sys.path[:0] = [str(Path(__file__).resolve().parents[2]), str(Path(__file__).resolve().parent)]

from hostile import NAMES, PIECES, card_texts, questions, scenarios, stats_texts, tables  # noqa: E402 - after the path

from service.bench.servers import DESK, Served  # noqa: E402 - as above
from service.operations.requests import SECONDS  # noqa: E402 - as above

Request = tuple[str, str, bytes | None]
TYPES = ["Monster / Effect", "Spell / Normal", "Trap / Counter", "Monster / Pendulum / Effect", "x", ""]
OF_LANGUAGE = {
    "ja": [
        "の",
        "効果は",
        "このカードが",
        "モンスターを",
        "、",
        "。",
        "①：",
        "発動できる",
        "または",
        "灰流うらら",
        "とは",
    ],
    "en": [
        "the ",
        "effect ",
        "If this card ",
        "is destroyed",
        ", ",
        ": ",
        "; ",
        "You can ",
        "or ",
        "Book of Moon ",
        "is it ",
        "on my opponents ",
    ],
    "zh": ["的", "效果", "这张卡", "怪兽", "，", "。", "①：", "才能发动", "或者", "灰流丽", "算是"],
}
PATHS = [
    "/ask",
    "/cards",
    "/rulings",
    "/api/v1/search",
    "/api/v1/ask",
    "/stats",
    "/battle",
    "/api/v1/graph",
    "/suggest",
]
FIELDS = [
    "q",
    "card",
    "at",
    "turn",
    "given",
    "as_of",
    "f.x",
    "s",
    "page",
    "node",
    "lang",
    "v",
    "effect",
    "kind",
    "limit",
]
# what some parameter takes, put into any
TAKEN = [
    "card",
    "ruling",
    "rule",
    "own",
    "main1",
    "damage-step",
    "2",
    "p1",
    "灰流丽",
    "yes",
    "{}",
    "[]",
    "2018",
    "zh",
    "",
]


def posted(door: str, body: object) -> Request:
    """A body for a door of the API, whatever it is."""
    return "POST", f"/api/v1/{door}", body.encode(errors="replace") if isinstance(body, str) else _bytes(body)


def _bytes(body: object) -> bytes:
    return json.dumps(body, ensure_ascii=False).encode(errors="replace")


def texts_of_languages(dice: random.Random) -> Iterator[tuple[str, str]]:
    """Texts that go round the words every reader looks for."""
    while True:
        lang = dice.choice(sorted(OF_LANGUAGE))
        few = dice.sample(OF_LANGUAGE[lang], dice.randrange(1, 4))
        yield lang, ("".join(dice.choices(few, k=dice.randrange(1, 3_000))))[: dice.choice((60, 400, 10_000))]


def hostile_requests(dice: random.Random) -> Iterator[Request]:
    """Every kind in turn, without an end."""
    spoken, played = cycle([*questions(dice)]), cycle([*scenarios(dice)])
    reckoned, laid, read = cycle([*stats_texts(dice)]), cycle([*tables(dice)]), cycle([*card_texts(dice)])
    in_languages = texts_of_languages(dice)
    while True:
        lang, text = next(in_languages)
        yield posted("read", {"text": text, "type": dice.choice(TYPES), "lang": lang})
        yield posted("read", {"text": next(read), "type": dice.choice(TYPES), "lang": dice.choice(["zh", "ja", "en"])})
        yield posted("ask", {"question": next(spoken)})
        yield posted("ask", {"question": text[:500], "lang": lang})
        yield posted("scenario", next(played))
        yield posted("stats", next(reckoned))
        yield posted("can", {"card": dice.choice(NAMES), "at": "main1", "given": next(laid)})
        yield posted("can", mutated(dice, _bytes({"card": dice.choice(NAMES), "at": "damage-step", "turn": "own"})))
        yield posted("batch", {"questions": [{"card": dice.choice(PIECES), "at": "main"}] * dice.choice((1, 20, 100))})
        said = "".join(dice.choices(PIECES, k=dice.randrange(1, 30)))
        fields = dice.choices(FIELDS, k=dice.randrange(1, 5))
        parts = "&".join(f"{field}={quote(dice.choice((said[:200], dice.choice(TAKEN))))}" for field in fields)
        yield "GET", f"{dice.choice(PATHS)}?{parts}", None


def mutated(dice: random.Random, body: bytes) -> str:
    """A body with some bytes changed, doubled or gone."""
    changed = bytearray(body)
    for _ in range(dice.randrange(1, 6)):
        at = dice.randrange(len(changed))
        changed[at : at + dice.randrange(3)] = bytes(dice.choices(range(256), k=dice.randrange(3))) or b"{"
    return changed.decode(errors="replace")


def main(wanted: int) -> int:
    """Send them one after another over a kept connection; print what came back."""
    server = Served(*DESK, "--workers", "2")
    server.settle()
    statuses: Counter[str] = Counter()
    slowest, late, memory = (0.0, ""), 0, [server.memory()]
    line = http.client.HTTPConnection(server.address, timeout=60)
    begun = time.monotonic()
    try:
        for number, (method, path, body) in enumerate(islice(hostile_requests(random.Random(18)), wanted), 1):
            start = time.perf_counter()
            try:
                line.request(method, path, body, {"Content-Type": "application/json"} if body else {})
                reply = line.getresponse()
                reply.read()
                statuses[str(reply.status)] += 1
                if reply.status >= 500:
                    print(method, path[:200], (body or b"")[:300], reply.status, flush=True)
            except (OSError, http.client.HTTPException) as wrong:
                statuses[type(wrong).__name__] += 1
                line.close()
            spent = time.perf_counter() - start
            slowest, late = max(slowest, (spent, f"{method} {path[:60]}")), late + (spent > SECONDS)
            if number % (wanted // 4 or 1) == 0:
                memory.append(server.memory())
    finally:
        stopped = server.stop()
    told = {
        "requests": wanted,
        "seconds": round(time.monotonic() - begun),
        "statuses": dict(statuses),
        "over_the_deadline": late,
        "slowest_ms": [round(slowest[0] * 1000), slowest[1]],
        "memory_mb_at_quarters": memory,
        "load_of_machine": round(os.getloadavg()[0], 1),
        "exit_status": stopped,
    }
    print(json.dumps(told, indent=1, ensure_ascii=False))
    return 1 if late or stopped or any(not status.isdecimal() or status >= "500" for status in statuses) else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 2_000))
