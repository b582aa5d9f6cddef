"""Questions a card's own text answers: its kind, does it target, is something its cost, can it miss its timing."""

import unicodedata

from knowledge.data.language import Both
from knowledge.data.profile import Action, Card, Effect
from knowledge.desk import Desk
from knowledge.explanation.answer_records import AskAnswer, Branch
from knowledge.explanation.can_answer import card_identity
from knowledge.explanation.effect_sentences import act_in_words
from knowledge.phrases import effect_named
from knowledge.questions.asked import Asked, Used
from knowledge.questions.cast import does_so
from knowledge.questions.outcomes.asked_outcomes import outcome_words
from knowledge.questions.said_back import joined, names_of, sentence
from service.answers.ask_frame import frame, lexicon_for, reason_by_rule
from service.lookup import finder_of

_LP, _HALF = "pay-lp", "half"
_PAUSES = "，,。：:；;！!？?、"
_IN_PASSING = frozenset(("events", "told", "does"))  # what tells how the card came to its effect
_GATE, _RULE = "trigger", "a-when-that-something-followed-is-missed"


def printed_kind(desk: Desk, asked: Asked) -> AskAnswer | None:
    """`is X a Quick-Play Spell`, `is X once per turn`: by what is printed; nothing where something else is asked."""
    if len(asked.named) != 1 or asked.doubt is not None:
        return None
    (called, card), kinds, lexicon = asked.named[0], lexicon_for(desk).printed_kinds, lexicon_for(desk)
    start = _clause_start(asked.text, asked.text.find(called))  # "Hi, is X …"
    around = _around(asked.text[start:], called)
    words = kinds.kind_in(around)
    if words and card.type:
        printed = card.type.lower().replace("/", " ").split()
        verdict = "yes" if all(word in printed for word in words) else "no"
        said = sentence(lexicon, f"card.is-kind.{verdict}", card=names_of(card), type=card.type)
    elif kinds.asks_for_once(around) and (verdict := _limited(desk, card)):
        said = sentence(lexicon, f"card.once.{verdict}", card=names_of(card))
    else:
        return None
    asked.used, asked.missing = Used(((start, len(asked.text)),)), ""
    answer = frame(desk, asked, verdict, said)
    answer["question"] |= {"kind": "card", "card": card_identity(card)}
    return answer


def _clause_start(text: str, at: int) -> int:
    """Where the clause begins in which something stands."""
    return max((end for pause in _PAUSES if (end := text.rfind(pause, 0, at) + 1)), default=0)


def printed_duty(desk: Desk, asked: Asked) -> AskAnswer | None:
    """`is the effect of X mandatory`, `必发还是选发`: by what is printed; nothing where something else is asked."""
    lexicon, text = lexicon_for(desk), unicodedata.normalize("NFKC", asked.text).lower()
    found = [(way, match.span()) for way, pattern in lexicon.printed_duty.items() if (match := pattern.search(text))]
    way, (start, end) = found[0] if found else ("", (0, 0))
    if not way or len({card.id for card in asked.cards}) != 1 or asked.doubt is not None:
        return None
    card = asked.cards[0]
    meant = _effects_told(asked, card)
    if not meant or any(e.kind == "unclassified" for e in card.effects):
        return None
    duties = {e.number: "must" if e.mandatory else "may" for e in meant}
    alike = set(duties.values())
    duty = alike.pop() if len(alike) == 1 else "apart"
    alike_all = len({e.mandatory for e in card.activated_effects}) == 1  # whichever of its effects is meant
    asked.used = Used(((_clause_start(asked.text, start) if alike_all else start, end),), _IN_PASSING)
    asked.missing = ""
    as_verdicts = {"must": "must", "may": "yes", "apart": "depends"}
    verdict = as_verdicts[duty] if duty in (way, "apart") else None if way == "either" else "no"
    answer = frame(desk, asked, verdict, sentence(lexicon, f"duty.{duty}", card=names_of(card)))
    if duty == "apart":
        answer["branches"] = told_apart(card, {number: as_verdicts[each] for number, each in duties.items()})
    understood = sentence(lexicon, "duty.asked", card=names_of(card))
    answer["question"] |= {"kind": "card", "card": card_identity(card), "understood": understood}
    return answer


def printed_cost(desk: Desk, asked: Asked) -> AskAnswer | None:
    """`what is the cost of X`, `do I have to discard for X`: by what is printed; nothing where more is asked."""
    if len(asked.named) != 1 or asked.doubt is not None:
        return None
    (called, card), lexicon = asked.named[0], lexicon_for(desk)
    start = _clause_start(asked.text, asked.text.find(called))
    around = _around(asked.text[start:], called)
    act, what = lexicon.printed_cost.act_in(around), lexicon.printed_cost.asks_what(around)
    effects = [e for e in card.activated_effects if e.does or e.choices or e.cost]
    if not (act or what) or not effects or any(e.unread for e in effects):
        return None
    if what:
        costs = [[cost for cost in _cost(e) if not cost.act.startswith("forbid-")] for e in effects]
        if len({bool(cost) for cost in costs}) > 1 or (len(effects) > 1 and any(costs)):
            return None
        told = [said for cost in costs[0] if (said := act_in_words(desk.book, cost))]
        parts: dict[str, Both | str]
        key, verdict, parts = "some" if told else "none", None, {"cost": joined(told)} if told else {}
        if len(costs[0]) == 1 and costs[0][0].act == _LP and (figure := str(costs[0][0].amount)):
            key = "lp" if figure.isdecimal() else _HALF if figure == _HALF else key
            parts["n"] = figure
    else:
        each = {_asked_for(e, act) for e in effects}
        key = each.pop() if len(each) == 1 else "apart"
        verdict, parts = {"apart": "depends", "no": "no"}.get(key, "yes"), {}
    asked.used, asked.missing = Used(((start, len(asked.text)),)), ""
    answer = frame(desk, asked, verdict, sentence(lexicon, f"printed-cost.{key}", card=names_of(card), **parts))
    understood = sentence(lexicon, "printed-cost.asked", card=names_of(card))
    answer["question"] |= {"kind": "card", "card": card_identity(card), "understood": understood}
    return answer


def _asked_for(effect: Effect, act: str) -> str:
    """Whether an act is paid for an effect, done as it resolves, or neither."""
    if pays_so(effect, (act,)):
        return "yes"
    done = [one for one in effect.does if one.act.startswith(act) and not one.optional]
    return "effect" if done else "no"


def _around(text: str, called: str) -> str:
    """The words of a question around the one name in it."""
    around = unicodedata.normalize("NFKC", text.replace(called, " ", 1)).lower()
    return around.strip(" ?？.。!！「」『』\"'《》")


def _effects_told(asked: Asked, card: Card) -> list[Effect]:
    """The effects that are set off and that the words mean: by number, by what they do, by what sets them off."""
    items = asked.cast.items if asked.cast else []
    waiting = [e for e in card.activated_effects if e.trigger is not None] or card.activated_effects
    numbers = [i.effect for i in items if i.effect is not None] or ([asked.effect] if asked.effect else [])
    acts = tuple(act for i in items if i.phrase for act in i.phrase.does)
    events = {event for i in items if i.phrase for event in i.phrase.events}
    ways = (
        [e for e in card.activated_effects if e.number in numbers],
        [e for e in waiting if acts and does_so(e, acts)],
        [e for e in waiting if e.trigger is not None and events & set(e.trigger.events)],
    )
    return next((some for some in ways if some), waiting)


def _limited(desk: Desk, card: Card) -> str:
    """Whether all that is activated is limited to a turn, or nothing is; empty where it differs or was not read so."""
    limits = {e.limit is not None and e.limit.per == "turn" and e.limit.times == 1 for e in card.activated_effects}
    stored = finder_of(desk).imported(card)
    printed = stored.texts.get("en", "") if stored is not None else ""
    if limits == {True}:
        return "yes"
    return "no" if limits == {False} and "per turn" not in printed.lower() else ""


def effects_meant(asked: Asked, card: Card) -> list[Effect]:
    """The activated effects a question may mean: by number, else by what it is said to do, else all."""
    activated = card.activated_effects
    numbered = [e for e in activated if asked.effect is not None and e.number == asked.effect]
    doing = [e for e in activated if asked.does and (does_so(e, asked.does) or pays_so(e, asked.does))]
    return numbered or doing or activated


def pays_so(effect: Effect, acts: tuple[str, ...]) -> bool:
    """Whether an effect's cost is one of these acts."""
    return any(act.act.startswith(acts) for act in _cost(effect))


def targets_told(asked: Asked, card: Card) -> dict[int, str]:
    """Of each effect meant: whether it targets."""
    return {e.number: "yes" if _targets(e) else "no" for e in effects_meant(asked, card)}


def cost_told(asked: Asked, card: Card) -> dict[int, str]:
    """Of each effect meant: whether what was named is its cost; without a name, whether it has one."""
    found: dict[int, str] = {}
    for effect in effects_meant(asked, card):
        acts = asked.does
        if acts and not pays_so(effect, acts) and not does_so(effect, acts):
            continue
        found[effect.number] = "yes" if (pays_so(effect, acts) if acts else bool(_cost(effect))) else "no"
    return found


def _targets(effect: Effect) -> bool:
    return bool(effect.targets) or any(choice.targets for choice in effect.choices)


def _cost(effect: Effect) -> list[Action]:
    return [*effect.cost, *(act for choice in effect.choices for act in choice.cost)]


def told_apart(card: Card, verdicts: dict[int, str]) -> list[Branch]:
    """One branch for each effect, where they differ."""
    effects = {e.number: e for e in card.effects}
    return [{"if": effect_named(effects[number]), "verdict": verdict} for number, verdict in verdicts.items()]


def missed_timing(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where it is asked whether one card misses its timing; nothing where it is not."""
    words = outcome_words()
    said = words.missed_timing(asked.text)
    if said is None or len({card.id for card in asked.cards}) != 1 or _told_before(asked, said[0]):
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
    asked.used = Used((said,), _IN_PASSING, keeps="all")
    lexicon = lexicon_for(desk)
    answer = frame(desk, asked, verdict, sentence(lexicon, f"missed-timing.{verdict}", card=names_of(card)))
    answer["because"] = [reason_by_rule(desk, _GATE, _RULE, verdict)]
    answer["question"]["understood"] = sentence(lexicon, "missed-timing.asked", card=names_of(card))
    if verdict == "depends":
        answer["branches"] = [_branch(desk, card, e, e in missable) for e in effects]
    answer["question"] |= {"kind": "outcome", "card": card_identity(card)}
    return answer


def _told_before(asked: Asked, start: int) -> bool:
    """`it misses its timing; can it be activated`: told, and something else is asked."""
    here = asked.asked_items
    return bool(here) and start < asked.places[here[0].start] and any(i.has("activate", "respond") for i in here)


def _may_be_missed(effect: Effect) -> bool:
    return effect.trigger is not None and effect.trigger.when_or_if == "when" and not effect.mandatory


def _all_that_wait(effects: list[Effect], missable: list[Effect]) -> bool:
    return all(e in missable for e in effects if e.trigger is not None)


def _branch(desk: Desk, card: Card, effect: Effect, missable: bool) -> Branch:
    condition = sentence(lexicon_for(desk), "if.effect", card=names_of(card), effect=effect_named(effect))
    return {"if": condition, "verdict": "yes" if missable else "no"}


def _inside(word: tuple[int, int, str], span: tuple[int, int]) -> bool:
    return word[0] < span[1] and span[0] < word[1]
