"""How much damage each player takes: the base, then what turns it round, multiplies, fixes and judges it, in order.

Whether a change applies is decided by the gate `damage-change`; this module only collects the changes, puts them in
order and does the sums.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec

from knowledge.data.cases import OTHER, CardOnTable
from knowledge.data.profile import Action
from knowledge.rules.gates import Decision, decided
from knowledge.table.cards import card_called, fighter, figure
from knowledge.table.comparisons import player_meant
from knowledge.table.filters import surely
from knowledge.table.in_force import InForce
from knowledge.table.situation import Fact, NeedsFact, Question, Situation, yes
from knowledge.table.values import fighters_value, in_points

if TYPE_CHECKING:
    from knowledge.rules.book import Book

CHANGE = "damage-change"
_PLAYERS = ("you", "opponent", "both")
_SHARED = ("both", "both-take")  # one's own damage also hits the other player; either player's damage hits both


@dataclass
class Single:
    """One damage to one player; several in one battle are dealt together but judged one by one."""

    side: str
    amount: int


@dataclass
class Reckoning:
    """The damage each player is to take so far, and the decisions that led there."""

    s: Situation
    singles: list[Single] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    dealer: CardOnTable | None = None  # the monster whose battle inflicts it

    @property
    def amounts(self) -> dict[str, int]:
        """What each player takes in all."""
        found: dict[str, int] = {}
        for one in self.singles:
            found[one.side] = found.get(one.side, 0) + one.amount
        return found

    def __str__(self) -> str:
        told = [f"{side} {self.amounts[side]}" for side in ("own", "opponent") if self.amounts.get(side)]
        return ", ".join(told) or "none"

    def applies(self, play: InForce | None, **facts: str) -> bool:
        """Whether the gate lets a change apply; without one, what it says of the damage as such."""
        q = self.s.question
        stated: dict[str, Fact] = {f"damage.{name.replace('_', '-')}": value for name, value in facts.items()}
        asked = Question(q.window, q.turn, play.card, play.effect, q.table, about=play.act.act) if play else q
        decision = decided(self.s.book.gates[CHANGE], Situation(self.s.book, asked, stated))
        self.decisions.append(decision)
        return decision.outcome == "applies"


def battle_damage(book: "Book", question: Question) -> Reckoning:
    """The battle damage of the battle on the table; raises `NeedsFact` where the table does not tell enough."""
    r = Reckoning(_situation(book, question))
    base = decided(book.gates["battle-damage"], r.s)
    r.decisions.append(base)
    attacker = fighter(r.s, "attacker")
    if base.outcome == "none" or attacker is None:
        return r
    ours, theirs = fighters_value(r.s, "attacker"), fighters_value(r.s, "defender") or 0
    if ours is None:
        raise NeedsFact("battle.comparison")
    attacker_loses = base.outcome.startswith("attacking")
    taker = attacker.side if attacker_loses else OTHER[attacker.side]
    r.dealer = fighter(r.s, "defender") if attacker_loses else attacker
    doubled = base.outcome == "defending-player-double-difference"
    r.singles.append(Single(taker, abs(ours - theirs) * (2 if doubled else 1)))
    changes = [p for p in (*r.s.state.in_force, *r.s.state.waiting) if not p.act.optional or p.resolved]
    turning = [p for p in changes if _turns(p)]
    multiples = [p for p in changes if p.act.act in ("double-battle-damage", "halve-battle-damage")]
    figures = [p for p in changes if p.act.act in ("change-battle-damage", "no-battle-damage")]
    judging = [p for p in changes if p.act.act == "no-battle-damage" and p.act.amount == "up-to-own-atk"]
    # with nothing to put in order, either order is the same
    in_steps = not (turning or len(multiples) > 1 or figures) or r.applies(None, change="order")
    (_turn_in_steps if in_steps else _turn_round)(r, turning)
    _settle(r, multiples, figures, judging)
    return r


def effect_damage(book: "Book", question: Question) -> Reckoning:
    """The damage an effect of one's own inflicts, after everything that changes effect damage."""
    r = Reckoning(_situation(book, question))
    effect = question.effect
    acts = [a for a in effect.does if a.act == "inflict-damage" and a.amount not in ("", "unread")] if effect else []
    told = [(act, _points(r.s, act)) for act in acts]
    if not told or any(amount is None for _, amount in told):
        raise NeedsFact("damage.change")
    for act, amount in told:
        taker = player_meant(r.s, act.what, question.table.self) if "-of-" in act.what else None
        if "-of-" in act.what and taker is None:
            raise NeedsFact("damage.change")
        r.singles.append(Single(taker or ("own" if act.what == "you" else "opponent"), amount or 0))
    changes = r.s.state.acts("change-effect-damage")
    multiples = [p for p in changes if p.act.amount in ("double", "half")]
    _settle(r, multiples, changes, [p for p in changes if p.act.amount == "up-to-own-atk"])
    return r


def _points(s: Situation, act: Action) -> int | None:
    """What an effect is to inflict: a figure of its text, or what the table makes of its word."""
    if isinstance(act.amount, int):
        return act.amount
    return in_points(s, act.amount, s.question.table.self, s.viewer, act.per)


def _settle(r: Reckoning, multiples: list[InForce], figures: list[InForce], judging: list[InForce]) -> None:
    """How much each damage comes to: made 0, halved and doubled, set to a figure, judged by how much it is."""
    for one in r.singles:
        _fix(r, one, [p for p in figures if _fixed(p) == 0])
        _multiply(r, one, multiples)
        _fix(r, one, sorted((p for p in figures if _fixed(p)), key=lambda p: _fixed(p) or 0))
        _judge(r, one, judging)


COMPUTED: dict[str, Callable[["Book", Question], Reckoning]] = {
    "battle-damage": battle_damage,
    "effect-damage": effect_damage,
}


def _situation(book: "Book", question: Question) -> Situation:
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
    taker, amount, turned = r.singles[0].side, r.singles[0].amount, False
    for play in sorted(changes, key=lambda p: p.side != taker):
        now = r.singles[0].side if not turned else OTHER[taker]
        fits = yes(play.side == now or play.act.to == "both-take")
        if r.applies(play, change="turn", battle_fits=_battle(r, play), player_fits=fits, turned_already=yes(turned)):
            there = Single(OTHER[now], amount)
            r.singles = [Single(now, amount), there] if play.act.to in _SHARED else [there]
            turned = True


def _turn_in_steps(r: Reckoning, changes: list[InForce]) -> None:
    """First what makes both players take damage, then what turns it: each on the damage as it then was, and once."""
    for play in (p for p in changes if p.act.to == "both-take"):
        others = {one.side for one in r.singles}
        fits = {"battle_fits": _battle(r, play), "player_fits": "yes", "turned_already": yes(len(others) > 1)}
        if r.applies(play, change="turn", **fits, same_text_before=fits["turned_already"]):
            r.singles += [Single(OTHER[one.side], one.amount) for one in r.singles]
    produced, used = list(r.singles), set[tuple[str, int]]()
    for play in (p for p in changes if p.act.to != "both-take"):
        text = (play.card.id, play.effect.number)
        for one in produced:
            fits = {"battle_fits": _battle(r, play), "player_fits": yes(play.side == one.side)}
            again = {"turned_already": yes(bool(used)), "same_text_before": yes(text in used)}
            if r.applies(play, change="turn", **fits, **again):
                if play.act.to not in _SHARED:
                    r.singles = [x for x in r.singles if x is not one]
                r.singles.append(Single(OTHER[one.side], one.amount))
                used.add(text)


def _multiply(r: Reckoning, one: Single, changes: list[InForce]) -> None:
    meant = [p for p in changes if _battle(r, p) == "yes" and _player(p, one.side)]
    mutual = len({p.side for p in meant}) > 1
    rivals = [p for p in meant if not mutual or _by_turn_player(r, p)]
    halved = doubled = False
    for play in changes:
        if r.applies(
            play,
            change="multiply",
            battle_fits=_battle(r, play),
            player_fits=yes(_player(play, one.side)),
            both_players_multiply=yes(mutual),
            by_turn_player=yes(_by_turn_player(r, play)),
            later_multiplier=yes(play in rivals and play is not rivals[-1]),
            later_of_its_kind=yes(any(_doubles(p) == _doubles(play) for p in meant[_place(play, meant) + 1 :])),
        ):
            halved, doubled = halved or not _doubles(play), doubled or _doubles(play)
    if halved != doubled:
        one.amount = one.amount * 2 if doubled else one.amount // 2


def _place(play: InForce, among: list[InForce]) -> int:
    return next((n for n, other in enumerate(among) if other is play), len(among))


def _doubles(play: InForce) -> bool:
    return play.act.act == "double-battle-damage" or play.act.amount == "double"


def _fix(r: Reckoning, one: Single, changes: list[InForce]) -> None:
    """A figure replaces damage that is taken: where an effect has made it 0 there is none left to replace."""
    stands = False
    for play in changes:
        fits = {"battle_fits": _battle(r, play), "player_fits": yes(_player(play, one.side))}
        if one.amount and r.applies(play, change="fix", **fits, smaller_figure=yes(stands)):
            one.amount, stands = _fixed(play) or 0, True


def _judge(r: Reckoning, one: Single, changes: list[InForce]) -> None:
    """Effects that look at how much the damage is."""
    for play in changes:
        limit = figure(r.s, play.source, "atk") if play.source is not None else None
        within = yes(limit is not None and one.amount <= limit)
        fits = yes(_player(play, one.side))
        if r.applies(play, change="judge", battle_fits=_battle(r, play), player_fits=fits, within_limit=within):
            one.amount = 0


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
        return yes(not battle.defender and play.source is fighter(r.s, "attacker") and through is play.source)
    if play.act.to == "by-monsters-outside-the-group" and play.act.which is not None:
        return yes(r.dealer is not None and not surely(r.s, r.dealer, play.act.which, play.side))
    if play.waits:
        return "no"
    named = play.act.what not in ("", *_PLAYERS)
    return yes(not named or any(r.s.state.reaches(play, m) for m in _fighters(r)))


def _fighters(r: Reckoning) -> Iterator[CardOnTable]:
    return (m for m in (fighter(r.s, "attacker"), fighter(r.s, "defender")) if m is not None)


def _by_turn_player(r: Reckoning, play: InForce) -> bool:
    return play.side == r.s.question.turn
