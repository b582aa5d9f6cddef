"""What becomes of a card beside a told chain, or where it ends up: played in order, and read off the table."""

from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any

from knowledge.data.profile import CARD_KINDS, Card, Effect, number_of
from knowledge.desk import Desk
from knowledge.explanation.answer_records import AskAnswer
from knowledge.explanation.can_answer import card_identity
from knowledge.play import Played, read_scenario
from knowledge.problems import BadInput
from knowledge.questions.asked import Asked, Used
from knowledge.questions.cast import Cast, Item, marks_of, neighbour, side_before
from knowledge.questions.outcomes.asked_outcomes import outcome_words
from knowledge.questions.said_back import joined, names_of, sentence
from knowledge.questions.told.described_cards import is_aimed_at, thing_told
from knowledge.questions.told.statements import field_zone
from service.answers.ask_card import applying, strangers_among
from service.answers.ask_frame import frame, lexicon_for

_SUMMONED = "special-summon"
_WENT = {"banish": "banished", "return-to-hand": "hand", "send-to-gy": "gy", _SUMMONED: "monster-zone"}
_BESIDE = "beside"
_OTHER = {"own": "opponent", "opponent": "own"}
_MORE = frozenset(("may", "must", "when", "often", "again", "targets", "is-cost", "next-turn", "attack-asked"))
_DONE = ("negated", "carried-out")
_AROUND = 12  # characters before the words that ask


@dataclass
class Link:
    """One link of a told chain: the card, whose it is, which effect, and what it is aimed at."""

    card: Card
    item: Item
    side: str
    effect: Effect
    targets: list[Card]


def beside_a_chain(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where a told chain is asked to befall a card that is none of its links; nothing where it is not."""
    words, cast = outcome_words(), asked.cast
    found = (words.befallen(asked.text) or words.summoned(asked.text)) if cast is not None else None
    if cast is None or found is None or any(i.doubt for i in cast.items):
        return None
    deed, spared, (start, end) = found
    here = cast.asked_items
    by_battle = words.by_battle.search(asked.text[max(start - _AROUND, 0) : end].lower())
    if _MORE & marks_of(here) or by_battle or not any(start <= asked.places[i.start] < end for i in here):
        return None
    links = _links(cast)
    about = _asked_of(cast, [link.card for link in links])
    if len(links) < 2 or about is None or about.named is None or not _all_placed(cast, links, about):
        return None
    verdict = _verdict(desk, cast, links, about, deed)
    if verdict is None:
        return None
    asked.not_understood = words.left_over(asked.not_understood)
    asked.used, asked.missing = Used(((start, end),)), ""
    parts = {"card": names_of(about.named.card), "other": names_of(links[0].card)}
    lexicon, said = lexicon_for(desk), verdict if not spared else _OTHER_WAY[verdict]
    answer = frame(desk, asked, said, sentence(lexicon, f"beside.{deed}.{verdict}", **parts))
    answer["question"] |= {"kind": "outcome", "card": card_identity(about.named.card)}
    answer["assumed"] = [
        sentence(lexicon, "assumed.chain", first=names_of(one.card), second=names_of(other.card))
        for one, other in pairwise(links)
    ]
    return answer


_OTHER_WAY = {"yes": "no", "no": "yes"}


def _links(cast: Cast) -> list[Link]:
    """Every card told to be activated or chained, in the order in which it is told."""
    found: list[Link] = []
    for item in [i for i in cast.items if i.part < cast.asked_part()]:
        verb = item.has("activate", "chains", "chains-own", "respond") and item.phrase and not item.phrase.events
        if not verb or item.has("passive") or (item.phrase and item.phrase.does):
            continue
        at = cast.items.index(item)
        beside = [neighbour(cast.items, at, step) for step in (1, -1)]
        used = [i for i in beside if i and i.named and i.part == item.part and not is_aimed_at(cast, i)]
        if not used or used[0].named is None or any(link.item.who == used[0].who for link in found):
            continue
        card = used[0].named.card
        effects = [e for e in card.activated_effects if used[0].effect in (None, e.number)]
        if len(effects) > 1:
            effects = [e for e in effects if e.opens_the_card or e.responds_to is not None]
        if len(effects) != 1 or effects[0].unread:
            return []
        side = (item.phrase.side if item.phrase else "") or side_before(cast, used[0])
        side = side or (_OTHER[found[-1].side] if found else "opponent")
        found.append(Link(card, used[0], side, effects[0], _targets(cast, used[0])))
    return found


def _targets(cast: Cast, used: Item) -> list[Card]:
    """What a link is aimed at: told so, or named behind it in the same part."""
    part = cast.in_part(used.part)
    others = [i for i in part if i.named and i is not used]
    aimed = [i for i in others if is_aimed_at(cast, i) or i.role == "target" or i.start > used.start]
    return [i.named.card for i in aimed if i.named]


def _asked_of(cast: Cast, links: list[Card]) -> Item | None:
    """The card asked about: named in the part that asks and no link, else the last one before it that is none."""
    named = [i for i in cast.items if i.named and i.named.card not in links]
    here = [i for i in named if i.part == cast.asked_part()]
    others = [i for i in cast.asked_items if i.is_name and i not in here]
    if len({i.who for i in here}) > 1 or (others and not any(i.has("by-behind", "passive") for i in cast.items)):
        return None
    return here[0] if here else named[-1] if named else None


def _all_placed(cast: Cast, links: list[Link], about: Item) -> bool:
    """Whether every card named has its place, and nothing is told beside the chain that a play would leave out."""
    known = {link.item.who for link in links} | {about.who} | {i.who for i in cast.of("in-force")}
    known |= {i.who for i in cast.items if i.named and any(i.named.card in link.targets for link in links)}
    told = [i for i in cast.items if i.part < cast.asked_part() and i.phrase]
    apart = any(i.has("equips", "cannot", "or", "since", "later", "doomed") for i in told)
    figures = any(i.phrase and i.phrase.number not in ("", "effect", "link") for i in told)
    return not apart and not figures and {i.who for i in cast.items if i.is_name} <= known


def _verdict(desk: Desk, cast: Cast, links: list[Link], about: Item, deed: str) -> str | None:
    """Yes where it befalls the card, no where the answers keep it off that the first link alone would reach."""
    assert about.named is not None
    card = about.named.card
    if any(e.unread for e in card.standing_effects):
        return None
    alone = [_befell(played, deed) for played in _plays(desk, cast, links[:1], card, deed)]
    plays = _plays(desk, cast, links, card, deed)
    outcomes = {_befell(played, deed) for played in plays}
    if not any(alone) or len(outcomes) != 1:
        return None
    return "yes" if outcomes.pop() else "no"


def _plays(desk: Desk, cast: Cast, links: list[Link], card: Card, deed: str) -> list[Played]:
    """The chain, once for each thing its answers may be aimed at where that is not told; each link came to its end."""
    ways = [_played(desk, cast, links, card, deed, untold) for untold in ("before", _BESIDE)]
    last = _handle(len(links) - 1)
    ended = [p for p in ways if p and p.steps[-1].fates.get(last, "").startswith(_DONE)]
    return ended[:1] if len(ended) == 2 and not _is_left_open(links) else ended


def _is_left_open(links: list[Link]) -> bool:
    """Whether some link has targets, and nobody says which."""
    return any(link.effect.targets and not link.targets for link in links)


def _befell(played: Played, deed: str) -> bool:
    if deed == "destroy":
        return bool(played.answers["destroyed"].get(_BESIDE))
    return bool(played.answers["zone"].get(_BESIDE) == _WENT[deed])


def _handle(number: int) -> str:
    return f"link-{number}"


def _played(desk: Desk, cast: Cast, links: list[Link], card: Card, deed: str, untold: str) -> Played | None:
    """The chain as told, with the card where the first link would find it."""
    named = [i for i in cast.items if i.named and i.named.card is card]
    owner = next((side for i in named if (side := side_before(cast, i))), _OTHER[links[0].side])
    begins, zone = _what_began(cast, named, field_zone(card) if deed != _SUMMONED else "gy")
    lying: dict[str, Any] = {"card": card.names.zh, "called": _BESIDE, "side": owner, "zone": zone}
    lying |= {"position": "attack"} if zone == "monster-zone" else {}
    cards, steps = [lying, *_in_force(cast, card)], list(begins)
    for number, link in enumerate(links):
        cards.append({"card": link.card.names.zh, "called": _handle(number), "side": link.side, "zone": _where(link)})
        aims = [_BESIDE for target in link.targets if target is card]
        aims += [_handle(n) for n, other in enumerate(links) if other.card in link.targets]
        aims = aims or [_handle(number - 1) if number and untold == "before" else _BESIDE]
        step: dict[str, Any] = {"activate": f"{_handle(number)}/{number_of(link.effect)}", "assume": True}
        steps.append(step | {"by": link.side} | ({"targets": aims[:1]} if link.effect.targets else {}))
    strangers = strangers_among(desk, [i.named.card for i in cast.items if i.named])
    scenario = {"cards": cards, "turn": owner if begins else "own", "steps": [*steps, {"pass": "both"}]}
    scenario |= {"at": "battle-step"} if begins and "attack" in begins[0] else {}
    try:
        played = desk.scenario(read_scenario(scenario), strangers)
    except BadInput:
        return None
    return None if any(step.not_simulated for step in played.steps) else played


def _what_began(cast: Cast, named: list[Item], zone: str) -> tuple[list[dict[str, Any]], str]:
    """The summon or the attack of the card that the chain answers, as a step, and where the card lies before it."""
    for item in [i for i in named if i.part < cast.asked_part()]:
        here = [i for i in cast.in_part(item.part) if i.phrase]
        told = {event for i in here if i.phrase for event in (*i.phrase.events, *i.phrase.told)}
        if any(event.endswith("summoned") for event in told):
            how = {"how": "special"} if "special-summoned" in told else {}
            return [{"summon": _BESIDE, "assume": True, **how}], "hand"
        if any(i.has("attack") for i in here) or "attacked-directly" in told:
            return [{"attack": _BESIDE, "target": "direct", "assume": True}], zone
    return [], zone


def _in_force(cast: Cast, card: Card) -> list[dict[str, Any]]:
    """The other cards that are told to lie on the field."""
    there = {i.who: i for i in cast.of("in-force") if i.named and i.named.card is not card}.values()
    return [
        {"card": i.named.card.names.zh, "side": side_before(cast, i) or "opponent", "zone": field_zone(i.named.card)}
        for i in there
        if i.named
    ]


def _where(link: Link) -> str:
    """Where a link is used from: a monster where that effect works, else on the field."""
    if not link.card.type.startswith("Monster"):
        return field_zone(link.card)
    zones = link.effect.zones
    return "monster-zone" if "monster-zone" in zones or not zones else zones[0]


_ELSEWHERE, _ONES_OWN = "redirect-to-banish", ("self", "battled", "equipped", "target")
_TO_THE_GY = ("destroy", "sent-to-gy", "tributed", "discarded", "used-as-material")
_NO_PLACE_ASKED = frozenset(("respond", "chains", "chains-own", "attack", "cannot", "again", "often"))
_BATTLE = "battle"
_MOVED, _SIDES = "moved", ("own", "opponent")
_TOLD = frozenset(("card", "thing", "events", "told", "at", "activation", "place", "zone", "position", "face", "does"))


def whereabouts(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where cards of some kind, or one card, are asked to go to the GY; nothing where that is not asked."""
    words, cast = outcome_words(), asked.cast
    found = words.whereabouts_asked(asked.text) if cast is not None and asked.doubt is None else None
    closing = [card for card in asked.cards if _closes(desk, card)] if found else []
    others = [card for card in asked.cards if card not in closing]
    if cast is None or found is None or not closing or len(others) > 1 or cast.marks & _NO_PLACE_ASKED:
        return None
    things = [i for i in cast.items if (thing := thing_told(i)) and thing.kind != "room"]
    events = {event for i in cast.items if i.phrase for event in (*i.phrase.events, *i.phrase.told)}
    lying = [i for i in cast.items if i.named and i.named.card in closing]
    told = things or others or (events and all(item.role == "in-force" for item in lying))
    if not told or not all(event.startswith(_TO_THE_GY) for event in events):
        return None
    if any(not card.type.startswith("Monster") for card in others):
        return None  # what it does, or what is done to it, is another matter
    if any(e.unread for card in (*closing, *others) for e in card.effects):
        return None
    moved = [i for i in cast.items if i.named and i.named.card in others] or things
    sides = [side for i in moved if (side := side_before(cast, i))]
    kinds = [""] if others else _kinds(things, in_battle=any(_BATTLE in event for event in events))
    ways = product([side] if (side := _side_of(asked, lying[0])) else _SIDES, sides[-1:] or _SIDES, kinds)
    went = {_went(desk, closing, others, *way) for way in ways}
    asks, (start, end) = found
    if len(went) != 1 or not went <= {"gy", "banished", "gone"}:
        return None
    [place] = went
    asked.used, asked.missing = Used(((start, len(asked.text)),), _TOLD), ""
    asked.not_understood = [word for word in words.left_over(asked.not_understood) if not start <= word[0] <= end]
    verdict = None if asks == "where" else "yes" if place == asks else "no"
    said = sentence(lexicon_for(desk), f"whereabouts.{place}", cards=joined([names_of(card) for card in closing]))
    answer = frame(desk, asked, verdict, said)
    answer["question"] |= {"kind": "outcome", "card": card_identity((*others, *closing)[0])}
    return answer


def _closes(desk: Desk, card: Card) -> bool:
    """Whether a card, by lying there, sends others elsewhere than to the GY."""
    return any(one.act.act == _ELSEWHERE and one.act.what not in _ONES_OWN for one in applying(desk, card))


def _side_of(asked: Asked, item: Item) -> str:
    return asked.in_force_of.get(item.who, "") or (side_before(asked.cast, item) if asked.cast else "")


def _kinds(things: list[Item], *, in_battle: bool) -> list[str]:
    """What is moved: a monster, a spell or a trap; each of them where only cards are spoken of."""
    told = [thing for i in things if (thing := thing_told(i))]
    if any("token" in thing.type for thing in told):
        return ["token"]
    if in_battle:
        return [CARD_KINDS[0]]
    return [kind for kind in CARD_KINDS if any(thing.kind == kind for thing in told)] or [*CARD_KINDS]


def _went(desk: Desk, closing: list[Card], others: list[Card], side: str, owner: str, kind: str) -> str:
    """Where the card is once it was sent to the GY; empty where that was not played to its end."""
    lies = [{"card": card.names.zh, "side": side, "zone": field_zone(card)} for card in closing]
    moved: dict[str, Any]
    if others:
        moved = {"card": others[0].names.zh, "zone": field_zone(others[0])}
    else:
        kinds = ["monster", "token"] if kind == "token" else [kind]
        moved = {"type": kinds, "zone": "spell-zone" if kind in ("spell", "trap") else "monster-zone"}
    table = [*lies, {**moved, "called": _MOVED, "side": owner}]
    step = {"happens": {"event": "sent-to-gy", "card": _MOVED}}
    try:
        played = desk.scenario(
            read_scenario({"cards": table, "steps": [step]}), strangers_among(desk, closing + others)
        )
    except BadInput:
        return ""
    return "" if played.steps[-1].not_simulated else str(played.answers["zone"].get(_MOVED, ""))
