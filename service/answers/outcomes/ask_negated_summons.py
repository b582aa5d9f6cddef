"""What becomes of a monster whose summon was negated: where it goes, and whether an effect of it activates then."""

from typing import cast

from knowledge.data.profile import Card
from knowledge.data.yaml_files import rulings_folder
from knowledge.desk import Desk
from knowledge.explanation.answer_records import AskAnswer
from knowledge.explanation.can_answer import card_identity
from knowledge.questions.asked import Account, Asked
from knowledge.questions.cast import does_so, marks_of
from knowledge.questions.forms import form_of
from knowledge.questions.outcomes.asked_outcomes import outcome_words_of
from knowledge.questions.outcomes.words_used import Used
from knowledge.questions.said_back import names_of, sentence
from service.answers.ask_card import can_asked, can_told
from service.answers.ask_frame import frame, lexicon_for

_WENT = {"destroy": "gy", "return-to-hand": "hand", "banish": "banished", "return-to-deck": "deck"}
_NEGATED, _SENT, _DESTROYED = "summon-negated", "sent-to-gy", "destroyed-by-effect"
_TOLD = frozenset(("respond", "activation", "does", "events", "told", "card", "thing"))
_MORE = frozenset(("cannot", "again", "another-copy", "when", "often", "next-turn"))


def negated_summon(desk: Desk, asked: Asked, thing: str) -> AskAnswer | None:
    """`X negates my Normal Summon. Where does the monster go`: as the text of X says of the monster it stopped."""
    words, cards = outcome_words_of(rulings_folder()), list({card.id: card for card in asked.cards}.values())
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
    words, told_cast = outcome_words_of(rulings_folder()), asked.cast
    cards = list({card.id: card for card in asked.cards}.values())
    if told_cast is None or asked.doubt is not None or len(cards) != 2 or asked.kind not in ("can", "outcome"):
        return None
    negators = [card for card in cards if _done_to_it(card)]
    monster = next((card for card in cards if card not in negators), None)
    here = told_cast.in_part(told_cast.asked_part())
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
