"""Facts about what an answered activation would do: certainly, perhaps, later, or to a card that is gone."""

from knowledge.data.cases import UNKNOWN, CardOnTable, Link
from knowledge.data.profile import Action, Effect, Filter, Response
from knowledge.rules.facts.table_facts.prohibitions import refusal
from knowledge.table.activations import FIXED, parts_of
from knowledge.table.cards import activated_in, card_called, every_card, figure, words_of, zone_of
from knowledge.table.filters import lists_all, matches
from knowledge.table.requirements import met
from knowledge.table.responses import Told, effects_of_link, is_answered
from knowledge.table.situation import Fact, Situation

FIELD = frozenset(("monster-zone", "spell-zone", "field-zone", "pendulum-zone"))
_MUST_BE_CERTAIN = frozenset(("destroy", "inflict-damage"))  # texts name these as what the effect does, not includes
_LEAVES = frozenset(("tribute", "send-to-gy", "banish", "discard", "return-to-hand", "return-to-deck"))
_CHANCE = frozenset(("toss-coin", "roll-die"))
_CERTAIN, _PERHAPS = "certain", "conditional"


def answered_act(s: Situation) -> Fact:
    """How sure it is that the last link does what the text answers: certain, or one of the ways in which it is not."""
    e, chain = s.question.effect, s.question.table.chain
    response = e.responds_to if e is not None else None
    card = s.book.card_named(chain[-1].card)
    if response is None or card is None or not _MUST_BE_CERTAIN & set(response.doing):
        return UNKNOWN
    found = {
        _how_sure(s, Told(s.book, chain[-1], card, effect, s), response, act)
        for effect in effects_of_link(chain[-1], card)
        for act, targets in parts_of(s, chain[-1], card, effect)
        if _is_wanted(Told(s.book, chain[-1], card, effect, s), response, act, targets)
    }
    if not found or _CERTAIN in found:
        whole = bool(s.question.table.cards) and bool(s.question.table.nothing_else_in)
        return _CERTAIN if found and whole else UNKNOWN  # what else lies there may make it less than certain
    return min(found)


def _is_wanted(told: Told, response: Response, act: Action, targets: tuple[Filter, ...]) -> bool:
    """Whether an act is one that has to be certain, done now or later."""
    deed = act.to if act.act == "apply-later" else act.act
    hurts = is_answered(told, response, (act, targets))
    return bool(_MUST_BE_CERTAIN & set(response.doing) & told.book.wider_acts((deed,))) or (
        act.act == "gain-lp" and hurts
    )


def _how_sure(s: Situation, told: Told, response: Response, act: Action) -> str:
    chain, effect = s.question.table.chain, told.effect
    if act.act == "apply-later":
        return "later"
    if act.optional:
        return "optional"
    on_field = bool(FIELD & set(response.doing_from))
    if on_field and act.what == "answered" and len(chain) > 1 and _is_gone(s, chain[-2]):
        return "off-field"
    if _hangs_on_something(s, told, act) or _widened(s, told.link.by, effect):
        return _PERHAPS
    if act.act == "destroy":
        return _PERHAPS if _hits_too_few(s, told, response, act) else _CERTAIN
    return _PERHAPS if _does_no_damage(s, told.link, act) else _CERTAIN


def _hangs_on_something(s: Situation, told: Told, act: Action) -> bool:
    """Whether a die, a coin or a condition that is looked at only as it resolves may keep the act from being done."""
    effect = told.effect
    before = effect.does[: effect.does.index(act)] if act in effect.does else ()
    tossed = any(a.act in _CHANCE for a in before)
    if tossed and sum(1 for a in effect.does if a.act == act.act) < 2:  # else every outcome does it
        return True
    own = card_called(s, told.link.card)
    return any(r.is_ not in FIXED and met(s, r, own, told.link.by) != "yes" for r in act.requires)


def _widened(s: Situation, by: str, effect: Effect) -> bool:
    """Whether the materials of a fusion may come from elsewhere, so that what it summons and does is open."""
    fuses = any(a.act == "fusion-summon" for a in effect.does)
    wider = [a for a in s.state.acts("forbid-other", "treat-as") if a.act.to == "wider-fusion-materials"]
    return fuses and any(a.side == by for a in wider)


def _hits_too_few(s: Situation, told: Told, response: Response, act: Action) -> bool:
    """Whether fewer cards than the answer asks for are sure to be destroyed, as the table lies now."""
    link, needed = told.link, response.doing_count
    if act.what == "target":
        return bool(link.targets) and len(link.targets) < needed
    if act.what or act.which is None:
        return needed > 1 and act.what in ("answered", "self", "battled")
    which = act.which
    reach = [(c, matches(s, c, which, link.by)) for c in every_card(s) if zone_of(s, c) in (which.zones or FIELD)]
    sure = [c for c, fits in reach if fits == "yes" and c.face == "up"] if _asks_for_more(which) else None
    hit = sure if sure is not None else [c for c, fits in reach if fits == "yes"]
    listed = lists_all(s, which, link.by)
    meant = [c for c in hit if not response.doing_from or zone_of(s, c) in response.doing_from]
    if act.count != "all":
        elsewhere = [c for c, fits in reach if fits != "no" and c not in meant]
        if elsewhere and response.doing_from and set(which.zones) - set(response.doing_from):
            return True
        if needed > 1 and (not isinstance(act.count, int) or act.count < needed):
            return True
    return listed and len(meant) < needed


def _asks_for_more(which: Filter) -> bool:
    """Whether a filter asks for what only a face-up card shows."""
    return bool(which.name or which.group or which.attribute or which.race or which.level or which.atk)


def _does_no_damage(s: Situation, link: Link, act: Action) -> bool:
    """Whether the damage would be nothing now: no value to take it from, or an effect in force removes it."""
    hurt = {"you": link.by, "opponent": "own" if link.by == "opponent" else "opponent"}.get(act.what)
    none = [a for a in s.state.acts("change-effect-damage") if a.act.amount == 0]
    if any(a.act.what == "both" or ((a.side == hurt) == (a.act.what == "you")) for a in none if hurt):
        return True
    chosen = [card_called(s, name) for name in link.targets]
    return "target" in str(act.amount) and bool(chosen) and all(c is not None and _has_no_atk(s, c) for c in chosen)


def _has_no_atk(s: Situation, lying: CardOnTable) -> bool:
    words = words_of(s, lying)
    behind = zone_of(s, lying) in ("spell-zone", "field-zone") and "monster" not in words
    return behind or bool(words & {"spell", "trap"}) or figure(s, lying, "atk") == 0


def _is_gone(s: Situation, link: Link) -> bool:
    """Whether a link's card, once its activation is negated, is no card on the field any more."""
    card = s.book.card_named(link.card)
    if card is None:
        return False
    for effect in effects_of_link(link, card):
        places = activated_in(card, effect)
        paid_with_itself = any(cost.what == "self" and cost.act in _LEAVES for cost in effect.cost)
        if not effect.opens_the_card and not paid_with_itself and (not places or FIELD & set(places)):
            return False
    return True


def answered_banish_barred(s: Situation) -> Fact:
    """Whether the effect would banish the card it answers, which stays on the field and cannot be banished there."""
    e, chain = s.question.effect, s.question.table.chain
    banishing = [a for a in e.does if a.what == "answered" and "banish" in s.book.wider_acts((a.act,))] if e else []
    if not banishing or not chain:
        return UNKNOWN if banishing else "no"
    lying = card_called(s, chain[-1].card)
    if _is_gone(s, chain[-1]):
        return "no"
    if lying is None:
        return UNKNOWN  # nothing is told of the card, nor of what may keep it from being banished
    return "yes" if refusal(s, banishing[0], lying) == "no-banishing" else "no"


def answered_to_be_destroyed_is_gone(s: Situation) -> Fact:
    """Whether all the effect does is destroy the card it answers, which left the field as its own cost."""
    e, chain = s.question.effect, s.question.table.chain
    if e is None or not e.does or not chain or any(c.does for c in e.choices):
        return "no"
    only_destroys = all(act.act == "destroy" and act.what == "answered" for act in e.does)
    return "yes" if only_destroys and _is_gone(s, chain[-1]) else "no"


def answered_summons_a_trap_alone(s: Situation) -> Fact:
    """Whether all the text could answer in the last link is a spell or trap that summons itself from the GY or deck."""
    e, chain = s.question.effect, s.question.table.chain
    response = e.responds_to if e is not None else None
    card = s.book.card_named(chain[-1].card)
    if response is None or card is None or card.type.startswith("Monster") or "special-summon" not in response.doing:
        return "no"
    if not {"gy", "deck"} & set(response.doing_from):
        return "no"
    wanted = frozenset(response.doing)
    answered = [a for x in effects_of_link(chain[-1], card) for a in x.does if s.book.wider_acts((a.act,)) & wanted]
    return "yes" if answered and all(a.act == "special-summon-self" for a in answered) else "no"
