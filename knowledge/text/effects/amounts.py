"""How many and how much: counts, points for each of something, Levels, as the words around an act tell them."""

import re

import msgspec

from knowledge.data.profile import Action, Filter, Together
from knowledge.text.effects.bans import UNREAD
from knowledge.text.effects.filters import DESCRIBED, ON_FIELD, filter_in
from knowledge.text.grammar import Found, Wording
from knowledge.text.sentence import Stretch

_EACH = re.compile(r"\d{2,4}")
_COUNT = re.compile(r"\d{1,2}")
_POINTS = re.compile(r"(?<![\d×x])\d{3,5}(?![\d×x])")  # not points for each of something
_A_LEVEL = 60  # how far behind an act English tells the Level or what is counted
_A_FIGURE = 4  # and how far behind it others do
_PAUSE = re.compile(r"[.;:,]")
OF_POINTS = ("inflict-damage", "gain-lp", "gain-atk-def", "lose-atk-def", "set-atk-def")


def amount_of(
    text: str, spoken: str, act: str, phrase: Stretch, mark: Found, wording: Wording
) -> tuple[int | str, Filter | None]:
    """How much an act is about, and the cards that are counted for it."""
    begin, end = phrase
    if act == "change-level":
        return level_given(text, begin, mark.end + (_A_LEVEL if wording.punctuated else _A_FIGURE), wording), None
    if act in OF_POINTS:
        pause = _PAUSE.search(spoken, mark.end + _A_LEVEL) if wording.punctuated else None
        reach = (pause.start() if pause else len(spoken)) if wording.punctuated else mark.end
        each = points_for_each(spoken, begin, reach, wording)
        if each is not None:
            return each
        if (value := value_of_another(spoken, begin, reach, wording)) is not None:
            return value, None
        if told := wording.first("amount-told", spoken, begin, reach):
            return told.reveals, None
    points = _POINTS.search(text, begin, end) or _POINTS.match(text, mark.end)
    return (int(points.group()) if points else _zero(text, act, begin, end, wording)), None


def count_of(text: str, count: Found | None, phrase: Stretch, end: int, wording: Wording) -> int | str:
    """How many cards an act is done to."""
    number = _COUNT.search(text, count.start, count.end) if count else None
    told = _count(text, count, phrase[0], end, wording) or _at_most(text, phrase, wording)
    return told or (int(number.group()) if number else "")


def as_many_as(text: str, spoken: str, phrase: Stretch, wording: Wording) -> tuple[str, Filter | None] | None:
    """The word for as many cards as there are such cards, or up to as many, and the cards that are counted."""
    start, end = phrase
    done = wording.first("as-many-as-done", text, start, end)
    act = wording.first("compared-than", text, done.start, done.end) if done else None
    if done and act:
        return f"{done.reveals}-{DONE_TO.get(act.reveals, act.reveals)}", None
    mark = wording.first("as-many-as", text, start, end)
    if mark is None:
        return None
    if wording.punctuated:
        stop = _PAUSE.search(text, mark.end)
        told = (mark.end, min(stop.start() if stop else len(text), mark.end + _A_LEVEL * 2))
    else:
        begins = [one.end for one in wording.all("counted-begins", text, start, mark.start)]
        told = (max((start, text.rfind(",", start, mark.start) + 1, *begins)), mark.start)
        most = wording.first("at-most-as-many", text, *told)
        if most:
            told, mark = (most.end, mark.start), mark._replace(reveals="up-to-such")
    which = _by_kinds(filter_in(spoken, *told, wording), spoken, (told[0], end), wording)
    return (mark.reveals, which) if which.zones else None


def number_of_targets(text: str, phrase: Stretch, wording: Wording) -> int | str:
    """How many cards a phrase targets: so many, or up to so many."""
    counts = [mark for mark in wording.all("count", text, *phrase) if mark.reveals != "all"]
    number = _COUNT.search(text, counts[-1].start, counts[-1].end) if counts else None
    return _at_most(text, phrase, wording) or (int(number.group()) if number else 1)


def with_as_many_at_most(does: list[Action], many: str) -> list[Action]:
    """The acts with the number of cards that may be targeted, beside the first that is done to the target."""
    place = next((n for n, act in enumerate(does) if act.what == "target" and not act.count and act.which is None), -1)
    return [msgspec.structs.replace(act, count=many) if n == place else act for n, act in enumerate(does)]


def value_of_another(spoken: str, begin: int, end: int, wording: Wording) -> str | None:
    """The word for as much as another card's value is, or half of it."""
    mark = wording.first("as-much-as", spoken, begin, end)
    than = wording.first("compared-than", spoken, mark.start, mark.end) if mark else None
    values = [one.reveals for one in wording.all("compared-value", spoken, mark.start, mark.end)] if mark else []
    if mark is None or than is None or not values or than.reveals.endswith("lp"):
        return None
    value = f"{DONE_TO.get(than.reveals, than.reveals)}-{values[-1]}"
    return f"half-of-{value}" if mark.reveals == "half" else value


def level_given(text: str, begin: int, end: int, wording: Wording) -> int | str:
    """The Level that is given, or by how many it rises or falls."""
    mark = wording.first("level-becomes", text, begin, end)
    figures = _COUNT.findall(text[mark.start : mark.end]) if mark else []
    if mark is None or not figures:
        return ""
    return {"plus": f"plus-{figures[-1]}", "minus": f"minus-{figures[-1]}"}.get(mark.reveals, int(figures[-1]))


def counted_in(spoken: str, start: int, end: int, wording: Wording) -> tuple[str, Filter | None] | None:
    """The word for so many points for each of the cards a sentence counts, where every word of it is known."""
    meant = _of_those_meant(spoken, start, end, wording)
    if meant is not None and _is_all_told(spoken, start, meant[1], wording):
        return meant[0], None
    value = wording.first("each-value-of-such", spoken, start, end)
    mark = value or wording.first("for-each", spoken, start, end)
    each = _EACH.search(spoken, mark.start, mark.end) if mark else None
    if mark is None or each is None or "(" in spoken[start:end]:
        return None
    begins = [one.end for one in wording.all("counted-begins", spoken, start, mark.start)]
    cut = mark.start if wording.punctuated else max((*begins, start))
    told = (mark.end, end) if wording.punctuated else (cut, mark.start)
    if not _is_all_told(spoken, *told, wording) or not _is_all_told(spoken, start, cut, wording):
        return None
    which = filter_in(spoken, *told, wording)
    described = any(getattr(which, part) not in (None, ()) for part in DESCRIBED)
    if not which.zones or (wording.punctuated and (which.name or which.group)):
        return None  # names of small letters find no card
    if described and which.face is None:
        which = msgspec.structs.replace(which, face="up")  # what lies face-down has no name and no Type to count by
    such = f"such-{value.reveals}" if value else "such"
    return f"{int(each.group())}-per-{such}", _by_kinds(which, spoken, (mark.start, mark.end), wording)


def _by_kinds(which: Filter, spoken: str, counted: Stretch, wording: Wording) -> Filter:
    """The cards that are counted; where only their kinds are, those that differ in what the kinds are of."""
    kinds = wording.first("kinds-counted", spoken, *counted)
    return msgspec.structs.replace(which, together=Together(different=(kinds.reveals,))) if kinds else which


# the acts a text points back to, as amounts name what they were done to
DONE_TO = {
    "tribute": "tributed", "discard": "discarded", "banish": "banished", "send-to-gy": "sent", "reveal": "revealed",
    "return-to-hand": "returned", "destroy": "destroyed", "special-summon": "summoned", "add-to-hand": "added",
    "detach-material": "detached",
}  # fmt: skip


def _of_those_meant(spoken: str, start: int, end: int, wording: Wording) -> tuple[str, int] | None:
    """The word for so many points for each of the cards a text points at, or of their Levels; and where it begins."""
    for family in ("each-of-a-value", "each-done-to"):
        mark = wording.first(family, spoken, start, end)
        than = wording.first("compared-than", spoken, mark.start, mark.end) if mark else None
        each = _EACH.search(spoken, mark.start, mark.end) if mark else None
        if mark and than and each:
            values = [one.reveals for one in wording.all("compared-value", spoken, mark.start, mark.end)]
            whose = DONE_TO.get(than.reveals, than.reveals)
            return f"{int(each.group())}-per-{'-'.join((whose, *values[:1]))}", mark.start
    return None


def points_for_each(spoken: str, start: int, end: int, wording: Wording) -> tuple[str, Filter | None] | None:
    """The word for so many points for each of something, and the cards counted where a filter describes them."""
    if meant := _of_those_meant(spoken, start, end, wording):
        return meant[0], None
    value = wording.first("each-value-of-such", spoken, start, end)
    total = wording.first("value-of-such-together", spoken, start, end)
    mark = value or total or wording.first("for-each", spoken, start, end)
    each = _EACH.search(spoken, mark.start, mark.end) if mark and not total else None
    if mark is None or (each is None and total is None):
        return None
    begins = [one.end for one in wording.all("counted-begins", spoken, start, mark.start)]
    pause = _PAUSE.search(spoken, mark.end, end) if wording.punctuated else None
    behind = (mark.end, pause.start() if pause else end)
    told = behind if wording.punctuated else (max((*begins, start)), mark.start)
    which = filter_in(spoken, *told, wording)
    if (
        not which.zones
        or not _is_all_told(spoken, *told, wording)
        or (wording.punctuated and (which.name or which.group))
    ):
        return UNREAD, None
    described = any(getattr(which, part) not in (None, ()) for part in DESCRIBED)
    on_field = bool(ON_FIELD & set(which.zones))
    which = msgspec.structs.replace(which, face="up") if described and on_field and which.face is None else which
    if each is None:
        return f"such-{mark.reveals}", which
    such = f"such-{value.reveals}" if value else "such"
    return f"{int(each.group())}-per-{such}", _by_kinds(which, spoken, (mark.start, mark.end), wording)


def _is_all_told(spoken: str, start: int, end: int, wording: Wording) -> bool:
    """Whether the words that filters stand for make up the whole phrase, with nothing between them."""
    at = start
    for token in sorted(wording.all("counted-token", spoken, start, end), key=lambda one: (one.start, -one.end)):
        if token.start > at and spoken[at : token.start].strip(" "):
            return False
        at = max(at, token.end)
    return not spoken[at:end].strip(" .")


def _count(text: str, count: Found | None, begin: int, end: int, wording: Wording) -> str:
    """All, or all but some, where the words say so."""
    if wording.has("any-number", text, begin, end):
        return "any"
    if wording.has("until-equal", text, begin, end):
        return "until-equal"
    held = wording.first("until-so-many-in-hand", text, begin, end)
    if held and (figure := _COUNT.search(text, held.start, held.end)):
        return f"until-{figure.group()}-in-hand"
    if count is None or count.reveals != "all":
        return ""
    narrower = wording.first("all-but", text, begin, end)
    return narrower.reveals if narrower else "all"


def _at_most(text: str, phrase: Stretch, wording: Wording) -> str:
    """So many cards or fewer, where the words leave it open."""
    mark = wording.first("up-to", text, *phrase)
    number = _COUNT.search(text, mark.start, mark.end) if mark else None
    return f"up-to-{number.group()}" if number and int(number.group()) > 1 else ""


def _zero(text: str, act: str, begin: int, end: int, wording: Wording) -> int | str:
    """Nought, where the words set a value to it: figures of a single digit are counts elsewhere."""
    return 0 if act == "set-atk-def" and wording.has("to-zero", text, begin, end) else ""
