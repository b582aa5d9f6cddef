"""The words the player speaks with, in both languages; the words themselves are data."""

from knowledge.data.language import Both, Part, catalogue, filled

__all__ = ["Both", "said", "words"]


def words() -> dict[str, Both]:
    """Every phrase by its key."""
    return catalogue("scenarios/words/play.yaml", "words")


def said(key: str, **parts: Part) -> Both:
    """A phrase in both languages with its blanks filled."""
    return filled(words()[key], parts)
