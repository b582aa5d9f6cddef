"""Facts the wording of a text tells: cost or procedure, what it picks, where it works."""

from knowledge.data.cases import UNKNOWN
from knowledge.data.profile import Action, Effect
from knowledge.rules.facts.table_facts.prohibitions import permits
from knowledge.table.cards import FIELD, working_zones
from knowledge.table.situation import Fact, Situation, yes

_UNLESS = "unless"
_HIDDEN = frozenset(("hand", "deck", "extra-deck"))
_ORDER = ("card-face-up", "cost-paid", "activation-declared", "target-chosen", "response-asked")
_GIVES_NOTHING_UP = ("place-counter",)  # what a text has a player do in activating, without paying anything


def demand(s: Situation) -> Fact:
    """What kind of thing a text asks for: cost, upkeep, a procedure of an action or a summon, or nothing but effect."""
    e = s.question.effect
    if e is None:
        return UNKNOWN
    if e.kind == "summoning":
        return "summoning-procedure"
    if e.kind in ("continuous", "unclassified") and any(a.to.endswith(_UNLESS) for a in e.does):
        return "action-procedure"
    if any(a.to == "or-destroy-self" for a in e.does):
        return "upkeep"
    if e.cost and e.kind == "activate" and all(a.act in _GIVES_NOTHING_UP for a in e.cost):
        return "activation-deed"
    return "activation-cost" if e.cost else "effect"


def works_in(s: Situation) -> Fact:
    """Where the effect is activated: the field for a card activation, else where the card lies before the cost."""
    q = s.question
    if q.card is None or q.effect is None:
        return UNKNOWN
    if q.effect.kind == "activate":
        return "field"
    zones = working_zones(q.card, q.effect)
    place = zones[0] if zones else "monster-zone"
    return "field" if place in FIELD else place


def _part_asked(s: Situation) -> Action | None:
    about, e = s.question.about, s.question.effect
    return e.does[int(about) - 1] if e and about.isdigit() and 0 < int(about) <= len(e.does) else None


def chosen_at_activation(s: Situation) -> Fact:
    """Whether the effect, or the part of it that is asked about, concerns cards chosen at its activation."""
    e = s.question.effect
    if e is None:
        return UNKNOWN
    part = _part_asked(s)
    return yes(bool(e.targets) and (part is None or part.what == "target"))


def picks(s: Situation) -> Fact:
    """How an effect without target comes to its cards."""
    e = s.question.effect
    if e is None:
        return UNKNOWN
    part = _part_asked(s)
    return _pick(part or _first_with_cards(e))


def _first_with_cards(e: Effect) -> Action | None:
    return next((a for a in e.does if a.which is not None), None)


def _pick(act: Action | None) -> str:
    if act is None or act.which is None:
        return "nothing"
    if act.to == "random":
        return "at-random"
    if act.count == "all":
        return "everything"
    if act.which.zones and set(act.which.zones) <= _HIDDEN:
        return "hidden-places"
    return "measured" if act.amount else "chosen-at-resolution"


def text_tributes_spells(s: Situation) -> Fact:
    """Whether a text of the card tributes spells or traps."""
    card = s.question.card
    if card is None:
        return UNKNOWN
    acts = [a for e in card.effects for a in (*e.cost, *e.does) if a.act == "tribute"]
    is_spell = not card.type.startswith("Monster")
    return yes(any((a.what == "self" and is_spell) or _names_spells(a) for a in acts))


def _names_spells(act: Action) -> bool:
    return act.which is not None and bool({"spell", "trap", "continuous"} & set(act.which.type))


def activation_step(s: Situation) -> Fact:
    """Which step of activating a spell or trap card is asked about."""
    return s.question.about if s.question.about in _ORDER else UNKNOWN


def lies_in_hand(s: Situation) -> Fact:
    """Whether the card is still in the hand."""
    own = s.question.table.self
    return UNKNOWN if own is None or own.zone is None else yes(own.zone == "hand")


def set_too_recently(s: Situation) -> Fact:
    """Whether the card was set this very turn, and its text does not allow using it so soon."""
    own, e = s.question.table.self, s.question.effect
    allowed = e is not None and ("turn-it-was-set" in e.also or permits(s, "turn-it-was-set"))
    return UNKNOWN if own is None else yes(own.set_this_turn and own.face == "down" and not allowed)
