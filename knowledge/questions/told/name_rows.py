"""Cards named in a row, `X, Y or Z`: each is meant alike, so the question is asked of each in turn.

What lies on the table together (`X and Y on the field`) is no row of alternatives: all of it is there.
"""

from dataclasses import replace
from itertools import pairwise

from knowledge.questions.asked import Asked
from knowledge.questions.cast import Cast, Item
from knowledge.questions.roles import hinted
from knowledge.questions.told.traces import either_way

_QUOTES = " 「」『』\"“”'、,，"
_MOST_ASKED = 4  # questions made of one


def questions_of_rows(asked: Asked) -> list[tuple[str, str]]:
    """The card and the question of it alone, for every card of a row; nothing where no row of alternatives is named."""
    cast = asked.cast
    rows = [row for row in _rows(asked, cast) if not _lie_together(cast, row)] if cast is not None else []
    rows = [row for row in rows if cast is not None and not _one_is_asked_about(cast, row)]
    if not rows or cast is None:
        return []
    longest = max(rows, key=lambda row: (row[0].part == cast.asked_part(), len(row)))
    chosen = {item.who: n for n, item in enumerate(longest)}
    found = []
    for n, item in enumerate(longest[:_MOST_ASKED]):
        spans = [_left_out(asked, row, _member(row, chosen, n)) for row in rows]
        text = list(asked.text)
        for start, end in [span for several in spans for span in several]:
            text[start:end] = [""] * (end - start)
        assert item.named is not None
        found.append((item.who, "".join(text)))
    return found


def _one_is_asked_about(cast: Cast, row: list[Item]) -> bool:
    """`X and Y were used. Can X …`: told together, and then one of them is named in what is asked."""
    here = {i.who for i in cast.asked_items if i.named}
    return row[0].part != cast.asked_part() and len(here & {item.who for item in row}) == 1


def _member(row: list[Item], chosen: dict[str, int], n: int) -> int:
    """Which card of a row stays: the one chosen in the row asked about, else the one at its place."""
    same = [at for at, item in enumerate(row) if chosen.get(item.who) == n]
    return same[0] if same else min(n, len(row) - 1)


def _rows(asked: Asked, cast: Cast) -> list[list[Item]]:
    """Names with nothing between them but quotation marks and a word that joins."""
    names = [i for i in cast.items if i.named]
    rows: list[list[Item]] = []
    for one, other in pairwise(names):
        if one.who == other.who or not _joined(asked, cast, one, other):
            continue
        if rows and rows[-1][-1] is one:
            rows[-1].append(other)
        else:
            rows.append([one, other])
    return rows


def _joined(asked: Asked, cast: Cast, one: Item, other: Item) -> bool:
    between = [i for i in cast.items if one.start < i.start < other.start]
    if any(not i.has("and") for i in between) or any(i.has("attack", "mutual") for i in cast.in_part(other.part)):
        return False
    start, end = _typed(asked, one)[1], _typed(asked, other)[0]
    spoken = [_typed(asked, i) for i in between]
    typed = "".join(
        c for at, c in enumerate(asked.text) if start <= at < end and not any(s <= at < e for s, e in spoken)
    )
    return not typed.strip(_QUOTES) and (bool(between) or "」" in typed or "、" in typed)


def _lie_together(cast: Cast, row: list[Item]) -> bool:
    """Whether what is named in a row lies on the table, or went through something together."""
    if row[0].part == cast.asked_part():
        return False
    lying = any({"firm-in-force", "hint-in-force"} & hinted(cast.items, item) for item in row)
    return lying or any(item.role not in ("answered", "subject", "again", "aside") for item in row)


def _typed(asked: Asked, item: Item) -> tuple[int, int]:
    """Where an item stands in the question as typed."""
    token = item.token or (item.named.token if item.named else None)
    assert token is not None
    return asked.span(token)


def _left_out(asked: Asked, row: list[Item], kept: int) -> list[tuple[int, int]]:
    """What of a row is not said where one card of it is meant."""
    at = [_typed(asked, item) for item in row]
    start, end = at[kept]
    before = (at[0][0], start) if kept else (start, start)
    behind = (end, at[-1][1]) if kept + 1 < len(row) else (end, end)
    return [before, behind]


def readings_either_way(asked: Asked) -> list[tuple[str, Asked]]:
    """`if A or B happens`, `in the one phase or the other`: the question for each of the two, with the words for it."""
    cast = asked.cast
    pairs = [pair for i in cast.items if (pair := either_way(cast, i))] if cast is not None else []
    if not pairs or asked.one_way:
        return []
    found: list[tuple[str, Asked]] = []
    for item in pairs[0]:
        assert item.phrase is not None
        start, end = _typed(asked, item)
        told = {*item.phrase.events, *item.phrase.told}
        kept = [a for a in asked.accounts if a.event in told]
        if told and not kept:
            return []
        if told:
            reading = replace(asked, accounts=kept, events=[a.event for a in kept], one_way=True)
        else:
            reading = replace(asked, at=item.phrase.at, one_way=True)
        found.append((asked.text[start:end], reading))
    return found
