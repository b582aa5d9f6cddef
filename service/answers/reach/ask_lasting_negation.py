"""Does a card that lies there and negates reach another card: `does Skill Drain stop X`, `is X negated under it`."""

from knowledge.data.cases import CardOnTable, Table
from knowledge.data.folder import rulings_folder
from knowledge.data.profile import FIELD, Action, Card, Effect, Side
from knowledge.desk import Desk
from knowledge.explanation.answer_records import AskAnswer
from knowledge.explanation.can_answer import card_identity
from knowledge.phrases import effect_named
from knowledge.questions.asked import Asked
from knowledge.questions.outcomes.asked_outcomes import outcome_words_of
from knowledge.questions.roles import does_so, marks_of
from knowledge.questions.said_back import names_of, sentence
from knowledge.questions.told.statements import field_zone, on_the_field
from service.answers.ask_card import applying, strangers_among
from service.answers.ask_frame import frame, lexicon_for

_KINDS = ("can", "outcome", "rulings", "card", "answerable", "out-of-scope")
_NEGATES = "negate-effect"
_LEAVES = ("tribute", "send-to-gy", "banish", "return-to-hand", "return-to-deck", "discard")


def lasting_negation(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where one card negates while it lies there and another is asked to be negated by it; else nothing."""
    cast = asked.cast
    if cast is None or asked.kind not in _KINDS:
        return None
    cards = list({i.named.card.id: i.named.card for i in cast.items if i.named}.values())
    if len(cards) != 2 or any(i.doubt for i in cast.items) or asked.accounts or asked.links:
        return None
    found = [(card, act) for card in cards for act in _lasting(desk, card)]
    if len(found) != 1:
        return None
    [(negator, act)] = found
    other = next(card for card in cards if card is not negator)
    words = outcome_words_of(rulings_folder())
    told = words.thing_asked(asked.text)
    negated = told is not None and told[0] == "negated"
    resolves = told is not None and told[0] == "resolves" and negator.id in {i.who for i in cast.of("in-force")}
    here = cast.in_part(cast.asked_part())
    stops = "respond" in marks_of(here) and any(i.named and i.named.card is negator for i in here)
    stops = stops and (asked.answered is None or asked.answered[0] is not negator)  # `can X stop the negator`
    chained = words.chained.search(asked.text.lower()) is not None
    if (
        chained
        or not (negated or stops or resolves)
        or any(i.phrase and (i.phrase.at or i.phrase.states) for i in cast.items)
    ):
        return None
    effects = _meant(asked, other)
    verdicts = {e: _reached(desk, negator, act, other, e) for e in effects}
    each = set(verdicts.values())
    if not each or None in each:
        return None
    verdict = each.pop() if len(each) == 1 else "depends"
    lexicon, key = lexicon_for(desk), "lasting-negation"
    if resolves and not stops:
        key, verdict = f"{key}.resolves", {"yes": "no", "no": "yes"}.get(str(verdict), "depends")
    said = sentence(lexicon, f"{key}.{verdict}", card=names_of(negator), other=names_of(other))
    asked.not_understood = words.left_over(asked.not_understood)
    asked.not_placed, asked.aside, asked.open_words, asked.missing = [], [], [], ""
    answer = frame(desk, asked, verdict, said)
    answer["question"] |= {"kind": "outcome", "card": card_identity(other)}
    if verdict == "depends":
        answer["branches"] = [
            {"if": sentence(lexicon, "if.effect", card=names_of(other), effect=effect_named(e)), "verdict": str(v)}
            for e, v in verdicts.items()
        ]
    return answer


def _lasting(desk: Desk, card: Card) -> list[Action]:
    acts = [a.act for a in applying(desk, card) if a.sure and a.act.act == _NEGATES]
    return [a for a in acts if a.which is not None and a.which.zones and not a.to]


def _meant(asked: Asked, card: Card) -> list[Effect]:
    """The effects that may be meant: by number, by what they are told to do, else all that are activated or apply."""
    assert asked.cast is not None
    effects = [e for e in card.effects if e.is_activated or e.does]
    told = [i.effect for i in asked.cast.items if i.named and i.named.card is card and i.effect is not None]
    doing = [i.phrase.does for i in asked.cast.items if i.phrase and i.phrase.does and not i.has("respond")]
    numbered = [e for e in effects if e.number in told]
    return numbered or [e for e in effects if any(does_so(e, acts) for acts in doing)] or effects


def _reached(desk: Desk, negator: Card, act: Action, other: Card, effect: Effect) -> str | None:
    """Whether the effect is used where it is negated, and the card is still there as it resolves."""
    if effect.unread:
        return None
    zones = effect.zones or (field_zone(other),)
    there = [zone for zone in zones if zone in FIELD]
    if not there:
        return "no"
    if len(there) < len(zones):
        return None
    leaves = any(cost.act.startswith(_LEAVES) and cost.what == "self" for cost in effect.cost)
    gone = effect.trigger is not None and any(
        event.startswith(("sent-to-gy", "destroyed", "banished", "left-field", "tributed", "returned"))
        for event in effect.trigger.events
    )
    if gone and (effect.trigger is None or effect.trigger.subject != "other"):
        return "no"  # it is used from where the card went
    if leaves:
        return "no"
    assert act.which is not None
    side: Side = "own" if act.which.side == "own" else "opponent"
    lying = CardOnTable(card=other.names.zh, called="asked", side=side, zone=there[0], position="attack")
    strangers = strangers_among(desk, [negator, other])
    told = desk.table(Table(cards=(lying, on_the_field(negator))), strangers=strangers)
    fits = told.fits(lying, act.which, ignore=("side", "other"))
    return fits if fits != "yes" or told.is_negated(lying) else None
