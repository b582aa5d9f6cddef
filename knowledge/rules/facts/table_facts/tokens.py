"""Facts about tokens: the values they are given, and whether their name may be declared."""

from knowledge.data.cases import UNKNOWN
from knowledge.data.profile import Action, Effect
from knowledge.table.cards import as_equip, asked_card, is_token
from knowledge.table.resolved_effects import effect_named
from knowledge.table.situation import Fact, Situation, yes


def _making(effect: Effect | None) -> Action | None:
    """The part of an effect that summons a token, in one of its bulleted choices too."""
    acts = (*effect.does, *(a for c in effect.choices for a in c.does)) if effect is not None else ()
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


def effect_declares_a_name(s: Situation) -> Fact:
    """Whether the effect is one that has a card name declared."""
    e = s.question.effect
    return yes(e is not None and any(a.act == "declare" and a.to == "card-name" for a in (*e.cost, *e.does)))


def token_state(s: Situation) -> Fact:
    """Whether the card asked about is a token in a monster zone, a token as an equip card, or no token."""
    lying = asked_card(s)
    if lying is None:
        return UNKNOWN
    if not is_token(lying):
        return "no-token"
    return "as-equip" if as_equip(lying) else "in-monster-zone"
