"""Can a card miss its timing: an optional effect that says "when" can, any other waits for nothing or is not lost."""

from knowledge.data.folder import rulings_folder
from knowledge.data.profile import Card, Effect
from knowledge.desk import Desk
from knowledge.explanation.answer_records import AskAnswer, Branch
from knowledge.explanation.can_answer import card_identity
from knowledge.phrases import effect_named
from knowledge.questions.asked import Asked
from knowledge.questions.outcomes.asked_outcomes import outcome_words_of
from knowledge.questions.said_back import names_of, sentence
from service.answers.ask_frame import frame, lexicon_for, reason_by_rule

_GATE, _RULE = "trigger", "a-when-that-something-followed-is-missed"


def missed_timing(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where it is asked whether one card misses its timing; nothing where it is not."""
    words = outcome_words_of(rulings_folder())
    said = words.missed_timing(asked.text)
    if said is None or len({card.id for card in asked.cards}) != 1:
        return None
    card = asked.cards[0]
    effects = [e for e in card.activated_effects if asked.effect in (None, e.number)]
    if any(e.unread for e in effects):
        return None
    missable = [e for e in effects if _may_be_missed(e)]
    verdict = "no" if not missable else "yes" if _all_that_wait(effects, missable) else "depends"
    if verdict == "yes" and asked.events and not words.in_passing(asked.text):
        return None  # whether this was the last thing to happen is for the activation asked about
    asked.not_understood = words.left_over_of_timing([w for w in asked.not_understood if not _inside(w, said)])
    lexicon = lexicon_for(desk)
    answer = frame(desk, asked, verdict, sentence(lexicon, f"missed-timing.{verdict}", card=names_of(card)))
    answer["because"] = [reason_by_rule(desk, _GATE, _RULE, verdict)]
    answer["question"]["understood"] = sentence(lexicon, "missed-timing.asked", card=names_of(card))
    if verdict == "depends":
        answer["branches"] = [_branch(desk, card, e, e in missable) for e in effects]
    answer["question"] |= {"kind": "outcome", "card": card_identity(card)}
    return answer


def _may_be_missed(effect: Effect) -> bool:
    return effect.trigger is not None and effect.trigger.when_or_if == "when" and not effect.mandatory


def _all_that_wait(effects: list[Effect], missable: list[Effect]) -> bool:
    return all(e in missable for e in effects if e.trigger is not None)


def _branch(desk: Desk, card: Card, effect: Effect, missable: bool) -> Branch:
    condition = sentence(lexicon_for(desk), "if.effect", card=names_of(card), effect=effect_named(effect))
    return {"if": condition, "verdict": "yes" if missable else "no"}


def _inside(word: tuple[int, int, str], span: tuple[int, int]) -> bool:
    return word[0] < span[1] and span[0] < word[1]
