"""May X do something to a card that is described, not named; is X destroyed by Y: played, and read off the table."""

from dataclasses import dataclass
from typing import Any

from knowledge.data.cases import CardOnTable, Table
from knowledge.data.profile import FIELD, Action, Card, Effect, Filter, Side, number_of
from knowledge.desk import Desk
from knowledge.explanation.answer_records import AskAnswer
from knowledge.explanation.can_answer import card_identity
from knowledge.play import read_scenario
from knowledge.problems import BadInput
from knowledge.questions.asked import Asked, Used
from knowledge.questions.cast import Cast, Item, marks_of, side_before
from knowledge.questions.outcomes.asked_outcomes import OutcomeWords, outcome_words
from knowledge.questions.said_back import names_of, sentence
from knowledge.questions.told.boards import FIGURES
from knowledge.questions.told.statements import field_zone, on_the_field
from service.answers.ask_card import lying_beside, strangers_among
from service.answers.ask_frame import frame, lexicon_for, reason_by_rule
from service.answers.what_cards_do.ask_objects import NARROW, effects_doing

_KINDS = ("can", "outcome", "out-of-scope", "rulings", "card")
_SPELLS = frozenset(("spell", "trap", "continuous", "field", "equip", "quick-play", "counter"))
_PLACES = {"extra": "extra-deck", "extra-monster-zone": "monster-zone"}
_ALSO = {"search": ("search", "add-to-hand"), "special-summon": ("special-summon",)}
_ARRIVES = {"defence": "defence", "face-down-defence": "defence", "face-up-defence": "defence", "attack": "attack"}
_SUBJECT = "subject"  # what the event befell
_BY_ITS_TEXT = ("effect-applies", "what-the-resolution-part-says-must-be-true")
_BANISHED = "banished"
_CARRIES = frozenset(("may", "asks", "activate", "outcome", "passive", "object", "takes", "other-act", "with"))
_BACK_ROW = "spell-zone"
_EQUIPS = "equip"
_BECAME = ("refund", "where", "stays", "negated", "resolves", "stops")
_DETAILS = ("type", "face", "attribute", "race", "side", "position", "zone")
_MORE = frozenset(("respond", "targets", "is-cost", "often", "again", "attack", "when"))


def described_taken(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where one card is asked to do one thing to a described card; nothing where that is not asked."""
    cast, card = asked.cast, asked.card or (asked.cards[0] if asked.cards else None)
    if cast is None or card is None or asked.kind not in _KINDS or asked.answered or asked.accounts:
        return None
    here = cast.asked_items
    names = [i for i in cast.items if i.is_name]
    if len(names) != 1 or names[0] not in here or names[0].doubt or _MORE & marks_of(here):
        return None
    words = outcome_words()
    deeds = words.deeds_asked(_text(asked, here)) if _asks_for_a_deed(asked, words) else []
    acts = _ALSO.get(deeds[0], (deeds[0],)) if len(deeds) == 1 else ()
    others = [i for i in here if i.phrase and i.phrase.does and not any(d.startswith(acts) for d in i.phrase.does)]
    pairs = effects_doing(card, acts) if acts and not others else []
    passive = "passive" in marks_of(here)
    beside = [i for i in here if i.phrase and (i.start < names[0].start) == passive]
    if not pairs or any(_is_a_goal(asked, i) or _is_a_condition(i) for i in beside) or _elsewhere(cast, here):
        return None
    if not all(_describes_or_carries(i, deeds[0]) for i in beside):
        return None
    told = _description(beside, deeds[0], by_opponent=_is_the_opponents(cast, names[0]))
    if told is None or (any(told.get(part) for part in FIGURES.values()) and words.is_bounded(_text(asked, here))):
        return None
    known = desk.book.has_profile(card)
    each = {_speaks_of(desk, card, effect, act, told, known) for effect, act in pairs}
    verdict = str(each.pop()) if len(each) == 1 else "depends"
    # what was read may leave out the one text that matters
    # (what a text does not take it does not take either where its conditions are met)
    may = verdict != "no"
    in_part = not known and any(e.unread or e.unread_deeds for e in card.effects)
    in_part |= not known and any(may and (e.choices or e.requires) for e, _ in pairs)
    if verdict == "None" or in_part:
        if verdict != "no" and not any(told[part] for part in _DETAILS):
            return None
        verdict = "depends"
    if any(may and (effect.requires or effect.choices) for effect, _ in pairs):
        verdict = "depends"
    answer = frame(desk, asked, verdict, sentence(lexicon_for(desk), f"taking.kind.{verdict}", card=names_of(card)))
    asked.used, asked.missing = Used(), ""
    answer["because"] = [reason_by_rule(desk, *_BY_ITS_TEXT, verdict)]
    asked_as = sentence(lexicon_for(desk), "taking.kind.asked", card=names_of(card))
    answer["question"] |= {"kind": "outcome", "card": card_identity(card), "understood": asked_as}
    return answer


def _is_a_condition(item: Item) -> bool:
    """`if I control no …`: what lies there is told, and not what is taken."""
    phrase = item.phrase
    return phrase is not None and (phrase.role == "in-force" or phrase.amount in ("none", "other"))


def _asks_for_a_deed(asked: Asked, words: OutcomeWords) -> bool:
    """Whether it is not asked what became of something: a deed is told then, and another thing is asked."""
    thing, (start, end) = words.thing_asked(asked.text) or ("", (0, 0))
    return thing not in _BECAME or bool(words.deeds_asked(asked.text[start:end]))


def _is_the_opponents(cast: Cast, name: Item) -> bool:
    """Whether it is the opponent who uses the card: told right before its name."""
    before = [i for i in cast.items if i.start < name.start and i.phrase and not i.has("may", "asks", "passive")]
    last = before[-1].phrase if before else None
    return last is not None and last.side == "opponent" and not last.thing and not last.number


def _text(asked: Asked, here: list[Item]) -> str:
    tokens = [i.token for i in here if i.token]
    return asked.text[asked.places[tokens[0].start] : asked.places[tokens[-1].end - 1] + 1] if tokens else ""


def _is_a_goal(asked: Asked, item: Item) -> bool:
    """Whether a place is where something would go: that is asked of the act, not of the card."""
    placed = item.token is not None and item.phrase is not None and (item.phrase.place or item.phrase.zone)
    before = asked.text[: asked.places[item.token.start]] if placed and item.token else ""
    return bool(placed) and outcome_words().is_destination(before)


def _elsewhere(cast: Cast, here: list[Item]) -> bool:
    """Whether a moment is told, or beside the question what happened or was done; other clauses are left over."""
    told = [i for i in cast.items if i not in here and i.phrase and not i.phrase.light]
    happened = any(
        i.phrase.events or i.phrase.told or i.phrase.does or i.has("activate", "respond") for i in told if i.phrase
    )
    return happened or any(i.phrase and (i.phrase.at or i.phrase.turn) for i in here)


def _describes_or_carries(item: Item, deed: str) -> bool:
    """Whether a word describes the card, is the deed itself, or only carries the question along."""
    phrase = item.phrase
    if phrase is None or phrase.light or phrase.thing or phrase.number in FIGURES or phrase.place or phrase.zone:
        return True
    if phrase.events:
        return any(_same_stem(event, deed) for event in phrase.events) or _BANISHED in phrase.events
    if deed == _EQUIPS and item.has("equips"):
        return True
    return bool(phrase.does or phrase.side or phrase.position or set(phrase.marks) <= _CARRIES)


def _same_stem(event: str, act: str) -> bool:
    return event[:3] == act[:3] and event.split("-")[-1][:2] == act.split("-")[-1][:2]


def _description(items: list[Item], deed: str, by_opponent: bool) -> dict[str, Any] | None:
    """What is told of the card, as the table tells it, with `kind`; nothing where no card is described."""
    things = [i.phrase.thing for i in items if i.phrase and i.phrase.thing and i.phrase.thing.kind != "room"]
    printed = [i.phrase.activation for i in items if i.phrase and i.phrase.activation in ("spell", "trap")]
    figures = {
        FIGURES[i.phrase.number]: i.token.number
        for i in items
        if i.phrase and i.token and i.phrase.number in FIGURES and i.token.number is not None
    }
    kinds = {*(thing.kind for thing in things), *printed, *(["monster"] if figures else [])} - {"card"}
    behind_them = any(i.phrase and i.phrase.place == _BACK_ROW for i in items)
    if not (things or printed or figures) and behind_them:
        kinds = {"spell-trap"}  # "my backrow": the cards that lie there
    elif not (things or printed or figures) or len(kinds) > 1:
        return None
    told: dict[str, Any] = {"kind": next(iter(kinds), "card"), **figures}
    told["type"] = tuple(word for thing in things for word in thing.type)
    for part in ("face", "attribute", "race"):
        told[part] = next((getattr(thing, part) for thing in things if getattr(thing, part)), "")
    behind = [*items[1:], None]
    whose = [i for i, then in zip(items, behind, strict=True) if _is_of_a_card(then)]
    for part, those in (("side", whose), ("position", items)):
        told[part] = next((getattr(i.phrase, part) for i in those if i.phrase and getattr(i.phrase, part)), "")
    told["firm"] = any(i.has("reflexive", "mine") for i in whose) or by_opponent
    place = next((i.phrase.place or i.phrase.zone for i in items if i.phrase and (i.phrase.place or i.phrase.zone)), "")
    lies_banished = any(_BANISHED in i.phrase.events for i in items if i.phrase and deed != "banish")
    told["zone"] = _PLACES.get(place, place) or (_BANISHED if lies_banished else "")
    if told["face"] == "down" and told["kind"] == "monster":
        told["position"] = told["position"] or "defence"
    if by_opponent and told["side"]:
        told["side"] = "own" if told["side"] == "opponent" else "opponent"
    return told


def _is_of_a_card(behind: Item | None) -> bool:
    """Whether what stands behind a player is a card or a place of theirs, not what they do."""
    if behind is None or behind.phrase is None:
        return False
    return bool(behind.phrase.thing or behind.phrase.zone or behind.phrase.place or behind.phrase.activation)


def _speaks_of(desk: Desk, card: Card, effect: Effect, act: Action, told: dict[str, Any], known: bool) -> str | None:
    """Whether the text means such cards: yes, no, depends where some are; nothing where it was not read so far."""
    which = _meant(effect, act)
    if which is None:
        return None
    if not _may_mean(which, told["kind"]):
        return "no"
    if act.requires or effect.unread or effect.unread_deeds or act.to.startswith("if-"):
        return None
    if not known and not any(getattr(which, part) for part in NARROW):
        return None
    if told["position"] and act.to in _ARRIVES and _ARRIVES[act.to] != told["position"]:
        return "no"  # it comes out in the other position
    zones = which.zones or act.whence or (("monster-zone",) if act.what == _SUBJECT else ())
    place = told["zone"]
    if not zones:
        return None
    there = [zone for zone in zones if not place or zone == place or (place == "field" and zone in FIELD)]
    if not there:
        return "no"
    if told["side"] and which.side not in (None, "either", told["side"]):
        return "no" if told["firm"] or told["side"] == "opponent" else "depends"  # "my monster": who uses X is open
    side: Side = "opponent" if "opponent" in (told["side"], None if told["side"] else which.side) else "own"
    ignore = ("other", "zones", *(() if told["kind"] in ("monster", "spell", "trap") else ("type",)))
    lying = CardOnTable(
        called="described",
        side=side,
        zone=there[0],
        face=told["face"] or which.face or "up",
        position=told["position"] or which.position or ("attack" if there[0] == "monster-zone" else None),
        type=(*told["type"], *((told["kind"],) if "type" not in ignore else ())),
        attribute=told["attribute"],
        race=told["race"],
        atk=told.get("atk"),
        defence=told.get("defence"),
        level=told.get("level"),
    )
    table = desk.table(Table(cards=(lying,)), strangers=strangers_among(desk, [card]))
    found = table.fits(lying, which, ignore=ignore) or "depends"
    unasked = [part for part in FIGURES.values() if part in told and getattr(which, part) is None]
    return "depends" if unasked and found == "yes" else found  # who tells a figure thinks that it matters


def _meant(effect: Effect, act: Action) -> Filter | None:
    if act.what == _SUBJECT:
        return effect.trigger.of if effect.trigger else None
    return act.which or (effect.targets[0] if effect.targets else None)


def _may_mean(which: Filter, kind: str) -> bool:
    """Whether a filter may mean cards of a kind: by what it names, else by where it looks for them."""
    named = set(which.type)
    if kind == "card":
        return True
    if kind == "monster":
        return not named <= _SPELLS if named else not which.zones or set(which.zones) != {"spell-zone", "field-zone"}
    if named:
        return bool(named & _SPELLS) if kind == "spell-trap" else kind in named
    return not which.zones or set(which.zones) != {"monster-zone"}


_STRUCK, _DOER = "struck", "doer"
_WENT = {"banish": "banished", "return-to-hand": "hand", "return-to-deck": "deck", "send-to-gy": "gy"}
_NO_BLOW_ASKED = frozenset(("respond", "attack", "targets", "is-cost", "often", "again", "when", "when-asked"))
_LIES = frozenset(("face-up",))  # what may be told of a card that lies there
_GONE = ("sent-to-gy", "left-field")
_AROUND = 8  # characters before the words that ask
_SHIELDS = {"destroy": "protect-from-effect"}


@dataclass(frozen=True)
class Struck:
    """Who does what to whom, beside which cards in force; whose each of them is."""

    doer: Card
    taken: Card
    deed: str
    doers: Side
    owner: Side
    in_force: tuple[CardOnTable, ...]
    position: str


def struck(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where one card is asked to fall to the effect of another; nothing where that is not asked."""
    words = outcome_words()
    found = words.befallen(asked.text)
    if found is None or asked.cast is None or asked.kind not in _KINDS:
        return None
    deed, spared, (start, end) = found
    here = asked.cast.asked_items
    if not any(start <= asked.places[i.start] < end for i in here):
        return None  # it is told, and another thing is asked
    if any(i.has("clause") and start < asked.places[i.start] < end for i in asked.cast.items):
        return None  # "can I use X if it is destroyed by Y"
    told = _told(desk, asked, asked.cast, deed)
    if (
        told is not None
        and not told.taken.type.startswith("Monster")
        and words.of_others.search(asked.text[max(start - _AROUND, 0) : end].lower())
    ):
        return None  # the monster it brought out is asked about
    outcome = _outcome(desk, told) if told else None
    if told is None or outcome is None:
        return None
    verdict = outcome if not spared else {"yes": "no", "no": "yes"}[outcome]
    asked.not_understood = words.left_over(asked.not_understood)
    asked.used, asked.missing = Used(((start, end),), whole=True), ""
    parts = {"card": names_of(told.taken), "other": names_of(told.doer)}
    key = f"struck.spared.{verdict}" if spared else f"struck.{deed}.{verdict}"
    answer = frame(desk, asked, verdict, sentence(lexicon_for(desk), key, **parts))
    answer["question"] |= {"kind": "outcome", "card": card_identity(told.taken)}
    answer["assumed"] = [sentence(lexicon_for(desk), "assumed.struck", **parts)]
    return answer


def _told(desk: Desk, asked: Asked, cast: Cast, deed: str) -> Struck | None:
    names = list({i.who: i for i in cast.items if i.named}.values())
    if any(i.doubt for i in cast.items) or asked.attack is not None or asked.links or _NO_BLOW_ASKED & cast.marks:
        return None
    others, words = lying_beside(desk, cast, asked.cards[0]) if asked.cards else ((), set[int]())
    if not all(_carries(i, deed) or i.start in words for i in cast.items if i.phrase):
        return None
    beside = [i for i in names if i.role == "in-force" and i.part != cast.asked_part()]
    pair = [i for i in names if i not in beside]
    if len(pair) == 1 and len(beside) == 1:  # "they have X; is it destroyed by Y"
        pair, beside = [*beside, *pair], []
    if len(pair) != 2:
        return None
    able = [i for i in pair if i.named and effects_doing(i.named.card, (deed,))]
    doer = able[0] if len(able) == 1 else _by_grammar(cast, pair)
    if doer is None or doer not in able:
        return None
    taken = pair[0] if doer is pair[1] else pair[1]
    assert doer.named is not None
    assert taken.named is not None
    doers, owner = side_before(cast, doer), side_before(cast, taken)
    owner = owner or ("own" if doers == "opponent" else "opponent" if doers else "own")
    doers = doers if doers and _uses(cast, doer) else ("opponent" if owner == "own" else "own")
    lying = tuple(
        on_the_field(i.named.card, "own" if side_before(cast, i) == "own" else "opponent") for i in beside if i.named
    )
    lying += others
    position = next((i.phrase.position for i in cast.items if i.phrase and i.phrase.position), "attack")
    return Struck(doer.named.card, taken.named.card, deed, doers, owner, lying, position)  # type: ignore[arg-type]


def _uses(cast: Cast, doer: Item) -> bool:
    """Whether the player named before a card is the one who uses it: the part tells a use, or nothing but the card."""
    return not any(i.is_name and i.who != doer.who and i.start < doer.start for i in cast.in_part(doer.part))


def _by_grammar(cast: Cast, pair: list[Item]) -> Item | None:
    """`X is … by Y`, `they use Y. Is X …`: which of two cards that both do such things is the one that does it."""
    one, other = sorted(pair, key=lambda i: i.start)
    between = [i for i in cast.items if one.start < i.start < other.start]
    if one.part == other.part and any(i.has("passive", "by") for i in between):
        return other
    if one.part < other.part and "activate" in marks_of(cast.in_part(one.part)):
        return one
    return None


def _carries(item: Item, deed: str) -> bool:
    """Whether a word tells nothing beyond that the cards lie there and the one is used on the other."""
    phrase = item.phrase
    assert phrase is not None
    if phrase.at or phrase.turn or phrase.number or phrase.effect or phrase.face or phrase.thing or phrase.activation:
        return False
    if phrase.zone not in ("", "field") or phrase.place not in ("", "field", "monster-zone"):
        return False
    if not set(phrase.states) <= _LIES or (phrase.amount and phrase.amount not in ("some", "only")):
        return False
    stem = deed[:5]
    done = (*phrase.events, *phrase.does, *phrase.told)
    to_the_gy = deed == "destroy" and not set(phrase.does)  # whatever is destroyed goes there
    return all(word[:5] == stem or word.startswith(deed) or (to_the_gy and word.startswith(_GONE)) for word in done)


def _outcome(desk: Desk, told: Struck) -> str | None:
    """Yes where it is played so, no where something in force keeps it off; nothing where neither is certain."""
    effects = list({number_of(e): e for e, _ in effects_doing(told.doer, (told.deed,))}.values())
    if not effects or any(e.unread for e in (*effects, *told.taken.effects)):
        return None
    outcomes = {_of_effect(desk, told, effect) for effect in effects}
    return outcomes.pop() if len(outcomes) == 1 else None


def _of_effect(desk: Desk, told: Struck, effect: Effect) -> str | None:
    lying = on_the_field(told.taken, told.owner, _STRUCK)
    cards = [told.doer, told.taken]
    shields = [_SHIELDS[told.deed]] if told.deed in _SHIELDS else []
    shields += ["protect-from-targeting"] if effect.targets else []
    there = desk.table(Table(cards=(lying, *told.in_force)), strangers=strangers_among(desk, cards))
    kept = there.kept_from(lying, told.doer, told.doers, *shields)
    own = [a for a in there.acts_of(told.taken) if a.act.act in ("unaffected", *shields)]
    if kept == "yes" and any(not lying.card for lying in told.in_force):
        return "no"  # what its text asks for is told to lie there
    by_material = not desk.book.has_profile(told.taken) and "Xyz" in told.taken.type  # which few texts say alike
    if any(a.effect.requires or a.act.requires or by_material for a in own):
        return None  # it hangs on what nobody told
    if kept == "yes":
        return "no"
    aimed = [which for which in effect.targets if which.side not in ("opponent", "own")]
    if kept == "perhaps" or (effect.targets and len(aimed) != len(effect.targets) and told.owner == told.doers):
        return None
    went = _played(desk, told, effect)
    return "yes" if went else None


def _played(desk: Desk, told: Struck, effect: Effect) -> bool:
    """Whether the deed befalls the card as the effect is played."""
    zone = field_zone(told.doer)
    if told.doer.type.startswith("Monster"):
        zone = "monster-zone" if "monster-zone" in effect.zones or not effect.zones else effect.zones[0]
    taken: dict[str, Any] = {"card": told.taken.names.zh, "called": _STRUCK, "side": told.owner}
    taken["zone"] = field_zone(told.taken)
    taken |= {"position": told.position} if taken["zone"] == "monster-zone" else {}
    doer = {"card": told.doer.names.zh, "called": _DOER, "side": told.doers, "zone": zone}
    others = [{"card": c.card, "side": c.side, "zone": c.zone} for c in told.in_force if c.card]
    step: dict[str, Any] = {"activate": f"{_DOER}/{number_of(effect)}", "assume": True, "by": told.doers}
    step |= {"targets": [_STRUCK]} if effect.targets else {}
    scenario = {"cards": [taken, doer, *others], "steps": [step, {"pass": "both"}]}
    try:
        played = desk.scenario(read_scenario(scenario), strangers_among(desk, [told.doer, told.taken]))
    except BadInput:
        return False
    if told.deed == "destroy":
        return bool(played.answers["destroyed"].get(_STRUCK))
    return bool(played.answers["zone"].get(_STRUCK) == _WENT[told.deed])
