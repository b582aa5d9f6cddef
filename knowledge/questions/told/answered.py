"""What is answered: which activation stands on the chain, whose it is and at what it aims, and what is over by now."""

from dataclasses import replace
from itertools import pairwise

from knowledge.data.profile import FIELD, Card
from knowledge.questions.asked import Asked
from knowledge.questions.cast import (
    Cast,
    Item,
    answers_things,
    is_fast,
    marks_of,
    side_before,
    zones_told,
)
from knowledge.questions.named.cut import Cut
from knowledge.questions.roles import hinted
from knowledge.questions.told.accounts import waits_for
from knowledge.questions.told.described_cards import is_aimed_at
from knowledge.rules.book import Book

_EFFECT = ("效果", "効果", "effect")
_MONSTERS = "monster-effect"
_DOES = "does-"  # of an activation that is told by what it does: `does-search`
_STAYING = ("continuous", "field", "equip")  # what a spell or trap that stays on the field is called
_ANYTHING, _BANISHED = "any", "banished"
_STOOD_FOR = (("search",), ("draw",), ("special-summon",), ("destroy",), ("send-to-gy",))
_SUMMONS = ("summoned", "normal-summoned", "tribute-summoned", "special-summoned", "flip-summoned")
_FELL_IN_BATTLE = ("destroyed-by-battle", "sent-to-gy-by-battle")
_AS_IT_LIES = ("zone", "position", "face")
_MOVES = (
    "sent-to-gy",
    "sent-to-gy-by-effect",
    "sent-to-gy-as-material",
    "destroyed-by-effect",
    "banished",
    "returned-to-deck",
    "left-field",
)


def answers_the_second(cast: Cast, links: list[Item]) -> bool:
    """`X negated Y`, told: X stands on the chain behind Y, though it is named first."""
    if len(links) != 2 or links[0].part != links[1].part or links[0].named is None:
        return False
    between = [i for i in cast.in_part(links[0].part) if links[0].start < i.start < links[1].start]
    negates = any(i.has("respond") for i in between) and not any(i.has("passive") for i in between)
    return negates and answers_things(links[0].named.card)


def of_an_earlier_turn(cast: Cast, item: Item) -> bool:
    """`I used X last turn`: told of another turn than the one asked about."""
    return item.part != cast.asked_part() and "last-turn" in marks_of(cast.in_part(item.part))


def targets_told(cast: Cast) -> list[Item]:
    """`X is activated on Y`, told before the question: Y is what X was aimed at, and no link of the chain."""
    found = []
    for item in [*cast.of("answered"), *cast.of("aside")]:
        behind = [i for i in cast.in_part(item.part) if i.start > item.start]
        used = [i for i in behind if i.role in ("answered", "aside") and i.named and i.who != item.who]
        used = used or _used_right_before(cast, item)
        if item.part != cast.asked_part() and is_aimed_at(cast, item) and used and marks_of(behind) & {"activate"}:
            item.role = "target"
            used[0].role = "answered"
            found.append(item)
    return found


def _used_right_before(cast: Cast, item: Item) -> list[Item]:
    """`they activate X, with Y as its target`: X, where the part before tells of nothing else."""
    alone = {i.who for i in cast.in_part(item.part) if i.is_name} == {item.who}
    before = [i for i in cast.in_part(item.part - 1) if i.named] if alone else []
    used = len(before) == 1 and before[0].role == "answered" and before[0].who != item.who
    return before if used and any(e.targets for e in before[0].named.card.activated_effects) else []  # type: ignore[union-attr]


def whose_target(cast: Cast, item: Item) -> str:
    """Whose a target is: told between it and the word that takes it; else the other player's than who aims at it."""
    for other in reversed([i for i in cast.in_part(item.part) if i.start < item.start]):
        if other.is_name or other.has("towards", "takes"):
            break
        if other.phrase and other.phrase.side:
            return other.phrase.side
    return "own" if side_before(cast, item) == "opponent" else ""


def is_used_up(cast: Cast, links: list[Item]) -> bool:
    """`X was used, since then …`: told as over, and nobody says that it is answered."""
    told = [cast.in_part(link.part) for link in links if link.part != cast.asked_part()]
    return "respond" not in marks_of(cast.asked_items) and any("since" in marks_of(p) for p in told)


def only_guessed(cast: Cast, links: list[Item]) -> bool:
    """Whether nobody says that something is activated or answered: the cards are only told beside each other."""
    if "respond" in marks_of(cast.asked_items):
        return False
    meant = {link.who for link in links}
    named = [item for item in cast.items if item.who in meant]
    if any({"firm-answered", "hint-answered"} & hinted(cast.items, item) for item in named):
        return False
    told = [i.phrase for item in named for i in cast.in_part(item.part) if i.has("activate", "chains") and i.phrase]
    return all(phrase.does or phrase.told or phrase.events for phrase in told)


def told_of_something_else(cast: Cast, links: list[Item]) -> bool:
    """`as X is summoned`, `X is equipped`: nobody says that X is answered, and its part tells of more than its use."""
    if "respond" in marks_of(cast.asked_items):
        return False
    meant = {link.who for link in links}
    if any({"firm-answered", "hint-answered"} & hinted(cast.items, i) for i in cast.items if i.who in meant):
        return False
    parts = {link.part for link in links} - {cast.asked_part()}
    told = [i.phrase for i in cast.items if i.part in parts and i.phrase]
    return any(phrase.events or phrase.told or phrase.states or "equips" in phrase.marks for phrase in told)


def who_activated(cast: Cast, link: Item) -> str:
    """`I activate X; can I chain Y`: the one player who is named beside X, where it is told."""
    here = [i.phrase for i in cast.asked_items if i.phrase]
    if not any(phrase.side or phrase.opens for phrase in here):
        return ""  # nor is it told who would answer
    told = {i.phrase.side for i in cast.in_part(link.part) if i.phrase and i.phrase.side and i.start < link.start}
    return told.pop() if len(told) == 1 and link.part != cast.asked_part() else "both" if told else ""


def is_ones_own(cast: Cast) -> bool:
    """`my own`, right before the activation that would be answered, in what is asked."""
    here = cast.asked_items
    for item in (i for i in here if i.has("mine")):
        after = [i for i in here if i.start > item.start]
        if after and (after[0].role == "answered" or (after[0].phrase and after[0].phrase.activation)):
            return True
    return False


def chain_over(asked: Asked, made: Cut, cast: Cast) -> None:
    """`X was negated by Y. Can I still use Z this turn?`: that chain is over, and what it left behind is not placed."""
    here = cast.asked_items
    marks = marks_of(here)
    before = [i for i in cast.of("answered") if i.named and i.part != cast.asked_part()]
    moment = any(i.phrase and i.phrase.at for i in here)
    told = any(i.phrase and i.phrase.at for i in cast.items if i.part != cast.asked_part())
    later = any(i.has("later") and i.start > before[-1].start for i in cast.items) if before else False
    if (
        before
        and (later or (moment and not told))
        and not {"respond", "passive", "again", "another-copy", "often"} & marks
    ):
        asked.not_placed += [made.spelled(i.named.token) for i in before if i.named]


def within_a_resolution(asked: Asked, cast: Cast) -> None:
    """`X activates Y while it resolves. Can Z be chained to it`: nothing answers what a resolution does."""
    words = [i for i in cast.items if i.has("within-resolution") and i.part < cast.asked_part()]
    here = cast.asked_items
    brought = any(i.has("activate") for word in words for i in cast.in_part(word.part) if i.start > word.start)
    named = {i.who for word in words for i in cast.in_part(word.part) if i.is_name}
    if asked.answered is None or asked.card is None or not brought or not any(i.has("respond") for i in here):
        return
    if answers_things(asked.card) and asked.answered[0].id in named:
        asked.answered, asked.links, asked.answered_kind = None, [], ""
        asked.told.happened.append({"event": "effect-resolved", "card": "another", "side": "opponent"})
        asked.told.used |= {i.start for i in cast.items if i.part < cast.asked_part() and i.who in named}


def unnamed_activation(asked: Asked, cast: Cast) -> None:
    """`can it negate a monster effect`, `the opponent activates a spell`: what is answered, without a card."""
    here = cast.asked_items
    if asked.answered is not None:
        asked.told.used |= {i.start for i in here if i.has("in-a-chain")}
    if asked.answered is not None or asked.card is None:
        return
    acts = [i for i in cast.items if i.part != cast.asked_part() and i.phrase and i.phrase.role == "answered"]
    asked.activation_told = any(i.has("activate") and not any(n.is_name for n in cast.in_part(i.part)) for i in acts)
    if answers_things(asked.card) and (doing := _doing_told(cast)):
        asked.answered_kind = _DOES + doing.phrase.does[0]  # type: ignore[union-attr]
        asked.told.used.add(doing.start)
    awaits = any(e.responds_to is not None and e.responds_to.doing for e in asked.card.effects)
    if awaits and not asked.answered_kind and (doing := _deed_answered(cast)):
        asked.answered_kind = _DOES + _stood_for(doing)
        asked.told.used.add(doing.start)
    if answers_things(asked.card) and (lying := _lying_card_activated(cast)):
        asked.answered_kind = _named_kind(lying)
        asked.told.used.add(lying.start)
    for item in cast.items:
        kind = _kind_told(cast, item)
        if kind and (kind == _ANYTHING or answers_things(asked.card)):
            marks = marks_of(cast.in_part(item.part))
            told = item.part != cast.asked_part() and "activate" in marks
            asks = item.part == cast.asked_part() and ("respond" in marks or _is_turned_to(cast, item))
            if told or asks:
                asked.answered_kind = kind
                asked.told.used.add(item.start)
        elif item.phrase and item.part == cast.asked_part() and "respond" in marks_of(cast.in_part(item.part)):
            asked.negated_kind = kind or asked.negated_kind
    if not asked.answered_kind and _chains_something(asked, cast):
        asked.answered_kind = _ANYTHING
        asked.told.used |= {i.start for i in here if i.has("in-a-chain")}
        unnamed = [i for i in cast.items if i.has("activate") and not any(n.is_name for n in cast.in_part(i.part))]
        asked.told.used |= {i.start for i in unnamed if i.part != cast.asked_part() and not _tells_more(i)}


def _lying_card_activated(cast: Cast) -> Item | None:
    """`对方发动永续魔法`: a kind of card that stays on the field, told right behind the word for activating it."""
    items = [i for i in cast.items if not (i.phrase and i.phrase.number == "count")]  # "发动一张永续魔法"
    told = [(one, other) for one, other in pairwise(items) if one.part == other.part != cast.asked_part()]
    acts = [other for one, other in told if one.has("activate") and _named_kind(other)]
    return acts[0] if acts and not any(i.is_name for i in cast.in_part(acts[0].part)) else None


def _named_kind(item: Item) -> str:
    """The kind of activation of a card described as one that stays on the field; nothing where it is another."""
    thing = item.phrase.thing if item.phrase else None
    return next((f"{word}-{thing.kind}" for word in thing.type if word in _STAYING), "") if thing else ""


def _kind_told(cast: Cast, item: Item) -> str:
    """The kind of activation a word stands for; `negate a monster` means its effects."""
    if item.phrase is None or item.phrase.activation:
        return item.phrase.activation if item.phrase else ""
    part = cast.in_part(item.part)
    here = [i for i in part if i is item or i.named or i.has("object") or not (i.phrase and i.phrase.light)]
    monster = item.phrase.thing.kind == "monster" if item.phrase.thing else "has-monster" in item.phrase.states
    if not monster or any(i.phrase and i.phrase.events for i in here):
        return ""
    at = here.index(item)
    before, behind = here[at - 1] if at else item, here[at + 1 : at + 3]
    acted_on = before.has("respond") and not before.has("passive")
    acted_on |= len(behind) == 2 and behind[0].has("object") and behind[1].has("respond")
    return _MONSTERS if acted_on else ""


def _is_turned_to(cast: Cast, item: Item) -> bool:
    """`X能对通常魔法发动吗`, `Xは通常魔法に打てますか`: a kind of activation beside the word for what X is used on."""
    at = cast.items.index(item)
    behind = [i.phrase for i in cast.items[at + 1 : at + 3] if i.phrase and i.part == item.part]
    particle = len(behind) == 2 and behind[0].role == "answered" and behind[0].card == "before"
    if particle and "activate" in behind[1].marks:
        return True
    return at > 0 and cast.items[at - 1].part == item.part and cast.items[at - 1].has("towards")


def _tells_more(item: Item) -> bool:
    """Whether a word for activating also tells what is done, or what has happened."""
    return item.phrase is not None and bool(item.phrase.does or item.phrase.events or item.phrase.told)


def _chains_something(asked: Asked, cast: Cast) -> bool:
    """`can I chain X to their spell`: X is slow, so that it is all one what it would be chained to."""
    here = cast.asked_items
    card = asked.card
    effects = [e for e in (card.activated_effects if card else ()) if asked.effect in (None, e.number)]
    slow_kinds = {e.kind for e in effects} <= {"ignition", "trigger"}
    happened = any(i.phrase and (i.phrase.events or i.phrase.told) for i in cast.items)  # triggers join one chain
    ignited = slow_kinds and any(e.kind == "ignition" for e in effects) and not happened
    slow = card is not None and card.type.startswith("Spell") and not is_fast(card)
    chained = any(i.has("respond", "chains-own", "in-a-chain") and not i.has("passive") for i in here)
    return (slow or ignited) and chained


def _doing_told(cast: Cast) -> Item | None:
    """`the opponent searches`: an effect told by what it does, in a part without a card."""
    for item in cast.items:
        part = cast.in_part(item.part)
        told = item.part != cast.asked_part() and not any(i.is_name for i in part)
        theirs = any(i.phrase and i.phrase.side == "opponent" for i in part if i.start <= item.start)
        plain = item.phrase is not None and not item.phrase.events and not any(i.has("passive", "attack") for i in part)
        if told and theirs and plain and item.phrase and item.phrase.does[:1] in _STOOD_FOR:
            return item
    return None


def _deed_answered(cast: Cast) -> Item | None:
    """`X能康抽卡吗`, `can X stop a search`: what would be negated is told by what it does, right behind the verb."""
    here = [i for i in cast.asked_items if i.named or not (i.phrase and i.phrase.light)]
    for verb, deed in pairwise(here):
        if verb.has("respond") and not verb.has("passive") and verb.phrase and not verb.phrase.does:
            return deed if _stood_for(deed) and not any(i.is_name for i in here if i.start > deed.start) else None
    return None


def _stood_for(item: Item) -> str:
    """The act of a word for which cards stand in, where it has one."""
    return next((act for act in (item.phrase.does if item.phrase else ()) if (act,) in _STOOD_FOR), "")


def _summoned_from_where_it_lay(asked: Asked) -> None:
    """`X is Special Summoned from the GY`: a place off the field is where it came from, and on the field it lies."""
    told = [a for a in asked.accounts if asked.cast is None or a.part != asked.cast.asked_part()]
    came = [a for a in told if a.card is asked.card and a.event in _SUMMONS and not a.another]
    places = [i.part for i in asked.cast.items if i.phrase and i.phrase.zone == asked.zone] if asked.cast else []
    if came and places and max(places) > max(a.part for a in came):
        return  # told after it: there it lies by now
    if not came or asked.zone in ("", "field", *FIELD):
        return
    whence = asked.zone
    asked.accounts = [replace(a, origin=a.origin or whence) if a in came else a for a in asked.accounts]
    asked.zone = ""


def after_the_chain(asked: Asked, made: Cut, cast: Cast, book: Book) -> None:
    """What is told as done is no activation to answer: a card that was summoned, the cause of what happened."""
    if asked.card is None or not asked.accounts:
        return
    moved = [a for a in asked.accounts if a.card is asked.card and a.event in _MOVES]
    gone = [a for a in asked.accounts if a.card is asked.card]
    if gone and gone[-1].event in (*_MOVES, *_FELL_IN_BATTLE):  # so it lay before it went
        if asked.face == "down":
            hidden = [a for a in gone if a.event in _MOVES]
            asked.accounts = [replace(a, was=a.was or "face-down") if a in hidden else a for a in asked.accounts]
            parts = {a.part for a in hidden}
            asked.told.used |= {i.start for i in cast.items if i.phrase and i.phrase.face == "down" and i.part in parts}
        asked.face = ""
        if asked.told.own.get("zone") in FIELD:
            asked.told.own = {key: told for key, told in asked.told.own.items() if key not in _AS_IT_LIES}
    if asked.zone == "gy" and any(a.event == _BANISHED for a in moved):
        asked.accounts = [replace(a, origin="gy") if a in moved else a for a in asked.accounts]
        asked.zone = _BANISHED  # so it lay before it went, and there it is since
    if moved and asked.zone and asked.zone not in ("gy", _BANISHED):
        asked.accounts = [replace(a, origin=a.origin or asked.zone) if a in moved else a for a in asked.accounts]
        asked.zone = ""
    _summoned_from_where_it_lay(asked)
    effects = [e for e in asked.card.effects_of("trigger", "quick") if asked.effect in (None, e.number)]
    waits = bool(effects) and all(e.kind == "trigger" and e.responds_to is None for e in effects)
    own = any(a.card in (asked.card, None) for a in asked.accounts)
    own |= asked.answered is not None and any(a.card is asked.answered[0] and a.event in _MOVES for a in asked.accounts)
    if waits and own and "respond" not in marks_of(cast.asked_items):
        _it_stays(asked, cast)
        asked.answered, asked.links = None, []
        return
    told = any(i.has("done") for i in cast.items if i.part != cast.asked_part())
    awaited = waits_for(asked, book, tuple(a.event for a in asked.accounts))
    if told and awaited and "respond" not in marks_of(cast.asked_items):
        _it_stays(asked, cast)
        asked.answered, asked.links = None, []
        return
    summoned = [a.card for a in asked.accounts if a.event in _SUMMONS]
    if asked.answered and asked.answered[0] in summoned and _waits_for_summons(asked.card):
        asked.answered = asked.answered if _acts_told(made, cast) and not asked.answered_guessed else None


def _it_stays(asked: Asked, cast: Cast) -> None:
    """`they open X. My Y is destroyed`: a card that stays on the field and does something there is in force by then."""
    card = asked.answered[0] if asked.answered else None
    told = [i for i in cast.of("answered") if i.named and i.named.card is card]
    if card is None or not told or not card.type.endswith(("Continuous", "Field")) or not card.standing_effects:
        return
    asked.in_force.append(card)
    side = side_before(cast, told[0])
    asked.in_force_of |= {card.id: side} if side else {}
    for item in told:
        item.role = "in-force"
        asked.told.used |= {i.start for i in cast.in_part(item.part) if i.has("activate") and not _tells_more(i)}


def _waits_for_summons(card: Card) -> bool:
    waits = {event for e in card.effects if e.trigger for event in e.trigger.events}
    return bool(waits & set(_SUMMONS)) or any("summon" in e.responds_to.to for e in card.effects if e.responds_to)


def acted_since(cast: Cast) -> bool:
    """Whether a summon is told, and after it that an effect is activated: then the summon is done."""
    told = [i for i in cast.items if i.part != cast.asked_part() and i.phrase]
    summons = [i.start for i in told if i.phrase and {*i.phrase.events, *i.phrase.told} & set(_SUMMONS)]
    acts = [i.start for i in told if i.has("activate") and i.phrase and not (i.phrase.told or i.phrase.events)]
    return any(s < a for s in summons for a in acts)


def _acts_told(made: Cut, cast: Cast) -> bool:
    """Whether an activation is told beside the summons, or an effect is spoken of."""
    told = [i for i in cast.items if i.part != cast.asked_part() and i.has("activate") and i.phrase]
    acts = any(not (i.phrase.told or i.phrase.events) for i in told if i.phrase)
    here = [i.phrase for i in cast.asked_items if i.phrase and not i.phrase.told]
    return acts or any(phrase.does for phrase in here) or any(word in made.text for word in _EFFECT)


def links_before(asked: Asked, cast: Cast) -> None:
    """`Y negated my X`, `X was negated by Y`: Y answered X, so X stands in the chain before it."""
    for item in cast.of("answered"):
        if item.named is None or item.part == cast.asked_part() or asked.links or not answers_things(item.named.card):
            continue
        for other in (i for i in cast.in_part(item.part) if i.role == "aside" and i.named):
            side = "own" if side_before(cast, item) == "opponent" else side_before(cast, other)
            if other.named and not zones_told(cast.items, other):
                asked.links.append((other.named.card, other.effect, side or "own"))
                other.role = "link"
