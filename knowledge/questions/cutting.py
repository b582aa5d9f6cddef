"""A sentence cut into names, moments, phrases and what is left over; the longest claim goes first."""

import re
import unicodedata
from bisect import bisect_left
from dataclasses import dataclass, field
from typing import NamedTuple

from knowledge.names.fold import fold_with_places
from knowledge.names.index import NameIndex
from knowledge.names.named_cards import NamedCard
from knowledge.problems import BadInput
from knowledge.questions.lexicon import FILLER, POSTPOSITION, Lexicon, Phrase

_QUOTED = re.compile(r"[「『《〈【“\"]([^「」『』《》〈〉【】“”\"]{1,80})[」』》〉】”\"]")
_NUMBERED = re.compile(r"(?:cid\s*[:：]\s*\d{1,8}|password\s*[:：]\s*\d{1,10}|(?<!\d)\d{7,8}(?!\d))", re.IGNORECASE)
_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩"
_PAUSES = "，。,;；!！?？：…、\n"
_BREAKS = _PAUSES + ".:"


class Token(NamedTuple):
    """A stretch of the folded sentence: a phrase (with its number), or a name (of one card or several)."""

    start: int
    end: int
    phrase: Phrase | None = None
    number: int | None = None
    cards: tuple[NamedCard, ...] = ()
    quoted: bool = False


class Rest(NamedTuple):
    """Characters nothing accounts for, by their place in the sentence as typed."""

    start: int
    end: int
    text: str
    quoted: bool = False


@dataclass
class Cut:
    """A sentence with its tokens in order and what is left over."""

    text: str
    folded: str
    places: list[int]
    tokens: list[Token]
    rests: list[Rest] = field(default_factory=list)

    def spelled(self, token: Token) -> str:
        """A token as the person typed it."""
        return self.text[self.places[token.start] : self.places[token.end - 1] + 1]

    def folded_span(self, start: int, end: int) -> tuple[int, int]:
        """The stretch of the folded sentence that a stretch of the text as typed became."""
        return bisect_left(self.places, start), bisect_left(self.places, end)

    def clause_at(self, at: int) -> int:
        """In which part between pauses a place of the folded sentence lies."""
        return sum(self.text.count(pause, 0, self.places[at]) for pause in _PAUSES) if self.places else 0

    def spaced_before(self, at: int) -> bool:
        """Whether a space stands where Chinese or Japanese needs none: people who type no commas pause so."""
        if at == 0 or self.folded[at - 1].isascii() or self.folded[at].isascii():
            return False
        return any(c.isspace() for c in self.text[self.places[at - 1] : self.places[at]])


def cut(text: str, lexicon: Lexicon, index: NameIndex) -> Cut:
    """Cut a sentence."""
    folded, places = fold_with_places(text)
    made = Cut(text, folded, places, [])
    claims = [*_names(made, index), *_phrases(made, lexicon)]
    taken = [False] * len(folded)
    unknown: list[Rest] = []
    for rest in _unknown_quotes(made, claims):
        unknown.append(rest)
        first, last = made.folded_span(rest.start, rest.end)
        taken[first:last] = [True] * (last - first)
    first_longest = sorted(
        claims, key=lambda t: (not t.quoted, t.start - t.end, t.phrase is None, t.phrase is FILLER, t.start)
    )
    for token in first_longest:
        if not any(taken[token.start : token.end]):
            taken[token.start : token.end] = [True] * (token.end - token.start)
            made.tokens.append(token)
    made.tokens.sort(key=lambda token: token.start)
    name_ends = {token.end for token in made.tokens if token.phrase is None}
    for token in [t for t in made.tokens if t.phrase is POSTPOSITION and t.start in name_ends]:
        made.tokens.remove(token)
        taken[token.start : token.end] = [False] * (token.end - token.start)
    made.rests = sorted([*unknown, *_left_over(made, taken)])
    return made


def _names(made: Cut, index: NameIndex) -> list[Token]:
    found = []
    for name in index.find_in(made.text):
        start, end = made.folded_span(name.start, name.end)
        if start < end:
            found.append(Token(start, end, cards=name.cards))
    for match in _NUMBERED.finditer(made.text):
        start, end = made.folded_span(match.start(), match.end())
        try:
            card = index.resolve(match[0].replace(" ", ""))
        except BadInput:
            continue
        found.append(Token(start, end, cards=(card,), quoted=True))
    return found


def _phrases(made: Cut, lexicon: Lexicon) -> list[Token]:
    found = []
    folded, text, places = made.folded, made.text, made.places
    for start, first in enumerate(folded):
        typed = text[places[start]]
        if typed in lexicon.plain and "\u3041" <= typed <= "\u3096":
            found.append(Token(start, start + 1, lexicon.plain[typed]))
        if typed in _CIRCLED:
            number = Phrase(says=(), number="effect", light=True)
            found.append(Token(start, start + len(str(_CIRCLED.index(typed) + 1)), number, _CIRCLED.index(typed) + 1))
        for size in lexicon.lengths.get(first, ()):
            piece = folded[start : start + size]
            if len(piece) == size and piece in lexicon.plain and _stands_alone(made, start, start + size):
                found.append(Token(start, start + size, lexicon.plain[piece]))
    for pattern, phrase in lexicon.patterns:
        for match in pattern.finditer(folded):
            if _stands_alone(made, match.start(), match.end()):
                found.append(Token(match.start(), match.end(), phrase, int(match[1])))
    return found


def _stands_alone(made: Cut, start: int, end: int) -> bool:
    """Whether Latin letters at both ends are ends of words, and no sentence ends inside."""
    folded, places = made.folded, made.places
    if any(c in _BREAKS for c in made.text[places[start] : places[end - 1]] if not c.isalnum()):
        return False
    return not (_runs_on(made, start) if folded[start].isalpha() else False) and not (
        _runs_on(made, end) if end < len(folded) and folded[end - 1].isalpha() else False
    )


def _runs_on(made: Cut, at: int) -> bool:
    """Whether a Latin word goes on across a place."""
    if at == 0 or at >= len(made.folded):
        return False
    before, after = made.folded[at - 1], made.folded[at]
    joined = made.places[at] - made.places[at - 1] <= 1 or made.text[made.places[at] - 1] in "'’"
    return joined and before.isascii() and after.isascii() and before.isalpha() and after.isalpha()


def _unknown_quotes(made: Cut, claims: list[Token]) -> list[Rest]:
    """What stands in quotation marks and is no card's name: a name we do not know, whatever lies inside it."""
    unknown = []
    for match in _QUOTED.finditer(made.text):
        whole = made.folded_span(match.start(1), match.end(1))
        if whole[0] == whole[1]:
            continue
        named = [t for t in claims if t.phrase is None]
        explained = any(t.start <= whole[0] and t.end >= whole[1] for t in claims)
        reaches_out = any((t.start < whole[1] and t.end > whole[1]) or t.start < whole[0] < t.end for t in named)
        if not explained and not reaches_out:
            unknown.append(Rest(match.start(1), match.end(1), match[1].strip(), True))
    return unknown


def _left_over(made: Cut, taken: list[bool]) -> list[Rest]:
    """Runs of characters nothing accounts for; fillers between two of them belong to them."""
    covered = list(taken)
    weak = [t for t in made.tokens if t.phrase and t.phrase.light and not t.phrase.number and t.end - t.start == 1]
    for token in weak:
        inside = token.start > 0 and token.end < len(covered) and not (taken[token.start - 1] or taken[token.end])
        if inside and _joined(made, token.start) and _joined(made, token.end):
            covered[token.start] = False
    rests: list[Rest] = []
    start = None
    for at in range(len(covered) + 1):
        open_here = at < len(covered) and not covered[at]
        if start is not None and (not open_here or not _joined(made, at)):
            first, last = made.places[start], made.places[at - 1] + 1
            rests.append(Rest(first, last, made.text[first:last]))
            start = None
        if open_here and start is None:
            start = at
    return [rest for rest in rests if any(unicodedata.category(c)[0] in "LN" for c in rest.text)]


def _joined(made: Cut, at: int) -> bool:
    """Whether two neighbours of the folded sentence also touch as typed, dots and dashes inside names aside."""
    if at >= len(made.places):
        return False
    between = made.text[made.places[at - 1] + 1 : made.places[at]]
    latin = made.folded[at].isascii() and made.folded[at - 1].isascii()
    return not between or (between in ("·", "・", "-", "－", "'", "’") or (between == " " and latin))
