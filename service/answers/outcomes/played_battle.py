"""A battle told in plain words is played: how much damage each player takes, and who is destroyed."""

from typing import Any

from knowledge.data.profile import Card
from knowledge.desk import Desk
from knowledge.play import Played, read_scenario
from knowledge.problems import BadInput
from knowledge.questions.told.battles import Attack, Fighter
from knowledge.questions.told.statements import called, field_zone
from service.answers.ask_card import strangers_among

ATTACKER, DEFENDER = "attacker", "defender"
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


def played_battle(desk: Desk, attack: Attack) -> Played | None:
    """The battle from its declaration to the end of the damage step; nothing where it cannot be played to the end."""
    cards = [_lying(desk, attack.attacker, ATTACKER, "own")]
    if attack.defender is not None:
        cards.append(_lying(desk, attack.defender, DEFENDER, "opponent"))
    cards += [{"card": card.names.zh, "zone": field_zone(card), "face": "up"} for card in attack.in_force]
    steps: list[dict[str, Any]] = [{"attack": ATTACKER, "target": DEFENDER if attack.defender else "direct"}]
    steps += [{"next": window} for window in _WINDOWS]
    named = [f.card for f in (attack.attacker, attack.defender) if f and f.card] + attack.in_force
    try:
        scenario = read_scenario({"at": "battle-step", "cards": cards, "steps": steps})
        played = desk.scenario(scenario, strangers_among(desk, named))
    except BadInput:
        return None
    return None if any(step.not_simulated for step in played.steps) else played


def _lying(desk: Desk, fighter: Fighter | None, name: str, side: str) -> dict[str, Any]:
    fighter = fighter or Fighter()
    card = fighter.card
    lying: dict[str, Any] = {"called": name, "side": side, "zone": "monster-zone"}
    known = card is not None and desk.book.library.cards.get(card.id) is card
    lying |= {"card": called(desk.book, card) if known else card.names.zh} if card else {}
    lying |= {"position": "defence" if fighter.position == "defence" else "attack"}
    lying |= {"face": "down"} if fighter.face == "down" else {}
    lying |= {"atk": fighter.atk} if fighter.atk is not None else {} if card else {"atk": 0}
    if fighter.defence is not None or not card:
        lying["defence"] = fighter.defence if fighter.defence is not None else 0
    return lying


def unread_for_battle(card: Card | None) -> bool:
    """Whether something of a card's text that may bear on its battle was not read."""
    if card is None:
        return False
    for effect in card.effects:
        if effect.kind != "continuous" and any(a.act in _ONLY_LASTING for a in effect.does):
            return True
        in_battle = (
            effect.kind == "continuous"
            or bool(set(effect.at) & set(_WINDOWS))
            or bool(effect.trigger and _OF_BATTLE & set(effect.trigger.events))
        )
        if not in_battle:
            continue
        vague = any(
            a.act in _NEED_AN_OBJECT and a.which is None and (not a.what or (a.what == "target" and not effect.targets))
            for a in effect.does
        )
        unread = any(r.is_ == "unread" for a in effect.does for r in a.requires) or "unread" in {
            word for a in effect.does for word in (a.to, a.amount, a.count)
        }
        if vague or unread or effect.unread:
            return True
    return False
