"""What is wrong with a file that was to be imported: its name, what was found, and what is accepted."""

from pathlib import Path

from knowledge.data.language import Part
from knowledge.problems import BadInput, sentence

ACCEPTED = ("a ygopro *.cdb", "yaml-yugi's cards.json or cards.json.gz")


def file_refused(path: Path, key: str, *, kind: str = "bad-file", **parts: Part) -> BadInput:
    """The refusal of a file, told by the sentence of this key."""
    says = sentence(key, file=path.name, **parts)
    return BadInput(says["zh"], says["en"], field="file", value=str(path), accepted=ACCEPTED, kind=kind)
