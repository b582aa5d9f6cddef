"""The words the player speaks with, in both languages; the words themselves are data."""

from functools import cache

from knowledge.data.folder import rulings_folder
from knowledge.data.nodes import read_yaml

Both = dict[str, str]
LANGUAGES = ("zh", "en")


@cache
def words() -> dict[str, Both]:
    """Every phrase by its key, read once."""
    text = (rulings_folder() / "scenarios" / "words" / "play.yaml").read_text(encoding="utf-8")
    loaded: dict[str, Both] = read_yaml(text).value["words"]
    return loaded


def said(key: str, **parts: Both | str | int) -> Both:
    """A phrase in both languages with its blanks filled."""
    template = words()[key]
    return {
        lang: template[lang].format(**{k: v[lang] if isinstance(v, dict) else str(v) for k, v in parts.items()})
        for lang in LANGUAGES
    }
