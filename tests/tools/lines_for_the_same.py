"""How much of the code the same abilities take, here and in another checkout.

    python tests/tools/lines_for_the_same.py CHECKOUT [PYTHON of that checkout, else its .venv/bin/python]

A product that has learnt more is longer, so the lines of two checkouts compare nothing. Asked of both is what both can
do: the bodies of `tests/compatibility/bodies.jsonl` (can, scenario, stats, read of version 0.1.0), over the API in
process, without a card database. Counted are the modules of `knowledge` and `service` that answering them enters, the
lines of the functions entered, as they are written, and the lines that ran. Start and loading stand apart.
"""

import ast
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

HERE = Path(__file__).resolve().parents[2]
BODIES = HERE / "tests" / "compatibility" / "bodies.jsonl"
OTHERS = {  # one of each door beforehand, so that what is loaded with the first question counts as the start
    "can": {"card": "增援", "at": "main1"},
    "stats": {"monster": {"atk": 1000, "def": 1000}, "steps": [{"do": "gain", "stat": "atk", "value": 100}]},
    "read": {"text": "抽1张卡。", "type": "Spell"},
    "scenario": {"turn": "own", "window": "main1", "cards": {}, "steps": []},
}


class Seen:
    """Which code of the two packages was entered since it was last cleared, and which of its lines ran."""

    def __init__(self, root: Path) -> None:
        self.root = str(root) + os.sep
        self.entered: set[CodeType] = set()
        self.lines: dict[CodeType, set[int]] = defaultdict(set)

    def trace(self, frame: FrameType, event: str, _: Any) -> Any:
        """For `sys.settrace`: a call of ours is followed line by line."""
        code = frame.f_code
        if not code.co_filename.startswith((self.root + "knowledge", self.root + "service")):
            return None
        self.entered.add(code)
        ran = self.lines[code]

        def line(frame: FrameType, event: str, _: Any) -> Any:
            if event == "line":
                ran.add(frame.f_lineno)
            return line

        return line

    def figures(self) -> dict[str, int]:
        """Modules, written lines of the functions, lines that ran; bodies of modules are no function."""
        by_file: dict[str, set[int]] = defaultdict(set)
        ran: dict[str, set[int]] = defaultdict(set)
        for code in [c for c in self.entered if c.co_name not in ("<module>", "<genexpr>", "<lambda>")]:
            by_file[code.co_filename].add(code.co_firstlineno)
        for code, lines in self.lines.items():
            if code.co_name != "<module>":
                ran[code.co_filename] |= lines
        written = sum(len(_written(Path(file), starts)) for file, starts in by_file.items())
        return {"modules": len(ran), "written": written, "ran": sum(map(len, ran.values()))}


def _written(path: Path, starts: set[int]) -> set[int]:
    """The lines of the functions of a file that begin at these lines, decorators and docstrings with them."""
    found: set[int] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            if {first, node.lineno} & starts:
                found |= set(range(first, (node.end_lineno or node.lineno) + 1))
    return found


def side() -> None:
    """One side, in its own checkout: answers every body and prints what that took."""
    seen = Seen(Path.cwd())
    sys.settrace(seen.trace)
    try:
        from service.web.app import create_app
    except ImportError:  # as the rooms were called before
        from service.app import create_app  # type: ignore[no-redef]
    client = create_app().test_client()
    for door, body in OTHERS.items():
        client.post(f"/api/v1/{door}", json=body)
    start = seen.figures()
    seen.entered.clear()
    seen.lines.clear()
    bodies = [json.loads(line) for line in BODIES.read_text(encoding="utf-8").splitlines()]
    replies = [client.post(f"/api/v1/{b['door']}", json=b["body"]).status_code for b in bodies]
    sys.settrace(None)
    files = [p for room in ("knowledge", "service") for p in Path(room).rglob("*.py")]
    whole = {"modules": len(files), "written": sum(len(p.read_text(encoding="utf-8").splitlines()) for p in files)}
    answered = {"bodies": len(replies), "answered": replies.count(200)}
    print(json.dumps({"whole": whole, "start": start, "answers": seen.figures(), "asked": answered}))


def main(checkout: Path, python: str) -> None:
    """Both sides, and now as a share of then."""
    told = {}
    for name, root, runs in (("then", checkout, python), ("now", HERE, sys.executable)):
        paths = [str(root), str(HERE / "tests" / "tools")]
        code = f"import sys; sys.path[:0] = {paths!r}\nimport lines_for_the_same as l; l.side()"
        with tempfile.TemporaryDirectory() as data:
            environment = {**os.environ, "OCG_RULINGS_DATA": data, "OCG_RULINGS_DEADLINE": "0"}  # tracing is slow
            said = subprocess.run([runs, "-c", code], cwd=root, env=environment, stdout=subprocess.PIPE, check=True)
        told[name] = json.loads(said.stdout)
        print(name, told[name]["asked"])
    for part in ("answers", "start", "whole"):
        for figure, now in told["now"][part].items():
            then = told["then"][part][figure]
            print(f"{part:8} {figure:8} {then:6} → {now:6}  {now / then:.2f}")


if __name__ == "__main__":
    where = Path(sys.argv[1]).resolve()
    own = where / ".venv" / "bin" / "python"
    main(where, sys.argv[2] if len(sys.argv) > 2 else str(own if own.exists() else sys.executable))
