"""Facts about what has just happened, as far as it sets an effect off: which event, to which card, how, and when."""

import msgspec

from knowledge.data.cases import UNKNOWN, CardOnTable, Happening
from knowledge.data.profile import FIELD, Filter, Trigger, effects_numbered
from knowledge.rules.facts.moment_facts.moment import answers_last_link, summon_to_answer
from knowledge.rules.facts.resolution_facts.costs import gy_is_closed
from knowledge.rules.facts.table_facts.card_moves import as_it_was, looks_back, whose_it_would_have_been
from knowledge.table.cards import card_called, every_card, fighter, profile_of
from knowledge.table.filters import matches
from knowledge.table.situation import Fact, Situation, yes

_TO_GY = "sent-to-gy"
_NORMAL_DRAW = "normal-draw"  # never made by an effect on a chain
_TOWARDS_GY = frozenset(("discarded", "tributed", "destroyed", "detached"))
_MOVES = frozenset(
    (_TO_GY, "destroyed", "tributed", "banished", "returned-to-hand", "returned-to-deck", "added-to-hand")
)
_AFTER_THE_LINK = ("synchro-summon", "xyz-summon", "link-summon")
_BRINGS: dict[str, tuple[str, ...]] = {  # what an act brings about, as an account of the game names it
    "special-summon": ("special-summoned", "summoned"),
    "normal-summon": ("normal-summoned", "summoned"),
    "draw": ("drawn", "added-to-hand"),
    "add-to-hand": ("added-to-hand",),
    "return-to-hand": ("returned-to-hand", "left-field"),
    "return-to-deck": ("returned-to-deck", "left-field"),
    "destroy": ("destroyed", "destroyed-by-effect", "sent-to-gy", "left-field"),
    "send-to-gy": ("sent-to-gy", "sent-to-gy-by-effect", "left-field"),
    "discard": ("discarded", "discarded-by-effect", "sent-to-gy"),
    "banish": ("banished", "left-field"),
    "tribute": ("tributed", "sent-to-gy", "left-field"),
    "inflict-damage": ("effect-damage-taken", "damage-taken"),
    "gain-lp": ("lp-gained",),
    "change-position": ("position-changed",),
    "take-control": ("control-changed",),
    "equip": ("equipped",),
    "place-counter": ("counter-placed",),
}
_ATTACK, _FIGHTS = "attack-declared", "own-monster-battles"
_BY = "-by-"  # what the names of events put before their cause
_OF_THE_STEP = ("damage-step-ended", "before-damage-calculation", "damage-calculation")  # told of no one card
_PERHAPS = "perhaps"  # it is told in wider words than the text uses: "destroyed", where the text says by what
_TOLD_BY_THE_EVENT = ("zones", "side", "face", "position")  # what a card that has moved no longer shows


def event_happened(s: Situation) -> Fact:
    """Whether what sets the effect off has just happened, or may be what is told in wider words."""
    e, happened = s.effect, s.question.table.happened
    if e.trigger is None:
        return "yes"
    if e.responds_to is not None and "yes" in (answers_last_link(s), summon_to_answer(s)):
        return "yes"  # a text with several occasions needs only one of them
    if e.trigger.events == ("battled",) and _was_not_fought(s):
        return "no"  # without a damage calculation nobody has battled
    if not happened:
        return UNKNOWN
    if _lasts_through_the_phase(s) or any(sets_off(s, h) != "no" for h in happened):
        return "yes"
    return UNKNOWN if e.unread else "no"  # what was not read of the condition may be just this event


def _was_not_fought(s: Situation) -> bool:
    """Whether the monster attacked has gone from the field without damage having been calculated."""
    battle, target = s.question.table.battle, fighter(s, "defender")
    gone = target is not None and target.zone is not None and target.zone != "monster-zone"
    return battle is not None and not battle.calculated and gone


def happened_as_named(s: Situation) -> Fact:
    """Whether it happened in the way the text names; unknown where a wider event is told, not its cause."""
    e, happened = s.question.effect, s.question.table.happened
    if e is None or e.trigger is None or not happened or _lasts_through_the_phase(s):
        return "yes"
    answers = {sets_off(s, h) for h in happened}
    if _PERHAPS not in answers or "yes" in answers:
        return "yes"
    doubtful = [h for h in happened if sets_off(s, h) == _PERHAPS]
    if not any(_is_so_by(s, doubtful, cause) for cause in ("battle", "effect")):
        return UNKNOWN  # no cause settles it
    return yes(_is_so_by(s, doubtful, s.word("cause-of-the-event").removeprefix("as-")))


def _is_so_by(s: Situation, doubtful: list[Happening], cause: str) -> bool:
    return any(not h.by and sets_off(s, msgspec.structs.replace(h, by=cause)) == "yes" for h in doubtful)


def moment_missed(s: Situation) -> Fact:
    """Whether something else followed the event; unknown where several things are told without their order."""
    e, happened = s.question.effect, s.question.table.happened
    if e is None or e.trigger is None or e.trigger.when_or_if != "when" or len(happened) < 2:
        return "no"
    fitting = [n for n, h in enumerate(happened) if sets_off(s, h) != "no"]
    if not fitting or _lasts_through_the_phase(s):
        return "no"
    event, since = happened[fitting[-1]], [h for h in happened[fitting[-1] + 1 :] if not _without_a_moment(s, h)]
    if any(h.later for h in since):
        return "yes"
    orders = {_order(s, event, h) for h in since}
    return "yes" if "sequential" in orders else "no" if orders <= {"simultaneous"} else UNKNOWN


def _without_a_moment(s: Situation, h: Happening) -> bool:
    """What the rules or a text that is never activated bring about belongs to the moment in which it happens."""
    card = s.book.card_named(h.source) if h.source else None
    doing = [e for e in card.effects if e.does] if card is not None else []
    bringing = [e for e in doing if any(h.event in _BRINGS.get(_plain(s, a.act), ()) for a in e.does)]
    chainless = card is not None and all(not e.is_activated for e in bringing or doing)
    paid_in_the_chain = h.by == "cost" and bool(s.question.table.chain)
    by_rule = h.by == "rule" and bool(s.book.wider_events((h.event,)) & _MOVES)  # a card moved, no chain or step ended
    return by_rule or chainless or paid_in_the_chain or h.event == _NORMAL_DRAW


def _order(s: Situation, first: Happening, second: Happening) -> str:
    """Whether two things that one effect brought about share a moment, as its text joins them; "" where not told."""
    card = s.book.card_named(second.source) if second.source and second.source == first.source else None
    if card is None:
        return ""
    for effect in card.effects:
        acts = [a for a in effect.does if second.event in _BRINGS.get(_plain(s, a.act), ())]
        before = [a for a in effect.does if first.event in _BRINGS.get(_plain(s, a.act), ())]
        if acts and before and acts[0] is not before[0]:
            return str(s.book.settled_of("parts-share-a-moment", s, card, effect, acts[0].act))
    return ""


def _plain(s: Situation, act: str) -> str:
    """The widest of the acts that bring an event about which this one is."""
    return next((word for word in _BRINGS if word in s.book.wider_acts((act,))), act)


def gy_never_reached(s: Situation) -> Fact:
    """Whether the text waits for its own card going to the GY, which effects in force banish instead."""
    q = s.question
    trigger = q.effect.trigger if q.effect is not None else None
    if trigger is None or trigger.subject != "self":
        return "no"
    if not all("sent-to-gy" in s.book.wider_events((event,)) for event in trigger.events):
        return "no"
    own = q.table.self or CardOnTable(card=s.card.names.zh)
    closed = gy_is_closed(s, own, own.owner or own.side)
    if q.table.happened and not _went_to_the_gy_last(s):
        return "no"
    if closed and (q.table.happened or own.zone != "gy"):
        return "yes"
    return "no" if own.zone == "gy" else UNKNOWN


def _went_to_the_gy_last(s: Situation) -> bool:
    """Whether the card's way to the GY is the last thing told, so that what lies there now lay there then."""
    told = s.question.table.happened
    ways = [n for n, h in enumerate(told) if h.card == "self" and "sent-to-gy" in s.book.wider_events((h.event,))]
    return bool(ways) and not any(h.later for h in told[ways[-1] + 1 :])


def _lasts_through_the_phase(s: Situation) -> bool:
    """Whether a phase or step sets the effect off: not a single moment, so other things may come between."""
    named = s.effect.trigger.events if s.effect.trigger else ()
    events = [s.book.library.events[e] for e in named if e in s.book.library.events]
    return any("phase-came" in s.book.wider_events((e.id,)) and s.question.window in e.happens for e in events)


def sets_off(s: Situation, happening: Happening) -> str:
    """Whether a happening is what the text names: yes, no, or perhaps."""
    trigger = s.effect.trigger
    assert trigger is not None  # only effects with one are asked what sets them off
    if happening.event == "card-activated" and happening.by == "effect":
        return "no"  # a card activated while an effect resolves is nothing that others answer
    named = _is_the_event(s, trigger, happening)
    if named == "yes" and happening.event == _ATTACK and any(r.is_ == _FIGHTS for r in s.effect.requires):
        return "yes"  # an attack between monsters of the two sides, whoever declares it
    if named == "no" or not _comes_from_there(s, trigger, happening) or not _is_of_the_kind(s, trigger.of, happening):
        return "no"
    of_no_card = not happening.card and happening.event in _OF_THE_STEP  # whoever fought in it
    fits = trigger.subject == "any" or of_no_card or (happening.card == "self") == (trigger.subject == "self")
    return named if fits else "no"


def _is_the_event(s: Situation, trigger: Trigger, happening: Happening) -> str:
    """Whether the event is one the text names, with what is told of its cause and where it leaves the card."""
    if s.book.wider_events((happening.event,)) & frozenset(trigger.not_by):
        return "no"
    said = [happening.event, *([_TO_GY] if _ends_in_the_gy(s, happening) else []), *_leaving(s, happening)]
    lying = card_called(s, happening.card) if happening.card else None
    came_down = lying is not None and lying.face == "down" and _comes_out(s, happening)
    normally = trigger.of is not None and bool(trigger.of.summoned)  # a Set that is a Normal Summon
    if came_down or (not normally and happening.event == "position-changed" and "face-down" in happening.now):
        said.append("set-on-field")  # a monster that comes out or is turned face-down has been set as well
    cause = "" if _summoned_after_its_link(s, happening) else happening.by or happening.event.partition(_BY)[2]
    cause = "effect" if _by_a_numbered_way(s, happening) else cause
    told = s.book.wider_events(tuple(_with_cause(s, event, cause) for event in said))
    if told & frozenset(trigger.events):
        return "yes"
    ways = _TOWARDS_GY if happening.event == _TO_GY and not (happening.by or happening.origin) else frozenset()
    narrower = {t for t in trigger.events if (ways | set(said)) & s.book.wider_events((t,))}
    if {f"{happening.event}-by-{cause}" for cause in ("battle", "effect")} <= narrower:
        return "yes"  # whichever it was, the text names it
    battle = s.question.table.battle
    settled = {"attacked-directly"} if happening.to or (battle is not None and battle.defender) else set()
    if "destroyed-by-battle" in told:
        settled.add("sent-to-gy-by-battle")  # it would have been told by where the monster ends
    open_still = [t for t in narrower - settled if not happening.by or _BY not in t]
    return _PERHAPS if open_still else "no"


def _comes_out(s: Situation, happening: Happening) -> bool:
    return "special-summoned" in s.book.wider_events((happening.event,))


def _summoned_after_its_link(s: Situation, happening: Happening) -> bool:
    """Whether an effect only let its player make a Synchro, Xyz or Link Summon: the summon itself is no effect's."""
    card = s.book.card_named(happening.source) if happening.source else None
    return (
        _comes_out(s, happening)
        and card is not None
        and any(a.act in _AFTER_THE_LINK for e in card.effects for a in e.does)
    )


def _by_a_numbered_way(s: Situation, happening: Happening) -> bool:
    """Whether a monster came by a way of its own that its text numbers as an effect, though without a chain."""
    card = s.book.card_named(happening.source) if happening.by == "procedure" and happening.source else None
    return card is not None and any(e.kind == "summoning" and e.number for e in card.effects)


def _leaving(s: Situation, happening: Happening) -> list[str]:
    """A card told to have gone from a zone of the field has left it, whatever became of it."""
    there = happening.origin in FIELD or happening.was in FIELD or "face-" in happening.was
    return ["left-field"] if there and s.book.wider_events((happening.event,)) & _MOVES else []


def _with_cause(s: Situation, event: str, cause: str) -> str:
    """The event by its cause, where there is such a word and the event does not name a cause itself."""
    caused = f"{event}{_BY}{cause}"
    return caused if caused in s.book.library.events else event


def _ends_in_the_gy(s: Situation, happening: Happening) -> bool:
    """Whether what happened leaves the card in the GY, as it does unless something sends it elsewhere."""
    if not s.book.wider_events((happening.event,)) & _TOWARDS_GY:
        return False
    own = s.question.table.self if happening.card == "self" else card_called(s, happening.card)
    card = s.question.card if happening.card == "self" else s.book.card_named(happening.card)
    elsewhere = own is not None and own.zone not in (None, "gy")
    to_extra_deck = card is not None and "Pendulum" in card.type.split(" / ") and happening.event != "discarded"
    return not (elsewhere or to_extra_deck or gy_is_closed(s, own))


def _comes_from_there(s: Situation, trigger: Trigger, happening: Happening) -> bool:
    origin = happening.origin
    if not origin or trigger.events == ("set-on-field",):  # such a text says where a card is set, not whence it came
        return True
    if trigger.of and trigger.of.zones and origin not in trigger.of.zones:
        return False
    asks_for_the_field = any(r.is_ == "was-on-field" for r in s.effect.requires)
    return origin in FIELD or not asks_for_the_field


def _is_of_the_kind(s: Situation, which: Filter | None, happening: Happening) -> bool:
    """Whether nothing told of the card or its player speaks against what the text names."""
    if which is None or happening.card == "self":
        return True
    lying = card_called(s, happening.card) if happening.card else None
    side = whose_it_would_have_been(happening) or happening.side or (lying.side if lying is not None else None)
    if side is not None and which.side in ("own", "opponent") and which.side != side:
        return False
    if _was_set_by_the_other(s, which, happening):
        return False
    if lying is None and happening.card and side is not None:
        lying = CardOnTable(card=happening.card, side=side)  # it has moved, and is known by its name alone
    if s.effect.trigger is not None and looks_back(s, s.effect.trigger):
        lying = as_it_was(s, happening, which.zones) or lying  # it counts as it was when it was destroyed or left
    if happening.origin == "monster-zone" and "monster" in which.type:  # what lay there was a monster, traps included
        which = msgspec.structs.replace(which, type=tuple(word for word in which.type if word != "monster"))
    return lying is None or matches(s, lying, which, ignore=_TOLD_BY_THE_EVENT) != "no"


def _was_set_by_the_other(s: Situation, which: Filter, happening: Happening) -> bool:
    """Whether a text waits for a player to set a card, and it is told that the other one had it set."""
    waits = s.effect.trigger is not None and "set-on-field" in s.effect.trigger.events and not which.zones
    told = happening.caused_by is not None and which.side in ("own", "opponent")
    return waits and told and which.side != happening.caused_by


def trigger_on_chain(s: Situation) -> Fact:
    """Whether this very trigger effect stands on the chain already; unknown where another copy may be meant."""
    q = s.question
    if q.effect is None or q.effect.kind != "trigger":
        return "no"
    own = [link for link in q.table.chain if link.by == "own" and s.book.card_named(link.card) is q.card]
    standing = [link for link in own if link.effect is not None and s.effect in effects_numbered(s.card, link.effect)]
    if not standing:
        return "no"
    if _lasts_through_the_phase(s):
        return UNKNOWN  # who asks of two such links has two copies in mind
    if q.effect.unread and q.effect.trigger is not None and q.effect.trigger.each:
        return UNKNOWN  # how often it was set off cannot be counted
    if q.effect.trigger is not None and q.effect.trigger.each and q.table.happened:
        return yes(len(standing) >= sum(sets_off(s, h) != "no" for h in q.table.happened))
    went = [h for h in q.table.happened if h.card == "self" and h.event != "flipped" and sets_off(s, h) == "yes"]
    if len(went) > len(standing):
        return UNKNOWN  # the card came back in between; how often it is set off texts decide one by one
    twins = [c for c in every_card(s) if c is not q.table.self and c.side == "own" and profile_of(s, c) is q.card]
    return UNKNOWN if q.table.self is None or len(standing) <= len(twins) else "yes"
