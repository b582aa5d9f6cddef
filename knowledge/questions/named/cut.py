"""A sentence cut into names, moments and phrases, the longest claim first; cards meant; words with a slip."""

import unicodedata
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from rapidfuzz.distance import OSA

from knowledge.data.profile import Card
from knowledge.names.finder import MOST_NEAR, SHORTEST_PINYIN, Finder
from knowledge.names.fold import fold, fold_with_places
from knowledge.names.index import NameIndex
from knowledge.names.named_cards import Group, NamedCard
from knowledge.questions.lexicon import ARCHETYPE, FILLER, Lexicon, Phrase
from knowledge.questions.named.mentions import Mention, names_in
from knowledge.questions.named.name_words import NameWords, name_words

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
    doubted: bool = False  # the cards may be meant, and need not be
    groups: tuple[Group, ...] = ()  # an archetype: its cards are meant, no single one


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

    def span(self, token: Token) -> tuple[int, int]:
        """Where the person typed a token."""
        return self.places[token.start], self.places[token.end - 1] + 1

    def folded_span(self, start: int, end: int) -> tuple[int, int]:
        """The stretch of the folded sentence that a stretch of the text as typed became."""
        return bisect_left(self.places, start), bisect_left(self.places, end)

    def clause_at(self, at: int) -> int:
        """In which part between pauses a place of the folded sentence lies."""
        return bisect_left(self._pauses, self.places[at]) if self.places else 0

    @cached_property
    def _pauses(self) -> list[int]:
        return [place for place, character in enumerate(self.text) if character in _PAUSES]

    def spaced_before(self, at: int) -> bool:
        """Whether a space stands where Chinese or Japanese needs none: people who type no commas pause so."""
        if at == 0 or self.folded[at - 1].isascii() or self.folded[at].isascii():
            return False
        return any(c.isspace() for c in self.text[self.places[at - 1] : self.places[at]])


def cut(text: str, lexicon: Lexicon, index: NameIndex) -> Cut:
    """Cut a sentence: what is named goes first, then the longest phrase."""
    folded, places = fold_with_places(text)
    made = Cut(text, folded, places, [])
    taken = [False] * len(folded)
    unknown: list[Rest] = []
    mentions = names_in(text, index, _words_of(lexicon))
    named = any(mention.kind == "card" for mention in mentions)
    phrases = _phrases(made, lexicon)
    for mention in mentions:
        first, last = made.folded_span(mention.start, mention.end)
        if mention.kind == "card" and _is_a_predicate(text, mention, name_words()):
            continue
        if mention.kind == "card" and not _is_a_phrase(phrases, mention, first, last):
            cards = tuple(candidate.card for candidate in mention.candidates)
            settled = mention.card is not None
            meant = cards[:1] if settled else cards
            made.tokens.append(Token(first, last, cards=meant, quoted=mention.quoted, doubted=not settled))
        elif mention.kind == "archetype" and named:
            made.tokens.append(Token(first, last, ARCHETYPE, groups=mention.archetypes))
        elif mention.kind in ("unknown", "quote") and (mention.quoted or mention.whole):
            named_so = mention.kind == "unknown" and mention.quoted
            unknown.append(Rest(mention.start, mention.end, mention.text.strip(), named_so))
        else:
            continue
        taken[first:last] = [True] * (last - first)
    for token in sorted(phrases, key=lambda t: (t.start - t.end, t.phrase is FILLER, t.start)):
        if not any(taken[token.start : token.end]):
            taken[token.start : token.end] = [True] * (token.end - token.start)
            made.tokens.append(token)
    made.tokens.sort(key=lambda token: token.start)
    made.rests = sorted([*unknown, *_left_over(made, taken)])
    return made


@lru_cache(4)
def _words_of(lexicon: Lexicon) -> NameWords:
    """The words beside names, and every phrase with hiragana: verbs and particles that no name is made of."""
    return name_words().with_phrases(lexicon.kana)


def _is_a_predicate(text: str, mention: Mention, words: NameWords) -> bool:
    """`the monsters are all asleep`: one word in small letters, said of something; no card because a name begins so."""
    by_a_part = all(candidate.how in ("short", "near") for candidate in mention.candidates)
    if not by_a_part or mention.quoted or not (mention.text.isascii() and mention.text.isalpha()):
        return False
    return mention.text.islower() and any(copula.search(text[: mention.start]) for copula in words.copulas)


def _is_a_phrase(phrases: list[Token], mention: Mention, first: int, last: int) -> bool:
    """Whether what is only a part of a card's name is a phrase of its own, or stands inside one.

    A whole name is none only at the end of what tells an event: "used as Synchro Material".
    """
    if not mention.quoted and any(t.start < first and t.end == last and t.phrase and t.phrase.events for t in phrases):
        return True
    by_a_part = all(candidate.how in ("short", "near", "again") for candidate in mention.candidates)
    if not by_a_part or mention.quoted:
        return False
    whole = any((token.start, token.end) == (first, last) for token in phrases)
    doubted = mention.card is None
    return whole or (doubted and any(token.start <= first and last <= token.end for token in phrases))


def _phrases(made: Cut, lexicon: Lexicon) -> list[Token]:
    found = []
    folded, text, places = made.folded, made.text, made.places
    for start in range(len(folded)):
        typed = text[places[start]]
        if "\u3041" <= typed <= "\u3096" and (particle := lexicon.plain.get(typed)):
            found.append(Token(start, start + 1, particle))
        if typed in _CIRCLED:
            number = Phrase(says=(), number="effect", light=True)
            found.append(Token(start, start + len(str(_CIRCLED.index(typed) + 1)), number, _CIRCLED.index(typed) + 1))
        for size, phrase in lexicon.plain.at(folded, start):
            if _stands_alone(made, start, start + size):
                found.append(Token(start, start + size, phrase))
    figures = [at for at, c in enumerate(folded) if c.isdigit() and not (at and folded[at - 1].isdigit())]
    matches = [(m, phrase) for pattern, phrase in lexicon.patterns if figures for m in pattern.finditer(folded)]
    matches += [(m, phrase) for at in figures for p, phrase in lexicon.leading if (m := p.match(folded, at))]
    for match, phrase in matches:
        if _stands_alone(made, match.start(), match.end()):
            found.append(Token(match.start(), match.end(), phrase, int(match[1])))
    return found


def _stands_alone(made: Cut, start: int, end: int) -> bool:
    """Whether Latin letters at both ends are ends of words, and no sentence ends inside."""
    places = made.places
    if any(c in _BREAKS for c in made.text[places[start] : places[end - 1]] if not c.isalnum()):
        return False
    return is_whole(made, start, end)


def is_whole(made: Cut, start: int, end: int) -> bool:
    """Whether no Latin word goes on before or behind a stretch."""
    folded = made.folded
    return not (_runs_on(made, start) if folded[start].isalpha() else False) and not (
        _runs_on(made, end) if end < len(folded) and folded[end - 1].isalpha() else False
    )


def _runs_on(made: Cut, at: int) -> bool:
    """Whether a Latin word goes on across a place."""
    if at == 0 or at >= len(made.folded):
        return False
    before, after = made.folded[at - 1], made.folded[at]
    between = made.text[made.places[at - 1] + 1 : made.places[at]]
    joined = not between or between in "'’"
    return joined and before.isascii() and after.isascii() and before.isalpha() and after.isalpha()


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


_LIKELY = 0.30  # how well a name must fit to be offered
_MOST_NAMES = 6  # looked up in one question; a text with more is none


@dataclass
class Doubt:
    """A name that settles no card: what was typed, and the cards it may mean."""

    name: str
    cards: list[Card]
    several: bool
    place: int
    start: int  # where it stands in the text


@dataclass
class Named:
    """A card in the sentence and where it stands among the tokens."""

    card: Card
    token: Token
    place: int


@dataclass
class Naming:
    """The cards of a sentence in order, the names in doubt, and what is no name either."""

    cards: list[Named] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)
    rests: list[Rest] = field(default_factory=list)


def named_in(made: Cut, finder: Finder) -> Naming:
    """Settle the names of a cut sentence."""
    naming = Naming()
    names = [(place, token) for place, token in enumerate(made.tokens) if token.phrase is None]
    for place, token in names[: 2 * _MOST_NAMES]:
        cards = [finder.card_of(card) for card in token.cards[:MOST_NEAR]]
        figured = _by_its_figure(made, place, cards) if token.doubted else cards[0]
        if figured is not None:
            naming.cards.append(Named(figured, token, place))
        else:
            naming.doubts.append(
                Doubt(made.spelled(token), cards, several=len(cards) > 1, place=place, start=made.places[token.start])
            )
    for rest in made.rests[:_MOST_NAMES]:
        _settle(made, finder, rest, naming)
    naming.rests += made.rests[_MOST_NAMES:]
    naming.cards.sort(key=lambda named: named.token.start)
    return naming


def _by_its_figure(made: Cut, place: int, cards: list[Card]) -> Card | None:
    """`X (2100)`: of the cards a name may mean the one whose printed ATK is told right behind it."""
    behind = made.tokens[place + 1] if place + 1 < len(made.tokens) else None
    if behind is None or behind.phrase is None or behind.phrase.number != "atk" or behind.number is None:
        return None
    fitting = [card for card in cards if card.atk == behind.number]
    return fitting[0] if len(fitting) == 1 else None


def _settle(made: Cut, finder: Finder, rest: Rest, naming: Naming) -> None:
    """A run nothing accounts for: a name in pinyin, a name no card has, or no name at all."""
    folded = fold(rest.text)
    place = sum(1 for token in made.tokens if made.places[token.start] < rest.start)
    typed_in_letters = folded.isascii() and folded.isalpha() and len(folded) >= SHORTEST_PINYIN
    told = rest.quoted or not made.tokens or _is_told_as_a_card(made, rest)
    found = finder.listed(rest.text, MOST_NEAR + 1) if typed_in_letters or told else []
    pinyin = [f for f in found if f.why == "pinyin"]
    if len(pinyin) == 1 and found[0] is pinyin[0]:
        at = next(n for n, p in enumerate(made.places) if p >= rest.start)
        card = finder.search(rest.text, 1)[0].card
        naming.cards.append(Named(card, Token(at, at + len(folded)), place))
        return
    if pinyin or told:
        cards = [f.card for f in found if f.score >= _LIKELY][:MOST_NEAR]
        naming.doubts.append(Doubt(rest.text, cards, several=len(pinyin) > 1, place=place, start=rest.start))
    naming.rests.append(rest)


def _is_told_as_a_card(made: Cut, rest: Rest) -> bool:
    """Whether the words beside a run say that a card is named there: what the opponent activated, what applies."""
    if len(fold(rest.text)) < 2 or fold(rest.text).isdigit():
        return False
    for token in made.tokens:
        phrase = token.phrase
        if phrase is None or not phrase.firm or phrase.role not in ("answered", "in-force"):
            continue
        start, end = made.span(token)
        follows = phrase.card == "after" and end <= rest.start and not made.text[end : rest.start].strip()
        precedes = phrase.card == "before" and rest.end <= start and not made.text[rest.end : start].strip()
        if follows or precedes:
            return True
    return False


Slip = tuple[int, int, str]  # where it stands in the text as typed, and the word that is meant
_SHORTEST = {"swapped": 3, "missing": 4, "more": 5, "changed": 7}  # letters of a word in which that is a slip


def slips_in(made: Cut, terms: Iterable[str]) -> list[Slip]:
    """The words nothing accounts for that are one slip away from one ordinary word; capitals are of names.

    A word that one of the terms has is no slip.
    """
    found: list[Slip] = []
    for rest in made.rests:
        start = rest.start
        for word in [] if rest.quoted else rest.text.split(" "):
            meant = _meant(word) if word.isascii() and word.isalpha() and word.islower() else ""
            if meant:
                found.append((start, start + len(word), meant))
            start += len(word) + 1
    written = {word for term in terms for word in term.lower().split()} if found else set()
    return [slip for slip in found if made.text[slip[0] : slip[1]] not in written]


def corrected(text: str, slips: list[Slip]) -> str:
    """A text with the words that are meant."""
    for start, end, meant in reversed(slips):
        text = text[:start] + meant + text[end:]
    return text


@cache
def _ordinary_words() -> frozenset[str]:
    known = name_words().known.items()
    return frozenset(key for key, word in known if key.isascii() and key.isalpha() and word.kind == "word")


def _meant(typed: str) -> str:
    """The word of the likeliest kind of slip, where it is the only one."""
    if typed in _ordinary_words():
        return ""
    kinds: dict[str, list[str]] = {}
    for word in _ordinary_words():
        if abs(len(word) - len(typed)) <= 1 and word[0] == typed[0] and OSA.distance(word, typed, score_cutoff=1) == 1:
            kinds.setdefault(_kind_of(word, typed), []).append(word)
    likeliest = next((kinds[kind] for kind, least in _SHORTEST.items() if kind in kinds and len(typed) >= least), [])
    return likeliest[0] if len(likeliest) == 1 else ""


def _kind_of(word: str, typed: str) -> str:
    if len(word) != len(typed):
        return "missing" if len(word) > len(typed) else "more"
    return "swapped" if sorted(word) == sorted(typed) else "changed"
