"""Which cards are meant: named, nearly named, or possibly several; a doubtful name is asked about."""

from dataclasses import dataclass, field

from knowledge.data.profile import Card
from knowledge.names.finder import MOST_NEAR, SHORTEST_PINYIN, Finder
from knowledge.names.fold import fold
from knowledge.problems import BadInput
from knowledge.questions.cutting import Cut, Rest, Token

_SHORTEST = {True: 3, False: 2}
_MOST_NAMES = 6  # looked up in one question; a text with more is none
_LIKELY = 0.30
_INSIDE_NAMES = "·・-－—:：'’&＆×☆★"
_LONGEST = 40  # characters of a name
_FARTHEST = 8  # characters between two parts of one name
_WHOLE = ("name", "alias", "nickname", "prefix", "substring", "words")
_TELLING = ("name", "id", "alias", "nickname", "prefix", "one-missing", "one-extra", "one-wrong", "substring", "words")


@dataclass
class Doubt:
    """A name that settles no card: what was typed, and the cards it may mean."""

    name: str
    cards: list[Card]
    several: bool
    place: int


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
    used: set[Rest] = set()
    names = [(place, token) for place, token in enumerate(made.tokens) if token.phrase is None]
    for place, token in names[:_MOST_NAMES]:
        beside = [rest for rest in _beside(made, token) if not _is_a_short_name(finder, rest)]
        doubt = _doubt(made, finder, token, beside, place) or _misspelled_longer(made, finder, token, place)
        if doubt is None:
            own = finder.card_of(token.cards[0]).id
            more_of_it = bool(beside) and _whole_names(finder, _with(made, token, beside)) == {own}
            used |= {rest for rest in beside if more_of_it or not rest.text.islower()}
            naming.cards.append(Named(finder.card_of(token.cards[0]), token, place))
        else:
            naming.doubts.append(doubt)
            used |= set(beside) if len(doubt.name) > len(made.spelled(token)) else set()
    rests = [rest for rest in made.rests if rest not in used]
    for rest in rests[:_MOST_NAMES]:
        _settle(made, finder, rest, naming)
    naming.rests += rests[_MOST_NAMES:]
    naming.cards.sort(key=lambda named: named.token.start)
    return naming


def _beside(made: Cut, token: Token) -> list[Rest]:
    """What is left over right beside a name, so that the name may be a part of a longer one."""
    first, last = made.places[token.start], made.places[token.end - 1] + 1
    if token.quoted:
        return []
    return [rest for rest in made.rests if _near(made, rest, first, last)]


def _near(made: Cut, rest: Rest, first: int, last: int) -> bool:
    """Touching, or a Latin word one space away."""
    between = made.text[rest.end : first] if rest.end <= first else made.text[last : rest.start]
    return between == "" or (between == " " and rest.text.isascii())


def _with(made: Cut, token: Token, beside: list[Rest]) -> str:
    """A name as typed together with what stands right beside it."""
    start = min(made.places[token.start], *(rest.start for rest in beside))
    end = max(made.places[token.end - 1] + 1, *(rest.end for rest in beside))
    return made.text[start:end]


def _whole_names(finder: Finder, name: str) -> set[str]:
    """The cards whose names hold all that was typed."""
    return {f.card.id for f in finder.listed(name, MOST_NEAR) if f.why in _WHOLE}


def _doubt(made: Cut, finder: Finder, token: Token, beside: list[Rest], place: int) -> Doubt | None:
    spelled = made.spelled(token)
    known = [finder.card_of(card) for card in token.cards]
    if beside:
        longer = _with(made, token, beside)
        found = [f for f in finder.listed(longer, MOST_NEAR) if f.why in _TELLING]
        whole = _whole_names(finder, longer)
        if whole == {known[0].id} and len(known) == 1:
            return None  # more of the very same name
        apart = all(rest.text.isascii() and rest.text.islower() and " " in longer for rest in beside)
        if whole or not apart:  # an English word beside a name is mostly just a word
            cards = list({card.id: card for card in (*(f.card for f in found), *known)}.values())
            return Doubt(longer, cards[:MOST_NEAR], several=False, place=place)
    return Doubt(spelled, known[:MOST_NEAR], several=True, place=place) if len(known) > 1 else None


def _misspelled_longer(made: Cut, finder: Finder, token: Token, place: int) -> Doubt | None:
    """A name with something unknown beyond small words before or after it: perhaps a longer name, mistyped."""
    if token.quoted:
        return None
    start, end = made.places[token.start], made.places[token.end - 1] + 1
    known = {card.key for card in token.cards}
    for rest in [*(r for r in reversed(made.rests) if r.end <= start), *(r for r in made.rests if r.start >= end)]:
        between = (rest.end, start) if rest.end <= start else (end, rest.start)
        possessive = rest.text == "s"
        if possessive or between[0] > between[1] or end - start > _LONGEST or not _only_small_words(made, *between):
            continue
        start, end = min(start, rest.start), max(end, rest.end)
        longer = made.text[start:end]
        found = [f.card for f in finder.listed(longer, MOST_NEAR) if f.why in _TELLING and f.card.id not in known]
        if found:
            return Doubt(longer, found, several=False, place=place)
    return None


def _only_small_words(made: Cut, start: int, end: int) -> bool:
    """Whether nothing but spaces and fillers, and no pause, stands in a stretch of the text."""
    between = made.text[start:end]
    if end - start > _FARTHEST or any(not (c.isspace() or c.isalnum() or c in _INSIDE_NAMES) for c in between):
        return False
    first, last = made.folded_span(start, end)
    small = {n for t in made.tokens if t.phrase and t.phrase.light for n in range(t.start, t.end)}
    return all(n in small for n in range(first, last))


def _settle(made: Cut, finder: Finder, rest: Rest, naming: Naming) -> None:
    """A run nothing accounts for: a name in pinyin, one nearly right, or no name at all."""
    folded = fold(rest.text)
    place = sum(1 for token in made.tokens if made.places[token.start] < rest.start)
    short = len(folded) < _SHORTEST[folded.isascii()] or folded.isdigit()
    found = [] if short else finder.listed(rest.text, MOST_NEAR + 1)
    pinyin = [f for f in found if f.why == "pinyin" and len(folded) >= SHORTEST_PINYIN]
    sure = finder.search(rest.text, 1)[0].card if len(pinyin) == 1 and found[0] is pinyin[0] else None
    sure = _called_exactly(finder, rest.text) if short else sure
    if sure is not None:
        at = next(n for n, p in enumerate(made.places) if p >= rest.start)
        naming.cards.append(Named(sure, Token(at, at + len(folded)), place))
        return
    likely = [f.card for f in found if f.score >= _LIKELY]
    if likely or (not short and (rest.quoted or _is_told_as_a_card(made, rest))):
        naming.doubts.append(Doubt(rest.text, likely[:MOST_NEAR], several=len(pinyin) > 1, place=place))
    naming.rests.append(rest)


def _is_told_as_a_card(made: Cut, rest: Rest) -> bool:
    """Whether the words beside a run say that a card is named there: what the opponent activated, what applies."""
    for token in made.tokens:
        phrase = token.phrase
        if phrase is None or not phrase.firm or phrase.role not in ("answered", "in-force"):
            continue
        start, end = made.places[token.start], made.places[token.end - 1] + 1
        follows = phrase.card == "after" and end <= rest.start and not made.text[end : rest.start].strip()
        precedes = phrase.card == "before" and rest.end <= start and not made.text[rest.end : start].strip()
        if follows or precedes:
            return True
    return False


def _is_a_short_name(finder: Finder, rest: Rest) -> bool:
    """Whether a run of one or two characters is a card's name itself, and so no part of the name beside it."""
    folded = fold(rest.text)
    return len(folded) < _SHORTEST[folded.isascii()] and _called_exactly(finder, rest.text) is not None


def _called_exactly(finder: Finder, text: str) -> Card | None:
    """The card a run is a nickname of, where it is too short to be looked for inside other words."""
    if not text.strip() or fold(text).isdigit():
        return None
    try:
        named = finder.index.resolve(text)
    except BadInput:
        return None
    return finder.card_of(named) if fold(text) in map(fold, named.nicknames) else None
