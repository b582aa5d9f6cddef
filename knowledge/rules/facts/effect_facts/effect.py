"""Facts that the profile of the effect states."""

from knowledge.data.cases import UNKNOWN
from knowledge.data.profile import Action, Effect
from knowledge.table.situation import Fact, Situation, yes

_BATTLE_MATTERS = frozenset(("matter-of-the-battle-phase", "meeting-an-attack"))
_BATTLE_MOMENTS = ("start-step", "end-step", "end-of-damage-step", "end-of-battle-phase", "end-of-battle")


def effect(s: Situation) -> Fact:
    """The categories of the effect, wider ones included."""
    q = s.question
    return s.book.categories_of(q.card, q.effect) if q.card and q.effect else UNKNOWN


def effect_does(s: Situation) -> Fact:
    """What the effect does, wider acts included."""
    e = s.question.effect
    if e is None:
        return UNKNOWN
    acts = [*e.does, *(a for choice in e.choices for a in choice.does)]
    return s.book.wider_acts(tuple(a.act for a in acts))


def effect_first_act(s: Situation) -> Fact:
    """What the effect does first: what comes after it is incidental."""
    e = s.question.effect
    if e is None:
        return UNKNOWN
    return s.book.wider_acts((e.does[0].act,)) if e.does else frozenset()


def trigger_event(s: Situation) -> Fact:
    """The events that set the effect off, wider ones included."""
    e = s.question.effect
    return s.book.wider_events(e.trigger.events) if e is not None and e.trigger else frozenset()


def trigger_printed_event(s: Situation) -> Fact:
    """The events exactly as the text names them, without wider ones."""
    e = s.question.effect
    return frozenset(e.trigger.events) if e is not None and e.trigger else frozenset()


def trigger_subject(s: Situation) -> Fact:
    """Whether the event happens to this card, to other cards, or to either."""
    e = s.question.effect
    return e.trigger.subject if e is not None and e.trigger else "none"


def trigger_names_itself(s: Situation) -> Fact:
    """Whether the text names what befalls this card beside others, and it is not told that the others met it."""
    e = s.question.effect
    if e is None or e.trigger is None or not e.trigger.names_itself:
        return "no"
    waited = frozenset(e.trigger.events)
    met = [h for h in s.question.table.happened if s.book.wider_events((h.event,)) & waited]
    return yes(not met or any(h.card in ("self", "") for h in met))


def prints_damage_step(s: Situation) -> Fact:
    """Whether the text itself admits the damage step."""
    return yes("damage-step" in s.effect.also)


def needs_battle_phase(s: Situation) -> Fact:
    """Whether nothing the effect does on its own can be carried out without a battle phase."""
    e: Effect | None = s.question.effect
    on_its_own = [a for a in (e.does if e else ()) if a.joined in ("", "also") and not _restrains_its_player(a, e)]
    return yes(bool(on_its_own) and all(_waits_for_battle(s, a) for a in on_its_own))


def _waits_for_battle(s: Situation, act: Action) -> bool:
    if s.book.wider_acts((act.act,)) & _BATTLE_MATTERS:
        return True
    return act.until in _BATTLE_MOMENTS or act.until.startswith("damage")


def _restrains_its_player(act: Action, e: Effect | None) -> bool:
    """Whether it only takes something away from the player who activates it, which is no reason to activate it."""
    own = act.what == "you" or (act.which is not None and act.which.side == "own")
    if act.count == "all-but-target" and e is not None:  # all others on the side of the monster it is activated for
        own = own or any(target.side == "own" for target in e.targets)
    return own and act.act.startswith("forbid-")
