"""Facts about how often an effect may be used: which activations told of count against its limit."""

from knowledge.data.cases import UNKNOWN, CardOnTable, Happening, Link
from knowledge.data.profile import Card, Effect, Limit, effects_numbered, number_of
from knowledge.table.cards import card_called, every_card, names_by_rule, profile_of
from knowledge.table.situation import Fact, Situation, account, one_holds

_SCOPES = {  # what begins the stretch a limit counts in; a turn, a duel and a stay on the field hold all that is told
    "battle": frozenset(("attack-declared",)),
    "damage-step": frozenset(("damage-step-entered",)),
    "phase": frozenset(("phase-came", "phase-entered", "main-phase-began")),
}
_MOVES = frozenset(  # a card that has gone elsewhere counts as a new one
    (
        "summoned", "destroyed", "tributed", "sent-to-gy", "discarded", "banished", "left-field", "added-to-hand",
        "returned-to-hand", "returned-to-deck", "used-as-material", "detached",
    )
)  # fmt: skip
_POSITIONS = ("in-attack-position", "in-defence-position")
# what takes a card from its place
_GOES = frozenset(
    ("tribute", "banish", "discard", "send-to-gy", "destroy", "return-to-hand", "return-to-deck", "add-to-hand",
     "special-summon", "set-card", "place-card", "equip", "attach-material")
)  # fmt: skip
_NOT_APPLIED = frozenset(("activation-negated", "effect-negated", "effect-rewritten"))


def uses_in_chain(s: Situation) -> Fact:
    """What keeps the effect to one activation on a chain, or lets it be activated again."""
    e = s.effect
    if e.trigger is not None and e.trigger.each:
        return "each-time"
    if e.limit is not None and e.limit.per in ("turn", "chain") and e.limit.times == 1 and e.limit.of == "use":
        return "limited"
    if e.unread or e.mandatory or e.choices:
        return UNKNOWN
    acts = (*e.cost, *e.does)
    if any(a.what == "self" and a.act in _GOES for a in acts) or any(a.act == "special-summon-self" for a in acts):
        return "moves-itself"
    if e.trigger is not None:
        return UNKNOWN if e.kind != "trigger" or "opponent-turn" in e.also else "set-off"
    return "fast" if e.kind == "quick" and not e.unread_deeds else UNKNOWN


def used_up(s: Situation) -> Fact:
    """Whether the effect's limit has been reached by the activations the table tells of."""
    e = s.effect
    if e.limit is None:
        return "no"
    if e.limit.of == "summon":
        return "yes" if _times_summoned(s) >= e.limit.times else UNKNOWN
    if e.limit.of == "choice":
        chosen = {h.choice for h in _uses(s) if h.choice}
        return "yes" if e.choices and {c.bullet for c in e.choices} <= chosen else UNKNOWN
    return "yes" if len(_uses(s)) + _links_of_this_chain(s) >= e.limit.times else UNKNOWN


def limit_counts_summons(s: Situation) -> Fact:
    """Whether its limit counts Special Summons that came about, and the turn tells of uses of the effect."""
    limit = s.effect.limit
    return "yes" if limit is not None and limit.of == "summon" and _uses(s) else "no"


def _times_summoned(s: Situation) -> int:
    """How often the player has Special Summoned the card by its name this turn; a negated summon is none."""
    told = [h for h in account(s) if h.side != "opponent"]
    return sum("special-summoned" in s.book.wider_events((h.event,)) and _is_of_this_name(s, h.card) for h in told)


def used_by_negated_cards_only(s: Situation) -> Fact:
    """Whether the limit counts activations of the card, and is reached only by counting those that were negated."""
    limit = s.effect.limit
    if limit is None or limit.of != "card":
        return "no"
    uses = _uses(s)
    standing = [h for h in uses if not _was_negated(s, h)]
    return "yes" if uses and len(standing) + _links_of_this_chain(s) < limit.times else "no"


def used_without_application_only(s: Situation) -> Fact:
    """Whether the limit counts how often the effect is applied, and not all uses told of came to that."""
    limit = s.effect.limit
    if limit is None or limit.of != "application":
        return "no"
    uses = _uses(s)
    applied = [h for h in uses if not _was_negated(s, h, _NOT_APPLIED)]
    return "yes" if uses and len(applied) < limit.times else "no"


def used_only_before_it_moved(s: Situation) -> Fact:
    """Whether the limit is this copy's own, and every use told of came before it left its place or was turned down."""
    limit = s.effect.limit
    if limit is None or limit.counts != "copy" or limit.per not in ("turn", "field"):
        return "no"
    told = _in_scope(s, limit.per)
    renewed = [n for n, h in enumerate(told) if _is_this_copy(s, h.card) and _renews(s, h)]
    uses = [n for n, h in enumerate(told) if _is_a_use(s, h)]
    since = [n for n in uses if not renewed or n > renewed[-1]]
    return "yes" if uses and len(since) + _links_of_this_chain(s) < limit.times else "no"


def used_only_as_gained(s: Situation) -> Fact:
    """Whether the limit counts effects of the card's name, and is reached only by counting some it merely gained."""
    limit = s.effect.limit
    if limit is None or limit.counts != "name":
        return "no"
    uses = _uses(s)
    printed = [h for h in uses if not h.gained_from]
    return "yes" if uses and len(printed) + _links_of_this_chain(s) < limit.times else "no"


def gained_again_since_used(s: Situation) -> Fact:
    """Whether an effect the card has only under a condition was lost after its use, and is there again."""
    if s.effect.limit is None:
        return "no"
    told = _in_scope(s, s.effect.limit.per)
    uses = [n for n, h in enumerate(told) if _is_a_use(s, h)]
    tied = any(r.is_ in _POSITIONS for r in s.effect.requires)
    losses = ("effect-lost", *(("position-changed",) if tied else ()))
    return "yes" if uses and any(h.event in losses and _is_this_copy(s, h.card) for h in told[uses[0] :]) else "no"


def namesake_used(s: Situation) -> Fact:
    """Whether a card that merely counts as one of this name, or whose name this one has by the rules, was used."""
    if s.effect.limit is None or s.effect.limit.counts != "name":
        return "no"
    told = [h for h in _in_scope(s, s.effect.limit.per) if h.side != "opponent"]
    used = [h.card for h in told if "effect-activated" in s.book.wider_events((h.event,))]
    links = [x.card for x in s.question.table.chain if x.by == "own"]
    return "yes" if any(_shares_a_name_by_rule(s, name) for name in (*used, *links)) else "no"


def _shares_a_name_by_rule(s: Situation, name: str) -> bool:
    lying = card_called(s, name)
    card = profile_of(s, lying) if lying is not None else s.book.card_named(name)
    if card is None or card is s.card:
        return False
    named: list[Card | None] = [s.book.card_named(n) for n in names_by_rule(card)]
    own: list[Card | None] = [s.book.card_named(n) for n in names_by_rule(s.card)]
    return any(c is not None and (c is s.card or c in own) for c in named) or card in own


def _renews(s: Situation, h: Happening) -> bool:
    return _moves(s, h) or h.now.startswith("face-down")


def _uses(s: Situation) -> list[Happening]:
    return [h for h in _in_scope(s, _limit(s).per) if _is_a_use(s, h)]


def _limit(s: Situation) -> Limit:
    """How often the effect asked about may be used; these functions are only asked of effects with a limit."""
    assert s.effect.limit is not None
    return s.effect.limit


def _in_scope(s: Situation, per: str) -> list[Happening]:
    """The happenings of the stretch the limit counts in: of one battle, damage step or phase, else all."""
    told = list(account(s))
    if per == "chain":
        return []
    begins = _SCOPES.get(per, frozenset())
    starts = [n for n, h in enumerate(told) if begins & s.book.wider_events((h.event,))]
    return told[starts[-1] :] if starts else told


def _is_a_use(s: Situation, h: Happening) -> bool:
    """Whether a happening is a use of the effect asked about, or would be had it not been negated."""
    theirs = h.side == "opponent" and not (_limit(s).counts == "copy" and h.card == "self")  # it may have changed hands
    if "effect-activated" not in s.book.wider_events((h.event,)) or theirs:
        return False
    if h.gained_from:
        return _limit(s).counts == "name" and _is_this_card(s, h.card)
    if h.event == "card-activated" and h.effect == "":
        return s.effect.opens_the_card and _is_this_card(s, h.card)
    return _is_this_card(s, h.card) and _shares_the_limit(s, h.effect)


def _was_negated(s: Situation, h: Happening, by: frozenset[str] = frozenset(("activation-negated",))) -> bool:
    told = list(account(s))
    return any(x.event in by and x.card == h.card for x in told[told.index(h) :])


def _links_of_this_chain(s: Situation) -> int:
    """How many links of the chain going on are uses of the effect."""
    own = [x for x in s.question.table.chain if x.by == "own" and _is_this_card(s, x.card)]
    by_name = [x for x in own if s.book.card_named(x.card) is s.card and _limit(s).counts == "copy"]
    of_twins = min(len(by_name), len(_twins(s)))  # a link told by a name that several copies have may be another's
    return max(0, sum(_shares_the_limit(s, x.effect) for x in own) - of_twins)


def _is_this_card(s: Situation, name: str) -> bool:
    """Whether a name means this very card, or one of its name where the limit counts names."""
    return _is_this_copy(s, name) if _limit(s).counts == "copy" else _is_of_this_name(s, name)


def _is_of_this_name(s: Situation, name: str) -> bool:
    lying = card_called(s, name)
    card = profile_of(s, lying) if lying is not None else s.book.card_named(name)
    return name == "self" or (card is not None and card is s.question.card)


def _is_this_copy(s: Situation, name: str) -> bool:
    """Whether a name means this very card: by its handle, or by its name where no other copy is told of."""
    q = s.question
    if name == "self":
        return True
    lying = card_called(s, name)
    card = profile_of(s, lying) if lying is not None else s.book.card_named(name)
    if card is None or card is not q.card:
        return False
    return lying is q.table.self or not _twins(s)


def _twins(s: Situation) -> list[CardOnTable]:
    """The other copies of the card asked about that the table tells of."""
    return [c for c in every_card(s) if c is not s.question.table.self and profile_of(s, c) is s.question.card]


def _shares_the_limit(s: Situation, number: int | str | None) -> bool:
    """Whether an effect of this number uses up the limit; without a number only where no other effect can be meant."""
    shared = {number_of(s.effect), *(str(n) for n in _limit(s).shared)}
    if number not in (None, ""):
        return any(number_of(e) in shared for e in effects_numbered(s.card, number))
    return all(number_of(e) in shared for e in s.card.effects if e.limit is not None)


def came_with_this_phase_already(s: Situation) -> Fact:
    """Whether a phase or step sets the effect off and this card, which has not moved since, used it in that phase."""
    e = s.effect
    if e.trigger is None or "phase-came" not in s.book.wider_events(e.trigger.events):
        return "no"
    told = _in_scope(s, "phase")
    uses = [n for n, h in enumerate(told) if _is_this_phase_use(s, h)]
    if not uses:
        return UNKNOWN
    return "no" if any(_is_this_copy(s, h.card) and _moves(s, h) for h in told[uses[-1] + 1 :]) else "yes"


def _is_this_phase_use(s: Situation, h: Happening) -> bool:
    by_this_side = h.side != "opponent" or (h.card == "self" and s.effect.limit is None)  # else it counts by player
    activated = "effect-activated" in s.book.wider_events((h.event,)) and by_this_side
    named = h.effect in (None, "") or s.effect in effects_numbered(s.card, h.effect)
    return activated and named and _is_this_copy(s, h.card)


def _moves(s: Situation, h: Happening) -> bool:
    return bool(s.book.wider_events((h.event,)) & _MOVES)


def self_summon_on_chain(s: Situation) -> Fact:
    """Whether an optional trigger that summons itself from the hand would be the player's second on this chain."""
    if not _summons_itself_from_the_hand(s, s.effect):
        return "no"
    answers = [_is_such_a_link(s, link) for link in s.question.table.chain if link.by == "own"]
    return one_holds(answers)


def _summons_itself_from_the_hand(s: Situation, e: Effect) -> bool:
    acts = {wide for a in e.does for wide in s.book.wider_acts((a.act,))}
    itself = "special-summon-self" in acts or any(a.act == "normal-summon" and a.what == "self" for a in e.does)
    return e.kind == "trigger" and not e.mandatory and itself and "hand" in e.zones


def _is_such_a_link(s: Situation, link: Link) -> Fact:
    card = s.book.card_named(link.card)
    if card is None:
        return UNKNOWN
    found = [_summons_itself_from_the_hand(s, e) for e in effects_numbered(card, link.effect) if e.is_activated]
    return UNKNOWN if len(set(found)) > 1 else "yes" if found and found[0] else "no"


def shown_on_this_chain(s: Situation) -> Fact:
    """Whether the cost shows the card itself and this chain holds an activation of it; unknown with copies about."""
    q = s.question
    if q.effect is None or not any(c.act == "reveal" and c.what == "self" for c in q.effect.cost):
        return "no"
    links = [x for x in q.table.chain if x.by == "own" and s.book.card_named(x.card) is q.card]
    own = [x for x in links if x.effect is not None and s.effect in effects_numbered(s.card, x.effect)]
    if not own:
        return "no"
    twins = [c for c in every_card(s) if c is not q.table.self and c.side == "own" and profile_of(s, c) is q.card]
    return UNKNOWN if len(own) <= len(twins) else "yes"
