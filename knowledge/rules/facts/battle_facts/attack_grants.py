"""Facts about effects that let a monster attack again, or directly: who would receive that, and of what use."""

from knowledge.data.cases import UNKNOWN, CardOnTable
from knowledge.data.profile import Action, Effect, Filter
from knowledge.rules.facts.battle_facts.attacks import acts_on, cannot_attack
from knowledge.table.attack_counts import FURTHER_ATTACKS, IN_A_ROW, declared_so_far, grant_in, grants_on
from knowledge.table.cards import card_called, every_card, handle_of, words_of
from knowledge.table.filters import perhaps, something_matches
from knowledge.table.in_force import InForce
from knowledge.table.situation import Fact, Situation, yes

_AGAIN = ("once-more", "only-once-more")
_GRANTS = (*FURTHER_ATTACKS, "allow-direct-attack")


def _granting(e: Effect | None) -> Action | None:
    acts = [*(e.does if e else ()), *(a for c in (e.choices if e else ()) for a in c.does)]
    return next((a for a in acts if a.act in _GRANTS or (a.act == "change-attack-target" and a.to == "direct")), None)


def receiver(s: Situation) -> CardOnTable | None:
    """The monster that an effect would let attack."""
    q, act = s.question, _granting(s.question.effect)
    if q.about and (named := card_called(s, q.about)):
        return named
    if act is not None and act.what == "self":
        lying: CardOnTable | None = q.table.self
        return lying
    links = [x for x in q.table.chain if q.card is not None and s.book.card_named(x.card) is q.card and x.targets]
    if links:
        return card_called(s, links[-1].targets[0])
    return card_called(s, q.table.battle.attacker) if q.table.battle else None


def grant_is_direct(s: Situation) -> Fact:
    """Whether what the effect gives is a direct attack."""
    act = _granting(s.question.effect)
    return yes(act is not None and act.act not in FURTHER_ATTACKS)


def grant_receiver_cannot_attack(s: Situation) -> Fact:
    """Whether the monster that would receive the attack is not allowed to attack."""
    monster = receiver(s)
    return UNKNOWN if monster is None else yes(_cannot_attack(s, monster))


def _cannot_attack(s: Situation, monster: CardOnTable | None) -> bool:
    found = acts_on(s, monster, "forbid-attack", "forbid-attack-declaration")
    return any(cannot_attack(a) for a in found)


def grant_receiver_cannot_attack_directly(s: Situation) -> Fact:
    """Whether the monster that would receive the attack is not allowed to attack directly."""
    monster = receiver(s)
    return UNKNOWN if monster is None else yes(any(not cannot_attack(a) for a in acts_on(s, monster, "forbid-attack")))


def grant_number_reached(s: Situation) -> Fact:
    """Whether the receiver may already make as many attacks as the effect would give."""
    monster = receiver(s)
    return UNKNOWN if monster is None else yes(_number_reached(s, monster))


def _number_reached(s: Situation, monster: CardOnTable) -> bool:
    q, act = s.question, _granting(s.question.effect)
    if act is None or act.act != "allow-extra-attack":
        return False
    given = grant_in(s, InForce(act, s.card, s.effect, "own", q.table.self))
    had = max((g.number for g in grants_on(s, monster) if g.kind == "number"), default=1)
    return given.kind == "number" and given.number <= had


def grant_beside_a_number(s: Situation) -> Fact:
    """Whether "only once more" meets a monster that has already used a further attack of a given number."""
    act, monster = _granting(s.question.effect), receiver(s)
    if monster is None or act is None or act.count != "only-once-more":
        return "no"
    number = max((g.number for g in grants_on(s, monster) if g.kind == "number"), default=1)
    return yes(number > 1 and len(declared_so_far(s, monster)) > 1)


def grant_row_beside_a_number(s: Situation) -> Fact:
    """Whether "only once more, at once" meets a monster that may make a number of attacks anyway."""
    act, monster = _granting(s.question.effect), receiver(s)
    if monster is None or act is None or act.count != "only-once-more" or not act.to.endswith(IN_A_ROW):
        return "no"
    return yes(any(g.kind == "number" and g.number > 1 for g in grants_on(s, monster)))


def grant_number_unspent(s: Situation) -> Fact:
    """Whether leave to go on attacking meets a monster with attacks of a number still to make."""
    act, monster = _granting(s.question.effect), receiver(s)
    if monster is None or act is None or act.count != "once-more" or not act.to.endswith(IN_A_ROW):
        return "no"
    made = len(declared_so_far(s, monster))
    return yes(any(g.kind == "number" and made < g.number for g in grants_on(s, monster)))


def grant_once_more_counts_as_two(s: Situation) -> Fact:
    """Whether two attacks are offered to a monster that holds leave to attack once more."""
    act, monster = _granting(s.question.effect), receiver(s)
    if monster is None or act is None or act.act != "allow-extra-attack":
        return "no"
    given = grant_in(s, InForce(act, s.card, s.effect, "own", s.question.table.self))
    again = any(g.kind in _AGAIN for g in grants_on(s, monster))
    return yes(given.kind == "number" and given.number <= 2 and again)


def grant_too_late_for_all(s: Situation) -> Fact:
    """Whether "only once more", the first thing the effect does to its target, would apply to none it may choose."""
    e = s.effect
    act = e.does[0] if e.does else None
    if act is None or act.act != "allow-extra-attack" or act.what != "target" or not e.targets:
        return "no"
    if act.count not in _AGAIN:
        return "no"
    reached = [c for c in every_card(s) if "monster" in _kind(s, c) and perhaps(s, c, e.targets[0])]
    refused = [s.book.decided("grant-applies", s, handle_of(s, c)) == "no" for c in reached]
    return "yes" if refused and all(refused) else UNKNOWN


def grant_monster_to_attack(s: Situation) -> Fact:
    """Whether the monster that would go on attacking monsters has one to attack; only where that is what is given."""
    q, e = s.question, s.effect
    act = e.does[0] if e.does else None
    if act is None or act.act != "allow-extra-attack" or not act.to.startswith("monsters"):
        return "yes"
    if act.count not in _AGAIN:
        return "yes"
    own = q.table.self
    side = own.side if own is not None else "own"
    return something_matches(s, Filter(side="opponent", zones=("monster-zone",), type=("monster",)), side)


def grant_usable(s: Situation) -> Fact:
    """Whether some monster the effect can reach could use the attacks it gives; only where that is what it does."""
    q, e = s.question, s.effect
    act = e.does[0] if e.does else None
    if act is None or act.act not in _GRANTS:
        return "yes"
    if act.what == "self":
        useless = q.table.self is not None and s.book.decided("grant-applies", s, "self") == "no"
        return "no" if useless else UNKNOWN
    if act.what != "target" or not e.targets or act.count in _AGAIN:
        return "yes"  # an attack more is not refused to a target beforehand; it merely may not apply
    wanted = e.targets[0]
    reached = [c for c in every_card(s) if "monster" in _kind(s, c) and perhaps(s, c, wanted, source=q.table.self)]
    refused = [s.book.decided("grant-applies", s, handle_of(s, c)) == "no" for c in reached]
    return "no" if refused and all(refused) else UNKNOWN


def grant_useful_to_it(s: Situation) -> Fact:
    """Whether the very monster asked about could use the attacks an effect gives to its target."""
    act = _granting(s.question.effect)
    if act is None or act.what != "target" or act.count in _AGAIN or receiver(s) is None:
        return "yes"
    return yes(s.book.decided("grant-applies", s, s.question.about) == "yes")


def grant_too_late_for_it(s: Situation) -> Fact:
    """Whether "only once more", the first thing its target is given, does not apply to the one asked about."""
    e = s.question.effect
    first = e.does[0] if e and e.does else None
    if first is None or first.act != "allow-extra-attack" or first.what != "target" or first.count not in _AGAIN:
        return "no"
    return yes(receiver(s) is not None and s.book.decided("grant-applies", s, s.question.about) == "no")


def _kind(s: Situation, lying: CardOnTable) -> frozenset[str]:
    words = words_of(s, lying)
    return words if words & {"spell", "trap"} else words | {"monster"}
