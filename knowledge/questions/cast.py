"""Everything of a sentence in its order, the names with their roles, and what stands beside each other in it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise

from knowledge.data.profile import Card, Effect
from knowledge.questions.lexicon import Phrase
from knowledge.questions.named.cut import Doubt, Named, Token

# what an act of a cost is called where it is told as having happened
_GIVEN = {"discard": "discarded", "tribute": "tributed", "banish": "banished", "send-to-gy": "sent-to-gy"}
_GIVEN_UP = (*_GIVEN, *_GIVEN.values(), "detach")
_FAST_TYPES = ("Trap", "Quick-Play")


@dataclass
class Item:
    """One thing of the sentence in its order: a phrase, a card, or a name in doubt."""

    start: int
    token: Token | None = None
    named: Named | None = None
    doubt: Doubt | None = None
    clause: int = 0
    part: int = 0  # clauses, cut again where only a space or the speaker tells that something new begins
    role: str = ""
    effect: int | None = None
    beside: int | None = None  # the number of an effect told beside this very mention of the card
    phrase: Phrase | None = field(init=False)  # where it is one
    marks: frozenset[str] = field(init=False)  # of the phrase; asked for hundreds of times a question
    is_name: bool = field(init=False)  # whether it is a card or would be one

    def __post_init__(self) -> None:
        self.phrase = self.token.phrase if self.token else None
        self.marks = frozenset(self.phrase.marks if self.phrase else ())
        self.is_name = self.named is not None or self.doubt is not None

    @property
    def who(self) -> str:
        """The card that is meant, or what was typed where that is in doubt."""
        return self.named.card.id if self.named else self.doubt.name if self.doubt else ""

    def has_no_verb(self, cast: "Cast") -> bool:
        """Whether nothing in its part is done, told or asked: it is only named."""
        return not any(i.has("activate", "respond", "attack", "other-act", "passive") for i in cast.in_part(self.part))

    def has(self, *marks: str) -> bool:
        """Whether it is a phrase with one of these marks."""
        return not self.marks.isdisjoint(marks)


@dataclass
class Casting:
    """One way to give out the roles, and what speaks for it."""

    roles: dict[str, str]
    score: float
    features: dict[str, float] = field(default_factory=dict)

    @property
    def subject(self) -> str:
        """Who is asked about."""
        return next((who for who, role in self.roles.items() if role == "subject"), "")


@dataclass
class Cast:
    """Everything of a sentence in order, the names with their roles, and the castings that were weighed."""

    items: list[Item]
    marks: set[str] = field(default_factory=set)
    castings: list[Casting] = field(default_factory=list)
    negated: list[tuple[Item, Item]] = field(default_factory=list)  # a card whose use is over, and what negated it
    loose_number: int | None = (
        None  # of an effect, told in the part that asks and beside no card: of the one asked about
    )
    asks_in: int | None = None  # the part that asks, once it was looked for
    parts: dict[int, list[Item]] = field(init=False)

    def __post_init__(self) -> None:
        self.parts = {}
        for item in self.items:
            self.parts.setdefault(item.part, []).append(item)

    def of(self, role: str) -> list[Item]:
        """The names in a role, in order."""
        return [item for item in self.items if item.is_name and item.role == role]

    def give(self, casting: Casting) -> None:
        """Give the roles of a casting to the names; a card named twice has its role at its first place."""
        given: set[str] = set()
        for item in (i for i in self.items if i.is_name):
            role = casting.roles.get(item.who, "aside")
            item.role = "again" if item.who in given and role != "aside" else role
            given.add(item.who)
        for item in [i for i in self.of("answered") if _is_its_target(self, i)]:
            item.role = "target"
        for item in [i for i in self.of("answered") if _is_paid(self, i)] + [
            i for i in self.of("aside") if _is_thrown_for_it(self, i) or is_given_up(self, i)
        ]:
            for named in (i for i in self.items if i.who == item.who):
                named.role = "paid"
        for item in self.of("subject"):
            again = [i.effect for i in self.items if i.who == item.who and i.effect is not None]
            item.effect = item.effect if item.effect is not None else again[-1] if again else None
            here = [i.effect for i in self.asked_items if i.who == item.who and i.effect is not None]
            item.effect = here[-1] if here else item.effect if self.loose_number is None else self.loose_number

    def asked_part(self) -> int:
        """The part that asks: the last with a word for being allowed or for what becomes of it, else for asking."""
        if self.asks_in is None:
            asking = ("may", "must", "when", "refund")
            may = [i.part for i in self.items if i.has(*asking) or self._asks_what_becomes(i)]
            parts = may or [i.part for i in self.items if i.has("asks")]
            self.asks_in = parts[-1] if parts else self.items[-1].part if self.items else 0
        return self.asks_in

    def asked_or_wanted(self) -> list[Item]:
        """What stands in the part that asks, and in parts that only tell what somebody would like to do."""
        wanted = {i.part for i in self.items if i.has("wants") and i.part < self.asked_part()}
        return [i for i in self.items if i.part == self.asked_part() or i.part in wanted]

    def _asks_what_becomes(self, item: Item) -> bool:
        """`is X destroyed`; not `if X is destroyed, does it …`, which tells it."""
        if not (item.has("outcome") and item.has("asks")):
            return False
        opened = any(i.has("clause") and i.start < item.start for i in self.in_part(item.part))
        return not opened or not any(i.has("asks", "may") for i in self.items if i.part > item.part)

    @property
    def asked_items(self) -> list[Item]:
        """What stands in the part that asks."""
        return self.in_part(self.asked_part())

    def in_part(self, part: int) -> list[Item]:
        """What stands in one part."""
        return [*self.parts.get(part, ())]


def neighbour(items: list[Item], at: int, step: int) -> Item | None:
    """The name beside a phrase in the same clause, with nothing but light phrases between."""
    clause = items[at].clause
    at += step
    while 0 <= at < len(items) and items[at].clause == clause:
        item = items[at]
        if item.is_name:
            return item
        if item.phrase is None or not item.phrase.light:
            return None
        at += step
    return None


def zones_told(items: list[Item], item: Item) -> list[str]:
    """The zones a name is told to lie in: a word for a place right before it, or right behind it."""
    found: list[str] = []
    for at, other in enumerate(items):
        if other.phrase is None or not other.phrase.zone:
            continue
        owner = neighbour(items, at, 1)
        owner = owner if owner is not None and owner.part == other.part else neighbour(items, at, -1)
        if owner is item:
            found.append(other.phrase.zone)
    return found


def is_fast(card: Card) -> bool:
    """Whether a card has something that may be chained at all."""
    by_type = any(word in card.type for word in _FAST_TYPES)
    return by_type or not card.effects or bool(card.effects_of("quick"))


def answers_things(card: Card) -> bool:
    """Whether a card's text waits for an activation or a summon to answer."""
    return any(e.responds_to is not None for e in card.effects)


def does_so(effect: Effect, acts: tuple[str, ...]) -> bool:
    """Whether an effect does one of these things, or one of their kinds."""
    done = [*effect.every_act]
    return any(act.act.startswith(acts) for act in done)


def does_one(card: Card, acts: tuple[str, ...]) -> bool:
    """Whether some effect of a card does one of these things."""
    return any(does_so(effect, acts) for effect in card.effects)


def opponent_acts(cast: Cast) -> bool:
    """`can my opponent activate`: whether it is the opponent who would do what is asked about."""
    if any(i.has("may") and i.phrase and i.phrase.side == "opponent" for i in cast.items):
        return True
    for one, other in pairwise(item for item in cast.items if item.token):
        asks = [p for p in (one.phrase, other.phrase) if p and {"may", "must"} & set(p.marks)]
        sides = [p.side for p in (one.phrase, other.phrase) if p and p.side and not p.events]
        whose = other.phrase is not None and other.phrase.side and _owns_what_follows(cast, other)
        beside = one.clause == other.clause and _touch(one, other)
        if len(asks) == 1 and sides == ["opponent"] and beside and not whose:
            return True
    return _is_theirs(cast)


def _is_theirs(cast: Cast) -> bool:
    """`对方的X的①效果能发动吗`: the card asked about is told to be the opponent's, and nobody else is asked."""
    here = cast.asked_items
    subjects = {i.who for i in cast.of("subject")}
    if marks_of(here) & {"passive", "respond"} or any(
        i.phrase and (i.phrase.opens or i.phrase.side == "own") for i in here
    ):
        return False
    pairs = [(whose, name) for whose, name in pairwise(here) if name.is_name and name.who in subjects]
    asks = [i.start for i in here if i.has("may", "must")]
    theirs = [name for whose, name in pairs if whose.phrase and whose.phrase.side == "opponent" and whose.phrase.light]
    return bool(theirs and asks) and theirs[0].start < asks[0]


def _owns_what_follows(cast: Cast, player: Item) -> bool:
    """`能指对方墓地的魔法`: a place or a thing stands right behind a player, whose it is."""
    behind = next((i.phrase for i in cast.items if i.start > player.start and i.part == player.part), None)
    return behind is not None and bool(behind.zone or behind.place or behind.thing)


def _touch(one: Item, other: Item) -> bool:
    return one.token is not None and other.token is not None and one.token.end == other.token.start


def side_before(cast: Cast, item: Item) -> str:
    """Whose thing is spoken of: the last player named before it in its part, or in the phrase itself."""
    if item.phrase and item.phrase.side:
        return item.phrase.side
    sides = [i.phrase.side for i in cast.in_part(item.part) if i.start < item.start and i.phrase and i.phrase.side]
    return sides[-1] if sides else ""


def is_the_cause(part: list[Item], name: Item) -> bool:
    """`因Y`, `因对方的Y`: the word for a cause stands before a card, with nothing but whose it is between."""
    for other in reversed([i for i in part if i.start < name.start]):
        if other.has("cause"):
            return True
        if other.is_name or other.phrase is None or not other.phrase.light:
            return False
    return False


def marks_of(items: Iterable[Item]) -> set[str]:
    """All marks of some things."""
    return set[str]().union(*[item.marks for item in items])


def _is_its_target(cast: Cast, item: Item) -> bool:
    """`they use X to revive Y`: between two cards of one part stands what the first does, which X can do."""
    part = cast.in_part(item.part)
    before = [i for i in part if i.start < item.start and i.is_name and i.role == "answered"]
    if not before or before[-1].named is None:
        return False
    between = [i for i in part if before[-1].start < i.start < item.start and i.phrase]
    acts = [i.phrase.does for i in between if i.phrase and i.phrase.does]
    plain = any(i.has("respond", "activate") for i in between if i.phrase and not i.phrase.does)
    done = [act.act for e in before[-1].named.card.effects for act in e.does]
    return bool(acts) and not plain and any(act.startswith(acts[-1]) for act in done)


def _is_paid(cast: Cast, item: Item) -> bool:
    """`they discard X to activate Y`: X is given for an activation of another card told in the same part."""
    part = cast.in_part(item.part)
    if is_given_up(cast, item):
        return True
    acts = [i for i in part if i.start > item.start and _plainly_activates(i)]
    others = [i for i in part if i.named and i.who != item.who] or _asked_about(cast, part, item)
    at = part.index(item)
    if item.part != cast.asked_part() and _is_the_price(cast, part[at + 1 :], item):
        return True
    if item.part == cast.asked_part() or not acts or not others:
        return False
    before = next((i for i in reversed(part[:at]) if not _only_joins(i)), None)
    behind = part[at + 1 : part.index(acts[0])]
    if any(i.is_name for i in behind):
        return False
    priced = any(i.has("is-cost") or (i.phrase is not None and i.phrase.by == "cost") for i in behind)
    given = [i.phrase for i in (before, *behind) if i is not None and i.phrase and _gives(i.phrase)]
    acting = [i.named.card for i in others if i.named]
    thrown = before is not None and _plainly_activates(before)  # "丢X发动Y": the word for using a card of the hand
    costs = {act.act for card in acting for effect in card.effects for act in effect.cost}
    return bool(given and (priced or _are_paid(given, costs))) or (thrown and "discard" in costs)


def _asked_about(cast: Cast, part: list[Item], item: Item) -> list[Item]:
    """`把X送去墓地发动②`: a number alone tells what is activated, an effect of the other card that is asked about."""
    numbered = any(i.phrase and i.phrase.number == "effect" for i in part)
    here = [i for i in cast.asked_items if i.named and i.who != item.who]
    return here if numbered and len({i.who for i in here}) == 1 else []


def is_given_up(cast: Cast, item: Item) -> bool:
    """`能把X送去墓地来发动②吗`: X is the price of what is asked about, and another card is named besides."""
    part = cast.in_part(item.part)
    if item not in cast.asked_or_wanted() or not any(i.is_name and i.who != item.who for i in cast.items):
        return False
    at = part.index(item)
    behind = next((n for n, i in enumerate(part) if n > at and (i.phrase is None or not _carries(i))), at)
    its_own = any(i.has("it") for i in part[behind:])  # "…发动它的效果"
    return behind > at and not its_own and is_a_price(cast, part[behind])


def is_a_price(cast: Cast, item: Item) -> bool:
    """`能把…送去墓地来发动吗`: in what is asked or wanted, what is taken is given up, right before `activate`."""
    part = cast.in_part(item.part)
    if item not in cast.asked_or_wanted() or item.phrase is None or item.has("passive", "may", "asks"):
        return False
    at = part.index(item)
    behind = next((i for i in part[at + 1 :] if not _carries(i)), None)
    asks = any(i.has("may", "wants") and not i.has("activate") for i in part[:at])
    taken = any(i.has("takes", "it") for i in part[:at])
    given = any(word.startswith(_GIVEN_UP) for word in (*item.phrase.does, *item.phrase.events))
    return asks and taken and given and behind is not None and _plainly_activates(behind)


def _carries(item: Item) -> bool:
    """Whether a word only joins what stands around it: `来`, `作为cost`."""
    return item.phrase is not None and (item.phrase.light or item.phrase.by == "cost") and not item.phrase.events


def _is_thrown_for_it(cast: Cast, item: Item) -> bool:
    """`Y丢X`, `they use Y discarding X`: behind a card whose effect costs it, what is given up for it."""
    part = cast.in_part(item.part)
    before = [i for i in part if i.start < item.start and i.named]
    if item.part == cast.asked_part() or not before or before[-1].role != "answered" or before[-1].named is None:
        return False
    between = [i for i in part if before[-1].start < i.start < item.start and not _only_joins(i)]
    costs = {act.act for effect in before[-1].named.card.effects for act in effect.cost}
    given = [i.phrase for i in between if i.phrase and _gives(i.phrase)]
    thrown = bool(between) and _plainly_activates(between[-1]) and "discard" in costs
    return (bool(given) and _are_paid(given, costs)) or thrown


def _is_the_price(cast: Cast, behind: list[Item], item: Item) -> bool:
    """`they activate Y, sending X away as its cost`: the price told behind X, and another activated before it."""
    part = cast.in_part(item.part)
    if not any(i.part < item.part for i in cast.items) and not any(i.start < item.start for i in part if i.named):
        return False
    upto = next((n for n, i in enumerate(behind) if i.is_name), len(behind))
    given = any(i.phrase and _gives(i.phrase) for i in behind[:upto])
    priced = any(i.phrase and i.phrase.by == "cost" and not i.phrase.events for i in behind[:upto])
    used = [i for i in cast.items if i.named and i.who != item.who and i.start < item.start and i.role == "answered"]
    return given and priced and bool(used)


def _only_joins(item: Item) -> bool:
    """A word between an act and its object: whose it is, where it lies, how many."""
    return item.phrase is not None and item.phrase.light and not item.phrase.does


def _plainly_activates(item: Item) -> bool:
    return item.has("activate") and item.phrase is not None and not (item.phrase.does or item.phrase.told)


def _gives(phrase: Phrase) -> bool:
    """Whether a word may tell that a card is given up."""
    return bool(phrase.does) or bool(phrase.events) or bool(phrase.told) or "takes" in phrase.marks


def _are_paid(given: list[Phrase], costs: set[str]) -> bool:
    """Whether one of these words tells what a cost is made of."""
    told = {word for phrase in given for word in (*phrase.does, *phrase.events, *phrase.told)}
    return any(_GIVEN.get(act, act) in told or act in told for act in costs)
