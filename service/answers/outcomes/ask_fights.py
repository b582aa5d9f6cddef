"""Who falls, or is banished, in a battle told in plain words, and whether an attack goes on: played, and read off the
table."""

from typing import Any, Literal

from knowledge.data.cases import Battle, CardOnTable, Happening, Table
from knowledge.data.profile import Card
from knowledge.desk import Desk
from knowledge.explanation.answer_records import AskAnswer
from knowledge.explanation.can_answer import card_identity
from knowledge.explanation.reason_tree import because_of
from knowledge.problems import BadInput
from knowledge.questions.asked import Asked, Used
from knowledge.questions.cast import Cast, side_before
from knowledge.questions.outcomes.asked_outcomes import outcome_words
from knowledge.questions.outcomes.special_questions import CourseAsked, course_words
from knowledge.questions.said_back import fighter_named, joined, sentence
from knowledge.questions.told.battles import Attack, Fighter, attack_in, attacking_player
from service.answers.ask_card import applying
from service.answers.ask_frame import frame, lexicon_for, rules_played
from service.answers.outcomes.ask_battles import OF_A_BATTLE, OF_FIGHTERS, with_their_values
from service.answers.outcomes.played_battle import Fought, cards_of, fought, is_described, tables_of, unread_in

_BEATEN, _DESTROYED, _SHIELD = "destroyed-by-battle", "destroyed", "protect-from-battle"
_SURVIVES, _FALLS = "survives", "battle-destruction"
_FALLING = ("destroyed", "sent-to-gy", "battled")
_OF_BOTH = ("who", "both")
_AROUND = 8  # characters before the words that ask
_ATTACKER, _ATTACKED = "attacker", "attacked"
_SIDES = {_ATTACKER: "own", _ATTACKED: "opponent"}
_GOES_ON, _REPLAY = "attack-continues", "replay"
# how the monster lies afterwards, and what happened to it
_BEFELL: dict[str, tuple[dict[str, Any], str]] = {
    "gone": ({"zone": "gy", "position": None}, "left-field"),
    "face-down": ({"face": "down", "position": "defence"}, "position-changed"),
    "defence": ({"position": "defence"}, "position-changed"),
    "taken": ({}, "control-changed"),
}
_VERDICTS = {  # of what is asked, by what becomes of the attack
    "goes-on": {"continues": "yes", "stops": "no", "replay": "depends"},
    "stops": {"continues": "no", "stops": "yes", "replay": "depends"},
    "replay": {"continues": "no", "stops": "no", "replay": "yes"},
}
_USED_FOR_IT = frozenset(("attack", "does", "events", "told", "face", "position", "thing", "card", "activation", "at"))
_OF_THE_ATTACK = frozenset(("attack",))  # a clause that tells of the attack itself


def fight_outcome(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where a battle is told and its outcome for a monster is asked; nothing where it is not so."""
    words = outcome_words()
    found = words.fight_asked(asked.text)
    if found is None or asked.cast is None or asked.kind in ("stats", "amount", "replay"):
        return None
    if asked.kind == "damage" and (asked.figure or "damage" in asked.cast.marks):
        return None
    thing, by_the_attacker, (start, end) = found
    attack = _told(asked)
    if attack is None or attack.attacker is None or attack.defender is None or attack.loose:
        return None
    try:
        attack = with_their_values(desk, attack)
    except BadInput:
        return None
    played = [fought(desk, way) for way in tables_of(attack)]
    of_one = not by_the_attacker and thing not in _OF_BOTH
    subject = _subject(asked, attack, thing, (start, end)) if of_one else attack.defender
    if subject is None:
        return None
    verdicts = {_verdict(outcome, thing, subject) for outcome in played}
    if thing in (_DESTROYED, _SURVIVES) and _never_falls(desk, subject, attack):
        verdicts = {"no" if thing == _DESTROYED else "yes"}
    elif unread_in(desk, attack) or any(_speaks_of_falling(desk, c) for c in cards_of(attack)):
        return None
    if len(verdicts) != 1 or None in verdicts:
        return None
    [verdict] = verdicts
    if thing in _OF_BOTH:
        assert played[0] is not None
        return _who_falls(desk, asked, played[0], (start, end), None if thing == "who" else verdict)
    asked.not_understood = words.left_over_of_fights([*asked.not_understood, *_told_besides(asked, start)])
    described = is_described(attack)
    told = OF_A_BATTLE | ({"thing"} if described else set())
    keeps: Literal["nothing", "open-words"] = "nothing" if described else "open-words"  # it is no statement there
    asked.used, asked.missing = Used(((start, end),), told, OF_FIGHTERS, keeps=keeps), ""
    lexicon = lexicon_for(desk)
    fallen = played[0].fallen() if played[0] is not None else []
    others = [f for f in fallen if f is not subject and f is not None]
    rest = sentence(lexicon, "fight.destroyed", monsters=joined([fighter_named(lexicon, f) for f in others]))
    said = sentence(
        lexicon,
        f"fight.{thing}.{verdict}",
        monster=fighter_named(lexicon, subject),
        rest=rest if others else {"zh": "", "en": "", "ja": ""},
    )
    answer = frame(desk, asked, verdict, said)
    answer["question"] |= {"kind": "outcome", "card": card_identity(subject.card) if subject.card else None}
    fell = [d for step in played[0].played.steps for d in step.decided if d.gate == _FALLS] if played[0] else []
    answer["because"] = rules_played(desk, fell)
    if attack.defender and not attack.defender.position:
        answer["assumed"] = [sentence(lexicon, "assumed.attack-position")]
    return answer


def _never_falls(desk: Desk, fighter: Fighter, attack: Attack) -> bool:
    """Whether the text of a monster keeps it from being destroyed by battle, and nothing is told beside."""
    if fighter.card is None or attack.in_force or any(f and (f.changes or f.equips) for f in _both(attack)):
        return False
    other = next((f.card for f in _both(attack) if f is not None and f is not fighter and f.card), None)
    shields = [a for a in applying(desk, fighter.card) if a.act.act == _SHIELD and a.act.what == "self" and a.sure]
    plain = [a for a in shields if not (a.act.to or a.act.requires or a.act.until or a.effect.requires)]
    return other is None and bool(plain)


def _both(attack: Attack) -> tuple[Fighter | None, Fighter | None]:
    return attack.attacker, attack.defender


def _who_falls(
    desk: Desk, asked: Asked, outcome: Fought, span: tuple[int, int], verdict: str | None = None
) -> AskAnswer:
    """Both monsters are asked about: those that fall are named."""
    words, lexicon = outcome_words(), lexicon_for(desk)
    asked.not_understood = words.left_over_of_fights([*asked.not_understood, *_told_besides(asked, span[0])])
    asked.used, asked.missing = Used((span,), OF_A_BATTLE, OF_FIGHTERS, keeps="open-words"), ""
    fallen = [fighter_named(lexicon, f) for f in outcome.fallen() if f is not None]
    said = sentence(lexicon, "fight.destroyed", monsters=joined(fallen)) if fallen else None
    answer = frame(desk, asked, verdict, said or sentence(lexicon, "fight.none-destroyed"))
    answer["question"]["kind"] = "outcome"
    return answer


def _speaks_of_falling(desk: Desk, card: Card) -> bool:
    """Whether a card known only as read has an effect of being destroyed that takes others with it, or itself away."""
    if desk.book.has_profile(card):
        return False
    falling = [e for e in card.effects if e.trigger and any(word in x for x in e.trigger.events for word in _FALLING)]
    return any(act.act in ("destroy", "banish") for e in falling for act in e.does)


def _verdict(outcome: Fought | None, thing: str, subject: Fighter) -> str | None:
    if outcome is None:
        return None
    if thing == "who":
        return str(outcome.told())
    if thing == "both":
        return "yes" if len(outcome.fallen()) > 1 else "no"
    if thing == "banished":
        return "yes" if outcome.became(subject, "zone") == "banished" else "no"
    fell = bool(outcome.became(subject, "destroyed"))
    return "yes" if fell == (thing == _DESTROYED) else "no"


def _told(asked: Asked) -> Attack | None:
    """Who fights whom; also where only the outcome is told: `X was destroyed by battle with Y`."""
    cast = asked.cast
    assert cast is not None
    if "attack" in cast.marks:
        return attack_in(cast)
    beaten = [i for i in cast.items if i.phrase and _BEATEN in i.phrase.events]
    if not beaten:
        return None
    word = beaten[0]
    named = [i for i in cast.items if i.named and i.named.card.atk is not None]
    victims = [i for i in named if i.start < word.start]
    figures = [i for i in cast.items if i.phrase and i.phrase.number == "atk" and i.token and i.token.number]
    others = [i for i in named if victims and i.who != victims[0].who]
    if not victims or not (others or figures):
        return None
    victim = Fighter(card=victims[0].named.card, side=side_before(cast, victims[0]))  # type: ignore[union-attr]
    if others:
        winner = Fighter(card=others[0].named.card, side=side_before(cast, others[0]))  # type: ignore[union-attr]
    else:
        winner = Fighter(atk=figures[0].token.number, side=side_before(cast, figures[0]))  # type: ignore[union-attr]
    return Attack(winner, victim, mutual=True)


def _told_besides(asked: Asked, start: int) -> list[tuple[int, int, str]]:
    """What is told to have happened besides the attack: the battle is not all there is to it then."""
    assert asked.cast is not None
    found = []
    for item in asked.cast.items:
        phrase, token = item.phrase, item.token
        if phrase is None or token is None or item.has("attack") or _BEATEN in phrase.events:
            continue
        if phrase.events or phrase.states or phrase.at or phrase.effect or item.has("activate", "respond"):
            first, last = asked.span(token)
            if first < start:
                found.append((first, last, asked.text[first:last]))
    return found


def _of_the_player_told(cast: Cast, attack: Attack) -> Fighter | None:
    """`我的怪兽会被破坏吗`: the one of two without a name that is of the player told in the part that asks."""
    asking = [(i.clause, i.part) for i in cast.items if i.has("asks")]
    here = [i.phrase for i in cast.items if i.phrase and asking and (i.clause, i.part) == asking[-1]]
    whose, what = (here[-3], here[-2]) if len(here) > 2 else (None, None)  # "…我的怪会死吗" in one breath
    told_last = whose.side if whose and what and what.thing and not what.side else ""
    sides = {told_last} if told_last else {phrase.side for phrase in here if phrase.side}
    attacks = attacking_player(cast, attack)
    if len(sides) != 1 or not attacks:
        return None
    return attack.attacker if sides == {attacks} else attack.defender


def _subject(asked: Asked, attack: Attack, thing: str, span: tuple[int, int]) -> Fighter | None:
    """Of whom it is asked: the monster named in or before the words that ask, or the other one: `that monster`."""
    cast, (start, end) = asked.cast, span
    assert cast is not None
    fighters = [f for f in (attack.attacker, attack.defender) if f is not None]
    asking = asked.text[start:end].lower()
    if outcome_words().of_others.search(asked.text[max(start - _AROUND, 0) : end].lower()):
        unnamed = [f for f in fighters if f.card is None]
        return unnamed[0] if len(unnamed) == 1 else _of_the_player_told(cast, attack)
    inside = [i for i in cast.items if i.named and start <= asked.places[i.start] < end]
    here = inside or [i for i in cast.asked_items if i.named and asked.places[i.start] < start]
    named = [f for f in fighters if f.card and any(i.named and i.named.card is f.card for i in here)]
    if len(named) == 1 or (named and inside):
        return named[0]
    if thing == _SURVIVES and not named:  # it is said of the one that was named, whoever attacked
        named = [f for f in fighters if f.card]
        return named[0] if len(named) == 1 else None
    return None if named or not asking else attack.defender


def attack_course(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where a monster of an attack is told by its part in it, and what befell it; else nothing."""
    course = course_words().asked(asked.text)
    if course is None or asked.cast is None or asked.doubt is not None or _more_cards_told(asked, course):
        return None
    if asked.kind == "replay" and not course.in_damage_step:
        return None  # it is asked of that alone
    at = "damage.start" if course.in_damage_step else "after-declaration"
    try:
        judged = [
            desk.matter(gate, about=_ATTACKER, at=at, turn="own", table=_table(course)) for gate in (_GOES_ON, _REPLAY)
        ]
    except (BadInput, LookupError):
        return None
    goes_on, replay = judged
    becomes = "replay" if replay.verdict == "yes" and goes_on.verdict == "continues" else goes_on.verdict
    verdict = _VERDICTS.get(course.asks, {}).get(becomes)
    if becomes not in _VERDICTS["goes-on"]:
        return None
    asked.used, asked.missing = Used(course.spans, _USED_FOR_IT, belongs=_OF_THE_ATTACK), ""
    asked.not_understood = [
        word for word in asked.not_understood if not any(start <= word[0] < end for start, end in course.spans)
    ]
    answer = frame(desk, asked, verdict, sentence(lexicon_for(desk), f"attack-course.{becomes}"))
    deciding = replay if becomes == "replay" else goes_on
    answer["because"] = [
        node for d in deciding.deciding.judgement.decisions if d.outcome for node in because_of(desk.book, d)
    ]
    answer["question"] |= {"kind": "outcome", "card": None}
    return answer


def _more_cards_told(asked: Asked, course: CourseAsked) -> bool:
    """Whether a card is named elsewhere than where it is told what was done, and by what: its text may matter."""
    assert asked.cast is not None
    (start, end), *_ = course.spans
    here = {i.part for i in asked.cast.items if start <= asked.places[i.start] < end}
    return any(i.is_name and i.part not in here for i in asked.cast.items)


def _table(course: CourseAsked) -> Table:
    """The two monsters as they lie after what befell one of them, in the attack."""
    befell, event = _BEFELL[course.deed]
    lying = []
    for role, side in _SIDES.items():
        changed = dict(befell) if role == course.role else {}
        if role == course.role and course.deed == "taken":
            side = "opponent" if side == "own" else "own"
        card: dict[str, Any] = {"called": role, "side": side, "zone": "monster-zone", "position": "attack"} | changed
        lying.append(CardOnTable(**card))
    happened = Happening(event=event, card=course.role, side=_SIDES[course.role])  # type: ignore[arg-type]
    return Table(cards=tuple(lying), battle=Battle(attacker=_ATTACKER, defender=_ATTACKED), happened=(happened,))
