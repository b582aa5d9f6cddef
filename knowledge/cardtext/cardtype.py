"""What a card's printed type means for reading its text."""

from dataclasses import dataclass
from typing import Literal


@dataclass(slots=True, frozen=True)
class CardType:
    """What the printed type means for reading."""

    frame: Literal["monster", "spell", "trap"]
    printed_property: str
    words: tuple[str, ...]

    @property
    def stays(self) -> bool:
        """Whether the card stays on the field once activated."""
        return self.frame != "monster" and self.printed_property in ("continuous", "field", "equip")


def type_of(printed: str) -> CardType:
    """The printed type taken apart; anything that is neither Spell nor Trap is read as a monster."""
    words = tuple(word.strip().lower() for word in printed.split("/") if word.strip())
    first = words[0] if words else ""
    if first.startswith(("spell", "trap")):
        frame: Literal["spell", "trap"] = "spell" if first.startswith("spell") else "trap"
        return CardType(frame, words[1] if len(words) > 1 else "normal", words)
    return CardType("monster", "", words)
