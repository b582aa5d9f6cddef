"""What a player may still do in the turn a card was activated whose text forbids it for that turn."""

from knowledge.data.folder import rulings_folder
from knowledge.data.profile import EXTRA_DECK_KINDS, Action, Card
from knowledge.desk import Desk
from knowledge.explanation.answer_records import AskAnswer
from knowledge.explanation.can_answer import card_identity
from knowledge.questions.asked import Asked
from knowledge.questions.outcomes.asked_outcomes import outcome_words_of
from knowledge.questions.said_back import names_of, sentence
from service.answers.ask_frame import frame, lexicon_for

_OATH = "turn-of-activation"
_SPECIAL = "special-summon-by-procedure"


def oath_kept(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where a card was activated this turn and an act is asked that its text forbids; else nothing."""
    words = outcome_words_of(rulings_folder())
    found = words.act_asked(asked.text)
    if found is None or asked.cast is None or not asked.cards or asked.events or not _of_this_turn(asked):
        return None
    act, (start, end) = found
    sworn = [(card, oath) for card in asked.cards for oath in _oaths(card) if card not in _asked_of(asked, start)]
    sworn += [(card, oath) for card in asked.cards for oath in _oaths(card) if act == "attack" and oath.what == "self"]
    kinds = [kind for kind in words.kinds if words.is_kind(kind, asked.text[start:end])]
    binding = [card for card, oath in sworn if _binds(oath, act, kinds)]
    if not binding or _never_activated(asked, binding[0]):
        return None
    asked.not_understood = words.left_over(
        [w for w in words.left_over_of_acts(asked.not_understood) if not (start <= w[0] and w[1] <= end)]
    )
    asked.not_placed, asked.aside, asked.missing = [], [], ""
    asked.open_words = [word for word in asked.open_words if not words.just_activated.search(word.text.lower())]
    said = sentence(lexicon_for(desk), "oath.no", card=names_of(binding[0]))
    answer = frame(desk, asked, "no", said)
    answer["question"] |= {"kind": "outcome", "card": card_identity(binding[0])}
    return answer


def _of_this_turn(asked: Asked) -> bool:
    assert asked.cast is not None
    words = outcome_words_of(rulings_folder())
    return "still" in asked.cast.marks or words.this_turn.search(asked.text.lower()) is not None


def _asked_of(asked: Asked, start: int) -> list[Card]:
    """The cards named in the words that ask: whether they may come out, not whether they were used."""
    assert asked.cast is not None
    return [i.named.card for i in asked.cast.items if i.named and asked.places[i.start] >= start]


def _oaths(card: Card) -> list[Action]:
    return [act for effect in card.effects for act in effect.cost if act.until == _OATH]


def _binds(oath: Action, act: str, kinds: list[str]) -> bool:
    if act == "attack":
        return oath.act.startswith("forbid-attack") and oath.what in ("self", "you")
    which = oath.which
    if oath.act != "forbid-summon" or (which is not None and which.summoned and not _way(act) & set(which.summoned)):
        return False
    if which is None or not (which.zones or which.type or which.attribute or which.race or which.group or which.level):
        return True
    if which.zones != ("extra-deck",) or which.attribute or which.race or which.group or which.level:
        return False
    free = {word.removeprefix("non-") for word in which.type}
    return bool(kinds) and all(kind in EXTRA_DECK_KINDS and kind not in free for kind in kinds)


def _way(act: str) -> set[str]:
    return {"special"} if act == _SPECIAL else {"normal"} if act == "normal-summon" else set()


def _never_activated(asked: Asked, card: Card) -> bool:
    """Whether an answer named beside it would have negated the very activation: then it counts as not activated."""
    others = [other for other in asked.cards if other is not card]
    done = [act for o in others for e in o.effects for act in (*e.does, *(a for c in e.choices for a in c.does))]
    return any(act.act.startswith("negate-activation") for act in done)
