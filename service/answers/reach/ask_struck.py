"""`is X destroyed by Y`: Y is played with X on the field, and what became of X is read off the table."""

from dataclasses import dataclass
from typing import Any

from knowledge.data.cases import CardOnTable, Table
from knowledge.data.profile import Card, Effect, Side, number_of
from knowledge.data.yaml_files import rulings_folder
from knowledge.desk import Desk
from knowledge.explanation.answer_records import AskAnswer
from knowledge.explanation.can_answer import card_identity
from knowledge.play import read_scenario
from knowledge.problems import BadInput
from knowledge.questions.asked import Asked
from knowledge.questions.cast import Cast, Item, marks_of, side_before
from knowledge.questions.outcomes.asked_outcomes import outcome_words_of
from knowledge.questions.outcomes.words_used import Used
from knowledge.questions.said_back import names_of, sentence
from knowledge.questions.told.statements import field_zone, on_the_field
from service.answers.ask_card import lying_beside, strangers_among
from service.answers.ask_frame import frame, lexicon_for
from service.answers.reach.ask_objects import effects_doing

_KINDS = ("can", "outcome", "out-of-scope", "rulings", "card")
_STRUCK, _DOER = "struck", "doer"
_WENT = {"banish": "banished", "return-to-hand": "hand", "return-to-deck": "deck", "send-to-gy": "gy"}
_MORE = frozenset(("respond", "attack", "targets", "is-cost", "often", "again", "when", "when-asked"))
_LIES = frozenset(("face-up",))  # what may be told of a card that lies there
_GONE = ("sent-to-gy", "left-field")
_AROUND = 8  # characters before the words that ask
_SHIELDS = {"destroy": "protect-from-effect"}


@dataclass(frozen=True)
class Struck:
    """Who does what to whom, beside which cards in force; whose each of them is."""

    doer: Card
    taken: Card
    deed: str
    doers: Side
    owner: Side
    in_force: tuple[CardOnTable, ...]
    position: str


def struck(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where one card is asked to fall to the effect of another; nothing where that is not asked."""
    words = outcome_words_of(rulings_folder())
    found = words.befallen(asked.text)
    if found is None or asked.cast is None or asked.kind not in _KINDS:
        return None
    deed, spared, (start, end) = found
    here = asked.cast.in_part(asked.cast.asked_part())
    if not any(start <= asked.places[i.start] < end for i in here):
        return None  # it is told, and another thing is asked
    if any(i.has("clause") and start < asked.places[i.start] < end for i in asked.cast.items):
        return None  # "can I use X if it is destroyed by Y"
    told = _told(desk, asked, asked.cast, deed)
    if (
        told is not None
        and not told.taken.type.startswith("Monster")
        and words.of_others.search(asked.text[max(start - _AROUND, 0) : end].lower())
    ):
        return None  # the monster it brought out is asked about
    outcome = _outcome(desk, told) if told else None
    if told is None or outcome is None:
        return None
    verdict = outcome if not spared else {"yes": "no", "no": "yes"}[outcome]
    asked.not_understood = words.left_over(asked.not_understood)
    asked.used, asked.missing = Used(((start, end),), whole=True), ""
    parts = {"card": names_of(told.taken), "other": names_of(told.doer)}
    key = f"struck.spared.{verdict}" if spared else f"struck.{deed}.{verdict}"
    answer = frame(desk, asked, verdict, sentence(lexicon_for(desk), key, **parts))
    answer["question"] |= {"kind": "outcome", "card": card_identity(told.taken)}
    answer["assumed"] = [sentence(lexicon_for(desk), "assumed.struck", **parts)]
    return answer


def _told(desk: Desk, asked: Asked, cast: Cast, deed: str) -> Struck | None:
    names = list({i.who: i for i in cast.items if i.named}.values())
    if any(i.doubt for i in cast.items) or asked.attack is not None or asked.links or _MORE & cast.marks:
        return None
    others, words = lying_beside(desk, cast, asked.cards[0]) if asked.cards else ((), set[int]())
    if not all(_carries(i, deed) or i.start in words for i in cast.items if i.phrase):
        return None
    beside = [i for i in names if i.role == "in-force" and i.part != cast.asked_part()]
    pair = [i for i in names if i not in beside]
    if len(pair) == 1 and len(beside) == 1:  # "they have X; is it destroyed by Y"
        pair, beside = [*beside, *pair], []
    if len(pair) != 2:
        return None
    able = [i for i in pair if i.named and effects_doing(i.named.card, (deed,))]
    doer = able[0] if len(able) == 1 else _by_grammar(cast, pair)
    if doer is None or doer not in able:
        return None
    taken = pair[0] if doer is pair[1] else pair[1]
    assert doer.named is not None
    assert taken.named is not None
    doers, owner = side_before(cast, doer), side_before(cast, taken)
    owner = owner or ("own" if doers == "opponent" else "opponent" if doers else "own")
    doers = doers if doers and _uses(cast, doer) else ("opponent" if owner == "own" else "own")
    lying = tuple(
        on_the_field(i.named.card, "own" if side_before(cast, i) == "own" else "opponent") for i in beside if i.named
    )
    lying += others
    position = next((i.phrase.position for i in cast.items if i.phrase and i.phrase.position), "attack")
    return Struck(doer.named.card, taken.named.card, deed, doers, owner, lying, position)  # type: ignore[arg-type]


def _uses(cast: Cast, doer: Item) -> bool:
    """Whether the player named before a card is the one who uses it: the part tells a use, or nothing but the card."""
    return not any(i.is_name and i.who != doer.who and i.start < doer.start for i in cast.in_part(doer.part))


def _by_grammar(cast: Cast, pair: list[Item]) -> Item | None:
    """`X is … by Y`, `they use Y. Is X …`: which of two cards that both do such things is the one that does it."""
    one, other = sorted(pair, key=lambda i: i.start)
    between = [i for i in cast.items if one.start < i.start < other.start]
    if one.part == other.part and any(i.has("passive", "by") for i in between):
        return other
    if one.part < other.part and "activate" in marks_of(cast.in_part(one.part)):
        return one
    return None


def _carries(item: Item, deed: str) -> bool:
    """Whether a word tells nothing beyond that the cards lie there and the one is used on the other."""
    phrase = item.phrase
    assert phrase is not None
    if phrase.at or phrase.turn or phrase.number or phrase.effect or phrase.face or phrase.thing or phrase.activation:
        return False
    if phrase.zone not in ("", "field") or phrase.place not in ("", "field", "monster-zone"):
        return False
    if not set(phrase.states) <= _LIES or (phrase.amount and phrase.amount not in ("some", "only")):
        return False
    stem = deed[:5]
    done = (*phrase.events, *phrase.does, *phrase.told)
    to_the_gy = deed == "destroy" and not set(phrase.does)  # whatever is destroyed goes there
    return all(word[:5] == stem or word.startswith(deed) or (to_the_gy and word.startswith(_GONE)) for word in done)


def _outcome(desk: Desk, told: Struck) -> str | None:
    """Yes where it is played so, no where something in force keeps it off; nothing where neither is certain."""
    effects = list({number_of(e): e for e, _ in effects_doing(told.doer, (told.deed,))}.values())
    if not effects or any(e.unread for e in (*effects, *told.taken.effects)):
        return None
    outcomes = {_of_effect(desk, told, effect) for effect in effects}
    return outcomes.pop() if len(outcomes) == 1 else None


def _of_effect(desk: Desk, told: Struck, effect: Effect) -> str | None:
    lying = on_the_field(told.taken, told.owner, _STRUCK)
    cards = [told.doer, told.taken]
    shields = [_SHIELDS[told.deed]] if told.deed in _SHIELDS else []
    shields += ["protect-from-targeting"] if effect.targets else []
    there = desk.table(Table(cards=(lying, *told.in_force)), strangers=strangers_among(desk, cards))
    kept = there.kept_from(lying, told.doer, told.doers, *shields)
    own = [a for a in there.acts_of(told.taken) if a.act.act in ("unaffected", *shields)]
    if kept == "yes" and any(not lying.card for lying in told.in_force):
        return "no"  # what its text asks for is told to lie there
    by_material = not desk.book.has_profile(told.taken) and "Xyz" in told.taken.type  # which few texts say alike
    if any(a.effect.requires or a.act.requires or by_material for a in own):
        return None  # it hangs on what nobody told
    if kept == "yes":
        return "no"
    aimed = [which for which in effect.targets if which.side not in ("opponent", "own")]
    if kept == "perhaps" or (effect.targets and len(aimed) != len(effect.targets) and told.owner == told.doers):
        return None
    went = _played(desk, told, effect)
    return "yes" if went else None


def _played(desk: Desk, told: Struck, effect: Effect) -> bool:
    """Whether the deed befalls the card as the effect is played."""
    zone = field_zone(told.doer)
    if told.doer.type.startswith("Monster"):
        zone = "monster-zone" if "monster-zone" in effect.zones or not effect.zones else effect.zones[0]
    taken: dict[str, Any] = {"card": told.taken.names.zh, "called": _STRUCK, "side": told.owner}
    taken["zone"] = field_zone(told.taken)
    taken |= {"position": told.position} if taken["zone"] == "monster-zone" else {}
    doer = {"card": told.doer.names.zh, "called": _DOER, "side": told.doers, "zone": zone}
    others = [{"card": c.card, "side": c.side, "zone": c.zone} for c in told.in_force if c.card]
    step: dict[str, Any] = {"activate": f"{_DOER}/{number_of(effect)}", "assume": True, "by": told.doers}
    step |= {"targets": [_STRUCK]} if effect.targets else {}
    scenario = {"cards": [taken, doer, *others], "steps": [step, {"pass": "both"}]}
    try:
        played = desk.scenario(read_scenario(scenario), strangers_among(desk, [told.doer, told.taken]))
    except BadInput:
        return False
    if told.deed == "destroy":
        return bool(played.answers["destroyed"].get(_STRUCK))
    return bool(played.answers["zone"].get(_STRUCK) == _WENT[told.deed])
