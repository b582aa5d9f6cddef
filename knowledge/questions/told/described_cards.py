"""Cards told of without their names: the monster an event befell, or the thing that would be targeted, as described."""

import re
from typing import Any

import msgspec

from knowledge.data.cases import OTHER
from knowledge.data.profile import CARD_KINDS, Card, Effect, Filter
from knowledge.names.fold import fold
from knowledge.questions.asked import Account, Asked
from knowledge.questions.cast import Cast, Item, answers_things, opponent_acts, side_before, zones_told
from knowledge.questions.lexicon import SPELL_OR_TRAP, Thing
from knowledge.questions.named.cut import Cut
from knowledge.questions.told.statements import called, field_zone
from knowledge.rules.book import Book

_WINS = "destroys-by-battle"
_ANYWHERE = ("field", "")
_AS_A_COST = {"discarded": "discard", "tributed": "tribute", "banished": "banish", "sent-to-gy": "send-to-gy"}
_HOW = {"normal-summoned": "normal", "special-summoned": "special", "flip-summoned": "flip"}
# events after which the monster still lies on the field
_ON_THE_FIELD = frozenset(("summoned", *_HOW, "attack-declared", "flipped", "position-changed"))
# where a monster lies after what took it off the field, the last that is told first
_WENT = {"banished": "banished", "returned-to-hand": "hand", "sent-to-gy": "gy", "destroyed": "gy", "tributed": "gy"}


def aims_at_a_thing(cast: Cast) -> Item | None:
    """`can X target a face-down monster`: the thing, where it is described and X is the only card named."""
    things = [i for i in cast.asked_items if thing_told(i) and not (i.phrase and i.phrase.number)]
    told = [i for i in things if (thing := thing_told(i)) and (is_described(thing) or thing.kind in ("spell", "trap"))]
    told = told or [i for i in things if figure_of(cast, i)] or _figures_alone(cast)
    told = told or [i for i in things if any(_place_told(cast, i)[:2])]
    named = {i.who for i in cast.items if i.is_name}
    asks = bool({"may", "works-on"} & cast.marks)
    return told[0] if asks and len(told) == 1 and len(named) == 1 else None


def thing_told(item: Item) -> Thing | None:
    """What a word describes; a spell or a trap is also told by the word for its activation."""
    if item.phrase is None or item.phrase.thing is not None:
        return item.phrase.thing if item.phrase else None
    told = item.phrase.activation
    if item.phrase.number in ("atk", "def"):
        return Thing()
    return Thing(kind=SPELL_OR_TRAP[told]) if told in SPELL_OR_TRAP else None


def _figures_alone(cast: Cast) -> list[Item]:
    """`a monster with 0 ATK` told by one word: only a monster has such a figure."""
    return [i for i in cast.asked_items if i.phrase and i.phrase.number in ("atk", "def")]


def figure_of(cast: Cast, item: Item) -> dict[str, int]:
    """The ATK or DEF a thing is described by, in one word or right before it."""
    at = cast.items.index(item)
    before = cast.items[at - 1] if at > 0 and cast.items[at - 1].part == item.part else item
    for told in (item, before):
        name = {"atk": "atk", "def": "defence"}.get(told.phrase.number if told.phrase else "", "")
        if name and told.token and told.token.number is not None:
            return {name: told.token.number}
    return {}


def used_on_a_thing(made: Cut, cast: Cast, aimed_at: dict[str, re.Pattern[str]]) -> Item | None:
    """`can I activate X on a face-down monster`: the thing, where a word for being aimed at stands beside it."""
    item = aims_at_a_thing(cast)
    if item is None or item.token is None:
        return None
    at = cast.items.index(item)
    figure = [cast.items[at - 1]] if figure_of(cast, item) and not (item.phrase and item.phrase.number) else []
    around = [*figure, item, *_place_told(cast, item)[2]]
    start = min(made.places[i.token.start] for i in around if i.token)
    end = max(made.places[i.token.end - 1] for i in around if i.token) + 1
    plain = made.text.lower()
    return item if aimed_at["before"].search(plain[:start]) or aimed_at["behind"].match(plain[end:]) else None


def is_described(thing: Thing) -> bool:
    """Whether more is told of a thing than what it is: its face, type, attribute."""
    return bool(thing.face or thing.type or thing.attribute or thing.race)


def _place_told(cast: Cast, item: Item) -> tuple[str, str, list[Item]]:
    """`a card in my own graveyard`: the place and whose it is, told beside a thing, and the words that tell it."""
    here = cast.in_part(item.part)
    at = here.index(item)
    place, side, words = "", "", []
    for beside in (here[at + 1 :], here[:at][::-1]):
        for other in beside:
            if other.phrase is None or other.has("may", "activate", "asks", "targets"):
                break
            told, whose = other.phrase.zone or other.phrase.place, other.phrase.side
            if (told and place) or (whose and side):
                break
            place, side = place or told, side or whose
            words += [other] if told or whose else []
    return place, side, words


def aim_at(asked: Asked, item: Item) -> None:
    """Put the one thing that would be targeted where the text looks for its targets, and nothing else of the kind."""
    assert asked.cast is not None
    thing = thing_told(item)
    assert thing is not None
    place, whose, words = _place_told(asked.cast, item)
    effects = asked.effects_meant
    if not any(effect.targets for effect in effects):
        _came_out_so(asked, item, thing, effects)
    for which in [which for effect in effects for which in effect.targets][:1]:
        asked.told.lacks.append(_as_told(asked, which))
        if whose and any(i.has("reflexive") for i in words):
            whose = "opponent" if asked.by_opponent else "own"  # of the one who would use it
        side = whose or ("opponent" if _as_told(asked, which).get("side") == "opponent" else "own")
        zone = (which.zones[0] if which.zones else "") if place in _ANYWHERE else place
        lying: dict[str, Any] = {"called": "aimed-at", "side": side, "zone": zone}
        lying |= {"face": thing.face, "position": "defence" if thing.face == "down" else "attack"} if thing.face else {}
        printed = thing.kind in CARD_KINDS and (place not in _ANYWHERE or thing.kind != "monster")
        kinds = (*thing.type, *((thing.kind,) if printed else ()))
        lying |= {"type": list(kinds)} if kinds else {}
        lying |= {"attribute": thing.attribute} if thing.attribute else {}
        lying |= {"race": thing.race} if thing.race else {}
        figure = figure_of(asked.cast, item)
        lying |= {"position": "attack"} if figure and zone == "monster-zone" else {}
        asked.told.cards.append({key: value for key, value in lying.items() if value} | figure)
        again = [i for i in asked.cast.items if figure and figure_of(asked.cast, i) == figure]  # "its target has 0 ATK"
        asked.told.used |= {item.start, *(i.start for i in (*words, *again))}
        asked.zone = "" if place and asked.zone == place else asked.zone  # it is the thing's place, not the card's


def _came_out_so(asked: Asked, item: Item, thing: Thing, effects: list[Effect]) -> None:
    """`can I use X on a monster with 1400 ATK`: where X waits for a summon of others, the thing has been summoned."""
    waits = [e.trigger for e in effects if e.trigger and e.is_activated]
    summons = [t for t in waits if t.subject == "other" and t.events and all(event in _HOW for event in t.events)]
    assert asked.cast is not None
    if thing.face or asked.accounts or asked.answered or len(waits) != 1 or len(summons) != 1:
        return
    side = (summons[0].of.side if summons[0].of else None) or "opponent"
    lying: dict[str, Any] = {"called": "aimed-at", "side": side, "zone": "monster-zone"}
    lying |= {
        "type": ["monster", *thing.type],
        "attribute": thing.attribute,
        "race": thing.race,
        **figure_of(asked.cast, item),
    }
    asked.told.cards.append({key: value for key, value in lying.items() if value or value == 0})
    asked.accounts.append(Account(summons[0].events[0], another=True, handle="aimed-at", side=side))
    asked.told.used.add(item.start)
    at = asked.cast.items.index(item)
    asked.told.used |= {i.start for i in asked.cast.items[at - 1 : at] if figure_of(asked.cast, i)}


def _as_told(asked: Asked, which: Filter) -> dict[str, Any]:
    """What a text looks for, seen by the one who asks: a text speaks from the seat of the one who would use it."""
    seen: dict[str, Any] = msgspec.to_builtins(which)
    if asked.by_opponent and which.side in OTHER:
        seen["side"] = OTHER[which.side]
    return seen


def aim_at_cards(asked: Asked, cast: Cast, book: Book) -> None:
    """`以X为对象发动Y`, `对X发动Y`: X is the one thing there that Y could take, and lies where Y looks for it."""
    effects = asked.effects_meant
    whiches = [which for effect in effects for which in effect.targets]
    lying_there = {i.who for i in cast.of("in-force")}
    aimed = [
        i
        for i in cast.asked_items
        if (i.role in ("aside", "answered") or (i.who in lying_there and i.role in ("in-force", "again")))
        and is_aimed_at(cast, i)
    ]
    for item in aimed or _meant_by_it(cast):
        if item.role == "answered" and (asked.card is None or answers_things(asked.card)):
            continue  # `X能对Y发动吗`: it answers it
        if item.named is None or len(whiches) != 1:
            continue
        [which] = whiches
        place = next(iter(zones_told(cast.items, item)), "")
        zone = (which.zones[0] if which.zones else field_zone(item.named.card)) if place in _ANYWHERE else place
        zone = field_zone(item.named.card) if zone == "monster-zone" else zone
        told_side = side_before(cast, item) or asked.in_force_of.get(item.who, "")
        side = told_side or ("opponent" if which.side == "opponent" else "own")
        named = called(book, item.named.card)
        before: dict[str, Any] = next((c for c in asked.told.cards if c.get("card") == named), {})
        lying = before | {"card": named, "called": "aimed-at", "side": side, "zone": zone}
        asked.told.lacks.append(_from_the_speakers_seat(asked.cast, which))
        asked.told.cards = [c for c in asked.told.cards if c.get("card") != lying["card"]]
        asked.told.cards.append(lying | ({"position": "attack"} if zone == "monster-zone" else {}))
        asked.told.used.add(item.start)
        asked.zone = "" if place and asked.zone == place else asked.zone
        if item.role == "answered":
            asked.answered, asked.links = None, []
        if item.who in lying_there:
            asked.in_force = [card for card in asked.in_force if card is not item.named.card]
        item.role = "aimed-at"


def named_as_its_target(asked: Asked, cast: Cast, book: Book) -> None:
    """`with X as its target`: X is there, and nothing else that could be chosen."""
    for item in [i for i in cast.asked_items if i.has("aimed")]:
        part = cast.in_part(item.part)
        before = [i for i in part if i.start < item.start]
        named = [i for i in before if i.named and i.named.card is not asked.card]
        target = named[-1] if named and named[-1] is next((i for i in reversed(before) if i.is_name), None) else None
        if target is not None and target.role == "aimed-at":
            continue  # it lies there already
        card = target.named.card if target and target.named else None
        if card is None and asked.answered and any(i.has("it") for i in before):
            card = asked.answered[0]
        if card is None:
            continue
        _lies_there_alone(asked, book, card, (side_before(cast, target) if target else "") or "opponent")
        asked.told.used |= {item.start, *([target.start] if target else [])}


def _lies_there_alone(asked: Asked, book: Book, card: Card, side: str) -> None:
    """The card that would be chosen, and nothing else that could be."""
    lying: dict[str, Any] = {"card": called(book, card), "side": side, "zone": field_zone(card)}
    if not any(c.get("card") == lying["card"] for c in asked.told.cards):
        asked.told.cards.append(lying)
    asked.told.nothing_else_in.append(f"{side}-field")


def done_to_what_is_answered(asked: Asked, cast: Cast, book: Book) -> None:
    """`they activate Y, can I return it to the deck with X`: Y is what X would target."""
    here = cast.asked_items
    effects = [e for e in asked.effects_meant if e.is_activated]
    aims = len(effects) == 1 and bool(effects[0].targets) and effects[0].responds_to is None
    if asked.answered is None or not aims or any(i.has("aimed") for i in here):
        return
    mine = any(i.named and i.named.card is asked.card for i in here)
    for item in [i for i in here if i.has("it")]:
        behind = [i.phrase for i in here if i.start > item.start and i.phrase]
        if mine and behind and (behind[0].does or behind[0].events):
            _lies_there_alone(asked, book, asked.answered[0], asked.answered_by or "opponent")
            asked.told.lacks += [_from_the_speakers_seat(cast, which) for which in effects[0].targets]
            asked.told.used.add(item.start)
            return


def _meant_by_it(cast: Cast) -> list[Item]:
    """`they control X. Can I activate Y on it`: the one card told before that lies there."""
    if not any(i.has("aims-at-it") for i in cast.asked_items):
        return []
    before = [i for i in cast.items if i.named and i.part < cast.asked_part()]
    lying = [i for i in before if i.role in ("aside", "in-force")]
    return lying[:1] if len({i.who for i in before}) == 1 else []


def _from_the_speakers_seat(cast: Cast | None, which: Filter) -> dict[str, Any]:
    """What a text looks for, as the speaker would tell it: turned round where the opponent would use the card."""
    told: dict[str, Any] = msgspec.to_builtins(which)
    if cast is not None and opponent_acts(cast) and told.get("side") in OTHER:
        told["side"] = OTHER[told["side"]]
    return told


def paid_with_a_card(asked: Asked, cast: Cast, book: Book) -> None:
    """`能解放X发动Y`: X is the one card there that the cost of Y could be paid with, where the cost looks for it."""
    here = cast.asked_or_wanted()
    numbers = {i.effect for i in cast.items if asked.card and i.who == asked.card.id and i.effect is not None}
    effects = [e for e in (asked.card.activated_effects if asked.card else ()) if not numbers or e.number in numbers]
    costs = [(e, act) for e in effects for act in e.cost if act.which is not None]
    for word in here:
        acts = {*(word.phrase.does if word.phrase else ()), *_given_up(word)}
        meant = [(e, act) for e, act in costs if any(act.act.startswith(name) for name in acts)]
        near = _named_beside(here, word)
        if len(meant) != 1 or near is None or near.named is None or near.named.card is asked.card:
            continue
        [(effect, act)] = meant
        which, card = act.which, near.named.card
        if which is None or not which.zones or any(act.act.startswith(tuple(acts)) for act in effect.does):
            continue
        asked.effect, asked.does = effect.number, ()
        if act.count != 1:
            continue  # with what else it would be paid nobody says
        down = [i for i in here if i.phrase and i.phrase.face == "down" and i.start < near.start]
        down += [i for i in here if i.has("lies-face-down") and i.start < near.start]
        zone = field_zone(card) if which.zones[0] in ("monster-zone", "spell-zone") else which.zones[0]
        lying: dict[str, Any] = {"card": called(book, card), "called": "paid-with", "side": "own", "zone": zone}
        lying |= {"face": "down", "position": "defence"} if down and zone == "monster-zone" else {}
        lying |= {"position": "attack"} if zone == "monster-zone" and not down else {}
        asked.told.cards = [c for c in asked.told.cards if c.get("card") != lying["card"]]
        asked.told.cards.append(lying)
        asked.told.lacks.append(msgspec.to_builtins(which))
        asked.told.used |= {word.start, *(i.start for i in down), *(i.start for i in cast.items if i.who == near.who)}
        wanted = [i for i in here if i.part == near.part and i.part < cast.asked_part()]
        asked.told.used |= {i.start for i in wanted if i.has("activate", "wants", "takes")}
        if asked.answered and asked.answered[0] is card:
            asked.answered, asked.links = None, []
        asked.zone = ""
        for item in (i for i in cast.items if i.who == near.who):
            item.role = "paid"
        return


def _given_up(item: Item) -> tuple[str, ...]:
    """What a word tells to have been given, as the act of a cost."""
    told = {*(item.phrase.events if item.phrase else ()), *(item.phrase.told if item.phrase else ())}
    return tuple(act for event, act in _AS_A_COST.items() if event in told)


def _named_beside(here: list[Item], word: Item) -> Item | None:
    """The card named right behind a word, else right before it, with nothing but what describes it between."""
    at = here.index(word)
    for beside in (here[at + 1 :], here[:at][::-1]):
        for other in beside:
            if other.is_name:
                return other
            plain = other.phrase is not None and (other.phrase.light or other.phrase.face or other.phrase.zone)
            if not plain and not other.has("may"):
                break
    return None


def tell_a_described_winner(asked: Asked, cast: Cast) -> None:
    """`a Level 10 monster destroys a token by battle`: the two of a battle that a third card waits for."""
    effects = [e for e in asked.effects_meant if e.is_activated]
    waits = [e.trigger.of for e in effects if e.trigger and _WINS in e.trigger.events and e.trigger.subject == "other"]
    told = [i for i in cast.items if i.part < cast.asked_part()]
    words = [i for i in told if i.has("both-fall") or (i.phrase and _WINS in i.phrase.events)]
    if len(waits) != 1 or waits[0] is None or not words or any(i.named for i in told):
        return
    things = [i for i in told if _describes_a_monster(i) and not i.has("beats-a-token")]
    figures = {i.token.number for i in things if i.token and i.phrase and i.phrase.number == "level"}
    kinds = [thing for i in things if (thing := thing_told(i)) and is_described(thing)]
    least = waits[0].level[0] if waits[0].level else 0  # "Level 8 or higher" may be less than what is awaited
    if len(figures) > 1 or not (figures or kinds) or any((level or 0) < least for level in figures):
        return
    side = "opponent" if waits[0].side == "opponent" else "own"
    winner: dict[str, Any] = {"called": "winner", "side": side, "zone": "monster-zone", "position": "attack"}
    winner |= {"level": next(iter(figures))} if figures else {}
    winner |= {"attribute": kinds[0].attribute, "race": kinds[0].race} if kinds else {}
    token = any(i.has("beats-a-token") for i in words)
    beaten: dict[str, Any] = {"called": "beaten", "side": OTHER[side]} | ({"type": ["token"]} if token else {})
    beaten |= {} if token else {"zone": "gy"}
    fell = [{"event": "destroyed-by-battle", "card": "winner"}] if any(i.has("both-fall") for i in words) else []
    asked.told.cards += [{key: value for key, value in winner.items() if value}, beaten]
    asked.told.happened = [
        {"event": _WINS, "card": "winner", "side": side},
        {"event": "destroyed-by-battle", "card": "beaten", "side": OTHER[side]},
        *fell,
    ]
    asked.accounts = [a for a in asked.accounts if a.card is not None or "battle" not in a.event]
    asked.accounts = [a for a in asked.accounts if a.card is not None or not a.event.startswith("sent-to-gy")]
    fights = [i for i in told if i.has("attack", "fight") and not (i.phrase and i.phrase.side)]
    asked.told.used |= {i.start for i in (*things, *words, *fights)}
    if not asked.accounts:
        asked.accounts = [Account(_WINS, None, side, another=True, handle="winner")]
        asked.told.happened = asked.told.happened[1:]


def _describes_a_monster(item: Item) -> bool:
    thing = item.phrase.thing if item.phrase else None
    level = item.phrase is not None and item.phrase.number == "level"
    return level or (thing is not None and thing.kind == "monster")


def is_aimed_at(cast: Cast, item: Item) -> bool:
    """Whether a word for being aimed at stands right before or right behind a name."""
    at = cast.items.index(item)
    before = [i for i in cast.items[:at] if i.part == item.part and not _tells_a_place(i)]
    behind = [i for i in cast.items[at + 1 :] if i.part == item.part and not _tells_a_place(i)]
    chained = bool(behind) and behind[0].has("respond") and not behind[0].has("aimed")  # "对X连锁": X is answered
    return bool(behind and behind[0].has("aimed")) or bool(before and before[-1].has("towards") and not chained)


def _tells_a_place(item: Item) -> bool:
    if item.phrase is not None and item.phrase.number == "counters":
        return True
    return (
        item.phrase is not None
        and item.phrase.light
        and bool(item.phrase.zone or item.phrase.side or item.phrase.number)
    )


def befell_another(cast: Cast, item: Item) -> bool:
    """`the opponent's monster was beaten`: a monster is spoken of, and no card is named beside the event."""
    here = cast.in_part(item.part)
    things = [
        i
        for i in (*here, *_described_elsewhere(cast))
        if (i.phrase and i.phrase.number in ("atk", "def")) or _is_a_monster(i)
    ]
    return bool(things) and item.part != cast.asked_part() and not any(i.is_name for i in here)


def _described_elsewhere(cast: Cast) -> list[Item]:
    """`that monster has 1400 ATK`, in a part that tells nothing else: it describes the monster spoken of."""
    found: list[Item] = []
    for part in {i.part for i in cast.items}:
        items = cast.in_part(part)
        figures = [i for i in items if i.phrase and i.phrase.number in ("atk", "def")]
        rest = [i for i in items if i not in figures]
        if figures and all(
            i.phrase and i.phrase.light and not i.phrase.place and i.phrase.amount in ("", "some") for i in rest
        ):
            found += figures
    return found


def described(asked: Asked, cast: Cast, item: Item, events: tuple[str, ...], side: str) -> str:
    """`summons a monster with 1200 ATK`: that monster, put on the table as it is described; its handle, or nothing."""
    assert item.phrase is not None
    zone = _lies_since(events)
    if not zone:
        return ""
    side = side or "opponent"
    part = cast.in_part(item.part)
    passive = next((i.start for i in part if i.has("passive") and i.start < item.start), None)
    part = [i for i in part if passive is None or i.start < passive or i.start >= item.start]  # not by whom
    here = [i for i in (*part, *_described_elsewhere(cast)) if i.phrase]
    figures = {
        name: i.token.number
        for i in here
        for number, name in (("atk", "atk"), ("def", "defence"), ("level", "level"))
        if i.phrase and i.phrase.number == number and i.token and i.token.number is not None
    }
    things = [i.phrase.thing for i in here if i.phrase and i.phrase.thing]
    told: dict[str, Any] = {"type": [kind for thing in things for kind in thing.type], **figures}
    told |= {"attribute": next((thing.attribute for thing in things if thing.attribute), "")}
    told |= {"race": next((thing.race for thing in things if thing.race), "")}
    grouped = [i for i in part if groups_of(i)]
    told["groups"] = [name for i in grouped for name in groups_of(i)]
    told = {key: value for key, value in told.items() if value not in ("", [])}
    lying = next((c for c in asked.told.cards if (c.get("side"), c.get("zone")) == (side, zone)), None)
    if lying is None or "called" not in lying:
        if not told:
            return ""
        lying = {"called": "that-monster", "side": side, "zone": zone}
        lying |= {"position": "attack"} if zone == "monster-zone" else {}
        asked.told.cards.append(lying)
    lying |= told
    how = [_HOW[event] for event in events if event in _HOW]
    lying |= {"summoned": how[0]} if how else {}
    figures_told = ("atk", "def", "level")
    asked.told.used |= {i.start for i in here if i.phrase and (i.phrase.thing or i.phrase.number in figures_told)}
    asked.told.used |= {i.start for i in grouped}
    return str(lying["called"])


def _lies_since(events: tuple[str, ...]) -> str:
    """The zone a monster lies in after these events; nothing where that is not known."""
    if set(events) & _ON_THE_FIELD:
        return "monster-zone"
    return next((zone for event, zone in _WENT.items() if any(e.startswith(event) for e in events)), "")


def whose_it_was(cast: Cast, item: Item) -> str:
    """Whose card an event befell: `my monster was destroyed by the opponent's`, told before the passive."""
    here = [i for i in cast.in_part(item.part) if i.start < item.start]
    taken = next((i.start for i in reversed(here) if i.has("takes")), None)  # "the opponent's card destroys my …"
    if taken is not None:
        owners = ["own" if i.phrase.opens else i.phrase.side for i in here if i.phrase and i.start > taken]
        if owner := next((side for side in owners if side), ""):
            return owner
    passive = next((i for i in here if i.has("passive")), None)
    things = [i for i in here if passive is not None and i.start < passive.start and _is_a_monster(i)]
    told = side_before(cast, passive) if passive is not None and things else ""
    told = told or (item.phrase.side if item.phrase else "") or side_before(cast, item)
    return told or ("own" if any(i.phrase and i.phrase.opens for i in here) else "")


def who_acts(cast: Cast, item: Item) -> str:
    """Who does what is told without a player: the one who was told to act last before it."""
    acting = [i for i in cast.items if i.start < item.start and i.phrase and _acts(i)]
    return ("own" if acting[-1].phrase.opens else acting[-1].phrase.side) if acting and acting[-1].phrase else ""


def _acts(item: Item) -> bool:
    phrase = item.phrase
    done = phrase is not None and (phrase.events or phrase.told or item.has("activate", "attack", "other-act"))
    return phrase is not None and (phrase.opens or bool(phrase.side and done))


def _is_a_monster(item: Item) -> bool:
    thing = item.phrase.thing if item.phrase else None
    return bool(groups_of(item)) or (thing is not None and thing.kind == "monster")


def groups_of(item: Item) -> list[str]:
    """The names of the archetype a word is, whole: a longer word that begins with one may be a card nobody knows."""
    token = item.token
    names = [name for group in token.groups for name in group.names.values() if name] if token else []
    return names if token and any(len(fold(name)) == token.end - token.start for name in names) else []
