"""The cut sentence → kind, cards, moment, table, and what is missing."""

import re
from dataclasses import dataclass, field

from knowledge.data.profile import Card, Effect
from knowledge.names.finder import Finder
from knowledge.names.fold import fold
from knowledge.questions.battles import Attack, Values, attack_in, values_in
from knowledge.questions.cutting import Cut, cut
from knowledge.questions.lexicon import Lexicon
from knowledge.questions.naming import Doubt, Naming, named_in
from knowledge.questions.roles import Cast, Item, answers_things, cast_of, marks_of, opponent_acts, zones_told
from knowledge.questions.rule_topics import RuleTopics, Topic
from knowledge.questions.statements import Statements, called, field_zone, side_before, statements_in, told_of
from knowledge.questions.terms import terms_in
from knowledge.rules.book import Book

ANY_TIME = "turn"
UNSAID = "main"  # where an answer to an activation, or to an event of no moment of its own, is looked at
_SUCCESS = "成功"  # in Chinese and Japanese; English says it by the tense, too faintly to rely on
_REMARK = re.compile(r"[（(]([^（）()]{1,120})[）)]")
_DONE_ON_THE_WAY = frozenset(
    ("sent-to-gy", "banished", "tributed", "discarded")
)  # "能送墓康吗": how, not what happened
_TWIN = "another-copy"
_LIKE_A_NAME = 3  # characters
EITHER_WAY = "destroyed"  # an event that says too little: by battle or by an effect?
_WAYS = {"destroyed-by-battle": "damage.end", "destroyed-by-effect": UNSAID}


@dataclass
class Account:
    """One thing that is told to have happened."""

    event: str
    card: Card | None = None  # whom it befell
    side: str = ""
    by: str = ""
    origin: str = ""
    source: Card | None = None


@dataclass
class Asked:
    """A question as understood; `missing` names what must be asked back."""

    text: str
    kind: str
    card: Card | None = None
    asked_as: str = ""  # the name the card was called by
    effect: int | None = None
    at: str = ""
    turn: str = ""
    by_opponent: bool = False  # the opponent is the one who would activate
    answered: tuple[Card, int | None] | None = None
    links: list[tuple[Card, int | None, str]] = field(default_factory=list)  # the chain before what is answered
    answered_kind: str = ""  # an activation that is answered and told of without its card
    answered_by: str = ""  # who activated what is answered, where that was said
    in_force: list[Card] = field(default_factory=list)
    in_force_of: dict[str, str] = field(default_factory=dict)  # whose each of them is, where that was said
    does: tuple[str, ...] = ()  # what the effect asked about is said to do
    answered_does: tuple[str, ...] = ()  # what the effect that is answered is said to do
    answered_zone: str = ""  # where the card that is answered lies
    now: bool = False  # asked of a table that was not told
    events: list[str] = field(default_factory=list)
    accounts: list["Account"] = field(default_factory=list)  # each event with whom it befell and by what
    told: Statements = field(default_factory=Statements)
    topic: Topic | None = None  # what of the rules is asked about, where no card is named
    cast: Cast | None = None
    places: list[int] = field(default_factory=list)  # where each character of the folded text stands
    event_side: str = ""
    summon_done: bool = False  # the summon told of is said to have succeeded
    zone: str = ""
    face: str = ""
    lp: int | None = None
    hand: int | None = None
    changed: str = ""  # of a replay: whether the number of monsters changed
    attack: Attack | None = None
    attack_by: str = ""  # whose monster attacks, in a question about an activation
    values: Values | None = None
    terms: list[str] = field(default_factory=list)
    cards: list[Card] = field(default_factory=list)
    named: list[tuple[str, Card]] = field(default_factory=list)  # every card with the name it was called by
    words: str = ""  # what is left to search for
    missing: str = ""
    doubt: Doubt | None = None
    assumed: str = ""  # how the moment was settled, where it was not said
    not_understood: list[tuple[int, int, str]] = field(default_factory=list)
    not_placed: list[str] = field(default_factory=list)  # understood words that reached no statement
    aside: list[tuple[str, Card]] = field(default_factory=list)  # cards that are named and have no part in it


def read_question(text: str, lexicon: Lexicon, finder: Finder, book: Book, topics: RuleTopics) -> Asked:
    """Understand a question; the same words always give the same reading."""
    plain, remarks = _without_remarks(text)
    made = cut(plain, lexicon, finder.index)
    naming = named_in(made, finder)
    cast = cast_of(made, naming, lexicon.weights)
    terms = terms_in(made, cast, book) if "define" in cast.marks else []
    asked = Asked(text, _kind(lexicon, cast, terms), terms=terms)
    asked.named = [(made.spelled(i.named.token), i.named.card) for i in cast.items if i.named]
    asked.cards = list({card.id: card for _, card in asked.named}.values())
    asked.not_placed += remarks
    carried = [rest for rest in naming.rests if not lexicon.carries_nothing(rest.text)]
    asked.not_understood = [(rest.start, rest.end, rest.text) for rest in carried]
    asked.words = _words(made, cast)
    asked.cast, asked.places = cast, made.places
    met = None if naming.cards or asked.kind in ("define", "damage", "stats") else topics.met(made.folded)
    if met is not None and (asked.kind != "replay" or "replay" in met[0].needs):  # else the engine is asked
        _about_the_rules(asked, made, *met)
    elif asked.kind == "can":
        _activation(asked, made, cast, book)
    elif asked.kind == "replay":
        _moment(asked, cast, book)
        _replay(asked, cast)
    elif asked.kind == "damage":
        asked.attack = attack_in(cast)
        complete = asked.attack.attacker and (asked.attack.direct or asked.attack.defender)
        asked.missing = "battle" if not complete else "changed" if asked.attack.loose else ""
    elif asked.kind == "stats":
        asked.values = values_in(cast)
        asked.missing = "" if asked.values.monster else "monster"
    elif asked.kind == "define" and not terms:
        asked.terms = terms_in(made, cast, book)
    elif asked.kind in ("targets", "cost", "answerable"):
        subject = next(iter(cast.of("subject")), None)
        asked.missing = "card" if subject is None else ""
        if subject is not None:
            _take_subject(asked, made, subject)
            _effect_by_what_it_does(asked, cast)
    elif asked.kind == "card":
        asked.card = asked.cards[0] if asked.cards else None
        asked.missing = "" if asked.cards else "card"
    if asked.kind == "rule":
        return asked
    if asked.kind == "can":
        _not_placed(asked, made, cast)
    _doubtful(asked, cast)
    _unaccounted(asked, naming)
    return asked


def _without_remarks(text: str) -> tuple[str, list[str]]:
    """The text with what stands in brackets blanked out, and those remarks: they tell of the table in passing."""
    remarks = [match for match in _REMARK.finditer(text) if len(match[1]) >= _LIKE_A_NAME]
    plain = text
    for match in remarks:
        plain = plain[: match.start()] + " " * len(match[0]) + plain[match.end() :]
    return plain, [match[1] for match in remarks]


def _kind(lexicon: Lexicon, cast: Cast, terms: list[str]) -> str:
    named = {item.named.card.id for item in cast.items if item.named}
    found = {
        "card": any(item.is_name for item in cast.items),
        "named": bool(named),
        "cards": len(named) > 1,
        "moment": any(item.phrase and (item.phrase.at or item.phrase.events) for item in cast.items),
        "term": bool(terms),
        "figures": sum(item.phrase.number in ("atk", "def") for item in cast.items if item.phrase) > 1,
    }
    marks = {*cast.marks, *(mark for mark, holds in found.items() if holds)}
    return next(rule.kind for rule in lexicon.kinds if rule.fits(marks))


def _about_the_rules(asked: Asked, made: Cut, topic: Topic, spans: list[tuple[int, int]]) -> None:
    """No card is named and a topic of the rules fits; words outside its concepts are left over as ever."""
    asked.kind, asked.topic = "rule", topic
    spoken = {made.places[at] for first, last in spans for at in range(first, last)}
    asked.not_understood = [
        (start, end, word)
        for start, end, word in asked.not_understood
        if not any(n in spoken for n in range(start, end))
    ]


def _words(made: Cut, cast: Cast) -> str:
    """What to search for: everything but the words that only ask."""
    asking = [i.token for i in cast.items if i.token and i.phrase and not (i.phrase.at or i.phrase.events)]
    spoken = list(made.text)
    for token in asking:
        for at in range(made.places[token.start], made.places[token.end - 1] + 1):
            spoken[at] = " "
    return " ".join("".join(spoken).split())


def _activation(asked: Asked, made: Cut, cast: Cast, book: Book) -> None:
    subject = next(iter(cast.of("subject")), None)
    if subject is None:
        asked.missing = "card"
    else:
        _take_subject(asked, made, subject)
    links = [item for item in cast.of("answered") if item.named]
    if links:
        *before, answered = links
        asked.links = [(i.named.card, i.effect, side_before(cast, i)) for i in before if i.named]
        asked.answered = (answered.named.card, answered.effect) if answered.named else None
        asked.answered_by = side_before(cast, answered)
        asked.answered_zone = next(iter(zones_told(cast.items, answered)), "")
        told = [i for i in cast.items if i.part != cast.asked_part() or answered.part == cast.asked_part()]
        asked.answered_does = tuple(act for i in told if i.phrase for act in i.phrase.does)
    _unnamed_activation(asked, cast)
    _links_before(asked, cast)
    _effect_by_what_it_does(asked, cast)
    asked.in_force = [item.named.card for item in cast.of("in-force") if item.named]
    asked.in_force_of = {
        item.named.card.id: side for item in cast.of("in-force") if item.named and (side := side_before(cast, item))
    }
    if subject is not None:
        loose = [i.phrase.zone for i in cast.in_part(cast.asked_part()) if i.phrase and i.phrase.zone]
        owned = {zone for i in cast.items if i.is_name for zone in zones_told(cast.items, i)}
        own = [zone for i in cast.items if i.who == subject.who for zone in zones_told(cast.items, i)]
        asked.zone = next(iter([*own, *(zone for zone in loose if zone not in owned)]), "")
    used = asked.told.used
    asked.told = statements_in(cast, asked.card, book)
    asked.told.used |= used
    _how_often(asked, cast, book)
    for item in cast.items:
        if item.phrase and item.token:
            _table(asked, item, cast)
            asked.summon_done |= bool(item.phrase.events) and _SUCCESS in made.spelled(item.token)
    asked.now = "now" in cast.marks
    _battle_told(asked, cast)
    _moment(asked, cast, book)
    asked.by_opponent = opponent_acts(cast)
    if asked.by_opponent and asked.turn:  # whose turn it is, is told from the player who would activate
        asked.turn = "opponent" if asked.turn == "own" else "own"
    if not asked.at and not asked.missing:
        asked.at, asked.assumed = ANY_TIME, "any-time"
    if EITHER_WAY in asked.events and not asked.missing:
        asked.missing = "happened"
        asked.at = "" if asked.assumed else asked.at  # each way has its own moment


def _unnamed_activation(asked: Asked, cast: Cast) -> None:
    """`can it negate a monster effect`, `the opponent activates a spell`: what is answered, without a card."""
    if asked.answered is not None or asked.card is None or not answers_things(asked.card):
        return
    for item in cast.items:
        if item.phrase and item.phrase.activation:
            marks = marks_of(cast.in_part(item.part))
            told = item.part != cast.asked_part() and "activate" in marks
            if told or (item.part == cast.asked_part() and "respond" in marks):
                asked.answered_kind = item.phrase.activation
                asked.told.used.add(item.start)


def _links_before(asked: Asked, cast: Cast) -> None:
    """`Y negated my X`, `X was negated by Y`: Y answered X, so X stands in the chain before it."""
    for item in cast.of("answered"):
        if item.named is None or item.part == cast.asked_part() or asked.links or not answers_things(item.named.card):
            continue
        for other in (i for i in cast.in_part(item.part) if i.role == "aside" and i.named):
            side = "own" if side_before(cast, item) == "opponent" else side_before(cast, other)
            if other.named and not zones_told(cast.items, other):
                asked.links.append((other.named.card, other.effect, side or "own"))
                other.role = "link"


def _battle_told(asked: Asked, cast: Cast) -> None:
    """Who attacks whom, where a question about an activation tells it: two monsters in battle on the table."""
    words = [i for i in cast.items if i.has("attack") and not i.has("direct") and i.part != cast.asked_part()]
    if not words or not asked.card:
        return
    attack = attack_in(cast)
    fighting = [f for f in (attack.attacker, attack.defender) if f is not None and f.card is not None]
    if not fighting:
        return
    asked.attack = attack
    sides = [i.phrase.side for i in cast.items if i.start < words[0].start and i.phrase and i.phrase.side]
    asked.attack_by = sides[0] if sides else "opponent"
    settled = {f.card.id for f in fighting if f.card}
    for item in cast.items:
        if item.named and item.who in settled and item.role in ("aside", "answered"):
            item.role = "fights"
    if asked.answered and asked.answered[0].id in settled:
        asked.answered = None


def _how_often(asked: Asked, cast: Cast, book: Book) -> None:
    """`twice a turn`, `a second copy`: may it be used again after it was used once?"""
    told = asked.told.earlier
    if asked.card is None or not {"often", "again", "another-copy"} & cast.marks:
        return
    event = "effect-activated" if asked.card.type.startswith("Monster") else "card-activated"
    uses = [use for use in told if use["card"] == called(book, asked.card)]
    theirs = [i for i in cast.items if i.has("another-copy") and side_before(cast, i) == "opponent"]
    copies = set() if theirs else {"two-copies", "another-copy"} & cast.marks
    if not uses and not ({"often", "another-copy"} & cast.marks):
        return
    if not uses:
        told.append({"event": event, "card": "", "side": "own"})
        uses = told[-1:]
        if asked.effect is not None:
            uses[0]["effect"] = asked.effect
    for use in uses:
        use["card"] = _TWIN if copies else "self"
    if copies:
        asked.told.cards.append({"card": called(book, asked.card), "called": _TWIN, "zone": field_zone(asked.card)})


def _not_placed(asked: Asked, made: Cut, cast: Cast) -> None:
    """What tells of the table, and did not reach it."""
    for item in cast.items:
        phrase, token = item.phrase, item.token
        if phrase is None or token is None or item.start in asked.told.used:
            continue
        if item.has("describes") and item.start not in asked.told.used and item.part != cast.asked_part():
            asked.not_placed.append(made.spelled(token))
        if phrase.states or (phrase.number and phrase.number not in ("effect", "link")):
            asked.not_placed.append(made.spelled(token))
    aside = [i.named for i in cast.of("aside") if i.named and i.start not in asked.told.used]
    asked.aside = [(made.spelled(named.token), named.card) for named in aside]


def _take_subject(asked: Asked, made: Cut, subject: Item) -> None:
    if subject.named is None:
        asked.missing, asked.doubt = "card", subject.doubt
        return
    asked.card, asked.effect = subject.named.card, subject.effect
    asked.asked_as = made.spelled(subject.named.token)


def _effect_by_what_it_does(asked: Asked, cast: Cast) -> None:
    """`its negation`: the one effect of the card that does so, where there is one."""
    here = cast.in_part(cast.asked_part())
    told = [item.phrase.does for item in here if item.phrase and item.phrase.does]
    if not told or asked.card is None or asked.effect is not None:
        return
    asked.does = told[-1]
    for act in asked.does:  # the likeliest act first
        fitting = [e.number for e in asked.card.effects if does_so(e, (act,))]
        if fitting:
            asked.effect = fitting[0] if len(fitting) == 1 and len(asked.card.effects) > 1 else None
            return


def does_so(effect: Effect, acts: tuple[str, ...]) -> bool:
    """Whether an effect does one of these things, or one of their kinds."""
    done = [*effect.does, *(act for choice in effect.choices for act in choice.does)]
    return any(act.act.startswith(acts) for act in done)


def _table(asked: Asked, item: Item, cast: Cast) -> None:
    phrase = item.phrase
    assert phrase is not None
    if phrase.face:
        asked.face = phrase.face
    if phrase.number == "lp":
        asked.lp = asked.told.lp.get("own")
    if phrase.number == "hand":
        asked.hand = asked.told.hand.get("own")
    asks = [i for i in cast.in_part(item.part) if i.has("may") and i.start < item.start]
    asked_for = item.part == cast.asked_part() and (
        bool(phrase.does) or (bool(asks) and phrase.voice != "passive" and bool(_DONE_ON_THE_WAY & set(phrase.events)))
    )
    befallen, source = told_of(cast, item) if phrase.events else (None, None)
    if "attack-declared" in phrase.events:
        befallen = befallen if befallen is not None and befallen.start < item.start else None
        asked_for = befallen is None and not (phrase.side or side_before(cast, item))  # only a moment is told
    for event in () if asked_for else phrase.events:
        if event not in asked.events:
            asked.events.append(event)
            asked.accounts.append(
                Account(
                    event,
                    befallen.named.card if befallen and befallen.named else None,
                    side_before(cast, befallen or item),
                    phrase.by,
                    phrase.origin,
                    source.named.card if source and source.named else None,
                )
            )


def _moment(asked: Asked, cast: Cast, book: Book) -> None:
    """The moment said, else the one an event tells, else a main phase for what answers something."""
    phrases = [item.phrase for item in cast.items if item.phrase]
    asked.turn = next((phrase.turn for phrase in phrases if phrase.turn), "") or _turn_of_the_moment(cast)
    if "when" in cast.marks and asked.attack is not None and asked.kind == "can":
        asked.at, asked.accounts, asked.events = "damage-step", [], []  # the battle goes on: at which of its moments?
        asked.face = ""  # the battle turns it up
        return
    said = [phrase.at for phrase in phrases if phrase.at and not phrase.events]
    told = [phrase.at for phrase in phrases if phrase.at and phrase.events]
    if said:
        asked.at = _narrowest(book, [*said, *(t for t in told if book.windows_of(t) <= book.windows_of(said[0]))])
    elif told:
        asked.at, asked.assumed = told[0], "event"
    elif "when" in cast.marks or asked.turn:
        asked.at = ANY_TIME
    elif asked.attack is not None and asked.kind == "can":
        asked.at, asked.assumed = "battle-phase", "event"
        asked.turn = asked.attack_by
    elif asked.events or asked.answered or asked.answered_kind:
        windows = {w for e in asked.events if e in book.library.events for w in book.library.events[e].happens}
        asked.at, asked.assumed = (windows.pop(), "event") if len(windows) == 1 else (UNSAID, "main")


def _narrowest(book: Book, moments: list[str]) -> str:
    """Of moments that contain each other the innermost; of others the first said."""
    first = moments[0]
    inside = [m for m in moments if book.windows_of(m) < book.windows_of(first)]
    return min(inside, key=lambda m: len(book.windows_of(m))) if inside else first


def _turn_of_the_moment(cast: Cast) -> str:
    """`the opponent's end phase`: whose turn it is, told by the word right before the moment."""
    tokens = [item.token for item in cast.items if item.token]
    sides = {token.end: token.phrase.side for token in tokens if token.phrase and token.phrase.side}
    return next((sides[t.start] for t in tokens if t.phrase and t.phrase.at and t.start in sides), "")


def _replay(asked: Asked, cast: Cast) -> None:
    side = ""
    for phrase in [item.phrase for item in cast.items if item.phrase]:
        side = side if side and "reflexive" in phrase.marks else phrase.side or side  # "the opponent … their own"
        if phrase.events:
            asked.events += phrase.events
            asked.event_side = side or "opponent"  # whose monster it is, is told last before what befell it
    asked.turn = ""
    if "count-changed" in cast.marks:
        asked.changed = "yes"
    if "count-unchanged" in cast.marks:
        asked.changed = "no"
    if not asked.at or asked.assumed:
        asked.at, asked.assumed = "after-declaration", ""


def _doubtful(asked: Asked, cast: Cast) -> None:
    """A name in doubt is asked about where it matters: whose role counts, or which may be the card itself."""
    doubts = [item for item in cast.items if item.doubt]
    if not doubts or asked.kind in ("out-of-scope", "define"):
        return
    weighty = [item for item in doubts if item.role in ("subject", "answered", "in-force")]
    weighty += [item for item in doubts if item.doubt and item.doubt.several and item not in weighty]
    if asked.kind in ("damage", "stats") or asked.missing in ("card", "which") or not asked.cards:
        weighty = weighty or doubts
    if weighty:
        asked.missing, asked.doubt = "card", weighty[0].doubt


def _unaccounted(asked: Asked, naming: Naming) -> None:
    """Where sums are asked for, a word that may be a card's name is asked about: left out, the sum would be wrong."""
    long = [rest for rest in naming.rests if len(fold(rest.text)) >= _LIKE_A_NAME]
    if asked.kind in ("damage", "stats") and not asked.missing and long:
        asked.missing, asked.doubt = "card", Doubt(long[0].text, [], several=False, place=0)


def ways_of(event: str) -> dict[str, str]:
    """The two things a vague word may mean, each with its moment."""
    return _WAYS if event == EITHER_WAY else {}
