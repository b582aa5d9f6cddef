"""How often a monster may attack, and whether it may once more after an attack that is told."""

import re

from knowledge.data.cases import Battle, CardOnTable, Happening, Table
from knowledge.data.profile import Card, Effect
from knowledge.data.yaml_files import rulings_folder
from knowledge.desk import Desk, MatterAnswer
from knowledge.explanation.answer_records import AskAnswer
from knowledge.explanation.can_answer import card_identity
from knowledge.explanation.reason_tree import because_of
from knowledge.questions.asked import Asked
from knowledge.questions.outcomes.asked_outcomes import outcome_words_of
from knowledge.questions.outcomes.counts import amount_words_of, counts_in
from knowledge.questions.outcomes.words_used import Used
from knowledge.questions.said_back import names_of, sentence
from knowledge.questions.told.battles import ATTACKED_DIRECTLY, OF_AN_ATTACK, tells_an_attack
from knowledge.table.attack_counts import FURTHER_ATTACKS
from service.answers.ask_card import strangers_among
from service.answers.ask_frame import frame, lexicon_for
from service.lookup import finder_of

_SELF, _FOE = "self", "foe"
_FEW, _MANY, _MOST = 2, 4, 6  # monsters of the opponent where none are told; attacks that are tried
_ENDS, _STOPS = "end-battle-phase", ("negate-attack", "end-battle-phase")
_TOLD_OF_ATTACKS = frozenset(("attack", "damage"))
_OF_ATTACKS = {*OF_AN_ATTACK, ATTACKED_DIRECTLY, "attack-negated", "attack-stopped"}


def attacks(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where it is asked how often a monster attacks; nothing where it is not, or more is told than that."""
    words = outcome_words_of(rulings_folder())
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
    told = amount_words_of(rulings_folder()).texts
    texts = [(lang, stored.texts[lang]) for lang in told if stored is not None and stored.texts.get(lang)]
    return any(re.search(told[lang][what], text) for lang, text in texts)


def _lets_it_attack_more(card: Card) -> list[Effect]:
    return [e for e in card.effects if any(a.act in FURTHER_ATTACKS for a in e.does)]


def _how_often(desk: Desk, asked: Asked, card: Card, number: int | None) -> AskAnswer | None:
    """One attack after another, until the rules leave none: with the monsters told, else with few and with many."""
    read, lexicon = _lets_it_attack_more(card), lexicon_for(desk)
    if any(e.is_activated for e in read):
        return None  # it hangs on whether that was used
    counts = counts_in(asked.text, [], amount_words_of(rulings_folder()))
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


def _another_left(desk: Desk, card: Card, made: int, foes: int, *, stopped: bool = False) -> str:
    """Whether the rules leave a monster another attack after those made: each on another monster while there is one."""
    return _judged(desk, card, made, foes, stopped=stopped).verdict


def _judged(desk: Desk, card: Card, made: int, foes: int, *, stopped: bool = False) -> MatterAnswer:
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
    judged = _judged(desk, monster, 1, _FEW, stopped=bool(others))
    if judged.verdict not in ("yes", "no"):
        return None
    said = sentence(lexicon, f"attacks.again.{judged.verdict}", card=names_of(monster))
    answer = frame(desk, asked, judged.verdict, said)
    answer["because"] = [n for d in judged.deciding.judgement.decisions if d.outcome for n in because_of(desk.book, d)]
    answer["question"] |= {"kind": "outcome", "card": card_identity(monster)}
    return answer
