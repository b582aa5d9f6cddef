"""A monster that a card brings, holds or took: what its text says of it, and what becomes of one without the other."""

from knowledge.data.profile import Action, Card, Effect
from knowledge.desk import Desk
from knowledge.explanation.answer_records import AskAnswer
from knowledge.explanation.can_answer import card_identity
from knowledge.questions.asked import Asked, Used
from knowledge.questions.cast import does_one
from knowledge.questions.outcomes.asked_outcomes import outcome_words
from knowledge.questions.outcomes.special_questions import BondAsked, Brought, bond_words, brought_words
from knowledge.questions.said_back import names_of, sentence
from service.answers.ask_frame import frame, lexicon_for, reason_by_rule

_BRINGS = ("special-summon", "take-control", "summon-token")
_TAKES = "take-control"
_BY_ITS_TEXT = ("effect-applies", "what-the-resolution-part-says-must-be-true")
_BARS = ("forbid-", "negate")
_FORBIDS_ATTACKS = ("forbid-attack", "forbid-attack-declaration")
_NO_MATERIAL = "no-material"
_USES = ("tribute", "synchro", "xyz", "link", "fusion")
_TO = {"destroy": ("destroy",), "return": ("return-to-hand", "return-to-deck", "give-control"), "banish": ("banish",)}
_END = "end-phase"
_POSITIONS = ("defence", "attack")


def of_what_it_brings(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where a monster is told as brought out by a card whose text settles it; else nothing."""
    words = brought_words()
    told = words.told(asked)
    if told is None or len(asked.cards) != 1 or asked.doubt or _more_told(asked, told):
        return None
    found = words.asked_of_it(asked.text)
    effects = [e for e in told.card.effects if any(_brings(act) for act in e.does)]
    if found is None or len(effects) != 1 or effects[0].unread_deeds or any(c.does for c in effects[0].choices):
        return None
    thing, spoken = found
    asked.used = Used((spoken, (told.start, told.end)), frozenset(("at",)))
    if thing == "position":
        return _position(desk, asked, told, effects[0])
    verdict = _verdict(effects[0], thing)
    return _said(desk, asked, told, verdict, f"brought.{thing}.{verdict}") if verdict else None


def of_what_it_acted_on(desk: Desk, asked: Asked) -> AskAnswer | None:
    """`can the cards X banished be used`: they are asked about, and not X; which they are decides. Else nothing."""
    if len(asked.named) != 1 or asked.doubt:
        return None
    called, card = asked.named[0]
    if not outcome_words().acted_on_by_it.search(asked.text.replace(called, "§", 1).lower()):
        return None
    lexicon = lexicon_for(desk)
    asked.used, asked.missing = Used(), ""
    answer = frame(desk, asked, "depends", sentence(lexicon, "acted-on.open", card=names_of(card)))
    understood = sentence(lexicon, "acted-on.asked", card=names_of(card))
    answer["question"] |= {"kind": "outcome", "card": card_identity(card), "understood": understood}
    return answer


def _more_told(asked: Asked, told: Brought) -> bool:
    """Whether a figure, a state, a place or a moment other than the End Phase is told besides."""
    there = [i for i in asked.cast.items if i.phrase and i.token] if asked.cast else []
    outside = [i.phrase for i in there if i.phrase and not told.start <= asked.places[i.start] < told.end]
    return any(p.states or p.number or p.position or p.turn or p.place or p.at not in ("", "end") for p in outside)


def _brings(act: Action) -> bool:
    return act.act.startswith(_BRINGS) and act.act != "special-summon-self"


def _verdict(effect: Effect, thing: str) -> str:
    """Yes or no by the text; empty where it says something near that was not read to its end."""
    acts = list(effect.does)
    bringing = next(act for act in acts if _brings(act))
    taken = bringing.act == _TAKES
    of_it = [a for a in acts if a is not bringing and a.what in ("summoned", "target" if taken else "summoned")]
    if any(a.requires or "unread" in (a.to, str(a.amount)) for a in of_it):
        return ""
    loose = [a for a in acts if a not in of_it and a is not bringing and a.what != "self" and a.act.startswith(_BARS)]
    if loose or any(cost.act.startswith("forbid-") for cost in effect.cost):
        return ""  # what it forbids besides may reach the monster, too
    if thing == "negated":
        return "yes" if any(a.act == "negate-effect" for a in of_it) else "no"
    if thing in (*_TO, "stays"):
        return _at_the_end(of_it, bringing, thing)
    if thing in _USES:
        bars = [a for a in of_it if a.act in ("forbid-other", "forbid-use-as-material", "forbid-tribute")]
        near = [a for a in bars if thing in a.to or (thing != "tribute" and a.to == _NO_MATERIAL)]
        return "no" if near else "" if bars or thing != "tribute" else "yes"
    bars = [a for a in of_it if a.act in _FORBIDS_ATTACKS]
    if any(not a.to and not a.which for a in bars):
        return "no"
    return "" if bars or "defence" in bringing.to else "yes"


def _at_the_end(of_it: list[Action], bringing: Action, thing: str) -> str:
    """What becomes of it in the End Phase: goes it, stays it, is just that done to it."""
    later = {a.to for a in of_it if a.act == "apply-later" and a.until == _END}
    if bringing.act == _TAKES and bringing.until == _END:
        later.add("give-control")
    if thing == "stays":
        return "no" if later else "yes" if not bringing.until else ""
    if later and not later & set(_TO[thing]):
        return ""  # another thing is done to it then
    return "yes" if later else "no"


def _position(desk: Desk, asked: Asked, told: Brought, effect: Effect) -> AskAnswer | None:
    bringing = next(act for act in effect.does if _brings(act))
    found = [position for position in _POSITIONS if bringing.to == position]
    if bringing.act == _TAKES or (bringing.to and not found):
        return None
    return _said(desk, asked, told, None, f"brought.position.{found[0] if found else 'either'}")


def _said(desk: Desk, asked: Asked, told: Brought, verdict: str | None, key: str) -> AskAnswer:
    lexicon = lexicon_for(desk)
    asked.missing = ""
    answer = frame(desk, asked, verdict, sentence(lexicon, key, card=names_of(told.card)))
    answer["because"] = [reason_by_rule(desk, *_BY_ITS_TEXT, verdict or "")]
    understood = sentence(lexicon, "brought.asked", card=names_of(told.card))
    answer["question"] |= {"kind": "outcome", "card": card_identity(told.card), "understood": understood}
    return answer


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
    if outcome_words().lay_set.search(asked.text.lower()):
        return None  # turned face-down, or never turned up
    tokens = [item.named.token for item in asked.cast.items if item.named and item.named.card is card]
    names = [asked.span(token) for token in tokens]
    found = bond_words().asked(asked.text, names)
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
