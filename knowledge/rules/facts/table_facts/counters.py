"""Facts about counters and materials: where they lie, what put them there, what they may serve."""

from knowledge.data.cases import UNKNOWN, CardOnTable, Happening
from knowledge.data.profile import FIELD, Action, Card, Effect
from knowledge.table.activations import effect_named
from knowledge.table.cards import asked_card, card_called, changes_kind_of_zone, profile_of
from knowledge.table.filters import perhaps
from knowledge.table.requirements import met
from knowledge.table.situation import Fact, Situation, yes

_NAMELESS = ("", "counter")
_OF_THE_HOLDER = "counter-of-its-own-effect"


def _kind(s: Situation, lying: CardOnTable) -> str:
    """The kind of counter that is meant: the one named, the one the effect places, or the only one that lies there."""
    if s.question.about in lying.counters:
        return str(s.question.about)
    placing = _placing(s.question.effect) if s.question.effect is not None and not lying.counters else []
    return placing[0].to if placing else next(iter(lying.counters), "")


def _placing(effect: Effect) -> list[Action]:
    return [a for a in effect.does if a.act == "place-counter"]


def _placed_by(s: Situation, lying: CardOnTable) -> tuple[Card, Effect] | None:
    return effect_named(s, lying.counters_from.get(_kind(s, lying), ""))


def counter_left_its_place(s: Situation) -> Fact:
    """Whether the card has left the field, or gone from the monster zones to the others or back."""
    for h in s.question.table.happened:
        if card_called(s, h.card or "self") is not asked_card(s):
            continue
        if "left-field" in s.book.wider_events((h.event,)):
            return "yes"
        if changes_kind_of_zone(h):
            return "yes"
    return "no"


def counter_needs_ability(s: Situation) -> Fact:
    """Whether texts put this kind of counter only on cards that can hold it."""
    lying = asked_card(s)
    if lying is None:
        return UNKNOWN
    kind = _kind(s, lying)
    cards = s.book.library.cards.values()
    return yes(
        any(r.is_ == "target-can-hold" and r.amount == kind for c in cards for e in c.effects for r in e.requires)
    )


def counter_placed_on_itself_alone(s: Situation) -> Fact:
    """Whether the effect that placed the counters can place them on no card but its own."""
    lying = asked_card(s)
    placed = _placed_by(s, lying) if lying is not None else None
    if lying is None or placed is None:
        return UNKNOWN
    card, effect = placed
    return yes(card is profile_of(s, lying) and all(a.what == "self" for a in _placing(effect)))


def counter_kind_serves(s: Situation) -> Fact:
    """Whether the counters are of the kind the effect asked about speaks of."""
    card, lying = s.question.card, asked_card(s)
    placed = _placed_by(s, lying) if lying is not None else None
    if card is None or lying is None:
        return UNKNOWN
    spoken = {a.to for e in card.effects for a in (*e.cost, *e.does) if a.act in ("place-counter", "remove-counter")}
    kind = _kind(s, lying)
    if kind not in _NAMELESS:
        return yes(kind in spoken)
    if placed is None:
        return UNKNOWN
    source, effect = placed
    if any(a.to == _OF_THE_HOLDER for a in _placing(effect)):
        return yes(profile_of(s, lying) is card and bool(spoken & set(_NAMELESS)))
    return yes(source is card)


def counter_nameless(s: Situation) -> Fact:
    """Whether the counters have no name of their own."""
    lying = asked_card(s)
    return UNKNOWN if lying is None or not lying.counters else yes(_kind(s, lying) in _NAMELESS)


def counter_placing_does_more(s: Situation) -> Fact:
    """Whether the effect that places the counter does something more with the card that gets it."""
    e = s.effect
    if not _placing(e):
        return UNKNOWN
    got = {a.what for a in _placing(e)}
    return yes(any(a.what in got and a.act not in ("place-counter", "remove-counter") for a in e.does))


def counter_may_lie_there(s: Situation) -> Fact:
    """Whether the card that gets the counter lies face-up on the field."""
    lying = asked_card(s)
    if lying is None or lying.zone is None:
        return UNKNOWN
    return yes(lying.zone in FIELD and lying.face == "up")


def can_hold(s: Situation, lying: CardOnTable, kind: str) -> Fact:
    """Whether a card can hold such counters: a text of its own has it take them, and that text is not negated."""
    card = profile_of(s, lying)
    if card is None:
        return UNKNOWN
    taken = [a for e in card.effects for a in (*e.cost, *e.does) if a.act == "place-counter" and a.what == "self"]
    if not any(a.to == kind for a in taken):
        return UNKNOWN if any(e.unread or e.unread_deeds or e.choices for e in card.effects) else "no"
    negated = s.state.negated(lying)
    return "no" if negated == "yes" else UNKNOWN if negated == UNKNOWN else "yes"


def counter_holder_able(s: Situation) -> Fact:
    """Whether a text of the card itself has it take this kind of counter."""
    lying = asked_card(s)
    card = profile_of(s, lying) if lying is not None else None
    if lying is None or card is None:
        return "no"
    kind = _kind(s, lying)
    taken = [a for e in card.effects for a in _placing(e) if a.what == "self"]
    return yes(any(a.to == kind for a in taken))


_LEAVING = frozenset(("left-field",))


def _told(s: Situation, claim: bool) -> Fact:
    """A claim about what has just happened: unknown where nothing is told."""
    return yes(claim) if claim or s.question.table.happened else UNKNOWN


def _happened(s: Situation, *events: str) -> Fact:
    return _told(s, any(h.event in events for h in s.question.table.happened))


def _happened_to(s: Situation, lying: CardOnTable | None, happening: Happening) -> bool:
    return happening.card in ("", "self") or (lying is not None and card_called(s, happening.card) is lying)


def material_holder_left(s: Situation) -> Fact:
    """Whether the Xyz Monster with the materials has left the field."""
    happened = s.question.table.happened
    left = any(s.book.wider_events((h.event,)) & _LEAVING and _happened_to(s, asked_card(s), h) for h in happened)
    return _told(s, left)


def summon_was_negated(s: Situation) -> Fact:
    """Whether the summon in question was negated."""
    return _happened(s, "summon-negated")


def material_detached(s: Situation) -> Fact:
    """Whether a cost or an effect has taken the material off."""
    return _happened(s, "detached")


def gy_closed_to(s: Situation) -> Fact:
    """What effects that apply banish instead of letting it go to the GY: nothing, monsters, or every card."""
    redirects = [a.act for a in s.state.acts("redirect-to-banish") if a.act.what != "self"]
    if any(a.which is None or not a.which.type for a in redirects):
        return "every-card"
    return "monsters" if redirects else "nothing"


def material_banishes_itself(s: Situation) -> Fact:
    """Whether the material's own text, working while it is material, banishes it instead."""
    card = s.question.card
    acts = [a for e in card.effects if "material" in e.zones for a in e.does] if card else []
    return yes(any(a.act == "redirect-to-banish" and a.what == "self" for a in acts))


def effect_waits_for_a_served_summon(s: Situation) -> Fact:
    """Whether the text asks that a card was used for a summon: as material, or tributed for it."""
    e = s.question.effect
    named = e.trigger.events if e is not None and e.trigger is not None else ()
    as_material = "used-as-material" in named or "sent-to-gy-as-material" in named
    return yes(as_material or (e is not None and any(r.is_ == "served-a-summon" for r in e.requires)))


def material_sent_as_such(s: Situation) -> Fact:
    """Whether this card has just gone to the GY from under an Xyz Monster."""
    return yes(any(h.was == "material" and h.card in ("", "self") for h in s.question.table.happened))


def effect_asks_for_the_field(s: Situation) -> Fact:
    """Whether the text asks that the card itself leaves the field, or goes from the field to the GY."""
    e = s.question.effect
    if e is None:
        return "no"
    leaves = e.trigger is not None and bool(s.book.wider_events(e.trigger.events) & _LEAVING)
    return yes(leaves or any(r.is_ == "was-on-field" for r in e.requires))


def material_became_one(s: Situation) -> Fact:
    """Whether the card in question has just become an Xyz material."""
    lying = asked_card(s)
    own = s.question.table.self
    if own is not None and own.targeting:
        lying = card_called(s, own.targeting)
    return yes(any(h.event == "became-material" and _happened_to(s, lying, h) for h in s.question.table.happened))


def watched_left_field(s: Situation) -> Fact:
    """Whether the card the text watches has just left the field as a card."""
    own = s.question.table.self
    lying = card_called(s, own.targeting) if own is not None and own.targeting else asked_card(s)
    happened = s.question.table.happened
    left = any(s.book.wider_events((h.event,)) & _LEAVING and _happened_to(s, lying, h) for h in happened)
    return _told(s, left)


def effect_falls_with_its_target(s: Situation) -> Fact:
    """Whether the text destroys its own card when its target leaves the field."""
    e = s.question.effect
    return yes(e is not None and any(a.to == "destroy" and a.until == "target-left-field" for a in e.does))


def effect_falls_without_its_partner(s: Situation) -> Fact:
    """Whether the text destroys its own card while a certain card is not on the field, and none is there now."""
    e, own = s.question.effect, s.question.table.self
    if e is None or not any(a.act == "destroy" and a.what == "self" for a in e.does):
        return "no"
    wanted = [r for r in e.requires if r.is_ == "controls-none"]
    side = own.side if own else "own"
    answers = [met(s, r, own, side) for r in wanted]
    return yes(bool(wanted) and "no" not in answers)


def _is(s: Situation, name: str, card: Card | None) -> bool:
    return card is not None and s.book.card_named(name) is card


def material_held(s: Situation) -> Fact:
    """Whether the Xyz Monster has the card asked about among its materials."""
    holder = card_called(s, s.question.about)
    return UNKNOWN if holder is None else yes(any(_is(s, m, s.question.card) for m in holder.materials))


def material_holder_fits(s: Situation) -> Fact:
    """Whether the Xyz Monster is of the kind to which the text limits what it gives."""
    e, holder = s.effect, card_called(s, s.question.about)
    if holder is None:
        return UNKNOWN
    return yes(all(perhaps(s, holder, r.of, holder.side) for r in e.requires if r.is_ == "held-by"))


def material_summoned_with_it(s: Situation) -> Fact:
    """Whether that very Xyz Summon used the card asked about."""
    holder = card_called(s, s.question.about)
    return UNKNOWN if holder is None else yes(any(_is(s, m, s.question.card) for m in holder.summoned_with))


def material_for_the_monster_summoned(s: Situation) -> Fact:
    """Whether the text gives its effect to the monster summoned with this card, not to whatever holds it."""
    e = s.effect
    return yes(any(r.is_ == "summoned-so" and "as-material" in str(r.amount) for r in e.requires))


def asked_lies_as_card(s: Situation) -> Fact:
    """Whether what is asked about lies on the field as a card."""
    lying = asked_card(s)
    return UNKNOWN if lying is None else yes(lying.zone != "material" and not lying.being_summoned)


def tributes_text_counts(s: Situation) -> Fact:
    """Whether a text asks with how many tributes a summon was made, or does something for each monster tributed."""
    e = s.effect
    parts = e.every_act
    asked = {
        r.is_
        for r in (*e.requires, *(r for c in e.choices for r in c.requires), *(r for a in parts for r in a.requires))
    }
    by_number = any(a.count == "as-many-as-tributed" for a in parts)
    if "tributes-released" in asked or by_number:
        return "monsters-released"
    return "tributes-of-the-summon" if "tributed-for" in asked else UNKNOWN
