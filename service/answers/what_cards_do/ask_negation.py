"""`can X negate Y`, `may X negate that summon`, `are Y's effects negated under X`: what is chained need not stop it."""

import re
from collections.abc import Sequence
from itertools import pairwise

from knowledge.data.cases import CardOnTable, Table
from knowledge.data.profile import FIELD, OFF_FIELD, Action, Card, Effect, Side
from knowledge.desk import Desk
from knowledge.explanation.answer_records import AskAnswer
from knowledge.explanation.can_answer import card_identity
from knowledge.phrases import effect_named
from knowledge.questions.asked import Asked, Used
from knowledge.questions.cast import Item, does_one, does_so, marks_of
from knowledge.questions.outcomes.asked_outcomes import can_hinder, outcome_words
from knowledge.questions.said_back import names_of, sentence
from knowledge.questions.told.statements import field_zone, on_the_field
from service.answers.ask_card import applying, strangers_among
from service.answers.ask_frame import frame, lexicon_for, reason_by_rule
from service.answers.outcomes.ask_chain import stopped_by
from service.answers.outcomes.ask_in_vain import comes_to_nothing

_MONSTERS = "monster-effect"
_NEGATED = ("effect-negated", "effects-are-not-negated-of-themselves")
_BY_A_NEGATION = {"yes": "what-an-effect-in-force-negates-is-negated", "no": "effects-are-not-negated-of-themselves"}
_ABOUT_TO = ("response", "response-is-direct")
_SUMMONED = ("response", "no-summon-is-about-to-happen")
_KINDS = ("can", "outcome", "rulings", "card", "answerable", "out-of-scope")
_BY = 12  # letters before a name that may tell that it is the doer
_NEGATES, _BY_REACH = "negate-effect", "effects-that-reach"
# where a clause ends; between two characters that are no letters a blank ends one, too
_BREAK = re.compile(r"[，。；！,.;!]\s{0,8}|\s{1,8}[-–—]\s{1,8}|(?<=[^\x00-\x7f])\s{1,8}(?=[^\x00-\x7f])")
_OF_WHAT_IS_OVER = frozenset(("does", "events", "told", "card", "thing", "place", "zone", "amount", "activation"))
_BY_PROCEDURE = ("Synchro", "Xyz", "Link")
_LEAVES = ("tribute", "send-to-gy", "banish", "return-to-hand", "return-to-deck", "discard")


def negation_asked(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where a card is asked to negate something that its text does not negate; nothing where it does."""
    card = asked.card
    if asked.kind not in ("can", "answerable") or card is None or asked.cast is None or not _wholly_read(card):
        return None
    if "-from-" in asked.answered_kind:
        return None  # the effect to be negated is told by what it does: whether it is answered is asked
    here = [item.token for item in asked.cast.asked_items if item.token]
    asks = asked.text[asked.places[here[0].start] :] if here else ""
    of = outcome_words().negation_asked(asks)
    if of == "summon":
        return _of_a_summon(desk, asked, card, outcome_words().summon_way(asks))
    if of and asked.answered is None and (place := _told_place(asked, card)) and _reaches_elsewhere(card, place):
        asked.used = Used()
        return _said(desk, asked, _NEGATED, "no", "taking.kind.no", card)
    if asked.kind != "can" or not of or asked.answered is None or asked.answered[0] is card:
        return None
    if does_one(card, ("negate",)):
        return None
    first = asked.answered[0]
    stopped = stopped_by(desk, first, card) if can_hinder(card) else None if applying(desk, card) else "no"
    return _said(desk, asked, _NEGATED, stopped, f"outcome.stops.{stopped}", first) if stopped else None


def _told_place(asked: Asked, card: Card) -> str:
    """`a monster in the hand`, 手卡的怪兽: where the monster lies that is to be negated; empty where it is not told."""
    assert asked.cast is not None
    here = asked.cast.asked_items
    items = [i for i in here if i.is_name or (_tells(i) and not i.has("activate"))]  # "墓地で発動するモンスター効果"
    from_where = {zone for effect in card.effects for zone in effect.zones}
    for item in items:
        told = (item.phrase.place or item.phrase.zone) if item.phrase else ""
        kind = item.phrase.activation if item.phrase else ""
        if kind.removeprefix(f"{_MONSTERS}-") in OFF_FIELD:
            return kind.removeprefix(f"{_MONSTERS}-")  # "手卡的怪兽效果" in one word
        if told in OFF_FIELD and told not in from_where:
            return told  # the card itself is used from elsewhere
    for one, other in pairwise(items):
        of_monster = [i for i in (one, other) if i.phrase and (i.phrase.activation == _MONSTERS or i.phrase.thing)]
        places = [i.phrase.place or i.phrase.zone for i in (one, other) if i.phrase and i not in of_monster]
        if of_monster and places and places[0] in OFF_FIELD:
            return places[0]
    return ""


def _tells(item: Item) -> bool:
    phrase = item.phrase
    return phrase is not None and bool(
        not phrase.light or phrase.thing or phrase.activation or phrase.place or phrase.zone
    )


def _reaches_elsewhere(card: Card, place: str) -> bool:
    """Whether everything a card negates by choosing it lies elsewhere; what is thrown from the hand lies in the GY."""
    reached = {place, *(["gy"] if place == "hand" else [])}
    negating = [e for e in card.effects if any(a.act.startswith(_NEGATES) for a in e.does)]
    aims = [zones for e in negating for zones in _aims(e)]
    return (
        bool(aims)
        and all(e.responds_to is None for e in negating)
        and all(zones and not reached & {*zones} for zones in aims)
    )


def _aims(effect: Effect) -> list[Sequence[str]]:
    """Where the cards lie that an effect negates: those it targets, or those its text tells; an empty place is any."""
    aims: list[Sequence[str]] = [which.zones for which in effect.targets]
    negating = [act for act in effect.does if act.act.startswith(_NEGATES)]
    return aims or [act.which.zones if act.which else () for act in negating]


def _of_a_summon(desk: Desk, asked: Asked, card: Card, way: str) -> AskAnswer | None:
    """Only texts that negate summons do so, and never a summon that an effect makes as it resolves."""
    if not does_one(card, ("negate-summon",)):
        awaits = [e.responds_to for e in card.effects if e.responds_to and "special-summon" in e.responds_to.doing]
        if awaits:
            places = _places_told(asked)
            if len(places) == 1 and any(w.doing_from and places <= {*w.doing_from} for w in awaits):
                asked.used = Used(takes=frozenset(("pile",)))
                return _said(desk, asked, _NEGATED, "yes", "negates.effects-that-summon.from-there", card)
            return _said(desk, asked, _NEGATED, "depends", "negates.effects-that-summon", card)
        return _said(desk, asked, _NEGATED, "no", "negates.no-summon", card)
    coming = _summoned_itself(asked)
    if asked.answered is not None and coming is None and _summons(desk, asked.answered[0]):
        return _said(desk, asked, _SUMMONED, "no", "negates.no-summon-by-effect", asked.answered[0])
    if coming is None and not way and (over := _resolved_before(desk, asked)) is not None:
        asked.used = Used(takes=_OF_WHAT_IS_OVER)
        return _said(desk, asked, _SUMMONED, "no", "negates.no-summon-by-effect", over)
    way = way or (_way_of(asked, coming) if coming is not None else "")
    if way == "by-effect" and (asked.answered is None or coming is not None):
        return _said(desk, asked, _SUMMONED, "depends", "negates.summon-by-effect", card)
    if coming is None and ((asked.kind == "can" and asked.accounts) or not way):
        return None
    waits = [e.responds_to for e in card.effects if e.responds_to and "summon" in e.responds_to.to]
    meant = [w for w in waits if not (w.of and w.of.summoned) or way in w.of.summoned]
    asked.aside = [(text, other) for text, other in asked.aside if other is not coming]
    if not meant:
        return _said(desk, asked, _NEGATED, "no", "negates.no-such-summon", card)
    bound = any(not way and w.of and w.of.summoned for w in waits)  # which summon it would be is not told
    bound |= all(w.targeting or (w.of and (w.of.level or w.of.atk or w.of.group or w.of.race)) for w in meant)
    verdict = "depends" if bound else "yes"
    return _said(desk, asked, _ABOUT_TO, verdict, f"negates.summon.{verdict}", card)


def _resolved_before(desk: Desk, asked: Asked) -> Card | None:
    """`X has resolved and summoned it`: the one card told whose effect made the summon that is over."""
    assert asked.cast is not None
    told = [i for i in asked.cast.items if i.part < asked.cast.asked_part()]
    over = any(i.has("resolved", "already") for i in told)
    cards = list({i.who: i.named.card for i in told if i.named}.values())
    return cards[0] if over and len(cards) == 1 and _summons(desk, cards[0]) else None


def _places_told(asked: Asked) -> set[str]:
    """`the summons from the Deck`: where the monsters come from whose summon is spoken of."""
    assert asked.cast is not None
    here = [i.phrase for i in asked.cast.asked_items if i.phrase]
    told = [phrase.place or phrase.zone or phrase.origin for phrase in here]
    return {place for place in told if place in OFF_FIELD}


def _summoned_itself(asked: Asked) -> Card | None:
    """`the summon of Y`: the one monster named beside the summon that is to be negated."""
    assert asked.cast is not None
    here = asked.cast.asked_items
    named = {i.named.card.id: i.named.card for i in here if i.named and i.named.card is not asked.card}
    [*monsters] = [other for other in named.values() if other.type.startswith("Monster")]
    return monsters[0] if len(named) == 1 and monsters else None


def _way_of(asked: Asked, coming: Card) -> str:
    """How a monster comes whose summon is spoken of: by its own procedure, else a Special Summon is an effect's."""
    special = outcome_words().is_special(asked.text)
    own_way = bool(coming.effects_of("summoning")) or any(kind in coming.type for kind in _BY_PROCEDURE)
    return ("special" if own_way else "by-effect") if special else ""


def _said(desk: Desk, asked: Asked, by: tuple[str, str], verdict: str, key: str, of: Card) -> AskAnswer:
    assert asked.card is not None
    said = sentence(lexicon_for(desk), key, other=names_of(asked.card), card=names_of(of))
    answer = frame(desk, asked, verdict, said)
    answer["because"] = [reason_by_rule(desk, *by, verdict)]
    asked_as = sentence(lexicon_for(desk), "negates.asked", card=names_of(asked.card))
    answer["question"] |= {"kind": "outcome", "card": card_identity(asked.card), "understood": asked_as}
    return answer


def _summons(desk: Desk, card: Card) -> bool:
    known = desk.book.library.acts
    acts = [known.get(a.act) for e in card.effects for a in e.does]
    return any(act and "special-summon" in (act.id, act.is_) for act in acts)


def _wholly_read(card: Card) -> bool:
    return bool(card.effects) and not card.has_unread


def lasting_negation(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where one card negates while it lies there and another is asked to be negated by it; else nothing."""
    cast = asked.cast
    if cast is None or asked.kind not in _KINDS:
        return None
    cards = list({i.named.card.id: i.named.card for i in cast.items if i.named}.values())
    before = [told for told in asked.accounts if told.part != cast.asked_part()]
    if len(cards) != 2 or any(i.doubt for i in cast.items) or before or asked.links:
        return None
    told_in_force = {i.who for i in cast.of("in-force")}
    found = [(card, act) for card in cards for act in _lasting(desk, card)]
    if len({card.id for card, _ in found}) > 1:  # of two that negate, the one told to be in force is not the one asked
        told_in_force = told_in_force or {card.id for card in _asked_to_negate(asked)}
        found = [(card, act) for card, act in found if card.id in told_in_force]
    if len(found) != 1:
        return None
    [(negator, act)] = found
    other = next(card for card in cards if card is not negator)
    words = outcome_words()
    told = words.thing_asked(asked.text)
    in_force = negator.id in told_in_force
    acts_itself = _acts_on_others(asked, other)
    negated = told is not None and told[0] == "negated" and not acts_itself
    done = _deed_asked(asked, other) if in_force and not negated else ()
    resolves = acts_itself or (in_force and (bool(done) or (told is not None and told[0] == "resolves")))
    if asked.accounts and not done:
        return None
    here = cast.asked_items
    stops = "respond" in marks_of(here) and any(i.named and i.named.card is negator for i in here)
    stops = stops and not acts_itself
    aimed_at = asked.answered is not None and asked.answered[0] is negator  # `can X stop the negator`
    stops = stops and (not aimed_at or _is_the_doer(asked, negator))
    chained = words.chained.search(asked.text.lower()) is not None
    if (
        chained
        or not (negated or stops or resolves)
        or any(i.phrase and (i.phrase.at or i.phrase.states) for i in cast.items)
    ):
        return None
    effects = [e for e in _meant(asked, other) if not done or does_so(e, done)]
    verdicts = {e: _reached(desk, negator, act, other, e) for e in effects}
    each = set(verdicts.values())
    if not each or None in each:
        return None
    if resolves and any(_stands_in_its_way(desk, asked, negator, other, e) for e in effects):
        return None  # whether it may be activated at all is asked then
    verdict = each.pop() if len(each) == 1 else "depends"
    lexicon, key = lexicon_for(desk), "lasting-negation"
    if resolves and not stops:
        key, verdict = f"{key}.resolves", {"yes": "no", "no": "yes"}.get(str(verdict), "depends")
    said = sentence(lexicon, f"{key}.{verdict}", card=names_of(negator), other=names_of(other))
    asked.not_understood = words.left_over(asked.not_understood)
    asked.used, asked.missing = Used(), ""
    answer = frame(desk, asked, verdict, said)
    came = sorted({str(came) for came in verdicts.values()})
    answer["because"] = [reason_by_rule(desk, "effect-negated", _BY_A_NEGATION[told], told) for told in came]
    answer["question"] |= {"kind": "outcome", "card": card_identity(other)}
    if verdict == "depends":
        answer["branches"] = [
            {"if": sentence(lexicon, "if.effect", card=names_of(other), effect=effect_named(e)), "verdict": str(v)}
            for e, v in verdicts.items()
        ]
    return answer


def _stands_in_its_way(desk: Desk, asked: Asked, negator: Card, other: Card, effect: Effect) -> bool:
    """Whether an effect asks for a table on which the card in force does not lie: "if you control no Spells/Traps"."""
    told = asked.in_force_of.get(negator.id, "")
    sides: tuple[Side, ...] = (told,) if told in ("own", "opponent") else ("own", "opponent")  # type: ignore[assignment]
    strangers = strangers_among(desk, [negator, other])
    for side in sides:
        own = CardOnTable(card=other.names.zh, zone=effect.zones[0] if effect.zones else field_zone(other))
        table = desk.table(Table(self=own, cards=(on_the_field(negator, side),)), strangers=strangers)
        if any(table.meets(wanted, own) == "no" for wanted in effect.requires):
            return True
    return False


def _is_the_doer(asked: Asked, card: Card) -> bool:
    """`is X negated by Y`: whether the word for a doer stands right before a name."""
    assert asked.cast is not None
    starts = [asked.places[i.start] for i in asked.cast.items if i.named and i.named.card is card]
    words = outcome_words()
    return any(words.by_the_other.search(asked.text[max(at - _BY, 0) : at].lower()) for at in starts)


def _asked_to_negate(asked: Asked) -> list[Card]:
    """`does X negate Y`, `is Y negated by X`: the card that stands as the one who would, where the roles are clear."""
    cast = asked.cast
    assert cast is not None
    here = cast.asked_items
    names = [i for i in here if i.named]
    if len(names) != 2:
        return []
    by_means = outcome_words().by_means
    ends = [(i.named.card, asked.places[i.named.token.end - 1] + 1) for i in names if i.named and i.named.token]
    marked = [card for card, end in ends if by_means.match(asked.text, end)]
    verb = next((i for i in here if i.has("respond")), None)
    if len(marked) == 1 or verb is None:
        return marked
    between = names[0].start < verb.start < names[1].start and not verb.has("passive")
    return [names[0].named.card] if between and names[0].named and asked.card is names[0].named.card else []


def _acts_on_others(asked: Asked, card: Card) -> bool:
    """`does X still negate traps`: the card is asked to act on something, and not what befalls it."""
    assert asked.cast is not None
    here = asked.cast.asked_items
    verb = next((i for i in here if i.has("respond") and not i.has("passive")), None)
    if verb is None or any(i.named and i.role != "in-force" for i in here if i.start > verb.start):
        return False
    before = [i for i in here if i.named and i.start < verb.start]
    told = [i.phrase for i in here if i.phrase and i is not verb]
    acted_on = any(p.activation or p.thing or p.events or p.does or "activate" in p.marks for p in told)
    return bool(before) and acted_on and before[-1].named is not None and before[-1].named.card is card


def _deed_asked(asked: Asked, card: Card) -> tuple[str, ...]:
    """`X is in force, Y is used; does it destroy`: what Y was used for and is asked to have happened; else nothing."""
    assert asked.cast is not None
    breaks = [match.end() for match in _BREAK.finditer(asked.text.rstrip("?？。. "))]
    first = breaks[-1] if breaks else 0
    here = [i for i in asked.cast.items if asked.places[i.start] >= first]
    bare = any(i.has("activate", "respond") and i.phrase and not i.phrase.does for i in here)
    if not first or bare or not here or any(i.named for i in here):
        return ()
    words = outcome_words()
    said = [act for i in here if i.phrase for act in i.phrase.does] + words.deeds_asked(asked.text[first:])
    told = words.thing_asked(asked.text)
    said += ["destroy"] if told is not None and told[0] == "destroyed" and told[1][1] > first else []
    return tuple(act for act in said if any(does_so(e, (act,)) for e in card.effects))


def _lasting(desk: Desk, card: Card) -> list[Action]:
    acts = [a.act for a in applying(desk, card) if a.sure and a.act.act == _NEGATES]
    return [a for a in acts if (a.which is not None and a.which.zones and not a.to) or a.what.startswith(_BY_REACH)]


def _meant(asked: Asked, card: Card) -> list[Effect]:
    """The effects that may be meant: by number, by what they are told to do, else all that are activated or apply."""
    assert asked.cast is not None
    effects = [e for e in card.effects if e.is_activated or e.does]
    told = [i.effect for i in asked.cast.items if i.named and i.named.card is card and i.effect is not None]
    doing = [i.phrase.does for i in asked.cast.items if i.phrase and i.phrase.does and not i.has("respond")]
    numbered = [e for e in effects if e.number in told]
    before = [one for one, other in pairwise(asked.cast.items) if other.named and other.named.card is card]
    lies = {one.phrase.zone for one in before if one.phrase}
    effects = [e for e in effects if lies & set(e.zones)] or effects
    return numbered or [e for e in effects if any(does_so(e, acts) for acts in doing)] or effects


def _reached(desk: Desk, negator: Card, act: Action, other: Card, effect: Effect) -> str | None:
    """Whether the effect is used where it is negated, and the card is still there as it resolves."""
    if effect.unread:
        return None
    if act.which is None:  # it asks what the effect reaches, not where it is used
        beside = Table(self=on_the_field(other, "own"), cards=(on_the_field(negator, "opponent"),))
        return comes_to_nothing(desk, other, effect, beside)
    zones = effect.zones or (field_zone(other),)
    there = [zone for zone in zones if zone in FIELD]
    if not there:
        return "no"
    if len(there) < len(zones):
        return None
    leaves = any(cost.act.startswith(_LEAVES) and cost.what == "self" for cost in effect.cost)
    gone = effect.trigger is not None and any(
        event.startswith(("sent-to-gy", "destroyed", "banished", "left-field", "tributed", "returned"))
        for event in effect.trigger.events
    )
    if gone and (effect.trigger is None or effect.trigger.subject != "other"):
        return "no"  # it is used from where the card went
    if leaves:
        return "no"
    side: Side = "own" if act.which.side == "own" else "opponent"
    lying = CardOnTable(card=other.names.zh, called="asked", side=side, zone=there[0], position="attack")
    strangers = strangers_among(desk, [negator, other])
    told = desk.table(Table(cards=(lying, on_the_field(negator))), strangers=strangers)
    fits = told.fits(lying, act.which, ignore=("side", "other"))
    return fits if fits != "yes" or told.is_negated(lying) else None
