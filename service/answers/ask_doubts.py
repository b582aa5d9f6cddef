"""What a question leaves open although a verdict was reached: told in wider words than the text, or several ways."""

from knowledge.data.profile import Action, Effect, Response, Trigger
from knowledge.desk import Answer
from knowledge.questions.activation import does_so
from knowledge.questions.asked import ANY_TIME, Asked
from knowledge.questions.roles import marks_of
from knowledge.rules.book import Book

_CONDITION = "condition-met"
_MATERIAL = "used-as-material"


def told_too_little(asked: Asked, judged: Answer) -> bool:
    """Whether an event was told, but not whose doing or whose turn it was, and the text asks for that."""
    if not asked.accounts:
        return False
    deciding = judged.deciding
    if deciding is None:
        return False
    trigger = deciding.effect.trigger
    if trigger is not None and _needs_a_phase_and_more(trigger, asked):
        return True
    cause_told = any(account.source or account.by for account in asked.accounts)
    if trigger is not None and trigger.by in ("own", "opponent") and not cause_told:
        return True
    if trigger is not None and _MATERIAL in (*trigger.events, *asked.events):
        return not _however_it_went(trigger, asked)  # of which summon no statement says yet
    return not asked.turn and deciding.deciding.turn_matters


def _however_it_went(trigger: Trigger, asked: Asked) -> bool:
    """Whether a text asks only that the card goes to the GY, by "if", and it went there from the field as material."""
    plain = "sent-to-gy" in trigger.events and _MATERIAL not in trigger.events
    return plain and trigger.when_or_if == "if" and "detached" not in asked.events


def _needs_a_phase_and_more(trigger: Trigger, asked: Asked) -> bool:
    """Whether a text waits for a phase after something else happened, and another thing is told to have happened."""
    first = [event for event in trigger.events if not event.endswith("-came")]
    if not first or len(first) == len(trigger.events):
        return False
    return not any(event in first for event in asked.events)


def condition_left_open(asked: Asked, judged: Answer) -> bool:
    """Whether a case was told and not the table the text asks for, and no moment was asked about instead."""
    deciding = judged.deciding
    case_told = asked.zone or asked.turn or asked.events
    table_told = asked.told.cards or asked.in_force or asked.aside or any(account.card for account in asked.accounts)
    if deciding is None or not case_told or table_told or (asked.at != ANY_TIME and not asked.assumed):
        return False
    of_the_table = any(condition.of is not None for condition in deciding.effect.requires)
    return of_the_table and _CONDITION in deciding.deciding.judgement.assumed


def cannot_do_so(asked: Asked) -> bool:
    """Whether the card is asked for something that none of its effects does: then another thing was meant."""
    if asked.card is None or not asked.does or not asked.card.effects:
        return False
    answers = asked.cast is not None and "respond" in marks_of(asked.cast.in_part(asked.cast.asked_part()))
    if answers and asked.answered and any(does_so(e, asked.does) for e in asked.answered[0].effects):
        return False  # it is told of what is answered
    return not any(does_so(e, asked.does) or _pays_or_awaits(e, asked.does) for e in asked.card.effects)


def _pays_or_awaits(effect: Effect, acts: tuple[str, ...]) -> bool:
    awaited = effect.trigger.events if effect.trigger else ()
    paid = any(act.act.startswith(acts) for act in effect.cost)
    return paid or any(event.startswith(act) for event in awaited for act in acts)


def several_ways(book: Book, asked: Asked) -> bool:
    """Whether only some of the ways in which what is answered can be used are of the kind the answer waits for."""
    if asked.answered is None or asked.answered[1] is not None or asked.card is None:
        return False
    waits = [e.responds_to for e in asked.card.effects if e.responds_to and e.responds_to.doing]
    if not waits:
        return False
    activated = [e for e in asked.answered[0].effects if e.kind in ("ignition", "trigger", "quick", "activate")]
    activated = [e for e in activated if not asked.answered_zone or asked.answered_zone in e.zones] or activated
    if any(does_so(e, asked.answered_does) for e in activated if asked.answered_does):
        return False  # the way was told
    ways = [(e, way) for e in activated for way in _ways(e)]
    fitting = [any(_awaited(book, e, act, wait) for act in way for wait in waits) for e, way in ways]
    return any(fitting) and not all(fitting)


def _ways(effect: Effect) -> list[list[Action]]:
    """What an effect does in each of its ways; where the ways were read as one row, each act is one."""
    always = list(effect.does)
    if len(effect.choices) > 1 and not any(choice.does for choice in effect.choices):
        return [[act] for act in always]
    certain = [act for act in always if not act.requires]  # the rest is done only where the table is as the text says
    return [always + list(choice.does) for choice in effect.choices] or ([always, certain] if certain else [always])


def _awaited(book: Book, effect: Effect, act: Action, wait: Response) -> bool:
    """Whether an act is one an answer waits for, also by where the card comes from."""
    if not _is(book, act.act, set(wait.doing)):
        return False
    zones = {zone for target in effect.targets for zone in target.zones} if act.what == "target" else set()
    whence = set(act.whence) or zones
    return not (wait.doing_from and whence) or bool(whence & set(wait.doing_from))


def _is(book: Book, act: str, wanted: set[str]) -> bool:
    known = book.library.acts.get(act)
    wider = (known.is_ if isinstance(known.is_, tuple) else (known.is_,)) if known is not None and known.is_ else ()
    return act in wanted or any(_is(book, other, wanted) for other in wider)
