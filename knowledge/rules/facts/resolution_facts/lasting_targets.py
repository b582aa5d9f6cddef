"""Facts about lasting targets: two cards that stay related while an effect lasts, and what the text makes of it."""

from knowledge.data.cases import UNKNOWN, CardOnTable
from knowledge.data.profile import Action, Card, Effect, Filter
from knowledge.rules.facts.resolution_facts.resolution import asked_link
from knowledge.rules.facts.resolution_facts.targets import cannot_be_targeted
from knowledge.table.cards import FIELD, card_called, changes_kind_of_zone, is_meant, words_of
from knowledge.table.situation import Fact, Situation, account, yes

_WHILE_IT_STAYS = ("while-faceup", "while-self-faceup")
_BREAKS = frozenset(("left-field", "destroyed"))


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
    later = [e for e in card.effects if e.kind in ("continuous", "unclassified")]
    return any(
        (_speaks_of_the_other(a) and a.until in _WHILE_IT_STAYS) or (a.act == "apply-later" and a.until)
        for a in effect.does
    ) or any(_speaks_of_the_other(a) for e in later for a in e.does)


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
    if s.state.is_negated(source):
        return "negated-while-resolving" if asked_link(s) else "negated-later"
    shielded = other is not None and cannot_be_targeted(s, other, source.side)
    return "shielded-now" if shielded else "as-it-was"


def _changed_its_zone(s: Situation, lying: CardOnTable) -> bool:
    """Whether a card has gone from the monster zones to the other zones or back: it is a new card there."""
    moves = [h for h in account(s) if h.card and is_meant(s, h.card, lying)]
    still_a_trap = {"trap", "monster"} <= words_of(s, lying)
    return any(changes_kind_of_zone(h) for h in moves) and not still_a_trap


def relation_hold(s: Situation) -> Fact:
    """How the text takes hold of the other card: with the summon, once at resolution, or for as long as it applies."""
    e = s.question.effect
    if e is None:
        return UNKNOWN
    if any(a.act == "special-summon" and "effects-negated" in a.to for a in e.does):
        return "with-the-summon"
    if e.kind in ("continuous", "unclassified") or any(a.act == "gain-effect" and a.what == "self" for a in e.does):
        return "lasting"
    return "lasting" if any(a.what == "summoned" and a.act != "special-summon" for a in e.does) else "once"


def relation_breaks_with_the_pair(s: Situation) -> Fact:
    """Whether the text destroys one card because the other was destroyed or has left; equips are lost the same way."""
    q = s.question
    if q.card is None or q.effect is None:
        return UNKNOWN
    e = q.effect
    if "Equip" in q.card.type.split(" / ") and e.kind in ("activate", "continuous"):
        return "yes"
    tied = any(a.act == "apply-later" and a.to == "destroy" for a in e.does)
    named = e.trigger is not None and bool(set(e.trigger.events) & _BREAKS) and any(a.act == "destroy" for a in e.does)
    return yes(tied or named)


def relation_destroys_by_text(s: Situation) -> Fact:
    """Whether the text itself says that the card is destroyed."""
    e = s.question.effect
    if e is None:
        return UNKNOWN
    return yes(any(a.act == "destroy" or (a.act == "apply-later" and a.to == "destroy") for a in e.does))
