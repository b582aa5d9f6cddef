"""What a reading of card text holds; what of the text no phrase covers, and what its profile holds nowhere."""

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Any, Literal, NamedTuple

import msgspec

from knowledge.data.profile import CARD_KINDS, Action, Effect, Requirement, Says
from knowledge.problems import sentence
from knowledge.text.drafts import ONE_ONLY
from knowledge.text.grammar import Pattern, Wording, wording_of
from knowledge.text.sentence import Stretch

Language = Literal["zh", "ja", "en"]
Reason = Literal["event", "resolution", "older-target", "older-text", "too-long"]


def why_unsure(reason: Reason) -> Says:
    """The sentence people see."""
    says = sentence(f"not-understood.{reason}")
    return Says(zh=says["zh"], en=says["en"])


class Doubt(NamedTuple):
    """A stretch of text that was not understood, and the reason."""

    reason: Reason
    span: tuple[int, int]


class Unsure(msgspec.Struct, frozen=True):
    """A stretch of a card's text that was not understood, and why, in both languages."""

    reason: Reason
    part: str
    span: tuple[int, int]
    says: Says


class Unread(msgspec.Struct, frozen=True):
    """A clause of a card's text that no word of its profile stands for, as printed."""

    part: str
    span: tuple[int, int]
    text: str
    phrase: str  # the words in it that no pattern knows


class Standing(msgspec.Struct, frozen=True):
    """What a text does while it applies, whom it reaches, and where it stands; a word of `rulings/words`."""

    does: str
    reach: str
    span: tuple[int, int]


class EffectReading(msgspec.Struct, frozen=True):
    """One effect as read, with the span of text each field came from."""

    effect: Effect
    when_or_if: Literal["when", "if"] | None
    text_span: tuple[int, int]
    spans: dict[str, tuple[int, int]]
    continuous: tuple[Standing, ...] = ()
    quick_if: tuple[Requirement, ...] = ()  # under which condition it is a quick effect for either turn as well


class CardReading(msgspec.Struct, frozen=True):
    """All effects of a text in their order, and what was not understood."""

    effects: tuple[EffectReading, ...]
    unsure: tuple[Unsure, ...]
    unread: tuple[Unread, ...] = ()

    @property
    def continuous(self) -> tuple[tuple[str, str], ...]:
        """What the card does while it applies and whom it reaches, each once, in the order of the text.

        The one monster a card was activated on is its own affair, as in the labels this is compared with.
        """
        told = (one for read in self.effects for one in read.continuous)
        return tuple(dict.fromkeys((one.does, "self" if one.reach == "target" else one.reach) for one in told))


PROPERTIES = ("filter-attribute", "filter-race", "filter-type", "filter-face", "filter-position")
_BEHIND = {
    "spell-zone", "field-zone", "pendulum-zone", "set-card", "place-card", "was-on-field", "own-card",
    "opponent-controls-more",
}  # fmt: skip
_MADE_SO = {"fusion-summon", "synchro-summon", "xyz-summon", "link-summon"}
SAID_BY = {  # words of a profile that stand for what a text names
    "hand": {"search", "add-to-hand", "return-to-hand", "discard", "draw", "reveal", "discarded", "hand", "look"},
    "deck": {"search", "draw", "mill", "deck", "excavate", "return-to-deck", "look", "shuffle"},
    "gy": {"gy", "send-to-gy", "mill", "discard"},
    "banished": {"banish", "banished", "redirect"},
    "extra-deck": {"extra", "extra-deck", "return-to-extra-deck", "return-to-hand", "only-fusion-summon"} | _MADE_SO,
    "spell-zone": _BEHIND,
    "field-zone": _BEHIND,
    "pendulum-zone": _BEHIND,
    "up": {
        "up",
        "flip-face-up",
        "flipped",
        "defence",
        "attack",
        "second-copy-face-up",
        "faceup",
        "place-card",
        "was-face-up",
        "return-to-extra-deck",
        "banish",  # face-down is said of a banishment that is so
    },
    "down": {"down", "flip-face-down", "flipped", "set-card", "set-on-field", "was-face-down"},
    "defence": {"defence", "change-position", "flip-face-down", "piercing", "position-changed"},
    "attack": {"attack", "tribute-summon-face-up", "change-position", "position-changed"},
    "link": {"linked-zone-of-any", "linked-zone-of-any-defence"},
    "equip-card": {"equip", "equipped", "equip-card"},
    "can-hold-counters": {"target-can-hold"},
    "as-many-as-done": {"many", "per", "detached", "discarded", "sent", "banished", "tributed", "returned"},
    "turn-it-came": {"summoned-this-turn", "not-summoned-this-turn", "just-summoned", "own-turn", "summoned-turn"},
    "worn": {"equipped", "equip", "equip-card", "was-equipped"},
    "aims-elsewhere": {"not-targeting", "not-targeted", "targeting"},
    "all-of-other-kinds": {"different", "together"},
    "done-in-this-turn": {
        "activated-this-turn",
        "attacked-this-turn",
        "battled-this-turn",
        "destroyed-this-turn",
        "sent-to-gy-this-turn",
        "summoned-this-turn",
        "own-effect-used-this-turn",
        "opponent-summoned",
        "took-damage",
        "turn-of-activation",
    },
    "came-its-own-way": {"own-effect", "own-procedure", "own-way", "summoned-so", "summoned-by", "by_this"},
    "of-the-most": {"highest", "lowest", "most", "fewest"},
    "beside-the-others": {
        *("more", "fewer", "below", "above", "higher", "lower", "larger", "stronger", "at-most", "at-least"),
    },
    "of-so-many-kinds": {"different", "kinds"},
    "no-battle-phase": {"forbid-battle-phase", "next-battle-phase", "battle-phase"},
    "counters-on-it": {"counter", "counters", "counted"},
    "until-then": {"end", "standby", "turn"},
    "while-it-is-there": {"while-faceup", "while-target-faceup"},
    "while-its-own": {"controlled"},
    "state-of-negation": {"negated"},
    "summoned-negated": {"negated", "negate"},
    "to-the-other-side": {"opponent", "opponents"},
    "with-such-material": {
        "summoned-with",
        "material",
        "materials",
        "used",
        "fusion-summon",
        "synchro-summon",
        "xyz-summon",
        "link-summon",
    },
    "never-negated": {"unnegatable", "negated"},
    "levels-changed": {"change-level", "treat-as"},
    "one-alone": {"alone"},
    "changed-and-sent-away": {"redirect"},
    "on-both-fields": {"both", "each", "either"},
    "within-its-phases": {"main", "main1", "main2", "battle-phase", "start-step", "battle-step", "end-step"},
    "def-for-atk": {"count-def-as-atk", "calculate-with-def"},
    "barred": {"forbid", "restrict", "no", "not", "never", "cannot", "unnegatable", "limit", "only", "protect"},
    "effect": {"effect", "activation"},  # the effects of Effect Monsters are those of monsters
}
_TELLING = {
    "different",
    "alike",
    "counters",
    "unnegatable",
    "limit",
}  # fields that say by themselves what a text speaks of
UNREAD = "unread"
_ORDINALS = {"second-": 2, "third-": 3, "two-": 2, "three-": 3}  # as durations and tributes are called
_A_CLAUSE = 12  # longer than any word of a profile but a condition kept as it is printed
_NOT_SAID = frozenset((UNREAD, "unread_deeds", "summary", "number"))
_NAME = re.compile(r"[「\"]([^「」\"]{1,80})[」\"]")
_FIGURE = re.compile(r"(?<![\d,])\d{1,5}(?!\d)")
_SENTENCE = re.compile(r"[^。\n]+")
_CLAUSE = re.compile(r"[^.;:\n]+")


class Dropped(NamedTuple):
    """A word no part of a profile holds: of what sort it is, and where it stands."""

    sort: str
    word: str
    start: int
    end: int


def dropped_in(
    spoken: str, hidden: str, stretch: Stretch, effects: list[Effect], standing: tuple[str, ...], wording: Wording
) -> list[Dropped]:
    """What a stretch names that none of the effects it is said of holds; `standing` is what it does of itself."""
    held, figures = set(standing), set[int]()
    for effect in effects:
        words, numbers_of = _held(effect)
        held |= words
        figures |= numbers_of
        hidden = _without_what_is_carried(spoken, hidden, effect, wording)
    effect = effects[0]
    found = [one for one in _named(spoken, hidden, stretch, effect, wording) if not held & _ways_to_say(one.word)]
    numbers = [Dropped("figure", one.group(), *one.span()) for one in _FIGURE.finditer(hidden, *stretch)]
    others = {mark.end for mark in wording.all("or-so-many", hidden, *stretch)}  # the fewest decide what may be paid
    left = [one for one in numbers if int(one.word) > 1 and int(one.word) not in figures and one.start not in others]
    return [*found, *left]


def _named(spoken: str, hidden: str, stretch: Stretch, effect: Effect, wording: Wording) -> Iterator[Dropped]:
    lies = [(mark.start, mark.end) for mark in wording.all("lies-there", hidden, *stretch)]
    lies += [(mark.start, mark.end) for mark in wording.all("lies-face-up", hidden, *stretch)]
    if effect.responds_to is not None:  # an effect of a card, and not the card's own activation
        lies += [(mark.start, mark.end) for mark in wording.all("lay-there-already", hidden, *stretch)]
    usual = effect.part == "card" and not effect.zones  # where its kind lies, which no profile repeats
    for family in PROPERTIES:
        for mark in wording.all(family, hidden, *stretch):
            own = mark.reveals == "up" and any(start <= mark.start < end for start, end in lies)
            if mark.reveals not in CARD_KINDS and not own:  # an effect works while its card lies face-up
                yield Dropped(family.removeprefix("filter-"), *mark)
    for mark in wording.all("filter-zone", hidden, *stretch):
        there = mark.reveals in _BEHIND and any(start <= mark.start < end for start, end in lies)
        own = (mark.reveals == "pendulum-zone" and effect.part == "pendulum") or (usual and there)
        if mark.reveals in SAID_BY and not own:
            yield Dropped("place", *mark)
    for mark in wording.all("circumstance", hidden, *stretch):
        yield Dropped("circumstance", *mark)
    for clause in (_CLAUSE if wording.punctuated else _SENTENCE).finditer(hidden, *stretch):
        said = spoken[clause.start() : clause.end()]
        if wording.has("limit", said) or _tells_of_its_copies(said, wording):
            continue  # it names its own card
        for quoted in _NAME.finditer(spoken, *clause.span()):
            token = spoken.startswith("(", quoted.end())  # told by what stands in the brackets
            answered = effect.responds_to is not None and bool(effect.responds_to.doing)
            told = token or (answered and wording.has("quotes-an-effect", quoted.group(1)))
            if not told and hidden[quoted.start()] != " ":
                yield Dropped("name", quoted.group(1), *quoted.span())


def _tells_of_its_copies(sentence: str, wording: Wording) -> bool:
    return any(mark.reveals.endswith(ONE_ONLY) for mark in wording.each("standing", sentence))


def _ways_to_say(word: str) -> frozenset[str]:
    return frozenset((word, word.lower(), f"non-{word}", *SAID_BY.get(word, ())))


def _without_what_is_carried(spoken: str, hidden: str, effect: Effect, wording: Wording) -> str:
    """The text without the clauses that the profile carries as they are printed."""
    # how many come at once every profile leaves open
    for mark in (*wording.all("both-fighters", hidden), *wording.all("so-many-at-once", hidden)):
        hidden = f"{hidden[: mark.start]}{' ' * (mark.end - mark.start)}{hidden[mark.end :]}"
    for mark in wording.all("still-face-up", hidden):  # what is done to it asks for a face-up card by itself
        hidden = f"{hidden[: mark.start]}{' ' * (mark.end - mark.start)}{hidden[mark.end :]}"
    for mark in wording.all("pointed-at", hidden):  # what it is told of first is held where it was told
        hidden = f"{hidden[: mark.start]}{' ' * (mark.end - mark.start)}{hidden[mark.end :]}"
    if any(act.act == "treat-as" for act in effect.does):  # the attributes it gives stand in quotes, like names
        for mark in wording.all("of-itself", spoken):
            hidden = f"{hidden[: mark.start]}{' ' * (mark.end - mark.start)}{hidden[mark.end :]}"
    for mark in wording.all("equips-only", spoken):  # what the card is activated on says it
        hidden = f"{hidden[: mark.start]}{' ' * (mark.end - mark.start)}{hidden[mark.end :]}"
    labels = [str(one.amount) for choice in effect.choices for one in choice.requires if one.is_ == UNREAD]
    carried = [*labels, *(word for word in _texts(msgspec.to_builtins(effect)) if len(word) > _A_CLAUSE)]
    for clause in carried:
        told = clause.translate(wording.characters)
        at = spoken.find(told.lower() if wording.lower_case else told)
        if at >= 0:
            hidden = f"{hidden[:at]}{' ' * len(told)}{hidden[at + len(told) :]}"
    return hidden


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for one in value.values():
            yield from _texts(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _texts(one)
    elif isinstance(value, str):
        yield value


def _held(effect: Effect) -> tuple[set[str], set[int]]:
    """The words and the figures of a profile, wherever they stand in it."""
    words: set[str] = set()
    figures: set[int] = set()
    figures |= {len(effect.targets), *(len(choice.targets) for choice in effect.choices)}  # each of them once
    figures |= {_at_once(effect.cost), _at_once(effect.does)}
    told: dict[str, Any] = msgspec.to_builtins(effect)
    _collect({field: value for field, value in told.items() if field not in _NOT_SAID}, words, figures)
    return words, figures


def _at_once(acts: tuple[Action, ...]) -> int:
    """How many cards acts that go together take in all."""
    together = [n for n, act in enumerate(acts) if act.joined == "with"]
    counted = [acts[n] for n in dict.fromkeys(m for n in together for m in (n - 1, n))]
    return sum(act.count if isinstance(act.count, int) else int(act.what == "self") for act in counted)


def _collect(value: object, words: set[str], figures: set[int]) -> None:
    if isinstance(value, dict):
        words.update(_TELLING & value.keys())
        for one in value.values():
            _collect(one, words, figures)
    elif isinstance(value, list | tuple):
        for one in value:
            _collect(one, words, figures)
    elif isinstance(value, int):
        figures.add(value)
    elif isinstance(value, str):
        words.update((value, value.lower(), *value.split("-")))
        figures.update(int(one) for one in _FIGURE.findall(value))
        figures.update(number for word, number in _ORDINALS.items() if value.startswith(word))


SHORT = 10  # a match no longer than this is words throughout; of a longer one the ends and its fixed run count
END = 5
# families that only steer the reading, and reveal nothing a profile holds
STEERING = frozenset(
    """boundary agent stop subject-self subject-other state state-voice state-after happening old-state not-old-target
    chance modern psct continues continues-anyway leaves-open passing stands-apart narrows states-a-condition label
    no-activation bullet-label further cost-voice permission imperative passive procedure-cost grants own-event
    countdown varies unless excepts procedure own-summon tail-condition limit-only later offers-choice pays
    pays-first speaks-of speaks-of-others no-demand compared-value compared-than so-many rules-out
    goes-on-before equips-only barred-before noun-of-its-own may-be-summoned-so done-so either-event
    and-between listed-names or-between two-targets this-card-among-targets kind-left-out
    introduces-list names-cards-only chosen-first
    still-face-up pointed-at player-barred circumstance and-targets called-again
    becomes-that-text copied-from purpose its-wearer
    denies saved-from attribute-named way-it-came effects-kept-off kind-of-effects effects-activated""".split()  # noqa: SIM905 - a list of fifty words reads better as words
)
# families whose phrases are words of the profile from end to end
WHOLE = frozenset(
    ("comparison", "comparison-behind", "total-of", "all-different", "all-alike", "filter-owner", "as-much-as",
     "each-of-a-value", "each-done-to", "mentions-it", "value-of-such-together", "of-itself")
)  # fmt: skip
_LETTERS = re.compile(r"[^\W\d_□①-⑳]+")
_WORD = re.compile(r"[a-z']+")
_PIECE = re.compile(r"[^,:;。●\n「」\"()□]+")
_PAUSES = ",:;●。\n"


def left_over(text: str, stretch: Stretch, wording: Wording) -> list[Stretch]:
    """The runs of letters in a stretch that no phrase covers; names and remarks in brackets are read elsewhere."""
    found: list[Stretch] = []
    for piece in _PIECE.finditer(text, *stretch):
        at = piece.start()
        found.extend((at + begin, at + end) for begin, end in _rest(wording.language, piece.group()))
    return found


def clauses_with(text: str, runs: list[Stretch], stretch: Stretch) -> dict[Stretch, str]:
    """The clauses, from pause to pause, in which something is left over, each with what is left over first."""
    found: dict[Stretch, str] = {}
    for begin, stop in runs:
        first = max(text.rfind(mark, stretch[0], begin) for mark in _PAUSES) + 1
        ends = [at for mark in _PAUSES if (at := text.find(mark, begin, stretch[1])) >= 0]
        found.setdefault((max(first, stretch[0]), min(ends, default=stretch[1])), text[begin:stop])
    return found


@lru_cache(maxsize=1 << 16)  # texts say the same things in the same words: most pieces have been seen before
def _rest(language: str, piece: str) -> tuple[Stretch, ...]:
    words, glue, whole, always, by_start = _telling(language)
    covered = bytearray(len(piece))
    for word in _WORD.finditer(piece) if words else ():
        if word.group() in words:
            covered[word.start() : word.end()] = b"\1" * len(word.group())
    _cover_all(covered, glue, piece)
    if not _uncovered(language, piece, covered):
        return ()  # as with most pieces
    starts = {piece[n : n + 2] for n in range(len(piece))} | set(piece)
    _cover_all(covered, (p for start in starts for p in by_start.get(start, ())), piece)
    if not _uncovered(language, piece, covered):
        return ()  # as with most of the others
    for pattern in whole:
        for match in pattern.finditer(piece) if pattern.hint in piece else ():
            covered[match.start() : match.end()] = b"\1" * (match.end() - match.start())
    _cover_all(covered, always, piece)
    return _uncovered(language, piece, covered)


def _cover_all(covered: bytearray, patterns: Iterable[Pattern], piece: str) -> None:
    for pattern in patterns:
        if pattern.hint in piece:
            for match in pattern.finditer(piece):
                _cover(covered, pattern, match.start(), match.end(), piece)


def _uncovered(language: str, piece: str, covered: bytearray) -> tuple[Stretch, ...]:
    if all(covered):
        return ()
    rest = "".join("□" if seen else char for char, seen in zip(piece, covered, strict=True))
    shortest = 3 if wording_of(language).punctuated else 2
    return tuple(run.span() for run in _LETTERS.finditer(rest) if len(run.group()) >= shortest)


def _cover(covered: bytearray, pattern: Pattern, begin: int, stop: int, piece: str) -> None:
    if stop - begin <= SHORT:
        covered[begin:stop] = b"\1" * (stop - begin)
        return
    for one in ((begin, begin + END), (stop - END, stop)):
        covered[one[0] : one[1]] = b"\1" * (one[1] - one[0])
    at = piece.find(pattern.hint, begin, stop) if len(pattern.hint) > 1 else -1
    if at >= 0:
        covered[at : at + len(pattern.hint)] = b"\1" * len(pattern.hint)


@cache
def _telling(
    language: str,
) -> tuple[frozenset[str], tuple[Pattern, ...], tuple[Pattern, ...], tuple[Pattern, ...], dict[str, list[Pattern]]]:
    """Words that need no looking at, and the patterns that tell something: by the beginning of the run each must find.

    Languages that part their words with spaces list the words that hold none, or none that a pattern does not hold.
    """
    wording = wording_of(language)
    glue = wording.patterns("glue")
    words = frozenset(w for p in glue for w in _WORD.findall(p.regex.pattern)) if wording.lower_case else frozenset()
    known = [family for family in wording.families() if family not in STEERING and family != "glue"]
    patterns = [p for family in known for p in wording.patterns(family)]
    by_start: dict[str, list[Pattern]] = {}
    for pattern in patterns:
        by_start.setdefault(pattern.hint[:2], []).append(pattern)
    whole = tuple(p for family in WHOLE for p in wording.patterns(family))
    return words, () if words else glue, whole, tuple(by_start.pop("", ())), by_start
