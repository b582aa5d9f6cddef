"""The list of nicknames people extend, `rulings/nicknames.yaml`."""

from pathlib import Path
from typing import Literal

import msgspec
import yaml


class Nickname(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What players call a card; several cards where the word is used for each of them."""

    nick: str
    lang: Literal["zh", "en", "ja"]
    card: int | tuple[int, ...]  # passwords
    name: str | tuple[str, ...]  # the card's Chinese name, for the reader of the file

    @property
    def cards(self) -> tuple[int, ...]:
        """The passwords of the cards meant."""
        return self.card if isinstance(self.card, tuple) else (self.card,)


def read_nicknames(path: Path) -> list[Nickname]:
    """The nicknames of a YAML file; msgspec's message names the entry that is wrong."""
    return msgspec.convert(yaml.safe_load(path.read_text(encoding="utf-8")) or [], type=list[Nickname])
