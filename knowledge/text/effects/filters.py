"""Which cards a phrase speaks of, and whether they are targeted: stated in modern texts, inferred in older ones."""

import re
from functools import lru_cache
from typing import Literal, cast

import msgspec

from knowledge.data.profile import CARD_KINDS, FIELD, Compared, Filter, Requirement, Side, Together, Zone
from knowledge.text.drafts import Draft
from knowledge.text.grammar import Found, Wording
from knowledge.text.sentence import Stretch

_QUOTED = re.compile(r"[「\"]([^「」\"\n]{1,80})[」\"]")
_DIGITS = re.compile(r"\d{1,5}")
_MOST = 99_999
ON_FIELD = frozenset(FIELD)
# what describes a card itself
DESCRIBED = ("name", "group", "attribute", "race", "level", "atk", "defence")
_A_STEP = "step"  # of a comparison: so much more or less than the other
_OF_NAMES = "-name"  # of a comparison that names no value: the names are compared
_A_NOUN = 7  # a noun and the word for what is left out
_A_COUNTER = 8  # the number and the word it is counted by, behind a name
_ASIDE = 14  # how far behind a phrase the remark in brackets may stand that belongs to it


def filter_in(spoken: str, start: int, end: int, wording: Wording) -> Filter:
    """The filter a phrase expresses; where it names one kind of cards or another, either of them will do."""
    whole = _filter(spoken, start, end, wording)
    if whole.mentions and set(whole.mentions) <= set(whole.name):  # the card itself, or one that mentions it
        rest = tuple(name for name in whole.name if name not in whole.mentions)
        such = Filter(mentions=whole.mentions, type=whole.type, level=whole.level, attribute=whole.attribute,
                      race=whole.race)  # fmt: skip
        bare = msgspec.structs.replace(whole, type=(), level=None, attribute=(), race=(), name=rest, mentions=())
        return msgspec.structs.replace(bare, either=(Filter(name=whole.mentions), such))
    for joiner in wording.all("or-between", spoken, start, end):
        opening = wording.all("said-of-both", spoken, start, joiner.start)  # "of Level 4 or lower, a … or a …"
        cut = opening[-1].end if opening else start
        kinds = tuple(_kinds(_filter(spoken, *side, wording)) for side in ((cut, joiner.start), (joiner.end, end)))
        own_noun = wording.has("noun-of-its-own", spoken, start, joiner.start)
        if _are_two_kinds(*kinds) or (own_noun and _are_of_two_nouns(*kinds)):
            shared = _filter(spoken, start, cut, wording)
            common = {part: getattr(shared, part) for part in DESCRIBED}
            card = tuple(word for word in whole.type if word in CARD_KINDS)
            if own_noun:
                card = tuple(word for word in card if all(word in kind.type for kind in kinds))
            named = any(not set(kind.type) & set(CARD_KINDS) for kind in kinds)  # a name says not what it is
            zones = FIELD if whole.zones == ("monster-zone",) and named else whole.zones
            return msgspec.structs.replace(whole, **{**common, "type": card, "zones": zones}, either=kinds)
    levels = _either_level(whole, spoken, start, end, wording)
    return msgspec.structs.replace(whole, either=levels) if levels else whole


def _kinds(which: Filter) -> Filter:
    """What a phrase says its cards are, without where they lie and whose they are."""
    told = {part: getattr(which, part) for part in DESCRIBED}
    return Filter(**{**told, "type": which.type})


def _are_two_kinds(one: Filter, other: Filter) -> bool:
    """Whether two halves describe cards by different things, so that a card cannot be asked for both at once."""
    told = [{part for part in DESCRIBED if getattr(half, part) not in (None, ())} for half in (one, other)]
    narrow = [{word for word in half.type if word not in CARD_KINDS} for half in (one, other)]
    described = [bool(fields or words) for fields, words in zip(told, narrow, strict=True)]
    apart = told[0] != told[1] or narrow[0] != narrow[1]
    return all(described) and (apart or (one != other and len(told[0]) + len(narrow[0]) > 1))


def _are_of_two_nouns(one: Filter, other: Filter) -> bool:
    """Whether both halves are archetypes or names, but of cards of different kinds: any card, or a Spell or Trap."""
    nouns = [set(half.type) & set(CARD_KINDS) for half in (one, other)]
    return all(half.group or half.name for half in (one, other)) and nouns[0] != nouns[1]


def _blank_name(quoted: re.Match[str]) -> str:
    return f"{quoted.group()[0]}{'□' * len(quoted.group(1))}{quoted.group()[-1]}"


def without_names(spoken: str, start: int, end: int) -> str:
    """The text with the names between two places blanked: what a name is made of tells nothing of its card."""
    return f"{spoken[:start]}{_QUOTED.sub(_blank_name, spoken[start:end])}{spoken[end:]}"


def _filter(spoken: str, start: int, end: int, wording: Wording) -> Filter:
    """The filter a phrase expresses; what it leaves open stays open, and what others are measured by is left out."""
    measures = measures_in(spoken, start, end, wording)
    printed = _without_measures(spoken, start, end, wording)
    spoken = without_names(printed, start, end)

    def found(family: str) -> tuple[str, ...]:
        return tuple(mark.reveals for mark in wording.each(family, spoken, start, end))

    types = tuple(
        _kind(mark, spoken, wording)
        for mark in wording.each("filter-type", spoken, start, end)
        if not _is_of_what_is_left_out(mark, spoken, (start, end), wording)
    )
    tokens = any(one.reveals == "token" for one in wording.each("filter-type", printed, start, end))
    if tokens and not any(word.endswith("token") for word in types):
        types = (*types, "token")  # the one kind of card that its name tells
    sides, faces, positions = found("filter-side"), found("filter-face"), found("filter-position")
    names, groups, but = _names(printed[start:end], wording)
    told = wording.first("mentions-it", printed, start, end)
    mentioned = [one.group(1) for one in _QUOTED.finditer(printed, start, told.end)][-1:] if told else []
    names = tuple(name for name in names if not told or told.reveals == "or" or name not in mentioned)
    counted = wording.has("counted-as-monsters", spoken, start, min(end + _A_COUNTER, len(spoken)))
    kinds = (*types, "monster") if names and counted else types
    return Filter(
        side=cast(Side, sides[0]) if len(sides) == 1 else ("either" if sides else None),
        zones=cast(tuple[Zone, ...], _zones(found("filter-zone"), kinds, bool(found("filter-field")))),
        type=types,
        name=names,
        group=groups,
        attribute=_with_left_out("filter-attribute", spoken, start, end, wording),
        race=_with_left_out("filter-race", spoken, start, end, wording),
        level=_range("filter-level", spoken, start, end, wording),
        atk=_range("filter-atk", spoken, start, end, wording),
        defence=_range("filter-def", spoken, start, end, wording),
        face=cast(Literal["up", "down"], faces[0]) if faces else None,
        position=cast(Literal["attack", "defence"], positions[0]) if positions else None,
        summoned=found("filter-summoned")[:1],
        other=wording.has("filter-other", spoken, start, end),
        but=but,
        compared=measures.compared,
        together=measures.together,
        place=measures.place,
        mentions=tuple(mentioned),
        counters=_counters(spoken, start, end, wording),
        owner=measures.owner,
        by_this=found("by-this"),
        extreme=found("filter-extreme"),
    )


def measures_in(spoken: str, start: int, end: int, wording: Wording) -> Filter:
    """What a phrase asks of cards beside others: how they compare, lie, or whose they are; the rest stays open."""
    owner = next((mark.reveals for mark in wording.each("filter-owner", spoken, start, end)), None)
    alone = _without_measures(spoken, start, end, wording)
    return Filter(
        compared=_compared(spoken, start, end, wording),
        together=_together(spoken, start, end, wording),
        place=tuple(mark.reveals for mark in wording.each("filter-place", alone, start, end)),
        owner=cast(Literal["own", "opponent"] | None, owner),
    )


@lru_cache(256)  # a phrase is looked at from several sides, one after the other
def _without_measures(spoken: str, start: int, end: int, wording: Wording) -> str:
    """A text of the same length without the words that tell what cards are measured by, or who owns them."""
    owners = [(one.start, one.end) for one in wording.all("filter-owner", spoken, start, end)]
    for begin, stop in (*measured(spoken, start, end, wording), *owners):
        spoken = f"{spoken[:begin]}{'□' * (stop - begin)}{spoken[stop:]}"
    return spoken


def _counters(spoken: str, start: int, end: int, wording: Wording) -> tuple[str, ...]:
    """The kinds of counters that lie on the cards a phrase speaks of."""
    borne = wording.all("bears-counters", spoken, start, end)
    return tuple(kind.reveals for one in borne for kind in wording.each("counter-kind", spoken, one.start, one.end))


@lru_cache(256)
def measured(text: str, start: int, end: int, wording: Wording) -> tuple[Stretch, ...]:
    """Where a stretch compares cards with others: what is named there is no more than a measure."""
    families = ("comparison", "comparison-behind", "total-of", "as-much-as", "each-of-a-value")
    return tuple((mark.start, mark.end) for family in families for mark in wording.all(family, text, start, end))


def _compared(spoken: str, start: int, end: int, wording: Wording) -> tuple[Compared, ...]:
    """What cards must have beside what another has; of two values the one next to the cards is theirs."""
    found: list[Compared] = []
    reach = start
    for family in ("comparison-behind", "comparison"):
        for mark in wording.all(family, spoken, start, end):
            if mark.start < reach:
                continue  # inside the words of one already read
            reach = mark.end
            found.extend(_comparisons(spoken, mark, family == "comparison-behind", wording))
    return tuple(dict.fromkeys(found))


def _comparisons(spoken: str, mark: Found, behind: bool, wording: Wording) -> tuple[Compared, ...]:
    """What a phrase compares; a value that is so much more or less stands behind those that are the same."""
    than = wording.first("compared-than", spoken, mark.start, mark.end)
    if than is None:
        return ()
    if not mark.reveals.endswith(_A_STEP):
        one = _comparison(spoken, mark, than, behind, wording)
        return (one,) if one is not None else ()
    values = [one.reveals for one in wording.all("compared-value", spoken, mark.start, mark.end)]
    figure = _DIGITS.search(spoken, mark.start, mark.end)
    if not values or figure is None:
        return ()
    *alike, stepped = values
    less = wording.has("less", spoken, figure.end(), mark.end)
    step = Compared(value=(stepped,), how="same", than=than.reveals, by=int(figure.group()) * (-1 if less else 1))
    return (*([Compared(value=tuple(alike), how="same", than=than.reveals)] if alike else []), step)


def _comparison(spoken: str, mark: Found, than: Found, behind: bool, wording: Wording) -> Compared | None:
    values = [one.reveals for one in wording.all("compared-value", spoken, mark.start, mark.end)]
    how = cast(Literal["same", "other"], mark.reveals.removesuffix(_OF_NAMES))
    if mark.reveals.endswith(_OF_NAMES):
        return Compared(value=("name",), how=how, than=than.reveals)
    if not values:
        return None
    if how in ("same", "other"):
        return Compared(value=tuple(dict.fromkeys(values)), how=how, than=than.reveals)
    own, theirs = (values[-1], values[0]) if behind else (values[0], values[-1])
    return Compared(value=(own,), how=how, than=than.reveals, their=theirs if theirs != own else "")


def _together(spoken: str, start: int, end: int, wording: Wording) -> Together | None:
    """What the cards must be taken together; a remark in brackets right behind the phrase belongs to it."""
    compared = measured(spoken, start, end, wording)

    def values(family: str, reach: int) -> tuple[str, ...]:
        marks = wording.all(family, spoken, start, reach)
        alone = [one for one in marks if not any(a <= one.start < b or a < one.end <= b for a, b in compared)]
        named = [[v.reveals for v in wording.all("compared-value", spoken, m.start, m.end)] or ["name"] for m in alone]
        return tuple(dict.fromkeys(value for row in named for value in row))

    behind = spoken.find(")", end, end + _ASIDE + 10) + 1 if "(" in spoken[end : end + _ASIDE] else end
    different, alike = values("all-different", max(behind, end)), values("all-alike", end)
    total = wording.first("total-of", spoken, start, end)
    if total is None:
        return Together(different=different, alike=alike) if different or alike else None
    added = [one.reveals for one in wording.all("compared-value", spoken, total.start, total.end)][:1]
    figure = _DIGITS.search(spoken, total.start, total.end)
    than = wording.first("compared-than", spoken, total.start, total.end)
    amount: int | str = int(figure.group()) if figure else than.reveals if than else ""
    how = cast(Literal["at-most", "at-least", "same"], total.reveals)
    return Together(different=different, alike=alike, total=tuple(added), how=how, amount=amount)


def _kind(mark: Found, spoken: str, wording: Wording) -> str:
    """A word of the type line, or all others where the text leaves it out."""
    return (
        f"non-{mark.reveals}" if mark.reveals not in CARD_KINDS and _left_out(mark, spoken, wording) else mark.reveals
    )


def _is_of_what_is_left_out(mark: Found, spoken: str, phrase: Stretch, wording: Wording) -> bool:
    """Whether a kind of card is named only inside a word of the type line that the text leaves out."""
    if mark.reveals not in CARD_KINDS:
        return False
    everywhere = wording.all("filter-type", spoken, *phrase)
    narrow = [m for m in everywhere if m.reveals not in CARD_KINDS and _left_out(m, spoken, wording)]
    of_others = wording.all("kind-left-out", spoken, *phrase)  # "any card that is no Spellcaster monster"
    outside = [(m.start, m.end) for m in (*narrow, *of_others)]
    return bool(outside) and all(
        any(a <= one.start < b for a, b in outside) for one in everywhere if one.reveals == mark.reveals
    )


def _left_out(mark: Found, spoken: str, wording: Wording) -> bool:
    before = wording.has("left-out-behind", spoken, max(0, mark.start - 14), mark.start)
    return before or wording.has("left-out", spoken, mark.end, mark.end + _A_NOUN)


def _with_left_out(family: str, spoken: str, start: int, end: int, wording: Wording) -> tuple[str, ...]:
    """The words of a family, those the text leaves out as such."""
    return tuple(
        f"non-{mark.reveals}" if _left_out(mark, spoken, wording) else mark.reveals
        for mark in wording.each(family, spoken, start, end)
    )


def _zones(named: tuple[str, ...], types: tuple[str, ...], on_field: bool) -> tuple[str, ...]:
    """The zones a phrase names; "the field" stands for all its zones that such cards may lie in."""
    if {"spell-zone", "field-zone"} <= set(named) and "monster-zone" not in named and types and "monster" not in types:
        return ("monster-zone", *named)  # a Spell or Trap on the field may lie there as a monster too
    if not on_field or ON_FIELD & set(named):
        return named
    return (*(("monster-zone",) if "monster" in types else FIELD), *named)


def _names(phrase: str, wording: Wording) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Quoted names, quoted pieces of names that stand for all cards that have them, and names that are left out."""
    names: list[str] = []
    groups: list[str] = []
    but: list[str] = []
    before_it: re.Match[str] | None = None
    for quoted in _QUOTED.finditer(phrase):
        around = phrase[max(0, quoted.start() - 6) : quoted.end() + 14]
        if wording.has("quotes-an-effect", quoted.group(1)):
            continue
        before, after = phrase[max(0, quoted.start() - 12) : quoted.start()], phrase[quoted.end() : quoted.end() + 2]
        if wording.has("left-out", after) or wording.has("leaves-out", before):
            of_a_group = wording.has("leaves-out", before) and wording.has("filter-group", around)
            (groups if of_a_group else but).append(f"non-{quoted.group(1)}" if of_a_group else quoted.group(1))
        elif wording.has("group-left-out", phrase[quoted.end() - 1 : quoted.end() + 14]):
            groups.append(f"non-{quoted.group(1)}")
        elif wording.has("filter-group", around):
            if before_it and names and wording.has("listed-names", phrase, before_it.end(), quoted.start()):
                groups.append(names.pop())  # "A" or "B" monsters: both are archetypes
            groups.append(quoted.group(1))
        else:
            names.append(quoted.group(1))
        before_it = quoted
    return tuple(names), tuple(groups), tuple(but)


def _range(family: str, spoken: str, start: int, end: int, wording: Wording) -> tuple[int, int] | None:
    mark = wording.first(family, spoken, start, end)
    figure = _DIGITS.search(spoken, mark.start, mark.end) if mark else None
    if mark is None or figure is None:
        return None
    if is_left_out(mark, spoken, wording):
        return None  # all others: told as not read
    number = int(figure.group())
    second = _DIGITS.search(spoken, figure.end(), mark.end)
    if second:  # one figure or the other: a range where nothing lies between them
        other = int(second.group())
        return (number, other) if other == number + 1 or mark.reveals == "between" else None
    return {"at-most": (0, number), "at-least": (number, _MOST)}.get(mark.reveals, (number, number))


def is_left_out(value: Found, spoken: str, wording: Wording) -> bool:
    """Whether a text asks for any other value than the one it names."""
    reach = 2 if wording.punctuated else _A_NOUN  # others may name the kind of card in between
    return wording.has("left-out", spoken, value.end, value.end + reach)


def _either_level(whole: Filter, spoken: str, start: int, end: int, wording: Wording) -> tuple[Filter, ...]:
    """One Level or another of which no range of Levels tells, as two kinds of cards."""
    mark = wording.first("filter-level", spoken, start, end)
    if mark is None or mark.reveals != "either" or whole.level is not None or is_left_out(mark, spoken, wording):
        return ()
    return tuple(Filter(level=(level, level)) for level in map(int, _DIGITS.findall(spoken, mark.start, mark.end)))


def there_is(spoken: str, mark: Found, wording: Wording) -> Requirement:
    """That such cards lie somewhere on the field, on whosever side, and how many, where the phrase says it."""
    of = filter_in(spoken, mark.start, mark.end, wording)
    many = wording.first("so-many", spoken, mark.start, mark.end)
    figure = _DIGITS.search(spoken, many.start, many.end) if many else None
    number = int(figure.group()) if figure else 1
    amount: int | str = f"exactly-{number}" if many and many.reveals == "exactly" else number if number > 1 else ""
    return Requirement(is_="controls", of=msgspec.structs.replace(of, side="either"), amount=amount)


def with_one_among(
    cards: tuple[Filter, ...], text: str, spoken: str, phrase: Stretch, wording: Wording
) -> tuple[Filter, ...]:
    """So many cards, of which all but the first may be others where the text asks for one of a kind among them."""
    among = wording.first("among-them", text, *phrase)
    if among is None:
        return cards
    others = filter_in(spoken, among.end, phrase[1], wording)
    kind = filter_in(spoken, phrase[0], among.start, wording)
    where = others if others.zones else kind
    others = msgspec.structs.replace(others, side=where.side, zones=where.zones, face=where.face)
    types = tuple(dict.fromkeys((*others.type, *kind.type)))
    such = msgspec.structs.replace(kind, side=where.side, zones=where.zones, face=where.face, type=types)
    return (such, *(others for _ in cards[1:]))


def turned_into(spoken: str, act: str, phrase: Stretch, wording: Wording) -> str:
    """The attribute, Type or name a card gets, as the words of the act name it last; `declared` where that decides."""
    start, end = phrase
    if act == "change-name":
        quoted = _QUOTED.findall(spoken, start, end)
        return quoted[-1] if quoted else ""
    if wording.has("what-is-declared", spoken, start, end):
        return "declared"
    family = "filter-attribute" if act == "change-attribute" else "filter-race"
    named = wording.all(family, spoken, start, end)
    return named[-1].reveals if named else ""


def equip_target(spoken: str, wording: Wording) -> Filter:
    """The monsters an Equip Spell may be equipped to: those its text names, or any that is face-up."""
    mark = wording.first("equips-only", spoken)
    named = filter_in(spoken, mark.start, mark.end, wording) if mark else Filter(type=("monster",))
    kinds = named.type if "monster" in named.type or named.either else ("monster", *named.type)
    return msgspec.structs.replace(named, zones=("monster-zone",), face="up", type=kinds)


def target_of(text: str, draft: Draft, wording: Wording) -> Found | None:
    """The words that make an effect target; None where it does not."""
    clause = draft.clause
    target = wording.first("target", text, *clause.activation) if clause.role == "explicit" else None
    if target is None and (clause.role == "flip" or draft.card_activation):
        target = wording.first("target", text, draft.start, draft.end)
    for bullet, _ in draft.bullets:
        target = target or wording.first("target", text, bullet.start, bullet.end)
    if target is None and draft.outer:
        target = wording.first("target", text, draft.start, draft.end) or wording.first("target", text, *draft.choice)
    if target is None and not draft.modern and clause.role not in ("continuous", "procedure", "limit", "also"):
        target = _older_target(text, draft, wording)
    return target


def target_filter(text: str, spoken: str, target: Found, wording: Wording) -> Filter:
    """Which cards are targeted, as far as the phrase around the words tells."""
    return filter_in(spoken, *target_phrase(text, target, wording), wording)


def target_phrase(text: str, target: Found, wording: Wording) -> Stretch:
    """The words around a target that describe it."""
    start = max(text.rfind(stop, 0, target.end - 1) for stop in ("。", ",", ";", ":", "\n")) + 1
    if wording.punctuated:
        ends = [place for place in (text.find(stop, target.end) for stop in (";", ", then", ".")) if place >= 0]
        return target.start, min(ends, default=target.end)
    if wording.has("object-follows", text, target.end, target.end + _ASIDE):
        behind = wording.first("object-stops", text, target.end)
        return target.end, behind.start if behind else len(text)
    if wording.has("goes-on-before", text, max(0, start - 4), start):  # "other than this card, …"
        start = max(text.rfind(stop, 0, start - 1) for stop in ("。", ",", ";", ":", "\n")) + 1
    begin = min(start, target.start)
    counted = wording.all("counted-first", text, begin, target.end)
    return counted[-1].end if counted else begin, target.end


def _older_target(text: str, draft: Draft, wording: Wording) -> Found | None:
    """A target in a text that does not say so: chosen cards, or in the oldest texts a number of cards in the open."""
    union = wording.first("union", text, draft.start, draft.end)
    if union:
        return union
    pieces = [draft.clause.activation, *draft.bodies]
    for start, end in pieces:
        mark = wording.first("old-target", text, start, end)
        if mark and not wording.has("not-old-target", text, start, end):
            return mark
    if wording.has("chance", text, draft.start, draft.end):
        return None
    for start, end in pieces[1:]:
        mark = wording.first("implied-target", text, start, end)
        if mark is None and draft.clause.role == "explicit":
            mark = wording.first("resolved-target", text, start, end)
        if mark and not wording.has("picks", text, start, end):
            return mark
    return None
