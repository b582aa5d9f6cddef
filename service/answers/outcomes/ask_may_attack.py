"""Whether a monster may attack, directly, once more or at all: the rules are asked on the table that is told."""

import re
from dataclasses import dataclass, field
from typing import Literal

from knowledge.data.cases import OTHER, Battle, CardOnTable, Happening, Table
from knowledge.data.profile import Card, Effect, Side
from knowledge.desk import Desk, MatterAnswer
from knowledge.explanation.answer_records import AskAnswer
from knowledge.explanation.can_answer import card_identity
from knowledge.explanation.reason_tree import because_of
from knowledge.problems import BadInput
from knowledge.questions.asked import Asked, Span, Used
from knowledge.questions.cast import Cast, Item, marks_of, side_before
from knowledge.questions.outcomes.asked_outcomes import outcome_words
from knowledge.questions.outcomes.counts import amount_words, counts_in
from knowledge.questions.said_back import joined, names_of, sentence
from knowledge.questions.told.battles import ATTACKED_DIRECTLY, OF_AN_ATTACK, side_behind, tells_an_attack
from knowledge.questions.told.statements import on_the_field
from knowledge.table.attack_counts import FURTHER_ATTACKS
from knowledge.table.cards import comes_as_a_monster
from service.answers.ask_card import strangers_among
from service.answers.ask_frame import frame, lexicon_for, reason_by_rule
from service.lookup import finder_of

_ATTACKER = "attacker"
_MORE = frozenset(("respond", "activate", "passive", "again", "often", "targets", "must", "turned-down", "next-turn"))
_EQUIP = "Spell / Equip"
_OF_MONSTERS = frozenset(("card", "amount", "count", "place", "zone", "attack", "equips", "states"))
_SURE = ("yes", "no")
_CAME_BY = {"normal": "normal-summoned", "special": "special-summoned"}
_COMING: dict[str, Literal["normal", "special"]] = {"normal-summoned": "normal", "special-summoned": "special"}


@dataclass
class _Field:
    """What is told of the field, seen by the player who would attack."""

    attacker: Card | None
    of: Side = "own"  # whose it is, seen by the one who asks
    foes: list[Card | None] = field(default_factory=list)
    told: bool = False  # whether anything is told of the monsters that could be attacked
    lying: list[tuple[Card, str]] = field(default_factory=list)  # with whose they are, where that is told
    worn: list[Card] = field(default_factory=list)  # equip cards of a monster that could be attacked
    came: Literal["normal", "special"] | None = None  # how the one who would attack came to the field


def declaration(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where it is asked whether a monster may attack; nothing where more is told than a table."""
    words = outcome_words()
    found, cast = words.declaration_asked(asked.text), asked.cast
    if found is None or cast is None or not asked.cards or asked.doubt is not None or asked.kind == "rule":
        return None
    if words.still.search(asked.text.lower()):
        return None  # something came before that was not told
    if any(i.phrase and "unaffected" in i.phrase.does for i in cast.in_part(cast.asked_part())):
        return None  # some bans on attacks are on the monsters, others on their player
    how, (start, end) = found
    turn = words.turn_it_came.search(asked.text.lower())
    rest = [i for i in cast.items if turn is None or not turn.start() <= asked.places[i.start] < turn.end()]
    told = [i for i in rest if i.phrase and (i.phrase.events or i.phrase.at or i.phrase.number in ("atk", "lp"))]
    came = {event for i in told if i.phrase for event in i.phrase.events} & set(_COMING)
    way = words.summon_way(turn[0]) if turn is not None else ""
    came |= {_CAME_BY[way]} if way in _CAME_BY else set()
    if _MORE & marks_of(rest) or any(not i.has("attack-asked") and not _only_comes(i) for i in told):
        return None
    there = _field_of(asked, words.monsters_told(asked.text)[0], end)
    if there is None or (how == "attack" and not (there.foes or there.attacker or there.lying)):
        return None
    if there.attacker is None and _describes_the_attacker(asked):
        return None  # what is told of it may be what a text asks for
    there.came = _COMING[came.pop()] if len(came) == 1 else None
    if turn is not None and there.attacker is not None and (ways := _turns_it_stays_back(desk, there.attacker)):
        return _stays_back(desk, asked, there, ways, [turn.span(), (start, end)])
    if how == "attack" and not there.told:
        there.foes = [None]
    if how == "attack" and there.attacker is not None and _bound_by_its_text(there.attacker):
        return None  # what its text hangs on was not told
    by_side = {side: _ways(desk, there, how, side) for side in _sides_of(there)}
    if any(one is None or one.verdict not in _SURE for ways in by_side.values() for one in ways):
        return None
    spans = [(start, end), *words.monsters_told(asked.text)[1], *([turn.span()] if turn is not None else [])]
    asked.not_understood = words.left_over_of_acts(asked.not_understood)
    asked.used, asked.missing = Used(tuple(spans), _OF_MONSTERS), ""
    judged = {side: [one for one in ways if one is not None] for side, ways in by_side.items()}
    if len({tuple(one.verdict for one in ways) for ways in judged.values()}) > 1:
        return _by_side(desk, asked, there, judged)
    return _told(desk, asked, there, how, judged["own"])


def _turns_it_stays_back(desk: Desk, card: Card) -> set[str]:
    """The ways of coming to the field in whose turn a text does not let its card attack."""
    stored = finder_of(desk).imported(card)
    told = amount_words().texts
    texts = [(lang, stored.texts[lang]) for lang in told if stored is not None and stored.texts.get(lang)]
    found = [m["ways"].lower() for lang, text in texts if (m := re.search(told[lang]["not_the_turn_it_came"], text))]
    if not found:
        return set()
    return outcome_words().ways_printed(found[0])


def _stays_back(desk: Desk, asked: Asked, there: _Field, ways: set[str], spans: list[Span]) -> AskAnswer | None:
    """The answer where a text speaks of the turn its card came in: no, by the way it came."""
    if (there.came is None and len(ways) < len(_CAME_BY)) or (there.came is not None and there.came not in ways):
        return None
    asked.used, asked.missing = Used(tuple(spans), _OF_MONSTERS), ""
    assert there.attacker is not None
    lexicon = lexicon_for(desk)
    who = sentence(lexicon, "declares.of", card=names_of(there.attacker))
    answer = frame(desk, asked, "no", sentence(lexicon, "declares.attack.no", who=who))
    answer["question"] |= {"kind": "outcome", "card": card_identity(there.attacker)}
    return answer


def _describes_the_attacker(asked: Asked) -> bool:
    """Whether a level, a figure or a kind is told of a monster without a name."""
    words = outcome_words()
    items = asked.cast.items if asked.cast else []
    figures = any(i.phrase and i.phrase.number not in ("", "count") for i in items)
    kinds = any(words.is_kind(kind, asked.text) for kind in words.kinds)
    return figures or kinds or words.level_told(asked.text) is not None or any(i.has("describes") for i in items)


def _bound_by_its_text(card: Card) -> bool:
    """Whether a text forbids its own card to attack under some condition, or asks for something before it may."""
    bans = [(e, a) for e in card.effects for a in e.does if a.act.startswith("forbid-attack") and a.what == "self"]
    return any(e.requires or a.requires or a.to or a.until for e, a in bans)


def _sides_of(there: _Field) -> tuple[Side, ...]:
    """Whose the cards beside may be, of which that is not told."""
    return ("own", "opponent") if any(not whose for _, whose in there.lying) else ("own",)


def _ways(desk: Desk, there: _Field, how: str, side: Side) -> list[MatterAnswer | None]:
    """The verdict on the table that is told; on an empty field and on another where nothing is told of it."""
    if how == "attack":
        return [_on_some(desk, there, side)]
    fields: list[list[Card | None]] = [there.foes] if there.told else [[], [None]]
    return [_judged(desk, there, foes, "", side) for foes in fields]


def _by_side(desk: Desk, asked: Asked, there: _Field, judged: dict[Side, list[MatterAnswer]]) -> AskAnswer:
    """It hangs on whose the cards beside are, which was not told: one branch for each player."""
    lexicon = lexicon_for(desk)
    cards = joined([names_of(card) for card, whose in there.lying if not whose])
    answer = frame(desk, asked, "depends", sentence(lexicon, "permission.by-side", cards=cards))
    keys = {"own": "permission.if-own", "opponent": "permission.if-opponents"}
    for side, ways in judged.items():
        seen = side if there.of == "own" else OTHER[side]
        verdict = ways[0].verdict if len({one.verdict for one in ways}) == 1 else "depends"
        answer["branches"].append({"if": sentence(lexicon, keys[seen], cards=cards), "verdict": verdict})
    answer["question"] |= {"kind": "outcome", "card": card_identity(there.attacker or asked.cards[0])}
    return answer


def _told(desk: Desk, asked: Asked, there: _Field, how: str, ways: list[MatterAnswer]) -> AskAnswer:
    lexicon, first = lexicon_for(desk), ways[0]
    card = sentence(lexicon, "declares.of", card=names_of(there.attacker)) if there.attacker else None
    who = card or sentence(lexicon, "declares.somebody")
    if len({one.verdict for one in ways}) > 1:
        answer = frame(desk, asked, "depends", sentence(lexicon, "declares.direct.depends", who=who))
        keys = ("declares.if-none", "declares.if-some")
        branches = zip(keys, ways, strict=True)
        answer["branches"] = [{"if": sentence(lexicon, key), "verdict": one.verdict} for key, one in branches]
    else:
        answer = frame(desk, asked, first.verdict, sentence(lexicon, f"declares.{how}.{first.verdict}", who=who))
    decisions = first.deciding.judgement.decisions
    answer["because"] = [node for d in decisions if d.outcome for node in because_of(desk.book, d)]
    answer["question"] |= {"kind": "outcome", "card": card_identity(there.attacker or asked.cards[0])}
    return answer


def _field_of(asked: Asked, amounts: dict[str, str], end: int) -> _Field | None:
    """Who would attack, who could be attacked and what lies beside them; nothing where a card is none of these."""
    cast = asked.cast
    assert cast is not None
    named = [i for i in cast.items if i.named and i.role != "again" and asked.places[i.start] < end]
    later = [i for i in cast.items if i.named and asked.places[i.start] >= end]
    monsters = [i for i in named if _is_monster(i)]
    fighting = [i for i in monsters if i.role != "in-force" and i.part == cast.asked_part()] or (
        [i for i in monsters if i.role != "in-force"] if len(monsters) == 1 else []
    )
    fighting = fighting or [i for i in later if _is_monster(i) and _attacks_with_it(cast, i)]
    attacker = fighting[-1] if fighting else None
    side = side_before(cast, attacker) if attacker else _whose_attack(cast)
    side = side or "own"
    card = attacker.named.card if attacker is not None and attacker.named is not None else None
    there = _Field(
        card,
        of="opponent" if side == "opponent" else "own",
        told=OTHER[side] in amounts,
        foes=[None] if amounts.get(OTHER[side]) == "some" else [],
    )
    for item in [i for i in [*named, *later] if i is not attacker and i.named]:
        assert item.named is not None
        beside, whose = item.named.card, side_behind(cast, item) or side_before(cast, item)
        if beside is card and item.role == "again":
            continue
        if _is_monster(item) and whose == OTHER[side]:
            there.foes += [beside] * _number_before(asked, item)
            there.told = True
        elif beside.type == _EQUIP and whose in ("", OTHER[side]) and _worn(asked, item):
            there.worn.append(beside)
        elif item.role == "in-force" or beside.type.endswith(("Field", "Continuous")):
            there.lying.append((beside, "" if not whose else "own" if whose == side else "opponent"))
        else:
            return None
    if there.worn and not there.foes:
        there.foes, there.told = [None], True
    return there


def _attacks_with_it(cast: Cast, name: Item) -> bool:
    """`can I attack directly with X`: the one who would attack, named behind what is asked."""
    before = [i for i in cast.in_part(name.part) if i.start < name.start and not (i.phrase and i.phrase.side)]
    return bool(before) and before[-1].has("with") and any(i.has("attack", "attack-asked") for i in before[:-1])


def _whose_attack(cast: Cast) -> str:
    """Whose monsters would attack, where none of them is named: the last player told in the part that asks."""
    here = [i.phrase for i in cast.asked_items if i.phrase]
    sides = [phrase.side for phrase in here if phrase.side and phrase.role != "in-force"]
    return sides[-1] if sides else ""


def _worn(asked: Asked, item: Item) -> bool:
    """Whether an equip card is told to be worn, and by no monster that has a name."""
    cast = asked.cast
    assert cast is not None
    here = cast.in_part(item.part)
    return any(i.has("equips") for i in here) and not any(_is_monster(i) for i in here)


def _number_before(asked: Asked, item: Item) -> int:
    """`2只X`: how many of them there are."""
    cast = asked.cast
    assert cast is not None
    before = [i for i in cast.in_part(item.part) if i.start < item.start]
    told = before[-1] if before else None
    count = told.token.number if told and told.phrase and told.phrase.number == "count" and told.token else None
    value = told.phrase.value if told and told.phrase and told.phrase.number == "count" else None
    return min(count or value or 1, 5)


def _is_monster(item: Item) -> bool:
    """Whether a card is a monster, or comes to the field as one."""
    return item.named is not None and (
        item.named.card.type.startswith("Monster") or comes_as_a_monster(item.named.card)
    )


def _only_comes(item: Item) -> bool:
    """Whether all a phrase tells is that a monster was summoned."""
    return item.phrase is not None and bool(item.phrase.events) and set(item.phrase.events) <= set(_COMING)


def _table(there: _Field, foes: list[Card | None], target: str, side: Side) -> Table:
    card = there.attacker
    attacking = CardOnTable(
        card=card.names.zh if card else "", called=_ATTACKER, zone="monster-zone", position="attack"
    )
    against = [
        CardOnTable(
            card=foe.names.zh if foe else "",
            called=_foe(n),
            side="opponent",
            zone="monster-zone",
            position="attack",
        )
        for n, foe in enumerate(foes)
    ]
    worn = [CardOnTable(card=c.names.zh, side="opponent", zone="spell-zone", equipped_to=_foe(0)) for c in there.worn]
    lying = [on_the_field(c, "own" if (whose or side) == "own" else "opponent") for c, whose in there.lying]
    return Table(cards=(attacking, *against, *worn, *lying), battle=Battle(attacker=_ATTACKER, defender=target))


def _foe(number: int) -> str:
    return f"foe-{number}"


def _judged(desk: Desk, there: _Field, foes: list[Card | None], target: str, side: Side) -> MatterAnswer | None:
    """The verdict on one target; `side` has the cards beside of which that is not told."""
    cards = [c for c in (there.attacker, *foes, *there.worn, *(card for card, _ in there.lying)) if c is not None]
    try:
        return desk.matter(
            "may-declare-attack",
            about=_ATTACKER,
            at="battle-step",
            turn="own",
            table=_table(there, foes, target, side),
            strangers=strangers_among(desk, cards),
        )
    except (BadInput, LookupError):
        return None


def _on_some(desk: Desk, there: _Field, side: Side) -> MatterAnswer | None:
    """Whether there is a monster it may attack: the first that may be, else the last of those that may not."""
    targets = [*(_foe(n) for n in range(len(there.foes))), ""]
    ways = [_judged(desk, there, there.foes, target, side) for target in targets]
    if any(one is None or one.verdict not in _SURE for one in ways):
        return None
    return next((one for one in ways if one is not None and one.verdict == "yes"), ways[0])


_SELF, _FOE = "self", "foe"
_FEW, _MANY, _MOST = 2, 4, 6  # monsters of the opponent where none are told; attacks that are tried
_ENDS, _STOPS = "end-battle-phase", ("negate-attack", "end-battle-phase")
_ENDS_THE_PHASE = (_ENDS, "end-turn")
_AT_ITS_END = ("end-step", "battle-phase-end", "end", "main2")
_MAY_END_IT = ("apply-later", "copy-effect", "activate-card", "other")
_BY_ITS_TEXT = ("effect-applies", "what-the-resolution-part-says-must-be-true")
_TOLD_OF_ATTACKS = frozenset(("attack", "damage"))
_OF_ATTACKS = {*OF_AN_ATTACK, ATTACKED_DIRECTLY, "attack-negated", "attack-stopped"}


def attacks(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where it is asked how often a monster attacks; nothing where it is not, or more is told than that."""
    words = outcome_words()
    found = words.attacks_asked(asked.text)
    if found is None or asked.cast is None or asked.doubt is not None:
        return None
    thing, number, (start, end) = found
    monsters = [card for card in asked.cards if card.type.startswith("Monster")]
    others = [card for card in asked.cards if card not in monsters]
    events = {event for i in asked.cast.items if i.phrase for event in i.phrase.events}
    if len(monsters) > 1 or len(others) > (thing == "again") or events - _OF_ATTACKS:
        return None
    before = [i for i in asked.cast.items if asked.places[i.start] < start and i.phrase]
    attacked = others or any(tells_an_attack(i) or _OF_ATTACKS & set(i.phrase.events) for i in before if i.phrase)
    if thing == "again" and (not attacked or any(i.has("turned-down") or i.phrase.states for i in before if i.phrase)):
        return None  # no attack is told, or more than that
    if thing == "count":
        answer = _how_often(desk, asked, monsters[0], number) if monsters else None
    else:
        answer = _once_more(desk, asked, monsters[0] if monsters else None, others)
    if answer is None:
        return None
    asked.not_understood = words.left_over_of_attacks(asked.not_understood)
    asked.used = Used(((start, end),), _TOLD_OF_ATTACKS)
    return answer


def _text_says(desk: Desk, card: Card, what: str) -> bool:
    """Whether the text of a card speaks so, by the words of `amounts.yaml`; yes where there is no text to look at."""
    stored = finder_of(desk).imported(card)
    told = amount_words().texts
    texts = [(lang, stored.texts[lang]) for lang in told if stored is not None and stored.texts.get(lang)]
    return any(re.search(told[lang][what], text) for lang, text in texts)


def _lets_it_attack_more(card: Card) -> list[Effect]:
    return [e for e in card.effects if any(a.act in FURTHER_ATTACKS for a in e.does)]


def _how_often(desk: Desk, asked: Asked, card: Card, number: int | None) -> AskAnswer | None:
    """One attack after another, until the rules leave none: with the monsters told, else with few and with many."""
    read, lexicon = _lets_it_attack_more(card), lexicon_for(desk)
    if any(e.is_activated for e in read):
        return None  # it hangs on whether that was used
    counts = counts_in(asked.text, [])
    there = [c.number for c in counts if c.thing == "cards" and c.side != "own" and c.place in ("", "field")]
    every = not read and _text_says(desk, card, "attacks_all")
    if not read and not every and _text_says(desk, card, "attacks_more"):
        return None  # the text has something to say of it that was not read
    few, many = ((there[-1],) * 2) if there else (_FEW, _MANY)
    made = (few, many) if every else (_attacks_left(desk, card, few), _attacks_left(desk, card, many))
    if None in made or (read and made[1] == 1):
        return None
    every = every or made[0] != made[1] or (bool(there) and made[1] == there[-1] > 1)
    most = made[1] or 1
    if every and not there and number is not None:
        return None
    key = "attacks.every.number" if every and there else "attacks.every" if every else "attacks.number"
    if most > 1 and not every and _another_left(desk, card, 1, 0) == "no":
        key = "attacks.monsters"
    verdict = None if number is None else "yes" if most >= number else "no"
    answer = frame(desk, asked, verdict, sentence(lexicon, key, card=names_of(card), n=str(most)))
    answer["question"] |= {"kind": "outcome", "card": card_identity(card)}
    return answer


def _attacks_left(desk: Desk, card: Card, foes: int) -> int | None:
    """How many attacks the rules give a monster against so many others."""
    for made in range(1, _MOST + 1):
        left = _another_left(desk, card, made, foes)
        if left != "yes":
            return made if left == "no" else None
    return None


def _another_left(desk: Desk, card: Card, made: int, foes: int) -> str:
    """Whether the rules leave a monster another attack after those made: each on another monster while there is one."""
    return _attacks_judged(desk, card, made, foes).verdict


def _attacks_judged(desk: Desk, card: Card, made: int, foes: int, *, stopped: bool = False) -> MatterAnswer:
    names = [f"{_FOE}-{n}" for n in range(foes)]
    earlier: list[Happening] = []
    for n in range(made):
        on = names[min(n, foes - 1)] if foes else ""
        event = "attack-declared" if foes else ATTACKED_DIRECTLY
        over = "attack-negated" if stopped else "damage-calculation"
        earlier += [Happening(event=event, card=_SELF, to=on), Happening(event=over, card=_SELF)]
    lying = [CardOnTable(called=name, side="opponent", zone="monster-zone", position="attack") for name in names]
    table = Table(
        self=CardOnTable(card=card.names.zh, called=_SELF, zone="monster-zone", position="attack"),
        cards=tuple(lying),
        battle=Battle(attacker=_SELF, defender=names[min(made, foes - 1)] if foes else ""),
        earlier=tuple(earlier),
    )
    return desk.matter(
        "further-attack", card, at="battle-step", turn="own", table=table, strangers=strangers_among(desk, [card])
    )


def battle_phase(desk: Desk, asked: Asked) -> AskAnswer | None:
    """Whether the Battle Phase goes on after the one card told was used: its text says so; else nothing."""
    found = outcome_words().battle_phase_asked(asked.text)
    if found is None or asked.cast is None or asked.doubt is not None or len(asked.cards) != 1:
        return None
    [card] = asked.cards
    used = [e for e in card.activated_effects if e.does or e.choices]
    used = [e for e in used if e.opens_the_card] or used
    if not used:
        return None
    over, span = found
    ends = {_ends_the_phase(e) for e in used}
    end = ends.pop() if len(ends) == 1 else None  # else it hangs on which effect was used
    verdict = "depends" if end is None else "yes" if end == over else "no"
    asked.used, asked.missing = Used((span,), _TOLD_OF_ATTACKS | {"activation", "at", "turn"}), ""
    asked.not_understood = [word for word in asked.not_understood if not span[0] <= word[0] < span[1]]
    key = f"battle-phase.{'depends' if end is None else 'ends' if end else 'goes-on'}"
    answer = frame(desk, asked, verdict, sentence(lexicon_for(desk), key, card=names_of(card)))
    answer["because"] = [] if end is None else [reason_by_rule(desk, *_BY_ITS_TEXT, verdict)]
    answer["question"] |= {"kind": "outcome", "card": card_identity(card)}
    return answer


def _ends_the_phase(effect: Effect) -> bool | None:
    """Whether the effect surely ends the Battle Phase, or surely leaves it; nothing where its text may touch phases."""
    ending = [act for act in effect.does if act.act in _ENDS_THE_PHASE]
    if any(not (act.optional or act.requires) for act in ending):
        return True
    touched = any("phase" in act.act or act.act in _MAY_END_IT for act in (*effect.does, *effect.cost))
    waits = any("phase" in event for event in effect.trigger.events) if effect.trigger else False
    later = waits or any(at in _AT_ITS_END for at in effect.at)  # it may be over by then
    open_yet = effect.unread or effect.unread_deeds or effect.choices or ending or touched or later
    return None if open_yet else False


def _once_more(desk: Desk, asked: Asked, monster: Card | None, others: list[Card]) -> AskAnswer | None:
    """After one attack, made or stopped: the rules are asked whether another is left."""
    acts = {a.act for card in others for e in card.effects for a in e.does}
    if others and not acts & set(_STOPS):
        return None
    lexicon = lexicon_for(desk)
    if _ENDS in acts:
        answer = frame(desk, asked, "no", sentence(lexicon, "attacks.again.phase-over", card=names_of(others[0])))
        answer["question"] |= {"kind": "outcome", "card": card_identity(others[0])}
        return answer
    if monster is None or (not _lets_it_attack_more(monster) and _text_says(desk, monster, "attacks_more")):
        return None
    if any(e.is_activated for e in _lets_it_attack_more(monster)):
        return None
    judged = _attacks_judged(desk, monster, 1, _FEW, stopped=bool(others))
    if judged.verdict not in ("yes", "no"):
        return None
    said = sentence(lexicon, f"attacks.again.{judged.verdict}", card=names_of(monster))
    answer = frame(desk, asked, judged.verdict, said)
    answer["because"] = [n for d in judged.deciding.judgement.decisions if d.outcome for n in because_of(desk.book, d)]
    answer["question"] |= {"kind": "outcome", "card": card_identity(monster)}
    return answer
