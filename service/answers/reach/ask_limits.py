"""`it was used last turn, may it be used again`: how often the text allows it, over turns and over its effects."""

from knowledge.data.profile import Effect
from knowledge.data.yaml_files import rulings_folder
from knowledge.desk import Desk
from knowledge.explanation.answer_records import AskAnswer
from knowledge.explanation.can_answer import card_identity
from knowledge.questions.asked import Asked
from knowledge.questions.cast import Cast, Item, does_so
from knowledge.questions.outcomes.asked_outcomes import outcome_words_of
from knowledge.questions.outcomes.words_used import Used
from knowledge.questions.said_back import names_of, sentence
from service.answers.ask_frame import frame, lexicon_for, reason_by_rule

_KINDS = ("can", "outcome", "out-of-scope")
_CAME = "special-summoned"
_BY = {"yes": "use-is-left", "no": "limit-is-used-up"}
# what tells of the uses that are counted
_TOLD_OF_USES = frozenset(("respond", "activation", "does", "events", "last-turn", "next-turn"))


def used_before(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where a use is told and another one asked that a limit of the text settles; else nothing."""
    cast = asked.cast
    if cast is None or asked.kind not in _KINDS or len(asked.cards) != 1 or asked.doubt or asked.answered:
        return None
    card = asked.cards[0]
    told = [i for i in cast.items if _tells_a_use(i)]
    breaks = [i for i in told if any(_asks(other) and other.start > i.start for other in cast.items)]
    effects = _meant(asked, [e for e in card.effects if e.is_activated])
    if _unlimited(asked, effects):
        return _said(desk, asked, "yes", "used-before.unlimited")
    if not breaks or card.effects_of("unclassified") or not _asks_for_a_use(cast):
        return None
    limits = [e.limit for e in effects]
    if not effects or any(limit is None for limit in limits):
        return None
    pers = {limit.per for limit in limits if limit}
    earlier = _on_an_earlier_turn(cast, breaks[0]) or any(i.has("this-duel") for i in cast.items)
    if earlier and pers == {"duel"}:
        return _said(desk, asked, "no", "used-before.duel")
    words = outcome_words_of(rulings_folder())
    if earlier and pers == {"field"} and not words.turned_or_left(asked.text):
        asked.not_understood = words.left_over_of_staying(asked.text, asked.not_understood)
        return _said(desk, asked, "no", "used-before.field")
    numbers = {e.number for e in card.activated_effects}
    all_share = all(limit and set(limit.shared) >= numbers for limit in limits)
    if not earlier and _this_turn(asked) and pers == {"turn"} and all_share and len(card.activated_effects) > 1:
        return _said(desk, asked, "no", "used-before.shared")
    return None


def _tells_a_use(item: Item) -> bool:
    phrase = item.phrase
    if phrase is None or item.has("may", "asks", "must"):
        return False
    came = _CAME in (*phrase.events, *phrase.told, *phrase.states)  # by its own effect, where that is asked for again
    return bool(came or phrase.does or "used" in phrase.states or phrase.by == "cost" or item.has("activate"))


def _asks(item: Item) -> bool:
    return item.has("may", "again", "often")


def _unlimited(asked: Asked, effects: list[Effect]) -> bool:
    """`it negated one spell, may it negate the next`: one quick effect without a limit or a cost, asked for again."""
    assert asked.cast is not None
    negating = [e for e in effects if e.responds_to is not None]
    again = "respond" in asked.cast.marks and outcome_words_of(rulings_folder()).another_one(asked.text)
    if len(negating) != 1 or not again:
        return False
    effect = negating[0]
    kinds = {i.phrase.activation for i in asked.cast.items if i.phrase and i.phrase.activation}
    awaited = effect.responds_to.to if effect.responds_to else ()
    met = len(kinds) == 1 and all(any(kind in word for word in awaited) for kind in kinds)
    return met and effect.limit is None and not effect.cost and not (effect.unread or effect.unread_deeds)


def _asks_for_a_use(cast: Cast) -> bool:
    """Whether what is asked is another use, and nothing else of the card."""
    asking = [i.start for i in cast.items if _asks(i)]
    last = [i for i in cast.items if asking and i.start >= asking[0]]
    uses = any(i.has("activate", "again") or (i.phrase and i.phrase.does) for i in last)
    return uses and not any(i.has("respond", "targets", "attack", "outcome") for i in last)


def _meant(asked: Asked, effects: list[Effect]) -> list[Effect]:
    doing = [e for e in effects if asked.does and does_so(e, asked.does)]
    return [e for e in effects if e.number == asked.effect] or doing or effects


def _on_an_earlier_turn(cast: Cast, told: Item) -> bool:
    """Whether the use was made last turn, or the other is asked for the next."""
    last = any(i.has("last-turn") for i in cast.items if i.start < told.start or i.part == told.part)
    return last or any(i.has("next-turn") and i.start > told.start for i in cast.items)


def _this_turn(asked: Asked) -> bool:
    words = outcome_words_of(rulings_folder())
    return words.this_turn.search(asked.text.lower()) is not None and words.still.search(asked.text.lower()) is not None


def _said(desk: Desk, asked: Asked, verdict: str, key: str) -> AskAnswer:
    card, lexicon = asked.cards[0], lexicon_for(desk)
    asked.used, asked.missing = Used(takes=_TOLD_OF_USES), ""
    answer = frame(desk, asked, verdict, sentence(lexicon, key, card=names_of(card)))
    answer["because"] = [reason_by_rule(desk, "limits", _BY[verdict], verdict)]
    understood = sentence(lexicon, "used-before.asked", card=names_of(card))
    answer["question"] |= {"kind": "outcome", "card": card_identity(card), "understood": understood}
    return answer
