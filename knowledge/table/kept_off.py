"""Which effects a text keeps off, by the words its word is put together from: `opponents-activated-monster-effects`."""

from functools import lru_cache
from typing import NamedTuple

from knowledge.data.profile import CARD_KINDS

_EFFECTS, _THEIRS, _ACTIVATED = "effects", "opponents", "activated"


class KeptOff(NamedTuple):
    """Effects of the other player only, such as are activated only, of certain kinds of cards only."""

    theirs: bool
    activated: bool
    kinds: tuple[str, ...]  # of any kind where it is empty

    def covers(self, kind: str, *, theirs: bool, activated: bool) -> bool:
        """Whether an effect of a card of this kind is one of those."""
        of_the_kind = not self.kinds or kind.lower() in self.kinds
        return of_the_kind and (theirs or not self.theirs) and (activated or not self.activated)


@lru_cache(256)
def kept_off(word: str) -> KeptOff | None:
    """What a word of `to` keeps off; nothing where it is not put together from whose, how and of what kind."""
    *parts, last = word.split("-")
    if last != _EFFECTS or not set(parts) <= {_THEIRS, _ACTIVATED, *CARD_KINDS}:
        return None
    return KeptOff(_THEIRS in parts, _ACTIVATED in parts, tuple(part for part in parts if part in CARD_KINDS))
