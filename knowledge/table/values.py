"""Figures only the table knows: how many and how much a text means, ATK and DEF by the ledger, who lost the battle."""

import re
from collections.abc import Callable, Sequence

import msgspec

from knowledge.data.cases import OTHER, UNKNOWN, CardOnTable
from knowledge.data.profile import FIELD, Action, Filter
from knowledge.problems import BadInput
from knowledge.stats.changes import effect_of, load_rulebook
from knowledge.stats.profiles import OPERATIONS, steps_from_effect
from knowledge.stats.request import Amounts, Kind, Monster, Request, Step
from knowledge.stats.value_answer import calculate
from knowledge.table.cards import every_card, fighter, figure, is_meant, profile_of, zone_of
from knowledge.table.comparisons import DONE, FIRST, REFERENCES, most_together, referred, total_of, value_of
from knowledge.table.filters import is_listed_in_full, matches
from knowledge.table.in_force import InForce
from knowledge.table.situation import Situation, account

_READ_OFF = ("halve-atk-def", "double-atk-def", "swap-atk-def")  # the ledger reads these off the monster itself
_STATS = ("atk", "def")
VALUES = tuple(OPERATIONS)
_WHOSE = {"atk": "atk", "def": "defence"}


def amount_of(s: Situation, change: InForce) -> int | Amounts | None:
    """What an act in force comes to in points; nothing where the ledger knows it, or nobody does."""
    word = change.act.amount
    if not isinstance(word, str) or not word or change.act.act in _READ_OFF:
        return None
    if change.amount is not None:
        return change.amount
    seen = (change.source, change.side, change.act.per, change.targets)
    if not word.endswith("-values"):
        return in_points(s, word, *seen)
    atk, defence = (in_points(s, word.removesuffix("values") + stat, *seen) for stat in _STATS)
    return Amounts(atk=atk, defence=defence or 0) if atk is not None else None


def values_with(
    s: Situation, lying: CardOnTable, changes: list[InForce], *, negated: bool = False
) -> dict[str, int | None]:
    """What changes in force make of the values the table does not state; None where only the players can tell."""
    card = profile_of(s, lying)
    atk = lying.original_atk if lying.original_atk is not None else card.atk if card else None
    defence = lying.original_defence if lying.original_defence is not None else card.defence if card else None
    asked = [stat for stat in _WHOSE.values() if getattr(lying, stat) is None]
    if atk is None or not asked or lying.face == "down" or zone_of(s, lying) != "monster-zone":
        return {}
    name = card.names.zh if card else lying.called
    monster = Monster(name=name, atk=atk, defence=defence)
    orders = [_reckoned(s, lying, monster, order, negated) for order in _orders(s, changes)]
    return {stat: orders[0][stat] if all(o[stat] == orders[0][stat] for o in orders) else None for stat in asked}


def _orders(s: Situation, changes: list[InForce]) -> list[list[InForce]]:
    """The orders in which changes may have come: as told, and where cards merely lie there the other way round too."""
    applied = s.question.table.applied
    undated = [
        c for c in changes if c.source and not c.resolved and not any(is_meant(s, x.card, c.source) for x in applied)
    ]
    if len({id(c.source) for c in undated}) < 2:
        return [changes]
    turned = sorted(undated, key=lambda c: -next(n for n, x in enumerate(undated) if x.source is c.source))
    swapped = iter(turned)
    return [changes, [next(swapped) if any(c is x for x in undated) else c for c in changes]]


def _reckoned(
    s: Situation, lying: CardOnTable, monster: Monster, changes: list[InForce], negated: bool
) -> dict[str, int | None]:
    steps: list[Step] = [Step(negate="self")] if negated else []
    for number, change in enumerate(changes):
        found = steps_of(s, change, lying, effect_of(change.card.names.zh, number))
        if found is None:
            return {"atk": None, "defence": None}
        steps += [step for step in found if monster.defence is not None or _is_of_atk(step)]
    order, gone = load_rulebook().by(s.book.ended)
    final = calculate(Request(monster=monster, steps=tuple(steps)), order, ended=gone).final
    told = {"atk": final.atk, "defence": final.defence}
    return {stat: value if isinstance(value, int) else None for stat, value in told.items()}


def _is_of_atk(step: Step) -> bool:
    """Whether a change does anything to a monster that has no DEF."""
    return step.do != "swap" and not (step.stat or "both").endswith("def")


def steps_of(s: Situation, change: InForce, lying: CardOnTable, by: str) -> list[Step] | None:
    """A change in force as steps of the ledger; None where its amount is not known."""
    own = change.source is lying
    alone = msgspec.structs.replace(change.effect, does=(change.act,), choices=())
    try:
        steps = steps_from_effect(
            alone,
            by=by,
            role="self" if own and change.act.what in ("self", "", "all") else "target",
            own=own,
            kind=_kind(change),
            value=amount_of(s, change),
        )
    except BadInput:
        return None
    return [step for step in steps if step.do]


def _kind(change: InForce) -> Kind:
    if change.resolved:
        return "activated"
    return "equip" if change.source is not None and change.source.equipped_to else "continuous"


ROLES = {"attacker": "attacker", "target": "defender", "defender": "defender"}


def fighters_value(s: Situation, role: str) -> int | None:
    """The value the attacker or the defender fights with."""
    s = s.at_calculation()
    lying = fighter(s, role)
    if lying is None:
        return None
    defends = role == "defender" and lying.position == "defence"
    stat = "defence" if defends or s.state.fights_with_defence(lying) else "atk"
    return original(s, lying, stat) if s.state.acts("calculate-with-original-values") else figure(s, lying, stat)


def original(s: Situation, lying: CardOnTable, stat: str) -> int | None:
    """The original value: printed; for a printed "?" what the monster's own text gives, and 0 once that is negated."""
    card = profile_of(s, lying)
    printed = getattr(card, stat) if card else None
    if isinstance(printed, int):
        return printed
    if printed == "?" and s.state.is_negated(lying):
        return 0
    given = lying.original_atk if stat == "atk" else lying.original_defence
    return given if given is not None or card is not None else figure(s, lying, stat)


def is_protected(s: Situation, lying: CardOnTable) -> bool:
    """Whether an effect keeps a monster from being destroyed by this battle."""
    return bool(s.at_calculation().state.acts_on(lying, "protect-from-battle"))


def is_protected_no_more(s: Situation, lying: CardOnTable) -> bool:
    """Whether all that keeps a monster from being destroyed by battle does so a number of times and has done it."""
    state = s.at_calculation().state
    shields = state.acts_on(lying, "protect-from-battle")
    return bool(shields) and all(state.is_used_up(a, lying) for a in shields)


def lost_the_battle(s: Situation, lying: CardOnTable) -> bool | None:
    """Whether damage has been calculated and the battle destroys this monster; None where the table does not tell."""
    battle = s.question.table.battle
    if battle is None or not battle.calculated:
        return False
    roles = (("attacker", "attacker"), ("target", "defender"))
    role = next((word for word, end in roles if fighter(s, end) is lying), "")
    if not role:
        return False
    outcome = s.book.settled("battle-destruction", s.at_calculation(), role)
    return outcome == "destroyed" if outcome else None


def is_certain(s: Situation, lying: CardOnTable) -> bool | None:
    """Whether a monster on the field is certain to be destroyed by battle; None where the table does not tell."""
    battle = s.question.table.battle
    if battle is None or not battle.calculated:
        return False
    return lost_the_battle(s, lying) if zone_of(s, lying) in FIELD else False


SUCH, ONE_SUCH = "such", "one-such"
_PER = re.compile(r"(?P<each>\d+)-per-(?P<what>.+)")
_MORE = re.compile(r"(?P<base>.+)-(?P<sign>plus|minus)-(?P<by>\d+)")
_VALUE = re.compile(r"(?P<whose>.+?)-(?P<stat>(?:original-)?(?:atk|def|level|rank|link)|higher)")
_EVENTS = re.compile(r"(?P<event>[a-z-]+)-(?P<since>this-turn|since)")
_GIVEN = re.compile(r"given-by-effect-(?P<n>\d+)")
_HIDDEN = ("hand", "deck")
_HIGHEST = "highest-"
_OWN_ORIGINAL = "original-"
_SHARES: dict[str, Callable[[int], int]] = {"half-of-": lambda v: -(-v // 2), "double-": lambda v: 2 * v}
_HOW_MANY = ("as-many-as-", "up-to-", "plus-")
_DAMAGE = "battle-damage"
_FOR_EVERY = re.compile(r"1-per-(?P<n>\d+)-(?P<what>.+)")
_IN_HAND = re.compile(r"until-(?P<most>.+)-in-hand")


class Counting:
    """What a number is seen from: the card that prints it, its player, its targets, and the cards it counts by."""

    def __init__(
        self,
        s: Situation,
        source: CardOnTable | None,
        side: str,
        per: Filter | None = None,
        targets: Sequence[str] = (),
    ) -> None:
        self.s, self.source, self.side, self.per, self.targets = s, source, side, per, targets

    def points(self, word: str) -> int | None:
        """The points a word means."""
        for share, taken in _SHARES.items():
            if word.startswith(share):
                whole = self.points(word.removeprefix(share))
                return None if whole is None else taken(whole)
        if word in _TOLD:
            return _TOLD[word](self)
        if given := _GIVEN.fullmatch(word):
            return self._given(int(given["n"]))
        if more := _MORE.fullmatch(word):
            base = self.points(more["base"])
            return None if base is None else base + int(more["by"]) * (1 if more["sign"] == "plus" else -1)
        each, what = multiple_of(word)
        if what:
            number = self.number(what)
            return None if number is None else each * number
        if word.startswith(_HIGHEST):
            return self._best(word.removeprefix(_HIGHEST))
        if word.startswith(_OWN_ORIGINAL):
            own = total_of(self.s, referred(self.s, "self", self.source), word)
            return own if isinstance(own, int) else None
        told = _VALUE.fullmatch(word)
        cards = self.cards(told["whose"]) if told else None
        total = total_of(self.s, cards, told["stat"]) if told and cards else None
        return total if isinstance(total, int) else None

    def number(self, what: str) -> int | None:
        """How many there are of what a text counts by, or how much of a value."""
        if what == "counter":
            return sum(self.source.counters.values()) if self.source else 0
        if what == SUCH:
            return self._number_of_such()
        if events := _EVENTS.fullmatch(what):
            return self._happened(events["event"], since=events["since"] == "since")
        if _VALUE.fullmatch(what) or _MORE.fullmatch(what):
            return self.points(what) if _VALUE.fullmatch(what) else self._more(what)
        cards = self.cards(what)
        if what in ("materials", "used-for-it") and self.source is not None:
            shown = what == "materials" or bool(self.source.summoned_with)
            return len(cards or ()) if shown else None
        return len(cards) if cards else None

    def how_many(self, count: int | str) -> int | None:
        """How many cards, draws or attacks a word of `count` means at most."""
        if isinstance(count, int) or str(count).isdecimal():
            return int(count)
        if held := _IN_HAND.fullmatch(count):
            most = int(held["most"]) if held["most"].isdecimal() else self.number(held["most"])
            hand = _in_hand(self.s, self.side)
            return None if most is None or hand is None else abs(most - hand)
        if each := _FOR_EVERY.fullmatch(count):
            found = _battle_damage(self.s, self.side) if each["what"] == _DAMAGE else self.number(each["what"])
            return None if found is None else found // int(each["n"])
        prefix = next((one for one in _HOW_MANY if count.startswith(one)), "")
        rest = count.removeprefix(prefix)
        return int(rest) if rest.isdecimal() else self.number(rest) if prefix else None

    def _more(self, what: str) -> int | None:
        more = _MORE.fullmatch(what)
        base = self.number(more["base"]) if more else None
        return None if base is None or more is None else base + int(more["by"]) * (1 if more["sign"] == "plus" else -1)

    def cards(self, whose: str) -> list[CardOnTable] | None:
        """The cards a word means; nothing where the table does not tell, also of the one that is still to be chosen."""
        if whose == SUCH:
            return self._such()
        if whose == ONE_SUCH:
            found = self._such()
            return found if found and len(found) == 1 else None
        if whose not in REFERENCES and whose not in DONE and not whose.startswith(FIRST):
            return None
        found = list(referred(self.s, whose, self.source, self.targets))
        if self.per is None:
            return found
        fits = [matches(self.s, card, self.per, self.side, source=self.source, ignore=("zones",)) for card in found]
        return None if UNKNOWN in fits else [card for card, fit in zip(found, fits, strict=True) if fit == "yes"]

    def _such(self) -> list[CardOnTable] | None:
        """Every card on the table that `per` describes, where it is told of each whether it is one."""
        if self.per is None:
            return None
        fits = [(card, matches(self.s, card, self.per, self.side, source=self.source)) for card in every_card(self.s)]
        return None if any(fit is UNKNOWN for _, fit in fits) else [card for card, fit in fits if fit == "yes"]

    def _number_of_such(self) -> int | None:
        found, per = self._such(), self.per
        if found is None or per is None:
            return None
        if per.together is not None:
            return (
                most_together(self.s, found, per.together) if found or _is_spoken_of(self.s, per, self.side) else None
            )
        number = 0
        for zone in per.zones or FIELD:
            there = [card for card in found if zone_of(self.s, card) == zone]
            if zone in _HIDDEN and _is_any_card(per):
                held = [_held(self.s, zone, side) for side in _sides(per, self.side)]
                if None in held:
                    return None
                number += sum(one or 0 for one in held)
                continue
            number += len(there)
        return number if number or _is_spoken_of(self.s, per, self.side) else None

    def _best(self, word: str) -> int | None:
        told = _VALUE.fullmatch(word)
        cards = self.cards(told["whose"]) if told else None
        held = [value_of(self.s, card, told["stat"]) for card in cards or ()] if told else []
        return max((one for one in held if isinstance(one, int)), default=None)

    def _happened(self, event: str, *, since: bool) -> int:
        """How often something is told to have happened this turn, or since this card was activated."""
        told = account(self.s)
        if since:
            own = [n for n, h in enumerate(told) if h.card and self._is_own_activation(h.event, h.card)]
            told = told[own[-1] + 1 :] if own else told
        such = [h for h in told if event in self.s.book.wider_events((h.event,))]
        return sum(self._is_such(h.card) for h in such)

    def _given(self, number: int) -> int | None:
        """What another effect of the same card has added so far, as often as the account tells that it was used."""
        card = profile_of(self.s, self.source) if self.source is not None else None
        acts = [a for e in (card.effects if card is not None else ()) if e.number == number for a in e.does]
        each = next((a.amount for a in acts if isinstance(a.amount, int)), None)
        told = [h for h in account(self.s) if h.event == "effect-activated" and str(h.effect) == str(number)]
        used = sum(self.s.book.card_named(h.card) is card for h in told)
        return each * used if each is not None and used else None

    def _is_own_activation(self, event: str, name: str) -> bool:
        card = self.s.question.card
        return "effect-activated" in self.s.book.wider_events((event,)) and self.s.book.card_named(name) is card

    def _is_such(self, name: str) -> bool:
        card = next((c for c in every_card(self.s) if c.called == name or c.card == name), CardOnTable(card=name))
        ignored = ("zones", "side", "face")
        return self.per is None or matches(self.s, card, self.per, self.side, ignore=ignored) == "yes"


def in_points(
    s: Situation,
    word: str,
    source: CardOnTable | None,
    side: str,
    per: Filter | None = None,
    targets: Sequence[str] = (),
) -> int | None:
    """The points a text's word means, seen from the card that prints it."""
    return Counting(s, source, side, per, targets).points(word)


def number_meant(
    s: Situation, act: Action, source: CardOnTable | None, side: str, targets: Sequence[str] = ()
) -> int | None:
    """How many an act means; nothing where the table does not tell."""
    return Counting(s, source, side, act.per, targets).how_many(act.count)


def multiple_of(word: str) -> tuple[int, str]:
    """The points for each, and what is counted: 300-per-counter, 600-per-such; nothing for other words."""
    told = _PER.fullmatch(word)
    return (int(told["each"]), told["what"]) if told else (0, "")


def _is_any_card(per: Filter) -> bool:
    """Whether a filter asks for nothing but a place: then cards that nobody sees can be counted too."""
    return not any(
        (per.type, per.name, per.group, per.attribute, per.race, per.level, per.atk, per.defence, per.but, per.either)
    )


def _is_spoken_of(s: Situation, per: Filter, side: str) -> bool:
    """Whether the table shows one of the places: a GY nobody spoke of is not an empty one."""
    seen = not per.zones or any(zone in FIELD for zone in per.zones)
    listed = any(zone_of(s, card) in per.zones for card in every_card(s))
    return seen or listed or is_listed_in_full(s, per.zones, per.side, side)


def _sides(per: Filter, side: str) -> tuple[str, ...]:
    if per.side in (None, "either"):
        return (side, OTHER[side])
    return (side if per.side == "own" else OTHER[side],)


def _held(s: Situation, zone: str, side: str) -> int | None:
    told = s.question.table.count(zone, side)
    named = sum(c.zone == zone and (c.owner or c.side) == side for c in every_card(s))
    return named or None if told is None else told  # a hand nobody spoke of is not an empty one


def _in_hand(s: Situation, side: str) -> int | None:
    return _held(s, "hand", side)


def _battle_damage(s: Situation, side: str) -> int | None:
    """The battle damage this player would take, as the rules reckon it."""
    told = s.book.settled("battle-damage-amount", s.at_calculation(), "")
    parts = dict(part.split() for part in told.split(", ")) if told and told != "none" else {}
    return int(parts.get(side, 0)) if told and all(n.isdecimal() for n in parts.values()) else None


def _difference(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else abs(one - other)


def _atk_difference(counting: Counting) -> int | None:
    fighters = [fighter(counting.s, role) for role in ("attacker", "defender")]
    values = [figure(counting.s, one, "atk") if one is not None else None for one in fighters]
    return _difference(*values)


def _paid(counting: Counting) -> int | None:
    """What its player is told to have paid last."""
    told = [h for h in account(counting.s) if h.event == "lp-paid" and h.side == counting.side]
    return told[-1].amount if told else None


def _damage_told(counting: Counting) -> int | None:
    """The damage that is told to have been done last, to whichever player."""
    done = {"damage-taken", "battle-damage-inflicted"}
    told = [h for h in account(counting.s) if counting.s.book.wider_events((h.event,)) & done]
    return told[-1].amount if told else None


_TOLD: dict[str, Callable[[Counting], int | None]] = {
    "own-lp": lambda c: c.s.question.table.count("lp", c.side),
    "atk-difference": _atk_difference,
    "lp-difference": lambda c: _difference(*(c.s.question.table.count("lp", side) for side in ("own", "opponent"))),
    "lp-paid": _paid,
    "damage-taken": _damage_told,
    "damage-inflicted": _damage_told,
}
