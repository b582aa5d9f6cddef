"""Facts about the parts of an effect: which is asked about, whom it reaches, and what stands in its way."""

import msgspec

from knowledge.data.cases import UNKNOWN, CardOnTable, Link
from knowledge.data.profile import FIELD, Action
from knowledge.rules.categories import chooses
from knowledge.rules.facts.effect_facts.asked_card import leaves_with_its_chain, protected_from_effects
from knowledge.rules.facts.moment_facts.negation import is_negated
from knowledge.rules.facts.resolution_facts.costs import gy_is_closed
from knowledge.table.attack_counts import declared_so_far
from knowledge.table.cards import card_called, every_card, fighter, is_meant, words_of, zone_of
from knowledge.table.filters import lists_all, perhaps, surely
from knowledge.table.requirements import met
from knowledge.table.responses import ACTIVATION, EFFECT, is_proof, kept_on_chain
from knowledge.table.situation import Fact, Situation, account
from knowledge.table.values import is_certain, lost_the_battle

PAYMENTS = "several-payments"
NEGATIONS = {"negate-effect": EFFECT, "negate-activation": ACTIVATION}  # what each keeps from coming about
_OF_THE_EXTRA_DECK = frozenset(("fusion", "synchro", "xyz", "link"))
_MADE_WITH_THEM = ("xyz-summon", "synchro-summon", "link-summon")  # with the monsters the same effect brought out
_DONE_BEFORE = "was-done"
_TAKEN_AFTERWARDS = frozenset(("set-card", "special-summon", "equip", "attach-material"))


def part_asked(s: Situation) -> Action | None:
    """The part of the effect that is asked about: `about` names its act, maybe with the card it is done to."""
    e = s.question.effect
    word = s.question.about.partition(" ")[0]
    acts = e.every_act if e is not None else ()
    return next((a for a in acts if a.act == word), None)


def recipients(s: Situation) -> list[CardOnTable]:
    """The cards that the part asked about acts on."""
    act, handle = part_asked(s), s.question.about.partition(" ")[2]
    if handle:
        found = [card_called(s, handle)]
    elif act is None:
        found = []
    elif act.what == "self":
        found = [s.question.table.self]
    elif act.what == "battled":
        found = [_battled(s)]
    elif act.what == "answered":
        found = [_answered(s)]
    elif act.what == "target":
        found = [card_called(s, t) for link in _own_links(s) for t in link.targets]
    elif act.which is not None:
        found = [c for c in every_card(s) if surely(s, c, act.which, s.viewer)]
    else:
        found = []
    return [c for c in found if c is not None]


def _own_links(s: Situation) -> list[Link]:
    return [link for link in s.question.table.chain if s.book.card_named(link.card) is s.question.card]


def _battled(s: Situation) -> CardOnTable | None:
    attacker, defender = fighter(s, "attacker"), fighter(s, "defender")
    return defender if attacker is not None and attacker.side == s.viewer else attacker


def _answered(s: Situation) -> CardOnTable | None:
    """The card of the link under this effect's own, or of the last link where its own is not listed yet."""
    chain = s.question.table.chain
    own = next((n for n, link in enumerate(chain) if s.book.card_named(link.card) is s.question.card), len(chain))
    return card_called(s, chain[own - 1].card) if own else None


def part_answered_has_moved(s: Situation) -> Fact:
    """Whether the part acts on the card it answers, and that card is no longer where it was activated."""
    part, chain = part_asked(s), s.question.table.chain
    if part is None or part.what != "answered":
        return "no"
    own = next((n for n, link in enumerate(chain) if s.book.card_named(link.card) is s.question.card), len(chain))
    lying = _answered(s)
    if not own or lying is None or lying.zone is None or chain[own - 1].zone is None:
        return "no"
    return "yes" if lying.zone != chain[own - 1].zone else "no"


def part_act(s: Situation) -> Fact:
    """What the part asked about does, wider acts included."""
    part = part_asked(s)
    if part is None:
        return frozenset() if s.question.about == PAYMENTS else UNKNOWN
    return s.book.wider_acts((part.act,))


def part_joined(s: Situation) -> Fact:
    """How the part asked about follows on what stands before it."""
    part = part_asked(s)
    if part is None:
        return "plainly" if s.question.about == PAYMENTS else UNKNOWN
    return part.joined or "plainly"


def part_recipient_certain(s: Situation) -> Fact:
    """Whether what it acts on is certain to be destroyed by battle."""
    found = recipients(s)
    if found and all(is_certain(s, c) for c in found):
        return "yes"
    told = s.question.table.battle is not None or not s.may_be_calculated()
    return "no" if told else UNKNOWN


def part_recipient_meant(s: Situation) -> Fact:
    """Whether the card asked about is one that the text of this part describes, as far as the table tells."""
    part, lying = part_asked(s), card_called(s, s.question.about.partition(" ")[2])
    if part is not None and part.what == "subject" and lying is not None and _came_before_the_moment(s, lying):
        return "no"
    if part is None or part.which is None or lying is None:
        return "yes"
    if part.count == "all-that-declared-no-attack" and declared_so_far(s, lying, whole_turn=True):
        return "no"
    return "no" if not perhaps(s, lying, part.which, s.viewer) else "yes"


def _came_before_the_moment(s: Situation, lying: CardOnTable) -> bool:
    """Whether another event that the text answers came after that of this card: the moment meant is a later one."""
    trigger = s.effect.trigger
    if trigger is None or trigger.when_or_if != "when":
        return False
    told, names = s.question.table.happened, frozenset(trigger.events)
    fitting = [n for n, h in enumerate(told) if s.book.wider_events((h.event,)) & names]
    own = [n for n in fitting if card_called(s, told[n].card) is lying]
    since = [n for n in fitting if own and n > own[-1]]
    return bool(since) and any(h.later for h in told[own[-1] + 1 : since[-1] + 1])


def part_picks(s: Situation) -> Fact:
    """Whether the part picks a card on the field while it resolves."""
    part = part_asked(s)
    return UNKNOWN if part is None else "yes" if chooses(part) else "no"


def part_uses_no_chain(s: Situation) -> Fact:
    """Whether the effect applies without having been activated."""
    return "yes" if s.effect.applies_of_itself else "no"


def part_earlier_part_failed(s: Situation) -> Fact:
    """Whether a part that this one depends on was not carried out."""
    part, e = part_asked(s), s.effect
    if part is None or part.joined not in ("then", "and-if-you-do"):
        return "no"
    whole = next((c.does for c in e.choices if part in c.does), e.does)  # a bullet hangs on its own parts alone
    before = whole[: whole.index(part)]
    lost = any(failed(s, a) for failed in _FAILURES for a in before)
    lost = lost or (part.act in _MADE_WITH_THEM and any(_is_incomplete(s, a) for a in before))
    return "yes" if lost or any(s.book.settled("carried-out", s, a.act) == "no" for a in before) else "no"


def _has_no_target_left(s: Situation, part: Action) -> bool:
    """Whether a part acts on the targets, and every one of them lies elsewhere now than where it was chosen."""
    zones = {zone for which in s.effect.targets for zone in which.zones}
    found = [card_called(s, name) for link in _own_links(s) for name in link.targets]
    gone = [c for c in found if c is not None and c.zone is not None and c.zone not in zones]
    return part.what == "target" and bool(zones and found) and len(gone) == len(found)


def _has_fallen_already(s: Situation, part: Action) -> bool:
    """Whether a part destroys the monster battled, and that no longer lies on the field."""
    found = _battled(s) if part.act == "destroy" and part.what == "battled" else None
    return found is not None and found.zone is not None and found.zone not in FIELD


def _misses_the_hand(s: Situation, part: Action) -> bool:
    """Whether a part returns its targets to the hand, and none of them comes there.

    A monster of the extra deck goes there, a token nowhere, and a card that leaves with its chain to the GY.
    """
    named = any(a.what == "target" for a in s.effect.does)  # what was read may not say that its target is meant
    unnamed = bool(s.effect.targets) and not named and not part.what
    meant = msgspec.structs.replace(part, what="target") if unnamed else part
    found = recipients_of(s, meant) if part.act == "return-to-hand" else []
    elsewhere = _OF_THE_EXTRA_DECK | {"token"}
    return bool(found) and all(words_of(s, c) & elsewhere or leaves_with_its_chain(s, c) for c in found)


def _is_incomplete(s: Situation, part: Action) -> bool:
    """Whether a part summoned its targets and one of them has left the field since."""
    gone = [c for c in recipients_of(s, part) if c.zone is not None and c.zone not in FIELD]
    return part.act == "special-summon" and bool(gone)


def _is_sent_elsewhere(s: Situation, part: Action) -> bool:
    """Whether a part sends one's own card, or its targets, to a GY where no card arrives now."""
    whose = part.which.side if part.which is not None and part.which.side else "own"
    if part.what == "self" or "send-to-gy" not in s.book.wider_acts((part.act,)):
        return False
    if part.which is None and (aimed := recipients_of(s, msgspec.structs.replace(part, what="target"))):
        return all(gy_is_closed(s, c, side=c.owner or c.side) for c in aimed)
    if part.which is not None and lists_all(s, part.which):
        taken = [c for c in every_card(s) if perhaps(s, c, part.which)]
        return bool(taken) and all(gy_is_closed(s, c, side=c.owner or c.side) for c in taken)
    return whose == "own" and gy_is_closed(s, side=s.viewer)


def _lies_hidden(s: Situation, part: Action) -> bool:
    """Whether a part changes the values of the target, or of what was summoned, and that lies face-down now."""
    if "change-atk-def" not in s.book.wider_acts((part.act,)):
        return False
    came = [h for h in account(s) if "summoned" in s.book.wider_events((h.event,))] if part.what == "summoned" else []
    found = [c for h in came if (c := card_called(s, h.card)) is not None] or recipients_of(s, part)
    return bool(found) and all(c.face == "down" for c in found)


def _was_survived(s: Situation, part: Action) -> bool:
    """Whether a part destroys, and the account tells that what it would have destroyed was not."""
    stayed = [h.card for h in account(s) if h.event == "destruction-survived" and h.by == "effect"]
    if part.act != "destroy" or not stayed:
        return False
    link = answered_link(s) if part.what == "answered" else None
    if link is not None and any(s.book.card_named(name) is s.book.card_named(link.card) for name in stayed):
        return True
    found = recipients_of(s, part)
    return bool(found) and all(any(is_meant(s, name, c) for name in stayed) for c in found)


def _reaches_no_target(s: Situation, part: Action) -> bool:
    """Whether a part acts on its targets, and every one of them is unaffected by it."""
    found = recipients_of(s, part) if part.what == "target" and s.question.card is not None else []
    return bool(found) and all(s.state.unaffected_by(c, s.card, s.viewer) for c in found)


_BY_NOW = (_is_sent_elsewhere, _has_no_target_left, _has_fallen_already, _lies_hidden, _was_survived)
_FAILURES = (*_BY_NOW, _misses_the_hand, _reaches_no_target)


def part_itself_has_moved(s: Situation) -> Fact:
    """Whether the part would bring out the card whose effect it is, which has left the place of its activation."""
    part = part_asked(s)
    return "yes" if part is not None and part.act == "special-summon-self" and left_its_place(s) else "no"


def left_its_place(s: Situation) -> bool:
    """Whether the card whose effect resolves no longer lies where that was activated."""
    own = s.question.table.self
    if own is None or own.zone is None:
        return False
    at = next((link.zone for link in _own_links(s) if link.zone), None)
    moved = [h.origin for h in s.question.table.happened if h.card == "self" and h.origin and h.by != "cost"]
    return own.zone != at if at else bool(moved) and moved[0] != own.zone


def part_answered_is_hidden(s: Situation) -> Fact:
    """Whether the part takes the card it has destroyed, and that went to a hand or a deck, not to an open place."""
    part, lying = part_asked(s), _answered(s)
    takes = part is not None and part.what == "answered" and bool(s.book.wider_acts((part.act,)) & _TAKEN_AFTERWARDS)
    return "yes" if takes and lying is not None and lying.zone in ("hand", "deck") else "no"


def part_answered_in_a_deck(s: Situation) -> Fact:
    """Whether the part acts on the card it answers, and that card was activated in a deck."""
    part, chain = part_asked(s), s.question.table.chain
    own = next((n for n, link in enumerate(chain) if s.book.card_named(link.card) is s.question.card), len(chain))
    answered = chain[own - 1] if own and part is not None and part.what == "answered" else None
    return "yes" if answered is not None and answered.zone in ("deck", "extra-deck") else "no"


def part_condition_fails(s: Situation) -> Fact:
    """Whether a condition the text sets for this part alone is not met."""
    part = part_asked(s)
    known = [met(s, r, s.question.table.self, "own") for r in (part.requires if part else ())]
    if "no" in known:
        return "yes"
    hangs = part is not None and any(r.is_ == _DONE_BEFORE for r in part.requires)
    return UNKNOWN if hangs and _is_hindered(s) else "no"


def _is_hindered(s: Situation) -> bool:
    """Whether some card of the table is unaffected by this effect, or may be: not all of it may have been done."""
    shields = (s.state.unaffected_by, s.state.perhaps_unaffected_by)
    return any(shield(c, s.card, s.viewer) for c in every_card(s) for shield in shields)


def part_recipient_unaffected(s: Situation) -> Fact:
    """Whether what it acts on is unaffected by this effect."""
    q, found = s.question, recipients(s)
    part = part_asked(s)
    if part is not None and part.act == "change-attack-target" and (attacking := fighter(s, "attacker")) is not None:
        found = [attacking]  # the attack that is turned is that monster's
    if q.card is None or not found:
        return "no"
    if all(s.state.unaffected_by(c, q.card, s.viewer) for c in found):
        return "yes"
    return UNKNOWN if all(s.state.perhaps_unaffected_by(c, q.card, s.viewer) for c in found) else "no"


def part_negated_on_the_field(s: Situation) -> Fact:
    """Whether a continuous effect negates the activated effect of this monster."""
    own, e = s.question.table.self, s.question.effect
    if own is None or e is None or e.applies_of_itself:
        return "no"
    reached = zone_of(s, own) in FIELD and s.state.activation_negated(own)
    return "yes" if reached or is_negated(s) else "no"


def part_battle_is_over(s: Situation) -> Fact:
    """Whether the effect was for a battle whose damage a later link of the chain has already calculated."""
    battle, e, chain = s.question.table.battle, s.question.effect, s.question.table.chain
    if battle is None or e is None or not battle.inside or not battle.calculated:
        return "no"
    for_the_battle = any(a.until in ("end-of-damage-step", "end-of-battle") for a in e.does)
    cards = [s.book.card_named(link.card) for link in chain]
    inside = s.book.card_named(battle.inside)
    earlier = s.question.card in cards and inside in cards and cards.index(s.question.card) < cards.index(inside)
    return "yes" if for_the_battle and earlier else "no"


def part_destruction_failed(s: Situation) -> Fact:
    """Whether it follows on a destruction by battle and the battle destroyed nothing of the kind."""
    e = s.question.effect
    if e is None or e.trigger is None or "destroys-by-battle" not in e.trigger.events:
        return "no"
    loser = _battled(s)
    lost = lost_the_battle(s, loser) if loser is not None else None
    return "yes" if lost is False else "no"


def _asked_word(s: Situation) -> Fact:
    """The word a matter is asked about; unknown where none is said."""
    return s.question.about or UNKNOWN


def copy_kind(s: Situation) -> Fact:
    """In which way the effect copies: gains a text, uses it once, becomes the same, or really activates the card."""
    e = s.question.effect
    for a in e.does if e is not None else ():
        if a.act == "activate-card":
            return "activated"
        if a.act == "copy-effect":
            ways = {"once": "used-once"} | dict.fromkeys(("target-original-effects", "target-effects"), "gained")
            return ways.get(a.to, "becomes")
    return UNKNOWN


def copy_by_a_card(s: Situation) -> Fact:
    """Whether the copier is a card being activated, not a mere effect."""
    return "yes" if s.effect.opens_the_card else "no"


def judged_card_is(s: Situation) -> Fact:
    """Whether the card that activated still lies face-up where it was, lies face-down, or is gone."""
    own: CardOnTable | None = s.question.table.self
    if own is None or own.zone is None:
        return UNKNOWN
    return "gone" if own.zone not in FIELD else "face-down" if own.face == "down" else "there"


def history_broken_by(s: Situation) -> Fact:
    """What has come between a card and its past: lying face-down, a while of banishment, a negation."""
    told = [h for h in account(s) if h.card == "self"]
    if any(h.now.startswith("face-down") for h in told):
        return "face-down"
    if any(h.event == "banished" and h.now in FIELD for h in told):
        return "banished-for-a-while"
    own: CardOnTable | None = s.question.table.self
    if own is not None and s.state.is_negated(own):
        return "negated"
    return "nothing" if told or own is not None else UNKNOWN


def leaving_by_destruction_only(s: Situation) -> Fact:
    """Whether an effect that uses no chain applies when its card is destroyed, not whenever it leaves."""
    trigger = s.question.effect.trigger if s.question.effect is not None else None
    destroyed = trigger is not None and all("destroyed" in s.book.wider_events((e,)) for e in trigger.events)
    return "yes" if destroyed else "no"


def equip_by(s: Situation) -> Fact:
    """How the card comes to be equipped, or equips others."""
    card = s.card
    words = card.type.split(" / ")
    acts = [(e, a) for e in card.effects for a in e.does if a.act == "equip"]
    if any(a.act.startswith("special-summon") for e, _ in acts for a in e.does) and words[0] != "Monster":
        return "summoner"
    if "Union" in words or any(a.to == "union" for _, a in acts):
        return "union"
    if words[0] == "Trap":
        return "trap"
    if words[0] == "Spell":
        return "equip-spell"
    if any(a.what != "self" and a.to == "self" for _, a in acts):
        return "monster-to-itself"
    return "itself" if any(a.what == "self" for _, a in acts) else "other"


def equip_negated(s: Situation) -> Fact:
    """What was negated, and when: as asked, else as effects on the table now negate the card asked about."""
    own = s.question.table.self
    if s.question.about or own is None:
        return _asked_word(s)
    negated = s.state.negated(own)
    return UNKNOWN if negated is UNKNOWN else "later" if negated == "yes" else "nothing"


def reach_unaffected(s: Situation) -> Fact:
    """Whether the monster that activated is unaffected by the card that answers it."""
    own: CardOnTable | None = s.question.table.self
    others = [link for link in s.question.table.chain if s.book.card_named(link.card) is not s.question.card]
    card = s.book.card_named(others[-1].card) if others else None
    if own is None or card is None:
        return UNKNOWN
    return "yes" if s.state.unaffected_by(own, card, others[-1].by) is not None else "no"


def part_asked_is(s: Situation) -> Fact:
    """Whether a part of the effect is asked about, or what it makes its player pay."""
    return PAYMENTS if s.question.about == PAYMENTS else "a-part"


copy_asked = judged_asked = history_asked = reach_asked = _asked_word


def answered_link(s: Situation) -> Link | None:
    """The link under that of the effect asked about, or the last one where its own is not listed yet."""
    chain = s.question.table.chain
    own = next((n for n, x in enumerate(chain) if s.book.card_named(x.card) is s.question.card), len(chain))
    return chain[own - 1] if own else None


def part_cannot_be_negated(s: Situation) -> Fact:
    """Whether what the part would negate cannot be negated: the activation or effect answered, or a card."""
    part = part_asked(s)
    if part is None or part.act not in NEGATIONS:
        return "no"
    if part.what == "answered":
        link = answered_link(s)
        return "yes" if link is not None and NEGATIONS[part.act] in kept_on_chain(s, link) else "no"
    found = recipients(s)
    return "yes" if found and all(is_proof(s, c) for c in found) else "no"


def part_recipient_protected(s: Situation) -> Fact:
    """Whether an effect in force keeps all the part would destroy from being destroyed by effects."""
    part, found = part_asked(s), recipients(s)
    if part is None or part.act != "destroy" or not found:
        return "no"
    answers = {protected_from_effects(s, c) for c in found}
    return "no" if "no" in answers else UNKNOWN if UNKNOWN in answers else "yes"


def part_negated_first(s: Situation) -> Fact:
    """Whether the same effect first negates all effects of what it would destroy, and that protects itself."""
    part, e, found = part_asked(s), s.question.effect, recipients(s)
    if part is None or e is None or not found:
        return "no"
    whole = next((c.does for c in e.choices if part in c.does), e.does)
    before = [a for a in whole[: whole.index(part)] if a.act == "negate-effect" and _is_whole(a)]
    own = all(_protects_itself(s, c) and not is_proof(s, c) for c in found)
    done = any(s.book.settled("carried-out", s, a.act) == "yes" for a in before)
    return "yes" if before and own and done else "no"


def _is_whole(act: Action) -> bool:
    """Whether a negation puts out all effects of a card, not the one that was activated."""
    return not act.to and (act.what != "answered" or act.count == "all-effects")


def _protects_itself(s: Situation, lying: CardOnTable) -> bool:
    shields = s.state.acts_on(lying, "protect-from-effect")
    return bool(shields) and all(a.source is lying and not a.resolved for a in shields)


def recipients_of(s: Situation, part: Action) -> list[CardOnTable]:
    """The targets of the effect asked about that lie on the table."""
    links = [x for x in s.question.table.chain if s.book.card_named(x.card) is s.question.card]
    names = {name for x in links for name in x.targets}
    return [c for c in every_card(s) if {c.called, c.card} & names] if part.what == "target" else []
