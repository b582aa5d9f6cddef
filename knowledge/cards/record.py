"""One imported card, whatever file it came from."""

from typing import Literal

import msgspec

from knowledge.data.profile import Card, Effect, Names

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


def profile_of(card: StoredCard, effects: tuple[Effect, ...] = ()) -> Card:
    """An imported card in the shape of a hand-written profile; `effects` are what a reader made of its text."""
    chinese = next((card.names[lang] for lang in (*LANGUAGES, *card.names) if lang in card.names), card.key)
    return Card(
        id=card.key,
        names=Names(zh=chinese, en=card.names.get("en", ""), ja=card.names.get("ja", "")),
        type=card.type,
        cid=card.cid,
        password=card.password,
        aliases=tuple(dict.fromkeys(name for name in (*card.names.values(), *card.aliases) if name != chinese)),
        attribute=card.attribute,
        level=card.level,
        atk=card.atk,
        defence=card.defence,
        scale=card.scale,
        groups=card.groups,
        effects=effects,
    )


def key_of(card: StoredCard) -> str:
    """The card's name in links: the password where it has one, since every source knows it."""
    if card.password is not None:
        return str(card.password)
    return f"cid:{card.cid}" if card.cid is not None else f"page:{card.page}"
