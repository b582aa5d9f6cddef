"""How often a monster has attacked in this battle phase, and which effects let it attack more than once."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from knowledge.data.cases import CardOnTable, Happening
from knowledge.data.profile import Filter
from knowledge.table.cards import is_meant, profile_of
from knowledge.table.in_force import InForce
from knowledge.table.requirements import UNREAD, attack_declared
from knowledge.table.situation import Situation
from knowledge.table.values import number_meant

FURTHER_ATTACKS = ("allow-extra-attack", "allow-attack-all")
IN_A_ROW = "in-a-row"
PROCEDURE = "declare-an-attack-unless"  # a text that allows a declaration only if something is done for it


@dataclass(frozen=True, slots=True)
class Declared:
    """One attack declared this turn: on what, and whether its damage was calculated."""

    direct: bool
    target: str = ""
    calculated: bool = False
    over: bool = False  # it was negated or stopped
    turned_to: str = ""  # what an effect turned it on instead

    @property
    def met(self) -> str:
        """What it really went at in the end."""
        return self.turned_to or self.target


@dataclass(frozen=True, slots=True)
class Grant:
    """Leave to attack again: up to a number of attacks, once more, only once more, or every monster once."""

    kind: str  # number, once-more, only-once-more, every-monster
    number: int = 0
    known: bool = True  # whether the table tells the number; if not, it is the one attack every monster has
    on_monsters: bool = False
    which: Filter | None = None
    side: str = "own"
    forced: bool = False
    in_a_row: bool = False  # it must be the very next attack


def declared_earlier(
    s: Situation, monster: CardOnTable | None, side: str = "", *, whole_turn: bool = False
) -> list[Declared]:
    """The attacks told of this battle phase, or of the turn: of one monster, or of all monsters of a side."""
    found: list[Declared] = []
    counting = False
    for h in s.question.table.earlier if whole_turn else _this_battle_phase(s):
        if "attack-declared" in s.book.wider_events((h.event,)):
            counting = is_meant(s, h.card, monster) if monster else h.side == side
            if counting:
                found.append(Declared(h.event == "attacked-directly", h.to))
        elif counting and h.event == "damage-calculation":
            found[-1] = replace(found[-1], calculated=True)
        elif counting and h.event in ("attack-negated", "attack-stopped"):
            found[-1] = replace(found[-1], over=True)
        elif counting and h.event == "attack-target-changed":
            found[-1] = replace(found[-1], turned_to=h.to)
        elif monster and h.by == "cost" and is_meant(s, h.source, monster) and _pays_to_attack(s, monster):
            found.append(Declared(False))  # the declaration failed after its cost was paid
            counting = False
    return found[:-1] if found and monster and _goes_on(s, monster, found[-1]) else found


def _this_battle_phase(s: Situation) -> Sequence[Happening]:
    """The account since the last battle phase began; outside battle phases there is none to tell apart."""
    told: tuple[Happening, ...] = s.question.table.earlier
    began = [n for n, h in enumerate(told) if h.event == "battle-phase-began"]
    return told[began[-1] :] if began and s.question.window in s.book.windows_of("battle-phase") else told


def _goes_on(s: Situation, monster: CardOnTable, last: Declared) -> bool:
    """Whether the last attack the account tells of is the one now going on, which is no earlier one."""
    battle = s.question.table.battle
    if battle is None or last.calculated or last.over or not attack_declared(s):
        return False
    return is_meant(s, battle.attacker, monster) and last.target == battle.defender


def _pays_to_attack(s: Situation, monster: CardOnTable) -> bool:
    card = profile_of(s, monster)
    return any(a.to == PROCEDURE for e in (card.effects if card else ()) for a in e.does)


def declared_so_far(s: Situation, monster: CardOnTable, *, whole_turn: bool = False) -> list[Declared]:
    """The attacks of a monster with the one going on."""
    battle = s.question.table.battle
    made = declared_earlier(s, monster, whole_turn=whole_turn)
    if battle is not None and attack_declared(s) and is_meant(s, battle.attacker, monster):
        made.append(Declared(not battle.defender, battle.defender, battle.calculated))
    return made


def grants_on(s: Situation, monster: CardOnTable) -> list[Grant]:
    """Every effect that now lets this monster attack more than once; a right to go on at once is lost to another."""
    found = [a for a in s.state.acts(*FURTHER_ATTACKS) if _receives(s, a, monster)]
    grants = [grant_in(s, a) for a in found]
    return [g for g in grants if not (g.in_a_row and _another_came_between(s, monster))]


def _another_came_between(s: Situation, monster: CardOnTable) -> bool:
    """Whether another monster of its side declared the last attack that is told of."""
    attacks = [h for h in _this_battle_phase(s) if "attack-declared" in s.book.wider_events((h.event,))]
    return bool(attacks) and not is_meant(s, attacks[-1].card, monster)


def _receives(s: Situation, lasting: InForce, monster: CardOnTable) -> bool:
    if lasting.act.what == "battler":  # the monster whose battle set the effect off
        return any(is_meant(s, name, monster) for name in lasting.targets)
    if lasting.act.what == "self" and lasting.source is None:
        return False
    if lasting.act.act == "allow-attack-all" and lasting.act.what == "self":
        return lasting.source is monster  # `which` narrows what it may attack, not who attacks
    return s.state.reaches(lasting, monster)


def grant_in(s: Situation, lasting: InForce) -> Grant:
    """What an act that allows further attacks comes to on this table."""
    act = lasting.act
    if act.act == "allow-attack-all":
        forced = any(a.act == "force-attack" for a in lasting.effect.does)
        return Grant("every-monster", which=act.which, side=lasting.side, forced=forced)
    on_monsters = act.to.startswith("monsters")
    if act.count in ("", "once-more", "only-once-more"):  # a text without a number lets it attack again
        kind = str(act.count) or "once-more"
        return Grant(kind, 1, on_monsters=on_monsters, in_a_row=act.to.endswith(IN_A_ROW))
    number = _number(s, lasting)
    known = number is not None or act.count == UNREAD  # what was not read is a condition of its own
    return Grant("number", 1 if number is None else number, known=known, on_monsters=on_monsters)


def _number(s: Situation, lasting: InForce) -> int | None:
    """How many attacks in all; nothing where the table does not tell. `plus-…` is so many besides the one it has."""
    act = lasting.act
    further = 1 if str(act.count).startswith("plus-") else 0
    if further and lasting.amount is not None:
        return further + lasting.amount
    found = number_meant(s, act, lasting.source, lasting.side, lasting.targets)
    return None if found is None else further + found
