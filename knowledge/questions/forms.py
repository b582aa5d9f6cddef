"""A question as understood → the structured form: the body of `can`, of `stats`, or the table of a battle."""

from dataclasses import replace
from typing import Any

from knowledge.data.cases import Battle, CardOnTable, Happening, Table
from knowledge.data.profile import Card
from knowledge.questions.asked import Account, Asked, where_it_went
from knowledge.questions.cast import does_one
from knowledge.questions.meanings import with_meaning
from knowledge.questions.told.accounts import LEAVING, OF_MONSTERS, side_waited_for
from knowledge.questions.told.battles import Attack, Fighter, Values, seen_by_the_attacker, without_what_it_wears
from knowledge.questions.told.statements import called, field_zone, seen_by_the_opponent
from knowledge.rules.book import Book

_SUMMONS = {
    "normal-summoned": "normal",
    "tribute-summoned": "tribute",
    "special-summoned": "special",
    "flip-summoned": "flip",
}
_ORIGINS = {
    "hand": "hand",
    "deck": "deck",
    "field": "monster-zone",
    "gy": "gy",
    "material": "material",
    "pendulum-zone": "pendulum-zone",
}
_MOMENTS = frozenset(("damage-step-ended", "battle-started", "before-damage-calculation", "damage-calculation"))
_ATTACKED = "attacked"
_COMING = "monster-being-summoned"
_ATTACKER, _DEFENDER = "attacking-monster", "attacked-monster"
_LEFT, _AS_MATERIAL, _BY_EFFECT = "left-field", "sent-to-gy-as-material", "sent-to-gy-by-effect"
_USED, _CHOSEN, _DECLARED = "used-as-material", "chosen-as-attack-target", "attack-declared"
_TO_THE_GY = frozenset(("sent-to-gy", _BY_EFFECT, "banished", "returned-to-hand", "returned-to-deck"))
_TURNED_UP = ("flipped", "flip-summoned")
_FELL = ("destroyed", "sent-to-gy")
_ONCE_TURNED_UP = ("damage.before", "damage.calculation", "damage.after", "damage.end")


def form_of(book: Book, asked: Asked) -> dict[str, Any]:
    """The body of `can`; what was not said is left out."""
    form: dict[str, Any] = {}
    if asked.card is not None:
        form["card"] = called(book, asked.card)
    if asked.effect is not None:
        form["effect"] = _numbered(asked.card, asked.effect, asked.zone)
    if asked.at:
        form["at"] = asked.at
    if asked.turn:
        form["turn"] = asked.turn
    if asked.answered and not asked.answers_own and not _told_in_full(asked):
        card, effect = asked.answered
        known = effect is not None and any(e.number == effect for e in card.effects)
        form["respond_to"] = called(book, card) + (f"/{_numbered(card, effect, asked.answered_zone)}" if known else "")
    given = _given(book, asked)
    _turn_up_what_was_attacked(given, asked.at)
    for card in asked.cards:
        for lying in given.get("cards", []):
            lying |= asked.particulars.get(card.id, {}) if lying.get("card") == called(book, card) else {}
    counters = asked.told.own.get("counters")
    short = asked.told.own.get("materials") == [] and _pays_with(asked, "detach-material")
    short |= counters is not None and not any(counters.values()) and _pays_with(asked, "remove-counter")
    if short:  # a table says which materials there are, never that there is none
        given["known"] = {**given.get("known", {}), "cost-payable": "no"}
    if given := with_meaning(given, asked.supposed) if asked.supposed else given:
        form["given"] = seen_by_the_opponent(given) if asked.by_opponent else given
    return form


def _turn_up_what_was_attacked(given: dict[str, Any], at: str) -> None:
    """`attacked face-down, after damage calculation`: the attack has turned it face-up by then."""
    if at not in _ONCE_TURNED_UP:
        return
    told, own = given.get("happened", []), given.get("self", {})
    defender = given.get("battle", {}).get("defender")
    attacked = defender == "self" or {"event": _CHOSEN, "card": "self"} in told
    if attacked and own.get("face") == "down" and not any(one["event"] in _TURNED_UP for one in told):
        fell = any(one["event"].startswith(_FELL) and one.get("card") == "self" for one in told)
        turned = {key: value for key, value in own.items() if key != "face"} | {"position": "defence"}
        given["self"] = {} if fell else turned
        given["happened"] = [*told, {"event": "flipped", "by": "battle", "card": "self"}]
    for lying in given.get("cards", []):
        if lying.get("called") == defender and lying.get("face") == "down":
            lying |= {"face": "up", "position": "defence"}


def _came_by_an_effect(asked: Asked) -> bool:
    """`X was Special Summoned by Y`: by no procedure of its own, where Y summons so and nothing befell X since."""
    own = [a for a in asked.accounts if a.card in (None, asked.card) and not a.another]
    came = [a for a in own if a.event in ("special-summoned", "summoned") and a.source is not None]
    plain = came and all(a.source and a.source is not asked.card and _summons_plainly(a.source) for a in came)
    return bool(plain) and all(a.event in ("special-summoned", "summoned") for a in own)


def _summons_plainly(card: Card) -> bool:
    """Whether a card's effects special summon monsters, and none in a way that has a name of its own."""
    ways = ("synchro-summon", "xyz-summon", "fusion-summon", "ritual-summon", "link-summon", "pendulum-summon")
    return does_one(card, ("special-summon",)) and not does_one(card, ways)


def _lies_opened(asked: Asked) -> bool:
    """Whether the card asked about was only turned up in this chain."""
    words = [i.start for i in asked.cast.items if i.has("only-opened")] if asked.cast is not None else []
    return bool(words) and asked.told.used.issuperset(words)


def _pays_with(asked: Asked, payment: str) -> bool:
    """Whether what would be activated is paid so, whichever effect is meant."""
    effects = [e for e in asked.effects_meant if e.is_activated]
    waiting = [e for e in effects if e.mandatory and e.trigger and set(e.trigger.events) & set(asked.events)]
    chosen = waiting or [e for e in effects if not e.mandatory]
    return bool(chosen) and all(any(act.act == payment for act in e.cost) for e in chosen)


def _numbered(card: Card | None, number: int | None, zone: str) -> int | str | None:
    """The number of an effect; of a card told to lie in a pendulum zone its pendulum effect of that number."""
    if card is None or zone != "pendulum-zone":
        return number
    scales = [e for e in card.effects if e.part == "pendulum" and e.number == number]
    return f"p{number}" if scales else number


def _given(book: Book, asked: Asked) -> dict[str, Any]:
    given = asked.told.given()
    turned_up = any(a.event in _TURNED_UP and a.card in (None, asked.card) and not a.another for a in asked.accounts)
    if asked.zone or (asked.face and not turned_up):
        own = {"zone": _zone(asked)} if asked.zone else {"zone": field_zone(asked.card)}
        own |= {"face": "down"} if asked.face and not turned_up else {}
        given["self"] = own | given.get("self", {})
    elif gone := where_it_went(asked):
        given["self"] = gone | given.get("self", {})
    if _came_by_an_effect(asked):
        given["self"] = {"zone": "monster-zone", "summoned": "special"} | given.get("self", {})
    resolved = [card for card in asked.in_force if _goes_on_after_resolving(card)]
    if resolved:
        given["applied"] = [
            {"card": called(book, card), "by": asked.in_force_of.get(card.id, "own")} for card in resolved
        ]
    if len(asked.in_force) > len(resolved):
        lying = [
            {"card": called(book, card), "zone": field_zone(card), **_of_whom(asked, card)}
            for card in asked.in_force
            if card not in resolved
        ]
        given["cards"] = [*given.get("cards", []), *lying]
    actor = "opponent" if asked.by_opponent else "own"
    last = [(*asked.answered, actor if asked.answers_own else "")] if asked.answered else []
    links = [*asked.links, *(last if asked.answers_own or _told_in_full(asked) else [])]
    if links:
        given["chain"] = [
            {
                "card": called(book, card),
                "by": side or "opponent",
                **({"effect": n} if n is not None else {}),
                **({"activates": "card"} if card is asked.card and n is None and _lies_opened(asked) else {}),
            }
            for card, n, side in links
        ]
        if _place_matters(asked):
            given["chain"][-1]["zone"] = asked.answered_zone
        if asked.answered_targets and last:
            given["chain"][-1]["targets"] = [called(book, card) for card, _, _ in asked.answered_targets]
            given["cards"] = [*given.get("cards", []), *_targeted(book, asked)]
    if (asked.answered or asked.activation_told) and not asked.accounts and _waits_for_an_event(asked):
        # what is told is all that happened: an activation, not what it waits for
        activated = called(book, asked.answered[0]) if asked.answered else "another"
        given["happened"] = [{"event": "effect-activated", "card": activated, "side": "opponent"}]
    if asked.attack is not None:
        given |= _battle(book, asked, given.get("cards", []))
    coming = [event for event in asked.events if _is_met_in_coming(asked, event)]
    if coming:
        side = asked.event_side or "opponent"
        lying_there = {"called": _COMING, "side": side, "being_summoned": True, "summoned": _SUMMONS[coming[0]]}
        given["cards"] = [*given.get("cards", []), lying_there]
        given["happened"] = [{"event": "summon-attempted", "card": _COMING, "side": side}]
    elif asked.accounts:
        accounts = _with_what_follows(book, asked)
        given["cards"] = [*given.get("cards", []), *_come_to_the_field(book, asked, given.get("cards", []))]
        given = {key: value for key, value in given.items() if value}
        given["happened"] = [
            *(_happening(book, asked, account) for account in accounts if not account.over),
            *asked.told.happened,
            *_what_came_after(asked, accounts),
            *_moments_come(book, asked),
        ]
        if any(happening.get("to") == _ATTACKED for happening in given["happened"]):
            side = "own" if (asked.event_side or "opponent") == "opponent" else "opponent"
            given["cards"] = [*given.get("cards", []), {"called": _ATTACKED, "side": side, "zone": "monster-zone"}]
        over = [_happening(book, asked, account) for account in asked.accounts if account.over]
        given |= {"earlier": [*over, *given.get("earlier", [])]} if over else {}
    return given


def _on_a_monster(asked: Asked) -> bool:
    """Whether the attack told of is said to be on a monster, of which nothing more is told."""
    return asked.cast is not None and "on-a-monster" in asked.cast.marks and asked.attack is None


def _goes_on_after_resolving(card: Card) -> bool:
    """Whether what applies of a card is an effect that resolved: used from the hand, and nothing of it stays."""
    from_hand = [e for e in card.effects if e.zones == ("hand",) and any(act.until for act in e.does)]
    return bool(from_hand) and not card.standing_effects


def _place_matters(asked: Asked) -> bool:
    """Whether the card answered is told to lie in one of several places it works in, or where it is a monster."""
    if asked.answered is None:
        return False
    card, number = asked.answered
    if asked.answered_zone == "monster-zone" and not card.type.startswith("Monster"):
        return True  # what such a card activates there is a monster effect
    return any(asked.answered_zone in e.zones and len(e.zones) > 1 for e in card.effects if number in (None, e.number))


def _told_in_full(asked: Asked) -> bool:
    """Whether more is told of what is answered than which card and effect it is: it is put on the chain so."""
    return _place_matters(asked) or (asked.answered is not None and bool(asked.answered_targets))


def _targeted(book: Book, asked: Asked) -> list[dict[str, Any]]:
    """What the activation answered was aimed at, where it lies."""
    found = []
    for card, side, place in asked.answered_targets:
        zone = field_zone(card) if place in ("", "field") else place
        lying = {"card": called(book, card), "side": side or "own", "zone": zone}
        found.append(lying | ({"position": "attack"} if zone == "monster-zone" else {}))
    return found


def _waits_for_an_event(asked: Asked) -> bool:
    """Whether no effect of the card waits for an activation, and some wait for something else to happen."""
    effects = asked.effects_meant
    waiting = [e for e in effects if e.kind in ("quick", "trigger") or (e.opens_the_card and e.trigger)]
    return bool(waiting) and all(e.trigger is not None and e.responds_to is None for e in waiting)


def _battle(book: Book, asked: Asked, cards: list[dict[str, Any]]) -> dict[str, Any]:
    """The two monsters of a battle told of in a question about an activation."""
    attack = asked.attack
    assert attack is not None
    mine = {"attacker": asked.attack_by, "defender": "opponent" if asked.attack_by == "own" else "own"}
    handles: dict[str, str] = {}
    for role, fighter in (("attacker", attack.attacker), ("defender", attack.defender)):
        if fighter is None:
            handles[role] = role if role == "attacker" or not attack.direct else ""
        elif fighter.card is not None and fighter.card is asked.card:
            handles[role] = "self"
            continue
        else:
            handles[role] = role
        if handles[role]:
            lying = {"called": role, "side": mine[role], "zone": "monster-zone"}
            lying |= {"card": called(book, fighter.card)} if fighter and fighter.card else {}
            lying |= {"position": (fighter.position if fighter else "") or "attack"}
            lying |= {"face": "down"} if fighter and fighter.face == "down" else {}
            lying |= {"attribute": fighter.attribute} if fighter and fighter.attribute else {}
            lying |= {"race": fighter.race} if fighter and fighter.race else {}
            cards = [*cards, lying | ({"atk": fighter.atk} if fighter and fighter.atk is not None else {})]
    return {"cards": cards, "battle": {role: handle for role, handle in handles.items() if handle}}


def _of_whom(asked: Asked, card: Card) -> dict[str, str]:
    side = asked.in_force_of.get(card.id)
    return {"side": side} if side else {}


def _is_met_in_coming(asked: Asked, event: str) -> bool:
    """Whether a summon told of is one the card would stop: people tell it the same way, done or about to be done."""
    if event not in _SUMMONS or asked.summon_done or asked.card is None:
        return False
    effects = [e for e in asked.card.effects if asked.effect in (None, e.number)]
    return any(e.responds_to is not None and "summon" in e.responds_to.to for e in effects) and not any(
        e.trigger is not None and event in e.trigger.events for e in effects
    )


def _zone(asked: Asked) -> str:
    return field_zone(asked.card) if asked.zone == "field" else asked.zone


def _with_what_follows(book: Book, asked: Asked) -> list[Account]:
    """What is told, and what it also is: taken from the field it left it, material of a spell went by its effect, and
    who is attacked was chosen as an attack was declared."""
    told = _detached(asked.accounts)
    events = {account.event for account in told}
    awaited = {event for e in (asked.card.effects if asked.card else ()) if e.trigger for event in e.trigger.events}
    for account in list(told):
        own = account.card in (None, asked.card) and not account.another
        gone = bool(book.wider_events((account.event,)) & LEAVING) and account.origin in ("", "field")
        if own and gone and _LEFT in awaited - events and asked.zone in ("", "field"):
            told.append(replace(account, event=_LEFT))
            events.add(_LEFT)
        if account.event == _CHOSEN and _DECLARED in awaited - events:
            attacker = "own" if account.side == "opponent" else "opponent"
            told.append(replace(account, event=_DECLARED, card=None, side=attacker))
            events.add(_DECLARED)
        if account.event == "discarded" and not events & _TO_THE_GY:
            sent = _BY_EFFECT if account.by == "effect" or (account.source and account.by != "cost") else "sent-to-gy"
            told.append(replace(account, event=sent))
            events.add(sent)
        by_effect = account.source is not None and not account.source.type.startswith("Monster")
        if account.event == _AS_MATERIAL and by_effect and _BY_EFFECT not in events:
            told.append(replace(account, event=_BY_EFFECT, by="effect"))
            events.add(_BY_EFFECT)
    return told


def _come_to_the_field(book: Book, asked: Asked, known: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A monster that was just summoned lies there face-up, and what its text does while it lies there applies."""
    names = {card.get("card") for card in known}
    came = [a for a in asked.accounts if a.event in _SUMMONS and a.card is not None and a.card is not asked.card]
    lasting = [a for a in came if a.card and (a.card.standing_effects or a.card.effects_of("condition"))]
    return [
        {
            "card": called(book, a.card),
            "side": a.side or asked.event_side or _awaited_side(asked),
            "zone": "monster-zone",
        }
        | {"position": "attack", "summoned": _SUMMONS[a.event]}
        for a in lasting[:1]
        if a.card and called(book, a.card) not in names
    ]


def _moments_come(book: Book, asked: Asked) -> list[dict[str, Any]]:
    """What the moment asked about brings by itself, where the text waits for it: a step that begins or ends."""
    effects = asked.effects_meant
    gone = any(book.wider_events((a.event,)) & LEAVING for a in asked.accounts if a.card in (None, asked.card))
    triggers = [e.trigger for e in effects if e.mandatory or not gone]  # what is gone does not choose to activate
    awaited = {event for trigger in triggers if trigger is not None for event in trigger.events}
    come = [event for event in awaited & _MOMENTS if asked.at in book.library.events[event].happens]
    return [{"event": event, "card": "self"} for event in sorted(come)]


def _awaited_side(asked: Asked) -> str:
    """Whose monsters the text waits for, where nobody says whose it was: its own condition is taken as met."""
    return side_waited_for(asked) or "opponent"


def _detached(accounts: list[Account]) -> list[Account]:
    """A material that was detached came from no field, and served no summon at that moment."""
    if not any(account.event == "detached" for account in accounts):
        return list(accounts)
    kept = [account for account in accounts if account.event not in (_USED, _AS_MATERIAL)]
    return [replace(a, origin="material") if a.event == "detached" or a.event.startswith("sent-") else a for a in kept]


def _what_came_after(asked: Asked, accounts: list[Account]) -> list[dict[str, Any]]:
    """After a cost the effect it was paid for resolves; after materials are used the summon takes place."""
    own = [a for a in accounts if a.card in (None, asked.card) and not a.another]
    awaited = {event for e in (asked.card.effects if asked.card else ()) if e.trigger for event in e.trigger.events}
    if any(a.by == "cost" for a in own) and not any(event.startswith("effect-") for event in awaited):
        return [{"event": "effect-resolved", "card": "another", "later": True}]
    if any(a.event == _AS_MATERIAL for a in own) and not any("summoned" in event for event in awaited):
        return [{"event": "special-summoned", "card": "another", "side": "own", "later": True}]
    return []


def _happening(book: Book, asked: Asked, account: Account) -> dict[str, Any]:
    """Something that happened, to the card itself unless another is named or its text waits for others."""
    event, side = account.event, account.side or asked.event_side
    told: dict[str, Any] = {"event": event}
    told |= {"by": account.by} if account.by else {}
    told |= {"origin": _ORIGINS[account.origin]} if account.origin else {}
    told |= {"was": account.was} if account.was else {}
    told |= {"now": account.now} if account.now else {}
    told |= {"source": called(book, account.source)} if account.source and account.source is not asked.card else {}
    told |= {"caused_by": account.caused_by} if account.caused_by else {}
    told |= {"later": True} if account.later else {}
    if account.another:
        return told | {"card": account.handle or "another", "side": side or "opponent"}
    if account.card is not None and account.card is not asked.card:
        side = side or (side_waited_for(asked) if event in _SUMMONS else "")
        return told | {"card": called(book, account.card), **({"side": side} if side else {})}
    triggers = [
        effect.trigger
        for effect in (asked.card.effects if asked.card else ())
        if effect.trigger and (asked.effect is None or effect.number == asked.effect)
    ]
    wider = book.wider_events((event,))
    if event == "attack-declared" and account.card is None and side:
        return told | {"card": "another", "side": side} | ({"to": _ATTACKED} if _on_a_monster(asked) else {})
    of_a_monster = bool(wider & OF_MONSTERS) and asked.card is not None and not asked.card.type.startswith("Monster")
    if of_a_monster and account.card in (None, asked.card):
        return told | {"card": "another", "side": side or ("own" if event == _CHOSEN else "opponent")}
    waiting = [t for t in triggers if wider & frozenset(t.events)]
    if account.card is None and waiting and all(t.subject == "other" for t in waiting):
        of = waiting[0].of
        side = side or (of.side if of and of.side in ("own", "opponent") else "") or "own"
        return told | {"card": "another", "side": side}
    return told | {"card": "self", **({"side": account.held_by} if account.held_by else {})}


def replay_table(book: Book, asked: Asked) -> Table:
    """The table of a question about a replay: an attack of one's own, and what befell a monster meanwhile."""
    known = {"monster-count-changed": asked.changed} if asked.changed else {}
    side = "own" if asked.event_side == "own" else "opponent"
    events = dict.fromkeys(asked.events)
    if book.wider_events(tuple(events)) & LEAVING:
        events["left-field"] = None
    happened = tuple(Happening(event=event, card="another", side=side) for event in events)  # type: ignore[arg-type]
    return Table(happened=happened, known=known)


def battle_table(attack: Attack) -> Table:
    """The table of a battle asked about, seen by the attacking player."""
    cards = [_fighting(attack.attacker, _ATTACKER, "own")] if attack.attacker else []
    if attack.defender:
        cards.append(_fighting(attack.defender, _DEFENDER, "opponent"))
    for card in attack.in_force:
        side = seen_by_the_attacker(attack, card)
        cards.append(CardOnTable(card=card.names.zh, side=side, zone=field_zone(card)))  # type: ignore[arg-type]
    for fighter, name, side in ((attack.attacker, _ATTACKER, "own"), (attack.defender, _DEFENDER, "opponent")):
        for card in fighter.equips if fighter else ():
            cards.append(CardOnTable(card=card.names.zh, side=side, zone="spell-zone", equipped_to=name))  # type: ignore[arg-type]
    battle = Battle(attacker=_ATTACKER, defender="" if attack.direct else _DEFENDER)
    return Table(battle=battle, cards=tuple(cards))


def _fighting(fighter: Fighter, name: str, side: str) -> CardOnTable:
    return CardOnTable(
        card=fighter.card.names.zh if fighter.card else "",
        called=name,
        side=side,  # type: ignore[arg-type]
        zone="monster-zone",
        position="defence" if fighter.position == "defence" else "attack",
        atk=without_what_it_wears(fighter),
        defence=fighter.defence,
    )


def stats_form(book: Book, values: Values, battled: int | None = None) -> dict[str, Any]:
    """The body of `stats`: the monster, and each card used on it in turn; `battled` is the ATK of what it fights."""
    monster = values.monster or Fighter()
    described: dict[str, Any] = {"name": called(book, monster.card)} if monster.card else {"atk": monster.atk}
    if monster.defence is not None:
        described["def"] = monster.defence
    steps = []
    for card in values.changes:
        by_the_other = any(act.amount == "battled-atk" for effect in card.effects for act in effect.does)
        steps.append(
            {"use": called(book, card), **({"value": battled} if by_the_other and battled is not None else {})}
        )
    return {"monster": described, "steps": steps}
