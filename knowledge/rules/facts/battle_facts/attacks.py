"""Facts about an attack that is proposed: who attacks whom, what forbids it, and which further attacks are left."""

from knowledge.data.cases import UNKNOWN, CardOnTable
from knowledge.table.attack_counts import Grant, declared_earlier, grants_on
from knowledge.table.cards import card_called, every_card, is_meant, profile_of, zone_of
from knowledge.table.filters import perhaps
from knowledge.table.in_force import InForce, is_about
from knowledge.table.situation import Fact, Situation, yes

OUT_OF_REACH = "not-attacked"  # attacks on it are impossible, even one declared before


def attacker(s: Situation) -> CardOnTable | None:
    """The monster whose attack is asked about."""
    table = s.question.table
    if s.question.about and (named := card_called(s, s.question.about)):
        return named
    if table.battle is not None and table.battle.attacker:
        return card_called(s, table.battle.attacker)
    lying: CardOnTable | None = table.self
    return lying


def acts_on(s: Situation, monster: CardOnTable | None, *acts: str) -> list[InForce]:
    """What applies to a monster, of these kinds exactly."""
    return s.state.acts_on(monster, *acts)


def attack_by_turn_player(s: Situation) -> Fact:
    """Whether the turn player controls the attacker."""
    monster = attacker(s)
    return UNKNOWN if monster is None else yes(monster.side == s.question.turn)


def attack_position_fits(s: Situation) -> Fact:
    """Whether it lies in face-up attack position, or an effect lets it attack in defence."""
    monster = attacker(s)
    if monster is None or (monster.face == "up" and monster.position in (None, "attack")):
        return "yes"
    if monster.face == "down":
        return "no"
    if any(acts_on(s, monster, "attack-in-defence")):
        return "yes"
    card = profile_of(s, monster)
    unread = [c for e in card.effects for c in e.unread_deeds] if card is not None else []
    return UNKNOWN if any("attack" in c.about for c in unread) else "no"  # it may be what its text lets it do


def attack_forbidden(s: Situation) -> Fact:
    """Whether an effect says that it cannot attack."""
    return yes(any(cannot_attack(a) for a in acts_on(s, attacker(s), "forbid-attack")))


def cannot_attack(lasting: InForce) -> bool:
    """Whether an act takes away every attack, not only direct ones."""
    return lasting.act.to != "direct"


def attack_declaration_forbidden(s: Situation) -> Fact:
    """Whether an effect says that it cannot declare an attack."""
    found = acts_on(s, attacker(s), "forbid-attack-declaration")
    return yes(bool(found))


def attack_direct_forbidden(s: Situation) -> Fact:
    """Whether an effect says that it cannot attack directly."""
    return yes(any(not cannot_attack(a) for a in acts_on(s, attacker(s), "forbid-attack")))


def attack_is_direct(s: Situation) -> Fact:
    """Whether the attack goes to the player."""
    battle = s.question.table.battle
    return UNKNOWN if battle is None else yes(not battle.defender)


def opposing_monsters(s: Situation) -> list[CardOnTable]:
    """The monsters the attacker faces."""
    monster = attacker(s)
    side = monster.side if monster else s.question.turn
    return [c for c in every_card(s) if c.side != side and zone_of(s, c) == "monster-zone"]


def attack_monsters_opposite(s: Situation) -> Fact:
    """Whether the other player controls a monster."""
    return yes(bool(opposing_monsters(s)))


def attack_direct_allowed(s: Situation) -> Fact:
    """Whether an effect lets it attack directly past the monsters that are there."""
    return yes(any(_passes_by(s, a) for a in acts_on(s, attacker(s), "allow-direct-attack")))


def _passes_by(s: Situation, leave: InForce) -> bool:
    """Whether leave to attack directly holds: without `which` past every monster, else past monsters of that kind."""
    which = leave.act.which
    return which is None or all(perhaps(s, c, which, leave.side) for c in opposing_monsters(s))


def attack_declared_before(s: Situation) -> Fact:
    """Whether it declared an attack earlier in this battle phase."""
    monster = attacker(s)
    if monster is None or not s.question.table.earlier:
        return UNKNOWN
    return yes(bool(declared_earlier(s, monster)))


def _grants(s: Situation, kind: str) -> list[Grant]:
    monster = attacker(s)
    return [g for g in grants_on(s, monster) if g.kind == kind] if monster else []


def _made(s: Situation) -> int:
    monster = attacker(s)
    return len(declared_earlier(s, monster)) if monster else 0


def attack_number_left(s: Situation) -> Fact:
    """Whether a number of attacks on whatever it likes is not used up."""
    return _is_left(s, [g for g in _grants(s, "number") if not g.on_monsters])


def attack_number_on_monsters_left(s: Situation) -> Fact:
    """Whether a number of attacks on monsters is not used up."""
    return _is_left(s, [g for g in _grants(s, "number") if g.on_monsters])


def _is_left(s: Situation, grants: list[Grant]) -> Fact:
    """Whether one of the numbers is not used up; unknown where only a number that nobody told could be left."""
    made = _made(s)
    if any(made < g.number for g in grants):
        return "yes"
    return "no" if all(g.known for g in grants) else UNKNOWN


def attack_all_on_monsters(s: Situation) -> Fact:
    """Whether this attack and all its earlier ones went to monsters."""
    monster = attacker(s)
    earlier = declared_earlier(s, monster) if monster else []
    return yes(attack_is_direct(s) == "no" and not any(a.direct for a in earlier))


def attack_once_more(s: Situation) -> Fact:
    """Whether leave to attack once more is unspent; "only once more" counts from one attack, not from a number."""
    made = _made(s)
    number = max((g.number for g in _grants(s, "number")), default=1)
    plain, only = _leaves(s, "once-more"), _leaves(s, "only-once-more")
    before = number if number > 1 else 1 + only
    if plain and made < before + plain:
        return "adds"
    if only and number > 1 and made >= number:
        return "beside-a-number"
    return "only-adds" if only and made < 1 + only + plain else "none"


def _leaves(s: Situation, kind: str) -> int:
    """How many effects let it attack once more, this attack being of the kind they allow."""
    return sum(not g.on_monsters or attack_is_direct(s) == "no" for g in _grants(s, kind))


def attack_every_monster_left(s: Situation) -> Fact:
    """Whether it may attack every monster once and this attack is on one of those."""
    return yes(any(_covers(s, g, _target(s)) for g in _grants(s, "every-monster")))


def _target(s: Situation) -> str:
    battle = s.question.table.battle
    return battle.defender if battle else ""


def _covers(s: Situation, grant: Grant, name: str) -> bool:
    if not name:
        return False
    lying = card_called(s, name)
    return lying is None or grant.which is None or perhaps(s, lying, grant.which, grant.side)


def attack_every_covers_all(s: Situation) -> Fact:
    """Whether its earlier attacks, too, went to monsters that it may attack once each."""
    monster = attacker(s)
    earlier = [a for a in declared_earlier(s, monster) if not a.direct] if monster else []
    return yes(any(all(_covers(s, g, a.target) for a in earlier) for g in _grants(s, "every-monster")))


def attack_same_target(s: Situation) -> Fact:
    """Whether it has already declared an attack on this very monster."""
    monster, target = attacker(s), card_called(s, _target(s))
    earlier = declared_earlier(s, monster) if monster else []
    return yes(target is not None and any(is_meant(s, a.target, target) for a in earlier))


def attack_met_before(s: Situation) -> Fact:
    """Whether one of its earlier attacks really went at this very monster in the end."""
    monster, target = attacker(s), card_called(s, _target(s))
    earlier = declared_earlier(s, monster) if monster else []
    return yes(target is not None and any(is_meant(s, a.met, target) for a in earlier))


def attack_target_came_later(s: Situation) -> Fact:
    """Whether its target was Special Summoned after its direct attack."""
    monster, target = attacker(s), card_called(s, _target(s))
    if monster is None or target is None:
        return UNKNOWN
    told = s.question.table.earlier
    direct = [n for n, h in enumerate(told) if h.event == "attacked-directly" and is_meant(s, h.card, monster)]
    came = [n for n, h in enumerate(told) if h.event == "special-summoned" and is_meant(s, h.card, target)]
    return yes(bool(direct and came) and came[-1] > direct[-1])


def attack_direct_before(s: Situation) -> Fact:
    """Whether it declared a direct attack earlier in this battle phase."""
    monster = attacker(s)
    return yes(monster is not None and any(a.direct for a in declared_earlier(s, monster)))


def attack_forced_on_every(s: Situation) -> Fact:
    """Whether an effect orders it to attack every monster."""
    return UNKNOWN if attacker(s) is None else yes(any(g.forced for g in _grants(s, "every-monster")))


def attack_forced(s: Situation) -> Fact:
    """Whether an effect orders it to attack if it can."""
    monster = attacker(s)
    if monster is None:
        return UNKNOWN
    return yes(any(one.sure and is_about(s, one, monster) for one in s.state.acts("force-attack")))


def attack_left(s: Situation) -> Fact:
    """Whether it has an attack left, as another gate decides."""
    return yes(s.book.decided("further-attack", s, s.question.about) == "yes")
