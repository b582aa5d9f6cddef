"""Names that look like what was typed: a character wrong, missing or too many; a telling piece of a long name."""

from functools import lru_cache

from rapidfuzz.distance import OSA

from knowledge.names.fold import fold, is_chinese, pinyin_of
from knowledge.names.index import NameIndex
from knowledge.questions.named.segmentation import Piece, Sentence

_PARTS = ("name", "nickname", "short", "group")
_PARTICLES = frozenset("被把用对拿和跟与的")  # stand before a name and are rarely a part of it
_LEAST_OF_TWO, _MOST_OF_TWO = 4, 12  # characters of a name told by two pieces of it
_MOST_HOLDERS = 120  # cards that may hold one of them
_SO_SHORT = 4  # characters of a name in which each of them tells which card it is
_TOO_MANY = 3  # cards equally near: none of them is meant
_MOST_KEPT = 4096  # pairs of a name and what was typed: a question is read several times, with each choice


def nearly_called(index: NameIndex, folded: str) -> tuple[int, ...]:
    """Numbers of the cards whose name is nearly this."""
    most = _most_wrong(len(folded), _is_spelled(folded))
    scored = []
    for name, card in index.alike(folded) if most else ():
        distance = OSA.distance(name, folded, score_cutoff=most)
        if distance <= most and _differ_little(index, name, folded, distance) and not _is_another(name, folded):
            scored.append((distance, card))
    least = min(scored)[0] if scored else 0
    found = tuple(dict.fromkeys(card for distance, card in scored if distance == least))
    return found if len(found) < _TOO_MANY else ()


@lru_cache(_MOST_KEPT)
def _is_another(name: str, typed: str) -> bool:
    """Whether a short Chinese name with a character changed is another name: a slip sounds the same or is a swap."""
    if name == typed or min(len(name), len(typed)) > _SO_SHORT or not all(map(is_chinese, name + typed)):
        return False
    if sorted(name) == sorted(typed):
        return False
    return not {whole for whole, _ in pinyin_of(name)} & {whole for whole, _ in pinyin_of(typed)}


def _differ_little(index: NameIndex, name: str, typed: str, distance: int) -> bool:
    """Whether the part that tells members of one archetype apart is nearly the same, too."""
    shared = next((size for size in range(min(len(name), len(typed)), 1, -1) if name[:size] == typed[:size]), 0)
    groups = index.groups_called()
    size = next((size for size in range(shared, 1, -1) if typed[:size] in groups), 0)
    return distance <= _most_wrong(len(typed) - size, _is_spelled(typed))


def with_near_names(sentence: Sentence, index: NameIndex, row: list[Piece]) -> list[Piece]:
    """Gaps of the row filled with names that look like what was typed."""
    made: list[Piece] = []
    at = 0
    while at < len(row):
        if (whole := _of_two_parts(sentence, index, row, at)) is not None:
            made.append(whole)
            at = next(n for n in range(at, len(row)) if row[n].end == whole.end) + 1
            continue
        crowded = _is_crowded(sentence, row, at)
        if row[at].kind != "gap" and not crowded:
            made.append(row[at])
            at += 1
            continue
        first, last = at, at + 1 + crowded
        while last < len(row) and row[last].kind == "gap" and not sentence.breaks[row[last].start]:
            last += 1
        filled = _filled(sentence, index, row, first, last)
        if filled is None:
            glued = crowded and all(piece.kind == "short" for piece in row[first:last])
            made += _gaps(row[first].start, row[last - 1].end) if glued else row[first:last]
            at = last
            continue
        piece, consumed = filled
        while made and made[-1].end > piece.start:
            cut = made.pop()
            if cut.start < piece.start:
                made += _gaps(cut.start, piece.start)
                break
        start = made[-1].end if made else 0
        made += _gaps(start, piece.start)
        made.append(piece)
        at = consumed
        if row[at - 1].end > piece.end:
            made += _gaps(piece.end, row[at - 1].end)
    return made


def _of_two_parts(sentence: Sentence, index: NameIndex, row: list[Piece], at: int) -> Piece | None:
    """Two pieces of one card's name side by side, what stands between them left out: its family and its last word."""
    last = at
    while (
        last < len(row)
        and row[last].kind in (*_PARTS, "gap")
        and (last == at or not (sentence.between(row[last].start) or sentence.breaks[row[last].start]))
    ):
        last += 1
    for end in range(last, at, -1):
        start, stop = row[at].start, row[end - 1].end
        typed = sentence.folded[start:stop]
        loose = end - at > 1 or row[at].kind == "gap"
        if not loose or not _LEAST_OF_TWO <= len(typed) <= _MOST_OF_TWO or typed.isascii():
            continue
        if not (sentence.edges[start] and sentence.edges[stop]) or index.bearers(typed):
            continue
        found = {card for cut in range(2, len(typed) - 1) for card in _holding_both(index, typed[:cut], typed[cut:])}
        if len(found) == 1:
            return Piece(start, stop, "near", 0.5, cards=tuple(found), name_end=stop)
    return None


def _holding_both(index: NameIndex, one: str, other: str) -> list[int]:
    """The cards with one name in which the first piece stands at its beginning and the other behind it."""
    first, second = (index.holders(piece, most=_MOST_HOLDERS) for piece in (one, other))
    return [card for card in set(first) & set(second) if _in_order(index, card, one, other)]


def _in_order(index: NameIndex, card: int, one: str, other: str) -> bool:
    names = [fold(name) for name in index.card(card).names.values()]
    return any(name.startswith(one) and other in name[len(one) :] for name in names)


def _is_crowded(sentence: Sentence, row: list[Piece], at: int) -> bool:
    """Whether two short names stand side by side with nothing between: likelier one long name, mistyped."""
    if at + 1 >= len(row) or sentence.between(row[at].end) or sentence.folded[row[at].start].isascii():
        return False
    return row[at].kind in _PARTS and row[at + 1].kind in _PARTS


def _gaps(start: int, end: int) -> list[Piece]:
    return [Piece(start, end, "gap", 1.0)] if start < end else []


def _filled(sentence: Sentence, index: NameIndex, row: list[Piece], first: int, last: int) -> tuple[Piece, int] | None:
    """The best near name that covers a run of gaps, and the place in the row behind it."""
    start, end = row[first].start, row[last - 1].end
    low, high = first, last
    while low > 0 and start - row[low - 1].start <= 8 and _may_join(sentence, row[low - 1], row[low].start):
        low -= 1
    while high < len(row) and row[high].end - end <= 8 and _may_join(sentence, row[high], row[high].start):
        high += 1
    window = sentence.folded[row[low].start : row[high - 1].end]
    offset = row[low].start
    best: tuple[float, int, int, list[int]] | None = None
    if len(window) >= 3:
        for name, card in index.alike(window):
            placed = _placed(name, window)
            if placed is None or _is_another(name, window[placed[1] : placed[2]]):
                continue
            distance, a, b = placed
            if not _differ_little(index, name, window[a:b], distance):
                continue
            covered = min(end, offset + b) - max(start, offset + a)
            if _swallows_a_word(sentence, row[low:high], name, offset + a, offset + b):
                continue
            if covered <= 0 or not (sentence.edges[offset + a] and sentence.edges[offset + b]):
                continue
            if sentence.inside_a_run(offset + a, offset + b):
                continue  # the end of a longer name, which is another one
            score = (b - a) - 2.0 * distance
            if best is None or score > best[0]:
                best = (score, offset + a, offset + b, [card])
            elif score == best[0] and (offset + a, offset + b) == best[1:3] and card not in best[3]:
                best[3].append(card)
    gaps = all(piece.kind == "gap" for piece in row[first:last])
    held = _held(sentence, index, start, end) if gaps else None
    if held and (best is None or best[0] < held[2] - held[1] - 1):
        best = held
    if best is None or (not gaps and best[2] - best[1] < end - start):
        return None
    _, a, b, cards = best
    if b - a > 3 and sentence.folded[a] in _PARTICLES and not any(_begins(index, n, sentence.folded[a]) for n in cards):
        a += 1
    piece = Piece(a, b, "near", 0.5, cards=tuple(cards), name_end=b)
    behind = next((n for n in range(first, len(row)) if row[n].end >= b), len(row) - 1) + 1
    return piece, behind


def _swallows_a_word(sentence: Sentence, row: list[Piece], name: str, start: int, end: int) -> bool:
    """Whether an ordinary word stands there that the name does not have: then it is that word and no slip."""
    words = [p for p in row if p.kind == "word" and p.start < end and start < p.end and p.end - p.start > 1]
    return any(sentence.folded[word.start : word.end] not in name for word in words)


def _begins(index: NameIndex, number: int, first: str) -> bool:
    return any(fold(name).startswith(first) for name in index.card(number).names.values())


def _may_join(sentence: Sentence, piece: Piece, at: int) -> bool:
    """Whether a piece beside a gap may be a part of the same mistyped name."""
    if sentence.breaks[at] or piece.kind == "fixed":
        return False
    return piece.kind in ("name", "nickname", "short", "gap", "group", "word")


def _held(sentence: Sentence, index: NameIndex, start: int, end: int) -> tuple[float, int, int, list[int]] | None:
    """The longest piece of a gap that stands in few cards' names."""
    for size in range(min(end - start, 12), 2, -1):
        for at in range(start, end - size + 1):
            piece = sentence.folded[at : at + size]
            if (piece.isascii() and size < 5) or not sentence.is_whole(at, at + size):
                continue
            if sentence.ends_a_word(at, at + size):
                continue  # the ending of a verb, though some name holds it
            holders = index.holders(piece, most=3)
            if holders and not piece.isascii() and not sentence.inside_a_run(at, at + size):
                return 0.0, at, at + size, list(holders)
    pair, kana = sentence.folded[start:end], sentence.ends_a_word(start, end)
    if end - start == 2 and not pair.isascii() and not sentence.inside_a_run(start, end) and not kana:
        holders = index.holders(pair, most=4)
        return (0.0, start, end, list(holders)) if holders else None
    return None


def _is_spelled(name: str) -> bool:
    """Whether a folded name is of Latin letters or kana alone."""
    return name.isascii() or all("\u3041" <= character <= "\u30fc" for character in name)


def _most_wrong(size: int, spelled: bool) -> int:
    """How many characters may be wrong in a name of this length: fewer where it is spelled out letter by letter."""
    if spelled:
        return 0 if size < 6 else 1 if size < 10 else 2
    return 0 if size < 4 else 1 if size < 7 else 2 if size < 11 else 3


@lru_cache(_MOST_KEPT)
def _placed(name: str, window: str) -> tuple[int, int, int] | None:
    """(characters wrong, start, end) of the stretch of a window that is nearest to a name, if near enough."""
    most = _most_wrong(len(name), _is_spelled(name))
    if not most:
        return None
    best: tuple[int, bool, int, int, int] | None = None
    for size in range(max(3, len(name) - most), len(name) + most + 1):
        for start in range(len(window) - size + 1):
            if window[start] != name[0] and window[start + size - 1] != name[-1]:
                continue
            distance = OSA.distance(name, window[start : start + size], score_cutoff=most)
            if distance > most:
                continue
            whole = window[start] == name[0] and window[start + size - 1] == name[-1]
            placed = (distance, not whole, abs(len(name) - size), start, start + size)
            best = placed if best is None else min(best, placed)
    return (best[0], best[3], best[4]) if best else None
