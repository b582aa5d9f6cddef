"""Refusals stand in `rulings/refusals.yaml`: each is told by a sentence that exists, with every blank filled."""

import ast
import re
from pathlib import Path

from source_files import nodes_of

from knowledge.data.language import catalogue
from knowledge.data.yaml_files import rulings_folder

ROOT = rulings_folder().parent
TELLING = {"bad_input": {"field", "value"}, "file_refused": {"file"}, "sentence": set()}  # what each fills in by itself

FROM = ("knowledge.problems", "knowledge.cards.card_files")
NO_SENTENCES = {  # Chinese that nobody is told: questions of the benchmark, characters, headings in card files
    "service/bench/kinds.py",
    "knowledge/names/fold.py",
    "knowledge/cards/card_files.py",
    "knowledge/questions/outcomes/counts.py",
    "knowledge/questions/named/near_names.py",
    "service/cli/upkeep_verbs.py",
}


def told_by() -> list[tuple[str, str, set[str]]]:
    """Every refusal of the code: where, its key, and the blanks its call fills."""
    found = []
    for file in sorted((*Path(ROOT, "knowledge").rglob("*.py"), *Path(ROOT, "service").rglob("*.py"))):
        nodes = nodes_of(file)
        told = {a.name for i in nodes if isinstance(i, ast.ImportFrom) and i.module in FROM for a in i.names}
        for call in nodes:
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id not in TELLING:
                continue
            if call.func.id not in told:
                continue  # something else of that name
            key = next((a for a in call.args[:2] if isinstance(a, ast.Constant)), None)
            if key is not None:
                filled = {keyword.arg or "" for keyword in call.keywords} | TELLING[call.func.id]
                found.append((f"{file.name}:{call.lineno}", str(key.value), filled))
    return found


def test_every_refusal_has_its_sentence_and_fills_its_blanks():
    sentences, told = catalogue("refusals.yaml", "refusals"), told_by()
    assert len(told) > 60
    assert [(where, key) for where, key, _ in told if key not in sentences] == []
    blanks = {key: set(re.findall(r"{(\w+)}", both["zh"] + both["en"])) for key, both in sentences.items()}
    assert [(where, key, blanks[key] - filled) for where, key, filled in told if blanks[key] - filled] == []


def test_no_sentence_for_people_stands_in_the_code():
    """Three Chinese characters in a string are a sentence, or a piece of one; words of card texts are patterns."""
    found = []
    for file in sorted((*Path(ROOT, "knowledge").rglob("*.py"), *Path(ROOT, "service").rglob("*.py"))):
        nodes = nodes_of(file)
        told = {id(part.value) for part in nodes if isinstance(part, ast.Expr)}  # what explains the code
        for part in nodes:
            if isinstance(part, ast.Constant) and isinstance(part.value, str) and id(part) not in told:
                where = file.relative_to(ROOT).as_posix()
                if len(re.findall(r"[\u4e00-\u9fff]", part.value)) > 2 and where not in NO_SENTENCES:
                    found.append((where, part.lineno, part.value[:30]))
    assert found == []
    assert all(re.search(r"[\u4e00-\u9fff]{2}", Path(ROOT, name).read_text(encoding="utf-8")) for name in NO_SENTENCES)
