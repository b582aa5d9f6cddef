"""What a condition asks for beyond its event: the activation answered, states of the table, limits, when or if."""

import re
from typing import Literal, cast

import msgspec

from knowledge.data.profile import (
    BEHIND_MONSTERS,
    CARD_KINDS,
    FIELD,
    Filter,
    Kind,
    Limit,
    Requirement,
    Response,
    Side,
    Zone,
)
from knowledge.text.drafts import Draft
from knowledge.text.effects.filters import DESCRIBED, filter_in, there_is
from knowledge.text.grammar import Found, Wording
from knowledge.text.sentence import Clause, Event, Stretch

COUNTS = {"twice": 2, "thrice": 3}
NARROW = ("spell-effect", "trap-effect")
_FIGURE = re.compile(r"\d{1,5}")
_NUMBERS = re.compile(r"[①-⑳](?:[～〜~－-][①-⑳])?")  # of effects: one, or all from one to another
BESIDE_THE_PRICE = ("before-normal-draw", "target-can-hold")  # conditions that texts put where the price stands
# so many such cards, counters or materials
MANY = (
    *("controls", "opponent-controls", "in-gy", "in-hand", "banished-there", "there-is"),
    *("has-counter", "has-material"),
)
COUNTED = ("lp-at-most", "lp-at-least", "level-at-least", "levels-together-at-most", "damage-at-least")
ALL_SO_LIMITED = (0,)  # the numbers of the effects, as long as they are not known
_A_WORD = 6
_A_SUMMON = 14  # the words for what a card is used for
_A_LIMIT = 14  # how far behind the words of a limit its number may stand


def answered(text: str, spoken: str, draft: Draft, wording: Wording) -> Response | None:
    """What an effect answers directly, from its condition or else from what it negates."""
    clause = draft.clause
    by: Side | None = "opponent" if wording.has("by-opponent", text, *clause.condition) else None
    coming = next((event for event in clause.events if event.event == "would-be-summoned"), None)
    if coming is not None:
        told = [mark.reveals for mark in wording.each("response-to", text, *clause.condition)]
        alone = wording.has("summoned-alone", text, *clause.condition)
        return Response(
            to=("summon", *(_answered_kinds(told) if clause.response else ())),
            by=by,
            of=_summon_answered(text, clause.condition[0], coming, wording),
            targeting="exactly-one-monster-summoned" if alone else "",
        )
    if not clause.response and (clause.events or not draft.negates):
        return None
    negated = {mark.reveals: mark for mark in wording.each("act", text, draft.start, draft.end)}
    if not clause.response and "negate-summon" in negated and "negate-activation" not in negated:
        coming = Event("would-be-summoned", "other", negated["negate-summon"].start, negated["negate-summon"].end)
        return Response(to=("summon",), by=by, of=_summon_answered(text, draft.start, coming, wording))
    start, end = clause.condition if clause.response else (draft.start, draft.end)
    kinds = _answered_kinds([mark.reveals for mark in wording.each("response-to", text, start, end)])
    zones = [mark.reveals for mark in wording.each("response-place", text, *clause.condition)]
    if "monster-zone" in zones and any(kind.startswith(("spell", "trap", "activation")) for kind in kinds):
        zones += BEHIND_MONSTERS
    other = wording.has("filter-other", text, *clause.condition)
    targeting = wording.first("response-targeting", text, start, end)
    aimed = wording.first("aimed-at", text, start, end) if targeting else None
    of = _of_such_cards(text, spoken, clause, aimed, wording) if not targeting or aimed else Filter()
    if aimed:
        by = "opponent" if wording.has("by-opponent", text, aimed.end, end) else None
        by = "own" if by is None and wording.has("by-oneself", text, aimed.end, end) else by
    narrow = Filter(zones=cast(tuple[Zone, ...], tuple(zones)), other=other, type=of.type, attribute=of.attribute,
                    race=of.race, group=of.group, name=of.name)  # fmt: skip
    listed = answered_list(text, draft, wording) or clause.condition
    doing, doing_from = _answered_acts(text, (aimed.end, listed[1]) if aimed else listed, wording)
    quoted = wording.first("answers-what-does", spoken, start, end)
    if quoted:
        by = by or ("opponent" if wording.has("by-opponent", text, start, end) else None)
        doing = (quoted.reveals,)
    said = spoken[quoted.start + 1 : spoken.find("」", quoted.start)] if quoted else ""  # no name of a card
    return Response(
        to=kinds,
        by=by,
        doing=doing,
        doing_to=filter_in(said, 0, len(said), wording) if quoted else _done_to(spoken, (start, end), wording),
        doing_from=cast(tuple[Zone, ...], doing_from),
        of=narrow if narrow != Filter() else None,
        targeting=targeting.reveals if targeting else "",
        targeted=_cards_aimed_at(spoken, (start, aimed.start), wording)
        if targeting and aimed and targeting.reveals != "self"
        else None,
    )


def _done_to(spoken: str, stretch: Stretch, wording: Wording) -> Filter | None:
    """Which cards the effect answered must destroy, where the text tells more of them than where they lie."""
    found = wording.first("destroys-what", spoken, *stretch)
    which = filter_in(spoken, found.start, found.end, wording) if found else Filter()
    return which if which.side in ("own", "opponent") or which.type or which.group or which.name else None


def _cards_aimed_at(spoken: str, stretch: Stretch, wording: Wording) -> Filter | None:
    """Which cards the activation answered must target, where the text tells more of them than whose they are."""
    begin = max((spoken.rfind(mark, *stretch) + 1 for mark in (",", "。")), default=0)
    of = filter_in(spoken, max(begin, stretch[0]), stretch[1], wording)
    narrow = any(getattr(of, part) not in ((), None) for part in (*DESCRIBED, "face", "position", "mentions", "either"))
    return of if narrow or set(of.type) - set(CARD_KINDS) else None


def _of_such_cards(text: str, spoken: str, clause: Clause, aimed: Found | None, wording: Wording) -> Filter:
    """Of which cards the activation answered must be, beside Spells, Traps and monsters at large."""
    if clause.response is None or wording.punctuated:
        return Filter()
    begin = max(text.rfind(",", 0, clause.response.start) + 1, clause.condition[0], aimed.end if aimed else 0)
    said = wording.has("response-doing", text, begin, clause.response.start)
    if said or wording.has("target", text, begin, clause.response.start) or "●" in text[begin : clause.condition[1]]:
        return Filter()
    which = filter_in(spoken, begin, clause.response.start, wording)
    kinds = tuple(word for word in which.type if word not in (*CARD_KINDS, "effect"))
    plain = which.either or which.compared or which.place or which.by_this or which.but
    return Filter() if plain else msgspec.structs.replace(which, type=kinds)


def _summon_answered(text: str, start: int, coming: Event, wording: Wording) -> Filter | None:
    """Which summons about to happen are answered; nothing where every kind is named, or none."""
    phrase = max(start, text.rfind(",", 0, coming.start) + 1)
    ways = tuple(dict.fromkeys(mark.reveals for mark in wording.each("summon-answered", text, phrase, coming.end)))
    return Filter(summoned=ways) if ways and not {"normal", "flip", "special"} <= set(ways) else None


def _answered_kinds(found: list[str]) -> tuple[str, ...]:
    """The kinds of activation answered: the narrowest told of each, and any at all where no kind is told."""
    if "activation" in found or not found:
        return ("activation",)
    narrow = {kind.partition("-")[0] for kind in found if kind in NARROW}
    return tuple(kind for kind in found if kind in NARROW or kind.partition("-")[0] not in narrow)


def _answered_acts(text: str, stretch: Stretch, wording: Wording) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What the answered activation must do, and whence it must take its cards; often listed under bullets."""
    start, end = stretch
    doing = tuple(mark.reveals for mark in wording.each("response-doing", text, start, end))
    told = [mark.reveals for mark in wording.each("response-from", text, start, end)] if doing else []
    told = told if doing == ("destroy",) else [word for word in told if word != "field"]
    zones = tuple(zone for word in told for zone in (FIELD if word == "field" else (word,)))
    return doing, zones


def answered_list(text: str, draft: Draft, wording: Wording) -> Stretch | None:
    """The bullets that list which effects are answered, in a text that answers "any of these effects"."""
    first = text.find("●", draft.start, draft.end)
    if first < 0 or not draft.clause.response or not wording.has("response-includes", text, *draft.clause.condition):
        return None
    return first, draft.end


def requirements(text: str, spoken: str, draft: Draft, wording: Wording) -> tuple[Requirement, ...]:
    """The states of the table a condition asks for."""
    clause = draft.clause
    found: list[tuple[int, int, Requirement]] = []
    whole = clause.role in ("limit", "also")  # a remark is a condition from end to end
    notes = [body for body in draft.bodies if wording.has("condition-note", text, *body)]
    stretches = [(draft.start, draft.end)] if whole else [clause.condition, *notes]
    if clause.role == "trigger" and clause.moments and clause.condition[0] == clause.condition[1]:
        stretches.append((draft.start, clause.moments[0].start))  # what stands before the moment
    implied = _implied(clause)
    if wording.has("this-or-others", text, *clause.condition):
        implied |= {"linked @this-card"}  # of the others alone, and told there
    stretches.append(clause.activation)
    for mark in (mark for stretch in stretches for mark in stated(text, stretch, wording)):
        paid = clause.activation[0] <= mark.start < clause.activation[1] and not whole
        if mark.reveals in implied or (paid and mark.reveals.partition(" @")[0] not in BESIDE_THE_PRICE):
            continue
        then = bool(clause.events) and wording.has("state-then", text, mark.end, mark.end + _A_WORD)
        asked = msgspec.structs.replace(required_by(spoken, mark, wording), then=then)
        found.append((mark.start, mark.end, asked))
    told = (wording.first("lies-anywhere", text, *stretch) for stretch in (clause.condition, *notes))
    anywhere = next((mark for mark in told if mark), None)
    if anywhere and all(one.is_ not in CONTROLS for *_, one in found):
        found.append((anywhere.start, anywhere.end, there_is(spoken, anywhere, wording)))
    so = wording.first("summoned-so", text, *clause.condition)
    if so:
        ways = tuple(way.reveals for way in wording.each("summon-kind", text, so.start, so.end))
        found.append((so.start, so.end, Requirement(is_="summoned-so", of=Filter(summoned=ways[:1]))))
    found.extend(how_it_came(text, spoken, clause.condition, wording))
    made = wording.first("made-into-such", text, *clause.condition)
    if made:
        of = _such(made, spoken, wording)
        used = {mark.reveals for mark in wording.each("material-of", text, made.end, made.end + _A_SUMMON)}
        kinds = tuple(used - set(of.type)) if len(used) == 1 else ()
        of = msgspec.structs.replace(of, type=(*of.type, *kinds))
        found.append((made.start, made.end, Requirement(is_="served-a-summon", of=of)))
    paid_for = wording.first("paid-for-such", text, *clause.condition)
    if paid_for:
        such = _such(paid_for, spoken, wording)
        asked = Requirement(is_="caused-by", of=such if such != Filter() else None, amount="cost")
        found.append((paid_for.start, paid_for.end, asked))
    cause = None if paid_for else wording.first("caused-by-such", text, *clause.condition)
    if cause and not any(wording.has(family, text, *clause.condition) for family in ("or-else", "either-event")):
        found.append((cause.start, cause.end, Requirement(is_="caused-by", of=_such(cause, spoken, wording))))
    asked_for = one_of_them(text, found, wording)
    beaten = any(event.event == "destroys-by-battle" for event in clause.events)
    if beaten and wording.has("beaten-into-the-gy", text, *clause.condition):
        asked_for.append(Requirement(is_="destroyed-went-to-gy"))
    told_apart = all(one.is_ != "not-same-turn" for one in asked_for)
    if told_apart and wording.has("sent-this-turn", text, draft.start, draft.end):
        asked_for.append(Requirement(is_="not-same-turn"))
    return tuple(asked_for)


def how_it_came(text: str, spoken: str, stretch: Stretch, wording: Wording) -> list[tuple[int, int, Requirement]]:
    """Which cards the summon of its own card must have used, and by the effect of which card it must have come."""
    found = []
    for family, word in (("summoned-using", "summoned-with"), ("summoned-by-such", "summoned-by")):
        mark = wording.first(family, text, *stretch)
        if mark is None:
            continue
        many = wording.first("so-many", text, mark.start, mark.end)
        figure = _FIGURE.search(text, many.start, many.end) if many else None
        number = int(figure.group()) if figure else 1
        of = _such(mark, spoken, wording)
        asked = Requirement(is_=word, of=of, amount=number if number > 1 else "")
        if of == Filter(type=("monster",)):  # so many tributes, of which one may count as two
            asked = Requirement(is_="tributed-for", amount=number)
        found.append((mark.start, mark.end, asked))
    return found


def _such(mark: Found, spoken: str, wording: Wording) -> Filter:
    """What a phrase says a card must be, and whose; not where it lies."""
    of = filter_in(spoken, mark.start, mark.end, wording)
    told = {part: getattr(of, part) for part in ("side", "type", *DESCRIBED, "mentions", "either")}
    return Filter(**told)


def stated(text: str, stretch: Stretch, wording: Wording) -> list[Found]:
    """The conditions a stretch states, each where it stands; words that tell the same twice tell it once."""
    found: list[Found] = []
    for mark in wording.all("requirement", text, *stretch):
        if not any(mark.reveals == other.reveals and mark.start < other.end for other in found):
            found.append(mark)
    return found


def one_of_them(text: str, found: list[tuple[int, int, Requirement]], wording: Wording) -> list[Requirement]:
    """The conditions, of which those with an "or" between them are one: either will do."""
    joined: list[list[tuple[int, int, Requirement]]] = []
    for one in sorted(found, key=lambda asked: asked[:2]):
        before = joined[-1][-1] if joined else None
        states = before and all(asked.is_ in OF_THE_TABLE for asked in (before[2], one[2]))
        told_there = before is not None and before[0] == one[0]  # "where there is no such card, or such a one"
        between = (before[1], one[1] if told_there else one[0]) if before else (0, 0)
        apart = before is not None and (told_there or before[1] <= one[0])
        if apart and states and wording.has("or-else", text, *between):
            joined[-1].append(one)
        else:
            joined.append([one])
    rows = [tuple(dict.fromkeys(asked for *_, asked in row)) for row in joined]
    read = [row[0] if len(row) == 1 else Requirement(is_="any-of", among=row) for row in rows]
    return list(dict.fromkeys(read))


def of_the_procedure(text: str, spoken: str, draft: Draft, wording: Wording) -> tuple[Requirement, ...]:
    """The states of the table in which a card may be summoned in its own way."""
    told = [(draft.start, draft.bodies[0][1]), *draft.bodies[1:]]
    sentences = [body for body in told if wording.has("may-be-summoned-so", text, *body)]
    found = [
        (mark.start, mark.end, required_by(spoken, mark, wording))
        for body in sentences
        for mark in stated(text, body, wording)
        if mark.reveals.partition(" @")[0] in OF_THE_TABLE
    ]
    for body in sentences:
        anywhere = None if found else wording.first("lies-anywhere", text, *body)
        if anywhere:
            found.append((anywhere.start, anywhere.end, there_is(spoken, anywhere, wording)))
    return tuple(one_of_them(text, found, wording))


def turned_quick(spoken: str, stretch: Stretch, wording: Wording) -> tuple[Requirement, ...]:
    """The condition under which a remark makes an effect a quick one; kept as printed where it was not read."""
    start, end = stretch
    if wording.punctuated:  # the remark is a sentence of its own behind the effect
        stop = spoken.find(".", end + 1)
        end = stop if stop >= 0 else len(spoken)
    mark = wording.first("quick-if", spoken, start, end)
    if mark is None:
        return ()
    found = tuple(
        required_by(spoken, one, wording) for one in wording.each("requirement", spoken, mark.start, mark.end)
    )
    return found or (Requirement(is_="unread", amount=spoken[mark.start : mark.end].strip("()")),)


def required_by(spoken: str, mark: Found, wording: Wording) -> Requirement:
    """The condition a phrase states; the phrase may reveal its amount beside it, or have it as a figure."""
    word, _, sort = mark.reveals.partition(" @")
    figure = _FIGURE.search(spoken, mark.start, mark.end) if word in COUNTED else None
    many = wording.first("so-many", spoken, mark.start, mark.end) if word in MANY and not sort else None
    figure = _FIGURE.search(spoken, many.start, many.end) if many else figure
    amount: int | str = int(figure.group()) if figure else sort
    if many and figure:
        exactly, most = f"exactly-{amount}", f"at-most-{amount}"
        amount = {"exactly": exactly, "at-most": most}.get(many.reveals, "" if amount == 1 else amount)
    return Requirement(is_=word, of=_asked_for(spoken, mark, wording), amount=amount)


def _asked_for(spoken: str, mark: Found, wording: Wording) -> Filter | None:
    """The cards a condition speaks of; of two monsters that battle the first is the one it asks for."""
    word = mark.reveals.partition(" @")[0]
    if word == "served-a-summon":
        served = tuple(one.reveals for one in wording.each("material-of", spoken, mark.start, mark.end))
        return Filter(type=served) if served else None
    if word == "has-material":
        held = filter_in(spoken, mark.start, mark.end, wording)
        such = Filter(type=held.type, name=held.name, group=held.group, attribute=held.attribute, race=held.race)
        return msgspec.structs.replace(such, zones=("material",)) if such != Filter() else None
    if word in FILTERED:
        return filter_in(spoken, mark.start, mark.end, wording)
    if word == "opponent-controls-more":
        counted = filter_in(spoken, mark.start, mark.end, wording)
        monsters = "monster" in counted.type and not {"spell", "trap"} & set(counted.type)
        return Filter(zones=("monster-zone",), type=("monster",)) if monsters else None
    if word == "self-attacks":
        attacked = filter_in(spoken, mark.start, mark.end, wording)
        return Filter(type=attacked.type, face=attacked.face, position=attacked.position) if attacked.position else None
    if mark.reveals not in OWN_BATTLE:
        return None
    kinds = wording.all("filter-type", spoken, mark.start, mark.end)
    end = next((one.end for one in kinds if one.reveals == "monster"), mark.end)
    of = filter_in(spoken, mark.start, end, wording)
    return Filter(type=of.type, name=of.name, group=of.group, attribute=of.attribute, race=of.race, level=of.level,
                  face=of.face, position=of.position)  # fmt: skip


# states of the table that a procedure may wait for
OF_THE_TABLE = (
    "controls",
    "controls-none",
    "controls-only",
    "opponent-controls",
    "opponent-controls-more",
    "in-gy",
    "not-in-gy",
    "in-hand",
    "banished-there",
    "empty-hand",
    "lp-at-most",
    "lp-at-least",
    "lp-lower",
    "lp-higher",
    "levels-together-at-most",
)
CONTROLS = ("controls", "controls-only", "opponent-controls")
OWN_BATTLE = ("own-monster-battles", "own-monster-attacks")
FILTERED = (
    "activated-this-turn",
    "controls",
    "controls-none",
    "controls-only",
    "opponent-controls",
    "in-gy",
    "not-in-gy",
    "in-hand",
    "banished-there",
    "self-battles",
    "levels-together-at-most",
)


def _implied(clause: Clause) -> frozenset[str]:
    """The requirements that the event or moment waited for says already."""
    happened = {event.event for event in clause.events} | {moment.reveals for moment in clause.moments}
    implied: set[str] = set()
    if happened & {"attack-declared", "attacked-directly", "chosen-as-attack-target"}:
        implied |= {"opponent-monster-attacks", "self-attacks", "self-attacked"}
    if happened & {"battled", "battle-phase-ending"} and "damage-step-ended" not in happened:
        implied.add("self-battles")
    return frozenset(implied)


def limit_of(
    spoken: str, draft: Draft, said_of_all: list[Stretch], decided: Kind, summons_itself: bool, wording: Wording
) -> tuple[Limit, Stretch] | None:
    """How often an effect may be used, from its own text or from a sentence about all effects of the card.

    A sentence on how many copies of the card may be activated limits the activation of the card, not its effects; one
    on how often it may be Special Summoned limits what summons it.
    """
    own = [(draft.start, draft.end), draft.outer] if draft.outer else [(draft.start, draft.end)]
    said = {part: stretch for stretch in said_of_all for part in _limits_apart(spoken, stretch, wording)}
    for start, end in (*said, *own):
        mark = wording.first("limit", spoken, start, end)
        named = _numbers_in(spoken[start:end]) if (start, end) not in own else ()
        if mark is None or (named and draft.number not in named):
            continue
        following = wording.first("limit-on-following", spoken, start, end)
        if following and following.start <= mark.start < following.end and draft.start < following.start:
            continue  # of the effects that stand behind it
        counted = wording.first("limit-of", spoken, start, end)
        of = counted.reveals if counted else "use"
        if (of == "card" and decided != "activate") or (of == "summon" and not summons_itself):
            continue
        if of == "procedure":
            if decided != "summoning":
                continue
            of = "use"
        per = wording.first("limit-per", spoken, start, end)
        times = wording.first("limit-times", spoken, mark.start, min(end, mark.end + _A_LIMIT))
        digits = "".join(filter(str.isdigit, spoken[times.start : times.end])) if times else ""
        whole = wording.first("limit", spoken, *said.get((start, end), (start, end))) or mark
        limit = Limit(
            per=per.reveals if per else "turn",  # type: ignore[arg-type]
            counts="name" if "name" in (mark.reveals, whole.reveals) else "copy",
            times=COUNTS.get(times.reveals, int(digits[-1]) if digits else 1) if times else 1,
            of=of,  # type: ignore[arg-type]
            shared=_shared(named, wording.has("limit-shared", spoken, start, end)),
        )
        return limit, (mark.start, mark.end)
    return None


def _shared(named: tuple[int, ...], one_of_them: bool) -> tuple[int, ...]:
    """The effects of which only one may be used; where the text prints no numbers, all that are so limited."""
    if not one_of_them or len(named) == 1:
        return ()
    return named or ALL_SO_LIMITED


def _limits_apart(spoken: str, stretch: Stretch, wording: Wording) -> list[Stretch]:
    """The limits of one sentence, each by itself: how often the card is summoned, how often an effect is used."""
    start, end = stretch
    pauses = [at for at in range(start, end) if spoken[at] == ","]
    for pause in pauses:
        halves = [(start, pause), (pause + 1, end)]
        if all(wording.has("limit", spoken, *half) for half in halves):
            return halves
    return [stretch]


def _numbers_in(sentence: str) -> tuple[int, ...]:
    """The numbers of the effects a sentence names; none where it speaks of all."""
    found: list[int] = []
    for mark in _NUMBERS.finditer(sentence):
        first, last = (ord(char) - ord("①") + 1 for char in (mark.group()[0], mark.group()[-1]))
        found.extend(range(first, last + 1))
    return tuple(found)


def when_or_if(text: str, clause: Clause, wording: Wording) -> Literal["when", "if"] | None:
    """Whether the trigger can miss its timing: "when … you can" may, "if" may not."""
    if not clause.events:
        return None
    start, end = clause.condition
    last = clause.events[-1].end
    mark = wording.first("when-if", text, start if wording.punctuated else max(start, last - 3), end)
    if mark is None:
        return None
    return "when" if mark.reveals == "when" else "if"
