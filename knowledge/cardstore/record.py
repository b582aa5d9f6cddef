"""One imported card, whatever file it came from."""

from typing import Literal

import msgspec

Source = Literal["ygopro", "yaml-yugi"]
Points = int | Literal["?"]

LANGUAGES = ("zh", "zh-CN", "zh-TW", "ja", "en")  # community Chinese, official Chinese, traditional, Japanese, English


class StoredCard(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A card of the user's database; names and texts by language code, see `LANGUAGES`."""

    key: str
    type: str  # "Monster / Zombie / Tuner / Effect", "Spell / Quick-Play", "Trap / Counter"
    described_by: Source  # the file that type, points and groups come from
    cid: int | None = None
    password: int | None = None
    other_passwords: tuple[int, ...] = ()  # the same card under another artwork's number
    names: dict[str, str] = {}
    aliases: tuple[str, ...] = ()
    texts: dict[str, str] = {}
    pendulum_texts: dict[str, str] = {}
    attribute: str = ""
    level: int | None = None  # level, rank or link rating
    atk: Points | None = None
    defence: Points | None = None
    scale: int | None = None
    markers: tuple[str, ...] = ()  # top-left … bottom-right
    groups: tuple[str, ...] = ()  # archetypes: a name, or `set:0dd` where the file knows only a number
    page: int | None = None  # yaml-yugi's page number: the only identity of cards not yet numbered


def key_of(card: StoredCard) -> str:
    """The card's name in links: the password where it has one, since every source knows it."""
    if card.password is not None:
        return str(card.password)
    return f"cid:{card.cid}" if card.cid is not None else f"page:{card.page}"
