"""Words and their phrases: those of the text reader in every language, and those a gate is asked about."""

import re
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from knowledge.data.faults import Fault
from knowledge.data.library import Library
from knowledge.data.nodes import Unreadable, read_yaml

LANGUAGES = ("zh", "ja", "en")
FAMILIES = {"continuous": "continuous", "act": "acts", "event": "events", "requirement": "requirements"}
EVERYWHERE = ("continuous",)  # shelves of which every word must be recognised in every language
_QUOTED = re.compile(r'"([a-z][a-z-]+)"')
INTERNAL = frozenset({"maybe-battled"})  # told apart while reading, never part of a profile


def phrase_faults(library: Library, root: Path) -> list[Fault]:
    """`word-without-phrase` and `phrase-without-word`, over the words and the pattern files below a folder."""
    found: list[Fault] = []
    spoken: dict[tuple[str, str], set[str]] = {}
    for path in sorted((root / "wording").glob("*.yaml")):
        try:
            placed = read_yaml(path.read_text(encoding="utf-8"))
        except Unreadable:
            continue  # reported where the patterns are checked
        language = path.stem.partition("-")[0]
        for family, shelf in FAMILIES.items():
            words = getattr(library, shelf)
            for number, entry in enumerate(placed.value.get("families", {}).get(family) or []):
                named = str(entry.get("is", "")).partition(" @")[0].split()
                spoken.setdefault((shelf, language), set()).update(named)
                where = (path.relative_to(root).as_posix(), placed.line_of(("families", family, number)))
                found += [_unknown(where, word, words) for word in named if word not in words and word not in INTERNAL]
    for shelf in EVERYWHERE:
        for word in getattr(library, shelf):
            mute = [language for language in LANGUAGES if word not in spoken.get((shelf, language), ())]
            if mute:
                expected = f"a pattern that reveals it in the wording of {', '.join(mute)}"
                found.append(Fault(*library.where[shelf, word], "word-without-phrase", f"`{word}`", expected))
    return found + _unnamed_parts(library, root) + _unreached_gates(library, root)


def _unreached_gates(library: Library, root: Path) -> list[Fault]:
    """`unreached-gate`: a matter that nothing reads and no question in plain words asks for."""
    files = sorted((root / "questions").glob("matters*.yaml"))
    if not files:
        return []
    asked = {name: file for file in files for name in read_yaml(file.read_text(encoding="utf-8")).value["matters"]}
    read = _names_in_the_engine()
    found = [
        Fault(
            *library.where["gates", gate.gate],
            "unreached-gate",
            f"`{gate.gate}`",
            "something that reads it, or its words in questions/matters.yaml; else make it a term",
        )
        for gate in library.gates.values()
        if gate.decides == "matter" and gate.gate not in read and gate.gate not in asked
    ]
    unknown = {name: file.relative_to(root).as_posix() for name, file in asked.items() if name not in library.gates}
    return found + [
        Fault(where, 1, "unreached-gate", f"`{name}`", "the name of a gate") for name, where in unknown.items()
    ]


@cache
def _names_in_the_engine() -> frozenset[str]:
    """Every word in quotation marks in the code of the knowledge: who reads a gate names it."""
    folder = Path(__file__).resolve().parents[1]
    texts = (path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    return frozenset(name for text in texts for name in _QUOTED.findall(text))


def _unnamed_parts(library: Library, root: Path) -> list[Fault]:
    """What a gate may be asked about is named in the phrases, or no form and no answer could say it."""
    file = root / "phrases.yaml"
    if not file.is_file():
        return []
    named = read_yaml(file.read_text(encoding="utf-8")).value.get("phrases", {})
    return [
        Fault(*library.where["gates", gate.gate], "word-without-phrase", f"`{word}`", f"`about.{word}` in phrases.yaml")
        for gate in library.gates.values()
        for word in gate.about
        if f"about.{word}" not in named
    ]


def _unknown(where: tuple[str, int], word: str, words: dict[str, object]) -> Fault:
    near = get_close_matches(word, words, 1)
    expected = f"`{near[0]}`" if near else "a word defined under `rulings/words`"
    return Fault(*where, "phrase-without-word", f"`{word}`", expected)
