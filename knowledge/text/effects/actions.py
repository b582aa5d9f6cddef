"""What an effect costs and does: acts in their order, how each follows on the one before, and on what."""

import re
from typing import Literal, cast

import msgspec

from knowledge.data.profile import Action, Filter, Requirement
from knowledge.text.effects.act_phrases import (
    A_PAUSE,
    A_TAIL,
    A_VERB,
    BRINGING,
    CHANGED,
    DESCRIBING,
    FROM_EXTRA_DECK,
    POINTED_AT,
    STOP,
    TAKING,
    TWO_TARGETS,
    cards_of_the_act,
    described,
    end_of_phrase,
    one_among_them,
    phrase_of,
    pointed_at,
    put_on_another,
    second_card,
    taken_with_it,
    two_of_them,
    whence,
)
from knowledge.text.effects.amounts import amount_of, as_many_as, count_of
from knowledge.text.effects.bans import UNREAD, barred
from knowledge.text.effects.effect_conditions import how_it_came, required_by
from knowledge.text.effects.filters import filter_in, measured, there_is, turned_into
from knowledge.text.grammar import Found, Wording
from knowledge.text.sentence import Stretch

_COUNT = re.compile(r"\d{1,2}")
WIDER = ("place-card", "other", "normal-summon", "negate-effect", "change-atk-def", "destroy", "change-target")
_OF_MATERIALS = TAKING | {"attach-material"}  # acts that may take one card of a kind among others
_WITH_ANOTHER = TAKING | {
    "special-summon",
    "special-summon-self",
    "reveal",
}  # done to this card and another
ATTACHED = ("equip", "attach-material")  # acts that name a second card, to which the first goes
COUNTABLE = TAKING | {"draw", "mill", "look", "excavate", "declare", "special-summon", "add-to-hand", "search",
                      "place-counter"}  # fmt: skip
# acts that leave a card in some state: a sentence names the card once, and for how long once
STATES = frozenset(
    {"gain-atk-def", "lose-atk-def", "set-atk-def", "halve-atk-def", "double-atk-def", "negate-effect", "unaffected",
     "protect-from-battle", "protect-from-effect", "protect-from-targeting", "forbid-attack", "forbid-position-change",
     "change-level", "allow-direct-attack", "piercing"}
)  # fmt: skip
NAMED_BEHIND = (DESCRIBING | BRINGING) - {"equip", "attach-material", "place-counter"}  # where a verb comes first
OF_THE_TABLE = ("controls", "controls-none", "opponent-controls", "in-gy", "not-in-gy")
# the families that tell into what, of what kind or in which way an act is done
TOLD_BY = {
    "return-to-deck": "deck-end",
    "allow-activation": "allowed-when",
    "change-position": "into-position",
    "declare": "declares-what",
    "choose": "chosen-how",
    "end-battle-phase": "ended-how",
    "return-to-field": "returned-how",
    "place-counter": "counter-kind",
    "remove-counter": "counter-kind",
    "special-summon": "summoned-how",
    "special-summon-self": "summoned-how",
    "summon-token": "summoned-how",
    "place-card": "placed-where",
    "unaffected": "unaffected-by",
}
BARRED = TAKING | BRINGING
VAGUE = "forbid-other"
ALLOWING = "allow-"  # acts whose "can" tells what they allow
# acts that give a card another name, attribute or Type, with the part of a filter that names it
TURNED = {"change-name": "name", "change-attribute": "attribute", "change-race": "race"}
COPIED = {"change-name": "target-original-name", "copy-effect": "target-original-effects"}
TO_THE_HAND = ("add-to-hand", "search", "draw")
OF_PLAYERS = ("inflict-damage", "gain-lp", "draw")
_TO_A_ZONE = 24  # how far behind the summon the zone it leads to may end
_PAUSE = re.compile(r"[,。]")
_NEAR, _THIS_CARD = 12, 30  # how far behind a verb the card may be named that it is done to
_COUNTED_BEHIND = 60  # how far a verb and the number behind it may reach
_POSITIONS = ("attack", "defence", "face-down-defence")
Joined = Literal["", "then", "and-if-you-do", "also"]


def actions_in(text: str, spoken: str, stretches: list[Stretch], wording: Wording, detailed: bool) -> list[Action]:
    """The acts named in stretches of text, in order; without detail, only which acts."""
    found: list[Action] = []
    for start, end in stretches:
        if start < end:
            later = bool(found) and detailed and wording.has("later", text, start, end)
            before = len(found)
            _add_actions(found, text, spoken, (start, end), wording, detailed)
            if detailed:
                found[before:] = _left_open(found[before:], wording)
            if later:  # what comes with a later phase is not done at resolution
                found[before:] = [_put_off(act, "") for act in found[before:]] or [Action(act="apply-later")]
    return found


def _add_actions(
    found: list[Action], text: str, spoken: str, stretch: Stretch, wording: Wording, detailed: bool
) -> None:
    start, end = stretch
    at = start
    before: Action | None = None  # of the same sentence
    waits = wording.all("later-when", text, start, end) if detailed and not wording.punctuated else []
    beside = measured(text, start, end, wording)
    silent = wording.all("summoned-negated", text, start, end) if detailed else []
    used = wording.first("using-this-card", text, start, end) if detailed else None
    for mark in _told_once(wording.all("act", text, start, end)):
        if any(a <= mark.start and mark.end <= b for a, b in beside):
            continue  # it tells by what others are measured
        if mark.reveals in BARRED and wording.has("barred-before", text, start, mark.start):
            continue  # what is ruled out is not done
        if mark.reveals == "negate-effect" and any(one.start <= mark.start < one.end for one in silent):
            continue  # it tells how the monster is summoned
        if used and mark.reveals == "attach-material" and mark.start < used.end:
            continue  # it tells what the summon behind it uses
        if before is not None and before.act == "allow-normal-summon" and mark.start < at:
            continue  # the summon that is allowed
        told = at > start and mark.end <= at
        if told and (mark.reveals in WIDER or (before is not None and before.act in ("negate-summon", "give-control"))):
            continue  # the same words already told something more exact
        act = _action(text, spoken, (at, mark), not found, wording) if detailed else Action(act=mark.reveals)
        if act.act == "special-summon" and any(one.start < mark.end and mark.start < one.end for one in silent):
            so = f"-{act.to}" if act.to in _POSITIONS else ""
            act = msgspec.structs.replace(act, to=f"effects-negated{so}")
        if used and act.act in FROM_EXTRA_DECK and used.end <= mark.end:
            act = msgspec.structs.replace(act, what="", to="using-this-card")
        act = _carried_on(act, before) if before is not None else _of_a_new_sentence(act)
        act = _only_if(act, text, spoken, (start, mark.start), wording) if detailed else act
        when = [wait.reveals for wait in waits if wait.start <= mark.start]
        if detailed and (put_off := wording.first("put-off-behind", text, mark.end, end)):
            act = _put_off(act, put_off.reveals)
        found.append(_put_off(act, when[-1]) if when else act)
        if detailed and not when and act.act in TAKING and (other := second_card(text, (at, mark), act.what, wording)):
            found.append(msgspec.structs.replace(act, what=other, joined="with"))
        if detailed and act.act in TAKING and not act.what and act.which is not None:
            found[-1:] = two_of_them(text, spoken, found[-1], (min(at, mark.start), mark), wording)
        if detailed and act.act in _OF_MATERIALS and act.which is not None:
            found[-1:] = one_among_them(text, spoken, found[-1], (min(at, mark.start), mark), wording)
        if detailed and not when and act.act in _WITH_ANOTHER and act.what == "self":
            found.extend(taken_with_it(text, spoken, act, (min(at, mark.start), mark), wording))
        before = act
        at = max(at, mark.end)


def _only_if(act: Action, text: str, spoken: str, before: Stretch, wording: Wording) -> Action:
    """The act with what its sentence asks of the table first: "if this lies there, do that as well"."""
    required: list[Requirement] = []
    at = before[0]
    for told in wording.all("told-before", text, *before):
        start = max(at, text.rfind(",", before[0], told.start) + 1)
        marks = [one for one in wording.each("requirement", text, start, told.end) if one.reveals in OF_THE_TABLE]
        required.extend(required_by(spoken, one, wording) for one in marks)
        required.extend(one for *_, one in how_it_came(text, spoken, (start, told.end), wording))
        moved = None if marks else wording.first("what-was-moved", text, start, told.end)
        if moved:
            of = filter_in(spoken, moved.start, moved.end, wording)
            required.append(Requirement(is_="moved-was", of=msgspec.structs.replace(of, zones=(), side=None)))
        anywhere = None if marks or moved else wording.first("lies-anywhere", text, start, told.end)
        if anywhere:
            required.append(there_is(spoken, anywhere, wording))
        at = told.end
    return msgspec.structs.replace(act, requires=(*act.requires, *required)) if required else act


def _told_once(found: list[Found]) -> list[Found]:
    """The acts without those told twice by the same words, or vaguely in words that tell one more exactly."""
    marks: list[Found] = []
    for mark in found:
        if not any(one.reveals == mark.reveals and mark.start < one.end for one in marks):
            marks.append(mark)
    exact = [mark for mark in marks if mark.reveals != VAGUE]
    return [
        mark
        for mark in marks
        if mark.reveals != VAGUE or not any(mark.start <= one.start and one.end == mark.end for one in exact)
    ]


def _put_off(act: Action, when: str) -> Action:
    """An act that is done later, as something the resolution leaves behind."""
    if act.act == "apply-later":
        return act
    return msgspec.structs.replace(act, act="apply-later", to=act.act, until=when or act.until)


def _left_open(acts: list[Action], wording: Wording) -> list[Action]:
    """The acts of a sentence; what a language says behind a row of them leaves open the one that begins the row."""
    kept = list(acts)
    for n in range(len(kept) - 1, 0, -1) if wording.patterns("may-behind") else ():
        if kept[n].optional and kept[n].joined == "and-if-you-do":
            kept[n - 1] = msgspec.structs.replace(kept[n - 1], optional=True)
            kept[n] = msgspec.structs.replace(kept[n], optional=False)
    return [msgspec.structs.replace(act, optional=False) if act.act.startswith(ALLOWING) else act for act in kept]


def _of_a_new_sentence(act: Action) -> Action:
    """An act that begins a sentence: a pause before it does not join it to the act of the sentence before."""
    return msgspec.structs.replace(act, joined="") if act.joined == "and-if-you-do" else act


def _carried_on(act: Action, before: Action) -> Action:
    """An act that names nothing goes on with the card, and the time, named before it in the same sentence."""
    if (act.act in TURNED or act.act == "treat-as") and act.what in ("", "target") and act.which is None:
        whom = {"special-summon-self": "self", "special-summon": "target" if before.what == "target" else "summoned"}
        return msgspec.structs.replace(act, what=whom.get(before.act, act.what))
    if act.act not in STATES or before.act not in STATES:
        return act
    what = before.what if not act.what and act.which is None and before.what in POINTED_AT else act.what
    return msgspec.structs.replace(act, what=what, until=act.until or before.until)


def _action(text: str, spoken: str, place: tuple[int, Found], first: bool, wording: Wording) -> Action:
    at, mark = place
    begin = min(at, mark.start)
    if purposes := wording.all("purpose", text, begin, mark.start):
        begin = purposes[-1].end  # what stands before it tells what another card was used for
    near = _THIS_CARD if text.startswith(" this ", mark.end) else _NEAR
    phrase_end = min(mark.end + near, end_of_phrase(text, mark, wording)) if wording.punctuated else mark.end
    act = _detailed(text, mark.reveals, begin, phrase_end, wording)
    joined = wording.first("joined", text, begin if first or wording.punctuated else begin - 1, mark.end)
    named = phrase_of(text, begin, mark, wording)
    if named[0] >= mark.end:  # the language puts it behind the act, and all that is said of it
        begin, phrase_end = mark.start, named[1]
    count = wording.first("count", text, begin, phrase_end)
    number = _COUNT.search(text, count.start, count.end) if count else None
    if (decided := wording.first("decides-materials", text, *named)) and act not in FROM_EXTRA_DECK:
        named = (decided.end, named[1])  # what stands before it is the Fusion Monster, not what is used for it
        lying = filter_in(spoken, begin, decided.start, wording)
        places = Filter(side=lying.side, zones=lying.zones) if lying.zones else None
    else:
        places = None
    what = _object(text, act, begin, phrase_end, wording)
    if act in FROM_EXTRA_DECK and what == "target":
        what = ""  # "that Fusion Monster": the one its materials were named by
    if act in OF_PLAYERS and what not in ("", "you", "opponent", "both"):
        what = ""  # a card named beside it tells how much
    counted = wording.has("counted-behind", text, mark.start, mark.start + _COUNTED_BEHIND)
    if counted and act in NAMED_BEHIND and (what in POINTED_AT or (what == "opponent" and joined is not None)):
        what = ""  # what stands before it belongs to the act before
    if act in CHANGED and wording.has("value-of-the-equip-card", text, mark.start, mark.end + 3):
        what = "target"
    until = _until(text, spoken, begin, mark.end, wording)
    if act == "forbid-activation" and wording.has("and-its-namesakes", text, begin, mark.end):
        players = {mark.reveals for mark in wording.each("player", text, begin, mark.end)}
        whose = "opponent" if "opponent" in players else "you"
        return Action(act=act, what=whose, to="that-name", until=until.reveals if until else "")
    if act == "forbid-activation" and what in ("", "you", "opponent", "both"):
        which, to = barred(spoken, begin, mark.end, wording)
        only: int | str = 1 if wording.has("only-so-many", text, begin, mark.end) else ""
        return Action(act=act, what=what, which=which, count=only, to=to, until=until.reveals if until else "")
    excepted = wording.first("all-but", text, begin, mark.end)
    if act in ("forbid-attack", "forbid-attack-declaration") and excepted and excepted.reveals == "all-but-target":
        others = filter_in(spoken, excepted.end, mark.end, wording)
        return Action(act=act, which=others, count=excepted.reveals, until=until.reveals if until else "")
    follows = cast(Joined, "" if first or joined is None else joined.reveals)
    if act == "allow-extra-attack":
        often, to = _further(text, begin, phrase_end, wording)
        return Action(act=act, what=what, count=often, to=to, joined=follows, until=until.reveals if until else "")
    words = (mark.start if act == "change-name" else begin, end_of_phrase(text, mark, wording))
    if act in TURNED and (into := turned_into(spoken, act, words, wording)):
        lasts = said_until(text, spoken, begin, phrase_end, wording)
        which = None if what else described(spoken, (begin, mark.start), act, wording)
        which = which and msgspec.structs.replace(which, **{TURNED[act]: ()})
        many = count_of(text, count, (begin, phrase_end), mark.end, wording)
        return Action(act=act, what=what, which=which, count=many, to=into, joined=follows, until=lasts)
    if act == "copy-effect" and wording.has("becomes-that-text", text, mark.start, mark.end):
        told = wording.all("copied-from", text, max(0, mark.start - TWO_TARGETS), mark.start)
        return Action(act=act, what=told[-1].reveals if told else "", joined=follows)
    if act in COPIED and not wording.punctuated:  # English texts say "treated as" of much else
        lasts = until.reveals if until else ""
        return Action(act=act, what="self", to=COPIED[act], joined=follows, until=lasts)
    if act == "treat-as":
        kind = wording.first("counts-as", text, begin, end_of_phrase(text, mark, wording))
        lasts = said_until(text, spoken, begin, phrase_end, wording)
        return Action(act=act, what=what, to=kind.reveals if kind else UNREAD, joined=follows, until=lasts)
    if act == "attach-material":
        pointed = pointed_at(text, *named, wording)
        if pointed == "target" and what == "self":
            return Action(act=act, what=pointed, to="self", joined=follows)
    if act == "equip" and what == "self" and not wording.punctuated:
        pointed = next((m.reveals for m in wording.all("act-object", text, begin, mark.start)), "")
        if pointed in ("target", "battled"):  # that monster goes to this card
            return Action(act=act, what=pointed, to="self", joined=follows)
    chosen = (begin, named[0]) if wording.has("chosen-first", text, begin, named[0]) else named
    if act in ATTACHED and what in POINTED_AT and (worn := put_on_another(text, spoken, chosen, wording)):
        many = count_of(text, count, (begin, phrase_end), mark.end, wording)
        return Action(act=act, which=worn, whence=worn.zones, count=many, to=what, joined=follows)
    if act == "discard" and what == "opponent":
        theirs = Filter(side="opponent", zones=("hand",))
        return Action(act=act, what=what, which=theirs, count=int(number.group()) if number else "", joined=follows)
    if act == VAGUE:
        return _barred_otherwise(text, spoken, (begin, mark.end), what, follows, wording)
    if act == "force-attack":
        return Action(act=act, what=what, joined=follows, until=until.reveals if until else "")
    if act == "restrict-attack-target":
        only = "only-this" if what in POINTED_AT else UNREAD
        return Action(act=act, what=what, to=only, until=until.reveals if until else "")
    taken = named if act == "place-card" else (begin, phrase_end)  # where it is put is no place it comes from
    amount, per = amount_of(text, spoken, act, (begin, phrase_end), mark, wording)
    many = count_of(text, count, (begin, phrase_end), mark.end, wording)
    if act == "allow-normal-summon":
        times = _COUNT.search(text, mark.start, mark.end)
        many = int(times.group()) if times else many
        of = described(spoken, (mark.start, mark.end), act, wording)
        which = msgspec.structs.replace(of, zones=(), side=None) if of is not None else None
        return Action(act=act, what=what, which=which, count=many, joined=follows, until=until.reveals if until else "")
    if what == "self" and act in TAKING and isinstance(many, int) and many > 1:
        many = ""  # the number of something that lies on it
    so_many = (
        as_many_as(text, spoken, (begin, max(phrase_end, words[1])), wording)
        if act in COUNTABLE and per is None
        else None
    )
    if so_many:
        many, per = so_many
    return Action(
        act=act,
        what=what,
        which=cards_of_the_act(text, spoken, named, act, what, (begin, phrase_end), wording)
        or (places if not what else None),
        whence=whence(spoken, taken, wording) if act in BRINGING else (),
        count=many,
        amount=amount,
        per=per,
        stat=_stat(text, act, begin, phrase_end, wording),
        to=_to(text, act, begin, mark.end if act == "unaffected" else phrase_end, wording),
        joined=follows,
        optional=wording.has("may", text, begin, mark.end)
        or wording.has("may-behind", text, max(begin, mark.end - 2), mark.end + A_VERB),
        until=until.reveals if until else "",
        worded=_worded(text, act, begin, phrase_end, wording),
        requires=(*_still(text, what, begin, mark.end, wording), *_unread_amount(spoken, begin, mark, amount)),
    )


def _barred_otherwise(text: str, spoken: str, phrase: Stretch, what: str, follows: Joined, wording: Wording) -> Action:
    """What is ruled out beside attacks, summons and activations; carried as not read where no word stands for it."""
    named = wording.first("barred-what", text, *phrase)
    players = [mark.reveals for mark in wording.all("player", text, *phrase)]
    until = said_until(text, spoken, *phrase, wording)
    if named and players:
        return Action(act=VAGUE, what=players[-1], to=named.reveals, joined=follows, until=until)
    left = (Requirement(is_=UNREAD, amount=spoken[phrase[0] : phrase[1]].strip(" ,")),)
    return Action(act=VAGUE, what=what, to=UNREAD, joined=follows, until=until, requires=left)


def _unread_amount(spoken: str, begin: int, mark: Found, amount: int | str) -> tuple[Requirement, ...]:
    return (Requirement(is_=UNREAD, amount=spoken[begin : mark.end].strip(" ,")),) if amount == UNREAD else ()


def _still(text: str, what: str, begin: int, end: int, wording: Wording) -> tuple[Requirement, ...]:
    """What the card pointed at must still be doing: "that attacking monster"."""
    attacks = what == "target" and wording.has("still-attacks", text, begin, end)
    return (Requirement(is_="target-still-attacks"),) if attacks else ()


def _to(text: str, act: str, begin: int, end: int, wording: Wording) -> str:
    """Into which position, to which place, or of what sort, where an act says it."""
    family = TOLD_BY.get(act)
    if family:
        reach = end + A_PAUSE * 2 if act == "return-to-deck" else end  # some languages name the end of the deck last
        if wording.punctuated and family in ("summoned-how", "placed-where"):
            stop = STOP.search(text, end)
            reach = min(stop.start() if stop else len(text), end + A_TAIL)
        elif family == "summoned-how":  # Chinese tells where to behind the act
            pause = _PAUSE.search(text, end, end + _TO_A_ZONE)
            reach = pause.start() if pause else end + _TO_A_ZONE
        mark = wording.first(family, text, begin, reach)
        return mark.reveals if mark else ""
    if act in TO_THE_HAND and wording.has("in-place-of-the-draw", text, begin, end):
        return "instead-of-the-draw"
    return "gy" if act == "discard" and wording.has("discarded-to-gy", text, begin, end) else ""


def _until(text: str, spoken: str, begin: int, end: int, wording: Wording) -> Found | None:
    """How long it lasts: said before the act, or after it where the language puts it so."""
    reach = end + 40 if wording.punctuated else end
    if "□" not in text[begin:reach] and not wording.has("until-it", text, begin, reach):
        return None
    return wording.first("until", spoken, begin, reach)


def said_until(text: str, spoken: str, begin: int, end: int, wording: Wording) -> str:
    """The word for how long the words between two places say that something lasts; empty where they do not."""
    mark = _until(text, spoken, begin, end, wording)
    return mark.reveals if mark else ""


def _further(text: str, begin: int, end: int, wording: Wording) -> tuple[int | str, str]:
    """How many attacks an effect gives, or that it is one more; on what, and whether at once."""
    words = {mark.reveals for mark in wording.each("further-attack", text, begin, end)}
    number = next((int(word) for word in sorted(words) if word.isdigit()), None)
    on = "monsters" if "monsters" in words else ""
    if number is not None and not words & {"once-more", "only-once-more"}:
        return number, on
    again = "only-once-more" if "only-once-more" in words else "once-more" if "once-more" in words else ""
    return again, "-".join(filter(None, (on, "in-a-row" if "in-a-row" in words else "")))


def _worded(text: str, act: str, begin: int, end: int, wording: Wording) -> Literal["", "object", "subject"]:
    """Whether a value or an effect is made so, or becomes so, where the language tells them apart."""
    if act != "negate-effect" and not act.endswith("atk-def"):
        return ""
    mark = wording.first("worded", text, begin, end)
    return cast(Literal["", "object", "subject"], mark.reveals) if mark else ""


def _detailed(text: str, act: str, begin: int, end: int, wording: Wording) -> str:
    """The narrower act the words around reveal: raising instead of changing, searching instead of adding."""
    reach = end + A_TAIL if wording.punctuated else end
    by_half = act == "change-atk-def" and wording.has("as-much-as", text, begin, reach)  # "rises by half of that"
    for mark in wording.each("act-detail", text, begin, end):
        wide, _, narrow = mark.reveals.partition(">")
        if wide == act and not (by_half and narrow in ("halve-atk-def", "double-atk-def")):
            return narrow
    return act


def _object(text: str, act: str, begin: int, end: int, wording: Wording) -> str:
    """What is acted on: the last one named before the act; a card is shown to a player, who is not what is shown."""
    places = [(one.start, one.end) for one in wording.all("filter-place", text, begin, end)]
    used = [(one.start, one.end) for one in wording.all("using-this-card", text, begin, end)]
    beside = [*measured(text, begin, end, wording), *places, *used]
    marks = wording.all("act-object", text, begin, end)
    marks = [mark for mark in marks if not any(a <= mark.start < b for a, b in beside)]
    marks = [mark for mark in marks if act != "reveal" or mark.reveals != "opponent"]
    told = [one.end for one in wording.all("told-before", text, begin, end)]
    own = [mark for mark in marks if mark.reveals != "self" or not told or mark.start >= told[-1]]
    return own[-1].reveals if own else ""  # a condition that names this card does not say what is acted on


def _stat(text: str, act: str, begin: int, end: int, wording: Wording) -> str:
    if not act.endswith("atk-def"):
        return ""
    named = {mark.reveals for mark in wording.each("stat", text, begin, end)}
    value = "both" if {"atk", "def"} <= named else next(iter(named & {"atk", "def"}), "")
    return f"original-{value}" if value and "original" in named else value
