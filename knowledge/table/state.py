"""The state of a table: which effects are in force, who is negated or unaffected, and what every card is and has now.

It is computed once for a question, from nothing but the table and the profiles, and everybody who wants to know what
applies reads it here. The order in which effects that are not activated come to apply is that of the game (official
FAQ fid:24009, fid:6242): first negation and being unaffected, then changes of names, types, attributes, levels and
values, of which the last one decides (fid:7468); then all is looked at again until nothing changes.

Between a negation and what would keep its victim from it, or between two negations of one another, the one that
applied first goes on (fid:14636, fid:9049). Where the table does not tell which was first, it is not settled: such a
card is neither taken as negated nor as free.
"""

import re

from knowledge.data.cases import UNKNOWN, CardOnTable, Unknown
from knowledge.data.profile import FIELD, Card, number_of
from knowledge.table.cards import (
    ALSO,
    ATTRIBUTES,
    COUNTS_AS,
    every_card,
    figure,
    is_gemini,
    is_meant,
    profile_of,
    zone_of,
)
from knowledge.table.in_force import (
    ONLY_ACTIVATED,
    InForce,
    follows_the_name,
    is_about,
    keeps_from,
    listed,
    may_keep_from,
    spares_the_card,
    switches_off,
)
from knowledge.table.responses import is_proof
from knowledge.table.situation import Situation, Truth
from knowledge.table.values import VALUES, in_points, is_certain, values_with

_BATTLES = ("self-attacks", "self-attacked", "self-battles")
_TRAITS = {"change-attribute": "attribute", "change-race": "race", "change-level": "level", "change-name": "name",
           "treat-as": COUNTS_AS}  # fmt: skip
_KINDS = ("tuner", "normal-monster")  # what a text makes a monster count as
_STEP = re.compile(r"(?P<sign>plus|minus)-(?P<by>.+)")  # of a level: so much higher or lower
_BY_OPPONENT = "-by-the-opponent"  # a prohibition that binds the other player only
BARS = {  # what is not to be done to a card → how profiles name the prohibition
    "tribute": ("being-tributed", "no-tribute-nor-fusion-synchro-xyz-material", "being-tributed-by-the-opponent"),
    "banish": ("being-banished",),
    "change-control": ("control-change",),
}
_SAVES = {"protect-from-battle": "battle", "protect-from-effect": "effect"}
_MOST_IN_A_QUARREL = 26  # as many cards as two fields hold; more stay unsettled
_MOST_ROUNDS = 8
Trait = str | int | tuple[str, ...] | Unknown  # names are several; unknown where only the players know
Traits = dict[tuple[int, str], Trait]


class State:
    """What applies on one table at one moment."""

    s: Situation

    def __init__(self, spent: tuple[CardOnTable, ...] = ()) -> None:
        self.spent = spent  # cards certain to be destroyed by battle apply nothing any more
        self.in_force: tuple[InForce, ...] = ()
        self.possible: tuple[InForce, ...] = ()  # what has a condition that the table leaves open
        self.waiting: tuple[InForce, ...] = ()  # what has resolved and applies at another time
        self.in_doubt: tuple[InForce, ...] = ()  # what would apply, if its card were not in an unsettled quarrel
        self.traits: Traits = {}  # what effects make of a card's name, type, attribute and level
        self.values: dict[tuple[int, str], int | None] = {}  # and of its ATK and DEF, where the table does not state it
        self._negators: dict[int, tuple[InForce, ...]] = {}
        self._unsettled: set[int] = set()
        self._kept: dict[tuple[int, str, int, bool], InForce | None] = {}

    # what one may ask

    def acts(self, *acts: str) -> list[InForce]:
        """What is in force of these acts, in the order of time."""
        return [a for a in self.in_force if a.act.act in acts]

    @property
    def open_acts(self) -> list[InForce]:
        """What may be in force, where the table leaves a condition of it open or who negates whom."""
        return [*(a for a in self.in_force if not a.sure), *self.in_doubt, *self.possible]

    def acts_on(self, lying: CardOnTable | None, *acts: str) -> list[InForce]:
        """What is in force for this card, of these acts."""
        return [a for a in self.in_force if lying is not None and a.act.act in acts and self.reaches(a, lying)]

    def reaches(self, applied: InForce, lying: CardOnTable) -> bool:
        """Whether an act in force takes hold of this card: it is about it, and nothing keeps the card from it."""
        return is_about(self.s, applied, lying) and (_binds_a_player(applied) or self.shield(lying, applied) is None)

    def bar(self, lying: CardOnTable, deed: str) -> InForce | None:
        """What keeps this from being done to a card, by whomever: tribute, banish or change-control."""
        words = BARS[deed]
        found = [a for a in self.acts("forbid-other") if a.act.to in words and is_about(self.s, a, lying)]
        return next((a for a in found if not a.act.to.endswith(_BY_OPPONENT) or a.side != self.s.viewer), None)

    def is_used_up(self, shield: InForce, lying: CardOnTable) -> bool:
        """Whether a text that saves each card so many times has done so for this one, in battle or from effects.

        What saves a card by lying there is used whether or not somebody wants it, all such texts at one occasion.
        """
        limit = shield.effect.limit
        if limit is None or shield.was_activated:
            return False
        table, acts = self.s.question.table, {a.act for a in shield.effect.does}
        causes = {"", *(cause for act, cause in _SAVES.items() if act in acts)}
        told = [h for h in (*table.earlier, *table.happened) if h.event == "destruction-survived" and h.by in causes]
        return sum(is_meant(self.s, h.card, lying) for h in told) >= limit.times

    def negators(self, lying: CardOnTable) -> tuple[str, ...]:
        """The cards whose effects negate this one: as stated, or in force."""
        stated = (lying.negated_by,) if lying.negated_by else ()
        return (*stated, *(n.card.names.zh for n in self._negators.get(id(lying), ())))

    def negated(self, lying: CardOnTable) -> Truth:
        """Whether its effects are negated: yes, no, or unknown where it is not settled who came first."""
        if self.negators(lying):
            return "yes"
        return UNKNOWN if id(lying) in self._unsettled else "no"

    def is_negated(self, lying: CardOnTable) -> bool:
        """Whether it is certain that its effects are negated."""
        return bool(lying.negated_by) or bool(self._negators.get(id(lying)))

    def activation_negated(self, lying: CardOnTable) -> bool:
        """Whether what this card activates is negated: as a card, or in its activated effects alone."""
        only = [a for a in self.acts("negate-effect") if a.act.to == ONLY_ACTIVATED and a.source is not lying]
        return self.is_negated(lying) or any(self.reaches(a, lying) for a in only)

    def shield(self, lying: CardOnTable, against: InForce) -> InForce | None:
        """What keeps this card unaffected by an act that is in force, if anything does."""
        return self.unaffected_by(lying, against.card, against.side, activated=against.was_activated)

    def unaffected_by(self, lying: CardOnTable, card: Card, side: str, *, activated: bool = True) -> InForce | None:
        """What keeps this card unaffected by the effects of that card."""
        key = (id(lying), side, id(card), activated)
        if key not in self._kept:
            shields = (a for a in self.in_force if keeps_from(self.s, a, lying, card, side, activated))
            self._kept[key] = next(shields, None)
        return self._kept[key]

    def perhaps_unaffected_by(self, lying: CardOnTable, card: Card, side: str) -> bool:
        """Whether something keeps this card unaffected by that one, or may, as far as its text was read."""
        surely = self.unaffected_by(lying, card, side) is not None
        return surely or any(may_keep_from(self.s, a, lying, card) for a in self.acts("unaffected"))

    def own_shields(self, lying: CardOnTable) -> list[InForce]:
        """What in its own text keeps this card unaffected now."""
        return [a for a in self.acts("unaffected") if a.source is lying and a.act.what == "self" and not a.resolved]

    def value_in_battle(self, lying: CardOnTable) -> int | None:
        """What counts as a monster's ATK in a battle: its DEF, where an effect lets it fight with that."""
        return figure(self.s, lying, "defence" if self.fights_with_defence(lying) else "atk")

    def fights_with_defence(self, lying: CardOnTable) -> bool:
        """Whether an effect lets this monster in defence position use its DEF as ATK."""
        return lying.position == "defence" and bool(self.acts_on(lying, "count-def-as-atk"))

    # how it is found

    def settle(self, s: Situation) -> None:
        """Find what applies, and look again for as long as what applied has changed what the cards are."""
        self.s = s
        for _ in range(_MOST_ROUNDS):
            before, swapped = (self.traits, self.values), self.acts("count-def-as-atk")
            self._apply()
            self.traits, self.values = self._changed()
            if before == (self.traits, self.values) and len(swapped) == len(self.acts("count-def-as-atk")):
                return
        for key in self.traits.keys() | before[0].keys():
            if self.traits.get(key) != before[0].get(key):
                self.traits[key] = UNKNOWN
        for key in self.values.keys() | before[1].keys():
            if self.values.get(key) != before[1].get(key):
                self.values[key] = None

    def _apply(self) -> None:
        """Who is negated, and so what is in force."""
        self._kept.clear()
        every = list(listed(self.s, self.spent))
        acts = [a for a in every if a.taken and not a.waits]
        self.waiting = tuple(a for a in every if a.waits)
        self.possible = tuple(a for a in every if not a.taken and not a.waits)
        contested = [a for a in acts if a.act.act in ("negate-effect", "unaffected") and not spares_the_card(a)]
        fate = _Fate(self.s, acts, contested) if any(a.act.act == "negate-effect" for a in contested) else None
        self._negators = fate.negators if fate else {}
        self._unsettled = fate.unsettled if fate else set()
        out = {(id(a.source), switches_off(a)) for a in acts if switches_off(a)}
        standing = [a for a in acts if a.resolved or not out or (id(a.source), number_of(a.effect)) not in out]
        free = [a for a in standing if a.resolved or id(a.source) not in self._negators]
        self.in_doubt = tuple(a for a in free if not a.resolved and id(a.source) in self._unsettled)
        self.in_force = tuple(a for a in free if a.resolved or id(a.source) not in self._unsettled)

    def _changed(self) -> tuple[Traits, dict[tuple[int, str], int | None]]:
        """What the acts in force make of the cards."""
        traits: Traits = {}
        for a in self.acts(*_TRAITS):
            if a.act.act == "treat-as" and a.act.to not in (*_KINDS, *ATTRIBUTES):
                continue
            for lying in every_card(self.s):
                if self.reaches(a, lying):
                    at = (id(lying), ALSO if a.act.to in ATTRIBUTES and a.act.act == "treat-as" else _TRAITS[a.act.act])
                    traits[at] = _became(self.s, a, lying, traits.get(at))
        for lying in (c for c in every_card(self.s) if self.is_negated(c)):
            if is_gemini(self.s, lying):  # that it counts as a Normal Monster is an effect of its own
                traits[id(lying), "kind"] = "effect"
        changes = self.acts(*VALUES)
        values: dict[tuple[int, str], int | None] = {}
        for lying in every_card(self.s) if changes else ():
            on_it = [a for a in changes if self.reaches(a, lying)]
            if on_it:
                told = values_with(self.s, lying, on_it, negated=self.is_negated(lying))
                values |= {(id(lying), stat): value for stat, value in told.items()}
        return traits, values


def _became(s: Situation, applied: InForce, lying: CardOnTable, now: Trait | None) -> Trait:
    """What a change makes of a name, type, attribute or level; unknown where only the players know."""
    act = applied.act
    if act.act == "change-name" or (act.act == "treat-as" and act.to in ATTRIBUTES):
        return (*(now if isinstance(now, tuple) else ()), act.to)
    if act.act == "change-level":
        card = profile_of(s, lying)
        before = now if now is not None else card.level if card is not None else None
        step = _STEP.fullmatch(str(act.amount))
        word = step[2] if step is not None else str(act.amount)
        seen = (applied.source, applied.side, act.per, applied.targets)
        level = int(word) if word.isdecimal() else in_points(s, word, *seen)
        if step is None or level is None:
            return UNKNOWN if level is None else level
        return max(1, before + level * (1 if step[1] == "plus" else -1)) if isinstance(before, int) else UNKNOWN
    now_called = applied.declared if act.to in ("", "declared") else act.to
    return now_called or UNKNOWN


def _binds_a_player(applied: InForce) -> bool:
    """Whether a ban is laid on a player and not on monsters: what keeps a monster unaffected does not help then.

    What an effect leaves behind against its own player's monsters at large binds that player for having used it.
    """
    act = applied.act
    if not act.act.startswith("forbid-"):
        return False
    at_large = act.which is not None and act.which.side == "own" and not act.what
    at_large = at_large and str(act.count).startswith("all")
    return (at_large and applied.resolved) or (act.which is None and act.what in ("you", "opponent", "both"))


NOTHING_IN_FORCE = State()


def state_of(s: Situation) -> State:
    """The state of the table in question; what a battle has made certain to be destroyed applies nothing any more."""
    table = s.question.table
    if table.self is None and not (table.cards or table.applied or table.chain or table.earlier or table.happened):
        return NOTHING_IN_FORCE
    state = s.settled = s.before_the_fall = State()
    state.settle(s)
    if table.battle is not None and table.battle.calculated:
        fallen = tuple(c for c in every_card(s) if is_certain(s, c))
        if fallen:
            state = s.settled = State(fallen)
            state.settle(s)
    return state


class _Fate:
    """Who is negated where negations, and what keeps cards from them, may undo one another.

    Every act that negates or shields applies, does not, or is not known to yet; what follows from the others is
    settled round by round. What is left after that hangs on itself, and goes to the one that applied first.
    """

    def __init__(self, s: Situation, acts: list[InForce], contested: list[InForce]) -> None:
        self.s, self.acts, self.contested = s, acts, contested
        self.place = {id(a): n for n, a in enumerate(acts)}
        self.locks = [a for a in acts if a.act.act == "forbid-activation" and a.source is not None]
        self.negations = [a for a in contested if a.act.act == "negate-effect"]
        self.shields = [a for a in contested if a.act.act == "unaffected"]
        # a card that keeps up a ban on a name spares what lay there before, and that is not told
        named = [n for n in self.negations if follows_the_name(n) or (n.act.what == "declared" and n.resolved)]
        exposed = [
            c
            for c in every_card(s)
            if (zone_of(s, c) in FIELD and c.face == "up") or any(is_about(s, n, c) for n in named)
        ]
        exposed = [c for c in exposed if not is_proof(s, c)]
        alike = [_told_by_the_card_alone(n) for n in self.negations]
        self.hits = {id(c): _hitting(s, self.negations, alike, c) for c in exposed}
        self.applies: dict[int, bool | None] = {
            id(a): None if not a.resolved and self.hits.get(id(a.source)) else True for a in contested
        }
        self.holders = [c for c in exposed if self.hits[id(c)]]
        while self._round() or self._last_comer():
            pass
        outcome = {id(c): self._outcome(c) for c in self.holders}
        undone = {id(a.source) for a in contested if not a.resolved and self.applies[id(a)]}
        self.unsettled = {at for at, negated in outcome.items() if negated is None or (negated and at in undone)}
        self.negators = {
            id(c): tuple(n for n in self.hits[id(c)] if self.hits_it(n, c))
            for c in self.holders
            if outcome[id(c)] and id(c) not in self.unsettled
        }

    def hits_it(self, negation: InForce, lying: CardOnTable) -> bool | None:
        """Whether a negation takes hold of a card now."""
        applies = self.applies[id(negation)] if negation.sure or not self.applies[id(negation)] else None
        if applies is False:
            return False
        shielded = [
            self.applies[id(x)]
            for x in self.shields
            if not negation.once and keeps_from(self.s, x, lying, negation.card, negation.side, negation.was_activated)
        ]
        if True in shielded:
            return False
        return None if None in shielded else applies

    def _outcome(self, lying: CardOnTable) -> bool | None:
        hits = [self.hits_it(n, lying) for n in self.hits[id(lying)]]
        return True if True in hits else None if None in hits else False

    def _round(self) -> bool:
        """Settle what follows from what is settled; whether anything was."""
        settled = False
        for lying in self.holders:
            outcome = self._outcome(lying)
            for a in (*self.negations, *self.shields):
                if outcome is not None and a.source is lying and not a.resolved and self.applies[id(a)] is None:
                    self.applies[id(a)] = not outcome
                    settled = True
        return settled

    def _last_comer(self) -> bool:
        """Settle a quarrel by the card that came last: it finds the others as they were without it."""
        unsettled = [a for a in (*self.negations, *self.shields) if self.applies[id(a)] is None]
        for start in unsettled if len(unsettled) <= _MOST_IN_A_QUARREL else ():
            quarrel = self._quarrel(start)
            for last in quarrel:
                mine = [a for a in quarrel if a.source is last.source]
                others = [a for a in quarrel if a.source is not last.source]
                if not others or not all(self._was_first(a, b) for a in others for b in mine):
                    continue
                before = _Fate(self.s, self.acts, [a for a in self.contested if a.source is not last.source])
                if any(before.applies[id(a)] is None for a in others) or last.source is None:
                    continue
                stopped = any(before.hits_it(n, last.source) for n in self.hits.get(id(last.source), ()) if n in others)
                fate = {id(a): not stopped for a in mine}
                if not stopped:  # what kept others from it before it came keeps them from it now
                    fate |= {id(a): bool(before.applies[id(a)]) for a in others if a.act.act == "unaffected"}
                news = {at: applies for at, applies in fate.items() if self.applies[at] is None}
                self.applies |= news
                if news:
                    return True
        return False

    def _quarrel(self, start: InForce) -> list[InForce]:
        """The acts that are not settled without one another, and those they would have to be settled against."""
        found: list[InForce] = []
        known: set[int] = set()
        waiting = [start]
        while waiting:
            a = waiting.pop()
            if id(a) not in known:
                known.add(id(a))
                found.append(a)
                hits = self.hits.get(id(a.source), ()) if self.applies[id(a)] is None else ()
                waiting += [n for n in hits if a.source is not None and self.hits_it(n, a.source) is not False]
                waiting += [x for x in self.contested if x.source is a.source and not x.resolved]
        return found

    def _was_first(self, one: InForce, other: InForce) -> bool:
        """Whether one act surely began to apply before another."""
        if _waits_for_battle(one) != _waits_for_battle(other):
            return _waits_for_battle(other)  # what waits for a battle begins with its attack
        if _came_negated(one, other) != _came_negated(other, one):
            return _came_negated(other, one)  # what a monster prints protects it as it comes, and is there first
        barred, bars = self._bars(other, one), self._bars(one, other)
        if barred != bars:
            return barred  # else it could not have been activated; where each bars the other, that tells nothing
        if one.resolved != other.resolved:
            return one.resolved and one.since < 0 and self._dated(other)
        told = self._dated(one) and self._dated(other)
        return told and self.place[id(one)] < self.place[id(other)]

    def _bars(self, one: InForce, other: InForce) -> bool:
        """Whether the card of one act keeps cards like that of the other from being activated, by whomever."""
        kind = other.card.type.split(" / ")[0].lower()
        locks = [a.act for a in self.locks if a.source is one.source and a.act.what == "both" and not a.act.to]
        return any(act.which is not None and kind in {"spell", "trap"} & set(act.which.type) for act in locks)

    def _dated(self, applied: InForce) -> bool:
        """Whether the table tells since when an act applies."""
        if applied.resolved or applied.source is None:
            return applied.resolved
        return any(is_meant(self.s, link.card, applied.source) for link in self.s.question.table.applied)


def _told_by_the_card_alone(negation: InForce) -> tuple[int, str] | None:
    """What two negations have in common that hit the same cards, whatever lies beside: as copies of a card do."""
    act, source = negation.act, negation.source
    described = act.which is not None and act.what == "" and not act.to
    apart = negation.targets or negation.resolved or (source is not None and (source.equipped_to or source.targeting))
    return (id(act), negation.side) if described and not apart and act.count in ("", "all") else None


def _hitting(
    s: Situation, negations: list[InForce], alike: list[tuple[int, str] | None], lying: CardOnTable
) -> list[InForce]:
    """The negations that speak of a card, those alike asked once."""
    known: dict[tuple[int, str], bool] = {}
    found = []
    for negation, kind in zip(negations, alike, strict=True):
        if kind is None or negation.source is lying:
            hit = _is_hit(s, negation, lying)
        else:
            if kind not in known:
                known[kind] = _is_hit(s, negation, lying)
            hit = known[kind]
        if hit:
            found.append(negation)
    return found


def _is_hit(s: Situation, negation: InForce, lying: CardOnTable) -> bool:
    """Whether a negation speaks of a card: of its own only where it puts out all of that card's effects."""
    own = negation.source is lying
    return is_about(s, negation, lying) and (not own or (negation.act.what == "self" and negation.resolved))


def _came_negated(negation: InForce, shield: InForce) -> bool:
    """Whether a negation began with the summon of the very monster whose own text is the shield."""
    if negation.act.act != "negate-effect" or shield.act.what != "self":
        return False
    summons = [a for e in negation.card.effects for a in e.does if a.act == "special-summon" and a.what == "target"]
    return negation.act.what == "summoned" or (negation.act.what == "target" and bool(summons))


def _waits_for_battle(applied: InForce) -> bool:
    return any(r.is_ in _BATTLES for r in (*applied.effect.requires, *applied.act.requires))
