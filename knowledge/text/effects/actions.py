"""What an effect costs and does: acts in their order, how each follows on the one before, and on what."""

import re
from typing import Literal, cast

from knowledge.data.profile import Action, Zone
from knowledge.text.clauses.clause import Stretch
from knowledge.text.effects.bans import barred
from knowledge.text.effects.filters import places_in
from knowledge.text.grammar import Found, Wording

_POINTS = re.compile(r"\d{3,5}")
_COUNT = re.compile(r"\d{1,2}")
_STOP = re.compile(r"[.;:\n]|, (?:and|then|but|also)\b")
WIDER = ("place-card", "other", "normal-summon", "negate-effect", "change-atk-def", "destroy", "change-target")
# acts that must find something where the text says it lies; what comes from a deck or hand is not seen on the table
TAKING = frozenset(
    {"destroy", "banish", "banish-face-down", "send-to-gy", "discard", "tribute", "return-to-hand", "return-to-deck"}
)
# acts that bring cards from somewhere: what answers them looks at where from
BRINGING = frozenset(
    {"special-summon", "ritual-summon", "add-to-hand", "search", "equip", "set-card", "attach-material"}
)
Joined = Literal["", "then", "and-if-you-do", "also"]


def actions_in(text: str, spoken: str, stretches: list[Stretch], wording: Wording, detailed: bool) -> list[Action]:
    """The acts named in stretches of text, in order; without detail, only which acts."""
    found: list[Action] = []
    for start, end in stretches:
        if found and detailed and wording.has("later", text, start, end):
            found.append(Action(act="apply-later"))  # what comes with a later phase is not done at resolution
        elif start < end:
            _add_actions(found, text, spoken, (start, end), wording, detailed)
    return found


def _add_actions(
    found: list[Action], text: str, spoken: str, stretch: Stretch, wording: Wording, detailed: bool
) -> None:
    start, end = stretch
    at = start
    for mark in wording.all("act", text, start, end):
        if at > start and mark.end <= at and mark.reveals in WIDER:
            continue  # the same words already told something more exact
        found.append(_action(text, spoken, (at, mark), not found, wording) if detailed else Action(act=mark.reveals))
        at = max(at, mark.end)


def _action(text: str, spoken: str, place: tuple[int, Found], first: bool, wording: Wording) -> Action:
    at, mark = place
    begin = min(at, mark.start)
    phrase_end = mark.end + 12 if wording.punctuated else mark.end
    act = _detailed(text, mark.reveals, begin, phrase_end, wording)
    joined = wording.first("joined", text, begin, mark.end)
    points = _POINTS.search(text, begin, phrase_end)
    count = wording.first("count", text, begin, phrase_end)
    number = _COUNT.search(text, count.start, count.end) if count else None
    what = _object(text, act, begin, phrase_end, wording)
    until = wording.first("until", spoken, begin, mark.end + 40) if "□" in text[begin : mark.end + 40] else None
    if act == "forbid-activation" and wording.has("and-its-namesakes", text, begin, mark.end):
        players = {mark.reveals for mark in wording.each("player", text, begin, mark.end)}
        whose = "opponent" if "opponent" in players else "you"
        return Action(act=act, what=whose, to="that-name", until=until.reveals if until else "")
    if act == "forbid-activation" and what in ("", "you", "opponent", "both"):
        which, to = barred(spoken, begin, mark.end, wording)
        so_many: int | str = 1 if wording.has("only-so-many", text, begin, mark.end) else ""
        return Action(act=act, what=what, which=which, count=so_many, to=to, until=until.reveals if until else "")
    if act == "allow-extra-attack":
        often, to = _further(text, begin, phrase_end, wording)
        follows = cast(Joined, "" if first or joined is None else joined.reveals)
        return Action(act=act, what=what, count=often, to=to, joined=follows, until=until.reveals if until else "")
    return Action(
        act=act,
        what=what,
        which=places_in(spoken, begin, phrase_end, wording) if act in TAKING and not what else None,
        whence=_whence(spoken, (begin, phrase_end), wording) if act in BRINGING else (),
        count="all" if count and count.reveals == "all" else int(number.group()) if number else "",
        amount=int(points.group()) if points else _zero(text, act, begin, phrase_end, wording),
        stat=_stat(text, act, begin, phrase_end, wording),
        to="gy" if act == "discard" and wording.has("discarded-to-gy", text, begin, phrase_end) else "",
        joined=cast(Joined, "" if first or joined is None else joined.reveals),
        optional=wording.has("may", text, begin, mark.end),
        until=until.reveals if until else "",
        worded=_worded(text, act, begin, phrase_end, wording),
    )


def _further(text: str, begin: int, end: int, wording: Wording) -> tuple[int | str, str]:
    """How many attacks an effect gives, or that it is one more; on what, and whether at once."""
    words = {mark.reveals for mark in wording.each("further-attack", text, begin, end)}
    number = next((int(word) for word in sorted(words) if word.isdigit()), None)
    on = "monsters" if "monsters" in words else ""
    if number is not None and not words & {"once-more", "only-once-more"}:
        return number, on
    again = "only-once-more" if "only-once-more" in words else "once-more" if "once-more" in words else ""
    return again, "-".join(filter(None, (on, "in-a-row" if "in-a-row" in words else "")))


def _zero(text: str, act: str, begin: int, end: int, wording: Wording) -> int | str:
    """Nought, where the words set a value to it: figures of a single digit are counts elsewhere."""
    return 0 if act == "set-atk-def" and wording.has("to-zero", text, begin, end) else ""


def _worded(text: str, act: str, begin: int, end: int, wording: Wording) -> Literal["", "object", "subject"]:
    """Whether a value or an effect is made so, or becomes so, where the language tells them apart."""
    if act != "negate-effect" and not act.endswith("atk-def"):
        return ""
    mark = wording.first("worded", text, begin, end)
    return cast(Literal["", "object", "subject"], mark.reveals) if mark else ""


def _whence(spoken: str, phrase: Stretch, wording: Wording) -> tuple[Zone, ...]:
    """The places a phrase takes its cards from, also those a language names after the act."""
    start, end = phrase
    if wording.punctuated:
        stop = _STOP.search(spoken, end)
        end = min(stop.start() if stop else len(spoken), end + 200)
    named = [mark.reveals for mark in wording.each("filter-zone", spoken, start, end)]
    return cast(tuple[Zone, ...], tuple(dict.fromkeys(named)))


def _detailed(text: str, act: str, begin: int, end: int, wording: Wording) -> str:
    """The narrower act the words around reveal: raising instead of changing, searching instead of adding."""
    for mark in wording.each("act-detail", text, begin, end):
        wide, _, narrow = mark.reveals.partition(">")
        if wide == act:
            return narrow
    return act


def _object(text: str, act: str, begin: int, end: int, wording: Wording) -> str:
    """What is acted on: the last one named before the act; a card is shown to a player, who is not what is shown."""
    marks = wording.all("act-object", text, begin, end)
    marks = [mark for mark in marks if act != "reveal" or mark.reveals != "opponent"]
    return marks[-1].reveals if marks else ""


def _stat(text: str, act: str, begin: int, end: int, wording: Wording) -> str:
    if not act.endswith("atk-def"):
        return ""
    named = {mark.reveals for mark in wording.each("stat", text, begin, end)}
    value = "both" if {"atk", "def"} <= named else next(iter(named & {"atk", "def"}), "")
    return f"original-{value}" if value and "original" in named else value
