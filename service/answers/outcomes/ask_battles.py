"""Questions about battles and values: replays, damage, ATK and DEF."""

from dataclasses import replace
from typing import Any

from knowledge.data.cases import OTHER
from knowledge.desk import Desk
from knowledge.explanation.answer_records import AskAnswer, CardName, Reason
from knowledge.explanation.can_answer import branch, card_identity
from knowledge.explanation.reason_tree import because_of
from knowledge.questions.asked import Asked, Used
from knowledge.questions.cast import Cast, Item, side_before
from knowledge.questions.forms import battle_table, replay_table, stats_form
from knowledge.questions.outcomes.asked_outcomes import outcome_words
from knowledge.questions.outcomes.counts import amount_words
from knowledge.questions.question_reader import OF_LP
from knowledge.questions.said_back import fighter_named, joined, names_of, sentence
from knowledge.questions.told.battles import Attack, Fighter, Values, attacking_player, tells_an_attack
from knowledge.rules.gates import Decision
from knowledge.rules.verdicts import Judgement
from knowledge.stats import read_request
from knowledge.stats.profiles import OPERATIONS
from service.answers.ask_card import strangers_among
from service.answers.ask_frame import MOST_RULINGS, frame, lexicon_for
from service.answers.matters import stats_shown
from service.answers.outcomes.played_battle import (
    ATTACKER,
    DEFENDER,
    Fought,
    cards_of,
    fought,
    is_described,
    tables_of,
    unread_in,
)
from service.lookup import card_by_name
from service.reference.search import Search, searched

_LP_AT_THE_START = 8000
_GOES_ON = "attack-continues"
# what tells of an attack and of who stands there; a clause with an attack or a figure of a monster is of the battle
_OF_A_REPLAY = frozenset(
    ("events", "told", "at", "turn", "card", "attack", "respond", "position", "place", "zone", "does", "count")
)
OF_A_BATTLE = frozenset(("damage", "equips", "position", "face", "card", "at", "turn", "count"))
OF_FIGHTERS = frozenset(("attack", "atk", "def"))
_NOTHING = {"zh": "", "en": "", "ja": ""}
SEATS = {"attacking": "own", "defending": "opponent"}  # as it is played: told from the player who attacks
_IN_A_ROW = {"zh": "", "en": " ", "ja": ""}


def _because(desk: Desk, decisions: list[Decision]) -> list[Reason]:
    return [node for decision in decisions if decision.outcome for node in because_of(desk.book, decision)]


def replay(desk: Desk, asked: Asked) -> AskAnswer:
    """Whether a replay happens."""
    asked.used = Used(takes=_OF_A_REPLAY, keeps="all")
    judged = desk.matter("replay", at=asked.at, turn="own", table=replay_table(desk.book, asked))
    lexicon, chosen = lexicon_for(desk), judged.deciding.judgement
    answer = frame(desk, asked, judged.verdict, sentence(lexicon, f"replay.{judged.verdict}"))
    answer["because"] = _because(desk, chosen.decisions)
    answer["branches"] = [branch(desk.book, b) for b in chosen.branches]
    answer["windows"] = {w.window: w.verdict for w in judged.windows}
    answer["assumed"] = [sentence(lexicon, "assumed.own-attack")]
    answer["question"]["happened"] = list(asked.events)
    answer["rulings"] = _of_gate(desk, "replay")
    return answer


def _of_gate(desk: Desk, gate: str) -> list[dict[str, Any]]:
    found = searched(desk, Search(kind="ruling", facets={"gate": gate}, limit=MOST_RULINGS))
    return [{**hit, "relation": "same-rule", "agrees": None} for hit in found["results"]]


def damage(desk: Desk, asked: Asked) -> AskAnswer:
    """How much battle damage each player takes, and who falls: played in every way the words leave open."""
    assert asked.attack is not None
    lexicon = lexicon_for(desk)
    asked.not_understood = outcome_words().left_over_of_fights(asked.not_understood)
    told = OF_A_BATTLE | ({"lp"} if asked.figure in OF_LP else set())
    told |= {"thing"} if is_described(asked.attack) else set()
    asked.used = Used((), told, OF_FIGHTERS, keeps="all")
    used = _own_effects_used(asked)
    attack = with_their_values(desk, _with_piercing(desk, asked))
    reckoned = _reckoned(desk, attack)
    outcomes = [fought(desk, way) for way in tables_of(attack)]
    if reckoned is None:
        return frame(desk, asked, "unknown", sentence(lexicon, "damage.unknown"), damage=None)
    first = outcomes[0]
    amounts = (reckoned.amounts or {}) if first is None else first.damage
    burned = {} if first is None else first.effect_damage
    times = next((count.number for count in asked.counts), 1) * attack.copies if attack.direct else 1
    lost = {seat: times * amounts.get(player, 0) for seat, player in SEATS.items()}
    taken = {seat: lost[seat] - burned.get(player, 0) for seat, player in SEATS.items()}
    said = _said(desk, attack, taken, first, attacking_player(asked.cast, attack) if asked.cast else "")
    how_much = asked.cast is not None and "how-much" in asked.cast.marks | ({"how-much"} if asked.figure else set())
    how_much = how_much and not amount_words().asks_whether(asked.text)
    of_damage = asked.cast is not None and "damage" in asked.cast.marks
    seat = _seat_asked(asked, attack)
    hurt = any(amount for where, amount in lost.items() if seat in ("", where))
    verdict = None if how_much or not of_damage else "yes" if hurt else "no"
    if asked.figure in OF_LP:
        left = lp_left(desk, asked, attack, lost)
        if left is None:
            asked.missing = "battle"
            return frame(desk, asked, "depends", sentence(lexicon, "depends.lp", damage=said), damage=taken)
        verdict, said = left[0], joined([left[1], said], _IN_A_ROW)
    answer = frame(desk, asked, verdict, said, damage=taken)
    answer["because"] = _because(desk, _ended_by(first) or reckoned.decisions)
    read = used and not unread_in(desk, attack)
    if not read or first is None or any(other is None or other.told() != first.told() for other in outcomes):
        answer["branches"] = [{"if": sentence(lexicon, "if.read"), "verdict": answer["verdict"]}]
        answer["branches"] = [b for b in answer["branches"] if b["verdict"]]
        answer["sentence"] = sentence(lexicon, "damage.if-read", damage=said)
        answer["verdict"] = "depends"
    fighters = {"attacker": attack.attacker, "defender": attack.defender}
    if attack.defender and not attack.defender.position:
        answer["assumed"] = [sentence(lexicon, "assumed.attack-position")]
    if asked.figure in OF_LP and not _told_lp(asked):
        answer["assumed"] = [*answer["assumed"], sentence(lexicon, "assumed.lp", n=str(_LP_AT_THE_START))]
    changes = [card for fighter in fighters.values() if fighter for card in (*fighter.changes, *fighter.equips)]
    answer["question"] |= {
        "attacker": _identity(attack.attacker),
        "defender": _identity(attack.defender),
        "cards": [card_identity(card) for card in changes],
        "in_force": [card_identity(card) for card in attack.in_force],
    }
    answer["rulings"] = _of_gate(desk, "battle-damage")
    return answer


def _seat_asked(asked: Asked, attack: Attack) -> str:
    """Of which of the two players the damage is asked, where it is told whose monster attacks; else nothing."""
    cast = asked.cast
    attacks = attacking_player(cast, attack) if cast is not None else ""
    mine = cast is not None and any(i.has("i-ask") for i in cast.in_part(cast.asked_part()))
    who = "own" if mine else _player_asked(cast) if cast is not None else ""
    return ("attacking" if who == attacks else "defending") if who and attacks else ""


def _player_asked(cast: Cast) -> str:
    """The player named last in what is asked, behind the attack."""
    told_at = max((i.start for i in cast.items if tells_an_attack(i)), default=-1)
    asking = [i for i in cast.in_part(cast.asked_part()) if i.start > told_at]
    sides = ["own" if i.phrase.opens else i.phrase.side for i in asking if i.phrase]
    return next((side for side in reversed(sides) if side), "")


def _ended_by(outcome: Fought | None) -> list[Decision]:
    """What ended the battle before damage was calculated, where something did."""
    told = [one for step in outcome.played.steps for one in step.decided] if outcome is not None else []
    ends = [one.judgement for one in told if one.gate == _GOES_ON and one.outcome != "continues"]
    return [decision for judgement in ends for decision in judgement.decisions]


def _told_lp(asked: Asked) -> dict[str, int]:
    """The LP told, by player; of a player nobody named by the empty word."""
    cast = asked.cast
    assert cast is not None
    told = [i for i in cast.items if i.token and i.phrase and i.phrase.number == "lp"]
    return {_whose_lp(cast, i): i.token.number for i in told if i.token and i.token.number is not None}


def _whose_lp(cast: Cast, figure: Item) -> str:
    """Whose LP a figure is: of the player named last before it, who may be the one who speaks."""
    before = [i.phrase for i in cast.in_part(figure.part) if i.start < figure.start and i.phrase]
    sides = ["own" if phrase.opens else phrase.side for phrase in before]
    return next((side for side in reversed(sides) if side), side_before(cast, figure))


def lp_left(
    desk: Desk, asked: Asked, attack: Attack, taken: dict[str, int]
) -> tuple[str | None, dict[str, str]] | None:
    """What is left of the LP of the player asked about, and whether the duel is lost; nothing where that is open."""
    cast = asked.cast
    assert cast is not None
    told = _told_lp(asked)
    attacks = attacking_player(cast, attack)
    who = _player_asked(cast) or next((side for side in told if side), "")
    hurt = [side for side, amount in taken.items() if amount]
    if attacks and who:
        seat = "attacking" if who == attacks else "defending"
    elif len(hurt) == 1:  # whoever is hurt is spoken of
        [seat] = hurt
        who = who or ((attacks if seat == "attacking" else OTHER[attacks]) if attacks else "own")
    else:
        return None
    lp = told.get(who, told.get("", None if told else _LP_AT_THE_START))
    if lp is None or (asked.figure == "lose" and not told):
        return None
    left, lexicon = max(lp - taken[seat], 0), lexicon_for(desk)
    key = f"lp.{asked.figure}" if asked.figure == "lp" else f"lp.lose.{'no' if left else 'yes'}"
    player = sentence(lexicon, f"player.{who}")
    said = sentence(lexicon, key, who=player, n=str(left), lp=str(lp), damage=str(taken[seat]))
    return (None if asked.figure == "lp" else "no" if left else "yes"), said


def _with_piercing(desk: Desk, asked: Asked) -> Attack:
    """`a piercing monster with 2800 ATK`: a card that pierces stands in for a monster of which only that is told."""
    attack = asked.attack
    assert attack is not None
    attacker, defender = attack.attacker, attack.defender
    if asked.cast is None or "pierces" not in asked.cast.marks or attacker is None or defender is None:
        return attack
    beats = attacker.atk is not None and defender.defence is not None and attacker.atk > defender.defence
    if attacker.card is not None or not beats:
        return attack
    stand_in = card_by_name(desk, lexicon_for(desk).stand_ins["piercing"][0])
    return replace(attack, attacker=replace(attacker, card=stand_in))


def _reckoned(desk: Desk, attack: Attack) -> Judgement | None:
    """The damage as the rules reckon it, with the decisions that led there; nothing where a value is not known."""
    strangers = strangers_among(desk, cards_of(attack))
    told = desk.matter(
        "battle-damage-amount", at="damage.calculation", turn="own", table=battle_table(attack), strangers=strangers
    )
    judgement = told.deciding.judgement
    return judgement if judgement.amounts is not None else None


def _said(
    desk: Desk, attack: Attack, taken: dict[str, int], outcome: Fought | None, attacks: str = ""
) -> dict[str, str]:
    """The damage of each player with the subtraction it comes from, then who is destroyed."""
    lexicon = lexicon_for(desk)
    told = damage_told(desk, attack, taken, outcome, attacks)
    if outcome is not None and attack.defender is not None:
        fallen = [fighter_named(lexicon, f) for f in outcome.fallen() if f is not None]
        key = "fight.destroyed" if fallen else "fight.none-destroyed"
        told.append(sentence(lexicon, key, **({"monsters": joined(fallen)} if fallen else {})))
    return joined(told, _IN_A_ROW)


def damage_told(
    desk: Desk, attack: Attack, taken: dict[str, int], outcome: Fought | None, attacks: str
) -> list[dict[str, str]]:
    """A sentence for the battle damage and the effect damage of each player who takes some."""
    lexicon = lexicon_for(desk)
    told = []
    for seat, amount in taken.items():
        whose = of_whom(desk, attack, seat, attacks)
        if amount:
            reckoning = _subtraction(attack, amount, outcome)
            told.append(sentence(lexicon, f"damage.{seat}", n=str(amount), whose=whose, sum=reckoning))
    told = told or [sentence(lexicon, "damage.none")]
    for seat, player in SEATS.items():
        if burned := outcome.effect_damage.get(player, 0) if outcome is not None else 0:
            whose = of_whom(desk, attack, seat, attacks)
            told.append(sentence(lexicon, f"damage.{seat}.by-effect", n=str(burned), whose=whose))
    return told


def of_whom(desk: Desk, attack: Attack, seat: str, attacks: str) -> dict[str, str]:
    """Who one of the two players is: the asker or the opponent where that is told, the one who controls a monster."""
    lexicon = lexicon_for(desk)
    fighter = attack.attacker if seat == "attacking" else attack.defender
    told = []
    if attacks:
        told.append(sentence(lexicon, f"damage.who.{attacks if seat == 'attacking' else OTHER[attacks]}"))
    if fighter is not None and fighter.card is not None:
        told.append(sentence(lexicon, "damage.control", card=names_of(fighter.card)))
    between = {"zh": "，", "en": ", ", "ja": "、"}
    return sentence(lexicon, "damage.whose", who=joined(told, between)) if told else _NOTHING


def _subtraction(attack: Attack, amount: int, outcome: Fought | None) -> dict[str, str]:
    """`2500－2000＝500`, where the damage is the plain difference of what the two fought with."""
    if attack.attacker is None or attack.defender is None:
        return _NOTHING
    fought_with = outcome.values() if outcome is not None else {}
    if len(fought_with) == len(SEATS):
        lay = fought_with[DEFENDER]
        one, other = fought_with[ATTACKER]["atk"], lay["def" if lay["position"] == "defence" else "atk"]
    else:
        one = attack.attacker.atk if attack.attacker.atk is not None else _printed(attack.attacker, "atk")
        in_defence = attack.defender.position == "defence"
        stated = attack.defender.defence if in_defence else attack.defender.atk
        other = stated if stated is not None else _printed(attack.defender, "defence" if in_defence else "atk")
    if one is None or other is None or abs(one - other) != amount:
        return _NOTHING
    more, less = max(one, other), min(one, other)
    wide = f"（{more}－{less}＝{amount}）"
    return {"zh": wide, "en": f" ({more} − {less} = {amount})", "ja": wide}


def _printed(fighter: Fighter, figure: str) -> int | None:
    value = getattr(fighter.card, figure) if fighter.card else None
    return value if isinstance(value, int) else None


def with_their_values(desk: Desk, attack: Attack) -> Attack:
    """The battle with the ATK and DEF its monsters have after the cards used on them."""
    return replace(
        attack,
        attacker=_with_its_values(desk, attack.attacker, attack.defender),
        defender=_with_its_values(desk, attack.defender, attack.attacker),
    )


def _identity(fighter: Fighter | None) -> CardName | None:
    return card_identity(fighter.card) if fighter and fighter.card else None


def _own_effects_used(asked: Asked) -> bool:
    """Give a fighter its own effect where one is told to be used; false where one is, and none of them has any."""
    assert asked.attack is not None
    fighters = [f for f in (asked.attack.attacker, asked.attack.defender) if f is not None]
    paid = (
        [i.token.number for i in asked.cast.items if i.token and i.phrase and i.phrase.number == "lp"]
        if asked.cast
        else []
    )
    for fighter in fighters:  # "pays 2000 LP": the effect with that cost is used
        costs = [a.amount for e in (fighter.card.effects if fighter.card else ()) for a in e.cost if a.act == "pay-lp"]
        if fighter.card is not None and paid and paid == costs[:1]:
            fighter.changes.append(fighter.card)
            asked.used = Used((), OF_A_BATTLE | {"lp", "does"}, OF_FIGHTERS)
            return True
    if asked.cast is None or not any(i.has("activate") and not _attacks_with(asked.cast, i) for i in asked.cast.items):
        return True
    if any(fighter.changes for fighter in fighters):
        return True
    for fighter in fighters:
        own = [e for e in (fighter.card.effects if fighter.card else ()) if e.is_activated]
        if any(a.act in OPERATIONS and a.what == "self" for e in own for a in e.does) and fighter.card is not None:
            fighter.changes.append(fighter.card)
            return True
    return False


def _attacks_with(cast: Cast, word: Item) -> bool:
    """`我用X攻击`, `用1000攻的怪打`: a word for using before the monster that attacks means no more than that."""
    behind = [i for i in cast.items if i.start > word.start and i.clause == word.clause]
    figure = False
    while behind and not behind[0].is_name and behind[0].phrase and (behind[0].phrase.light or behind[0].phrase.number):
        figure |= behind.pop(0).phrase.number == "atk"  # type: ignore[union-attr]
    if figure and behind and tells_an_attack(behind[0]):
        return True
    monster = bool(behind) and behind[0].named is not None and behind[0].named.card.atk is not None
    return monster and any(tells_an_attack(i) for i in behind[1:2])


def _with_its_values(desk: Desk, fighter: Fighter | None, other: Fighter | None) -> Fighter | None:
    """A monster with its ATK and DEF after the cards used on it; an effect may add the ATK of the one it fights."""
    if fighter is None or not fighter.changes:
        return fighter
    battled = None
    if other is not None and not other.changes:  # else it would matter which was used first
        battled = other.atk if other.atk is not None else other.card.atk if other.card else None
    form = stats_form(desk.book, Values(fighter, fighter.changes), battled if isinstance(battled, int) else None)
    final = stats_shown(desk, read_request(form))["final"]
    atk, defence = final["atk"], final["def"]
    return replace(
        fighter,
        atk=atk if isinstance(atk, int) else None,  # a printed ? is no figure to fight with
        defence=defence if isinstance(defence, int) else None,
    )
