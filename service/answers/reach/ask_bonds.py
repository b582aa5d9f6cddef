"""A card that stays and the monster it brought back, holds or took: what becomes of one when the other is gone."""

from knowledge.data.profile import Action, Card
from knowledge.data.yaml_files import rulings_folder
from knowledge.desk import Desk
from knowledge.explanation.answer_records import AskAnswer
from knowledge.explanation.can_answer import card_identity
from knowledge.questions.asked import Asked
from knowledge.questions.cast import does_one
from knowledge.questions.outcomes.asked_outcomes import outcome_words_of
from knowledge.questions.outcomes.bonds import BondAsked, bond_words_of
from knowledge.questions.outcomes.words_used import Used
from knowledge.questions.said_back import names_of, sentence
from service.answers.ask_frame import frame, lexicon_for

_LATER, _DESTROY, _CONTROL = "apply-later", "destroy", "take-control"
_TAKES_AWAY = ("destroy", "banish", "return-to")  # what another card named may have done to it
_OF_THE_MONSTER = ("target", "summoned", "equipped")
_TOLD = frozenset(("card", "thing", "does", "place", "zone"))


def bond_outcome(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where one of the two is told to be gone and the other is asked about; nothing where it is not so."""
    bound = [card for card in asked.cards if _bonds(card) or _takes(card)]
    if len(bound) != 1 or asked.doubt is not None or asked.cast is None:
        return None
    [card] = bound
    others = [other for other in asked.cards if other is not card]
    if outcome_words_of(rulings_folder()).lay_set.search(asked.text.lower()):
        return None  # turned face-down, or never turned up
    tokens = [item.named.token for item in asked.cast.items if item.named and item.named.card is card]
    names = [(asked.places[token.start], asked.places[token.end - 1] + 1) for token in tokens]
    found = bond_words_of(rulings_folder()).asked(asked.text, names)
    if found is None or len(others) > 1 or any(not does_one(other, _TAKES_AWAY) for other in others):
        return None
    became = _became(card, found)
    told, asking = found.spans
    between = [i for i in asked.cast.items if told[1] <= asked.places[i.start] < asking[0]]
    if not became or any(i.has("activate", "respond") and i.phrase and not i.phrase.does for i in between):
        return None
    verdict = {"destroyed": "yes" if became == _DESTROY else "no", "stays": "no", "becomes": None}[found.asks]
    asked.used, asked.missing = Used(found.spans, _TOLD), ""
    key = f"bond.{'monster' if found.card_left else 'card'}.{became}"
    answer = frame(desk, asked, verdict, sentence(lexicon_for(desk), key, card=names_of(card)))
    answer["question"] |= {"kind": "outcome", "card": card_identity(card)}
    return answer


def _bonds(card: Card) -> list[Action]:
    """What a text does to the card or its monster when the other one is gone."""
    acts = [act for effect in card.effects for act in effect.does if act.act == _LATER and act.to == _DESTROY]
    return [act for act in acts if act.until.endswith(("-left-field", "-destroyed")) and not act.requires]


def _takes(card: Card) -> bool:
    """Whether a card has its player control a monster for as long as it lies there."""
    lasting = [effect for effect in card.effects if not effect.is_activated]
    return any(act.act == _CONTROL and act.what in _OF_THE_MONSTER for effect in lasting for act in effect.does)


def _became(card: Card, found: BondAsked) -> str:
    """What becomes of the other one: destroyed, given back, or nothing that is known."""
    gone = "self" if found.card_left else "target"
    of_it = [act for act in _bonds(card) if (act.what in _OF_THE_MONSTER) == found.card_left]
    for act in of_it:
        if act.until == f"{gone}-left-field" or (act.until == f"{gone}-destroyed" and found.how == "destroyed"):
            return _DESTROY
    return "back" if found.card_left and _takes(card) and not of_it else ""
