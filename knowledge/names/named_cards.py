"""The cards to be found, each once: profiles, imported cards, nicknames; and archetypes, in each language."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from knowledge.cards.record import StoredCard, profile_of
from knowledge.data.profile import Card
from knowledge.data.yaml_files import yaml_of
from knowledge.names.fold import fold, fold_with_places, is_chinese

_NUMBERED = re.compile(r"(?:\w{0,3}No\.\w+\s+|Number \w+:\s+)(\S.+)")  # the number of a series before the name proper

_NICKNAME_FILES = ("nicknames.yaml", "community-names.yaml")
_LANGUAGES = ("zh", "zh-CN", "ja")
_FEWEST_MEMBERS = 3
_LONGEST = 10
_LEAST_AGREEMENT = 0.55
_AS_GOOD = 0.97  # a longer word that is hardly less shared is the fuller name
NUMBERED = "set:"  # a group known only by a number in the source


class NamedCard(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A card as the index knows it; `names` by language code (zh, zh-CN, zh-TW, ja, en)."""

    key: str
    names: dict[str, str]
    aliases: tuple[str, ...] = ()
    nicknames: tuple[str, ...] = ()
    cid: int | None = None
    password: int | None = None
    other_passwords: tuple[int, ...] = ()
    groups: tuple[str, ...] = ()
    type: str = ""
    profiled: bool = False  # has a hand-written profile


def _of_profile(card: Card) -> NamedCard:
    names = {"zh": card.names.zh, "ja": card.names.ja, "en": card.names.en}
    return NamedCard(
        key=card.id,
        names={lang: name for lang, name in names.items() if name},
        aliases=card.aliases,
        cid=card.cid,
        password=card.password,
        groups=card.groups,
        type=card.type,
        profiled=True,
    )


def _of_stored(card: StoredCard) -> NamedCard:
    return NamedCard(
        key=card.key,
        names=card.names,
        aliases=card.aliases,
        cid=card.cid,
        password=card.password,
        other_passwords=card.other_passwords,
        groups=card.groups,
        type=card.type,
    )


def card_listed(card: NamedCard) -> Card:
    """An imported card as a list shows it: what the index knows of it, and no effects."""
    return profile_of(
        StoredCard(
            key=card.key,
            type=card.type,
            described_by="ygopro",
            cid=card.cid,
            password=card.password,
            names=card.names,
            aliases=card.aliases,
            groups=card.groups,
        )
    )


def _marks(card: NamedCard) -> list[str]:
    marks = [f"password:{number}" for number in (card.password, *card.other_passwords) if number is not None]
    return marks + ([f"cid:{card.cid}"] if card.cid is not None else [])


def _joined(first: NamedCard, second: NamedCard) -> NamedCard:
    """One card known twice: the profile leads, what it calls otherwise is an alias."""
    leading, other = (second, first) if second.profiled and not first.profiled else (first, second)
    names = {**other.names, **leading.names}
    spellings = [*leading.aliases, *other.aliases, *other.names.values()]
    numbers = [leading.password, other.password, *leading.other_passwords, *other.other_passwords]
    passwords = list(dict.fromkeys(number for number in numbers if number is not None))
    return NamedCard(
        key=leading.key,
        names=names,
        aliases=tuple(name for name in dict.fromkeys(spellings) if name not in names.values()),
        nicknames=tuple(dict.fromkeys((*leading.nicknames, *other.nicknames))),
        cid=leading.cid if leading.cid is not None else other.cid,
        password=passwords[0] if passwords else None,
        other_passwords=tuple(passwords[1:]),
        groups=tuple(dict.fromkeys((*leading.groups, *other.groups))),
        type=leading.type or other.type,
        profiled=leading.profiled or other.profiled,
    )


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


def gathered(cards: Iterable[Card | StoredCard | NamedCard], nicknames: Iterable[Nickname] = ()) -> list[NamedCard]:
    """Every card once, profiles first, with its nicknames."""
    by_mark: dict[str, str] = {}
    by_key: dict[str, NamedCard] = {}
    for card in cards:
        entry = (
            _of_profile(card) if isinstance(card, Card) else _of_stored(card) if isinstance(card, StoredCard) else card
        )
        twins = {by_mark[mark] for mark in _marks(entry) if mark in by_mark} | ({entry.key} & by_key.keys())
        marks = _marks(entry)
        for twin in sorted(twins):
            marks += _marks(by_key[twin])
            entry = _joined(by_key.pop(twin), entry)
        by_key[entry.key] = entry
        by_mark.update(dict.fromkeys(marks, entry.key))
    for nickname in nicknames:
        for password in nickname.cards:
            key = by_mark.get(f"password:{password}")
            if key is not None:
                entry = by_key[key]
                by_key[key] = msgspec.structs.replace(entry, nicknames=(*entry.nicknames, nickname.nick))
    known = _with_names_after_numbers(by_key.values())
    return sorted(known, key=lambda entry: (not entry.profiled, entry.cid or 1 << 32, entry.key))


def _with_names_after_numbers(entries: Iterable[NamedCard]) -> list[NamedCard]:
    """Numbered cards are called by what follows the number, too, where no other card is."""
    entries = list(entries)
    taken = {spelling for entry in entries for spelling in (*entry.names.values(), *entry.aliases, *entry.nicknames)}
    short = {
        entry.key: {found[1] for name in entry.names.values() if (found := _NUMBERED.match(name))} for entry in entries
    }
    times = Counter(name for names in short.values() for name in names)
    return [
        msgspec.structs.replace(entry, nicknames=(*entry.nicknames, *sorted(own)))
        if (own := {name for name in short[entry.key] if times[name] == 1 and name not in taken})
        else entry
        for entry in entries
    ]


@cache
def all_nicknames(folder: Path) -> list[Nickname]:
    """What players call cards for short, and the full names of the community."""
    return [entry for name in _NICKNAME_FILES for entry in read_nicknames(folder / name)]


def read_nicknames(path: Path) -> list[Nickname]:
    """The nicknames of a YAML file; msgspec's message names the entry that is wrong."""
    return msgspec.convert(yaml_of(path) or [], type=list[Nickname])


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """An archetype: its names and the numbers of its members in the index."""

    id: str
    names: dict[str, str]
    members: tuple[int, ...]


def _pieces(name: str) -> set[str]:
    ends = range(2, _LONGEST + 1)
    return {name[start : start + size] for size in ends for start in range(len(name) - size + 1)}


def _shared_words(names: Sequence[str], everywhere: Counter[str]) -> str:
    """The piece that most members' names hold and few other cards' names do, or nothing."""
    here = Counter(piece for name in names for piece in _pieces(name))
    agreement = {piece: 2 * count / (len(names) + everywhere[piece]) for piece, count in here.items()}
    best = max(agreement.values(), default=0.0)
    if best < _LEAST_AGREEMENT:
        return ""
    as_good = [piece for piece, rate in agreement.items() if rate >= best * _AS_GOOD]
    return max(as_good, key=lambda piece: (len(piece), agreement[piece], piece))


def _as_printed(word: str, names: Iterable[str]) -> str:
    """A folded word as the first name that holds it prints it."""
    for name in names:
        folded, places = fold_with_places(name)
        at = folded.find(word)
        if at >= 0:
            return name[places[at] : places[at + len(word) - 1] + 1]
    return word


def groups_of(cards: Iterable[NamedCard]) -> list[Group]:
    """Every archetype named by a card, with the names its members reveal."""
    listed = list(cards)
    members: defaultdict[str, list[int]] = defaultdict(list)
    for number, card in enumerate(listed):
        for group in dict.fromkeys(card.groups):
            members[group].append(number)
    folded = {lang: [fold(card.names.get(lang, "")) for card in listed] for lang in _LANGUAGES}
    everywhere = {lang: Counter(piece for name in folded[lang] for piece in _pieces(name)) for lang in _LANGUAGES}
    groups: dict[str, Group] = {}
    called: dict[str, str] = {}  # a name -> the group it is kept under
    for group, numbers in sorted(members.items(), key=lambda item: (_is_named_elsewhere(item[0]), item[0])):
        names = {} if group.startswith(NUMBERED) else {"zh" if any(map(is_chinese, group)) else "en": group}
        for lang in _LANGUAGES if len(numbers) >= _FEWEST_MEMBERS else ():
            word = _shared_words([folded[lang][n] for n in numbers if folded[lang][n]], everywhere[lang])
            if word:
                names.setdefault(lang, _as_printed(word, (listed[n].names.get(lang, "") for n in numbers)))
        known = next((called[fold(name)] for name in names.values() if fold(name) in called), None)
        if known is not None and _is_named_elsewhere(group):
            same = groups[known]
            joined = tuple(sorted({*same.members, *numbers}))
            groups[known] = Group(id=known, names={**names, **same.names}, members=joined)
        elif names:
            groups[group] = Group(id=group, names=names, members=tuple(numbers))
            called |= {fold(name): group for name in names.values() if fold(name) not in called}
    return list(groups.values())


def _is_named_elsewhere(group: str) -> bool:
    """Whether another source likely knows the same group by its printed English name."""
    return group.startswith(NUMBERED) or any(map(is_chinese, group))
