"""Facts about targets: what may be one, what became of it, and cards that stay tied to the one they target."""

from knowledge.data.cases import UNKNOWN, CardOnTable, Link
from knowledge.data.profile import CARD_KINDS, FIELD, Action, Card, Effect, Filter, effects_numbered
from knowledge.rules.facts.moment_facts.moment import summon_to_answer
from knowledge.rules.facts.table_facts.counters import can_hold
from knowledge.table.cards import (
    card_called,
    changes_kind_of_zone,
    every_card,
    figure,
    is_being_activated,
    is_meant,
    other_than_activated,
    profile_of,
    words_of,
)
from knowledge.table.filters import lists_all, matches, perhaps
from knowledge.table.in_force import is_about, kept_off
from knowledge.table.responses import effects_of_link
from knowledge.table.situation import Fact, Situation, account, all_hold, one_holds, yes

_RETURNS = ("return-to-hand", "return-to-deck", "return-to-extra-deck")

_TAKEN = ("halve-atk-def", "set-atk-def", "lose-atk-def")
_HANGS_ON = ("and-if-you-do", "with")
_OF_THE_FIELD = frozenset(("tribute", "destroy", "banish", "send-to-gy", "take-control"))  # done with cards
_ONE_CARD = "exactly-one-card"
_UNREAD = "unread"
_WHILE_IT_STAYS = ("while-faceup", "while-self-faceup")
_BREAKS = frozenset(("left-field", "destroyed"))


def cannot_be_targeted(s: Situation, lying: CardOnTable, by: str = "own", kind: str = "") -> bool:
    """Whether a card is shielded from being targeted by effects of this side, and of this kind of card where known."""
    shields = [a.act for a in s.state.in_force if a.act.act == "protect-from-targeting" and is_about(s, a, lying)]
    return any(_shield_holds(s, act, lying, by, kind) for act in shields)  # it does not affect the card it shields


def _shield_holds(s: Situation, act: Action, lying: CardOnTable, by: str, kind: str) -> bool:
    """Whether a shield is one against effects of this side and kind, for this card."""
    if act.to.endswith("except-tokens") and "token" in words_of(s, lying):
        return False
    if (told := kept_off(act.to)) is not None:
        return told.covers(kind, theirs=lying.side != by, activated=True)
    return not act.to.startswith("opponent") or lying.side != by


def target_exists(s: Situation) -> Fact:
    """Whether something legal can be targeted: one card for each kind of target the text names."""
    e = s.question.effect
    if e is None:
        return "yes"
    if not e.targets and e.choices:  # of options one that has its target is enough
        tried = [_all_choosable(s, choice.targets, 1) for choice in e.choices]
        return one_holds(tried)
    return _all_choosable(s, e.targets, _needed(e))


def _all_choosable(s: Situation, targets: tuple[Filter, ...], needed: int) -> Fact:
    answers = [_choosable(s, which, max(needed, targets.count(which))) for which in dict.fromkeys(targets)]
    if "no" in answers:
        return "no"
    return UNKNOWN if UNKNOWN in answers else "yes"


def targets_at_hand(s: Situation) -> tuple[str, ...]:
    """The cards told of that the effect may target, by name."""
    e, kind = s.question.effect, kind_of_card(s.question.card)
    fitting = [
        lying.card
        for lying in other_than_activated(s)
        for which in (e.targets if e is not None else ())
        if lying.card and matches(s, lying, which) == "yes" and not cannot_be_targeted(s, lying, "own", kind)
    ]
    return tuple(dict.fromkeys(fitting))


def _needed(effect: Effect) -> int:
    """How many targets a text with one kind of target demands: the number its resolution part names, else one."""
    named = [a.count for a in effect.does if a.what == "target" and a.which is None and isinstance(a.count, int)]
    return max(named, default=1) if len(effect.targets) == 1 else 1


def _choosable(s: Situation, which: Filter, needed: int) -> Fact:
    kind = kind_of_card(s.question.card)
    barred = [
        c
        for c in other_than_activated(s)
        if cannot_be_targeted(s, c, "own", kind) or _leaves_by_itself(s, c) or _is_negated_already(s, which, c)
    ]
    doubtful = [c for c in other_than_activated(s) if _may_be_shielded(s, c)]
    answers = [
        "no" if any(c is x for x in barred) else _doubted(_taken(s, c, which), any(c is x for x in doubtful))
        for c in other_than_activated(s)
    ]
    full = UNKNOWN not in answers and lists_all(s, which)
    at_hand, taken = answers.count("yes"), _given_up_of(s, which)
    if at_hand - sum(count for count, _ in taken) >= needed:
        return "yes"
    sure = at_hand < needed or all(only for _, only in taken)
    return "no" if full and sure else UNKNOWN


def _taken(s: Situation, lying: CardOnTable, which: Filter) -> Fact:
    """Whether the text takes the card as a target: as it is described, and for the counters it is to get."""
    fits = matches(s, lying, which)
    if fits == "no":
        return "no"
    holds = _can_hold_what_it_gets(s, s.effect, lying)
    return fits if holds == "yes" else holds


def _given_up_of(s: Situation, which: Filter) -> list[tuple[int, bool]]:
    """How many of the cards that could be targeted each cost would take, and whether no other card could pay it."""
    given: list[tuple[int, bool]] = []
    for cost in s.effect.cost:
        if cost.which is None or not isinstance(cost.count, int) or not set(cost.which.zones) <= frozenset(FIELD):
            continue
        payers = [c for c in other_than_activated(s) if matches(s, c, cost.which) != "no"]
        if payers and all(matches(s, c, which) == "yes" for c in payers):
            given.append((cost.count, lists_all(s, cost.which)))
    return given


def _may_be_shielded(s: Situation, lying: CardOnTable) -> bool:
    """Whether a text keeps the card from being targeted by something that was not read."""
    unread = [a for a in s.state.possible if a.act.act == "protect-from-targeting" and a.act.to == _UNREAD]
    return any(is_about(s, a, lying) for a in unread)


def _doubted(answer: Fact, doubtful: bool) -> Fact:
    return UNKNOWN if doubtful and answer == "yes" else answer


def _is_negated_already(s: Situation, which: Filter, lying: CardOnTable) -> bool:
    """Whether a text that negates an effect monster would take one whose effects are negated already."""
    negates = any(a.act == "negate-effect" and a.what == "target" for a in s.effect.does)
    return negates and "effect" in which.type and s.state.is_negated(lying)


def _leaves_by_itself(s: Situation, lying: CardOnTable) -> bool:
    """Whether a spell or trap on the chain will not stay where it is, so that nothing returns it to hand or deck."""
    returns = any(a.what == "target" and a.act in _RETURNS for a in s.effect.does)
    card = profile_of(s, lying)
    if not returns or card is None or not is_being_activated(s, lying):
        return False
    stays = {"Continuous", "Field", "Equip"} & set(card.type.split(" / "))
    activation = next((e for e in card.effects if e.opens_the_card), None)
    acts = activation.does if activation is not None else ()
    fixed = any(a.what == "self" and (a.to == "stays" or (a.act == "equip" and activation.targets)) for a in acts)  # type: ignore[union-attr]
    lasting = bool(card.standing_effects)  # a normal spell that goes on applying stays as well
    return not (stays or fixed or lasting)


def kind_of_card(card: Card | None) -> str:
    """What kind of card it is: Monster, Spell or Trap; empty where nobody told."""
    return card.type.split(" / ")[0] if card else ""


def shielded_from_targeting(s: Situation) -> Fact:
    """Whether the card asked about is shielded from the effects of the player named, or of the asking player."""
    lying = card_called(s, s.question.about) or s.question.table.self
    if lying is None:
        return UNKNOWN
    by = "own" if lying.side != "own" else "opponent"
    answers = {cannot_be_targeted(s, lying, by, kind.capitalize()) for kind in CARD_KINDS}
    return UNKNOWN if len(answers) > 1 else yes(answers == {True})


def subject_asked(s: Situation) -> Fact:
    """Whether a card, a zone or a player is asked about."""
    return s.question.about if s.question.about in ("zone", "player") else "card"


def asked_link(s: Situation) -> tuple[int, Link] | None:
    """The place in the chain, and the link, of the effect asked about: the asking player's, where both used it."""
    q, found = s.question, []
    for place, link in enumerate(q.table.chain):
        its_own = q.card is not None and s.book.card_named(link.card) is q.card
        if its_own and (q.effect is None or s.effect in effects_numbered(s.card, link.effect)):
            found.append((place, link))
    return next((one for one in found if one[1].by == "own"), found[0] if found else None)


def last_link(s: Situation) -> tuple[Link, Card, Effect] | None:
    """The last link of the chain with its card and effect, where profiled."""
    chain = s.question.table.chain
    return link_with_effect(s, chain[-1]) if chain else None


def link_with_effect(s: Situation, link: Link) -> tuple[Link, Card, Effect] | None:
    """A link with its card and effect, where profiled."""
    card = s.book.card_named(link.card)
    possible = effects_of_link(link, card) if card else []
    return (link, card, possible[0]) if card and possible else None


def answered_targeting_fits(s: Situation) -> Fact:
    """Whether the answered activation targets what the text says it must."""
    response = s.question.effect.responds_to if s.question.effect else None
    if response is None or not response.targeting:
        return "yes"
    answered = last_link(s)
    if answered is None:
        return UNKNOWN
    link, _, effect = answered
    if any(a.act == "copy-effect" and a.what == "target" for a in effect.does):
        return _copied_targeting_fits(s, response.targeting, link)
    word = response.targeting
    if word == "one-player":
        return _is_for_one_player(s, link, effect)
    if not effect.targets and not any(choice.targets for choice in effect.choices):
        return "no"
    if word == "self":
        return yes("self" in link.targets) if link.targets else UNKNOWN
    chosen = [card_called(s, name) for name in link.targets]
    if not chosen or None in chosen:
        return UNKNOWN
    meant = [c for c in chosen if c is not None]
    if response.targeted is not None and _as_worded(s, word, meant):
        answers = [matches(s, c, response.targeted, source=s.question.table.self) for c in meant]
        return one_holds(answers)
    return yes(_as_worded(s, word, meant))


def _copied_targeting_fits(s: Situation, word: str, link: Link) -> Fact:
    """Whether a text that an effect is to become targets so many: the card copied is no target of what it does."""
    copied = [card for name in link.targets if (card := s.book.card_named(_printed_name(s, name))) is not None]
    opened = [e for card in copied for e in card.effects if e.opens_the_card]
    if len(opened) != 1 or opened[0].choices:
        return UNKNOWN
    return "no" if "one-" in word and len(opened[0].targets) != 1 else UNKNOWN


def _printed_name(s: Situation, name: str) -> str:
    lying = card_called(s, name)
    return lying.card if lying is not None else name


def _is_for_one_player(s: Situation, link: Link, effect: Effect) -> Fact:
    """Whether the part of an answered spell that was chosen is for one player, not for cards of the field."""
    acts = (*effect.does, *(a for c in effect.choices if link.choice in (None, c.bullet) for a in c.does))
    if effect.choices and link.choice is None:
        return UNKNOWN
    meant = [a for a in acts if not s.book.wider_acts((a.act,)) & _OF_THE_FIELD]
    return yes(len({a.what for a in meant if a.what in ("you", "opponent", "both")} - {"both"}) == 1)


def _as_worded(s: Situation, word: str, chosen: list[CardOnTable]) -> bool:
    """Whether chosen cards are what a word of the vocabulary of `targeting` means."""
    if word.startswith("one-") and len(chosen) != 1:
        return False
    if word == _ONE_CARD:
        return len(chosen) == 1  # wherever it lies
    on_field = [c for c in chosen if c.zone in FIELD]
    group = word.partition("-of-group-")[2]
    if group:
        on_field = [c for c in on_field if (card := profile_of(s, c)) and group in card.groups]
    if "own-" in word:
        on_field = [c for c in on_field if c.side == "own"]
    if "monster" in word:
        on_field = [c for c in on_field if c.zone == "monster-zone"]
    return bool(on_field)


def activation_to_answer(s: Situation) -> Fact:
    """Whether an activation, or a summon about to happen, is there to be answered, where the table tells of now."""
    e, table = s.question.effect, s.question.table
    told = bool(table.happened) or any(c.being_summoned for c in table.cards)
    if e is None or e.responds_to is None or e.trigger or table.chain or not told:
        return UNKNOWN
    by, answered = e.responds_to.by, frozenset(e.responds_to.to)
    its_players = [h for h in table.happened if by in (None, "either") or h.side in (None, by)]
    activated = any("effect-activated" in s.book.wider_events((h.event,)) for h in its_players)
    return yes(activated or ("summon" in answered and summon_to_answer(s) != "no"))


def answered_may_go_elsewhere(s: Situation) -> Fact:
    """Whether the answered effect picks at resolution, and may pick what the text of the answer does not speak of."""
    response = s.question.effect.responds_to if s.question.effect else None
    answered = last_link(s)
    if response is None or response.doing_to is None or answered is None:
        return "no"
    link, _, effect = answered
    for act in effect.does:
        if act.what or act.which is None or act.count == "all" or not set(response.doing) & {act.act}:
            continue
        if not s.question.table.cards:
            return UNKNOWN
        reach = [c for c in every_card(s) if matches(s, c, act.which, link.by) == "yes"]
        if any(matches(s, c, response.doing_to) == "no" for c in reach):
            return "yes"
    return "no"


def barred_from_answering(s: Situation) -> Fact:
    """Whether the last link targets this card and its text keeps the targeted card from answering it."""
    answered = last_link(s)
    if answered is None or (answered[0].targets and "self" not in answered[0].targets):
        return "no"
    link, card, effect = answered
    texts = [*effect.cost, *(a for e in card.effects_of("condition") for a in e.does)]
    if not any(a.act == "forbid-activation" and a.what == "target" and "in-response" in a.to for a in texts):
        return "no"
    return "yes" if link.targets else UNKNOWN


def may_take_the_target(s: Situation) -> Fact:
    """Whether the card named is one the answered effect could have targeted, other than the one it did."""
    chain = s.question.table.chain
    if chain and s.book.card_named(chain[-1].card) is s.question.card:
        chain = chain[:-1]  # its own link stands above the one whose target it moves
    lying, answered = card_called(s, s.question.about), link_with_effect(s, chain[-1]) if chain else None
    if lying is None or answered is None:
        return UNKNOWN
    link, card, effect = answered
    taken = any(card_called(s, name) is lying for name in link.targets)
    if taken or cannot_be_targeted(s, lying, link.by, kind_of_card(card)):
        return "no"
    answers = [matches(s, lying, which, link.by) for which in effect.targets]
    return one_holds(answers)


def text_takes_it(s: Situation) -> Fact:
    """Whether the card asked about is one the text may target at all; yes where no effect or no card is meant."""
    e, lying = s.question.effect, card_called(s, s.question.about)
    if e is None or not e.targets or lying is None:
        return "yes"
    if not any(matches(s, lying, which) != "no" for which in e.targets):
        return "no"
    return _can_hold_what_it_gets(s, e, lying)


def _can_hold_what_it_gets(s: Situation, e: Effect, lying: CardOnTable) -> Fact:
    """Whether the card can hold the counters for which the text targets it; yes where the text asks no such thing."""
    kinds = [str(r.amount) for r in e.requires if r.is_ == "target-can-hold"]
    answers = [can_hold(s, lying, kind) for kind in kinds]
    return all_hold(answers)


def effect_needs_something_to_lose(s: Situation) -> Fact:
    """Whether the effect takes all ATK, or an amount of it, from its target and something hangs on that."""
    e = s.question.effect
    return yes(e is not None and _hanging(e) is not None)


def _hanging(e: Effect) -> Action | None:
    """The act that takes ATK from the target so that the next part does not come without it."""
    for act, following in zip(e.does, e.does[1:], strict=False):
        takes_all = act.act == "set-atk-def" and act.amount == 0 and act.worded == "object"
        counted = act.act in _TAKEN and isinstance(following.amount, str) and "lost" in following.amount
        meant = act.what == "target" and act.stat in ("", "atk")
        if meant and following.joined in _HANGS_ON and (takes_all or counted):
            return act
    return None


def asked_no_atk(s: Situation) -> Fact:
    """Whether the monster asked about has 0 ATK."""
    lying = card_called(s, s.question.about) if s.question.about else None
    value = figure(s, lying, "atk") if lying is not None else None
    return UNKNOWN if value is None else yes(value == 0)


def only_zeros_to_target(s: Situation) -> Fact:
    """Whether every monster the table shows as a target has 0 ATK, so that nothing can be taken from it."""
    e = s.effect
    if _hanging(e) is None or not e.targets:
        return "no"
    found = [c for c in every_card(s) if perhaps(s, c, e.targets[0], source=s.question.table.self)]
    values = [figure(s, c, "atk") for c in found]
    return "yes" if values and all(v == 0 for v in values) else UNKNOWN


def _pair(s: Situation) -> tuple[CardOnTable | None, CardOnTable | None]:
    """The source asked about and the card it is tied to."""
    source = s.question.table.self
    link = asked_link(s)
    name = (source.targeting or source.equipped_to) if source else ""
    if not name and link and link[1].targets:
        name = link[1].targets[0]
    if not name:  # an effect that resolved before names what it was aimed at
        mine = [one for one in s.question.table.applied if s.book.card_named(one.card) is s.question.card]
        name = next((target for one in mine for target in one.targets), "")
    return source, card_called(s, name) if name else None


def _speaks_of_the_other(act: Action) -> bool:
    return act.what in ("target", "summoned", "equipped")


def _lasts(card: Card, effect: Effect) -> bool:
    """Whether a text keeps two cards related: it equips, applies while it stays, or ties the fates of the two."""
    if "Equip" in card.type.split(" / ") or any(a.act == "equip" for a in effect.does):
        return True
    return any(
        (_speaks_of_the_other(a) and a.until in _WHILE_IT_STAYS) or (a.act == "apply-later" and a.until)
        for a in effect.does
    ) or any(_speaks_of_the_other(a) for e in card.standing_effects for a in e.does)


def relation_lasts(s: Situation) -> Fact:
    """Whether the effect is of the kind that keeps its target beyond its resolution."""
    q = s.question
    return UNKNOWN if q.card is None or q.effect is None else yes(_lasts(q.card, q.effect))


def _is_hidden(lying: CardOnTable) -> bool:
    return lying.zone in FIELD and lying.face == "down"


def _takes_hidden_cards(s: Situation) -> bool:
    """Whether the text may choose a card that lies face-down from the start, so that nothing has been turned."""
    e = s.question.effect
    return e is not None and any(
        which.face != "up" and not _asks_what_is_hidden(which) and set(which.zones) & set(FIELD) for which in e.targets
    )


def _asks_what_is_hidden(which: Filter) -> bool:
    """Whether a filter asks for something only a face-up card shows, so that it can mean no card lying face-down."""
    shown = (which.name, which.group, which.attribute, which.race, which.level, which.atk, which.defence)
    return any(shown) or bool(which.counters) or which.position == "attack"


def relation_state(s: Situation) -> Fact:
    """What has become of the two cards: one face-down, the source negated, the other shielded, or all as it was."""
    source, other = _pair(s)
    if source is None:
        return UNKNOWN
    if other is not None and _changed_its_zone(s, other):
        return "moved"
    if _is_hidden(source) or (other is not None and _is_hidden(other) and not _takes_hidden_cards(s)):
        return "face-down"
    if other is not None and _is_hidden(other) and _was_turned_down(s, other):
        return "face-down"
    if s.state.is_negated(source):
        return "negated-while-resolving" if asked_link(s) else "negated-later"
    shielded = other is not None and cannot_be_targeted(s, other, source.side, kind_of_card(profile_of(s, source)))
    return "shielded-now" if shielded else "as-it-was"


def _was_turned_down(s: Situation, lying: CardOnTable) -> bool:
    """Whether the account tells that a card was turned face-down since."""
    return any(h.now.startswith("face-down") for h in account(s) if h.card and is_meant(s, h.card, lying))


def _changed_its_zone(s: Situation, lying: CardOnTable) -> bool:
    """Whether a card has gone from the monster zones to the other zones or back: it is a new card there."""
    moves = [h for h in account(s) if h.card and is_meant(s, h.card, lying)]
    still_a_trap = {"trap", "monster"} <= words_of(s, lying)
    return any(changes_kind_of_zone(h) for h in moves) and not still_a_trap


def _applies_to_what_it_equips(s: Situation) -> bool:
    """Whether a text of the card asked about goes on applying to the monster it is equipped to."""
    return any(a.what == "equipped" for x in s.card.standing_effects for a in x.does)


def relation_hold(s: Situation) -> Fact:
    """How the text takes hold of the other card: with the summon, once at resolution, or for as long as it applies."""
    e = s.effect
    if any(a.act == "special-summon" and "effects-negated" in a.to for a in e.does):
        return "with-the-summon"
    if e.applies_of_itself or any(a.act == "gain-effect" and a.what == "self" for a in e.does):
        return "lasting"
    if any(a.act == "equip" for a in e.does) and _applies_to_what_it_equips(s):
        return "lasting"
    return "lasting" if any(a.what == "summoned" and a.act != "special-summon" for a in e.does) else "once"


def relation_breaks_with_the_pair(s: Situation) -> Fact:
    """Whether the text destroys one card because the other was destroyed or has left; equips are lost the same way."""
    q = s.question
    if q.card is None or q.effect is None:
        return UNKNOWN
    e = q.effect
    if "Equip" in q.card.type.split(" / ") and (e.opens_the_card or e.applies_of_itself):
        return "yes"
    tied = any(a.act == "apply-later" and a.to == "destroy" for a in e.does)
    named = e.trigger is not None and bool(set(e.trigger.events) & _BREAKS) and any(a.act == "destroy" for a in e.does)
    return yes(tied or named)


def relation_destroys_by_text(s: Situation) -> Fact:
    """Whether the text itself says that the card is destroyed."""
    said = [e for e in s.card.effects if (e.number, e.part) == (s.effect.number, s.effect.part)]  # every option of it
    acts = [a for e in said for a in e.does]
    return yes(any(a.act == "destroy" or (a.act == "apply-later" and a.to == "destroy") for a in acts))
