"""Archetypes and what they are called in each language: the words most of their members' names share."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

import msgspec

from knowledge.names.fold import fold, fold_with_places, is_chinese
from knowledge.names.named_cards import NamedCard

_LANGUAGES = ("zh", "zh-CN", "ja")
_FEWEST_MEMBERS = 3
_LONGEST = 10
_LEAST_AGREEMENT = 0.55
_AS_GOOD = 0.97  # a longer word that is hardly less shared is the fuller name
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
