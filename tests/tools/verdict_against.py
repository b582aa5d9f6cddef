"""A verdict in process against the same verdict of another checkout: the same questions, in turns, processor time.

    python tests/tools/verdict_against.py CHECKOUT [PYTHON of that checkout, else its .venv/bin/python]

Both sides hold their book in a process of their own and are asked in turns, round by round. Of a question counts the
quickest round after the first, for all else is what the machine does besides; figures are over the questions. The
medians of the rounds stand beside it, and the first round, in which nothing was kept yet. Asked are cards whose effects
both sides know by the same numbers, at windows both know.
"""

import json
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path

QUESTIONS, ROUNDS = 2000, 9
HERE = Path(__file__).resolve().parents[2]


def side() -> None:
    """One side: tells what it could be asked, is told what it is asked, and times a round at each line."""
    try:
        from knowledge.data.library import read_library
        from knowledge.rules.book import Book
        from knowledge.rules.verdicts import judged, verdict_alone
        from knowledge.table.situation import Question
    except ImportError:  # as the rooms were called before
        from knowledge.engine.book import Book
        from knowledge.engine.situation import Question
        from knowledge.engine.verdicts import judged, verdict_alone
        from knowledge.loading.library import read_library
    book = Book(read_library(Path("rulings")))
    effects = {f"{c.id} {e.part} {e.number}": (c, e) for c in book.library.cards.values() for e in c.effects}
    print(json.dumps({"effects": sorted(effects), "windows": sorted(book.windows)}), flush=True)
    asked = [Question(window, turn, *effects[effect]) for effect, window, turn in json.loads(sys.stdin.readline())]
    for line in sys.stdin:
        times, verdicts = [], []
        ask = (lambda q: judged(book, q).verdict) if "reasons" in line else (lambda q: verdict_alone(book, q))
        for question in asked:
            start = time.thread_time_ns()
            verdicts.append(ask(question))
            times.append(time.thread_time_ns() - start)
        print(json.dumps({"times": times, "verdicts": verdicts}), flush=True)


def begun(python: str, checkout: Path) -> subprocess.Popen[str]:
    """A side, started in its own checkout."""
    code = f"import sys; sys.path[:0] = [{str(checkout)!r}, {str(HERE / 'tests' / 'tools')!r}]\n"
    command = [python, "-c", code + "import verdict_against; verdict_against.side()"]
    return subprocess.Popen(command, cwd=checkout, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def said(process: subprocess.Popen[str], told: str = "") -> dict:
    """What a side answers to a line."""
    assert process.stdin is not None
    assert process.stdout is not None
    if told:
        process.stdin.write(told + "\n")
        process.stdin.flush()
    return json.loads(process.stdout.readline())


def main(checkout: Path, python: str) -> None:
    """Both sides asked in turns, and what came of it."""
    sides = {"now": begun(sys.executable, HERE), "then": begun(python, checkout)}
    known = [said(process) for process in sides.values()]
    effects, windows = (sorted(set(known[0][what]) & set(known[1][what])) for what in ("effects", "windows"))
    dice = random.Random(20)
    asked = [(dice.choice(effects), dice.choice(windows), dice.choice(["own", "opponent"])) for _ in range(QUESTIONS)]
    print(f"{len(effects)} effects and {len(windows)} windows known to both; {QUESTIONS} questions, {ROUNDS} rounds")
    for process in sides.values():
        assert process.stdin is not None
        process.stdin.write(json.dumps(asked) + "\n")
    for mode in ("with reasons", "alone"):
        rounds = [{name: said(process, mode) for name, process in sides.items()} for _ in range(ROUNDS + 1)]
        first, *rounds = rounds
        cold = statistics.median(first["now"]["times"]) / statistics.median(first["then"]["times"])
        print(f"{mode:12} ratio of medians in the first round, with nothing kept: {cold:.2f}")
        best = {name: [min(t) / 1000 for t in zip(*(r[name]["times"] for r in rounds), strict=True)] for name in sides}
        for name, times in best.items():
            p99 = sorted(times)[QUESTIONS * 99 // 100]
            median, mean = statistics.median(times), statistics.mean(times)
            print(f"{mode:12} {name:5} median {median:6.1f} µs, mean {mean:6.1f}, p99 {p99:.1f}")
        for what, figure in (("median", statistics.median), ("mean", statistics.mean)):
            ratios = sorted(figure(r["now"]["times"]) / figure(r["then"]["times"]) for r in rounds)
            print(
                f"{mode:12} ratio of {what}s {figure(best['now']) / figure(best['then']):.2f}"
                f" (by rounds {statistics.median(ratios):.2f}, from {ratios[0]:.2f} to {ratios[-1]:.2f})"
            )
        same = sum(a == b for a, b in zip(rounds[0]["now"]["verdicts"], rounds[0]["then"]["verdicts"], strict=True))
        print(f"{mode:12} {same} of {QUESTIONS} verdicts are the same")
    for process in sides.values():
        assert process.stdin is not None
        process.stdin.close()
        process.wait()


if __name__ == "__main__":
    where = Path(sys.argv[1]).resolve()
    main(where, sys.argv[2] if len(sys.argv) > 2 else str(where / ".venv" / "bin" / "python"))
