"""Whether a chain link is what the text of an effect answers ("when … is activated"); and what cannot be negated."""

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from knowledge.data.cases import UNKNOWN, Link
from knowledge.data.profile import Action, Card, Effect, Filter, Response, effects_numbered
from knowledge.table.activations import DUTY, Part, parts_of
from knowledge.table.cards import activated_in, card_called
from knowledge.table.situation import Situation, Truth

if TYPE_CHECKING:
    from knowledge.rules.book import Book
from knowledge.data.cases import CardOnTable
from knowledge.data.profile import FIELD
from knowledge.table.cards import profile_of, zone_of

_WHENCE = {  # where these acts take their cards from, whatever the text says
    "draw": "deck",
    "mill": "deck",
    "search": "deck",
    "excavate": "deck",
    "fusion-summon": "extra-deck",
    "synchro-summon": "extra-deck",
    "xyz-summon": "extra-deck",
    "link-summon": "extra-deck",
    "summon-token": "nowhere",
}
_PLACED_AS_A_SPELL = Effect(number=0, kind="activate", part="pendulum")  # a monster activated as a card
ACTIVATION, EFFECT, CARD = "activation", "effect", "card"
_BOTH = frozenset((ACTIVATION, EFFECT))
_BY_OTHERS = {  # what a text gives to cards it describes
    "activations-and-effects-not-negated": _BOTH,
    "activations-not-negated": frozenset((ACTIVATION,)),
    "effects-not-negated": frozenset((EFFECT,)),
}


def effects_of_link(link: Link, card: Card) -> list[Effect]:
    """The effects a link may be: the one numbered; of a spell or trap named without a number, the card's activation."""
    if link.activates == "card" and card.type.startswith("Monster"):
        return [_PLACED_AS_A_SPELL]
    activated = [e for e in effects_numbered(card, link.effect) if e.is_activated]
    cards = [e for e in activated if e.opens_the_card]
    if link.zone == "monster-zone" and len(cards) < len(activated):
        return [e for e in activated if e not in cards]  # it lies there as a monster already
    return cards if cards and link.effect is None and link.activates != "effect" else activated


def effects_told(book: "Book", link: Link, card: Card) -> list[Effect]:
    """The effects a link may be, those included that its card only gained: they stand in the profile of the giver."""
    giver: Card | None = book.card_named(link.gained_from) if link.gained_from else None
    return effects_numbered(giver, link.effect) if giver is not None else effects_of_link(link, card)


def of_all(answers: list[bool]) -> Truth:
    """yes or no where all the effects a link may be agree, else unknown."""
    return UNKNOWN if len(set(answers)) > 1 else "yes" if answers and answers[0] else "no"


def answers_link(book: "Book", response: Response, link: Link, card: Card, s: Situation | None = None) -> Truth:
    """yes, no or unknown: whose link, which kind of card, card or effect, and what it does."""
    if response.by in ("own", "opponent") and response.by != link.by:
        return "no"
    return of_all([_fits(book, response, link, card, e, s) for e in effects_told(book, link, card)])


def _fits(book: "Book", response: Response, link: Link, card: Card, effect: Effect, s: Situation | None) -> bool:
    word = card.type.split(" / ")[0].lower()
    if effect.part == "pendulum":
        word = "spell"
    elif not effect.opens_the_card and _is_in_a_monster_zone(link, s):
        word = "monster"  # a spell or trap that has become a monster uses monster effects
    is_card = link.activates == "card" or (effect.opens_the_card and link.activates != "effect")
    offered = {
        "activation",
        word,
        f"{word}-card" if is_card else f"{word}-effect",
        "card-activation" if is_card else "effect-activation",
    }
    if not offered & set(response.to) or not _is_of(response.of, card, effect, link):
        return False
    if not response.doing:
        return True
    told = Told(book, link, card, effect, s)
    return any(is_answered(told, response, act) for act in _acts_of(told))


def _is_in_a_monster_zone(link: Link, s: Situation | None) -> bool:
    lying = card_called(s, link.card) if s is not None and not link.zone else None
    return (link.zone or (lying.zone if lying is not None else None)) == "monster-zone"


class Told(NamedTuple):
    """One effect that a link may be, with the table it stands on where there is one."""

    book: "Book"
    link: Link
    card: Card
    effect: Effect
    s: Situation | None


def _acts_of(told: Told) -> list[Part]:
    """What an effect or one of its choices does in the end, each with what is targeted for it."""
    parts = parts_of(told.s, told.link, told.card, told.effect)
    return [(_done_in_the_end(told.book, a), targets) for a, targets in parts]


def is_answered(told: Told, response: Response, part: Part) -> bool:
    """Whether an act is one that the text of the answer names, taking its cards from where it says."""
    act, targets = part
    does = told.book.wider_acts((act.act,))
    if act.act == "gain-lp" and told.s is not None and _recovery_hurts(told.s, told.link.by, act):
        does = told.book.wider_acts(("inflict-damage",))
    if act.act == "set-card" and act.what == "answered" and _answers_a_monster(told):
        does |= told.book.wider_acts(("special-summon",))  # a monster is set by a Special Summon
    if not does & set(response.doing) or act.to == DUTY:
        return False
    if act.what == "answered" and _asks_for_the_field(response) and _negates_the_activation(told.effect):
        return False  # a card whose activation is negated does not lie on the field
    known = _sources(told, act, targets) if response.doing_from else set()
    return not response.doing_from or not known or bool(known & set(response.doing_from))


def _asks_for_the_field(response: Response) -> bool:
    zones = response.doing_to.zones if response.doing_to is not None else ()
    return bool(zones) and set(zones) <= set(FIELD)


def _negates_the_activation(effect: Effect) -> bool:
    return any(a.act == "negate-activation" for a in effect.does)


def _answers_a_monster(told: Told) -> bool:
    """Whether the link answers the activation of a monster card, a pendulum card activated as a spell included."""
    chain = told.s.question.table.chain if told.s is not None else ()
    place = chain.index(told.link) if told.link in chain else 0
    below = told.book.card_named(chain[place - 1].card) if place else None
    return below is not None and below.type.startswith("Monster")


def _recovery_hurts(s: Situation, by: str, act: Action) -> bool:
    """Whether an effect in force turns what the player named would gain into damage."""
    gains = by if act.what != "opponent" else "own" if by == "opponent" else "opponent"
    turned = [a for a in s.state.acts("change-effect-damage") if a.act.to == "recovery-becomes-damage"]
    return any(a.act.what == "both" or (a.act.what == "opponent") == (a.side != gains) for a in turned)


def _sources(told: Told, act: Action, targets: tuple[Filter, ...]) -> set[str]:
    """Where an act takes its cards from: as its text says, narrowed to where the link's card and targets lie."""
    if act.what == "target" and told.s is not None and told.link.targets:
        lying = [card_called(told.s, name) for name in told.link.targets]
        zones = {c.zone for c in lying if c is not None and c.zone}
        if zones and not act.whence:
            return set(zones)
    if (act.what == "self" or act.act == "special-summon-self") and told.link.zone:
        return {told.link.zone}
    if act.what == "destroyed" and not act.whence:
        return {"nowhere"}  # a text that names no place does not take its cards from one
    return taken_from(told.card, told.effect, act, targets)


def acts_answered(book: "Book", response: Response, link: Link, card: Card) -> tuple[str, ...]:
    """The acts of a link that make it what an effect answers; none where any act will do."""
    meant = [Told(book, link, card, e, None) for e in effects_told(book, link, card)] if response.doing else []
    fitting = (part[0].act for told in meant for part in _acts_of(told) if is_answered(told, response, part))
    return tuple(dict.fromkeys(fitting))


def _done_in_the_end(book: "Book", act: Action) -> Action:
    """What an act comes to: one that leaves something to apply later is answered as what it leaves."""
    later = act.act == "apply-later" and act.to in book.library.acts
    return msgspec.structs.replace(act, act=act.to) if later else act


NOWHERE = "nowhere"


def places_of(link: Link, card: Card, effect: Effect) -> tuple[str, ...]:
    """Where a link was activated: as told, else where its text works; a spell or trap card on the field.

    What a card that was used up has left to be activated later is activated nowhere.
    """
    if effect.opens_the_card and link.activates == "effect":
        return (link.zone,) if link.zone else (NOWHERE,)
    if effect.opens_the_card:
        return ("spell-zone", "field-zone", "pendulum-zone")
    return (link.zone,) if link.zone else activated_in(card, effect)


def _is_of(which: Filter | None, card: Card, effect: Effect, link: Link) -> bool:
    """Whether what was activated is of the printed kind, and in the place, that the text of the answer names."""
    if which is None:
        return True
    places = places_of(link, card, effect)
    elsewhere = bool(which.zones and places) and not set(which.zones) & set(places)
    return not elsewhere and is_printed(which, card)


def is_printed(which: Filter, card: Card) -> bool:
    """Whether a card is of the kind a text names, by what is printed on it."""
    words = {word.lower() for word in card.type.split(" / ")}
    kinds = set(which.type) & {"monster", "spell", "trap"}
    asked = [
        (kinds, words),
        (set(which.type) - kinds, words),
        ({race.lower() for race in which.race}, words),
        (set(which.attribute), {card.attribute}),
        (set(which.group), set(card.groups)),
    ]
    if any(not _is_one_of(wanted, printed) for wanted, printed in asked):
        return False
    if which.either and not any(is_printed(one, card) for one in which.either):
        return False
    if which.level is None:
        return True
    has_level = card.level is not None and not words & {"xyz", "link"}
    return has_level and which.level[0] <= (card.level or 0) <= which.level[1]


def _is_one_of(wanted: set[str], printed: set[str]) -> bool:
    """Whether a card has one of the words asked for and, of those that begin with `non-`, none."""
    barred = {word[4:] for word in wanted if word.startswith("non-")}
    named = {word for word in wanted if not word.startswith("non-")}
    return not barred & printed and (not named or bool(named & printed))


def taken_from(card: Card, effect: Effect, act: Action, targets: tuple[Filter, ...]) -> set[str]:
    """Where an act may take its cards from; nothing where the profile does not say."""
    if act.act in _WHENCE:
        return {_WHENCE[act.act]}
    targeted: set[str] = {zone for target in targets for zone in target.zones}
    if act.what == "target" and (act.whence or targeted):
        return set(act.whence) or targeted
    if act.what == "self" or act.act == "special-summon-self":
        return set(activated_in(card, effect))
    stated: set[str] = set(act.whence) or (set(act.which.zones) if act.which else set())
    return stated or targeted or ({"deck"} if _was_excavated(effect, act) else set())


def _was_excavated(effect: Effect, act: Action) -> bool:
    """Whether an act deals with what was excavated before it: a text that turns cards of the deck up, and then says no
    other place."""
    before = effect.does[: effect.does.index(act)] if act in effect.does else ()
    return not act.what.startswith("self") and any(a.act == "excavate" and not a.whence for a in before)


def surely_answered(book: "Book", response: Response, link: Link, card: Card, s: Situation | None = None) -> bool:
    """Whether each effect a link may be does something that the answer waits for, taken from a place that is known."""
    meant = [Told(book, link, card, e, s) for e in effects_told(book, link, card)]
    return bool(meant) and all(any(_is_surely(told, response, part) for part in _acts_of(told)) for told in meant)


def _is_surely(told: Told, response: Response, part: Part) -> bool:
    act = part[0]
    acts = told.effect.does
    later = any(a.until for a in (*(acts[: acts.index(act)] if act in acts else ()), act))  # only allowed, for a time
    plain = not (later or act.optional or told.effect.unread)
    known = plain and (not response.doing_from or bool(_sources(told, *part)))
    return known and response.doing_to is None and is_answered(told, response, part)


def is_proof(s: Situation, lying: CardOnTable) -> bool:
    """Whether its own text keeps this card, where it lies on the field, from being a negated card."""
    card = profile_of(s, lying)
    return card is not None and zone_of(s, lying) in FIELD and any(CARD in e.unnegatable for e in card.effects)


def kept(s: Situation, lying: CardOnTable | None, effect: Effect) -> frozenset[str]:
    """Which of the activation and the effect cannot be negated, by the effect's own text or by another card."""
    own = frozenset(effect.unnegatable) & _BOTH
    if lying is None or effect.applies_of_itself:
        return own
    given = [a for a in s.state.acts("other") if a.act.to in _BY_OTHERS and s.state.reaches(a, lying)]
    return own.union(*(_BY_OTHERS[a.act.to] for a in given))


def kept_on_chain(s: Situation, link: Link) -> frozenset[str]:
    """The same of what a link of the chain has activated; nothing where its card is not known."""
    lying = card_called(s, link.card)
    card: Card | None = profile_of(s, lying) if lying is not None else s.book.card_named(link.card)
    answers = [kept(s, lying, e) for e in effects_of_link(link, card)] if card is not None else []
    return frozenset.intersection(*answers) if answers else frozenset()
