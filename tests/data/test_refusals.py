"""Refusals stand in `rulings/refusals.yaml`: each is told by a sentence that exists, with every blank filled."""

import ast
import re
from pathlib import Path

from knowledge.data.folder import rulings_folder
from knowledge.data.language import catalogue

ROOT = rulings_folder().parent
TELLING = {"bad_input": {"field", "value"}, "sentence": set()}  # what each fills in by itself


def told_by() -> list[tuple[str, str, set[str]]]:
    """Every refusal of the code: where, its key, and the blanks its call fills."""
    found = []
    for file in sorted((*Path(ROOT, "knowledge").rglob("*.py"), *Path(ROOT, "service").rglob("*.py"))):
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id not in TELLING:
                continue
            if call.args and isinstance(call.args[0], ast.Constant):
                filled = {keyword.arg or "" for keyword in call.keywords} | TELLING[call.func.id]
                found.append((f"{file.name}:{call.lineno}", str(call.args[0].value), filled))
    return found


def test_every_refusal_has_its_sentence_and_fills_its_blanks():
    sentences, told = catalogue("refusals.yaml", "refusals"), told_by()
    assert len(told) > 60
    assert [(where, key) for where, key, _ in told if key not in sentences] == []
    blanks = {key: set(re.findall(r"{(\w+)}", both["zh"] + both["en"])) for key, both in sentences.items()}
    assert [(where, key, blanks[key] - filled) for where, key, filled in told if blanks[key] - filled] == []
