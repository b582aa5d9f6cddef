"""What a card's printed type means for reading its text."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from knowledge.problems import bad_input

EXTRA_DECK = frozenset({"fusion", "synchro", "xyz", "link"})
EXAMPLES = ("Monster / Effect", "Spell / Quick-Play", "Trap / Counter")


@dataclass(slots=True, frozen=True)
class CardType:
    """What the printed type means for reading."""

    frame: Literal["monster", "spell", "trap"]
    printed_property: str
    words: tuple[str, ...]

    @property
    def opens_with_materials(self) -> bool:
        """Whether the text opens with the materials the monster is summoned with."""
        return self.frame == "monster" and not EXTRA_DECK.isdisjoint(self.words)

    @property
    def stays(self) -> bool:
        """Whether the card stays on the field once activated."""
        return self.frame != "monster" and self.printed_property in ("continuous", "field", "equip")


@lru_cache(maxsize=512)
def type_of(printed: str) -> CardType:
    """The printed type taken apart: `Monster / Effect`, `Spell / Quick-Play`, `Trap` …"""
    words = tuple(word.strip().lower() for word in printed.split("/"))
    if words[0].startswith("monster"):
        return CardType("monster", "", words)
    if words[0].startswith(("spell", "trap")):
        frame: Literal["spell", "trap"] = "spell" if words[0].startswith("spell") else "trap"
        return CardType(frame, words[1] if len(words) > 1 else "normal", words)
    shown = " ".join(printed[:40].split())
    raise bad_input(
        "card-type.unknown",
        field="type",
        value=printed[:80],
        accepted=EXAMPLES,
        shown=shown,
        listed="、".join(EXAMPLES),
        listed_too=", ".join(EXAMPLES),
    )
