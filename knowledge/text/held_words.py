"""Words of an effect's text that its profile holds nowhere: names, properties, places, faces and figures.

A reading must stand for every word that narrows something, or tell that it does not. What a text names is looked for in
the whole of its profile; an act may stand for the place it leads to or comes from, or for the position it leaves.
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from knowledge.data.profile import CARD_KINDS, Action, Effect
from knowledge.text.clauses.clause import Stretch
from knowledge.text.clauses.drafts import ONE_ONLY
from knowledge.text.grammar import Wording

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
    "attack": {"attack", "change-position", "position-changed"},
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
_ORDINALS = {"second-": 2, "third-": 3}  # as durations are called
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
    for sentence in (_CLAUSE if wording.punctuated else _SENTENCE).finditer(hidden, *stretch):
        said = spoken[sentence.start() : sentence.end()]
        if wording.has("limit", said) or _tells_of_its_copies(said, wording):
            continue  # it names its own card
        for quoted in _NAME.finditer(spoken, *sentence.span()):
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
