"""Whether a chain link is what the text of an effect answers ("when … is activated")."""

from typing import Any

import msgspec

from knowledge.data.cases import UNKNOWN, Link
from knowledge.data.profile import Action, Card, Effect, Filter, Response, effects_numbered
from knowledge.table.places import activated_in

_ACTIVATED = ("activate", "ignition", "trigger", "quick")
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


def effects_of_link(link: Link, card: Card) -> list[Effect]:
    """The effects a link may be: the one numbered; of a spell or trap named without a number, the card's activation."""
    if link.activates == "card" and card.type.startswith("Monster"):
        return [_PLACED_AS_A_SPELL]
    activated = [e for e in effects_numbered(card, link.effect) if e.kind in _ACTIVATED]
    cards = [e for e in activated if e.kind == "activate"]
    return cards if cards and link.effect is None and link.activates != "effect" else activated


def of_all(answers: list[bool]) -> Any:
    """yes or no where all the effects a link may be agree, else unknown."""
    return UNKNOWN if len(set(answers)) > 1 else "yes" if answers and answers[0] else "no"


def answers_link(book: Any, response: Response, link: Link, card: Card) -> Any:
    """yes, no or unknown: whose link, which kind of card, card or effect, and what it does."""
    if response.by in ("own", "opponent") and response.by != link.by:
        return "no"
    return of_all([_fits(book, response, link, card, e) for e in effects_of_link(link, card)])


def _fits(book: Any, response: Response, link: Link, card: Card, effect: Effect) -> bool:
    word = card.type.split(" / ")[0].lower()
    if effect.part == "pendulum":
        word = "spell"
    is_card = link.activates == "card" or (effect.kind == "activate" and link.activates != "effect")
    offered = {
        "activation",
        word,
        f"{word}-card" if is_card else f"{word}-effect",
        "card-activation" if is_card else "effect-activation",
    }
    if not offered & set(response.to) or not _is_of(response.of, card, effect):
        return False
    if not response.doing:
        return True
    return any(_is_done(book, response, (card, effect), a, targets) for a, targets in _acts_of(book, effect))


def _acts_of(book: Any, effect: Effect) -> list[tuple[Action, tuple[Filter, ...]]]:
    """What an effect or one of its choices does in the end, each with what is targeted for it."""
    acts = [
        *((a, effect.targets) for a in effect.does),
        *((a, c.targets or effect.targets) for c in effect.choices for a in c.does),
    ]
    return [(_done_in_the_end(book, a), targets) for a, targets in acts]


def _is_done(book: Any, response: Response, of: tuple[Card, Effect], act: Action, targets: tuple[Filter, ...]) -> bool:
    """Whether an act is one that the text of the answer names, taking its cards from where it says."""
    named = bool(book.wider_acts((act.act,)) & set(response.doing))
    return named and _takes_from(*of, act, targets, response.doing_from)


def acts_answered(book: Any, response: Response, link: Link, card: Card) -> tuple[str, ...]:
    """The acts of a link that make it what an effect answers; none where any act will do."""
    acts = [(e, a, t) for e in effects_of_link(link, card) for a, t in _acts_of(book, e)] if response.doing else []
    fitting = (a.act for e, a, t in acts if _is_done(book, response, (card, e), a, t))
    return tuple(dict.fromkeys(fitting))


def _done_in_the_end(book: Any, act: Action) -> Action:
    """What an act comes to: one that leaves something to apply later is answered as what it leaves."""
    later = act.act == "apply-later" and act.to in book.library.acts
    return msgspec.structs.replace(act, act=act.to) if later else act


def _is_of(which: Filter | None, card: Card, effect: Effect) -> bool:
    """Whether what was activated is of the printed kind, and in the place, that the text of the answer names."""
    if which is None:
        return True
    places = ("spell-zone", "field-zone", "pendulum-zone") if effect.kind == "activate" else activated_in(card, effect)
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
    if which.level is None:
        return True
    has_level = card.level is not None and not words & {"xyz", "link"}
    return has_level and which.level[0] <= (card.level or 0) <= which.level[1]


def _is_one_of(wanted: set[str], printed: set[str]) -> bool:
    """Whether a card has one of the words asked for and, of those that begin with `non-`, none."""
    barred = {word[4:] for word in wanted if word.startswith("non-")}
    named = {word for word in wanted if not word.startswith("non-")}
    return not barred & printed and (not named or bool(named & printed))


def _takes_from(card: Card, effect: Effect, act: Action, targets: tuple[Filter, ...], places: tuple[str, ...]) -> bool:
    """Whether an act takes its cards from one of these places; what a profile does not say is no bar."""
    known = taken_from(card, effect, act, targets) if places else set()
    return not places or not known or bool(known & set(places))


def taken_from(card: Card, effect: Effect, act: Action, targets: tuple[Filter, ...]) -> set[str]:
    """Where an act may take its cards from; nothing where the profile does not say."""
    if act.act in _WHENCE:
        return {_WHENCE[act.act]}
    targeted: set[str] = {zone for target in targets for zone in target.zones}
    if act.what == "target":
        return set(act.whence) or targeted
    if act.what == "self" or act.act == "special-summon-self":
        return set(activated_in(card, effect))
    stated: set[str] = set(act.whence) or (set(act.which.zones) if act.which else set())
    return stated or targeted
