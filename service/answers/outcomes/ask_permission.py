"""What a player may do under the cards told: attack, summon, activate a kind of card; what a text forbids its turn."""

from dataclasses import replace
from itertools import product
from typing import Any

from knowledge.data.cases import Battle, CardOnTable, Table
from knowledge.data.profile import EXTRA_DECK_KINDS, OFF_FIELD, Action, Card, Filter, Side
from knowledge.desk import Desk, MatterAnswer
from knowledge.explanation.answer_records import AskAnswer
from knowledge.explanation.can_answer import card_identity
from knowledge.explanation.reason_tree import because_of
from knowledge.problems import BadInput
from knowledge.questions.asked import ANY_TIME, Asked, Used
from knowledge.questions.cast import Item, marks_of, side_before
from knowledge.questions.outcomes.asked_outcomes import outcome_words
from knowledge.questions.said_back import joined, names_of, sentence
from knowledge.questions.told.statements import on_the_field
from knowledge.table.cards import comes_as_a_monster
from service.answers.ask_activation import stand_ins, verdict_of
from service.answers.ask_card import applying, strangers_among
from service.answers.ask_frame import frame, lexicon_for, reason_by_rule

_ATTACKER = "attacker"
_FORBIDS = {  # which acts of a text may forbid an act of a player
    "attack": ("forbid-attack", "forbid-attack-declaration", "forbid-other"),
    "normal-summon": ("forbid-summon", "forbid-set", "forbid-other"),
    "special-summon-by-procedure": ("forbid-summon", "forbid-other"),
    "change-position": ("forbid-position-change", "forbid-other"),
    "flip-summon": ("forbid-summon", "forbid-position-change", "forbid-other"),
    "set-monster": ("forbid-set", "forbid-other"),
    "set-spell-trap": ("forbid-set", "forbid-other"),
}
_OF_OTHER_ACTS = ("search", "banish", "banish-from-gy", "being-banished", "control-change")  # bars on none of these
_LIES_SET: dict[str, dict[str, Any]] = {  # how a spell or trap lies that is told to have been set
    "set-this-turn": {"zone": "spell-zone", "face": "down", "set_this_turn": True},
    "set-before": {"zone": "spell-zone", "face": "down"},
}
# what tells which cards are meant
_OF_A_KIND = frozenset(("activation", "place", "zone", "amount", "card", "thing", "states"))
_SUMMONED = {"normal-summoned": "normal", "special-summoned": "special", "flip-summoned": "flip"}
_OF_THE_ATTACKER = frozenset(("card", "thing", "amount", "atk", "level", "count"))  # what tells who would attack
_SURE = ("yes", "no")
_BY = {"yes": "nothing-forbids-it", "no": "an-effect-forbids-it"}  # a ban on a kind of activations
_SIDES: tuple[Side, ...] = ("own", "opponent")
_KINDS_ACTIVATED = ("spell", "trap", "monster-effect")
_BARS_ACTIVATIONS = ("forbid-activation", "forbid-card", "forbid-other", "negate")
_MORE = frozenset(("respond", "targets", "is-cost", "often", "again", "attack", "when", "outcome"))
_FORBIDS_ACTIVATION = "forbid-activation"
_NEGATES = "negate-effect"
_OATH = "turn-of-activation"
_BY_PROCEDURE = "special-summon-by-procedure"
_COMING = ("normal-summon", _BY_PROCEDURE)  # acts by which a monster comes out


def permission(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where the question tells cards in force and asks for an act of a player; nothing where it does not."""
    words = outcome_words()
    found = words.act_asked(asked.text)
    if found is None or asked.cast is None or not asked.cards:
        return None
    act, (start, end) = found
    lasting = [card for card in asked.cards if _lasts(desk, card, act)]
    others = [card for card in asked.cards if card not in lasting]
    if len(lasting) == 1 and len(others) == 1 and (lifted := _lifted(desk, asked, act, lasting[0], others[0])):
        return lifted
    if not lasting or len(others) > 1 or (others and (act != "attack" or others[0].atk is None)):
        return None
    if _not_told_in_force(asked, start) or (act in _COMING and any(_comes_itself(asked, card) for card in lasting)):
        return None
    subject = others[0] if others else None
    if act == "attack" and subject is None and any(_attacks_itself(asked, card) for card in lasting):
        return None  # it is asked of the card itself
    forbids = [a.act for card in lasting for a in applying(desk, card) if a.act.act in _FORBIDS[act]]
    by_level = any(a.which and a.which.level for a in forbids)
    if by_level and not subject and words.level_told(asked.text) is None and not _without_level(asked.text):
        return None
    if any(a.which and a.which.summoned for a in forbids) and not _summoned_how(asked):
        return None
    judged = [_judged(desk, act, _table(asked, act, subject, lasting, side), asked.cards) for side in _SIDES]
    verdicts = [one for one in judged if one is not None]
    if len(verdicts) < len(judged):
        return None
    if len({v.verdict for v in verdicts}) != 1:
        return _by_side(desk, asked, act, lasting, verdicts)
    answer = verdicts[0]
    if answer.verdict not in _SURE:
        return None
    verdict = answer.verdict
    if act in _COMING and verdict == "yes" and (narrow := [bar for bar in forbids if _is_narrow(bar)]):
        kinds = {kind for kind in words.kinds if words.is_kind(kind, asked.text[start:end])}
        if len(narrow) > 1 or not _bars_kinds(narrow[0], kinds):
            return None  # it hangs on what would come
        verdict = "no"
    asked.not_understood = words.left_over_of_acts(asked.not_understood)
    asked.used = Used(((start, end),), _OF_THE_ATTACKER if act == "attack" else frozenset())
    lexicon = lexicon_for(desk)
    said = sentence(lexicon, f"permission.{act}.{verdict}", cards=joined([names_of(c) for c in lasting]))
    told = frame(desk, asked, verdict, said)
    told["because"] = [n for d in answer.deciding.judgement.decisions if d.outcome for n in because_of(desk.book, d)]
    told["question"] |= {"kind": "outcome", "card": card_identity(subject or lasting[0])}
    return told


def _is_narrow(bar: Action) -> bool:
    """Whether a ban on summons speaks of some monsters only."""
    which = bar.which
    narrow = which and (which.zones or which.type or which.group or which.race or which.attribute or which.level)
    return bar.act == "forbid-summon" and bool(narrow)


def _bars_kinds(bar: Action, kinds: set[str]) -> bool:
    """Whether a ban on all but some monsters of the Extra Deck bars the kind of summon told."""
    which = bar.which
    if which is None or which.zones != ("extra-deck",) or not kinds or not kinds <= EXTRA_DECK_KINDS:
        return False
    words = (*which.type, *which.group)
    spared = {word.removeprefix("non-") for word in which.type}
    only_spares = all(word.startswith("non-") for word in words) and not (which.race or which.attribute or which.level)
    return only_spares and not kinds & spared


def _comes_itself(asked: Asked, card: Card) -> bool:
    """`can X be special summoned`: whether a monster is named in what is asked, so that it is the one that comes."""
    assert asked.cast is not None
    here = asked.cast.asked_items
    in_force = any(i.role == "in-force" for i in here if i.named and i.named.card is card)
    return card.type.startswith("Monster") and not in_force and any(i.named and i.named.card is card for i in here)


def _attacks_itself(asked: Asked, card: Card) -> bool:
    """`can X attack`: whether it is the card named in what is asked that would, and not one that lies beside."""
    assert asked.cast is not None
    here = asked.cast.asked_items
    fights = card.type.startswith("Monster") or comes_as_a_monster(card)
    return fights and any(i.named and i.named.card is card and i.role != "in-force" for i in here)


def _lifted(desk: Desk, asked: Asked, act: str, lasting: Card, other: Card) -> AskAnswer | None:
    """`I used X on Y, may I now …`: what Y forbids is lifted while X negates it or has it face-down; else nothing."""
    cast = asked.cast
    assert cast is not None
    acts = [a for e in other.effects for a in e.does]
    undoes = any(a.act == "flip-face-down" or (a.act == "negate-effect" and a.what in ("", "target")) for a in acts)
    told = [i for i in cast.items if i.named and i.part != cast.asked_part()]
    forbids = any(a.act.act in _FORBIDS[act] for a in applying(desk, lasting))
    of_monsters = lasting.type.startswith("Monster")
    if any(i.has("next-turn") for i in cast.items):
        return None
    if not undoes or not forbids or not of_monsters or {i.who for i in told} != {lasting.id, other.id}:
        return None
    if not any(i.has("respond", "turned-down", "activate", "passive") for i in cast.items if i.part == told[-1].part):
        return None
    words = outcome_words()
    asked.not_understood = words.left_over(words.left_over_of_acts(asked.not_understood))
    asked.used = Used()
    parts = {"card": names_of(lasting), "other": names_of(other)}
    answer = frame(desk, asked, "yes", sentence(lexicon_for(desk), "permission.lifted", **parts))
    answer["question"] |= {"kind": "outcome", "card": card_identity(lasting)}
    return answer


def _by_side(desk: Desk, asked: Asked, act: str, lasting: list[Card], verdicts: list[MatterAnswer]) -> AskAnswer | None:
    """It hangs on whose the card is, which was not told: one branch for each player."""
    if any(v.verdict not in _SURE for v in verdicts):
        return None
    told = asked.cast.items if asked.cast else []
    owners = {i.named.card.id: side_before(asked.cast, i) for i in told if i.named and asked.cast}
    whose = next((owners[card.id] for card in lasting if owners.get(card.id)), "")
    lexicon, cards = lexicon_for(desk), joined([names_of(c) for c in lasting])
    if whose:
        verdict = verdicts[_SIDES.index("own" if whose == "own" else "opponent")].verdict
        answer = frame(desk, asked, verdict, sentence(lexicon, f"permission.{act}.{verdict}", cards=cards))
    else:
        answer = frame(desk, asked, "depends", sentence(lexicon, "permission.by-side", cards=cards))
        keys = ("permission.if-own", "permission.if-opponents")
        answer["branches"] = [
            {"if": sentence(lexicon, key, cards=cards), "verdict": v.verdict}
            for key, v in zip(keys, verdicts, strict=True)
        ]
    answer["question"] |= {"kind": "outcome", "card": card_identity(lasting[0])}
    return answer


def _without_level(text: str) -> bool:
    """Whether a monster is told to be of a kind that has no level."""
    words = outcome_words()
    return words.is_kind("xyz", text) or words.is_kind("link", text)


def _lasts(desk: Desk, card: Card, act: str) -> bool:
    """Whether a card does something while it applies, and whether it forbids the act hangs on nothing untold."""
    applies = applying(desk, card)
    bars = [a for a in applies if a.act.act in _FORBIDS[act] and a.act.to not in _OF_OTHER_ACTS]
    plain = all(a.sure and not a.act.to and a.act.count in ("", "all") and not a.act.amount for a in bars)
    whole = not any(e.unread for e in card.effects)
    return bool(applies) and plain and whole  # a limit, an exception or a condition is for those who see the table


def _not_told_in_force(asked: Asked, start: int) -> bool:
    """Whether something else is told of one of the cards: that it was used, answered, or is in a hand."""
    assert asked.cast is not None
    marks = {"respond", "passive", "again", "often"}
    told = [i for i in asked.cast.items if asked.places[i.start] < start]
    events = any(i.phrase and (i.phrase.events or i.phrase.states) for i in told)
    return bool(marks & asked.cast.marks) or events or asked.zone in ("hand", "gy")


def _table(asked: Asked, act: str, subject: Card | None, lasting: list[Card], side: Side) -> Table:
    lying = [on_the_field(card, side) for card in lasting]
    if act != "attack":
        return Table(cards=tuple(lying))
    assert asked.cast is not None
    figures: dict[str, Any] = {}
    for item in asked.cast.items:
        if item.phrase and item.token and item.phrase.number in ("atk", "level") and item.token.number is not None:
            figures[item.phrase.number] = item.token.number
    level = outcome_words().level_told(asked.text)
    figures |= {"level": level} if level is not None and not subject else {}
    figures |= {"summoned": how} if (how := _summoned_how(asked)) else {}
    words = outcome_words()
    kinds = tuple(kind for kind in words.kinds if not subject and words.is_kind(kind, asked.text))
    name = subject.names.zh if subject else ""
    attacker = CardOnTable(
        card=name,
        called=_ATTACKER,
        zone="monster-zone",
        position="attack",
        type=kinds,
        **figures,
    )
    return Table(cards=(*lying, attacker), battle=Battle(attacker=_ATTACKER))


def _summoned_how(asked: Asked) -> str:
    """How the monster came out, where exactly one way is told."""
    phrases = [i.phrase for i in asked.cast.items if i.phrase] if asked.cast else []
    told = {event for phrase in phrases for event in (*phrase.events, *phrase.told) if event in _SUMMONED}
    told |= {"special-summoned" for phrase in phrases if any(act.startswith("special-summon") for act in phrase.does)}
    return _SUMMONED[told.pop()] if len(told) == 1 else ""


def _judged(desk: Desk, act: str, table: Table, cards: list[Card]) -> MatterAnswer | None:
    strangers = strangers_among(desk, cards)
    try:
        if act == "attack":
            matter, about, at = "may-declare-attack", _ATTACKER, "battle-step"
        else:
            matter, about, at = "player-act", act, "main1"
        return desk.matter(matter, about=about, at=at, turn="own", table=table, strangers=strangers)
    except (BadInput, LookupError):
        return None


def activation_of_a_kind(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where cards stand in for the kind and all of them come out alike; else nothing."""
    cast = asked.cast
    if cast is None or asked.kind != "can" or asked.card is not None or not asked.in_force or asked.doubt:
        return None
    here = cast.asked_items
    kind, place = _kind_meant(here), _place_meant(here)
    in_force = {card.id for card in asked.in_force}
    if not kind or place is None or {card.id for card in asked.cards} != in_force or _MORE & marks_of(here):
        return None
    if asked.events or "activate" not in marks_of(here):
        return None
    alone = replace(asked, missing="", answered=None, answered_kind="", at=asked.at or ANY_TIME, assumed="always")
    alone.zone = alone.zone or place
    states = [state for i in here if i.phrase for state in i.phrase.states if state in _LIES_SET]
    if states:
        alone.told = replace(alone.told, own=_LIES_SET[states[0]])
    known = lexicon_for(desk).stand_ins
    there = f"{kind}-{place}" if f"{kind}-{place}" in known else kind
    verdicts = {verdict_of(desk, replace(alone, card=card, effect=number)) for card, number in stand_ins(desk, there)}
    barring = [c for c in asked.in_force if not _bars_nothing(desk, c, kind)]
    barring = [c for c in barring if not _is_negated_there(desk, c, asked.in_force)]
    barring = [c for c in barring if not _negates_elsewhere(desk, c, place)]
    in_vain = bool(barring) and all(_only_negates(desk, card) for card in barring)
    if verdicts != {"no"} and (verdicts != {"yes"} or (barring and not in_vain and not states)):
        return None
    [verdict] = verdicts
    cards = joined([names_of(card) for card in asked.in_force])
    asked.used, asked.missing = Used(takes=_OF_A_KIND), ""
    key = "in-vain" if verdict == "yes" and in_vain else verdict
    answer = frame(desk, asked, verdict, sentence(lexicon_for(desk), f"kind-under.{key}", cards=cards))
    answer["because"] = [reason_by_rule(desk, "prohibitions", _BY[str(verdict)], str(verdict))]
    understood = sentence(lexicon_for(desk), "kind-under.asked", cards=cards)
    answer["question"] |= {"kind": "outcome", "card": card_identity(asked.in_force[0]), "understood": understood}
    return answer


def _kind_meant(here: list[Item]) -> str:
    """The one kind of activation told: by its own word, or `monsters` that activate; empty where it is narrower."""
    kinds = {i.phrase.activation for i in here if i.phrase and i.phrase.activation}
    things = [i.phrase.thing for i in here if i.phrase and i.phrase.thing]
    if any(t.face or set(t.type) - {"effect"} or t.attribute or t.race for t in things):
        return ""
    kinds |= {_KINDS_ACTIVATED[2] for thing in things if thing.kind == "monster"}
    if not kinds and "the-effect" in marks_of(here) and _place_meant(here) in OFF_FIELD:
        return _KINDS_ACTIVATED[2]  # "effects in the GY"
    return kinds.pop() if len(kinds) == 1 and kinds <= set(_KINDS_ACTIVATED) else ""


def _place_meant(here: list[Item]) -> str | None:
    """From where it is used, as far as that is told; nothing where two places are."""
    places = {i.phrase.place or i.phrase.zone for i in here if i.phrase} - {""}
    return next(iter(places), "") if len(places) < 2 else None


def _only_negates(desk: Desk, card: Card) -> bool:
    """Whether a card that was read to its end keeps nobody from activating anything, and negates what was activated."""
    known = desk.book.has_profile(card) and not card.has_unread
    bars = [a.act for a in applying(desk, card) if a.act.act.startswith(_BARS_ACTIVATIONS)]
    return known and bool(bars) and all(bar.act == _NEGATES for bar in bars)


def _negates_elsewhere(desk: Desk, card: Card, place: str) -> bool:
    """Whether all that a card negates lies in other places than the one told."""
    bars = [a.act for a in applying(desk, card) if a.act.act.startswith(_BARS_ACTIVATIONS)]
    zones = [bar.which.zones if bar.which else () for bar in bars]
    return place in OFF_FIELD and _only_negates(desk, card) and all(there and place not in there for there in zones)


def chained_kind(desk: Desk, asked: Asked) -> AskAnswer | None:
    """`can a monster effect be chained to X`: a card of the kind that chains to nearly everything stands in for it."""
    cast = asked.cast
    if cast is None or asked.kind not in ("can", "answerable") or asked.doubt or len(asked.named) != 1:
        return None
    here = cast.asked_items
    kinds = [i for i in here if i.phrase and i.phrase.activation in _KINDS_ACTIVATED]
    names = [i for i in here if i.named]
    if len(kinds) != 1 or len(names) > 1 or asked.events or any(i.phrase and i.phrase.at for i in cast.items):
        return None
    if not names and not _answers_what_was_used(asked, here, kinds[0]):
        return None
    if names:
        marked = _marked(asked, {names[0].start: ("§", names[0]), kinds[0].start: ("¤", kinds[0])})
        if not outcome_words().chained_by_a_kind(marked):
            return None
    card = asked.named[0][1]
    assert kinds[0].phrase is not None
    link = replace(asked, kind="can", answered=(card, asked.effect), answered_by="opponent", at="main", does=())
    link = replace(link, answered_kind="", negated_kind="", missing="", assumed="")
    token = kinds[0].token
    spelled = asked.spelled(token) if token else ""
    words = lexicon_for(desk).printed_kinds.kind_in(spelled.lower())  # "a normal trap", and no Counter Trap
    fast = stand_ins(desk, f"chains-{kinds[0].phrase.activation}")
    fast = [(one, number) for one, number in fast if all(word in one.type.lower() for word in words)]
    if not fast:
        return None
    verdicts = {verdict_of(desk, replace(link, card=one, effect=number)) for one, number in fast}
    if not verdicts <= set(_SURE):
        return None
    verdict = "yes" if "yes" in verdicts else "no"
    asked.used, asked.missing = Used(), ""
    lexicon = lexicon_for(desk)
    answer = frame(desk, asked, verdict, sentence(lexicon, f"kind-chained.{verdict}", card=names_of(card)))
    understood = sentence(lexicon, "kind-chained.asked", card=names_of(card))
    answer["question"] |= {"kind": "outcome", "card": card_identity(card), "understood": understood}
    return answer


def _answers_what_was_used(asked: Asked, here: list[Item], kind: Item) -> bool:
    """`I activate X. Can they chain a monster effect`: X was used right before, and the kind is what is chained."""
    assert asked.cast is not None
    before = asked.cast.in_part(asked.cast.asked_part() - 1)
    used = any(i.named for i in before) and "activate" in marks_of(before)
    said = asked.text[asked.places[here[0].start] : asked.places[kind.start]].lower()
    return used and "passive" not in marks_of(here) and bool(outcome_words().chained.search(said))


def _marked(asked: Asked, signs: dict[int, tuple[str, Item]]) -> str:
    """The question with a sign in the place of some of its words."""
    text = asked.text
    for sign, item in (signs[start] for start in sorted(signs, reverse=True)):
        token = item.token or (item.named.token if item.named else None)
        assert token is not None
        text = text[: asked.places[token.start]] + sign + text[asked.places[token.end - 1] + 1 :]
    return text


def activation_from_a_place(desk: Desk, asked: Asked) -> AskAnswer | None:
    """`under X, can monsters in the GY activate effects`: by the places X bars activations in; else nothing."""
    cast = asked.cast
    if cast is None or asked.kind != "can" or asked.card is not None or len(asked.in_force) != 1 or asked.doubt:
        return None
    here, lasting = cast.asked_items, asked.in_force[0]
    places: set[str] = {i.phrase.place or i.phrase.zone for i in here if i.phrase}
    places.discard("")
    of_monsters = any(i.phrase and i.phrase.thing and i.phrase.thing.kind == "monster" for i in here)
    of_monsters |= any(i.phrase and i.phrase.activation.startswith(_KINDS_ACTIVATED[2]) for i in here)
    there = {i.phrase.activation.rpartition("-")[2] for i in here if i.phrase and i.phrase.activation}
    places |= there & {"hand", "gy", "field"}  # "墓地的怪兽效果" in one word
    acts = "activate" in marks_of(here) and not _MORE & marks_of(here)
    if len(places) != 1 or not of_monsters or not acts or asked.events or len(asked.cards) != 1:
        return None
    bars = [a.act for a in applying(desk, lasting) if a.act.act.startswith(_BARS_ACTIVATIONS)]
    whole = desk.book.has_profile(lasting) and not lasting.has_unread
    plain = all(b.act == _FORBIDS_ACTIVATION and b.which and b.which.zones and _of_any_monster(b.which) for b in bars)
    if not bars or not whole or not plain:
        return None
    [place] = places
    zone = "monster-zone" if place == "field" else place
    verdict = "no" if any(bar.which and zone in bar.which.zones for bar in bars) else "yes"
    cards = joined([names_of(lasting)])
    asked.used, asked.missing = Used(), ""
    answer = frame(desk, asked, verdict, sentence(lexicon_for(desk), f"kind-under.{verdict}", cards=cards))
    answer["because"] = [reason_by_rule(desk, "prohibitions", _BY[verdict], verdict)]
    understood = sentence(lexicon_for(desk), "kind-under.asked", cards=cards)
    answer["question"] |= {"kind": "outcome", "card": card_identity(lasting), "understood": understood}
    return answer


def _of_any_monster(which: Filter) -> bool:
    """Whether a filter speaks of monsters in some place and tells nothing more of them."""
    narrow = (
        which.group or which.name or which.race or which.attribute or which.level or which.side not in (None, "either")
    )
    return not narrow and set(which.type) <= {"monster", "effect"}


def _bars_nothing(desk: Desk, card: Card, kind: str) -> bool:
    """Whether a card was read to its end and keeps nobody from activating such a card, nor negates what it does."""
    known = desk.book.has_profile(card) and not card.has_unread
    bars = [a.act for a in applying(desk, card) if a.act.act.startswith(_BARS_ACTIVATIONS)]
    return known and all(bar.act == _NEGATES and _spares(bar, kind) for bar in bars)


def _spares(negation: Action, kind: str) -> bool:
    """Whether what is negated lies in monster zones alone, where no spell or trap is activated."""
    return kind in ("spell", "trap") and negation.which is not None and negation.which.zones == ("monster-zone",)


def _is_negated_there(desk: Desk, card: Card, in_force: list[Card]) -> bool:
    """Whether a card is negated by the others told, whoever controls it and them."""
    strangers, others = strangers_among(desk, in_force), [other for other in in_force if other is not card]
    for mine, theirs in product(_SIDES, _SIDES):
        lying = on_the_field(card, mine)
        told = Table(cards=(lying, *(on_the_field(other, theirs) for other in others)))
        if not desk.table(told, strangers=strangers).is_negated(lying):
            return False
    return True


def oath_kept(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where a card was activated this turn and an act is asked that its text forbids; else nothing."""
    words = outcome_words()
    found = words.act_asked(asked.text)
    if found is None or asked.cast is None or not asked.cards or asked.events or not _of_this_turn(asked):
        return None
    act, (start, end) = found
    sworn = [(card, oath) for card in asked.cards for oath in _oaths(card) if card not in _asked_of(asked, start)]
    sworn += [(card, oath) for card in asked.cards for oath in _oaths(card) if act == "attack" and oath.what == "self"]
    kinds = [kind for kind in words.kinds if words.is_kind(kind, asked.text[start:end])]
    binding = [card for card, oath in sworn if _binds(oath, act, kinds)]
    if not binding or _never_activated(asked, binding[0]):
        return None
    asked.not_understood = words.left_over(words.left_over_of_acts(asked.not_understood))
    asked.used, asked.missing = Used(((start, end),)), ""
    said = sentence(lexicon_for(desk), "oath.no", card=names_of(binding[0]))
    answer = frame(desk, asked, "no", said)
    answer["question"] |= {"kind": "outcome", "card": card_identity(binding[0])}
    return answer


def _of_this_turn(asked: Asked) -> bool:
    assert asked.cast is not None
    words = outcome_words()
    return "still" in asked.cast.marks or words.this_turn.search(asked.text.lower()) is not None


def _asked_of(asked: Asked, start: int) -> list[Card]:
    """The cards named in the words that ask: whether they may come out, not whether they were used."""
    assert asked.cast is not None
    return [i.named.card for i in asked.cast.items if i.named and asked.places[i.start] >= start]


def _oaths(card: Card) -> list[Action]:
    return [act for effect in card.effects for act in effect.cost if act.until == _OATH]


def _binds(oath: Action, act: str, kinds: list[str]) -> bool:
    if act == "attack":
        return oath.act.startswith("forbid-attack") and oath.what in ("self", "you")
    which = oath.which
    if oath.act != "forbid-summon" or (which is not None and which.summoned and not _way(act) & set(which.summoned)):
        return False
    if which is None or not (which.zones or which.type or which.attribute or which.race or which.group or which.level):
        return True
    if which.zones != ("extra-deck",) or which.attribute or which.race or which.group or which.level:
        return False
    free = {word.removeprefix("non-") for word in which.type}
    return bool(kinds) and all(kind in EXTRA_DECK_KINDS and kind not in free for kind in kinds)


def _way(act: str) -> set[str]:
    return {"special"} if act == _BY_PROCEDURE else {"normal"} if act == "normal-summon" else set()


def _never_activated(asked: Asked, card: Card) -> bool:
    """Whether an answer named beside it would have negated the very activation: then it counts as not activated."""
    others = [other for other in asked.cards if other is not card]
    done = [act for o in others for e in o.effects for act in e.every_act]
    return any(act.act.startswith("negate-activation") for act in done)
