"""What a question leaves open although a verdict was reached: told in wider words than the text, or several ways."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

from knowledge.data.profile import ACTIVATED, FIELD, Action, Card, Effect, Filter, Response, Trigger
from knowledge.desk import Answer
from knowledge.questions.asked import ANY_TIME, Asked
from knowledge.questions.cast import Cast, Item, marks_of
from knowledge.questions.outcomes.asked_outcomes import outcome_words
from knowledge.rules.book import Book

APPLIES, _NOTHING_ACTIVATED = "some-effects-only-apply", "nothing-was-activated"
_ATTACKS = ("attack-declared", "attacked-directly", "chosen-as-attack-target")
_CONDITION = "condition-met"
_UNTOLD = "unread"  # a condition no word of the table stands for
_MATERIAL = "used-as-material"
_EFFECT = ("效果", "効果", "effect")
_LEFT, _WENT = "left-field", ("sent-to-gy", "destroyed", "banished", "returned", "tributed")
_OF_AN_ACTIVATION = frozenset(("may", "must", "activate", "respond", "when", "often", "again"))
_IMPLAUSIBLE = -5.0  # of the weights: below it nothing speaks for a reading


def told_too_little(asked: Asked, judged: Answer) -> bool:
    """Whether an event was told, but not whose doing or whose turn it was, and the text asks for that."""
    if not asked.accounts:
        return False
    deciding = judged.deciding
    if deciding is None:
        return False
    trigger = deciding.effect.trigger
    if trigger is not None and _needs_a_phase_and_more(trigger, asked):
        return True
    cause_told = any(a.source or a.by or a.event.endswith("by-battle") for a in asked.accounts)
    cause_told |= any(a.event.endswith("summoned") and a.side for a in asked.accounts)  # who summoned is told
    if trigger is not None and trigger.by in ("own", "opponent") and not cause_told:
        return True
    if trigger is not None and _MATERIAL in (*trigger.events, *asked.events) and "detached" not in asked.events:
        return not _however_it_went(trigger, asked)  # of which summon no statement says yet
    bare = bool(asked.assumed) and not asked.told.cards  # neither the moment nor the table is told
    return bare and not asked.turn and deciding.deciding.turn_matters


def _however_it_went(trigger: Trigger, asked: Asked) -> bool:
    """Whether a text asks only that the card goes to the GY, by "if", and it went there from the field as material."""
    by_effect = any(a.source and not a.source.type.startswith("Monster") for a in asked.accounts)
    awaited = {"sent-to-gy", *(["sent-to-gy-by-effect"] if by_effect else [])}
    plain = bool(awaited & set(trigger.events)) and _MATERIAL not in trigger.events
    return plain and trigger.when_or_if == "if"


def _needs_a_phase_and_more(trigger: Trigger, asked: Asked) -> bool:
    """Whether a text waits for a phase after something else happened, and another thing is told to have happened."""
    first = [event for event in trigger.events if not event.endswith("-came")]
    if not first or len(first) == len(trigger.events):
        return False
    return not any(event in first for event in asked.events)


def other_way_told(asked: Asked, judged: Answer) -> bool:
    """Whether a text waits for a phase after a fall by one of battle and effect, and a fall by the other is told."""
    trigger = judged.deciding.effect.trigger if judged.deciding is not None else None
    if trigger is None or not _needs_a_phase_and_more(trigger, asked):
        return False
    told = {account.event for account in asked.accounts if account.card in (None, asked.card) and not account.another}
    spoken = {event for i in asked.cast.items if i.phrase for event in i.phrase.events} if asked.cast else set()
    told = told if told <= spoken else set()  # "destroyed" alone says neither way
    first = [event for event in trigger.events if not event.endswith("-came")]
    ways = {"-by-effect": "-by-battle", "-by-battle": "-by-effect"}
    return any(
        all(event.endswith(way) for event in first) and bool(told) and all(event.endswith(other) for event in told)
        for way, other in ways.items()
    )


def one_of_two(asked: Asked) -> bool:
    """`does it search or set`: which of two things it does, not whether it may be activated."""
    here = asked.asked_items
    words = [i.start for i in here if i.has("or")]
    deeds = [i.start for i in here if i.phrase and i.phrase.does]
    return any(min(deeds) < word < max(deeds) for word in words) if deeds else False


def table_untold(judged: Answer, form: Mapping[str, Any]) -> bool:
    """Whether the effect that decides requires something of the table, and nothing was told but what happened."""
    wanted = judged.deciding.effect.requires if judged.deciding else ()
    return bool(wanted) and set(form.get("given", {})) <= {"happened"}


def condition_left_open(asked: Asked, judged: Answer) -> bool:
    """Whether a case was told and not the table the text asks for, and no moment was asked about instead."""
    deciding = judged.deciding
    case_told = asked.zone or asked.turn or asked.events or asked.told.earlier
    table_told = asked.told.cards or asked.in_force or asked.aside or any(account.card for account in asked.accounts)
    if deciding is None or not case_told or table_told or (asked.at != ANY_TIME and not asked.assumed):
        return False
    of_the_table = any(condition.of is not None for condition in deciding.effect.requires)
    if asked.told.earlier and any(condition.is_ == _UNTOLD for condition in deciding.effect.requires):
        return True
    return of_the_table and _CONDITION in deciding.deciding.judgement.assumed


def summoned_and_not_there(asked: Asked, judged: Answer) -> bool:
    """Whether an effect waits for a summon that nobody told: a battle, or an empty field of who would make it, is."""
    trigger = judged.deciding.effect.trigger if judged.deciding is not None else None
    response = judged.deciding.effect.responds_to if judged.deciding is not None else None
    if asked.accounts or trigger is None or response is not None or trigger.subject == "self":
        return False
    waits = bool(trigger.events) and all(event.endswith("summoned") for event in trigger.events)
    whose = trigger.by or (trigger.of.side if trigger.of is not None else None)
    empty = whose is not None and f"{whose}-monster-zone" in asked.told.nothing_else_in
    return waits and (empty or asked.attack is not None)


def allowed_only_elsewhere(asked: Asked, judged: Answer) -> bool:
    """`can I activate X when …`, of a spell or trap: whether only its effect in the GY allows it, and not the card."""
    card, deciding = asked.card, judged.deciding
    if card is None or deciding is None or card.type.startswith("Monster") or asked.effect is not None or asked.does:
        return False
    opens = any(e.opens_the_card and e.responds_to for e in card.effects)
    lies_elsewhere = bool(deciding.effect.zones) and set(deciding.effect.zones) <= {"gy", "banished"}
    return opens and lies_elsewhere and not asked.zone and not asked.told.own


def summon_of_ones_own(asked: Asked, judged: Answer) -> bool:
    """`can X negate my own summon`: whether one's own is told, and the text answers only the other player's."""
    response = judged.deciding.effect.responds_to if judged.deciding is not None else None
    here = asked.asked_items
    own = any(i.has("reflexive", "mine") for i in here)
    theirs = response is not None and (response.by == "opponent" or (response.of and response.of.side == "opponent"))
    return own and bool(theirs) and response is not None and "summon" in response.to


def asks_whether_forced(asked: Asked) -> bool:
    """`does it have to be activated`: whether it is asked that a card must be activated, not that it may."""
    here = marks_of(asked.cast.asked_items) if asked.cast else set()
    return "forced" in here and not here & {"may", "respond", "when"} and not must_be_then(asked)


def hardly_asked_about(asked: Asked) -> bool:
    """Whether the card taken for the one asked about is told as what did it, or everything else speaks against it.

    `my monster was destroyed by X. Can its effect be activated`: what is asked about has no name.
    """
    cast = asked.cast
    if cast is None or asked.card is None or asked.answered is not None:
        return False
    beside = [(one, other) for one, other in pairwise(cast.items) if one.part == other.part]
    before = [one for one, other in beside if other.named and other.named.card is asked.card]
    mentions = [i for i in cast.items if i.named and i.named.card is asked.card]
    if len(before) == len(mentions) and all(i.has("passive") for i in before) and _did_it(cast, mentions[-1]):
        return True  # "a monster banished by X, can its effect be activated"
    if any(i.named for i in cast.asked_items):
        return False
    weighed = cast.castings[0].score if cast.castings else 0.0
    return weighed < _IMPLAUSIBLE or (bool(before) and all(i.has("passive", "by-behind") for i in before))


def _did_it(cast: Cast, name: Item) -> bool:
    """`被X除外的…`: behind the name stands what it did, which nobody asks about ("能被X破坏吗" does)."""
    here = cast.in_part(name.part)
    behind = [i for i in here if i.start > name.start and i.phrase and not i.phrase.light]
    asked_before = any(i.has("may", "asks") for i in here if i.start < name.start)
    done = bool(behind) and behind[0].phrase is not None and bool(behind[0].phrase.events or behind[0].phrase.does)
    return done and not asked_before and not behind[0].has("respond", "may")


def must_be_then(asked: Asked) -> bool:
    """`must X be activated in the main phase`: whether a moment, a turn or a place is told of what must be."""
    here = asked.asked_items
    forced = [i.start for i in here if i.has("forced", "must")]
    told = [i.start for i in here if i.phrase and (i.phrase.at or i.phrase.turn or i.phrase.zone or i.phrase.place)]
    return bool(forced) and any(at > forced[0] for at in told)


def comes_out_without_activating(asked: Asked) -> bool:
    """Whether a card is asked to come out, and its text has a way out of the hand that is no activation."""
    if asked.card is None or not any(act.startswith("special-summon") for act in asked.does):
        return False
    ways = [e for e in asked.card.effects if e.kind not in ACTIVATED and "hand" in e.zones]
    comes = any(act.act.startswith("special-summon") for e in ways for act in e.does)
    by_effect = any(act.act == "special-summon-self" for e in asked.card.effects if e not in ways for act in e.does)
    return comes and not by_effect


def several_ways(book: Book, asked: Asked) -> bool:
    """Whether only some of the ways in which what is answered can be used are of the kind the answer waits for."""
    if asked.answered is None or asked.answered[1] is not None or asked.card is None:
        return False
    waits = [e.responds_to for e in asked.card.effects if e.responds_to and e.responds_to.doing]
    if not waits:
        return False
    activated = [e for e in asked.answered[0].effects if e.is_activated]
    activated = [e for e in activated if not asked.answered_zone or asked.answered_zone in e.zones] or activated
    ways = [(e, way) for e in activated for way in _ways(e)]
    told = [(e, way) for e, way in ways if asked.answered_does and _has(way, asked.answered_does)]
    ways = told or ways  # what is told to be done narrows the ways, and need not settle them
    fitting = [any(_awaited(book, e, act, wait) for act in way for wait in waits) for e, way in ways]
    return any(fitting) and not all(fitting)


def _ways(effect: Effect) -> list[list[Action]]:
    """What an effect does in each of its ways; where the ways were read as one row, each act is one."""
    always = list(effect.does)
    if len(effect.choices) > 1 and not any(choice.does for choice in effect.choices):
        return [[act] for act in always]
    certain = [act for act in always if not _only_if(act)]  # the rest is done only where the table is as the text says
    return [always + list(choice.does) for choice in effect.choices] or ([always, certain] if certain else [always])


def _only_if(act: Action) -> bool:
    """Whether an act is done only where something more than the activation holds."""
    return bool(act.requires)


def _has(way: list[Action], acts: tuple[str, ...]) -> bool:
    return any(act.act.startswith(acts) for act in way)


def done_only_if(asked: Asked, judged: Answer) -> bool:
    """Whether what is asked for is a part of the effect that the text makes hang on something that was not told."""
    deciding = judged.deciding
    if deciding is None or not asked.does or asked.told.cards:
        return False
    meant = [act for act in deciding.effect.does if act.act.startswith(asked.does)]
    return bool(meant) and all(_only_if(act) for act in meant)


def waits_for_more(asked: Asked, judged: Answer) -> bool:
    """Whether an effect is refused for what is told to have happened, and its text was not read to the end."""
    deciding = judged.deciding
    trigger = deciding.effect.trigger if deciding is not None else None
    if deciding is None or trigger is None or not asked.accounts:
        return False
    wider = {account.event for account in asked.accounts} == {_LEFT}  # where it went is not told
    return bool(deciding.effect.unread) or (wider and any(event.startswith(_WENT) for event in trigger.events))


def befell_what_it_wears(asked: Asked, judged: Answer) -> bool:
    """Whether an effect is refused because something befell another card, and that card is told to be equipped to it.

    A text read to speak of the card itself may speak of what it wears.
    """
    deciding = judged.deciding
    trigger = deciding.effect.trigger if deciding is not None else None
    if trigger is None or trigger.subject != "self" or asked.cast is None or "equips" not in asked.cast.marks:
        return False
    return any(a.card is not None and a.card is not asked.card and a.event in trigger.events for a in asked.accounts)


def side_left_open(asked: Asked, judged: Answer) -> bool:
    """Whether an effect waits for something of one player's cards, and whose the two that destroyed each other are
    is not told."""
    trigger = judged.deciding.effect.trigger if judged.deciding is not None else None
    if trigger is None or trigger.of is None or trigger.of.side is None or asked.cast is None:
        return False
    others = [a for a in asked.accounts if a.card not in (None, asked.card)]
    return "both-fall" in asked.cast.marks and bool(others) and not any(a.side for a in others)


def only_applies(asked: Asked, judged: Answer) -> bool:
    """Whether the answer is that nothing is activated, and not an activation was asked for but what the text does."""
    deciding = judged.deciding
    if deciding is None or asked.cast is None:
        return False
    told_by_lying_there = asked.answered is not None and asked.card is not None and _only_lies_there(asked.card)
    if not told_by_lying_there and APPLIES not in deciding.deciding.judgement.rules_that_decided():
        return False
    here = asked.cast.asked_items
    named = [i.start for i in here if i.named and i.named.card is asked.card]
    before = [i for i in here if named and i.start < named[0]]  # "能连锁X吗"
    chained = any(i.has("respond") and not i.has("passive") for i in before)
    return not chained and not any(i.has("activate") and i.phrase and not i.phrase.does for i in here)


def clause_reached_nothing(book: Book, asked: Asked, form: Mapping[str, Any]) -> bool:
    """Whether a clause was told before the question, and nothing of it lies on the table the text was judged by.

    Asked only of texts that were read and not written by hand: what such a clause would bear on may have stayed unread.
    """
    cast = asked.cast
    if cast is None or asked.card is None or asked.card.id in book.library.cards:
        return False
    if form.get("given") or form.get("respond_to") or form.get("turn") or form.get("at") != ANY_TIME:
        return False
    told = [i for i in cast.items if i.part < cast.asked_part()]
    return any(i.phrase and not i.phrase.light for i in told) or len({i.who for i in told if i.is_name}) > 1


def _only_lies_there(card: Card) -> bool:
    """Whether a card is activated only to lie there, and works by that: it answers nothing, and may stop it."""
    activated = card.activated_effects
    applies = len(activated) < len(card.effects)
    return bool(activated) and applies and not any(e.does or e.choices for e in activated)


def activation_not_placed(asked: Asked, judged: Answer) -> bool:
    """Whether the answer is that nothing was activated, although an activation is told of without its card."""
    deciding = judged.deciding
    if deciding is None or asked.cast is None or asked.answered is not None or asked.summon_done:
        return False
    resolving = {i.part for i in asked.cast.items if i.has("within-resolution")}  # what is done so is no activation
    told = [i for i in asked.cast.items if i.part != asked.cast.asked_part() and i.has("activate")]
    told = [i for i in told if i.part not in resolving]
    answers = "respond" in marks_of(asked.cast.asked_items)
    return bool(told) and answers and _NOTHING_ACTIVATED in deciding.deciding.judgement.rules_that_decided()


def waits_for_what_it_does(asked: Asked) -> tuple[str, ...]:
    """What the answer waits for an effect to do, where an activation is told by its kind alone; else nothing."""
    if asked.card is None or not asked.answered_kind or asked.answered_kind.startswith("does-"):
        return ()
    waits = [e.responds_to for e in asked.card.activated_effects if e.responds_to is not None]
    return tuple(act for wait in waits for act in wait.doing) if all(wait.doing for wait in waits) else ()


def negates_another_kind(asked: Asked) -> str:
    """Whether a card negates what it is asked to: `no` where its text speaks of other kinds alone, `depends` where it
    reaches that kind only under a condition of its text; else nothing."""
    words = asked.negated_kind.split("-")
    meant = next((kind for kind in ("spell", "trap", "monster") if kind in words), "")
    if asked.card is None or not meant:
        return ""
    negating = [(e, act) for e in asked.card.effects for act in e.does if act.act.startswith("negate")]
    aims = [[act.which] if act.which else list(e.targets) for e, act in negating]
    plain = all(act.what in ("", "target") for _, act in negating) and all(aims)
    if not negating or not plain:
        return ""
    reaching = [
        (effect, act)
        for (effect, act), several in zip(negating, aims, strict=True)
        if not all(_leaves_out(which, meant) for which in several)
    ]
    if not reaching:
        return "no"
    on_field = words[-1] == "field" or _field_told(asked)
    bound = [act.requires or (on_field and _aims_off_the_field(effect, act)) for effect, act in reaching]
    return "depends" if all(bound) else ""


def _field_told(asked: Asked) -> bool:
    """Whether what is to be negated is said to lie on the field."""
    if asked.cast is None:
        return False
    here = [i.phrase for i in asked.cast.asked_items if i.phrase]
    return any((phrase.place or phrase.zone) in ("field", *FIELD) or "has-monster" in phrase.states for phrase in here)


def _aims_off_the_field(effect: Effect, act: Action) -> bool:
    """Whether a negation chooses a card elsewhere, so that one on the field is reached by sharing its name at most."""
    aims = [which.zones for which in effect.targets]
    return act.what == "target" and bool(aims) and all(zones and not {*zones} & {*FIELD} for zones in aims)


def _leaves_out(which: Filter, kind: str) -> bool:
    """Whether a filter cannot mean cards of a kind: it names others, or looks only where monsters lie."""
    named = {"monster" if word not in ("spell", "trap") else word for word in which.type}
    if named:
        return kind not in named
    return kind != "monster" and which.zones == ("monster-zone",)


def answers_no_activation(asked: Asked) -> bool:
    """`can X's summon be negated by Y`: the card taken for the activation answered has none, but a way of its own to
    come out, which may be what is meant."""
    card = asked.answered[0] if asked.answered else None
    comes = card is not None and any(e.kind == "summoning" for e in card.effects)
    return card is not None and comes and not card.activated_effects


def chained_to_nothing(asked: Asked, judged: Answer) -> bool:
    """`can X chain`: of what waits for an event, with neither that nor a chain told; to be chained to may be meant."""
    here = marks_of(asked.cast.asked_items) if asked.cast else set()
    effect = judged.deciding.effect if judged.deciding is not None else None
    waits = effect is not None and effect.kind == "trigger" and effect.responds_to is None
    told = asked.accounts or asked.answered or asked.answered_kind or asked.links or asked.does or not asked.assumed
    return waits and not told and "respond" in here and not {"activate", "passive", "chains-own"} & here


def of_what_was_answered(asked: Asked) -> bool:
    """Whether a chain is told, and it is asked what still comes of it without a name: no activation is meant then."""
    cast = asked.cast
    if cast is None:
        return False
    here = cast.asked_items
    if {"outcome"} & marks_of(here) and not _OF_AN_ACTIVATION & marks_of(here):
        return True
    if asked.answered is None:
        return False
    told = {i.who for i in cast.items if i.is_name and i.part < cast.asked_part()}
    again = {"again", "another-copy", "often"} & marks_of(here)
    return "still" in marks_of(here) and len(told) > 1 and not again and not any(i.is_name for i in here)


def told_as_used(asked: Asked) -> bool:
    """Whether the card is told to have been used, and no activation is asked for: what comes of it is, then."""
    cast = asked.cast
    if cast is None or asked.card is None:
        return False
    here = cast.asked_items
    if any(_is_an_activation(i) for i in here) or {"again", "another-copy", "often", "turned-up"} & marks_of(here):
        return False
    if any(i.phrase and i.phrase.at for i in here) or {_MATERIAL, "tributed"} & set(asked.events):
        return False  # what it does at a later moment, or after it was given for a summon
    told = [i for i in cast.items if i.part < cast.asked_part() and _is_an_activation(i)]
    return any(_used_by_it(cast, i) is asked.card for i in told)


def _used_by_it(cast: Cast, act: Item) -> Card | None:
    """The card a told activation is of: named right behind the word, else the last before it in its part."""
    names = [i for i in cast.in_part(act.part) if i.named]
    if act.has("respond") and not act.has("passive", "activate") and names and names[0].named:
        return names[0].named.card  # "X negates Y"
    behind = [i for i in names if i.start > act.start]
    before = [i for i in names if i.start < act.start]
    named = behind[0].named if behind else before[-1].named if before else None
    return named.card if named else None


def _is_an_activation(item: Item) -> bool:
    """Whether a word says that something is activated or answered, and not by what it does."""
    return item.has("activate", "respond") and item.phrase is not None and not (item.phrase.does or item.phrase.told)


def moment_left_open(asked: Asked, judged: Answer) -> bool:
    """Whether it is asked when in a battle something happens, and several of its moments would do."""
    if asked.attack is None or asked.cast is None or "when" not in asked.cast.marks:
        return False
    return sum(verdict in ("yes", "must") for verdict in judged.windows.values()) > 1


def several_in_one_chain(asked: Asked) -> bool:
    """`does it activate several times in that chain`: how often in the turn is another question."""
    here = asked.asked_items
    if any(i.has("same-chain") and i.start in asked.told.used for i in here):
        return False  # so it is judged: chained to the first, or used up by it
    chained = {"same-chain"} if "two-copies" in marks_of(here) else {"respond", "same-chain"}
    return any(i.has("often") for i in here) and bool(chained & marks_of(here))


def effect_told(asked: Asked, card: Card) -> bool:
    """Whether an effect of the card, and not the card, is told to be activated: `X activates its effect`."""
    cast = asked.cast
    owner = next((i for i in cast.items if i.named and i.named.card is card), None) if cast else None
    if cast is None or owner is None:
        return False
    behind = [i for i in cast.in_part(owner.part) if i.start > owner.start and i.token]
    words = [asked.spelled(i.token) for i in behind if i.token]
    return any(word in spoken.lower() for spoken in words[:2] for word in _EFFECT)


def _awaited(book: Book, effect: Effect, act: Action, wait: Response) -> bool:
    """Whether an act is one an answer waits for, also by where the card comes from."""
    if not _is(book, act.act, set(wait.doing)):
        return False
    zones = {zone for target in effect.targets for zone in target.zones} if act.what == "target" else set()
    whence = set(act.whence) or zones
    return not (wait.doing_from and whence) or bool(whence & set(wait.doing_from))


def _is(book: Book, act: str, wanted: set[str]) -> bool:
    known = book.library.acts.get(act)
    wider = (known.is_ if isinstance(known.is_, tuple) else (known.is_,)) if known is not None and known.is_ else ()
    return act in wanted or any(_is(book, other, wanted) for other in wider)


def battle_goes_on(asked: Asked) -> Asked | None:
    """`they attack, can I use X`: where nobody speaks of the declaration, the battle that follows it is meant too."""
    if asked.at != "attack-declaration" or outcome_words().declared(asked.text):
        return None
    later = [account for account in asked.accounts if account.event not in _ATTACKS]
    events = [event for event in asked.events if event not in _ATTACKS]
    return replace(asked, at="damage-step", assumed="event", accounts=later, events=events)
