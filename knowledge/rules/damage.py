"""How much damage each player takes: the base, then what turns it round, multiplies, fixes and judges it, in order.

Whether a change applies is decided by the gate `damage-change`; this module only collects the changes, puts them in
order and does the sums.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from knowledge.data.cases import CardOnTable
from knowledge.rules.gates import decided
from knowledge.rules.reasons import Decision
from knowledge.table.battle import value_of
from knowledge.table.cards import card_called, fighter, figure
from knowledge.table.filters import surely
from knowledge.table.in_force import InForce
from knowledge.table.situation import NeedsFact, Question, Situation

OTHER = {"own": "opponent", "opponent": "own"}
CHANGE = "damage-change"
_PLAYERS = ("you", "opponent", "both")
_SHARED = ("both", "both-take")  # one's own damage also hits the other player; either player's damage hits both


@dataclass
class Reckoning:
    """The damage each player is to take so far, and the decisions that led there."""

    s: Situation
    amounts: dict[str, int] = field(default_factory=dict)
    decisions: list[Decision] = field(default_factory=list)
    turned: bool = False  # the damage has been turned round, or shared, once
    dealer: CardOnTable | None = None  # the monster whose battle inflicts it

    def __str__(self) -> str:
        told = [f"{side} {self.amounts[side]}" for side in ("own", "opponent") if self.amounts.get(side)]
        return ", ".join(told) or "none"

    def applies(self, play: InForce, **facts: str) -> bool:
        """Whether the gate lets a change apply."""
        q = self.s.question
        stated = {f"damage.{name.replace('_', '-')}": value for name, value in facts.items()}
        inner = Situation(
            self.s.book, Question(q.window, q.turn, play.card, play.effect, q.table, about=play.act.act), stated
        )
        decision = decided(self.s.book.gates[CHANGE], inner)
        self.decisions.append(decision)
        return decision.outcome == "applies"


def battle_damage(book: Any, question: Question) -> Reckoning:
    """The battle damage of the battle on the table; raises `NeedsFact` where the table does not tell enough."""
    r = Reckoning(_situation(book, question))
    base = decided(book.gates["battle-damage"], r.s)
    r.decisions.append(base)
    attacker = fighter(r.s, "attacker")
    if base.outcome == "none" or attacker is None:
        return r
    ours, theirs = value_of(r.s, "attacker"), value_of(r.s, "defender") or 0
    if ours is None:
        raise NeedsFact("battle.comparison")
    attacker_loses = base.outcome.startswith("attacking")
    taker = attacker.side if attacker_loses else OTHER[attacker.side]
    r.dealer = fighter(r.s, "defender") if attacker_loses else attacker
    r.amounts[taker] = abs(ours - theirs) * (2 if base.outcome == "defending-player-double-difference" else 1)
    changes = [p for p in (*r.s.state.in_force, *r.s.state.waiting) if not p.act.optional or p.resolved]
    _turn_round(r, [p for p in changes if _turns(p)])
    _multiply(r, [p for p in changes if p.act.act in ("double-battle-damage", "halve-battle-damage")])
    _fix(r, [p for p in changes if p.act.act in ("change-battle-damage", "no-battle-damage") and _fixed(p) is not None])
    _judge(r, [p for p in changes if p.act.act == "no-battle-damage" and p.act.amount == "up-to-own-atk"])
    return r


def effect_damage(book: Any, question: Question) -> Reckoning:
    """The damage an effect of one's own inflicts, after everything that changes effect damage."""
    r = Reckoning(_situation(book, question))
    effect = question.effect
    acts = [a for a in effect.does if a.act == "inflict-damage" and isinstance(a.amount, int)] if effect else []
    if not acts:
        raise NeedsFact("damage.change")
    for act in acts:
        side = "own" if act.what == "you" else "opponent"
        r.amounts[side] = r.amounts.get(side, 0) + int(act.amount)
    changes = r.s.state.acts("change-effect-damage")
    _multiply(r, [p for p in changes if p.act.amount in ("double", "half")])
    _fix(r, [p for p in changes if _fixed(p) is not None])
    _judge(r, [p for p in changes if p.act.amount == "up-to-own-atk"])
    return r


COMPUTED: dict[str, Callable[[Any, Question], Reckoning]] = {
    "battle-damage": battle_damage,
    "effect-damage": effect_damage,
}


def _situation(book: Any, question: Question) -> Situation:
    """The question with the asked card named on the table, so that it is still found when other cards are looked at."""
    own = question.table.self
    if own is not None and not own.card and question.card is not None:
        table = msgspec.structs.replace(question.table, self=msgspec.structs.replace(own, card=question.card.id))
        question = Question(question.window, question.turn, question.card, question.effect, table, question.about)
    return Situation(book, question, {})


def _turns(play: InForce) -> bool:
    return play.act.act == "redirect-battle-damage" or (
        play.act.act == "change-battle-damage" and play.act.to in _SHARED
    )


def _turn_round(r: Reckoning, changes: list[InForce]) -> None:
    """Damage is turned on the other player, or shared with them; those whose own player suffers come first."""
    taker = next(iter(r.amounts))
    for play in sorted(changes, key=lambda p: p.side != taker):
        now = next(iter(r.amounts)) if not r.turned else OTHER[taker]
        fits = _yes(play.side == now or play.act.to == "both-take")
        if r.applies(
            play, change="turn", battle_fits=_battle(r, play), player_fits=fits, turned_already=_yes(r.turned)
        ):
            amount = r.amounts[now]
            r.amounts = {now: amount, OTHER[now]: amount} if play.act.to in _SHARED else {OTHER[now]: amount}
            r.turned = True


def _multiply(r: Reckoning, changes: list[InForce]) -> None:
    for side in sorted(r.amounts):
        meant = [p for p in changes if _battle(r, p) == "yes" and _player(p, side)]
        mutual = len({p.side for p in meant}) > 1
        rivals = [p for p in meant if not mutual or _by_turn_player(r, p)]
        for play in changes:
            doubles = play.act.act == "double-battle-damage" or play.act.amount == "double"
            if r.applies(
                play,
                change="multiply",
                battle_fits=_battle(r, play),
                player_fits=_yes(_player(play, side)),
                both_players_multiply=_yes(mutual),
                by_turn_player=_yes(_by_turn_player(r, play)),
                later_multiplier=_yes(play in rivals and play is not rivals[-1]),
            ):
                r.amounts[side] = r.amounts[side] * 2 if doubles else r.amounts[side] // 2


def _fix(r: Reckoning, changes: list[InForce]) -> None:
    """A figure replaces damage that is taken: where an effect has made it 0 there is none left to replace."""
    for side in sorted(r.amounts):
        for play in sorted(changes, key=lambda p: _fixed(p) != 0):
            fixed = _fixed(play)
            if (
                fixed is not None
                and r.amounts[side]
                and r.applies(play, change="fix", battle_fits=_battle(r, play), player_fits=_yes(_player(play, side)))
            ):
                r.amounts[side] = fixed


def _judge(r: Reckoning, changes: list[InForce]) -> None:
    """Effects that look at how much the damage is."""
    for side in sorted(r.amounts):
        for play in changes:
            limit = figure(r.s, play.source, "atk") if play.source is not None else None
            within = _yes(limit is not None and r.amounts[side] <= limit)
            fits = _yes(_player(play, side))
            if r.applies(play, change="judge", battle_fits=_battle(r, play), player_fits=fits, within_limit=within):
                r.amounts[side] = 0


def _fixed(play: InForce) -> int | None:
    if play.act.act == "no-battle-damage":
        return 0 if play.act.amount == "" else None
    return play.act.amount if isinstance(play.act.amount, int) else None


def _player(play: InForce, side: str) -> bool:
    """Whether the text means damage to this player; one that names no player means either."""
    named = play.act.what if play.act.what in _PLAYERS else play.act.to
    return {"you": play.side, "opponent": OTHER[play.side]}.get(named, side) == side


def _battle(r: Reckoning, play: InForce) -> str:
    """Whether the text means this battle: its monster, the attack it speaks of, its conditions."""
    battle = r.s.question.table.battle
    if battle is None or play.act.act == "change-effect-damage":
        return "yes"
    if play.act.to == "by-that-direct-attack":
        through = card_called(r.s, battle.through) if battle.through else fighter(r.s, "attacker")
        return _yes(not battle.defender and play.source is fighter(r.s, "attacker") and through is play.source)
    if play.act.to == "by-monsters-outside-the-group" and play.act.which is not None:
        return _yes(r.dealer is not None and not surely(r.s, r.dealer, play.act.which, play.side))
    if play.waits:
        return "no"
    named = play.act.what not in ("", *_PLAYERS)
    return _yes(not named or any(r.s.state.reaches(play, m) for m in _fighters(r)))


def _fighters(r: Reckoning) -> Iterator[Any]:
    return (m for m in (fighter(r.s, "attacker"), fighter(r.s, "defender")) if m is not None)


def _by_turn_player(r: Reckoning, play: InForce) -> bool:
    return play.side == r.s.question.turn


def _yes(claim: bool) -> str:
    return "yes" if claim else "no"
