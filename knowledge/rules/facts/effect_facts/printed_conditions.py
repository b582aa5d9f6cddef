"""Facts about the printed conditions of a text: what must lie where, life points, positions."""

from collections.abc import Callable

from knowledge.data.cases import UNKNOWN
from knowledge.data.profile import Requirement
from knowledge.rules.facts.battle_facts.battle import done_this_turn
from knowledge.table.cards import card_called
from knowledge.table.filters import matches
from knowledge.table.requirements import met
from knowledge.table.situation import Fact, Situation, yes

_ITS_BATTLES = ("self-battles", "self-attacks", "self-attacked", "monsters-battle")


def condition_met(s: Situation) -> Fact:
    """Whether the printed conditions on the table hold."""
    e = s.question.effect
    return all_of([requirement_met(s, r) for r in (e.requires if e is not None else ()) if not r.then])


def requirement_met(s: Situation, printed: Requirement) -> Fact:
    """Whether one printed condition of the effect asked about holds, as far as the table tells."""
    requirement = printed.is_
    own = s.question.table.self
    if printed.is_ not in _ITS_BATTLES and (answer := met(s, printed, own, s.viewer)) is not UNKNOWN:
        return answer
    if (deed := done_this_turn(s, requirement)) is not UNKNOWN:
        return deed
    return _fighting_met(s, printed)


def _fighting_met(s: Situation, printed: Requirement) -> Fact:
    """Whether the card fights as its text asks, and the monster it fights is one its text speaks of."""
    battle = s.question.table.battle
    if battle is None:
        return UNKNOWN
    attacks, attacked = battle.attacker == "self", battle.defender == "self"
    known = {
        "self-battles": attacks or attacked,
        "self-attacks": attacks,
        "self-attacked": attacked,
        "monsters-battle": bool(battle.attacker and battle.defender),
    }
    if printed.is_ not in known:
        return UNKNOWN
    other = card_called(s, battle.defender if attacks else battle.attacker) if attacks or attacked else None
    if known[printed.is_] and printed.of is not None and other is not None:
        return matches(s, other, printed.of, s.viewer, ignore=("zones",))
    return yes(known[printed.is_])


def all_of(answers: list[Fact]) -> Fact:
    """Whether everything holds: no as soon as one does not, unknown while one is not told."""
    if "no" in answers:
        return "no"
    return UNKNOWN if UNKNOWN in answers else "yes"


def unmet(s: Situation, printed: tuple[Requirement, ...]) -> tuple[str, ...]:
    """The printed conditions that the table shows not to hold."""
    return tuple(dict.fromkeys(r.is_ for r in printed if requirement_met(s, r) == "no"))


MADE_SO: dict[str, Callable[[Situation], tuple[str, ...]]] = {
    "condition-met": lambda s: unmet(s, s.question.effect.requires) if s.question.effect else ()
}
