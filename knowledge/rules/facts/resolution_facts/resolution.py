"""Facts about an effect that resolves: how its targets stand, what its text asks of them, whether it was negated."""

from collections.abc import Callable

from knowledge.data.cases import UNKNOWN, CardOnTable, Link
from knowledge.data.profile import FIELD, Card, Effect
from knowledge.rules.facts.effect_facts.effect_parts import NEGATIONS, left_its_place
from knowledge.rules.facts.effect_facts.possible_acts import is_prevented
from knowledge.rules.facts.moment_facts.negation import is_negated
from knowledge.rules.facts.resolution_facts.targets import (
    asked_link,
    cannot_be_targeted,
    kind_of_card,
    link_with_effect,
)
from knowledge.table.activations import new_text, targets_now
from knowledge.table.cards import card_called, changes_kind_of_zone, every_card, fighter, words_of, zone_of
from knowledge.table.filters import is_listed_in_full, matches
from knowledge.table.in_force import is_about
from knowledge.table.requirements import met
from knowledge.table.responses import kept_on_chain
from knowledge.table.situation import Fact, Situation, yes

_GONE = frozenset(
    (
        "left-field",
        "banished",
        "sent-to-gy",
        "destroyed",
        "tributed",
        "returned-to-hand",
        "returned-to-deck",
        "added-to-hand",
        "special-summoned",
    )
)

_AS_PAID = "as-many-as-sent"  # as many cards as the cost was paid with
_PER_SUMMON = "-per-opponents-special-summon"  # so often does a text apply that waits for the other player's summons
_ZONE_CHANGE = "zone-changed"
_TURNED_UP = ("flipped", "flip-summoned", "card-activated")
_STAYING = ("Spell / Continuous", "Spell / Field", "Spell / Equip", "Trap / Continuous")
# what an effect can do to a monster that lies face-down, and what it cannot
_DONE_FACE_DOWN = frozenset(
    {"destroy", "banish", "send-to-gy", "return-to-hand", "return-to-deck", "tribute", "take-control", "move-zone",
     "flip-face-up", "change-position", "reveal", "look"}
)  # fmt: skip
_NOT_DONE_FACE_DOWN = frozenset(
    {"change-atk-def", "negate-effect", "change-level", "change-name", "change-attribute", "change-race", "equip",
     "place-counter", "attach-material", "copy-effect", "flip-face-down"}
)  # fmt: skip
_FOLLOWS = ("then", "and-if-you-do")
_OF_THE_VICTIM = ("battled", "destroyed", "half-of-destroyed")


def link_negated(s: Situation) -> Fact:
    """Whether the next link answers this one and negates its activation, or only its effect."""
    found = asked_link(s)
    if found is None:
        return UNKNOWN
    by_answer = _negated_by_the_next(s, found[0])
    own = card_called(s, "self")
    return "effect" if by_answer == "no" and own and is_negated(s) else by_answer


def _negated_by_the_next(s: Situation, place: int) -> Fact:
    """What the link above does to this one; nothing where that one is negated itself, or this one kept from it."""
    chain = s.question.table.chain
    answer = link_with_effect(s, chain[place + 1]) if len(chain) > place + 1 else None
    negations = {a.act for a in answer[2].every_act if a.what == "answered"} & NEGATIONS.keys() if answer else set()
    if answer is None or not negations or _answers_the_one_below(s, place):
        return "no"
    act = max(negations, key=tuple(NEGATIONS).index)
    if NEGATIONS[act] in kept_on_chain(s, chain[place]) or _is_out_of_its_reach(s, chain[place], answer):
        return "no"
    stopped = _negated_by_the_next(s, place + 1) if len(chain) > place + 2 else "no"
    if stopped != "no":
        return UNKNOWN if stopped is UNKNOWN else "no"
    return UNKNOWN if _may_be_put_out(s, place + 1, answer[1]) else NEGATIONS[act]


def _answers_the_one_below(s: Situation, place: int) -> bool:
    """Whether two forced answers to one activation stand here: the upper one does nothing to the lower."""
    upper, lower = (link_with_effect(s, s.question.table.chain[n]) for n in (place + 1, place))
    return upper is not None and lower is not None and place > 0 and upper[2] == lower[2] and upper[2].mandatory


def _is_out_of_its_reach(s: Situation, link: Link, answer: tuple[Link, Card, Effect]) -> bool:
    """Whether the monster that was activated lies there unaffected by the card that would negate it."""
    own = s.question.table.self if s.book.card_named(link.card) is s.question.card else card_called(s, link.card)
    there = own is not None and zone_of(s, own) in FIELD
    return own is not None and there and s.state.unaffected_by(own, answer[1], answer[0].by) is not None


def _may_be_put_out(s: Situation, place: int, card: Card) -> bool:
    """Whether something else may stop the link that would negate: its card is negated, or had to stay and met more."""
    lying = card_called(s, s.question.table.chain[place].card)
    met_more = len(s.question.table.chain) > place + 1 and any(kind in card.type for kind in _STAYING)
    return met_more or (lying is not None and s.state.negated(lying) != "no")


def rewritten(s: Situation) -> Fact:
    """Whether the link asked about was rewritten, and whether its new text still targets what it did."""
    found = asked_link(s)
    if found is None or not found[1].rewritten_by:
        return "no"
    text = new_text(s, found[1])
    return UNKNOWN if text is None else "keeps-its-target" if targets_now(s, found[1]) else "without-a-target"


def resolution_standing(s: Situation) -> Fact:
    """How the effect stands at its resolution: what has become of its targets, or of what it would pick."""
    q, found = s.question, asked_link(s)
    if q.effect is None or found is None:
        return UNKNOWN
    link = found[1]
    if q.effect.does and q.effect.does[0].act == "special-summon-self" and left_its_place(s):
        return "prevented"
    own = q.table.self
    unmet = [any(met(s, r, own, link.by) == "no" for r in a.requires) for a in q.effect.does]
    if unmet and all(unmet) and not q.effect.choices:
        return "prevented"  # each part has a condition of its own that is not so now
    if _its_victim_has_left_the_gy(s, q.effect):
        return "prevented"
    if not q.effect.targets:
        return _standing_without_targets(s, q.effect, link)
    if not link.targets:  # what it does to something else first, it does all the same
        first = q.effect.does[0] if q.effect.does else None
        return "kept" if first is not None and q.effect.mandatory and first.what == "self" else "none-chosen"
    how = [_lost(s, name, q.effect) for name in link.targets]
    still_there = [card_called(s, name) for name, lost in zip(link.targets, how, strict=True) if not lost]
    if not still_there:
        return _ZONE_CHANGE if set(how) == {_ZONE_CHANGE} else "lost"
    kept = [lying for lying in still_there if lying is not None]
    if len(kept) < len(still_there):
        return UNKNOWN  # a target is named that the table does not list
    if len(kept) < len(link.targets):
        return "some-left"
    if q.effect.does and is_prevented(s, q.effect.does[0], link.by) == "yes":
        return "prevented"
    if _asks_for_the_attacker(q.effect) and _attacks_no_more(s, link.targets[0]):
        return "no-longer-attacking"
    barred = _reaches_no_target(s, q.effect, kept, link.by)
    if barred:
        return barred
    return "kept" if any(_text_still_fits(s, q.effect, lying, link.by) for lying in kept) else "unfit"


def _reaches_no_target(s: Situation, effect: Effect, kept: list[CardOnTable], by: str) -> str:
    """Why what it does first cannot be done to any of its targets as they lie; empty where it can.

    A monster that lies face-down can be moved, but has no values, name or effects to change, and carries no equip.
    """
    first = effect.does[0] if effect.does else None
    lasting = first is not None and first.act == "destroy" and bool(first.until)  # not done now: what it does later
    if first is None or first.what != "target" or lasting:
        return ""
    if all(s.state.unaffected_by(c, s.card, by) is not None for c in kept):
        return "unaffected"
    changes = s.book.wider_acts((first.act,)) & _NOT_DONE_FACE_DOWN
    by_its_value = first.stat.startswith("original-") and not first.amount and not s.book.has_profile(s.card)
    if by_its_value:
        return ""  # as read; another monster may be the one that takes its value
    return "face-down" if changes and all(_is_hidden(s, effect, c) for c in kept) else ""


def _is_hidden(s: Situation, effect: Effect, lying: CardOnTable) -> bool:
    """Whether a monster lies face-down that was not targeted as such."""
    meant = any(which.face == "down" for which in effect.targets)
    return not meant and lying.face == "down" and zone_of(s, lying) == "monster-zone"


def resolution_stopped_by_a_change(s: Situation) -> Fact:
    """Whether something that is otherwise than at the activation stops the effect: unknown where its text may mind it.

    What a profile says of an effect is taken at its word. In a text that was read something may be missing: there a
    card that has moved, lies face-down now or is unaffected leaves it open whether the effect needs it.
    """
    q, found = s.question, asked_link(s)
    if q.effect is None or found is None or s.book.has_profile(s.card):
        return "no"
    effect, link = q.effect, found[1]
    if not effect.does and not effect.choices:
        return UNKNOWN  # nothing is known of what it does
    kept = [c for name in link.targets if not _lost(s, name, effect) and (c := card_called(s, name)) is not None]
    wide = s.book.wider_acts((effect.does[0].act,)) if effect.does else frozenset()
    changed = [c for c in kept if _is_hidden(s, effect, c) and not wide & _DONE_FACE_DOWN]
    spared = [c for c in kept if s.state.perhaps_unaffected_by(c, s.card, link.by)]
    on_target = not effect.does or effect.does[0].what == "target"
    unlike = [c for c in kept if not any(matches(s, c, which, link.by) != "no" for which in effect.targets)]
    missing = _is_gone_itself(s, effect) or _fights_no_more(s, effect) or _halts_halfway(s, effect, link)
    return UNKNOWN if changed or unlike or (spared and on_target) or missing else "no"


def _halts_halfway(s: Situation, effect: Effect, link: Link) -> bool:
    """Whether what is done at one with its first part cannot be done: some texts then do neither."""
    joined = [act for act in effect.does[1:2] if act.joined == "and-if-you-do"]
    barred = {ban.act.to for ban in s.state.acts("forbid-other")}
    return any(is_prevented(s, act, link.by) == "yes" or act.act in barred for act in joined)


def _fights_no_more(s: Situation, effect: Effect) -> bool:
    """Whether an effect that was set off by an attack resolves when the monster that attacked has gone."""
    by_an_attack = effect.trigger is not None and any(
        "attack-declared" in s.book.wider_events((event,)) for event in effect.trigger.events
    )
    attacker = fighter(s, "attacker") if by_an_attack else None
    return attacker is not None and zone_of(s, attacker) != "monster-zone"


def _is_gone_itself(s: Situation, effect: Effect) -> bool:
    """Whether a monster whose effect resolves is no longer where it worked, and did not leave to pay for it."""
    own = s.question.table.self
    if own is None or own.zone is None or effect.opens_the_card or any(a.what == "self" for a in effect.cost):
        return False
    worked_there = effect.zones or (("pendulum-zone",) if effect.part == "pendulum" else ("monster-zone",))
    left_since = any(h.card == "self" and s.book.wider_events((h.event,)) & _GONE for h in s.question.table.happened)
    needed = effect.trigger is None or left_since
    return needed and own.zone not in worked_there and s.card.type.startswith("Monster")


def _its_victim_has_left_the_gy(s: Situation, effect: Effect) -> bool:
    """Whether an effect speaks of the monster beaten and sent to the GY, and that has been taken out of there since."""
    asks = any(r.is_ == "destroyed-went-to-gy" for r in effect.requires)
    speaks_of_it = any(str(a.amount).startswith(_OF_THE_VICTIM) or a.what in _OF_THE_VICTIM for a in effect.does)
    if not (asks and speaks_of_it):
        return False
    taken = [card_called(s, h.card) for h in s.question.table.happened if h.origin == "gy" and h.card != "self"]
    beaten = [c for c in taken if c is not None and c.side != s.viewer and zone_of(s, c) != "gy"]
    fought = fighter(s, "defender")
    return bool(beaten) and (fought is None or fought in beaten or fighter(s, "attacker") in beaten)


def _standing_without_targets(s: Situation, effect: Effect, link: Link) -> str:
    prevented = is_prevented(s, effect.does[0], link.by) if effect.does else UNKNOWN
    if prevented == "yes":
        return "prevented"
    if _are_too_few(s, effect, link):
        return "prevented"
    picks = bool(effect.does) and effect.does[0].which is not None and effect.does[0].count != "all"
    return "picks-now" if picks else "kept"


def _are_too_few(s: Situation, effect: Effect, link: Link) -> bool:
    """Whether as many cards as were paid are to be taken, and the table lists fewer."""
    first = effect.does[0] if effect.does else None
    if first is None or first.which is None or first.count != _AS_PAID or not link.paid:
        return False
    zones = first.which.zones or FIELD
    fitting = [c for c in every_card(s) if matches(s, c, first.which, link.by) != "no"]
    return len(fitting) < len(link.paid) and is_listed_in_full(s, zones, first.which.side, link.by)


def _lost(s: Situation, name: str, effect: Effect) -> str:
    """Why a target is lost; empty while it stays where it was targeted."""
    lying = card_called(s, name)
    happened = [h for h in s.question.table.happened if h.card == name]
    if any(s.book.wider_events((h.event,)) & _GONE for h in happened):
        return "gone"
    if any(changes_kind_of_zone(h) for h in happened):
        return _ZONE_CHANGE
    as_set = bool(effect.targets) and all(which.face == "down" for which in effect.targets)
    if as_set and any(h.event in _TURNED_UP for h in happened):
        return "gone"  # it was targeted as a card lying face-down, and lies there anew
    zones = {zone for which in effect.targets for zone in which.zones}
    return "gone" if lying is not None and lying.zone is not None and zones and lying.zone not in zones else ""


def _text_still_fits(s: Situation, effect: Effect, lying: CardOnTable, by: str) -> bool:
    """Whether what the resolution part says of the target is true of the card as it lies now."""
    acts = [a for a in effect.does if a.what == "target"]
    return not acts or any(a.which is None or matches(s, lying, a.which, by) != "no" for a in acts)


def _asks_for_the_attacker(effect: Effect) -> bool:
    """Whether the resolution part says "the attacking monster" of its target."""
    return any(r.is_ == "target-still-attacks" for a in effect.does for r in a.requires)


def _attacks_no_more(s: Situation, name: str) -> bool:
    battle = s.question.table.battle
    return battle is None or s.book.decided("is-attacking-monster", s, name) == "no"


def resolution_moved_trap_monster(s: Situation) -> Fact:
    """Whether every target that changed zone is a trap monster that is still a trap as well."""
    found = asked_link(s)
    chosen = [card_called(s, name) for name in found[1].targets] if found else []
    both = frozenset(("trap", "monster"))
    return yes(bool(chosen) and all(c is not None and both <= words_of(s, c) for c in chosen))


def resolution_number_is_short(s: Situation) -> Fact:
    """Whether the resolution part names a number of targets and fewer are left."""
    q, found = s.question, asked_link(s)
    if q.effect is None or found is None:
        return UNKNOWN
    kept = [name for name in found[1].targets if not _lost(s, name, q.effect)]
    named = [a.count for a in q.effect.does if a.what == "target" and a.which is None and isinstance(a.count, int)]
    return yes(any(count > 1 and len(kept) < count for count in named))


def resolution_first_part_is_lost(s: Situation) -> Fact:
    """Whether the text has an order and the targets of its first part are gone."""
    q, found = s.question, asked_link(s)
    if q.effect is None or found is None:
        return UNKNOWN
    acts = [a for a in q.effect.does if a.what == "target"]
    if len(acts) < 2 or acts[0].which is None or acts[1].joined not in _FOLLOWS:
        return "no"
    first = [
        name
        for name in found[1].targets
        if (lying := card_called(s, name)) and matches(s, lying, acts[0].which, found[1].by, ignore=("zones",)) == "yes"
    ]
    return yes(bool(first) and all(_lost(s, name, q.effect) for name in first))


def resolution_target_shielded_now(s: Situation) -> Fact:
    """Whether a target has meanwhile become one that could not be targeted."""
    return _of_targets(
        s, lambda lying, link: cannot_be_targeted(s, lying, link.by, kind_of_card(s.book.card_named(link.card)))
    )


def resolution_target_changed_control(s: Situation) -> Fact:
    """Whether control of a target has changed since it was targeted."""
    moved = {h.card for h in s.question.table.happened if h.event == "control-changed"}
    return _of_targets(s, lambda lying, link: bool({lying.called, lying.card} & moved))


def _of_targets(s: Situation, claim: Callable[[CardOnTable, Link], bool]) -> Fact:
    found = asked_link(s)
    if found is None:
        return UNKNOWN
    chosen = [lying for name in found[1].targets if (lying := card_called(s, name))]
    return yes(any(claim(lying, found[1]) for lying in chosen))


def comes_about(s: Situation) -> Fact:
    """Whether what makes an effect apply by itself has come about, as far as the chain and the table show it."""
    e, table = s.effect, s.question.table
    events = frozenset(e.trigger.events) if e.trigger else frozenset()
    if any(str(a.count).endswith(_PER_SUMMON) for a in e.does):
        events |= {"special-summoned"}
        told = [h for h in table.happened if s.book.wider_events((h.event,)) & events]
        return yes(any(h.side == "opponent" for h in told))
    if any(s.book.wider_events((h.event,)) & events for h in table.happened if h.card in ("self", "")):
        return "yes"
    if "targeted" in events:
        return yes(any(_is_targeted_by(s, place, "self") for place in range(len(table.chain))) or _tied(s, "self"))
    aiming = [a for a in s.state.in_force if a.effect is e]
    return yes(any(is_about(s, a, c) for a in aiming for c in every_card(s)))


def _is_targeted_by(s: Situation, place: int, name: str) -> bool:
    """Whether a link targets a card and its activation was not negated by the next."""
    chain = s.question.table.chain
    if name not in chain[place].targets:
        return False
    answer = link_with_effect(s, chain[place + 1]) if len(chain) > place + 1 else None
    return not (answer and any(a.act == "negate-activation" and a.what == "answered" for a in answer[2].every_act))


def _tied(s: Situation, name: str) -> bool:
    return any(source.targeting == name or source.equipped_to == name for source in s.question.table.cards)


def itself_negated(s: Situation) -> Fact:
    """Whether the effects of the card asked about are negated."""
    own = s.question.table.self
    return "no" if own is None else yes(is_negated(s))


def resolution_card_that_stays_is_gone(s: Situation) -> Fact:
    """Whether a card that works only while face-up in its zone has left it, or was turned down, as it resolves."""
    own, effect = s.question.table.self, s.effect
    stays = any(kind in s.card.type for kind in _STAYING) or effect.part == "pendulum"
    if own is None or not own.zone or not stays:
        return "no"
    spent = any(act.what == "self" for act in effect.cost)  # it left for its own cost
    elsewhere = bool(effect.zones) and not set(effect.zones) & set(FIELD)
    fallen = (
        effect.trigger is not None and effect.trigger.subject != "other" and bool(_GONE & set(effect.trigger.events))
    )
    there = own.zone in FIELD and own.face == "up"
    return yes(not (there or spent or elsewhere or fallen))
