"""Which cards a cut sentence is about: one card, several that may be meant, or a name no card has."""

from dataclasses import dataclass, field

from knowledge.data.profile import Card
from knowledge.names.finder import MOST_NEAR, SHORTEST_PINYIN, Finder
from knowledge.names.fold import fold
from knowledge.questions.named.cut import Cut, Rest, Token

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
        start, end = made.places[token.start], made.places[token.end - 1] + 1
        follows = phrase.card == "after" and end <= rest.start and not made.text[end : rest.start].strip()
        precedes = phrase.card == "before" and rest.end <= start and not made.text[rest.end : start].strip()
        if follows or precedes:
            return True
    return False
