"""Facts about cards that go from one place to another, and those that must come to the field their own way."""

from typing import Literal

import msgspec

from knowledge.data.cases import UNKNOWN, CardOnTable, Happening
from knowledge.data.profile import FIELD, Action, Card, Filter, Side, Trigger, Zone
from knowledge.table.activations import rewritten_original
from knowledge.table.cards import asked_card, card_called, is_meant, is_token, profile_of, zone_of
from knowledge.table.filters import matches
from knowledge.table.responses import effects_of_link
from knowledge.table.situation import Fact, Situation, account, yes

_TAKEN = "added-to-hand"  # from a deck, where only a card that was shown is known to be of a kind
_MOVES = frozenset(("destroyed", "left-field", "tributed", "sent-to-gy", "banished", "special-summoned"))
_AS_IT_WAS = frozenset(("destroyed", "left-field", "tributed"))
_ARRIVALS: tuple[tuple[str, Zone], ...] = (("banished", "banished"), ("sent-to-gy", "gy"), ("discarded", "gy"))
_KINDS = frozenset(("monster", "spell", "trap"))
_DESCRIBING = ("name", "group", "attribute", "race", "level", "atk", "defence", "summoned", "counters")
_TRAITS = {"change-attribute": "attribute", "change-race": "race", "change-level": "level"}
_BEHIND = ("spell-zone", "field-zone", "pendulum-zone", "material")  # where no card is a monster
_MATERIAL: Zone = "material"
_FACE_DOWN = "face-down"
_FALLS_INTO_GY = "sent-to-gy-by-battle"  # a text that says so of battles says it of effects in the same breath
NEVER_ARRIVED = "being-summoned"  # its summon was negated: it was not on the field yet
_TO_WHOSE_FIELD: dict[str, Side] = {
    f"{NEVER_ARRIVED}-to-own-field": "own",
    f"{NEVER_ARRIVED}-to-opponent-field": "opponent",
}
BANISHED_FACE_DOWN = "banished-face-down"
_TOLD_APART = ("side", "zones", "face", "position")  # the player and the place are told by the happening itself
OF_THE_EXTRA_DECK = frozenset(("fusion", "synchro", "xyz", "link"))
OWN_WAYS = OF_THE_EXTRA_DECK | {"ritual"}  # kinds of monsters with a summon of their own
_NEVER = ("never", "other-effect")
_NO_NORMAL = "no-normal-summon"
_TRIBUTE, _MOST_WITHOUT_TRIBUTE = "tribute", 4
_BY_HAND = ("normal", _TRIBUTE)
_AWAY = ("gy", "banished", "spell-zone", "pendulum-zone", "extra-deck")
_FORGETS = frozenset(("returned-to-hand", "returned-to-deck", "added-to-hand"))
_NO_WAY_BUT_NORMAL = ("special-summon", "special", "special-summon-from-deck", "from-gy")  # it has no way of its own
_FLIP = "flip-summon-negated"


def looks_back(s: Situation, trigger: Trigger) -> bool:
    """Whether all that sets a text off is a destruction or a leaving: the card counts as it was then."""
    return all(s.book.wider_events((event,)) & _AS_IT_WAS for event in trigger.events)


def _was_hidden(h: Happening) -> bool:
    """Whether it lay face-down; what a battle destroys has been turned up by it."""
    by_battle = h.by == "battle" or h.event.endswith("-by-battle")
    return h.was.startswith(_FACE_DOWN) and not by_battle


def as_it_was(s: Situation, h: Happening, place: tuple[Zone, ...] = ()) -> CardOnTable | None:
    """The card just before it moved, with what the effects in force made of it there."""
    lying = s.question.table.self if h.card == "self" else card_called(s, h.card) if h.card else None
    if lying is None:
        if not h.card or h.card == "self":
            return None
        lying = CardOnTable(card=h.card, side=h.side or "own")
    told = h.origin or next((zone for zone in (*FIELD, _MATERIAL) if zone == h.was), None)
    seen = next((z for z in place if z in FIELD), lying.zone)
    assumed: Zone | None = told or ("monster-zone" if h.was else seen)
    face: Literal["up", "down"] = "down" if _was_hidden(h) else "up"
    before = msgspec.structs.replace(lying, zone=assumed, face=face, side=h.side or lying.side)
    changes = [a for a in s.state.acts(*_TRAITS) if face == "up" and s.state.reaches(a, before)]
    made = {_TRAITS[a.act.act]: a.act.to or a.act.amount for a in changes}
    return msgspec.structs.replace(before, **{trait: value for trait, value in made.items() if value != "declared"})


def as_it_is(s: Situation, h: Happening, trigger: Trigger) -> CardOnTable | None:
    """The card where it has arrived, with what it prints; nothing where neither event nor text says that it arrives."""
    before = as_it_was(s, h)
    there = next((zone for word, zone in _ARRIVALS if h.event.startswith(word)), None)
    if there is None and _FALLS_INTO_GY in trigger.events and "destroyed" in s.book.wider_events((h.event,)):
        there = "gy"
    if before is None or there is None:
        return None
    lying = card_called(s, h.card)
    given = {"attribute": lying.attribute, "race": lying.race, "level": lying.level} if lying is not None else {}
    return msgspec.structs.replace(before, zone=there, face="up", **given)


def _describes(which: Filter) -> bool:
    """Whether a text asks for more than the kind of card: what nobody can see of a face-down one."""
    shown = not which.original and any(getattr(which, part) for part in _DESCRIBING)
    return shown or bool(set(which.type) - _KINDS)


def moved_as_named(s: Situation, trigger: Trigger, h: Happening) -> str:
    """Whether the card that moved is what the text names, at the time that counts: yes, or what stands against it."""
    which = trigger.of
    if h.now == BANISHED_FACE_DOWN and h.event.startswith("banished"):
        return "banished-hidden"
    if which is None or h.card in ("", "self") or trigger.subject == "self":
        return "yes"
    if h.unseen and (which.type or _describes(which)):
        return "unseen"
    place = tuple(zone for zone in which.zones if zone in FIELD)
    before, after = as_it_was(s, h, place), as_it_is(s, h, trigger)
    if before is None:
        return "yes"
    if "special-summoned" in s.book.wider_events((h.event,)):
        return _summoned_as_named(s, which, h)
    if h.was.startswith(NEVER_ARRIVED) and (place or which.zones):
        return "not-so-before"
    leaves = any("left-field" in s.book.wider_events((e,)) for e in trigger.events)
    if _was_hidden(h) and (which.face == "up" or ((place or leaves) and _describes(which) and looks_back(s, trigger))):
        return "hidden"
    back = looks_back(s, trigger)
    if (back or place or leaves) and _differs(s, before, which, monsters=back or bool(place) or leaves):
        return "not-so-before"
    from_the_field = any(r.is_ == "was-on-field" for r in s.effect.requires)  # "from the field": a monster, of any kind
    if from_the_field and "monster" in which.type and before.zone in _BEHIND:
        return "not-so-before"
    if after is None or (back and _FALLS_INTO_GY not in trigger.events):
        return "yes"
    if is_token(before) or _differs(s, after, which, monsters=True):
        return "not-so-there"
    was_monster = before.zone not in _BEHIND
    if h.event.startswith("banished") and "monster" in which.type and (not was_monster or _differs(s, before, which)):
        return "not-so-before"
    return "yes"


def _summoned_as_named(s: Situation, which: Filter, h: Happening) -> str:
    """Whether what was summoned from the place a text names was a monster there; the rest is judged on the field."""
    from_elsewhere = which.zones and not set(which.zones) & set(FIELD)
    printed = s.book.card_named(h.card) or (s.book.card_named(c.card) if (c := card_called(s, h.card)) else None)
    no_monster = printed is not None and not printed.type.startswith("Monster")
    return "not-so-before" if from_elsewhere and "monster" in which.type and no_monster else "yes"


def _differs(s: Situation, card: CardOnTable, which: Filter, *, monsters: bool = True) -> bool:
    """Whether the card is surely not what a filter asks for; in the spell and trap zones nothing is a monster."""
    if monsters and "monster" in which.type and not {"spell", "trap"} & set(which.type):
        if card.zone in _BEHIND:
            return True
        printed = s.book.card_named(card.card) if card.card else None
        off_field = card.zone in ("gy", "banished")
        if off_field and printed is not None and not printed.type.startswith("Monster"):
            return True
    return bool(matches(s, card, which, ignore=_TOLD_APART) == "no")


def mover_fits(s: Situation) -> Fact:
    """Whether some card that moved is what the text names; else what stands against the last one told."""
    e, happened = s.question.effect, s.question.table.happened
    if e is None or e.trigger is None:
        return "yes"
    waits_for = s.book.wider_events(e.trigger.events)
    hidden_moves = _TAKEN in waits_for and (not happened or any(h.unseen for h in happened))
    if not (waits_for & _MOVES or hidden_moves):
        return "yes"
    if not happened:
        return UNKNOWN
    events = frozenset(e.trigger.events)
    meant = [h for h in happened if s.book.wider_events((h.event,)) & events or _close(s, h, events)]
    moved = [h for h in meant if (h.card == "self") == (e.trigger.subject == "self")]
    answers = [moved_as_named(s, e.trigger, h) for h in moved]
    if "yes" in answers and e.trigger.of is not None and _nobody_knows(s, moved):
        return UNKNOWN  # a card that nothing is told of may be anything
    if not answers or "yes" in answers:
        return "yes"
    return UNKNOWN if e.unread else answers[-1]  # what was not read may name just this card


def _nobody_knows(s: Situation, moved: list[Happening]) -> bool:
    """Whether all that moved is told by handles of cards that the table does not describe."""
    named = [h.card for h in moved if h.card not in ("", "self")]
    told = [name for name in named if card_called(s, name) is not None or s.book.card_named(name) is not None]
    return bool(named) and len(named) == len(moved) and not told


def _close(s: Situation, h: Happening, events: frozenset[str]) -> bool:
    """Whether a happening is told in wider words than the events of the text."""
    return any(h.event in s.book.wider_events((event,)) for event in events)


def _whose(s: Situation, name: str) -> str | None:
    """The player whose card a name means, as it lies there or stands on the chain."""
    lying = card_called(s, name)
    if lying is not None:
        return lying.side
    links = (*s.question.table.chain, *s.question.table.applied)
    return next((link.by for link in links if name == link.card), None)


def whose_it_would_have_been(h: Happening) -> Side | None:
    """The player to whose field a monster was being summoned as its summon was negated, where that is told."""
    return _TO_WHOSE_FIELD.get(h.was)


def summoned_to_the_other_side(s: Situation) -> Fact:
    """Whether what fell as its summon was negated was being summoned to the field of another than its summoner."""
    told = [h for h in s.question.table.happened if whose_it_would_have_been(h) not in (None, h.side)]
    return "yes" if told else "no"


def rewritten_cause(s: Situation) -> Fact:
    """Whether the card whose effect was rewritten, which did what happened, is of the player the text names."""
    e, happened = s.question.effect, s.question.table.happened
    trigger = e.trigger if e is not None else None
    if trigger is None or trigger.by not in ("own", "opponent"):
        return "none"
    found = [original for h in happened if (original := rewritten_original(s, h)) is not None]
    sides = {h.side or _whose(s, h.card) for h in found} - {None}
    return "none" if not sides else "fits" if trigger.by in sides else "differs"


def cause_fits(s: Situation) -> Fact:
    """Whether the player the text names did it, where it is told whose card was the cause; a rule is nobody's act."""
    e, happened = s.question.effect, s.question.table.happened
    trigger = e.trigger if e is not None else None
    if trigger is None or trigger.by not in ("own", "opponent"):
        return "yes"
    if not happened:
        return UNKNOWN
    events = frozenset(trigger.events)
    meant = [h for h in happened if s.book.wider_events((h.event,)) & events or _close(s, h, events)]
    meant = [h for h in meant if trigger.subject == "any" or (h.card == "self") == (trigger.subject == "self")]
    answers = [_caused_by(s, h, trigger.by) for h in meant]
    if rewritten_cause(s) == "differs" or (answers and all(a is False for a in answers)):
        return "no"
    return UNKNOWN if answers and all(a is None for a in answers) and any(h.source for h in meant) else "yes"


def _caused_by(s: Situation, h: Happening, side: str) -> bool | None:
    if not s.book.wider_events((h.event,)) & (_MOVES - {"special-summoned"}):
        return None  # a summon or an attack is the act of the player told with it
    if h.caused_by is not None:
        return h.caused_by == side
    if h.by in ("rule", "cost") and not h.source:
        return False if h.by == "rule" else None
    whose = _whose(s, h.source) if h.source else None
    return None if whose is None else whose == side


def mover_was_hidden(s: Situation) -> Fact:
    """Whether a card that has just moved lay face-down before."""
    return "yes" if any(_was_hidden(h) for h in s.question.table.happened) else "no"


def must_come_its_own_way(card: Card) -> bool:
    """Whether a monster is one that is Special Summoned in a way of its own before anything else may bring it."""
    narrower = [a for a in _own_texts(card) if _word(a) not in _NO_WAY_BUT_NORMAL]
    return bool(narrower) or bool(set(card.type.lower().split(" / ")) & OWN_WAYS)


def _own_texts(card: Card) -> list[Action]:
    texts = (a for e in card.effects_of("condition", "summoning") for a in e.does)
    return [a for a in texts if a.act == "forbid-summon" and a.what == "self"]


def _all_words(card: Card) -> set[str]:
    """What every text of a monster says of its own summons, also one that was read to stand for as long as it lies."""
    return {_word(a) for e in card.effects for a in e.does if a.act == "forbid-summon" and a.what == "self"}


def _word(text: Action) -> str:
    """Which summons a text rules out for its own card."""
    return text.to or str(text.amount) or "-".join(text.which.summoned if text.which is not None else ())


def summon_own_text_bars(s: Situation) -> Fact:
    """Whether the monster's own text rules out that an effect brings it from where it lies."""
    lying = asked_card(s)
    card = profile_of(s, lying) if lying is not None else None
    if lying is None or card is None or (card is s.question.card and s.question.effect is not None):
        return "no"  # what its own effects may do, its own text has said
    if _is_brought_its_own_way(s, card):
        return "no"
    words = {_word(a) for a in _own_texts(card)}
    if lying.summoned == "pendulum" and lying.zone == "hand" and _NO_NORMAL in _all_words(card):
        return "no" if "only-pendulum-summon" in words else "yes"  # no effect, and no way of its own
    here = f"from-{zone_of(s, lying)}"
    only = [
        w for w in words if w.startswith(("only-", "except-", "special-summon-except-")) and w != "only-by-card-effects"
    ]
    only = [w for w in only if "-from-" not in w or w.endswith(here)]  # what binds it in the extra deck alone
    only = [w for w in only if w.removeprefix("only-") not in _counts_as(s)]
    return "yes" if words & {"special-summon", "special", here, f"special-summon-{here}"} or only else "no"


def summon_way_fits(s: Situation) -> Fact:
    """Whether the monster is of a kind that the summon told can bring, where one is told."""
    lying = asked_card(s)
    card = profile_of(s, lying) if lying is not None else None
    if lying is None or card is None or not lying.summoned:
        return "yes"
    kinds, way = set(card.type.lower().split(" / ")), lying.summoned
    if way in OWN_WAYS:
        return yes(way in kinds)
    if way in _BY_HAND:
        plain = not (kinds & OWN_WAYS or _NO_NORMAL in _all_words(card))
        return yes(plain and (way != _TRIBUTE or (card.level or 0) > _MOST_WITHOUT_TRIBUTE))
    if way == "pendulum":
        return yes(way in kinds or not kinds & OF_THE_EXTRA_DECK)
    return yes(way != "flip" or "link" not in kinds)


def _counts_as(s: Situation) -> frozenset[str]:
    """As which summons the effect that is resolving treats what it brings out."""
    chain = s.question.table.chain
    card = s.book.card_named(chain[-1].card) if chain else None
    acts = [a for e in effects_of_link(chain[-1], card) for a in e.every_act] if card is not None else []
    return frozenset(a.to.removeprefix("treated-as-") for a in acts if a.to.startswith("treated-as-"))


def summon_proper(s: Situation) -> Fact:
    """Whether the monster asked about has been summoned in its own way, and what became of that."""
    lying = asked_card(s)
    card = profile_of(s, lying) if lying is not None else None
    if lying is None or card is None or not must_come_its_own_way(card) or zone_of(s, lying) not in _AWAY:
        return "not-asked"
    if _is_brought_its_own_way(s, card):
        return "not-asked"
    status = "" if not lying.summoned else "never" if lying.summoned in _NEVER else "proper"
    for h in account(s):
        if is_meant(s, h.card, lying):
            events = s.book.wider_events((h.event,))
            if events & _FORGETS:
                status = "forgotten"
            elif h.event == _FLIP:
                status = "flip-negated" if status in ("", "proper") else status
            elif "summon-negated" in events:
                status = "negated"
    return status or UNKNOWN


def _is_brought_its_own_way(s: Situation, card: Card) -> bool:
    acts = {a.act for a in s.question.effect.does} if s.question.effect is not None else set()
    return any(f"{way}-summon" in acts for way in OWN_WAYS & set(card.type.lower().split(" / ")))
