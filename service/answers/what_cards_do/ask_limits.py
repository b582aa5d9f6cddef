"""How often: whether it may be used again, by its text, and how many times it does something that happens again."""

from typing import NamedTuple

from knowledge.data.profile import Card, Effect
from knowledge.desk import Desk
from knowledge.explanation.answer_records import AskAnswer
from knowledge.explanation.can_answer import card_identity
from knowledge.explanation.other_answers import matter_reply
from knowledge.play.later_effects import EachTime, each_time
from knowledge.questions.asked import Asked, Used
from knowledge.questions.cast import Cast, Item, does_so, marks_of
from knowledge.questions.outcomes.asked_outcomes import outcome_words
from knowledge.questions.said_back import event_in_words, names_of, sentence
from knowledge.table.situation import NOTHING_STATED
from service.answers.ask_frame import frame, lexicon_for, reason_by_rule

_KINDS = ("can", "outcome", "out-of-scope")
_CAME = "special-summoned"
_BY = {"yes": "use-is-left", "no": "limit-is-used-up"}
# what tells of the uses that are counted
_ONCE, _SEVERAL = "once", "several"
_TOLD_IN_CHAIN = frozenset(("events", "told", "does", "activation", "respond", "states", "number", "summons"))
_TOLD_OF_USES = frozenset(("respond", "activation", "does", "events", "last-turn", "next-turn"))


def times_in_chain(desk: Desk, asked: Asked) -> AskAnswer | None:
    """`may X be activated several times in one chain`: by its text; nothing where it is not asked so of one card."""
    words, plain, cast = outcome_words().times_in_chain, asked.text.lower(), asked.cast
    asks = next((way for way in (_ONCE, _SEVERAL) if words[way].search(plain)), "")
    if cast is None or not asks or asked.doubt or asked.kind not in _KINDS or not words["chain"].search(plain):
        return None
    here = {i.named.card.id: i.named.card for i in cast.in_part(cast.asked_part()) if i.named}
    named = here or {card.id: card for card in asked.cards}
    if len(named) != 1 or words["copies"].search(plain):
        return None
    [card] = named.values()
    effects = _meant(asked, [e for e in card.effects if e.is_activated])
    effects = [e for e in effects if not e.opens_the_card] or effects  # opening it is no use of what it does
    judged = [desk.matter("times-in-chain", card, effect, "", "", None, NOTHING_STATED) for effect in effects]
    outcomes = {one.verdict for one in judged}
    if len(outcomes) != 1 or not outcomes <= {_ONCE, _SEVERAL}:
        return None
    [outcome] = outcomes
    asked.used, asked.missing = Used((words[asks].search(plain).span(),), _TOLD_IN_CHAIN), ""  # type: ignore[union-attr]
    verdict = "yes" if outcome == asks else "no"
    said = sentence(lexicon_for(desk), f"times-in-chain.{outcome}", card=names_of(card))
    answer = frame(desk, asked, verdict, said)
    answer["because"] = matter_reply(desk, judged[0])["because"]
    answer["question"] |= {"kind": "outcome", "card": card_identity(card)}
    return answer


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
    words = outcome_words()
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
    again = "respond" in asked.cast.marks and outcome_words().another_one(asked.text)
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
    words = outcome_words()
    return words.this_turn.search(asked.text.lower()) is not None and words.still.search(asked.text.lower()) is not None


def _said(desk: Desk, asked: Asked, verdict: str, key: str) -> AskAnswer:
    card, lexicon = asked.cards[0], lexicon_for(desk)
    asked.used, asked.missing = Used(takes=_TOLD_OF_USES), ""
    answer = frame(desk, asked, verdict, sentence(lexicon, key, card=names_of(card)))
    answer["because"] = [reason_by_rule(desk, "limits", _BY[verdict], verdict)]
    understood = sentence(lexicon, "used-before.asked", card=names_of(card))
    answer["question"] |= {"kind": "outcome", "card": card_identity(card), "understood": understood}
    return answer


_DRAW, _AT_ONCE = "draw", "unplaced"
_ASKED_KINDS = ("can", "outcome", "out-of-scope", "amount")
_USED = frozenset(("does", "events", "told", "respond", "summons", "at", "turn"))  # it applies for the turn
_OTHER = {"own": "opponent", "opponent": "own", "": ""}
_EACH_BY = {"yes": "a-text-applies-when-what-it-names-is-there", "no": "a-text-waits-for-what-it-names"}


class _Happened(NamedTuple):
    """What is told to have happened after the card was used: which events, by whom, how often."""

    events: tuple[str, ...]
    side: str
    times: int | None  # unknown where so many monsters came, and not so many times


def each_time_asked(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where a card that was used has its player draw for every event, and one is told; else nothing."""
    cast = asked.cast
    if cast is None or asked.kind not in _ASKED_KINDS or len(asked.cards) != 1 or asked.doubt or asked.links:
        return None
    card, here = asked.cards[0], cast.asked_items
    awaited = _waits(card)
    asks = [i for i in here if i.phrase and _DRAW in i.phrase.does]
    if awaited is None or not asks or {"respond", "passive", "still"} & cast.marks:
        return None
    happened = _happened(cast, asks[0], awaited)
    if happened is None:
        return None
    user = _player(cast, next(i for i in cast.items if i.named)) or _OTHER[happened.side]
    by = happened.side or _OTHER[user]
    of_the_other = by != user or not by
    fits = of_the_other and awaited.event in desk.book.wider_events(happened.events)
    counts = "count-asked" in marks_of(here)
    if counts and fits and happened.times is None:
        return None
    states = {state for i in cast.items if i.phrase for state in i.phrase.states}
    asked.used, asked.missing = Used(takes=_USED | ({"states"} if states <= {_AT_ONCE} else set())), ""
    drawn = str(awaited.times * (happened.times or 1)) if fits else "0"
    key = "each-time.count" if counts and fits else "each-time.yes" if fits else "each-time.no"
    event = event_in_words(desk.book, awaited.event)
    said = sentence(lexicon_for(desk), key, card=names_of(card), event=event, n=drawn)
    verdict = "no" if not fits else "must" if "must" in marks_of(here) else "yes"
    answer = frame(desk, asked, None if counts else verdict, said)
    came = "yes" if fits else "no"
    answer["because"] = [reason_by_rule(desk, "sets-in", _EACH_BY[came], came)]
    answer["question"] |= {"kind": "outcome", "card": card_identity(card)}
    return answer


def _waits(card: Card) -> EachTime | None:
    """For what of the opponent a card has its player draw each time, where its text was read to the end."""
    found = [(e, act, when) for e in card.activated_effects for act in e.does if (when := each_time(act.count))]
    if len(found) != 1:
        return None
    [(effect, act, when)] = found
    whole = not (effect.unread or effect.unread_deeds) and act.per is None
    return when if whole and act.to == _DRAW and when.of_the_other else None


def _happened(cast: Cast, asks: Item, awaited: EachTime) -> _Happened | None:
    """The one thing told to have happened before what is asked; nothing where it is left open, or there are several."""
    events = [i for i in cast.items if i.start < asks.start and i.phrase and _events_of(i)]
    if "must" in marks_of(cast.in_part(asks.part)) and not events:
        return _Happened((awaited.event,), "", 1)  # "is its draw mandatory?"
    if "denied" in cast.marks and not events:
        return _Happened((), "", 0)
    if not events or "denied" in cast.marks or len({_events_of(i) for i in events}) > 1:
        return None
    figures = [_figure(i) for i in events if i.phrase and i.phrase.number]
    one_by_one = any(i.has("one-by-one") for i in events)
    several = bool(figures) or bool({"often", "again"} & cast.marks)
    times = 1 if "at-once" in cast.marks or not several else figures[0] if one_by_one else None
    return _Happened(_events_of(events[0]), _player(cast, events[0]), times)


def _figure(item: Item) -> int | None:
    """How often it is told to have been."""
    value = item.phrase.value if item.phrase else None
    return int(value) if value is not None else item.token.number if item.token else None


def _events_of(item: Item) -> tuple[str, ...]:
    phrase = item.phrase
    assert phrase is not None
    return (*phrase.events, *phrase.told, *(("special-summoned",) if phrase.number == "summons" else ()))


def _player(cast: Cast, item: Item) -> str:
    """Whose doing something is: the player told last before it in its part."""
    if item.phrase and item.phrase.side:
        return item.phrase.side
    before = [i.phrase for i in cast.in_part(item.part) if i.start < item.start and i.phrase]
    sides = [phrase.side or "own" for phrase in before if phrase.side or phrase.opens]
    return sides[-1] if sides else ""
