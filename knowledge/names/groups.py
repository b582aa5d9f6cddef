"""Archetypes and what they are called in each language: the words most of their members' names share."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

import msgspec

from knowledge.names.entries import NamedCard
from knowledge.names.folding import fold

_LANGUAGES = ("zh", "zh-CN", "ja")
_FEWEST_MEMBERS = 3
_LONGEST = 10
_LEAST_AGREEMENT = 0.55
NUMBERED = "set:"  # a group known only by a number in the source


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
    best, best_rate = "", (0.0, 0)
    for piece, count in here.items():
        agreement = 2 * count / (len(names) + everywhere[piece])
        if (agreement, len(piece)) > best_rate:
            best, best_rate = piece, (agreement, len(piece))
    return best if best_rate[0] >= _LEAST_AGREEMENT else ""


def groups_of(cards: Iterable[NamedCard]) -> list[Group]:
    """Every archetype named by a card, with the names its members reveal."""
    listed = list(cards)
    members: defaultdict[str, list[int]] = defaultdict(list)
    for number, card in enumerate(listed):
        for group in card.groups:
            members[group].append(number)
    folded = {lang: [fold(card.names.get(lang, "")) for card in listed] for lang in _LANGUAGES}
    everywhere = {lang: Counter(piece for name in folded[lang] for piece in _pieces(name)) for lang in _LANGUAGES}
    groups: dict[str, Group] = {}
    taken: set[str] = set()
    for group, numbers in sorted(members.items(), key=lambda item: (item[0].startswith(NUMBERED), item[0])):
        names = {} if group.startswith(NUMBERED) else {"zh" if not group.isascii() else "en": group}
        for lang in _LANGUAGES if len(numbers) >= _FEWEST_MEMBERS else ():
            word = _shared_words([folded[lang][n] for n in numbers if folded[lang][n]], everywhere[lang])
            if word:
                names.setdefault(lang, word)
        # A number says nothing to people, and most numbered sets are the named ones again.
        if names and not (group.startswith(NUMBERED) and set(names.values()) & taken):
            groups[group] = Group(id=group, names=names, members=tuple(numbers))
            taken |= set(names.values())
    return list(groups.values())
