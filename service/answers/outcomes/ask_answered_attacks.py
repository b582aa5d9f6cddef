"""An attack that cards told in the question answer: it is played with them, and what came of it is told."""

from dataclasses import dataclass, replace
from typing import Any

from knowledge.data.cases import OTHER
from knowledge.data.profile import Card, Effect
from knowledge.desk import Desk
from knowledge.explanation.answer_records import AskAnswer
from knowledge.explanation.can_answer import card_identity
from knowledge.play import Played, read_scenario
from knowledge.problems import BadInput
from knowledge.questions.asked import Asked, Used
from knowledge.questions.cast import Cast, Item, is_fast, side_before
from knowledge.questions.outcomes.asked_outcomes import outcome_words
from knowledge.questions.outcomes.counts import amount_words
from knowledge.questions.said_back import fighter_named, joined, sentence
from knowledge.questions.told.battles import Attack, Fighter, attack_in, attacking_player, tells_an_attack
from knowledge.stats.profiles import OPERATIONS
from service.answers.ask_card import strangers_among
from service.answers.ask_frame import frame, lexicon_for
from service.answers.outcomes.ask_battles import OF_A_BATTLE, OF_FIGHTERS, SEATS, damage_told, lp_left, of_whom
from service.answers.outcomes.played_battle import (
    ATTACKER,
    DEFENDER,
    ENOUGH_LP,
    Fought,
    cards_of,
    lying_cards,
    tables_of,
    unread_in,
)

_ANSWER = "answer"
_WINDOWS = ("attack-declaration", "damage.start", "damage.before", "damage.calculation")
_PASSES = 9  # through every window of a battle, and the chain
_LEFT = ("banished", "hand", "deck")
_FIGURES = ("damage", "battle", "lp", "lose", "recover")
_OVER = ("battle-step", "end-step", "main2", "end")
_A_FOE = Fighter(atk=0)  # whoever is attacked, where nobody told
_SOME_ATK = 1000
_IN_A_ROW = {"zh": "", "en": " ", "ja": ""}
_STOPPED, _GOES_ON = "stopped", "goes-on"


@dataclass(frozen=True)
class _Answered:
    """An attack with the card that answers it, who uses it, and in which window."""

    attack: Attack
    card: Card
    by: str  # told from the player who attacks
    at: str
    target: str = ""


def answered_attack(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where an attack is told, a card is used in it, and what comes of it is asked; else nothing."""
    cast = asked.cast
    if cast is None or asked.doubt is not None or asked.kind in ("rule", "replay", "stats"):
        return None
    if not any(tells_an_attack(i) for i in cast.items):
        return None
    thing = _thing_asked(asked)
    used = _used_in_it(cast)
    if not thing or len(used) != 1 or used[0].named is None:
        return None
    card = used[0].named.card
    if any(a.act in OPERATIONS for e in card.effects for a in e.every_act):
        return None  # values are reckoned in the ledger
    attack = _attack_of(cast, card, thing)
    if attack is None or attack.loose or attack.mutual:
        return None
    attacks = attacking_player(cast, attack) or _by_whom_not(cast, used[0])
    side = side_before(cast, used[0]) or (OTHER[attacks] if attacks else "")
    by = ("own", "opponent") if not side else ("opponent",) if not attacks or side != attacks else ("own",)
    ways = [way for told in _whoever_is_attacked(attack) for way in tables_of(told)]
    aimed = [_aimed_at(cast, way, used[0], asked.text) for way in ways]
    tried = [
        [_first_that_may_be(desk, way, card, who, aim) for way, aim in zip(ways, aimed, strict=True)] for who in by
    ]
    outcomes = [one for several in tried for one in several if any(several)]  # whoever may use it at all
    if not outcomes or any(one is None for one in outcomes):
        return None
    fought = [one for one in outcomes if one is not None]
    return _told(desk, asked, attack, fought, thing, attacks)


def _thing_asked(asked: Asked) -> str:
    """What is asked of it: a figure, the whole battle, who falls, whether the attack goes on."""
    words = outcome_words()
    if (stops := words.attack_stops_asked(asked.text)) is not None:
        return _STOPPED if stops[0] else _GOES_ON
    if asked.figure in _FIGURES:
        return asked.figure
    found = words.fight_asked(asked.text)
    if found is None and asked.cast is not None and "damage" in asked.cast.marks:
        return "damage"
    if found is not None or words.asks("destroyed", asked.text):
        return found[0] if found is not None else "destroyed"
    return "battle" if words.asks("where", asked.text) else ""


def _used_in_it(cast: Cast) -> list[Item]:
    """The cards told to be activated in the attack: fast ones, in a part that tells of an activation."""
    word = next((i for i in cast.items if tells_an_attack(i)), None)
    if word is None:
        return []
    found = []
    for item in [i for i in cast.items if i.named and i.role != "again"]:
        part = cast.in_part(item.part)
        told = any(i.has("activate", "respond") for i in part)
        if item.named and told and is_fast(item.named.card) and not (item.part == word.part and _fights(item)):
            found.append(item)
    return found


def _fights(item: Item) -> bool:
    return item.named is not None and item.named.card.type.startswith("Monster")


def _by_whom_not(cast: Cast, used: Item) -> str:
    """Who attacks, told by who answers it."""
    side = side_before(cast, used)
    return OTHER[side] if side else ""


def _attack_of(cast: Cast, card: Card, thing: str) -> Attack | None:
    """The battle told, without the card that answers it among what changes the fighters."""
    attack = attack_in(cast)
    for fighter in (attack.attacker, attack.defender):
        if fighter is not None:
            fighter.changes = [c for c in fighter.changes if c is not card]
    attack.loose = [c for c in attack.loose if c is not card]
    attack.in_force = [c for c in attack.in_force if c is not card]
    if attack.attacker is None and thing in (
        _STOPPED,
        _GOES_ON,
    ):  # whoever attacks, it is the attack that is asked about
        attack.attacker = Fighter(atk=_SOME_ATK, side=attacking_player(cast, attack))
    if attack.attacker is None or any(f and f.changes for f in (attack.attacker, attack.defender)):
        return None
    return attack


def _whoever_is_attacked(attack: Attack) -> list[Attack]:
    """The attack as told; where nobody told what is attacked, the player and some monster."""
    if attack.direct or attack.defender is not None:
        return [attack]
    return [replace(attack, direct=True), replace(attack, defender=_A_FOE)]


def _aimed_at(cast: Cast, attack: Attack, used: Item, text: str) -> str:
    """Which of the two is told beside the card that is used: it is used on that one."""
    here = [i for i in cast.in_part(used.part) if i.named and i is not used]
    pairs = ((ATTACKER, attack.attacker), (DEFENDER, attack.defender))
    named = [part for part, f in pairs if f and f.card and any(i.named and i.named.card is f.card for i in here)]
    if not named and outcome_words().used_on_it.search(text.lower()):
        return ATTACKER
    return named[0] if len(named) == 1 else ""


def _first_that_may_be(desk: Desk, attack: Attack, card: Card, by: str, aimed: str) -> Fought | None:
    """The battle with the card used in the first window it may be used in, where all it could aim at come out alike."""
    aims = ["", ATTACKER, DEFENDER] if any(e.targets for e in card.effects) else [""]
    aims = [aimed] if aimed and len(aims) > 1 else aims
    for window in _WINDOWS:
        played = []
        for target in aims:
            if target == DEFENDER and attack.defender is None:
                continue
            one = _played(desk, _Answered(attack, card, by, window, target))
            played += [one] if one is not None else []
        if played:
            first = Fought(attack, played[0])
            return first if all(Fought(attack, other).told() == first.told() for other in played) else None
    return None


def _played(desk: Desk, told: _Answered) -> Played | None:
    cards = lying_cards(desk, told.attack)
    cards.append({"card": told.card.names.zh, "called": _ANSWER, "side": told.by, **_where(told.card)})
    target = DEFENDER if told.attack.defender else "direct"
    steps: list[dict[str, Any]] = [{"attack": ATTACKER, "target": target, "assume": True}]
    if told.at != _WINDOWS[0]:
        steps.append({"next": told.at})
    activated: dict[str, Any] = {"activate": _ANSWER, "by": told.by}
    steps.append(activated | ({"targets": [told.target]} if told.target else {}))
    lp = {"own": ENOUGH_LP, "opponent": ENOUGH_LP}
    known = strangers_among(desk, [*cards_of(told.attack), told.card])
    played = None
    for _ in range(_PASSES):  # the chain, then one window after another until the battle is over
        steps.append({"pass": "both"})
        try:
            scenario = read_scenario({"at": "battle-step", "lp": lp, "cards": cards, "steps": steps})
            played = desk.scenario(scenario, known)
        except BadInput:
            return None
        if played.steps[-1].window in _OVER:
            return played
    return None


def _where(card: Card) -> dict[str, str]:
    """Where a card lies that is used in a battle: set, in the hand, or face-up where its effect works on the field."""
    if not card.type.startswith("Monster"):
        return {"zone": "spell-zone", "face": "down"}
    effects = [e for e in card.effects if e.is_activated]
    return {"zone": "hand"} if any(_in_hand(e) for e in effects) else {"zone": "monster-zone", "position": "attack"}


def _in_hand(effect: Effect) -> bool:
    return "hand" in effect.zones


def _told(
    desk: Desk, asked: Asked, attack: Attack, outcomes: list[Fought], thing: str, attacks: str
) -> AskAnswer | None:
    if len({str(_essence(one)) for one in outcomes}) > 1:
        return None
    first, lexicon = outcomes[0], lexicon_for(desk)
    words = outcome_words()
    said = _sentences(desk, attack, first, attacks)
    verdict = _verdict(asked, attack, first, thing)
    if verdict == "":
        return None
    if verdict in ("yes", "no"):
        said = joined([sentence(lexicon, f"fight.lead.{verdict}"), said], _IN_A_ROW)
    if thing in ("lp", "lose"):
        lost = {seat: first.damage.get(player, 0) for seat, player in SEATS.items()}
        left = lp_left(desk, asked, attack, lost)
        if left is None:
            return None
        verdict, said = left[0], joined([left[1], said], _IN_A_ROW)
    unread = [line for step in first.played.steps for line in step.not_simulated] or unread_in(desk, attack)
    _, (start, end) = words.attack_stops_asked(asked.text) or (True, (0, 0))
    asked.not_understood = words.left_over_of_fights(words.left_over(asked.not_understood))
    asked.used = Used(((start, end),), OF_A_BATTLE | {"respond", "does", "lp"}, OF_FIGHTERS)
    asked.missing = ""
    taken = {seat: first.damage.get(player, 0) - first.effect_damage.get(player, 0) for seat, player in SEATS.items()}
    answer = frame(desk, asked, verdict, said, damage=taken)
    if unread:
        answer["branches"] = [{"if": sentence(lexicon, "if.read"), "verdict": verdict}] if verdict else []
        answer["sentence"], answer["verdict"] = sentence(lexicon, "damage.if-read", damage=said), "depends"
    answer["question"] |= {"kind": "outcome", "card": card_identity(asked.cards[0])}
    answer["assumed"] = [*answer["assumed"], sentence(lexicon, "assumed.nothing-else-used")]
    return answer


def _essence(one: Fought) -> list[object]:
    """What is told of a battle, whoever was attacked in it."""
    attacker = one.attack.attacker
    return [
        one.damage,
        one.effect_damage,
        one.played.answers["lp_gained"],
        one.became(attacker, "destroyed"),
        one.calculated,
    ]


def _verdict(asked: Asked, attack: Attack, outcome: Fought, thing: str) -> str | None:
    """Yes or no where that is asked; nothing where a figure or the whole is; empty where it cannot be told."""
    if thing in (_STOPPED, _GOES_ON):
        return "yes" if outcome.calculated == (thing == _GOES_ON) else "no"
    if thing in ("damage", "battle", "recover", "lp", "lose", "who"):
        whether = thing == "damage" and amount_words().asks_whether(asked.text)
        if not whether:
            return None
        return "yes" if any(outcome.damage.values()) else "no"
    if thing not in ("destroyed", "banished", "both"):
        return ""
    subject = _subject(asked, attack)
    if subject is None:
        return ""
    if thing == "destroyed":
        return "yes" if outcome.became(subject, "destroyed") else "no"
    return "yes" if outcome.became(subject, "zone") == "banished" else "no"


def _subject(asked: Asked, attack: Attack) -> Fighter | None:
    """Whose fate is asked: the fighter named in the part that asks, else the one of the player told there."""
    cast = asked.cast
    assert cast is not None
    here = cast.asked_items
    fighters = [f for f in (attack.attacker, attack.defender) if f is not None]
    named = [f for f in fighters if f.card and any(i.named and i.named.card is f.card for i in here)]
    if len(named) == 1:
        return named[0]
    sides = {i.phrase.side for i in here if i.phrase and i.phrase.side}
    told = [f for f in fighters if f.side and {f.side} == sides]
    return told[0] if len(told) == 1 else None


def _sentences(desk: Desk, attack: Attack, outcome: Fought, attacks: str) -> dict[str, str]:
    """What came of it: whether damage was calculated, the damage, who gained LP, who fell and who left the field."""
    lexicon = lexicon_for(desk)
    told = [] if outcome.calculated else [sentence(lexicon, "fight.no-calculation")]
    taken = {
        seat: outcome.damage.get(player, 0) - outcome.effect_damage.get(player, 0) for seat, player in SEATS.items()
    }
    told += damage_told(desk, attack, taken, outcome, attacks)
    for seat, player in SEATS.items():
        if gained := outcome.played.answers["lp_gained"].get(player, 0):
            whose = of_whom(desk, attack, seat, attacks)
            told.append(sentence(lexicon, f"fight.gains.{seat}", n=str(gained), whose=whose))
    fighters = [f for f in (attack.attacker, attack.defender) if f is not None and f is not _A_FOE]
    fallen = [fighter_named(lexicon, f) for f in fighters if outcome.became(f, "destroyed")]
    if fallen:
        told.append(sentence(lexicon, "fight.destroyed", monsters=joined(fallen)))
    for zone in _LEFT:
        gone = [fighter_named(lexicon, f) for f in fighters if outcome.became(f, "zone") == zone]
        if gone:
            told.append(sentence(lexicon, f"fight.goes.{zone}", monsters=joined(gone)))
    if not fallen and outcome.calculated and attack.defender is not None:
        told.append(sentence(lexicon, "fight.none-destroyed"))
    return joined(told, _IN_A_ROW)
