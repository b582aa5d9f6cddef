"""The import law between the rooms: rulings ← knowledge ← service ← templates; each outside library behind one door."""

import ast
import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import networkx
from source_files import nodes_of, parsed
from tools.path_of_a_question import path_of_can

from knowledge.rules import facts
from service.loaded_desk import loaded_desk

ROOT = Path(__file__).resolve().parent.parent


def imports_of(folder: str) -> dict[Path, set[str]]:
    found = {}
    for path in sorted((ROOT / folder).rglob("*.py")):
        names = set()
        for node in nodes_of(path):
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
            for node in nodes_of(path):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    assert node.value not in names, f"{path}:{node.lineno} names the card {node.value}"


def test_no_rule_or_ruling_id_decides_in_the_engine():
    from service.loaded_desk import loaded_desk

    library = loaded_desk().book.library
    for path in (ROOT / "knowledge" / "rules").rglob("*.py"):
        for node in nodes_of(path):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert node.value not in library.rulings, f"{path}:{node.lineno}"


def test_facts_are_found_in_the_module_named_like_their_file() -> None:
    """`rulings/facts/battle/attacks.yaml` is found by `knowledge/rules/facts/battle_facts/attacks.py`."""
    library = loaded_desk().book.library
    apart = []
    for fact, function in facts.finders(library.facts).items():
        room, module = function.__module__.split(".")[-2:]
        file = library.where["facts", fact][0]
        if file != f"facts/{room.removesuffix('_facts')}/{module.replace('_', '-')}.yaml":
            apart.append((fact, file, f"{room}/{module}.py"))
    assert apart == []


MOST_SIBLINGS = 14  # modules of one folder: about a dozen
STILL_CROWDED: dict[str, int] = {}  # none; a new one wants its reason here

SAME_THING = {  # one word for one idea that more than one floor of the house has a module for
    "accuracy": "how often the desk was right: the record, and its page",
    "cards": "cards: of the user's database, and on the table",
    "law": "the law as records, and by which of them an answer is given",
    "names": "cards by name, and the benchmark of it",
    "search": "search: its index, its answer, its verb",
    "continuous": "continuous effects: in a text, and in play",
    "outcomes": "what becomes of something: how it is asked for, and how it is answered",
    "filters": "what a text may pick: as read, and as matched on the table",
}
NOUNS = {"spelling", "wording", "card_reading", "http_caching"}  # end in -ing and are what a person would look for


def modules(*folders: str) -> list[Path]:
    return [p for f in folders for p in sorted((ROOT / f).rglob("*.py")) if p.name != "__init__.py"]


def test_a_folder_has_about_a_dozen_modules():
    counted = Counter(p.parent.relative_to(ROOT).as_posix() for p in modules("knowledge", "service", "tests"))
    for folder, number in sorted(counted.items()):
        assert number <= STILL_CROWDED.get(folder, MOST_SIBLINGS), f"{folder} has {number} modules: it wants rooms"


BESIDE_THE_ROOMS = {  # folders of tests that are called after no room
    "blind": "rounds of questions and rulings as first asked",
    "browser": "real browsers",
    "compatibility": "what a released version accepted",
    "faults": "the machine goes wrong under the service",
    "judging": "whole answers, judged by people",
    "tools": "measurements run by hand",
    "triples": "data: every rule with its hit, its near miss and its open case",
}


def test_tests_stand_in_rooms_called_like_those_of_the_house():
    """`tests/play`, `tests/questions/told`: a folder of tests is called like the room it tests, at the same depth."""
    rooms = {p.parent.relative_to(ROOT / f) for f in ("knowledge", "service") for p in (ROOT / f).rglob("*.py")}
    folders = {p.parent.relative_to(ROOT / "tests") for p in (ROOT / "tests").rglob("*.py")}
    astray = [f.as_posix() for f in sorted(folders) if f not in rooms and f.name not in BESIDE_THE_ROOMS]
    assert not astray


def test_one_name_means_one_thing():
    named = defaultdict(list)
    for path in modules("knowledge", "service"):
        if "cli" not in path.parts:  # a verb is called like what it is about
            named[path.stem].append(path)
    for folder in ("knowledge", "service"):
        for path in (ROOT / folder).rglob("__init__.py"):
            named[path.parent.name].append(path.parent)
    twice = {name for name, places in named.items() if len(places) > 1}
    assert twice <= SAME_THING.keys(), "a name for two things: say what it is, or call one otherwise"


def test_no_module_is_called_after_a_gerund():
    called = {p.stem for p in modules("knowledge", "service") if p.stem.endswith("ing")}
    assert called <= NOUNS, "call it by the noun a player or an engineer would look for"


@cache
def rooms_imported() -> dict[str, set[str]]:
    """Room → the rooms it imports from; what is imported for the type checker alone does not count."""
    found: dict[str, set[str]] = {}
    for path in [p for f in ("knowledge", "service") for p in sorted((ROOT / f).rglob("*.py"))]:
        parts = path.relative_to(ROOT).with_suffix("").parts
        own = ".".join(parts[:2])
        if parts[1] == "__init__":
            continue
        found.setdefault(own, set())
        for node in _imports_of(path):
            named = [a.name for a in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            if isinstance(node, ast.ImportFrom) and node.module in ("knowledge", "service"):
                named = [f"{node.module}.{a.name}" for a in node.names]
            rooms = {".".join(n.split(".")[:2]) for n in named if n.startswith(("knowledge.", "service."))}
            found[own] |= rooms - {own}
    return found


@cache
def _imports_of(path: Path) -> list[ast.Import | ast.ImportFrom]:
    return list(_at_run_time(parsed(path)))


def _at_run_time(tree: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        yield from _at_run_time(node)


def test_no_two_rooms_import_each_other():
    rooms = networkx.DiGraph({room: sorted(others) for room, others in rooms_imported().items()})
    circles = [sorted(c) for c in networkx.strongly_connected_components(rooms) if len(c) > 1]
    assert circles == []


def test_no_two_modules_import_each_other():
    """Not even inside a function; what only the type checker reads does not count."""
    places = {
        p.relative_to(ROOT).with_suffix(""): p for f in ("knowledge", "service") for p in (ROOT / f).rglob("*.py")
    }
    named = {".".join(parts.parts).removesuffix(".__init__"): path for parts, path in places.items()}
    imported: dict[str, set[str]] = {}
    for module, path in named.items():
        for node in _imports_of(path):
            said = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module:
                said = [f"{node.module}.{a.name}" for a in node.names]
                said = [s if s in named else node.module for s in said]
            imported.setdefault(module, set()).update(s for s in said if s in named and s != module)
    graph = networkx.DiGraph({module: sorted(others) for module, others in imported.items()})
    assert [sorted(c) for c in networkx.strongly_connected_components(graph) if len(c) > 1] == []


def test_the_picture_of_the_house_is_true_to_the_imports():
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    floors = [line.split()[0] for line in _block(text, "rooms")]
    imported = rooms_imported()
    assert sorted(floors) == sorted(imported), "every room stands in docs/architecture.md once"
    for room, others in imported.items():
        for other in others:
            assert floors.index(other) < floors.index(room), f"{room} imports from {other}, which stands below it"
    way = [line.split("  ")[0].strip() for line in _block(text, "way")]
    allowed = networkx.DiGraph({room: sorted(others) for room, others in rooms_imported().items()})
    rooms = [step for step in way if step]
    for start, end in itertools.pairwise(rooms):
        assert networkx.has_path(allowed, start, end), f"{start} does not lead to {end}"


def _block(text: str, kind: str) -> list[str]:
    """The lines of the block marked ```text kind."""
    found = re.search(rf"```text {kind}\n(.*?)```", text, re.DOTALL)
    assert found, f"docs/architecture.md has no block `{kind}`"
    return [line for line in found.group(1).splitlines() if line.strip()]


def test_one_record_crosses_from_knowledge_to_the_service():
    path = path_of_can("灰流丽", "damage.before")
    assert path["request"]["crossings"] <= 20, path["request"]["crossed"]
    assert path["door"]["modules"] <= 25, sorted(path["door"]["entered"])


WHERE_A_KIND_IS_MEANT = ("knowledge/data", "knowledge/table", "knowledge/text", "knowledge/rules/categories.py")
SAYS_WHAT_A_TEXT_IS = {  # who looks at a text that is never activated and does not decide whether it applies
    "battle_facts/battle.py": {
        "change_follows_live_values": "which kind of change the text asked about is",
        "_change_met": "the conditions printed with the change asked about, each looked at on the table",
    },
    "battle_facts/destruction.py": {
        "continuous_changes_values": "what the card would do once it is activated",
        "one_only_text": "whether the text is one that lets only one such card lie there",
    },
    "effect_facts/effect_parts.py": {
        "part_uses_no_chain": "of which kind the effect asked about is",
        "part_negated_on_the_field": "the question is for activated effects; who is negated the state tells",
    },
    "effect_facts/possible_acts.py": {"takes_control_by_equipping": "what the card would do once it is equipped"},
    "effect_facts/wording.py": {"demand": "of which kind a demand of a text is"},
    "moment_facts/negation.py": {
        "kept_from_negation": "the question is for activated effects; what guards them the state tells",
        "gift_stops": "the question is for lasting effects; who is negated the state tells",
    },
    "resolution_facts/targets.py": {
        "_leaves_by_itself": "whether the card will stay once it has resolved",
        "_lasts": "whether the text ties two cards together",
        "_applies_to_what_it_equips": "whether the text speaks of what it equips",
        "relation_hold": "how the text takes hold of the other card",
        "relation_breaks_with_the_pair": "of which kind the effect asked about is",
    },
    "trigger_facts/trigger_state.py": {"chaining_lock_lifted": "the text of a card that has left and applies no more"},
    "board/continuous.py": {"_applies_unread": "what nobody has read of a card that the state does not negate"},
    "play/chain_resolution.py": {"texts_set_in": "which texts the gate `sets-in` is asked about"},
    "stats/profiles.py": {"steps_from_use": "a step that a person says is applied: what kind of change it is"},
    "questions/conversation.py": {"_lies_there": "what a person means who tells of a card"},
    "questions/forms.py": {
        "_goes_on_after_resolving": "what a person means who tells that a card applies",
        "_come_to_the_field": "whether a card told of is put on the table, where the state finds what applies",
    },
    "questions/roles.py": {"_only_lies_there": "what a person means who names a card and nothing else"},
    "told/answered.py": {"_it_stays": "whether a card told of is put on the table, where the state finds what applies"},
    "told/traces.py": {"_named_as_printed": "whether a person only repeats the name that a text gives its own card"},
    "told/unplaced.py": {"restates_a_text": "whether a person only repeats what a text says of its own card"},
    "outcomes/ask_told_chain.py": {"_verdict": "whether the text was read whole"},
}


def test_only_the_state_asks_a_profile_what_applies():
    """Whether a text that is never activated applies is read off the state, in every room.

    To say of which kind a text is, to print it, or to put its card on a table is another thing: who does it stands in
    a list with what they look for. Nobody spells the kind; who asks for it by its property and is not listed is found.
    """
    spelled, asked = [], set()
    for path in modules("knowledge", "service"):
        place = path.relative_to(ROOT).as_posix()
        if place.startswith(WHERE_A_KIND_IS_MEANT):
            continue
        for function in [n for n in nodes_of(path) if isinstance(n, ast.FunctionDef)]:
            for node in ast.walk(function):
                if isinstance(node, ast.Attribute) and node.attr in ("standing_effects", "applies_of_itself"):
                    asked.add(("/".join(path.parts[-2:]), function.name))
                elif _spells_a_lasting_kind(node):
                    spelled.append(f"{place}:{function.name}")
    assert not spelled
    assert asked == {(module, name) for module, names in SAYS_WHAT_A_TEXT_IS.items() for name in names}


def _spells_a_lasting_kind(node: ast.AST) -> bool:
    """Whether `effect.kind` is compared with the kind that applies of itself, or effects are picked by it."""
    if isinstance(node, ast.Compare):
        whose = [x for x in ast.walk(node.left) if isinstance(x, ast.Attribute) and x.attr == "kind"]
        said: list[ast.AST] = list(node.comparators) if any(_is_an_effect(x.value) for x in whose) else []
    else:
        picks = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "effects_of"
        said = list(node.args) if isinstance(node, ast.Call) and picks else []
    spelled = {x.value for part in said for x in ast.walk(part) if isinstance(x, ast.Constant)}
    named = {x.id for part in said for x in ast.walk(part) if isinstance(x, ast.Name)}
    return "continuous" in spelled or "CHAINLESS" in named


def _is_an_effect(node: ast.expr) -> bool:
    """By its name: a step of the calculator has a kind of its own."""
    return not (isinstance(node, ast.Name) and node.id == "step")
