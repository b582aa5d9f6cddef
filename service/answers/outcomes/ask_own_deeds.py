"""What the effect of a card does to what is told beside it: then its activation is what is asked about."""

from knowledge.data.folder import rulings_folder
from knowledge.data.profile import Card
from knowledge.questions.asked import Asked
from knowledge.questions.outcomes.asked_outcomes import outcome_words_of
from knowledge.questions.roles import does_so
from knowledge.questions.said_back import language_of

_OF_OUTCOMES = ("outcome", "out-of-scope")


def told_as_activation(asked: Asked) -> str:
    """`X was destroyed by Y. Is Y destroyed?` as a question about X, whose effect does that; empty where it is none."""
    cast = asked.cast
    if asked.kind not in _OF_OUTCOMES or cast is None or asked.doubt is not None or not asked.cards:
        return ""
    words = outcome_words_of(rulings_folder())
    asking = [i for i in cast.items if i.has("outcome")] or cast.in_part(cast.asked_part())
    first = min((asked.places[i.start] for i in asking), default=0)
    if first:  # whom it befalls stands before what is asked, in the same part
        before = [i for i in cast.items if asked.places[i.start] < first and i.part == asking[0].part]
        spaced = [i for i in before if asked.text[asked.places[i.start] - 1].isspace()]
        first = asked.places[spaced[-1].start] if spaced else first
    told = asked.text[:first].rstrip(" ，,。.")
    happened = any(i.phrase and i.phrase.events for i in cast.items if asked.places[i.start] < first)
    deeds = tuple(words.deeds_asked(asked.text[first:]))
    doers = [card for card in asked.cards if deeds and _does_so_when_it_happens(card, deeds)]
    if not told or not happened or len(doers) != 1:
        return ""
    called = next(name for name, card in asked.named if card is doers[0])
    return words.as_activation[language_of(asked.text)].format(told=told, card=called)


def _does_so_when_it_happens(card: Card, deeds: tuple[str, ...]) -> bool:
    """Whether an effect that something sets off, and that is activated, does one of these things."""
    return any(e.is_activated and e.trigger is not None and does_so(e, deeds) for e in card.effects)
