"""A battle told in plain words is played: how much damage each player takes, and who is destroyed."""

from dataclasses import dataclass, replace
from typing import Any

from knowledge.data.profile import Card, Effect
from knowledge.desk import Desk
from knowledge.play import Played, read_scenario
from knowledge.play.board.game import Told
from knowledge.problems import BadInput
from knowledge.questions.forms import battle_table
from knowledge.questions.told.battles import Attack, Fighter, seen_by_the_attacker, without_what_it_wears
from knowledge.questions.told.statements import called, field_zone
from service.answers.ask_card import strangers_among

ATTACKER, DEFENDER = "attacker", "defender"
_CALCULATION = "damage.calculation"
ENOUGH_LP = 40000
_WINDOWS = ("damage.start", "damage.before", "damage.calculation", "damage.after", "damage.end")
_OF_BATTLE = frozenset(
    (
        "attack-declared",
        "attacked",
        "battled",
        "damage-calculated",
        "targeted-for-attack",
        "flipped",
        "destroys-by-battle",
    )
)
_ONLY_LASTING = ("halve-battle-damage", "change-battle-damage", "double-battle-damage", "piercing")
_NEED_AN_OBJECT = ("destroy", "banish", "return-to-hand", "return-to-deck", "send-to-gy", "gain-atk-def", "set-atk-def")


def tables_of(attack: Attack) -> list[Attack]:
    """The battle in every way the words leave open: who of two that fight attacks, whose a card that lies there is."""
    ways = [attack]
    if attack.mutual and attack.attacker is not attack.defender:
        ways.append(replace(attack, attacker=attack.defender, defender=attack.attacker))
    of_one_side = [card for card in attack.in_force if not card.type.endswith("Field")]
    if all(card.id in attack.in_force_of for card in of_one_side):
        return ways
    sides = ("own", "opponent")
    return [replace(w, in_force_of={c.id: side for c in of_one_side} | w.in_force_of) for w in ways for side in sides]


def lying_cards(desk: Desk, attack: Attack) -> list[dict[str, Any]]:
    """The cards of a battle as a scenario lays them out: who fights, what they wear, what lies beside them."""
    cards = [_lying(desk, attack.attacker, ATTACKER, "own")]
    if attack.defender is not None:
        cards.append(_lying(desk, attack.defender, DEFENDER, "opponent"))
    for fighter, handle, side in ((attack.attacker, ATTACKER, "own"), (attack.defender, DEFENDER, "opponent")):
        worn = fighter.equips if fighter else []
        cards += [{"card": c.names.zh, "zone": "spell-zone", "side": side, "equipped_to": handle} for c in worn]
    cards += [
        {"card": card.names.zh, "zone": field_zone(card), "face": "up", "side": seen_by_the_attacker(attack, card)}
        for card in attack.in_force
    ]
    return cards


def played_battle(desk: Desk, attack: Attack) -> Played | None:
    """The battle from its declaration to the end of the damage step; nothing where it cannot be played to the end."""
    cards = lying_cards(desk, attack)
    steps: list[dict[str, Any]] = [
        {"attack": ATTACKER, "target": DEFENDER if attack.defender else "direct", "assume": True}
    ]  # that it attacks is told
    steps += [{"next": window} for window in _WINDOWS]
    named = cards_of(attack)
    try:
        lp = {"own": ENOUGH_LP, "opponent": ENOUGH_LP}  # no figure of theirs was told
        scenario = read_scenario({"at": "battle-step", "lp": lp, "cards": cards, "steps": steps})
        played = desk.scenario(scenario, strangers_among(desk, named))
    except BadInput:
        return None
    return None if any(step.not_simulated for step in played.steps) else played


@dataclass(frozen=True)
class Fought:
    """What came of a battle: the damage of each player seen from the attacker, who fell and where everyone went."""

    attack: Attack
    played: Played

    @property
    def damage(self) -> dict[str, int]:
        """What each player takes, of whatever kind."""
        return dict(self.played.answers["damage"])

    @property
    def effect_damage(self) -> dict[str, int]:
        """What each player takes from effects."""
        return dict(self.played.answers["effect_damage"])

    def values(self) -> dict[str, dict[str, Any]]:
        """The two monsters as they lay there when damage was calculated: `atk`, `def`, `position`, by their part."""
        lay = [step.state["cards"] for step in self.played.steps if step.window == _CALCULATION]
        return {card["called"]: card for card in (lay[0] if lay else ()) if card["called"] in (ATTACKER, DEFENDER)}

    @property
    def calculated(self) -> bool:
        """Whether it came to damage calculation."""
        return bool(self.played.answers["battled"].get(ATTACKER))

    def became(self, fighter: Fighter | None, what: str) -> Told:
        """An answer of the scenario about one of the two: `zone`, `destroyed`, `position`."""
        handle = ATTACKER if fighter is self.attack.attacker else DEFENDER
        found: Told = self.played.answers[what].get(handle)
        return found

    def fallen(self) -> list[Fighter | None]:
        """Who was destroyed."""
        return [f for f in (self.attack.attacker, self.attack.defender) if f and self.became(f, "destroyed")]

    def told(self) -> list[tuple[int, Told, Told]]:
        """What is told of each of the two, whoever attacks: damage, destruction, place."""
        pairs = [(self.attack.attacker, "own"), (self.attack.defender, "opponent")]
        found = [
            (id(f), self.damage.get(side, 0), self.became(f, "destroyed"), self.became(f, "zone")) for f, side in pairs
        ]
        return [entry[1:] for entry in sorted(found, key=lambda entry: entry[0])]


def fought(desk: Desk, attack: Attack) -> Fought | None:
    """A battle and what came of it; nothing where it cannot be played."""
    played = played_battle(desk, attack)
    return Fought(attack, played) if played is not None else None


def cards_of(attack: Attack) -> list[Card]:
    """Every card of the battle: who fights, what they wear, what lies there."""
    fighters = [f for f in (attack.attacker, attack.defender) if f is not None]
    return [f.card for f in fighters if f.card] + [c for f in fighters for c in f.equips] + attack.in_force


def _lying(desk: Desk, fighter: Fighter | None, name: str, side: str) -> dict[str, Any]:
    fighter = fighter or Fighter()
    card = fighter.card
    lying: dict[str, Any] = {"called": name, "side": side, "zone": "monster-zone"}
    known = card is not None and desk.book.has_profile(card)
    lying |= {"card": called(desk.book, card) if known else card.names.zh} if card else {}
    lying |= {"position": "defence" if fighter.position == "defence" else "attack"}
    lying |= {"face": "down"} if fighter.face == "down" else {}
    if not card:
        lying |= {key: told for key, told in (("attribute", fighter.attribute), ("race", fighter.race)) if told}
    atk = without_what_it_wears(fighter)
    lying |= {"atk": atk} if atk is not None else {} if card else {"atk": 0}
    if fighter.defence is not None or not card:
        lying["defence"] = fighter.defence if fighter.defence is not None else 0
    return lying


def is_described(attack: Attack) -> bool:
    """Whether a monster without a name is told by its attribute or race, which then lies there so."""
    fighters = [f for f in (attack.attacker, attack.defender) if f is not None and f.card is None]
    return any(f.attribute or f.race for f in fighters)


def unread_in(desk: Desk, attack: Attack) -> bool:
    """Whether something of a text that may bear on this battle was not read."""
    cards = cards_of(attack)
    there = desk.table(battle_table(attack), at="damage.calculation", strangers=strangers_among(desk, cards))
    return any(
        _is_unread(e, [a.effect for a in there.acts_of(card)], known=desk.book.has_profile(card))
        for card in cards
        for e in card.effects
    )


def _is_unread(effect: Effect, applying: list[Effect], *, known: bool) -> bool:
    activated = effect.is_activated
    if activated and any(a.act in _ONLY_LASTING for a in effect.does):
        return True
    if effect.trigger is not None and len(set(effect.at) & set(_WINDOWS)) > 1 and effect.does and not known:
        return True  # what is done in which of the two windows was not read
    in_battle = (
        any(effect is one for one in applying)
        or (bool(effect.unread) and not activated)
        or bool(set(effect.at) & set(_WINDOWS))
        or bool(effect.trigger and _OF_BATTLE & set(effect.trigger.events))
    )
    if not in_battle:
        return False
    vague = any(
        a.act in _NEED_AN_OBJECT and a.which is None and (not a.what or (a.what == "target" and not effect.targets))
        for a in effect.does
    )
    unread = any(r.is_ == "unread" for a in effect.does for r in a.requires) or "unread" in {
        word for a in effect.does for word in (a.to, a.amount, a.count)
    }
    return vague or unread or bool(effect.unread)
