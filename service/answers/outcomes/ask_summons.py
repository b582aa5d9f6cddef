"""May a monster come out, in the way its text prints or beside what lets one kind lie; a summon that was negated."""

from typing import Any, cast

import msgspec

from knowledge.data.cases import CardOnTable, Table
from knowledge.data.profile import Action, Card, Effect, Zone
from knowledge.desk import Desk, TableAnswer
from knowledge.explanation.answer_records import AskAnswer
from knowledge.explanation.can_answer import card_identity
from knowledge.explanation.reason_tree import because_of
from knowledge.problems import BadInput
from knowledge.questions.asked import Account, Asked, Used
from knowledge.questions.cast import Item, does_so, marks_of, side_before
from knowledge.questions.forms import form_of
from knowledge.questions.outcomes.asked_outcomes import outcome_words
from knowledge.questions.outcomes.special_questions import way_words
from knowledge.questions.said_back import joined, names_of, sentence
from knowledge.questions.told.statements import on_the_field
from knowledge.rules.facts.table_facts.card_moves import OF_THE_EXTRA_DECK, OWN_WAYS, must_come_its_own_way
from service.answers.ask_card import applying, can_asked, can_told, strangers_among, table_given
from service.answers.ask_frame import frame, lexicon_for
from service.lookup import finder_of

_GATE = "may-be-summoned"
_COMING = "coming"
_OF_KINDS = frozenset(("thing", "card", "place", "amount", "count"))  # what tells which monsters lie there
_ONE_KIND = ("more-than-one-attribute-face-up", "more-than-one-race-face-up", "two-of-the-same-race-face-up")
_COMES, _SUMMONS = "special-summon-self", "special-summon"
_OWN_WAY = "procedure-may-be-used"
_BARS = "forbid-"  # acts of a way that take nothing from the table
_ACT, _BY_A_WAY = "player-act", "special-summon-by-procedure"


def summon_of_a_kind(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where such a card is told, what lies on one's field, and what would come there; else nothing."""
    cast = asked.cast
    if cast is None:
        return None
    here = [i for i in cast.items if i.part == cast.asked_part()]
    comes = [i for i in here if _is_a_kind(i) or _is_a_monster(i)]
    there = [i for i in cast.items if i.part != cast.asked_part() and (_is_a_kind(i) or _is_a_monster(i))]
    if len(comes) > 1 and (before := _told_before_asking(here)):  # "I have a Warrior, may a Machine come"
        there, comes = [*there, *(i for i in comes if i in before)], [i for i in comes if i not in before]
    theirs = [i for i in there if side_before(cast, i) == "opponent"]
    words = outcome_words()
    asks = asked.text[asked.places[here[0].start] :].lower() if here else ""
    sets = words.sets_it(asks)
    if not (sets or words.summons.search(asks)) or theirs or any(i.has("respond") for i in here):
        return None
    limits = [card for card in asked.cards if _limits_kinds(desk, card)]
    if not limits:
        return None
    if sets and len(limits) == len(asked.cards):  # face-down it has no kind that such a card counts
        return _set_beside(desk, asked, limits)
    if len(limits) != 1 or len(comes) != 1 or not there:
        return None
    if sets:
        return _set_beside(desk, asked, limits)
    lying = [on_the_field(limits[0]), *(_laid(item, f"there-{n}") for n, item in enumerate(there))]
    table = Table(cards=(*lying, _laid(comes[0], _COMING, "hand")))
    try:
        judged = desk.matter(
            _GATE, about=_COMING, at="main1", turn="own", table=table, strangers=strangers_among(desk, asked.cards)
        )
    except (BadInput, LookupError):
        return None
    if judged.verdict not in ("yes", "no"):
        return None
    asked.not_understood = words.left_over_of_acts(asked.not_understood)
    asked.used = Used(takes=_OF_KINDS)
    said = sentence(lexicon_for(desk), f"summon-of-a-kind.{judged.verdict}", card=names_of(limits[0]))
    answer = frame(desk, asked, judged.verdict, said)
    answer["because"] = [n for d in judged.deciding.judgement.decisions if d.outcome for n in because_of(desk.book, d)]
    answer["question"] |= {"kind": "outcome", "card": card_identity(limits[0])}
    return answer


def _told_before_asking(here: list[Item]) -> list[Item]:
    """What is told to be there in the words before those that ask."""
    asks = [at for at, item in enumerate(here) if item.has("may")]
    before = here[: asks[0]] if asks else []
    there = [at for at, item in enumerate(before) if item.phrase and item.phrase.amount == "some"]
    return before[there[0] + 1 :] if there else []


def _set_beside(desk: Desk, asked: Asked, limits: list[Card]) -> AskAnswer:
    """A monster may be set beside cards that let only one kind lie face-up."""
    asked.not_understood = outcome_words().left_over_of_acts(asked.not_understood)
    asked.used = Used(takes=_OF_KINDS)
    said = sentence(lexicon_for(desk), "summon-of-a-kind.set", card=joined([names_of(limit) for limit in limits]))
    answer = frame(desk, asked, "yes", said)
    answer["question"] |= {"kind": "outcome", "card": card_identity(limits[0])}
    return answer


def _limits_kinds(desk: Desk, card: Card) -> bool:
    return any(a.act.to in _ONE_KIND for a in applying(desk, card))


def _is_a_kind(item: Item) -> bool:
    thing = item.phrase.thing if item.phrase else None
    return thing is not None and bool(thing.attribute or thing.race)


def _is_a_monster(item: Item) -> bool:
    return item.named is not None and item.named.card.type.startswith("Monster")


def _laid(item: Item, handle: str, zone: str = "monster-zone") -> CardOnTable:
    stands: dict[str, Any] = {"position": "attack"} if zone == "monster-zone" else {}
    if item.named is not None:
        return CardOnTable(card=item.named.card.names.zh, called=handle, zone=zone, **stands)  # type: ignore[arg-type]
    thing = item.phrase.thing if item.phrase else None
    assert thing is not None
    return CardOnTable(called=handle, zone=zone, attribute=thing.attribute or None, race=thing.race or None, **stands)  # type: ignore[arg-type]


def way_out(desk: Desk, asked: Asked) -> AskAnswer | None:
    """`can X be Pendulum Summoned`: whether that kind of summon brings such a monster, with nothing else told."""
    cast = asked.cast
    spans = [(asked.places[i.start], _end(asked, i)) for i in cast.items if i.named] if cast else []
    found = way_words().asked(asked.text, spans) if len(spans) == 1 and asked.doubt is None else None
    card = asked.cards[0] if asked.cards else None
    if found is None or card is None or not card.type.startswith("Monster"):
        return None
    way, span = found
    zone: Zone = "extra-deck" if OF_THE_EXTRA_DECK & set(card.type.lower().split(" / ")) else "hand"
    lying = CardOnTable(card=card.names.zh, called=_COMING, zone=zone, summoned=way)
    strangers = strangers_among(desk, [card])
    try:
        judged = desk.matter(
            _GATE, about=_COMING, at="main1", turn="own", table=Table(cards=(lying,)), strangers=strangers
        )
    except (BadInput, LookupError):
        return None
    aimless = judged.verdict == "no" and way in OWN_WAYS and not _is_done_to_it(asked)  # X may be used for it, too
    free = way in (*OWN_WAYS, "flip") or not _may_be_bound(desk, card)
    sure = (judged.verdict == "no" and not aimless) or (judged.verdict == "yes" and free)
    verdict = judged.verdict if sure else "depends"
    asked.used, asked.missing = Used((span,)), ""
    key = "way-out.used-for" if aimless else f"way-out.{verdict}"
    answer = frame(desk, asked, verdict, sentence(lexicon_for(desk), key, card=names_of(card)))
    answer["because"] = [n for d in judged.deciding.judgement.decisions if d.outcome for n in because_of(desk.book, d)]
    answer["question"] |= {"kind": "outcome", "card": card_identity(card)}
    return answer


def _may_be_bound(desk: Desk, card: Card) -> bool:
    """Whether a text may say more of how the monster comes out than that its kind does, read so or only printed."""
    unread = any((e.unread or e.unread_deeds) and not e.is_activated for e in card.effects)
    stored = finder_of(desk).imported(card)
    printed = stored is not None and any(way_words().binds.search(text.lower()) for text in stored.texts.values())
    untold = stored is None and bool(card.effects_of("summoning"))  # of a way of its own, with no text at hand
    return unread or must_come_its_own_way(card) or printed or untold


def _is_done_to_it(asked: Asked) -> bool:
    """`被同调召唤`, `be Synchro Summoned`."""
    assert asked.cast is not None
    return "passive" in asked.cast.marks or " be " in asked.text.lower()


def _end(asked: Asked, item: Item) -> int:
    assert item.named is not None
    return asked.places[item.named.token.end - 1] + 1


def procedure(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where it is asked whether a monster that prints a way to come out may do so; else nothing."""
    card = asked.card
    if asked.kind != "can" or card is None or asked.cast is None:
        return None
    if asked.missing or asked.answered or asked.events or asked.aside:
        return None
    here = asked.cast.asked_items
    ways = [e for e in card.effects_of("summoning") if any(act.act == _COMES for act in e.does)]
    summons_others = any(act.act == _SUMMONS for e in card.effects for act in e.does)
    meant = (_COMES,) if summons_others else (_COMES, _SUMMONS)
    comes = any(i.phrase and any(act in i.phrase.does for act in meant) for i in here)
    pays = bool(asked.does) and any(act.act.startswith(asked.does) for e in ways for act in e.cost)
    if not (comes or (pays and not _activated_so(card, asked.does))) or any(i.has("respond") for i in here):
        return None
    by_effect = [e for e in card.effects if e.kind != "summoning" and any(act.act == _COMES for act in e.does)]
    if len(ways) != 1 or by_effect or not _known(desk, card, ways[0]):
        return None
    verdict = _verdict_of_the_way(desk, asked, ways[0])
    if verdict is None:
        return None
    said = sentence(lexicon_for(desk), f"procedure.{verdict}", card=names_of(card))
    answer = frame(desk, asked, verdict, said)
    answer["question"] |= {"kind": "outcome", "card": card_identity(card)}
    return answer


def _known(desk: Desk, card: Card, way: Effect) -> bool:
    """Whether a way out was written by hand, or read to its end and found to ask for something."""
    whole = not (way.unread or way.unread_deeds) and bool(way.requires or way.cost)
    return desk.book.has_profile(card) or (whole and not any(r.is_ == "unread" for r in way.requires))


def _activated_so(card: Card, acts: tuple[str, ...]) -> bool:
    """Whether an effect that is activated does or pays one of these things."""
    effects = card.activated_effects
    return any(act.act.startswith(acts) for e in effects for act in (*e.does, *e.cost))


def _verdict_of_the_way(desk: Desk, asked: Asked, way: Effect) -> str | None:
    assert asked.card is not None
    named = [asked.card]
    try:
        table = table_given(desk, form_of(desk.book, asked).get("given"), None, named)
        own = table.self or CardOnTable(card=asked.card.names.zh, zone=way.zones[0] if way.zones else "hand")
        table = msgspec.structs.replace(table, self=own)
        strangers = strangers_among(desk, named)
        used = desk.matter(_OWN_WAY, asked.card, way, at="main1", turn="own", table=table, strangers=strangers).verdict
        act = desk.matter(_ACT, about=_BY_A_WAY, at="main1", turn="own", table=table, strangers=strangers).verdict
    except (BadInput, LookupError):
        return None
    there = desk.table(table, card=asked.card, effect=way, strangers=strangers)
    answers = [there.meets(wanted, own) for wanted in way.requires]
    if "no" in (used, act) or "no" in answers or _forsworn(asked, way):
        return "no"
    enough = _told_to_be_there(there, table, way)
    if not enough and way.cost and all(_told_whole(table, act) for act in way.cost):
        return "no"
    return "yes" if used == "yes" and None not in answers and enough else "depends"


def _told_whole(table: Table, act: Action) -> bool:
    """Whether all that lies where a demand takes its cards from is told."""
    zones = act.which.zones if act.which else ()
    side = act.which.side if act.which else None
    return bool(zones) and all(f"{side}-{zone}" in table.nothing_else_in for zone in zones)


def _forsworn(asked: Asked, way: Effect) -> bool:
    """Whether the way forbids a kind of summon for its turn, and one is told to have been made this turn."""
    made = [str(t["event"]).removesuffix("-summoned") for t in asked.told.earlier if t.get("side") == "own"]
    barred = [act.which.summoned for act in way.cost if act.act == "forbid-summon" and act.which]
    return any(kind in kinds for kinds in barred for kind in made)


def _told_to_be_there(there: TableAnswer, table: Table, way: Effect) -> bool:
    """Whether the cards told are enough for all that the way demands, none of them counted twice."""
    free = list(table.cards)
    demands = [(act.which, act.count) for act in way.cost if not act.act.startswith(_BARS)]
    fitting = [[c for c in free if which and there.fits(c, which) == "yes"] for which, _ in demands]
    for (_, count), some in sorted(zip(demands, fitting, strict=True), key=lambda told: len(told[1])):
        taken = [card for card in some if card in free][: count if isinstance(count, int) else 0]
        if not isinstance(count, int) or len(taken) < count:
            return False
        free = [card for card in free if card not in taken]
    return True


_WENT = {"destroy": "gy", "return-to-hand": "hand", "banish": "banished", "return-to-deck": "deck"}
_NEGATED, _SENT, _DESTROYED = "summon-negated", "sent-to-gy", "destroyed-by-effect"
_TOLD = frozenset(("respond", "activation", "does", "events", "told", "card", "thing"))
_MORE = frozenset(("cannot", "again", "another-copy", "when", "often", "next-turn"))


def negated_summon(desk: Desk, asked: Asked, thing: str) -> AskAnswer | None:
    """`X negates my Normal Summon. Where does the monster go`: as the text of X says of the monster it stopped."""
    words, cards = outcome_words(), list({card.id: card for card in asked.cards}.values())
    summons = words.summons.search(asked.text.lower()) and words.negates.search(asked.text.lower())
    if len(cards) != 1 or not summons or thing not in ("where", "destroyed", "stays"):
        return None
    acts = _done_to_it(cards[0])
    went = next((place for act, place in _WENT.items() if act in acts), "")
    if not went:
        return None
    verdict = went if thing == "where" else "no"
    if thing == "destroyed":
        verdict = "yes" if "destroy" in acts else "no"
    asked.not_understood = words.left_over(asked.not_understood)
    asked.used = Used(takes=_TOLD - {"card", "thing"})
    lexicon = lexicon_for(desk)
    parts = {"card": sentence(lexicon, "outcome.summoned"), "other": names_of(cards[0])}
    sure = verdict if verdict in ("yes", "no") else None
    answer = frame(desk, asked, sure, sentence(lexicon, f"outcome.{thing}.{verdict}", **parts))
    answer["question"] |= {"kind": "outcome", "card": card_identity(cards[0])}
    return answer


def _done_to_it(card: Card) -> list[str]:
    """What a text that negates summons does besides; empty where it negates none."""
    ways = [list(e.does) for e in card.effects] + [list(c.does) for e in card.effects for c in e.choices]
    return [a.act for way in ways if any(a.act.startswith("negate-summon") for a in way) for a in way]


def effect_after_a_negated_summon(desk: Desk, asked: Asked) -> AskAnswer | None:
    """`the summon of M was negated by X. Does M's effect activate`: M never lay on the field; else nothing."""
    words, told_cast = outcome_words(), asked.cast
    cards = list({card.id: card for card in asked.cards}.values())
    if told_cast is None or asked.doubt is not None or len(cards) != 2 or asked.kind not in ("can", "outcome"):
        return None
    negators = [card for card in cards if _done_to_it(card)]
    monster = next((card for card in cards if card not in negators), None)
    here = told_cast.asked_items
    if len(negators) != 1 or monster is None or not monster.type.startswith("Monster") or not here:
        return None
    before = asked.text[: asked.places[here[0].start]].lower()
    summoned = words.summons.search(before) and words.negates.search(before) and not words.of_its_effect.search(before)
    named = {i.named.card.id for i in here if i.named}
    acts = tuple(act for i in here if i.phrase for act in i.phrase.does)
    activates = "activate" in marks_of(here) and not marks_of(here) & {"respond", *_MORE}
    before_it = any(i.named and i.named.card is monster and i not in here for i in told_cast.items)
    if not summoned or not before_it or not activates or not named <= {monster.id} or _MORE & told_cast.marks:
        return None
    effects = [e for e in monster.activated_effects if not acts or does_so(e, acts)]
    done = (_SENT, _DESTROYED) if "destroy" in _done_to_it(negators[0]) else ()
    if not effects or not done or any(e.unread for e in effects):
        return None
    accounts = [Account(_NEGATED, monster), *(Account(event, monster, by="effect") for event in done)]
    verdicts = set()
    for effect in effects:
        then = Asked(asked.text, "can", card=monster, effect=effect.number, at="main", zone="gy", accounts=accounts)
        judged = can_asked(desk, form_of(desk.book, then))
        verdicts.add(judged.verdict)
    if verdicts != {"no"}:
        return None
    asked.used, asked.missing = Used(((asked.places[here[0].start], len(asked.text)),)), ""
    answer = cast(AskAnswer, can_told(desk, judged, asked.include))
    told = frame(desk, asked, "no", sentence(lexicon_for(desk), "negated-summon.no", card=names_of(monster)))
    told["because"], told["rulings"] = answer["because"], answer["rulings"]
    told["question"] |= {"kind": "outcome", "card": card_identity(monster)}
    return told
