"""Names of cards used as verbs, written out before a question is read: `got ashed` is `got negated by ash`."""

import re
from functools import cache
from pathlib import Path
from typing import Any

from knowledge.data.folder import rulings_folder
from knowledge.data.nodes import read_yaml

_NAME = "{name}"


class NamesAsVerbs:
    """The forms of `rulings/questions/names-as-verbs.yaml`, ready to be looked for."""

    def __init__(self, path: Path) -> None:
        record: Any = read_yaml(path.read_text(encoding="utf-8")).value
        self._forms: list[tuple[re.Pattern[str], str]] = []
        for form in record["forms"]:
            names = "|".join(map(re.escape, sorted(record[form["of"]], key=len, reverse=True)))
            self._forms.append((re.compile(form["says"].replace(_NAME, f"(?:{names})"), re.I), form["means"]))

    def written_out(self, text: str) -> str:
        """A text in which no name stands for doing what its card does."""
        for pattern, means in self._forms if text.isascii() else ():
            text = pattern.sub(means, text)
        return text


@cache
def names_as_verbs(folder: Path | None = None) -> NamesAsVerbs:
    """The forms of a folder of rulings, read once."""
    return NamesAsVerbs((folder or rulings_folder()) / "questions/names-as-verbs.yaml")
