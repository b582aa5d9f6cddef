"""`can X be tributed`, `can X be used as Synchro material`: does its own text, or its kind, keep it from that?"""

from knowledge.data.profile import Card
from knowledge.data.yaml_files import rulings_folder
from knowledge.desk import Desk
from knowledge.explanation.answer_records import AskAnswer
from knowledge.explanation.can_answer import card_identity
from knowledge.questions.asked import Asked
from knowledge.questions.cast import Cast, does_one
from knowledge.questions.outcomes.asked_outcomes import outcome_words_of
from knowledge.questions.outcomes.words_used import Used, told_by
from knowledge.questions.said_back import names_of, sentence
from service.answers.ask_frame import frame, lexicon_for

_TRIBUTE = "tribute"
_FORBIDS = ("forbid-other", "forbid-use-as-material", "forbid-tribute")
_WITHOUT_A_LEVEL = {"synchro": ("Xyz", "Link"), "xyz": ("Link",)}  # a rank and a link rating are no levels
_ANY = "no-material"
_TAKE_FACE_DOWN = (_TRIBUTE, "fusion")  # what takes monsters that lie face-down, too
_TURNS_DOWN = ("flip-face-down", "change-position")
_HIDDEN = frozenset(("face", "position", "states", "events", "told", "respond", "thing", "activation"))  # what tells it


def use_asked(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where one card is asked to be used for something, and nothing else is told; else nothing."""
    words = outcome_words_of(rulings_folder())
    found = words.use_asked(asked.text)
    if found is None or asked.cast is None or any(i.doubt for i in asked.cast.items):
        return None
    use, (start, end) = found
    face_down = words.lies_face_down.search(asked.text.lower()) is not None
    cards = _named_before(asked, asked.cast, end)
    if face_down:
        cards = [card for card in cards if not does_one(card, _TURNS_DOWN)]  # by which it lies so
    told = _HIDDEN if face_down else frozenset[str]()
    if (
        len(cards) != 1
        or not cards[0].type.startswith("Monster")
        or _more_told(asked, asked.cast, start, end, face_down=face_down)
    ):
        return None
    verdict = _verdict(cards[0], use)
    if face_down and verdict != "no":
        verdict = "yes" if use in _TAKE_FACE_DOWN else "no"
    asked.used, asked.missing = Used(((start, end),), told, told), ""
    key = f"used-for.face-down.{verdict}" if face_down else f"used-for.{verdict}"
    said = sentence(lexicon_for(desk), key, card=names_of(cards[0]))
    answer = frame(desk, asked, verdict, said)
    answer["question"] |= {"kind": "outcome", "card": card_identity(cards[0])}
    return answer


def _named_before(asked: Asked, cast: Cast, end: int) -> list[Card]:
    """The cards named, without one whose name the words that ask are themselves: "as Synchro Material"."""
    named = [i.named for i in cast.items if i.named]
    others = [n for n in named if not asked.places[n.token.start] < end <= asked.places[n.token.end - 1] + 1]
    return list({n.card.id: n.card for n in others}.values())


def _more_told(asked: Asked, cast: Cast, start: int, end: int, *, face_down: bool) -> bool:
    outside = [i for i in cast.items if i.phrase and not start <= asked.places[i.start] < end]
    if face_down:  # lying so is no effect of its own, and takes away what its text says
        outside = [i for i in outside if i.phrase and told_by(i) - _HIDDEN]
    return any(
        i.phrase.events or i.phrase.at or i.phrase.turn or i.phrase.states or i.phrase.thing or i.phrase.number
        for i in outside
        if i.phrase
    )


def _verdict(card: Card, use: str) -> str:
    """No by its text or its kind; yes only for a tribute, which asks for nothing more; else it hangs on the summon."""
    kinds = card.type.split(" / ")
    if any(kind in kinds for kind in _WITHOUT_A_LEVEL.get(use, ())):
        return "no"
    bars = [(e, act) for e in card.effects for act in e.does if act.act in _FORBIDS and act.what in ("", "self")]
    of_it = [(e, act) for e, act in bars if use in act.to or (use != _TRIBUTE and act.to == _ANY)]
    if any(not (e.requires or act.requires or e.unread) for e, act in of_it):
        return "no"
    plain = use == _TRIBUTE and not of_it and not any(e.unread or e.unread_deeds for e in card.effects)
    return "yes" if plain else "depends"
