"""A sentence cut into names and ordinary words: every piece costs something, the cheapest row of pieces is the reading.

A character no piece stands for costs most, so that a name glued to a verb is still found; a name costs a little more
than one word and less than two, so that it wins against words it is made of only where it is long.
"""

import re
import unicodedata
from collections.abc import Container, Iterable, Mapping
from typing import Literal, NamedTuple

from knowledge.names.fold import fold, fold_with_places, is_chinese
from knowledge.names.index import NameIndex
from knowledge.names.named_cards import Group
from knowledge.questions.named.name_words import NameWords, Word

PieceKind = Literal[
    "gap", "word", "pronoun", "effect", "part", "name", "nickname", "short", "again", "near", "group", "fixed"
]

_PAUSES = frozenset("，。；！？…、\n?;!｜|（）()")
_FIRM_PAUSES = frozenset("。？\n")
_JOINTS = ("", "・")  # what may stand between two words of one name in katakana
CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩"
_GAP = 1.0
_WORD, _LETTER = 0.25, 0.45
_NAME = {1: 0.95, 2: 0.34}
_LONG_NAME = 0.30
_NICKNAME = {1: 0.9, 2: 0.38}
_LONG_NICKNAME = 0.34
_SHORT_OF_ONE, _SHORT_OF_SEVERAL = 0.55, 0.72
_TWO_LETTERS = 0.12  # more, for a short form of two characters
_AGAIN = 0.36
_AS_QUOTED = 0.28  # of a name that stood between quotation marks before, or of what its own part of an archetype's is
_PARTICLE = "的"
_GROUP, _GROUP_OF_A_KIND = 0.48, 0.40
_MADE_OF_WORDS = 0.62  # of a name that ordinary words make up: two words are cheaper, three are not
_INSIDE_A_RUN = 0.8  # beginning or ending inside a run of katakana
_ENDING = 0.1
_TWO_READINGS = 0.35  # of a name that is a verb and another card's name
_LONGEST_KANA_WORD = 3
_PLURAL = "s"
_BEHIND_ITS_ARCHETYPE = re.compile(r"[-－‐—·・ ]+")  # 电脑堺门-朱雀: the card's own part of the name
_FEWEST_QUOTED = {True: 3, False: 2}  # characters of the whole name, of its own part
_LOWER_CASE = 6  # letters of a word of one card's name that is known without its capital


class Piece(NamedTuple):
    """A stretch of the folded sentence and what it would be."""

    start: int
    end: int
    kind: PieceKind
    cost: float
    word: Word | None = None
    cards: tuple[int, ...] = ()
    groups: tuple[Group, ...] = ()
    name_end: int = 0  # where the name ends, if an ending hangs on it
    number: int = 0


class Sentence:
    """A typed sentence, folded, with the places where words may begin and end."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.folded, self.places = fold_with_places(text)
        size = len(self.folded)
        self.edges = [True, *(self._is_edge(at) for at in range(1, size)), True]
        self.breaks = [False, *(self._is_break(at) for at in range(1, size)), False]
        self.japanese = any("\u3041" <= c <= "\u30fc" for c in text)
        self.katakana = [_is_katakana(text[place]) for place in self.places]

    def __len__(self) -> int:
        return len(self.folded)

    def typed(self, start: int, end: int) -> str:
        """A stretch as it was typed."""
        return self.text[self.places[start] : self.places[end - 1] + 1]

    def between(self, at: int) -> str:
        """What was typed between two characters of the folded sentence."""
        return self.text[self.places[at - 1] + 1 : self.places[at]]

    def _is_edge(self, at: int) -> bool:
        """Whether a Latin word or a figure may end here."""
        before, after = self.folded[at - 1], self.folded[at]
        if not (before.isascii() and after.isascii()):
            return True
        if self.places[at] == self.places[at - 1]:
            return False
        if self.text[self.places[at]] in CIRCLED:
            return True  # "No.39②": the number of an effect is no figure of the name
        return bool(self.between(at)) or before.isdigit() != after.isdigit()

    def _is_break(self, at: int) -> bool:
        """Whether no name goes on across this place: a pause, unless both sides are English."""
        marks = _PAUSES.intersection(self.between(at)) if self.places[at] - self.places[at - 1] > 1 else frozenset()
        if not marks:
            return False
        english = self.folded[at - 1].isascii() and self.folded[at].isascii()
        return not english or bool(marks & _FIRM_PAUSES) or ("? " in self.between(at))

    def is_whole(self, start: int, end: int) -> bool:
        """Whether a stretch begins and ends where words may, with no pause inside."""
        return self.edges[start] and self.edges[end] and not any(self.breaks[start + 1 : end])

    def capital(self, start: int) -> bool:
        """Whether a Latin word is typed with a capital where no sentence begins."""
        if not self.text[self.places[start]].isupper():
            return False
        before = self.text[: self.places[start]].rstrip(" \"'“(「『")
        return bool(before) and before[-1] not in ".?!。？！\n:："

    def ends_a_word(self, start: int, end: int) -> bool:
        """Whether a stretch is hiragana right behind a character: 下げられ, the ending of a verb."""
        kana = all("\u3041" <= self.text[place] <= "\u3096" for place in self.places[start:end])
        return kana and start > 0 and is_chinese(self.folded[start - 1]) and not self.between(start)

    def inside_a_run(self, start: int, end: int) -> int:
        """How many ends of a stretch lie inside a run of katakana, whose words a middle dot joins to one name."""
        k, n = self.katakana, len(self.folded)
        left = start > 0 and k[start] and k[start - 1] and self.between(start) in _JOINTS
        right = end < n and k[end - 1] and k[end] and self.between(end) in _JOINTS
        return int(left) + int(right)

    def is_joined(self, start: int, end: int) -> bool:
        """Whether a stretch of katakana is joined by a middle dot to what stands beside it: the half of a name."""
        joined = (start > 0 and self.between(start) == "・") or (end < len(self) and self.between(end) == "・")
        return joined and all(self.katakana[start:end])


def _is_katakana(character: str) -> bool:
    return ("\u30a1" <= character <= "\u30fc" and character != "・") or "\uff66" <= character <= "\uff9f"


def pieces_in(sentence: Sentence, index: NameIndex, words: NameWords) -> list[Piece]:
    """Every piece that may stand somewhere in a sentence."""
    found: list[Piece] = []
    groups, sizes = index.groups_called(), index.sizes_of_groups()
    for start in range(len(sentence)):
        if not sentence.edges[start]:
            continue
        found += _words_at(sentence, words, start)
        found += _names_at(sentence, index, words, start)
        found += _short_forms_at(sentence, index, words, start)
        for size in sizes.get(sentence.folded[start : start + 2], ()):
            end = start + size
            called = groups.get(sentence.folded[start:end])
            if called and end <= len(sentence) and sentence.is_whole(start, end):
                found += _group_piece(sentence, words, start, end, called)
    found += _numbers(sentence, words)
    return found


def _words_at(sentence: Sentence, words: NameWords, start: int) -> list[Piece]:
    found = []
    for size, word in words.at(sentence.folded, start):
        end = start + size
        if not sentence.is_whole(start, end):
            continue
        if word.typed and unicodedata.normalize("NFKC", sentence.typed(start, end)) != word.typed:
            continue
        if sentence.is_joined(start, end):
            continue  # デス of "デス・ウサギ" is no です
        run = _INSIDE_A_RUN * sentence.inside_a_run(start, end) if size <= _LONGEST_KANA_WORD else 0.0
        latin = sentence.folded[start].isascii()
        cost = (_WORD if size > 1 or latin else _LETTER) + run
        found.append(Piece(start, end, word.kind, cost, word, number=int(word.tells) if word.kind == "effect" else 0))
    return found


def _numbers(sentence: Sentence, words: NameWords) -> list[Piece]:
    found = []
    figures = [*re.finditer(r"\d+", sentence.folded)]
    for pattern in words.numbered if figures else ():
        for match in pattern.finditer(sentence.folded):
            if sentence.is_whole(match.start(), match.end()):
                found.append(Piece(match.start(), match.end(), "effect", _WORD - 0.02, number=int(match[1])))
    for at, place in enumerate(sentence.places):
        if sentence.text[place] in CIRCLED and (at == 0 or sentence.places[at - 1] != place):
            number = CIRCLED.index(sentence.text[place]) + 1
            found.append(Piece(at, at + len(str(number)), "effect", 0.2, number=number))
    for match in figures:  # a bare figure is an ordinary word, but not together with the number of an effect
        if any(sentence.edges[match.start() + 1 : match.end()]):
            continue
        found.append(Piece(match.start(), match.end(), "word", _WORD))
    return found


def _made_of_words(sentence: Sentence, words: NameWords, start: int, end: int) -> bool:
    """Whether ordinary words of two characters and more make up a stretch."""
    reached = {start}
    for at in range(start, end):
        if at in reached:
            latin = sentence.folded[at].isascii()
            sizes = (size for size, _ in words.at(sentence.folded, at) if size > 1 or latin)
            reached |= {at + size for size in sizes if at + size <= end and sentence.edges[at + size]}
    return end in reached


def _may_be_called(sentence: Sentence, words: NameWords, start: int, end: int) -> bool:
    """Whether a stretch that is an ordinary word may be a name after all: with a capital in English, or activated."""
    if sentence.folded[start:end] not in words:
        return True
    latin = sentence.folded[start].isascii()
    return sentence.capital(start) if latin else _is_activated(sentence, words, start, end)


def _is_activated(sentence: Sentence, words: NameWords, start: int, end: int) -> bool:
    """Whether a stretch ends a clause right behind a word for having activated: 对方发动了融合, but not 发动无效.

    Or it is what another card is asked to answer: 融合能被灰流丽康吗, 灰流丽能连锁融合吗.
    """
    told = sentence.folded[max(0, start - 3) : start]
    if told in words.before and (end == len(sentence) or bool(sentence.between(end))):
        return True
    if sentence.folded[start:end] in words.verbs:
        return False
    begins = start == 0 or bool(sentence.between(start))
    if begins and any(pattern.match(sentence.folded, end) for pattern in words.answered_behind):
        return True
    before = sentence.folded[:start]
    return any(b.search(before) and a.match(sentence.folded, end) for b, a in words.answered_between)


def _same_script(sentence: Sentence, start: int, end: int) -> bool:
    """A short name in kana is not found among particles: it must be typed in katakana."""
    stretch = sentence.folded[start:end]
    kana = all("\u30a1" <= c <= "\u30fc" for c in stretch)
    return not kana or end - start > 4 or all(sentence.katakana[start:end])


def _names_at(sentence: Sentence, index: NameIndex, words: NameWords, start: int) -> list[Piece]:
    found = []
    for end, is_name in index.names_at(sentence.folded, start):
        size = end - start
        latin = sentence.folded[start:end].isascii()
        if latin and size < 3 and not (size == 1 and not is_name and sentence.text[sentence.places[start]].isupper()):
            continue
        whole = _whole_end(sentence, words, start, end)
        if not whole or sentence.folded[start:end].isdigit():
            continue
        if size == 1 and is_name and not latin:
            continue
        if not _may_be_called(sentence, words, start, end) or not _same_script(sentence, start, end):
            continue
        if not is_name and sentence.is_joined(start, end):
            continue
        if is_name:
            cost = _LONG_NAME if latin else _NAME.get(size, _LONG_NAME)
        else:
            cost = _LONG_NICKNAME if latin and size > 1 else _NICKNAME.get(size, _LONG_NICKNAME)
        cost += _INSIDE_A_RUN * sentence.inside_a_run(start, end) + (_ENDING if whole > end else 0.0)
        if sentence.folded[start:end] in words and not latin:
            cost = _WORD - 0.02
        elif size < 5 and not latin and _made_of_words(sentence, words, start, end):
            cost = _MADE_OF_WORDS if not _is_spoken_of(sentence, words, start, end) else cost + _ENDING
        if not latin and _is_verb_and_name(sentence, index, words, start, end):
            cost += _TWO_READINGS
        found.append(Piece(start, whole, "name" if is_name else "nickname", cost, name_end=end))
    return found


def _is_verb_and_name(sentence: Sentence, index: NameIndex, words: NameWords, start: int, end: int) -> bool:
    """Whether a name is also a word for activating and another card's name: 连锁旋风 is mostly chaining 旋风."""
    for size in range(1, end - start - 1):
        if sentence.folded[start : start + size] in words.before:
            rest = [e for e, is_name in index.names_at(sentence.folded, start + size) if is_name]
            if end in rest:
                return True
    return False


def _is_spoken_of(sentence: Sentence, words: NameWords, start: int, end: int) -> bool:
    """Whether a stretch begins a clause and something is asked or told of it."""
    begins = start == 0 or bool(sentence.between(start))
    return begins and any(sentence.folded.startswith(behind, end) for behind in words.behind)


def _whole_end(sentence: Sentence, words: NameWords, start: int, end: int) -> int:
    """Where a name ends, with a plural or past ending of a Latin name; 0 where it goes on as another word."""
    if sentence.is_whole(start, end):
        return end
    if sentence.folded[start:end].isascii() and end - start >= 3 and not any(sentence.breaks[start + 1 : end]):
        after = next((at for at in range(end, len(sentence) + 1) if sentence.edges[at]), end)
        if sentence.folded[end:after] in words.endings:
            return after
    return 0


def _stands_alone(sentence: Sentence, start: int, end: int) -> bool:
    """Whether a pause or a space stands before a stretch, or nothing, and behind it."""
    before = start == 0 or bool(sentence.between(start))
    return before and (end == len(sentence) or bool(sentence.between(end)))


def _short_forms_at(sentence: Sentence, index: NameIndex, words: NameWords, start: int) -> list[Piece]:
    found = []
    for end, cards in index.short_forms_at(sentence.folded, start):
        size, latin = end - start, sentence.folded[start:end].isascii()
        if sentence.is_joined(start, end):
            continue
        whole = _whole_end(sentence, words, start, end)
        if not whole or not _may_be_called(sentence, words, start, end) or not _same_script(sentence, start, end):
            continue
        if size > 1 and _made_of_words(sentence, words, start, end) and not (latin and sentence.capital(start)):
            continue
        if latin and whole > end and not sentence.capital(start):
            continue  # "performed" is no part of a name with an ending
        if size == 1 and not _stands_alone(sentence, start, end):  # else it is a word, not a name
            continue
        if latin and not sentence.text[sentence.places[start]].isupper() and (size < _LOWER_CASE or len(cards) > 1):
            continue
        cost = _SHORT_OF_ONE if len(cards) == 1 else _SHORT_OF_SEVERAL
        cost += (_TWO_LETTERS if size == 2 else 0.0) + (_ENDING if whole > end else 0.0)
        cost += _INSIDE_A_RUN * sentence.inside_a_run(start, end)
        found.append(Piece(start, whole, "short", cost, cards=cards, name_end=end))
    return found


def _group_piece(sentence: Sentence, words: NameWords, start: int, end: int, called: tuple[Group, ...]) -> list[Piece]:
    """An archetype; with the kind of card behind it, it is surely one."""
    folded = sentence.folded
    if folded[start:end] in words and not sentence.capital(start):
        return []
    if folded[start] == _PARTICLE and start and not sentence.between(start):
        return []  # "墓地的G": the particle belongs to what stands before it
    run = _INSIDE_A_RUN * sentence.inside_a_run(start, end)
    found = [Piece(start, end, "group", _GROUP + run, groups=called, name_end=end)]
    for size in range(words.longest_kind, 0, -1):
        after = end + size
        if after <= len(folded) and folded[end:after] in words.kinds and sentence.is_whole(start, after):
            found.append(Piece(start, after, "group", _GROUP_OF_A_KIND, groups=called, name_end=end))
            break
    return found


def cheapest(sentence: Sentence, pieces: list[Piece]) -> list[Piece]:
    """The cheapest row of pieces from end to end; gaps stand for characters (or Latin words) nothing accounts for."""
    size = len(sentence)
    beginning: list[list[Piece]] = [[] for _ in range(size + 1)]
    for piece in pieces:
        beginning[piece.start].append(piece)
    best: list[float] = [float("inf")] * (size + 1)
    came: list[Piece | None] = [None] * (size + 1)
    best[0] = 0.0
    for at in range(size):
        cost = best[at]
        if cost == float("inf"):
            continue
        end = at + 1
        while not sentence.edges[end]:
            end += 1
        if cost + _GAP < best[end]:
            best[end], came[end] = cost + _GAP, Piece(at, end, "gap", _GAP)
        for piece in beginning[at]:
            total = cost + piece.cost
            if total < best[piece.end]:
                best[piece.end], came[piece.end] = total, piece
    row: list[Piece] = []
    at = size
    while at > 0:
        last = came[at]
        assert last is not None
        row.append(last)
        at = last.start
    return row[::-1]


class Parts(NamedTuple):
    """What a card named once may be called again: rows of words of its Latin names, pieces of its other names."""

    latin: frozenset[str]
    others: tuple[str, ...]
    typed: frozenset[str] = frozenset()  # as it was spelled before, where that is not quite the name
    quoted: frozenset[str] = frozenset()  # as it stood between quotation marks, and its own part behind an archetype

    def hold(self, part: str) -> bool:
        """Whether a stretch is a part of one of the names: its beginning or end, or a longer piece of it."""
        if part.isascii():
            return part in self.latin or any(_is_its_number(part, name) for name in self.others)
        return (
            part in self.typed
            or part in self.quoted
            or any(
                part != name and part in name and (len(part) >= 3 or name.startswith(part) or name.endswith(part))
                for name in self.others
            )
        )


def _is_its_number(part: str, name: str) -> bool:
    """`No.39` of a card whose name begins so: letters and the whole figure."""
    behind = name[len(part) :]
    return name.startswith(part) and part[0].isalpha() and part[-1].isdigit() and not behind[:1].isdigit()


def parts_of(names: Iterable[str], typed: str = "", quoted: str = "") -> Parts:
    """The parts of a card's names, and of the spelling it was called by."""
    latin: set[str] = set()
    others = []
    for name in (*names, *([typed] if typed else ())):
        folded = fold(name)
        if not folded.isascii():
            others.append(folded)
            continue
        spoken = [fold(word) for word in re.split(r"[^\w'’]+", name) if word]
        rows = {"".join(spoken[a:b]) for a in range(len(spoken)) for b in range(a + 1, len(spoken) + 1)}
        latin |= rows - {folded}
    own = [fold(part) for part in (quoted, _BEHIND_ITS_ARCHETYPE.split(quoted)[-1])]
    again = frozenset(part for part in own if len(part) >= _FEWEST_QUOTED[part == own[0]] and not part.isascii())
    return Parts(frozenset(latin), tuple(others), frozenset([fold(typed)] if typed else ()), again)


def again_pieces(
    sentence: Sentence, words: NameWords, named: Mapping[int, Parts], groups: Container[str]
) -> list[Piece]:
    """Parts of names already found in the sentence: a card is named whole once, and by a part of its name again."""
    found = []
    folded = sentence.folded
    written = "\n".join(name for parts in named.values() for name in (*parts.others, *parts.latin))
    for start in range(len(sentence)):
        if not sentence.edges[start] or folded[start : start + 2] not in written:
            continue
        last = start + 2
        while last < min(len(sentence), start + 40) and folded[start : last + 1] in written:
            last += 1
        for end in range(min(len(sentence), last), start + 1, -1):
            part = folded[start:end]
            if not sentence.is_whole(start, end) or part in words or part in groups:
                continue
            if (part.isascii() and (len(part) < 3 or part.isdigit())) or not _same_script(sentence, start, end):
                continue
            plural = part.isascii() and part.endswith(_PLURAL) and not sentence.between(end - 1)
            one = part.removesuffix(_PLURAL) if plural else part
            cards = tuple(card for card, parts in named.items() if parts.hold(part) or parts.hold(one))
            quoted = tuple(card for card in cards if part in named[card].quoted)
            if quoted or (cards and not _made_of_words(sentence, words, start, end)):
                cost = (_AS_QUOTED if quoted else _AGAIN) + _INSIDE_A_RUN * sentence.inside_a_run(start, end)
                found.append(Piece(start, end, "again", cost, cards=quoted or cards, name_end=end))
                break
    return found
