"""Facts about whether a part can be done as the table stands once the parts before it have been carried out."""

from dataclasses import replace

import msgspec

from knowledge.data.cases import UNKNOWN
from knowledge.data.profile import FIELD, Action
from knowledge.rules.facts.effect_facts.effect_parts import PAYMENTS, part_asked, recipients_of
from knowledge.rules.facts.effect_facts.possible_acts import is_prevented, left_in
from knowledge.table.cards import profile_of, zone_of
from knowledge.table.situation import Fact, Situation
from knowledge.table.state import BARS

_DONE_FOR_A_SUMMON = ("banish", "send-to-gy", "tribute", "discard")


def after_earlier_parts(s: Situation) -> Situation:
    """The table as the parts before the one asked about leave it, where they take away a card with a known text."""
    part = part_asked(s)
    whole = s.effect.does if part is not None and part in s.effect.does else ()
    before = whole[: whole.index(part)] if part in whole else ()
    gone: dict[int, str] = {}
    for act in before:
        places = left_in(s, act)
        for lying in recipients_of(s, act) if places else ():
            if zone_of(s, lying) in FIELD and lying.face == "up" and profile_of(s, lying) is not None:
                gone[id(lying)] = places[0]
    if not gone:
        return s
    table = s.question.table
    cards = tuple(
        msgspec.structs.replace(c, zone=gone[id(c)], equipped_to="", targeting="") if id(c) in gone else c
        for c in table.cards
    )
    left = msgspec.structs.replace(table, cards=cards)
    question = replace(s.question, table=left)
    return Situation(s.book, question, s.stated, looked_for=s.looked_for, asked_gates=s.asked_gates)


def part_cannot_be_done(s: Situation) -> Fact:
    """Whether the part asked about is forbidden or finds nothing to be done to; unknown of what the text does not tell.

    A part that its player may leave out is taken as wanted.
    """
    part = part_asked(s)
    if part is None:
        return "no" if s.question.about == PAYMENTS or s.question.effect is None else UNKNOWN
    s = after_earlier_parts(s)
    wanted = msgspec.structs.replace(part, optional=False)
    for_nothing = part.act in _DONE_FOR_A_SUMMON and _next_is_forbidden(s, part)
    names = (part.act, *BARS.get(part.act, ()))  # how profiles name the prohibition
    barred = any(
        ban.act.to in names and ban.act.what not in ("self", "target", "equipped") and ban.act.which is None
        for ban in s.state.acts("forbid-other")
    )
    return "yes" if for_nothing or barred or is_prevented(s, wanted, s.viewer, part) == "yes" else "no"


def _next_is_forbidden(s: Situation, part: Action) -> bool:
    """Whether a part is only done to Special Summon something right with it, and that is forbidden."""
    whole = next((c.does for c in s.effect.choices if part in c.does), s.effect.does)
    after = whole[whole.index(part) + 1 : whole.index(part) + 2]
    summons = [a for a in after if a.joined == "and-if-you-do" and "special-summon" in s.book.wider_acts((a.act,))]
    first = whole.index(part) == 0
    return not first and any(is_prevented(s, a, s.viewer, a) == "yes" for a in summons)
