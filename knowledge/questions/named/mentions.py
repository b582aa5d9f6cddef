"""Which words of a typed sentence are cards, archetypes, quoted text, back references or numbers of effects.

    names_in(text, index, words=name_words()) -> list[Mention], in the order of the text

`index` is `Finder.index`. A `Mention` has its place in the text as typed (`start`, `end`), its `kind` and, by kind:

card       `candidates`, best first, each with a confidence from 0 to 1 and how it was found: `name` (the whole name in
           any language), `nickname`, `short` (a part of the name few cards share), `again` (a part of a card named in
           the same text), `near` (mistyped), `number`. `mention.card` is the one card meant, None where that is open:
           then all candidates are plausible, and an answer holds for all of them or the person is asked.
           `Finder.card_of` gives its profile. `archetypes` is filled too where the same word is an archetype.
archetype  `archetypes`: cards of that name are meant, no single card (「青眼」怪兽, "a Kaiju", シャドールモンスター);
           their `members` are numbers in the index.
quote      words of a card's text (『…』), no name.
pronoun    `points` to the last, first or second card named; `of` is the place in this list of that mention, or None.
effect     `number` (②, "its second effect") or `part` (pendulum, monster); `of`: the card or pronoun it belongs to.
unknown    looks like a name and no card is called so; `candidates` are empty. It never stops a question that does not
           turn on it.

Every other word is left to the reader of questions. The same text always gives the same list.
"""

import re
import unicodedata
from bisect import bisect_left
from dataclasses import dataclass, replace
from typing import Literal

from knowledge.names.fold import fold, is_chinese
from knowledge.names.index import NameIndex
from knowledge.names.named_cards import Group, NamedCard
from knowledge.problems import BadInput
from knowledge.questions.named.name_words import NameWords, name_words
from knowledge.questions.named.near_names import nearly_called, with_near_names
from knowledge.questions.named.segmentation import Parts, Piece, Sentence, again_pieces, cheapest, parts_of, pieces_in

Kind = Literal["card", "archetype", "quote", "pronoun", "effect", "unknown"]
How = Literal["name", "nickname", "short", "again", "near", "number"]

SETTLED = 0.6  # confidence from which one card is meant …
AHEAD = 0.25  # … if no other comes this near
_SURE: dict[str, float] = {"number": 1.0, "name": 0.98, "nickname": 0.92, "again": 0.9, "short": 0.8, "near": 0.7}
_OLDER = 0.65  # of several cards of one short form the oldest is mostly meant
_BARE = 0.9  # and surely the one that the others add a word to: 人造人 beside 威胁的人造人
_MOST_CANDIDATES = 5
_LONG_ENOUGH = 4  # characters of a name that is itself whatever hangs on it
_FEWEST_NEAR = 3  # a piece of two characters only hints at the names that hold it
_DOUBTED = 0.55
_LONGEST_TEXT = 2000  # characters looked at for names
_QUOTES = {"「": "」", "『": "』", "《": "》", "〈": "〉", "【": "】", "“": "”", '"': '"'}
_TEXT_QUOTES = '『“"'
_NUMBERED = re.compile(r"(?:cid\s*[:：]\s*\d{1,8}|password\s*[:：]\s*\d{1,10}|(?<!\d)\d{7,8}(?!\d))", re.IGNORECASE)
_LOOSE = ("short", "near", "group", "gap")  # what a name may be made of that is none
_FEWEST_UNKNOWN = 2  # characters of it that no name has
_CARD_KINDS = ("name", "nickname", "short", "again", "near")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A card that may be meant, how surely, and by what it was found."""

    card: NamedCard
    confidence: float
    how: How


@dataclass(frozen=True, slots=True)
class Mention:
    """One thing named in a sentence; see the head of this module."""

    start: int
    end: int
    text: str
    kind: Kind
    candidates: tuple[Candidate, ...] = ()
    archetypes: tuple[Group, ...] = ()
    number: int | None = None
    part: Literal["", "pendulum", "monster"] = ""
    points: Literal["", "last", "first", "second"] = ""
    of: int | None = None
    quoted: bool = False
    whole: bool = False  # of an unknown one: parts of it are parts of known names, and it is none of them

    @property
    def card(self) -> NamedCard | None:
        """The one card meant; None where it is open or this is no card."""
        if not self.candidates or self.candidates[0].confidence < SETTLED:
            return None
        second = self.candidates[1].confidence if len(self.candidates) > 1 else 0.0
        return self.candidates[0].card if self.candidates[0].confidence - second >= AHEAD else None


def names_in(text: str, index: NameIndex, words: NameWords | None = None) -> list[Mention]:
    """Everything named in a sentence, in its order."""
    words = words or name_words()
    sentence = Sentence(text[:_LONGEST_TEXT])
    if not len(sentence):
        return []
    fixed = [*_numbers(sentence, index), *_quoted(sentence, index, words)]
    fixed += _unknown_again(sentence, fixed)
    pieces = [p for p in pieces_in(sentence, index, words) if not any(_overlap(p, f) for f, _ in fixed)]
    pieces += [piece for piece, _ in fixed]
    row = cheapest(sentence, pieces)
    known = {mention.start: mention for _, mention in fixed}
    named = _cards_named(sentence, index, row, known)
    if named:
        whole = [piece for piece in row if piece.kind in ("name", "nickname")]
        more = [
            piece
            for piece in again_pieces(sentence, words, named, index.groups_called())
            if not any(_overlap(piece, f) for f, _ in fixed)
            and not any(n.start <= piece.start and piece.end <= n.end and n[:2] != piece[:2] for n in whole)
        ]
        if more:
            row = cheapest(sentence, [*pieces, *more])
    row = with_near_names(sentence, index, row)
    return _linked(_by_the_others(_mentions(sentence, index, words, row, known)))


def _overlap(one: Piece, other: Piece) -> bool:
    return one.start < other.end and other.start < one.end


# ---- what is settled before any weighing: numbers and quotation marks


def _span(sentence: Sentence, start: int, end: int) -> tuple[int, int]:
    return bisect_left(sentence.places, start), bisect_left(sentence.places, end)


def _numbers(sentence: Sentence, index: NameIndex) -> list[tuple[Piece, Mention]]:
    found = []
    for match in _NUMBERED.finditer(sentence.text):
        try:
            card = index.resolve(match[0].replace(" ", ""))
        except BadInput:
            continue
        start, end = _span(sentence, *match.span())
        mention = Mention(*match.span(), match[0], "card", (Candidate(card, 1.0, "number"),), quoted=True)
        found.append((Piece(start, end, "fixed", -1.0), mention))
    return found


def _quoted_spans(text: str) -> list[tuple[int, int, str]]:
    """(start, end, mark) of what stands between quotation marks, the outer before the inner."""
    found: list[tuple[int, int, str]] = []
    open_marks: list[tuple[int, str]] = []
    for place, character in enumerate(text):
        if open_marks and character == _QUOTES[open_marks[-1][1]]:
            start, mark = open_marks.pop()
            found.append((start + 1, place, mark))
        elif character in _QUOTES:
            open_marks.append((place, character))
    return sorted(found, key=lambda span: (span[0], -span[1]))


def _quoted(sentence: Sentence, index: NameIndex, words: NameWords) -> list[tuple[Piece, Mention]]:
    found: list[tuple[Piece, Mention]] = []
    for start, end, mark in _quoted_spans(sentence.text):
        first, last = _span(sentence, start, end)
        if last - first < 2 or any(first < piece.end and piece.start < last for piece, _ in found):
            continue
        mention = _quoted_mention(sentence, index, words, (start, end), (first, last), mark)
        if mention is not None:
            found.append((Piece(first, last, "fixed", -1.0), mention))
    return found


def _unknown_again(sentence: Sentence, fixed: list[tuple[Piece, Mention]]) -> list[tuple[Piece, Mention]]:
    """A name in quotation marks that no card has, once more without them."""
    found: list[tuple[Piece, Mention]] = []
    for mention in {m.text: m for _, m in fixed if m.kind == "unknown"}.values():
        for match in re.finditer(re.escape(mention.text), sentence.text):
            first, last = _span(sentence, *match.span())
            if last > first and not any(first < p.end and p.start < last for p, _ in (*fixed, *found)):
                again = replace(mention, start=match.start(), end=match.end())
                found.append((Piece(first, last, "fixed", -1.0), again))
    return found


def _quoted_mention(
    sentence: Sentence, index: NameIndex, words: NameWords, typed: tuple[int, int], span: tuple[int, int], mark: str
) -> Mention | None:
    text = sentence.text[typed[0] : typed[1]]
    folded = sentence.folded[span[0] : span[1]]
    groups = index.groups_called().get(folded, ())
    kind_follows = _kind_follows(sentence, words, span[1])
    bearers = index.bearers(text)
    if bearers and not (groups and kind_follows and not _is_own_name(index, bearers, folded)):
        candidates = _candidates(index, bearers, "name", text, japanese=sentence.japanese)
        return Mention(*typed, text, "card", candidates, groups, quoted=True)
    if groups:
        return Mention(*typed, text, "archetype", archetypes=groups, quoted=True)
    if kind_follows and not bearers and len(folded) <= 12:
        holders = index.holders(folded, most=10_000)
        if len(holders) >= 3:
            members = Group(id=text, names={}, members=holders)
            return Mention(*typed, text, "archetype", archetypes=(members,), quoted=True)
    short = dict(index.short_forms_at(folded, 0)).get(len(folded))
    if not short and len(folded) <= 40 and (near := nearly_called(index, folded)):
        return Mention(*typed, text, "card", _candidates(index, near, "near"), quoted=True)
    if short or (short := index.holders(folded, most=3) if len(folded) > 2 else ()):
        return Mention(*typed, text, "card", _candidates(index, short, "short"), quoted=True)
    row = cheapest(Sentence(text), pieces_in(Sentence(text), index, words))
    ordinary = sum(piece.end - piece.start for piece in row if piece.kind == "word")
    if mark in _TEXT_QUOTES:
        named = any(piece.kind in ("name", "nickname") for piece in row)
        return Mention(*typed, text, "quote", quoted=True) if mark == "『" or not named else None
    if ordinary >= 0.8 * len(folded):
        return None if len(row) < 3 else Mention(*typed, text, "quote", quoted=True)
    return Mention(*typed, text, "unknown", quoted=True)


def _is_own_name(index: NameIndex, bearers: tuple[int, ...], folded: str) -> bool:
    return any(folded in map(fold, index.card(number).names.values()) for number in bearers)


def _kind_follows(sentence: Sentence, words: NameWords, at: int) -> bool:
    """Whether 怪兽, カード, monsters … stand right behind a place."""
    folded = sentence.folded
    return any(
        folded[at : at + size] in words.kinds and sentence.edges[min(at + size, len(folded))]
        for size in range(words.longest_kind, 0, -1)
        if at + size <= len(folded)
    )


# ---- cards by what was found


def _candidates(
    index: NameIndex, numbers: tuple[int, ...], how: How, typed: str = "", *, japanese: bool = False
) -> tuple[Candidate, ...]:
    """Cards with their confidence; where several share a short form the oldest is likelier than the rest together."""
    sure = _SURE[how]
    if len(numbers) == 1:
        return (Candidate(index.card(numbers[0]), sure, how),)
    if how in ("short", "near"):
        cards = sorted((index.card(n) for n in numbers), key=lambda c: (c.cid or 1 << 30, c.key))
        first = _BARE if how == "short" and _is_bare(cards[0], cards[1:]) else _OLDER
        rest = sure * (1 - first) / (len(cards) - 1)
        shares = [sure * first, *([rest] * (len(cards) - 1))]
        return tuple(Candidate(c, round(s, 3), how) for c, s in zip(cards, shares, strict=True))[:_MOST_CANDIDATES]
    cards = [index.card(n) for n in numbers]
    weights = [_weight(card, typed, japanese) for card in cards]
    shares = [round(sure * weight / sum(weights), 3) for weight in weights]
    found = [Candidate(c, share, how) for c, share in zip(cards, shares, strict=True)]
    return tuple(sorted(found, key=lambda c: -c.confidence))[:_MOST_CANDIDATES]


def _is_bare(card: NamedCard, others: list[NamedCard]) -> bool:
    """Whether the names of the others are this one's with something added."""
    return any(all(name in other.names.get(lang, "") for other in others) for lang, name in card.names.items() if name)


def _weight(card: NamedCard, typed: str, japanese: bool) -> float:
    """How well a card's spelling fits what was typed: its own language before another, players' names before others."""
    plain = unicodedata.normalize("NFKC", typed).strip().lower()
    fits = [lang for lang, name in card.names.items() if unicodedata.normalize("NFKC", name).lower() == plain]
    if japanese and "ja" in fits:
        return 6.0
    return 4.0 if "zh" in fits or "en" in fits else 2.0 if "ja" in fits else 1.0


def _cards_named(sentence: Sentence, index: NameIndex, row: list[Piece], known: dict[int, Mention]) -> dict[int, Parts]:
    """The parts of the names of every card named whole."""
    named: dict[int, Parts] = {}
    for piece in row:
        if piece.kind in ("name", "nickname"):
            numbers = index.bearers(sentence.typed(piece.start, piece.name_end))
        elif piece.kind == "fixed":
            mention = known.get(sentence.places[piece.start])
            keys = [c.card.key for c in mention.candidates] if mention else []
            numbers = tuple(n for key in keys for n in index.numbers_of(key))
        else:
            continue
        for number in numbers if len(numbers) < 3 else ():
            if number not in named:
                card = index.card(number)
                nearly = piece.kind == "fixed" and known[sentence.places[piece.start]].candidates[0].how == "near"
                spelled = sentence.typed(piece.start, piece.end)
                names = [*card.names.values(), *card.aliases, *card.nicknames]
                quoted = spelled if piece.kind == "fixed" else ""
                named[number] = parts_of(names, spelled if nearly else "", quoted)
    return named


# ---- from pieces to mentions


def _mentions(
    sentence: Sentence, index: NameIndex, words: NameWords, row: list[Piece], known: dict[int, Mention]
) -> list[Mention]:
    found: list[Mention] = []
    invented = _invented(sentence, row)
    for at, piece in enumerate(row):
        start, end = (sentence.places[piece.start], sentence.places[piece.end - 1] + 1)
        if at in invented:
            if piece is row[invented[at].start]:
                end = sentence.places[row[invented[at].stop - 1].end - 1] + 1
                found.append(Mention(start, end, sentence.text[start:end], "unknown", whole=True))
            continue
        text = sentence.text[start:end]
        if piece.kind == "fixed":
            found += [known[start]] if start in known else []
        elif piece.kind in _CARD_KINDS:
            stop = sentence.places[piece.name_end - 1] + 1
            found.append(_card_mention(sentence, index, row, at, sentence.text[start:stop], start, stop))
        elif piece.kind == "group":
            stop = sentence.places[piece.name_end - 1] + 1
            found.append(Mention(start, stop, sentence.text[start:stop], "archetype", archetypes=piece.groups))
        elif piece.kind == "pronoun" and piece.word:
            found.append(Mention(start, end, text, "pronoun", points=piece.word.tells))  # type: ignore[arg-type]
        elif piece.kind == "part" and piece.word:
            found.append(Mention(start, end, text, "effect", part=piece.word.tells))  # type: ignore[arg-type]
        elif piece.kind == "effect":
            found.append(Mention(start, end, text, "effect", number=piece.number))
        elif piece.kind == "gap" and _looks_like_a_name(sentence, words, row, at):
            found.append(Mention(start, end, text, "unknown"))
    return _joined_unknown(sentence.text, found)


def _is_loose(piece: Piece) -> bool:
    return piece.kind in _LOOSE or (piece.kind == "nickname" and piece.end - piece.start < _LONG_ENOUGH)


def _invented(sentence: Sentence, row: list[Piece]) -> dict[int, range]:
    """Pieces that are parts of names, in one run with characters no name has: one name that no card has."""
    found: dict[int, range] = {}
    at = 0
    while at < len(row):
        end = at
        while end < len(row) and _is_loose(row[end]) and not (end > at and sentence.breaks[row[end].start]):
            end += 1
        run = row[at:end]
        unknown = sum(p.end - p.start for p in run if p.kind == "gap" and is_chinese(sentence.folded[p.start]))
        if unknown >= _FEWEST_UNKNOWN and any(p.kind != "gap" for p in run):
            found |= dict.fromkeys(range(at, end), range(at, end))
        at = max(end, at + 1)
    return found


def _card_mention(
    sentence: Sentence, index: NameIndex, row: list[Piece], at: int, text: str, start: int, end: int
) -> Mention:
    piece = row[at]
    if piece.kind in ("name", "nickname"):
        bearers = index.bearers(text)
        found_by: How = "name" if piece.kind == "name" else "nickname"
        candidates = _candidates(index, bearers, found_by, text, japanese=sentence.japanese)
    else:
        how: How = "short" if piece.kind == "short" else "again" if piece.kind == "again" else "near"
        candidates = _candidates(index, piece.cards, how)
    guessed = piece.kind == "near" and piece.name_end - piece.start < _FEWEST_NEAR
    if guessed or (piece.name_end - piece.start < _LONG_ENOUGH and _goes_on(sentence, row, at)):
        candidates = tuple(replace(c, confidence=min(c.confidence, _DOUBTED)) for c in candidates)
    groups = index.groups_called().get(sentence.folded[piece.start : piece.name_end], ())
    return Mention(start, end, text, "card", candidates, groups)


def _goes_on(sentence: Sentence, row: list[Piece], at: int) -> bool:
    """Whether a character nothing accounts for hangs on a short name, which may be a part of a longer, unknown one."""
    piece = row[at]
    if piece.kind == "again" or sentence.folded[piece.start].isascii():
        return False
    beside = [row[n] for n in (at - 1, at + 1) if 0 <= n < len(row)]
    return any(
        gap.kind == "gap"
        and not sentence.folded[gap.start].isascii()
        and not sentence.between(piece.start if gap.end == piece.start else piece.end)
        for gap in beside
    )


def _looks_like_a_name(sentence: Sentence, words: NameWords, row: list[Piece], at: int) -> bool:
    """Whether a stretch nothing accounts for is told as a card, or typed as a name."""
    piece = row[at]
    stretch = sentence.typed(piece.start, piece.end)
    if stretch.isascii():
        return sentence.capital(piece.start) and stretch.isalpha() and len(stretch) > 2
    size = piece.end - piece.start
    if size >= 3 and all(sentence.katakana[piece.start : piece.end]):
        return True
    first, last = at, at
    while first > 0 and row[first - 1].kind == "gap" and not sentence.breaks[row[first].start]:
        first -= 1
    while last + 1 < len(row) and row[last + 1].kind == "gap" and not sentence.breaks[row[last + 1].start]:
        last += 1
    start, end = row[first].start, row[last].end
    if end - start < 2 or not any(is_chinese(c) or sentence.katakana[start] for c in sentence.folded[start:end]):
        return False
    katakana = all(sentence.katakana[start:end])
    told = first > 0 and sentence.folded[row[first - 1].start : start] in words.before and not sentence.breaks[start]
    follows = any(sentence.folded.startswith(after, end) for after in words.after)
    counted = last + 1 < len(row) and row[last + 1].kind == "effect" and not sentence.breaks[end]
    return (katakana and end - start >= 3) or told or follows or counted


def _by_the_others(found: list[Mention]) -> list[Mention]:
    """A name of several cards is the one that is named elsewhere in the same text."""
    named = {mention.card.key for mention in found if mention.card}
    return [_narrowed(mention, named) if mention.candidates and not mention.card else mention for mention in found]


def _narrowed(mention: Mention, named: set[str]) -> Mention:
    meant = [c for c in mention.candidates if c.card.key in named]
    if len(meant) != 1 or len(mention.candidates) < 2:
        return mention
    others = [replace(c, confidence=round(c.confidence / 4, 3)) for c in mention.candidates if c is not meant[0]]
    return replace(mention, candidates=(replace(meant[0], confidence=_SURE["again"], how="again"), *others))


def _joined_unknown(text: str, found: list[Mention]) -> list[Mention]:
    """Unknown stretches side by side are one name."""
    made: list[Mention] = []
    for mention in found:
        last = made[-1] if made else None
        loose = last and mention.kind == last.kind == "unknown" and not last.quoted and not mention.quoted
        if last and loose and text[last.end : mention.start].strip("·・-－'’ ") == "":
            made[-1] = Mention(last.start, mention.end, text[last.start : mention.end], "unknown")
        else:
            made.append(mention)
    return made


def _linked(found: list[Mention]) -> list[Mention]:
    """Pronouns and effects with the mention they belong to."""
    made: list[Mention] = []
    cards = [n for n, mention in enumerate(found) if mention.kind in ("card", "unknown")]
    for n, mention in enumerate(found):
        of: int | None = None
        if mention.kind == "pronoun":
            distinct = list({_who(found[c]): c for c in reversed(cards) if c < n}.values())[::-1]
            if mention.points == "last":
                of = max((c for c in cards if c < n), default=None)
            elif len(distinct) > (mention.points == "second"):
                of = distinct[mention.points == "second"]
        elif mention.kind == "effect":
            before = [c for c in range(n) if found[c].kind in ("card", "unknown", "pronoun")]
            of = before[-1] if before else next((c for c in cards if c > n), None)
        made.append(mention if of is None else replace(mention, of=of))
    return made


def _who(mention: Mention) -> str:
    return mention.candidates[0].card.key if mention.candidates else mention.text
