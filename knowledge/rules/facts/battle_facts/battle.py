"""Facts about the battle going on: who fights whom, with which values, and what has been gone through."""

from knowledge.data.cases import UNKNOWN, Happening
from knowledge.table.cards import card_called, fighter
from knowledge.table.situation import Fact, Situation, account
from knowledge.table.values import fighters_value, is_certain

_COMES_OF_CALCULATION = frozenset(
    ("battled", "battle-damage-inflicted", "battle-damage-taken", "destroyed-by-battle", "destroys-by-battle")
)


def battle_kind(s: Situation) -> Fact:
    """Against an attack-position monster, a defence-position monster, or the player."""
    if s.question.table.battle is None:
        return UNKNOWN
    target = fighter(s, "defender")
    if target is None:
        return UNKNOWN if s.question.table.battle.defender else "direct"  # named, but not on the table
    return f"against-{target.position or 'attack'}"


def _values(s: Situation) -> tuple[int, int] | None:
    ours, theirs = fighters_value(s, "attacker"), fighters_value(s, "defender")
    return None if ours is None or theirs is None else (ours, theirs)


def battle_comparison(s: Situation) -> Fact:
    """Which side's value is higher."""
    values = _values(s)
    if values is None:
        return UNKNOWN
    ours, theirs = values
    return "attacker-higher" if ours > theirs else "equal" if ours == theirs else "attacker-lower"


def battle_attacker_zero(s: Situation) -> Fact:
    """Whether the attacker's ATK is 0."""
    value = fighters_value(s, "attacker")
    return UNKNOWN if value is None else "yes" if value == 0 else "no"


def battle_role(s: Situation) -> Fact:
    """Which of the two fighters is asked about."""
    return s.question.about or UNKNOWN


def process(s: Situation) -> Fact:
    """The process whose moment is asked for."""
    return s.question.about or UNKNOWN


def entered_damage_step(s: Situation) -> Fact:
    """Whether its attack got as far as the damage step."""
    battle = s.question.table.battle
    if battle is not None and battle.attacker and s.question.window in s.book.windows_of("damage-step"):
        return "yes"
    return _earlier(s, "damage-step-entered")


def damage_calculated(s: Situation) -> Fact:
    """Whether damage calculation was carried out."""
    battle = s.question.table.battle
    if battle is not None and battle.calculated:
        return "yes"
    told = [h for h in account(s) if h.card == "self"]
    if any(s.book.wider_events((h.event,)) & _COMES_OF_CALCULATION for h in told):
        return "yes"
    return _earlier(s, "damage-calculation")


def done_this_turn(s: Situation, requirement: str) -> Fact:
    """Whether a monster has attacked or battled, where a text asks for that and the account of the turn tells it."""
    if requirement == "attacked-this-turn" and entered_damage_step(s) is not UNKNOWN:
        return s.book.decided("counts-as-attacked", s, "self")
    over = s.question.window in s.book.windows[s.book.windows.index("damage.calculation") + 1 :]
    asks_battle = requirement == "battled-this-turn" or (requirement == "self-battles" and over)
    if asks_battle and damage_calculated(s) == "no":
        return s.book.decided("counts-as-battled", s, "self")
    if requirement == "battled-this-turn" and damage_calculated(s) == "yes":
        return s.book.decided("counts-as-battled", s, "self")
    return UNKNOWN


def _earlier(s: Situation, event: str) -> Fact:
    """What the account of the turn tells; an account that is given is complete."""
    table = s.question.table
    if any(h.event == event for h in (*table.earlier, *table.happened)):
        return "yes"
    return "no" if table.earlier or table.happened else UNKNOWN


def monster_count_changed(s: Situation) -> Fact:
    """Whether monsters came to or left the defending player's field since the attack was declared."""
    happened = [h for h in _since_the_declaration(s) if not _is_spell_or_trap(s, h.card)]
    stayed = [h for h in happened if h.was == "monster-zone" and "summoned" in s.book.wider_events((h.event,))]
    moved = [h for h in happened if s.book.wider_events((h.event,)) & COMING_AND_GOING and h not in stayed]
    if any(h.side == _defending(s) or h.event == "control-changed" for h in moved):
        return "yes"
    return "no" if s.question.table.happened or s.question.table.earlier else UNKNOWN


COMING_AND_GOING = frozenset(("left-field", "summoned", "control-changed"))


def _since_the_declaration(s: Situation) -> list[Happening]:
    """What happened after this attack was declared; what the turn brought before belongs to no replay."""
    table, battle = s.question.table, s.question.table.battle
    attacks = [n for n, h in enumerate(table.earlier) if "attack-declared" in s.book.wider_events((h.event,))]
    if attacks and (battle is None or table.earlier[attacks[-1]].to == battle.defender):
        return [*table.earlier[attacks[-1] + 1 :], *table.happened]
    return list(table.happened)


def _is_spell_or_trap(s: Situation, name: str) -> bool:
    card = s.book.card_named(name)
    return card is not None and card.type.startswith(("Spell", "Trap"))


def _defending(s: Situation) -> str:
    return "opponent" if s.question.turn == "own" else "own"


def destruction_certain(s: Situation) -> Fact:
    """Whether damage calculation has made it certain that this monster is destroyed by battle."""
    if any(h.event == "battle-destruction-certain" and h.card == "self" for h in s.question.table.happened):
        return "yes"
    lying = card_called(s, s.question.about) or s.question.table.self
    if s.question.table.battle is None or lying is None:
        return UNKNOWN if s.may_be_calculated() else "no"
    certain = is_certain(s, lying)
    return UNKNOWN if certain is None else "yes" if certain else "no"
