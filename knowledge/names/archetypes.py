"""Whether a card belongs to an archetype, whatever language the archetype is named in."""

from functools import lru_cache

from knowledge.names.fold import fold
from knowledge.names.index import NameIndex
from knowledge.names.named_cards import NamedCard


def belongs_to(index: NameIndex, card: NamedCard, archetype: str) -> bool:
    """Whether a card is of the archetype of this name (zh, ja or en): by the database's series, or by its own name."""
    wanted = fold(archetype)
    if not wanted:
        return False
    if any(wanted in fold(name) for name in (*card.names.values(), *card.aliases)):
        return True
    return not members_called(index, archetype).isdisjoint(index.numbers_of(card.key))


@lru_cache(maxsize=512)
def members_called(index: NameIndex, archetype: str) -> frozenset[int]:
    """Numbers of the cards of every archetype called so in some language; empty where none is."""
    groups = index.groups_called().get(fold(archetype), ())
    return frozenset(number for group in groups for number in group.members)


def names_of_archetype(index: NameIndex, archetype: str) -> dict[str, str]:
    """What an archetype is called in each language, from its name in any; empty where it is not known."""
    groups = index.groups_called().get(fold(archetype), ())
    return {lang: name for group in reversed(groups) for lang, name in group.names.items()}
