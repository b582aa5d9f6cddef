"""Facts about how cards lie: places, positions and what turns them, life points, what has happened to them."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from msgspec import structs

from knowledge.data.cases import OTHER, UNKNOWN, CardOnTable, Happening
from knowledge.data.profile import FIELD, Action, Effect, Requirement
from knowledge.rules.facts.effect_facts.wording import requirement_met, unmet
from knowledge.rules.facts.table_facts.prohibitions import permits
from knowledge.table.activations import effect_named
from knowledge.table.cards import (
    as_equip,
    asked_card,
    card_called,
    every_card,
    is_token,
    words_of,
    working_zones,
    zone_of,
)
from knowledge.table.filters import perhaps
from knowledge.table.situation import Fact, Situation, all_hold, yes

_TAKEN, _RETURNED = "control-taken", "control-returned"
_FROM_BANISHMENT, _AS_A_TRAP = "back-from-banishment", "as-a-trap"
_ZONES = 5  # of the main monster zones, and of the spell and trap zones
_BOTH_KINDS = frozenset(("trap", "monster"))
_SPELL_ZONES = ("spell-zone", "pendulum-zone")  # the outer two of the five are the pendulum zones


def place_fits(s: Situation) -> Fact:
    """Whether the card lies where the effect works."""
    own = s.own
    if own.zone is None:
        return UNKNOWN
    zones = working_zones(s.card, s.effect) or (("monster-zone",) if _comes_by_its_summon(s) else ())
    if own.being_summoned and "monster-zone" in zones:
        return "no"  # its summon is still under way: it is not there yet
    if own.zone == "hand" and "from-hand" in s.effect.also and "hand" not in zones:
        return _opens_from_hand(s)
    if own.zone == "hand" and s.effect.opens_the_card and "hand" not in zones and permits(s, "from-hand"):
        return "yes"
    return "yes" if not zones or own.zone in zones else "no"


def _comes_by_its_summon(s: Situation) -> bool:
    """Whether the effect of a monster is set off by its own summon alone: it has to be on the field then."""
    trigger = s.effect.trigger
    if trigger is None or trigger.subject != "self" or s.effect.part != "monster":
        return False
    told = [s.book.wider_events((event,)) for event in trigger.events]
    turned = "Flip" not in s.card.type.split(" / ")  # a Flip effect follows its card into the GY
    return all("summoned" in wide or (turned and "flipped" in wide) for wide in told)


def _opens_from_hand(s: Situation) -> Fact:
    """Whether the permission to activate the card from the hand holds: what its text asks for that must be met."""
    answers = [requirement_met(s, r) for r in _asked_in_the_hand(s)]
    return all_hold(answers)


def hidden_off_the_field(s: Situation) -> Fact:
    """Whether the card lies where nobody can check it: in a deck, face-down in the extra deck, or banished face-down.

    Texts that speak of the deck themselves, or of going back to it, are meant to work there.
    """
    own, e = s.own, s.effect
    if own.zone is None:
        return UNKNOWN
    down = own.face == "down"
    hidden = {"deck": True, "extra-deck": down or "Pendulum" not in s.card.type.split(" / "), "banished": down}
    returns = e.trigger is not None and e.trigger.subject == "self" and "returned-to-deck" in e.trigger.events
    meant = returns or "deck" in e.zones or e.zones == ("extra-deck",)
    return "yes" if hidden.get(own.zone, False) and not meant else "no"


def zone_free(s: Situation) -> Fact:
    """Whether a spell or trap activated from the hand finds a free zone; a field spell has one of its own."""
    own, card = s.question.table.self, s.card
    if not s.effect.opens_the_card or card.type.startswith("Monster") or "Field" in card.type.split(" / "):
        return "yes"
    if own is None or own.zone is None:
        return UNKNOWN
    taken = [c for c in every_card(s) if c.side == "own" and c is not own and zone_of(s, c) in _SPELL_ZONES]
    if own.zone != "hand":
        return "yes"
    return "no" if len(taken) >= _ZONES else "yes" if taken else UNKNOWN


def controlled_by_asker(s: Situation) -> Fact:
    """Whether the player who would activate the effect controls the card."""
    return "yes" if s.own.side != "opponent" else "no"


def face_fits(s: Situation) -> Fact:
    """Whether the card lies the way up that the effect needs."""
    own, e = s.own, s.effect
    if own.zone is None:
        return UNKNOWN
    return "yes" if own.zone not in FIELD or own.face == e.face else "no"


def _asked_in_the_hand(s: Situation) -> tuple[Requirement, ...]:
    """What the text asks for where it lets the card be activated from the hand."""
    permitting = [e for e in s.card.effects_of("condition") if "from-hand" in e.also]
    return tuple(r for e in permitting for r in e.requires)


def _kept_in_the_hand(s: Situation) -> tuple[str, ...]:
    """The conditions that keep a card in the hand from being activated there."""
    own, q = s.question.table.self, s.question
    from_hand = own is not None and own.zone == "hand" and q.effect is not None and "from-hand" in q.effect.also
    return unmet(s, _asked_in_the_hand(s)) if from_hand else ()


MADE_SO: dict[str, Callable[[Situation], tuple[str, ...]]] = {"place-fits": _kept_in_the_hand}


def arrival_way(s: Situation) -> Fact:
    """What brings the card asked about to its new zone, as it lies now."""
    lying = asked_card(s)
    if lying is None:
        return UNKNOWN
    if zone_of(s, lying) == "banished":
        return _FROM_BANISHMENT
    if words_of(s, lying) >= _BOTH_KINDS:
        return _AS_A_TRAP
    return _RETURNED if lying.owner is not None and lying.owner != lying.side else _TAKEN


def arrival_zone_free(s: Situation) -> Fact:
    """Whether the player who gets it has a zone for it: not where as many cards are listed there as there are zones."""
    lying = asked_card(s)
    if lying is None:
        return UNKNOWN
    way = s.word("arrival.way")
    place = "spell-zone" if way == _AS_A_TRAP else "monster-zone"
    side = OTHER[lying.side] if way in (_TAKEN, _RETURNED) else lying.side
    there = [c for c in every_card(s) if c is not lying and c.side == side and zone_of(s, c) == place]
    return yes(len(list(_in_main_zones(there))) < _ZONES)


def _in_main_zones(cards: Iterable[CardOnTable]) -> Iterable[CardOnTable]:
    """The cards that are not in an extra monster zone."""
    return (c for c in cards if c.slot is None or c.slot <= _ZONES)


_POSITIONS = ("face-up-attack", "face-up-defence", "face-down-defence")
_TURNS = {"change-position": "changes", "flip-face-down": "turns-down", "flip-face-up": "turns-up"}
_NAMED = {"attack": "to-attack", "defence": "to-defence", "face-up-defence": "to-defence"}
_EITHER = "attack-or-face-down-defence"  # as its player chooses when it resolves
_TURNED_TO = {  # what an effect does to a position, the position it meets → the one it leaves
    ("changes", "face-up-attack"): "face-up-defence",
    ("changes", "face-up-defence"): "face-up-attack",
    ("changes", "face-down-defence"): "face-up-attack",
    ("to-attack", "face-up-defence"): "face-up-attack",
    ("to-attack", "face-down-defence"): "face-up-attack",
    ("to-defence", "face-up-attack"): "face-up-defence",
    ("turns-up", "face-down-defence"): "face-up-defence",
    ("turns-down", "face-up-attack"): "face-down-defence",
    ("turns-down", "face-up-defence"): "face-down-defence",
    ("turns-down", "face-down-defence"): "face-down-defence",
}
_FRESH = frozenset(("normal-summoned", "special-summoned", "set-on-field", "attack-declared"))


def position_wanted(s: Situation) -> Fact:
    """The position a question asks for."""
    return s.question.about if s.question.about in _POSITIONS else UNKNOWN


def _position(lying: CardOnTable) -> Fact:
    if lying.face == "down":
        return "face-down-defence"
    return UNKNOWN if lying.position is None else f"face-up-{lying.position}"


def position_now(s: Situation) -> Fact:
    """The position the monster has as the effect resolves."""
    lying = asked_card(s)
    return UNKNOWN if lying is None else _position(lying)


def position_act(s: Situation) -> Fact:
    """What the effect does to the position of the monster asked about."""
    e, lying = s.question.effect, asked_card(s)
    if e is None or lying is None:
        return UNKNOWN
    for act in e.does:
        if act.act not in _TURNS:
            continue
        itself = act.what == "self" and lying is s.question.table.self
        chosen = act.what == "target" and any(perhaps(s, lying, which) for which in e.targets)
        if itself or chosen or perhaps(s, lying, act.which):
            if act.to == _EITHER:
                return UNKNOWN
            named = act.to if act.act == "change-position" or act.to == "attack" else ""
            return _NAMED.get(named, _TURNS[act.act])
    return "nothing"


def position_turned_to(s: Situation) -> Fact:
    """The position in which the effect would leave the monster; as it was where it changes nothing."""
    act = s.word("position.act")
    return "as-it-was" if act == "nothing" else _TURNED_TO.get((act, s.word("position.now")), "as-it-was")


def position_impossible(s: Situation) -> Fact:
    """Whether the effect would leave the monster in a position it cannot be in."""
    q, lying, after = s.question, asked_card(s), position_turned_to(s)
    if lying is None or after not in _POSITIONS:
        return "no"
    name = lying.card or (q.card.names.zh if q.card and lying is q.table.self and not is_token(lying) else "")
    table = structs.replace(q.table, self=structs.replace(lying, card=name))
    inner = s.inside(replace(q, card=None, effect=None, table=table))
    return yes(s.book.decided("possible-position", inner, after) == "no")


def position_changed_by(s: Situation) -> Fact:
    """Whether the player or an effect would change the position."""
    return s.question.about if s.question.about in ("player", "effect") else UNKNOWN


def _subject_of(s: Situation, happening: Happening) -> bool:
    return happening.card in ("", "self") or card_called(s, happening.card) is s.question.table.self


def position_changed_this_turn(s: Situation) -> Fact:
    """Whether its player has already changed its position this turn."""
    turned = (
        h for h in s.question.table.earlier if h.event in ("position-changed", "flip-summoned") and h.by != "effect"
    )
    return _told(s, any(_subject_of(s, h) for h in turned))


def position_fresh(s: Situation) -> Fact:
    """Whether it was Normal or Special Summoned, set, or declared an attack this turn."""
    earlier = s.question.table.earlier
    return _told(s, any(s.book.wider_events((h.event,)) & _FRESH and _subject_of(s, h) for h in earlier))


def _told(s: Situation, claim: bool) -> Fact:
    """A claim about the turn so far: unknown where nothing of it is told."""
    return yes(claim) if claim or s.question.table.earlier else UNKNOWN


def position_held(s: Situation) -> Fact:
    """Whether an effect keeps the position from being changed."""
    lying = asked_card(s)
    if lying is None:
        return UNKNOWN
    return yes(bool(s.state.acts_on(lying, "forbid-position-change")))


def _turned(s: Situation) -> Happening | None:
    return next((h for h in s.question.table.happened if h.was in _POSITIONS and h.now in _POSITIONS), None)


def turned_flips(s: Situation) -> Fact:
    """Whether the monster was turned from face-down to face-up."""
    turned = _turned(s)
    return UNKNOWN if turned is None else yes(turned.was == _POSITIONS[2] and turned.now != _POSITIONS[2])


def turned_changes_position(s: Situation) -> Fact:
    """Whether attack position became defence position, or the other way round."""
    turned = _turned(s)
    if turned is None:
        return UNKNOWN
    return yes(turned.was.rpartition("-")[2] != turned.now.rpartition("-")[2])


def turned_by_player(s: Situation) -> Fact:
    """Whether its player turned the monster by choice, not an effect or a battle."""
    turned = _turned(s)
    return UNKNOWN if turned is None else yes(turned.by == "player")


def turned_only_up(s: Situation) -> Fact:
    """Whether what just happened is a flip that leaves the monster in defence, and its text waits for a change."""
    e, turned = s.question.effect, _turned(s)
    waits = e is not None and e.trigger is not None and "position-changed" in e.trigger.events
    return yes(waits and turned is not None and turned_flips(s) == "yes" and turned_changes_position(s) == "no")


def turned_without_flip_summon(s: Situation) -> Fact:
    """Whether its text waits for a Flip Summon, and an effect or a battle flipped the monster."""
    e, turned = s.question.effect, _turned(s)
    waits = e is not None and e.trigger is not None and "flip-summoned" in e.trigger.events
    return yes(waits and turned is not None and turned_flips(s) == "yes" and turned.by in ("effect", "battle"))


def _making(effect: Effect | None) -> Action | None:
    """The part of an effect that summons a token, in one of its bulleted choices too."""
    acts = effect.every_act if effect is not None else ()
    return next((a for a in acts if a.act == "summon-token"), None)


def token_values(s: Situation) -> Fact:
    """Where the original values of a token come from: named by its effect, a question mark, or copied."""
    lying = asked_card(s)
    made = effect_named(s, lying.made_by) if lying is not None and lying.made_by else None
    act = _making(made[1] if made else s.question.effect)
    if act is None:
        return UNKNOWN
    if act.amount == "?":
        return "question-mark"
    return "copied" if act.to.startswith("copy-of") else "named"


def effect_takes_equipped_values(s: Situation) -> Fact:
    """Whether the effect takes its value from the monster that is equipped."""
    e = s.question.effect
    return yes(e is not None and any(str(a.amount).startswith("equipped-monster") for a in e.does))


_DECLARED = ("", "card-name", "attribute", "race", "kind-of-card", "kind-of-monster")  # what a text may have declared


def effect_declares_a_name(s: Situation) -> Fact:
    """Whether the effect is one that has a card name declared."""
    e = s.question.effect
    declared = {a.to for a in (*e.cost, *e.does) if a.act == "declare"} if e is not None else set()
    return UNKNOWN if declared - {*_DECLARED} else yes("card-name" in declared)


def token_state(s: Situation) -> Fact:
    """Whether the card asked about is a token in a monster zone, a token as an equip card, or no token."""
    lying = asked_card(s)
    if lying is None:
        return UNKNOWN
    if not is_token(lying):
        return "no-token"
    return "as-equip" if as_equip(lying) else "in-monster-zone"
