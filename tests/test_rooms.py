"""The import law between the rooms: rulings ← knowledge ← service ← templates; each outside library behind one door."""

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def imports_of(folder: str) -> dict[Path, set[str]]:
    found = {}
    for path in sorted((ROOT / folder).rglob("*.py")):
        names = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                names.add(node.module.split(".")[0])
        found[path.relative_to(ROOT)] = names
    return found


def test_knowledge_knows_neither_web_nor_service():
    for path, names in imports_of("knowledge").items():
        assert not names & {"flask", "service", "waitress", "click", "werkzeug", "jinja2"}, path


def test_networkx_and_whoosh_stay_behind_one_module_each():
    everywhere = {**imports_of("knowledge"), **imports_of("service")}
    assert sum("networkx" in names for names in everywhere.values()) == 1
    assert sum("whoosh" in names for names in everywhere.values()) <= 1


def test_rulings_hold_no_python_and_python_holds_no_card_name():
    assert not list((ROOT / "rulings").rglob("*.py"))
    from service.loaded_desk import loaded_desk

    cards = loaded_desk().book.library.cards.values()
    names = {name for card in cards for name in (card.names.zh, card.names.en, card.names.ja) if len(name) > 3}
    for folder in ("knowledge", "service"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    assert node.value not in names, f"{path}:{node.lineno} names the card {node.value}"


def test_no_rule_or_ruling_id_decides_in_the_engine():
    from service.loaded_desk import loaded_desk

    library = loaded_desk().book.library
    for path in (ROOT / "knowledge" / "rules").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert node.value not in library.rulings, f"{path}:{node.lineno}"


def test_modules_stay_small():
    long = [
        p
        for folder in ("knowledge", "service")
        for p in (ROOT / folder).rglob("*.py")
        if len(p.read_text(encoding="utf-8").splitlines()) > 400
    ]
    assert long == []
