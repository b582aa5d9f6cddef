"""The cards that lie on the table: which one a name means, what each of them is at this moment, where effects work."""

from collections.abc import Iterator

from knowledge.data.cases import UNKNOWN, CardOnTable, Happening, Link, Table
from knowledge.data.law import Gate
from knowledge.data.profile import Card, Effect, effects_numbered
from knowledge.table.situation import Situation

EQUIP_CARD = "equip-card"  # what is equipped to a monster, whatever is printed on it; a set equip spell is none yet


def every_card(s: Situation) -> Iterator[CardOnTable]:
    """All cards stated, the one asked about first."""
    table = s.question.table
    if table.self is not None:
        yield table.self
    yield from table.cards


def other_than_activated(s: Situation) -> Iterator[CardOnTable]:
    """All cards stated but a spell or trap card just being activated: it neither pays for nor targets itself."""
    e, lying = s.question.effect, s.question.table.self
    opening = lying is not None and lying.face == "down" and e is not None and e.part == "card"
    own = lying if e is not None and (e.opens_the_card or opening) else None
    return (c for c in every_card(s) if c is not own)


def is_being_activated(s: Situation, lying: CardOnTable) -> bool:
    """Whether a spell or trap on the table is a card whose own activation stands on the chain."""
    card = profile_of(s, lying)
    if card is None or card.type.startswith("Monster") or lying.face == "down":
        return False
    links = [x for x in s.question.table.chain if x.by == lying.side and is_meant(s, x.card, lying)]
    return any(x.activates == "card" or (x.activates != "effect" and _is_its_activation(card, x)) for x in links)


def _is_its_activation(card: Card, link: Link) -> bool:
    meant = [e for e in effects_numbered(card, link.effect) if e.opens_the_card]
    return bool(meant) and (link.effect is not None or link.activates != "effect")


def is_meant(s: Situation, name: str, lying: CardOnTable) -> bool:
    """Whether "self", a handle, a card name or a place in the list (#0) means this very card."""
    table = s.question.table
    if name == "self" or not name:
        return bool(name) and lying is table.self
    if name.startswith("#") and name[1:].isdecimal():
        return int(name[1:]) < len(table.cards) and lying is table.cards[int(name[1:])]
    if name in (lying.called, lying.card):
        return True
    if any(name in (c.called, c.card) for c in table.cards):
        return False  # it is the handle of another card
    card = profile_of(s, lying)
    return card is not None and s.book.card_named(name) is card


def card_called(s: Situation, name: str) -> CardOnTable | None:
    """The card a handle or name means, if it lies on the table."""
    return next((c for c in every_card(s) if is_meant(s, name, c)), None)


def asked_card(s: Situation) -> CardOnTable | None:
    """The card a matter is about: the handle it names, else the card asked about; none where it is not listed."""
    q = s.question
    named = card_called(s, q.about)
    return named if named is not None or (q.about and q.card is not None) else q.table.self


def handle_of(s: Situation, lying: CardOnTable) -> str:
    """A name that means this very card: its handle, else its name if no other has it, else its place in the list."""
    if lying is s.question.table.self:
        return "self"
    cards = s.question.table.cards
    alike = [c for c in cards if c.card == lying.card]
    by_name = lying.card if len(alike) == 1 else ""
    return lying.called or by_name or f"#{next(n for n, c in enumerate(cards) if c is lying)}"


def profile_of(s: Situation, lying: CardOnTable) -> Card | None:
    """The profile of a card on the table, where it has one."""
    if lying.card:
        found: Card | None = s.book.card_named(lying.card)
        return found
    plain = lying is s.question.table.self and not is_token(lying)
    asked: Card | None = s.question.card if plain else None
    return asked


def is_token(lying: CardOnTable) -> bool:
    """Whether it is a token, wherever it lies."""
    return "token" in lying.type or bool(lying.token_name or lying.made_by)


def as_equip(lying: CardOnTable) -> bool:
    """Whether it lies there as a card equipped to a monster."""
    return bool(lying.equipped_to) or lying.zone == "spell-zone"


def zone_of(s: Situation, lying: CardOnTable) -> str:
    """Where it lies; unless stated where its kind lies on the field, and nowhere while its summon is still to come.

    A monster that is being Flip Summoned lies where it lay."""
    if lying.being_summoned and lying.summoned != "flip":
        return ""
    if lying.zone:
        return lying.zone
    if is_token(lying):
        return "spell-zone" if lying.equipped_to else "monster-zone"
    card = profile_of(s, lying)
    printed = card.type.split(" / ") if card else [w.capitalize() for w in lying.type]
    if not {"Spell", "Trap"} & set(printed):
        return "monster-zone"
    return "field-zone" if "Field" in printed else "spell-zone"


ALSO = "also"  # the trait by which a text gives a monster further attributes
ATTRIBUTES = ("LIGHT", "DARK", "EARTH", "WATER", "FIRE", "WIND", "DIVINE")
COUNTS_AS = "counts-as"  # the trait by which a text makes a monster a Tuner or a Normal Monster


def words_of(s: Situation, lying: CardOnTable) -> frozenset[str]:
    """The words of its type: as printed and as shown, with what a token or a Gemini monster counts as where it lies."""
    in_monster_zone = zone_of(s, lying) == "monster-zone"
    if is_token(lying):
        return frozenset(("token", "monster", "normal") if in_monster_zone else ("token",))
    card = profile_of(s, lying)
    printed = {w.lower() for w in card.type.split(" / ")} if card else set()
    equipped = (EQUIP_CARD,) if lying.equipped_to else ()
    is_monster_card = "monster" in printed or "monster" in lying.type
    if lying.equipped_to and is_monster_card and not in_monster_zone:  # a monster that is equipped is an equip spell
        return frozenset(("spell", "equip", *equipped, *(word for word in lying.type if word != "monster")))
    if zone_of(s, lying) == "pendulum-zone" and is_monster_card:  # and one placed there is a spell
        return frozenset(("spell", "pendulum", *equipped, *(word for word in lying.type if word != "monster")))
    words = {*printed, *lying.type, *equipped, *(("monster",) if in_monster_zone else ())}
    if "gemini" in words:
        is_effect = lying.summoned == "gemini" or (id(lying), "kind") in s.state.traits
        return frozenset(words - {"effect", "normal"} | {"effect" if is_effect else "normal"})
    counts_as = s.state.traits.get((id(lying), COUNTS_AS)) if in_monster_zone else None
    if counts_as == "normal-monster":
        return frozenset(words - {"effect"} | {"normal"})
    plain = "monster" in printed and "effect" not in printed
    words |= {counts_as} if isinstance(counts_as, str) else set()
    return frozenset(words | {"normal"} if plain else words)


def is_gemini(s: Situation, lying: CardOnTable) -> bool:
    """Whether it is a Gemini monster, printed so or shown so."""
    card = profile_of(s, lying)
    return "gemini" in lying.type or (card is not None and "Gemini" in card.type.split(" / "))


def fighter(s: Situation, role: str) -> CardOnTable | None:
    """The monster that attacks or is attacked, as it lies on the table."""
    battle = s.question.table.battle
    return card_called(s, getattr(battle, role)) if battle else None


def figure(s: Situation, lying: CardOnTable, stat: str) -> int | None:
    """The current ATK or DEF: as stated on the table, else as effects in force make it, else as printed."""
    stated: int | None = getattr(lying, stat)
    if stated is not None:
        return stated
    changed = s.state.values
    return changed[id(lying), stat] if (id(lying), stat) in changed else printed(s, lying, stat)


def printed(s: Situation, lying: CardOnTable, stat: str) -> int | None:
    """The printed ATK or DEF, where it is a number."""
    card = profile_of(s, lying)
    value = getattr(card, stat) if card else None
    return value if isinstance(value, int) else None


def _made(s: Situation, lying: CardOnTable, trait: str) -> str | None:
    """The word effects in force make of a trait; empty where only the players know, None where they leave it alone."""
    made = s.state.traits.get((id(lying), trait))
    return "" if made is UNKNOWN else made if isinstance(made, str) else None


def level_of(s: Situation, lying: CardOnTable) -> int | None:
    """Its level or rank: as stated, else as effects make it, else as printed."""
    if lying.level is not None:
        return lying.level
    if (id(lying), "level") in s.state.traits:
        made = s.state.traits[id(lying), "level"]
        return made if isinstance(made, int) else None
    card = profile_of(s, lying)
    return card.level if card else None


def groups_of(s: Situation, lying: CardOnTable) -> frozenset[str]:
    """The archetypes it belongs to, as stated and as printed."""
    card = profile_of(s, lying)
    return frozenset((*lying.groups, *(card.groups if card else ())))


def attribute_of(s: Situation, lying: CardOnTable) -> str:
    """Its attribute: as stated, else as effects make it, else as printed."""
    made = lying.attribute or _made(s, lying, "attribute")
    card = profile_of(s, lying)
    return made if made is not None else card.attribute if card else ""


def attributes_of(s: Situation, lying: CardOnTable) -> tuple[str, ...]:
    """Its attribute, and those it is treated as besides."""
    return (attribute_of(s, lying), *attributes_besides(s, lying))


def attributes_besides(s: Situation, lying: CardOnTable) -> tuple[str, ...]:
    """The attributes a text gives it beside its own."""
    also = s.state.traits.get((id(lying), ALSO))
    return also if isinstance(also, tuple) else ()


def race_of(s: Situation, lying: CardOnTable) -> str:
    """Its monster type: as stated, else as effects make it, else as printed."""
    made = lying.race or _made(s, lying, "race")
    card = profile_of(s, lying)
    return made if made is not None else card.type.split(" / ")[1] if card and card.type.startswith("Monster") else ""


def names_given(s: Situation, lying: CardOnTable) -> tuple[str, ...]:
    """The names it has beside its own: those its text gives it by the rules, and those of effects in force."""
    card = profile_of(s, lying)
    made = s.state.traits.get((id(lying), "name"))
    given = made if isinstance(made, tuple) else ()
    return (*names_by_rule(card), *given) if card is not None else given


def names_by_rule(card: Card) -> tuple[str, ...]:
    """The names a card is always treated as, which is no effect of it."""
    texts = (a for e in card.effects_of("condition") for a in e.does)
    return tuple(a.to for a in texts if a.act == "change-name" and a.what == "self")


_WORN = "equipped-by-this"
_MOVED_ON_THE_FIELD = ("moved-between-zones", "moved-zone")
_MONSTERS = "monster-zone"
_SENT = "sent-to-gy"
_GONE = ("gy", "banished", "extra-deck")
_LEAVES = (  # how an event's name begins → where it leaves the card
    (_SENT, ("gy",)),
    ("discarded", ("gy", "banished")),
    ("banished", ("banished",)),
    ("added-to-hand", ("hand",)),
    ("drawn", ("hand",)),
    ("returned-to-hand", ("hand",)),
    ("returned-to-deck", ("deck", "extra-deck")),
    ("destroyed", _GONE),
    ("tributed", _GONE),
    ("left-field", (*_GONE, "hand", "deck")),
    ("used-as", (*_GONE, "material")),
    ("detached", _GONE),
)


def working_zones(card: Card, effect: Effect) -> tuple[str, ...]:
    """Where an effect is activated or applies; empty for triggers that go off wherever the event leaves the card."""
    if effect.zones:
        return effect.zones
    if effect.part == "pendulum":
        return ("pendulum-zone",)
    if effect.opens_the_card:
        return ("hand", "spell-zone", "field-zone") if card.type.startswith("Spell") else ("spell-zone",)
    if effect.part == "card" and not _befalls_itself_in_leaving(effect):
        if effect.kind == "continuous" and comes_as_a_monster(card):
            return ("spell-zone", "field-zone", "monster-zone")
        return ("spell-zone", "field-zone")
    if effect.kind == "trigger":
        return ("gy",) if _waits_for_the_gy(effect) else ()
    return ("monster-zone",)


def comes_as_a_monster(card: Card) -> bool:
    """Whether a spell or trap summons itself."""
    summons = (a for e in card.effects for a in e.does if a.act.startswith("special-summon"))
    return not card.type.startswith("Monster") and any(a.what == "self" for a in summons)


def activated_in(card: Card, effect: Effect) -> tuple[str, ...]:
    """Where a card lies when this effect of it is activated; empty where several places are possible."""
    trigger = effect.trigger
    if effect.zones or effect.kind != "trigger" or trigger is None:
        return working_zones(card, effect)
    on_field = ("monster-zone",) if effect.part == "monster" else working_zones(card, effect)
    if trigger.subject != "self":
        return on_field
    places = {place for event in trigger.events for place in _left_in(event) or on_field}
    return tuple(sorted(places))


def _left_in(event: str) -> tuple[str, ...]:
    """Where an event leaves the card it happens to; nothing where it stays on the field."""
    return next((places for beginning, places in _LEAVES if event.startswith(beginning)), ())


def _waits_for_the_gy(effect: Effect) -> bool:
    """Whether all that sets the effect off leaves its own card in the GY."""
    trigger = effect.trigger
    return trigger is not None and trigger.subject == "self" and all(e.startswith(_SENT) for e in trigger.events)


def _befalls_itself_in_leaving(effect: Effect) -> bool:
    """Whether every event that sets the effect off takes its own card away, or the monster that it is equipped to."""
    trigger = effect.trigger
    if effect.kind != "trigger" or trigger is None:
        return False
    bearer = trigger.of is not None and _WORN in trigger.of.place
    return (trigger.subject == "self" or bearer) and all(_left_in(event) for event in trigger.events)


def changes_kind_of_zone(happening: Happening) -> bool:
    """Whether a card went from the monster zones to the other zones of the field, or back."""
    was, now = (happening.was or happening.origin) == _MONSTERS, happening.now == _MONSTERS
    return happening.event in _MOVED_ON_THE_FIELD and was != now


def part_in_the_battle(gate: Gate, card: Card | None, table: Table) -> str:
    """The part a card has in the battle of the table, for a gate that is asked of fighters."""
    if card is None or table.battle is None or "attacker" not in gate.about:
        return ""
    names = {card.id, card.names.zh, card.names.en, card.names.ja}
    called = {"self"} | names | {c.called for c in table.cards if c.card in names}
    fighters = {table.battle.attacker: "attacker", table.battle.defender: "target"}
    return next((role for name, role in fighters.items() if name and name in called), "")
