"""Which card the words "it" and "that card" of a resolution mean: the target, or one spoken of before."""

import msgspec

from knowledge.data.profile import Action, Effect, Filter, Requirement, Trigger
from knowledge.text.effects.act_phrases import POINTED_AT
from knowledge.text.effects.actions import BRINGING, STATES, TAKING
from knowledge.text.effects.bans import UNREAD
from knowledge.text.grammar import Wording

FIGHTS = ("self-attacks", "self-battles")
_OF_THE_TARGET = "target-"
_SELF_LEFT = "self-left-field"
_FOUGHT = {"destroys-by-battle", "battled"}
# what may happen to this card itself, so that "it" is this card and no other one
_MOVED = frozenset(
    {"sent-to-gy", "sent-to-gy-by-battle", "sent-to-gy-by-effect", "sent-to-gy-as-material", "destroyed", "banished",
     "destroyed-by-battle", "destroyed-by-effect", "discarded", "discarded-by-effect", "left-field", "tributed",
     "added-to-hand", "drawn", "returned-to-hand", "returned-to-deck", "end-phase-came", "standby-phase-came",
     "normal-summoned", "flip-summoned", "special-summoned", "summoned"}
)  # fmt: skip
_OF_ITSELF = BRINGING | {"change-position", "return-to-hand"}
_OF_OTHERS = ("return-to-deck", "send-to-gy", "add-to-hand", "search", "inflict-damage")  # "take 1 card and add it"
_SUMMONING = frozenset(
    {"special-summon", "fusion-summon", "ritual-summon", "synchro-summon", "xyz-summon", "link-summon",
     "normal-summon", "summon-token"}
)  # fmt: skip


def of_what_it_means(
    does: list[Action], trigger: Trigger | None, elsewhere: bool, targets: bool, wording: Wording
) -> list[Action]:
    """The acts; where nothing is targeted, "that monster" is the one summoned before.

    An English "it" is this card where that is what it befell, or where it lies `elsewhere` than on the field. What
    waits until "it" leaves is told of the card brought last, whatever was targeted.
    """
    moved = trigger is None and elsewhere
    if trigger is not None:
        moved = trigger.subject == "self" and _MOVED.issuperset(trigger.events)
    found: list[Action] = []
    for act in does:
        before = found[-1] if found else None
        itself = wording.punctuated and (
            moved and act.act in _OF_ITSELF and not act.count and "deck" not in act.whence
            if before is None
            else _brings_itself(before) and (act.act == "apply-later" or (not targets and act.act in STATES))
        )
        came = before is not None and not targets and act.act not in _OF_OTHERS and _brings_another(before)
        one = act
        if act.what == "target" and itself and (before is not None or not targets):
            one = _done_to(act, "self")
        elif act.what == "target" and came:
            one = msgspec.structs.replace(act, what="summoned")
        left = wording.punctuated and one.until == _SELF_LEFT and one.what in POINTED_AT and one.what != "self"
        found.append(msgspec.structs.replace(one, until="") if left else one)
    return found


def _brings_itself(act: Action) -> bool:
    return act.what == "self" and act.act in ("special-summon-self", *BRINGING)


def _brings_another(act: Action) -> bool:
    return act.what == "summoned" or (act.act in _SUMMONING and not act.what)


def _done_to(act: Action, what: str) -> Action:
    itself = act.act == "special-summon" and what == "self"
    return msgspec.structs.replace(act, act="special-summon-self" if itself else act.act, what=what)


def of_the_monster_fought(effect: Effect) -> Effect:
    """Where this card fights and nothing is targeted, "that monster" is the one it fights."""
    if effect.targets:
        return _of_the_target(effect)
    fights = any(one.is_ in FIGHTS for one in effect.requires)
    fights = fights or (effect.trigger is not None and bool(_FOUGHT & set(effect.trigger.events)))
    told = [one.what == "target" or _OF_THE_TARGET in str(one.amount) for one in effect.does]
    if not any(told):
        return effect
    does = [
        _of_another(one, "battled" if fights else "") if hit else one
        for one, hit in zip(effect.does, told, strict=True)
    ]
    return msgspec.structs.replace(effect, does=tuple(does))


def _of_another(act: Action, whose: str) -> Action:
    """An act that points at the target of a text without one: at the monster fought, or nobody knows at which."""
    what = whose if act.what == "target" and whose else act.what
    if _OF_THE_TARGET not in str(act.amount):
        return msgspec.structs.replace(act, what=what)
    amount = str(act.amount).replace(_OF_THE_TARGET, f"{whose}-") if whose else UNREAD
    left = () if whose else (Requirement(is_=UNREAD, amount=str(act.amount)),)
    return msgspec.structs.replace(act, what=what, amount=amount, requires=(*act.requires, *left))


def _of_the_target(effect: Effect) -> Effect:
    """Where something is targeted, "that monster of the opponent" is the target, as long as it is the opponent's."""
    if any(one.is_ in FIGHTS for one in effect.requires) or effect.targets[0].side != "opponent":
        return effect
    does = [
        msgspec.structs.replace(one, what="target", which=Filter(side="opponent") if one.act in TAKING else None)
        if one.what == "battled"
        else one
        for one in effect.does
    ]
    return msgspec.structs.replace(effect, does=tuple(does))


def by_what_was_moved(does: list[Action], paid: bool) -> list[Action]:
    """The acts; what the card dealt with must have been is asked of the target or of what was paid, where it is one."""
    found: list[Action] = []
    for place, act in enumerate(does):
        moved = [one for one in does[:place] if one.act in TAKING | BRINGING]
        asked = "target-is" if moved and moved[-1].what == "target" else "paid-with" if paid and not moved else ""
        told = [
            msgspec.structs.replace(one, is_=asked) if asked and one.is_ == "moved-was" else one for one in act.requires
        ]
        found.append(msgspec.structs.replace(act, requires=tuple(told)) if act.requires else act)
    return found


def of_what_is_answered(does: list[Action], targets: bool, answers: bool) -> list[Action]:
    """Acts after a negation that name "that card", or nothing, are done to the card negated; the first, to what is
    answered."""
    if targets:
        return does
    if answers and does and does[0].act in TAKING and does[0].what == "target" and does[0].which is None:
        does = [msgspec.structs.replace(does[0], what="answered"), *does[1:]]
    activation = "negate-activation" in [act.act for act in does if act.joined != "with"][:2]
    found: list[Action] = []
    for act in does:
        before = found[-1] if found else None
        effect = before is not None and (before.act, before.what) == ("negate-effect", "answered") and not act.count
        free = act.act in TAKING and act.which is None and act.what in ("", "target")
        found.append(msgspec.structs.replace(act, what="answered") if free and (activation or effect) else act)
    return found
