"""What a resolution is made of: its bullets, the card that "it" means, and what it leaves in force for a while."""

from typing import Any

import msgspec

from knowledge.data.profile import Action, Choice, Effect, Filter, Requirement, Trigger
from knowledge.text.drafts import Draft
from knowledge.text.effects.act_phrases import BRINGING, POINTED_AT, TAKING, pointed_at
from knowledge.text.effects.actions import STATES, actions_in, said_until
from knowledge.text.effects.bans import UNREAD
from knowledge.text.effects.continuous import Continuous, Passage, conditions_of, continuous_in
from knowledge.text.effects.continuous_acts import ACTS
from knowledge.text.effects.filters import filter_in, target_filter
from knowledge.text.grammar import Found, Wording
from knowledge.text.sentence import Stretch

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


def told_together(draft: Draft) -> tuple[Choice, ...]:
    """The bullets of a list by their number alone."""
    return tuple(Choice(bullet=bullet) for bullet in dict.fromkeys(one.bullet for one, _ in draft.bullets))


def options_of(text: str, spoken: str, draft: Draft, target: Found | None, wording: Wording) -> tuple[Choice, ...]:
    """What each bullet does; bullets alone where none of them could be read, nothing where all of them apply."""
    bare = told_together(draft)
    if not bare or all_apply(text, draft, wording):
        return ()
    before = (draft.start, draft.bullets[0][0].start)
    lasts = said_until(text, spoken, *before, wording)
    found = [_option(text, spoken, one.bullet, draft, target, lasts, wording) for one in bare]
    return tuple(found) if any(one.does for one in found) else bare


def all_apply(text: str, draft: Draft, wording: Wording) -> bool:
    """Whether nothing is chosen among the bullets, neither by a player nor by chance nor by what each opens with."""
    before = (draft.start, draft.bullets[0][0].start)
    chosen = wording.has("one-of", text, *before) or wording.has("chance", text, *before)
    return not chosen and not any(_label(text, one.start, one.end, wording) for one, _ in draft.bullets)


def in_their_place(text: str, draft: Draft, wording: Wording) -> list[Stretch]:
    """The sentences of a resolution, bullets that all apply behind the sentence that announces them."""
    inside = [(one.start, one.end) for one, _ in draft.bullets]
    outside = outside_options(draft)
    place = next((n for n, body in enumerate(outside) if wording.has("offers-choice", text, *body)), len(outside) - 1)
    return [*outside[: place + 1], *inside, *outside[place + 1 :]]


def outside_options(draft: Draft) -> list[Stretch]:
    """The sentences of a resolution that stand outside its bullets."""
    inside = {(one.start, one.end) for one, _ in draft.bullets}
    return [body for body in draft.bodies if body not in inside]


def _option(
    text: str, spoken: str, bullet: int, draft: Draft, target: Found | None, lasts: str, wording: Wording
) -> Choice:
    sentences = [(one.start, one.end) for one, _ in draft.bullets if one.bullet == bullet]
    label = _label(text, *sentences[0], wording)
    if label:
        sentences[0] = (label.end, sentences[0][1])
    does = left_behind(text, spoken, sentences, actions_in(text, spoken, sentences, wording, True), wording)
    named = spoken[label.start : label.end].strip(" :") if label else ""
    return Choice(
        bullet=bullet,
        targets=_targets(text, spoken, sentences, target, wording),
        requires=(Requirement(is_=UNREAD, amount=named),) if named else (),
        does=tuple(_lasting(act, lasts) for act in does),
    )


def _label(text: str, start: int, end: int, wording: Wording) -> Found | None:
    """What a bullet opens with: the number, the kind or the result it belongs to."""
    label = wording.first("bullet-label", text, start, end) or wording.first("option-label", text, start, end)
    return label if label and label.start == start else None


def _targets(
    text: str, spoken: str, sentences: list[Stretch], target: Found | None, wording: Wording
) -> tuple[Filter, ...]:
    marks = [mark for sentence in sentences if (mark := wording.first("target", text, *sentence))]
    if target and any(start <= target.start < end for start, end in sentences):
        marks.append(target)  # in an older text it is told by other words
    return tuple(target_filter(text, spoken, mark, wording) for mark in marks[:1])


def _lasting(act: Action, lasts: str) -> Action:
    """A state lasts as long as the sentence before the bullets says, where the bullet says nothing else."""
    if not lasts or act.until or not (act.act in STATES or act.act.startswith("forbid-")):
        return act
    return msgspec.structs.replace(act, until=lasts)


# what a resolution may leave behind that the acts of a sentence do not tell by themselves
LEFT = frozenset(
    {"no-battle-damage", "changes-battle-damage", "changes-effect-damage", "forbids-special-summon",
     "forbids-normal-summon", "cannot-attack", "cannot-attack-directly", "limits-attack-targets",
     "cannot-change-position", "piercing", "not-targeted-by-effects", "unaffected", "forbids-activation",
     "not-material", "not-tributed", "not-destroyed-by-battle", "not-destroyed-by-effects", "no-banishing"}
)  # fmt: skip
DAMAGE = frozenset({"no-battle-damage", "changes-battle-damage"})
PLAYERS_BARRED = frozenset({"forbids-special-summon", "forbids-normal-summon", "forbids-activation"})
# what is told less exactly by the acts read word for word
VAGUER = {
    "change-battle-damage": ("no-battle-damage", "halve-battle-damage", "double-battle-damage", "change-battle-damage"),
    "forbid-attack-declaration": ("forbid-attack", "forbid-other"),
    "forbid-attack": ("forbid-attack", "forbid-other"),
    "forbid-position-change": ("forbid-position-change", "change-position", "forbid-other"),
    "forbid-summon": ("forbid-summon", "forbid-other"),
    "forbid-activation": ("forbid-activation",),
}


def left_behind(text: str, spoken: str, bodies: list[Stretch], does: list[Action], wording: Wording) -> list[Action]:
    """The acts of a resolution, together with what it leaves in force."""
    known = list(does)
    for sentence in (body for body in bodies if body[0] < body[1]):
        found = [one for one in continuous_in(text, [sentence], "field", wording) if one.does in LEFT]
        for one in found:
            for act in _acts(text, spoken, sentence, one, wording):
                if _is_open(act) and any(other.act == act.act and not _is_open(other) for other in known):
                    continue  # the words of the sentence told it more exactly
                vaguer = VAGUER.get(_family(act.act), (act.act,))
                place = next((n for n, other in enumerate(known) if other.act in vaguer), len(known))
                if place < len(known):  # it stays where the words told it vaguely
                    act = msgspec.structs.replace(act, joined=known[place].joined)
                rest = [other for other in known[place:] if other.act not in vaguer]
                known = [*known[:place], act, *rest]
    return known


def _is_open(act: Action) -> bool:
    return act.to == UNREAD or any(printed.is_ == UNREAD for printed in act.requires)


def _family(act: str) -> str:
    return "change-battle-damage" if act.endswith("battle-damage") else act


def _acts(text: str, spoken: str, sentence: Stretch, one: Continuous, wording: Wording) -> list[Action]:
    passage = Passage(text, spoken, sentence, one, wording)
    whom = "" if _bars_a_player(text, sentence, one, wording) else pointed_at(text, sentence[0], one.span[1], wording)
    until = said_until(text, spoken, sentence[0], sentence[1], wording)
    conditions = tuple(
        printed
        for printed in conditions_of(text, spoken, sentence, [one], wording)
        if printed.is_ != UNREAD or not wording.has("until-it", str(printed.amount))
    )
    barred_but = one.does in ("not-material", "cannot-attack") and _leaves_some_out(text, sentence, wording)
    if barred_but and all(printed.is_ != UNREAD for printed in conditions):
        conditions = (*conditions, Requirement(is_=UNREAD, amount=spoken[sentence[0] : sentence[1]].strip()))
    once = one.does in DAMAGE and wording.has("only-for-once", text, *sentence)
    acts = []
    for fields in ACTS[one.does](passage):
        fields["requires"] = tuple(dict.fromkeys((*conditions, *fields.get("requires", ()))))
        told = _reaching(fields, whom, one.does, passage) | ({"count": 1} if once else {})
        acts.append(Action(**told, joined="also", until=until))
    return acts


def _bars_a_player(text: str, sentence: Stretch, one: Continuous, wording: Wording) -> bool:
    """Whether a ban is said of a player: the last one named before it, behind every card the sentence points at."""
    players = wording.all("player-barred", text, sentence[0], one.span[1])
    cards = [m.start for m in wording.all("act-object", text, sentence[0], one.span[1]) if m.reveals in POINTED_AT]
    return one.does in PLAYERS_BARRED and bool(players) and players[-1].start > max(cards, default=sentence[0] - 1)


def _leaves_some_out(text: str, sentence: Stretch, wording: Wording) -> bool:
    return any(wording.has(family, text, *sentence) for family in ("excepts", "nothing-but"))


def _reaching(fields: dict[str, Any], whom: str, word: str, passage: Passage) -> dict[str, Any]:
    """The fields of an act, aimed at the card the sentence points at."""
    excepted = passage.wording.first("all-but", passage.text, passage.clause[0], passage.found.span[1])
    if excepted and excepted.reveals == "all-but-target" and fields["act"].startswith("forbid-attack"):
        others = filter_in(passage.spoken, excepted.end, passage.found.span[1], passage.wording)
        rest = {name: value for name, value in fields.items() if name not in ("what", "to")}
        read = tuple(printed for printed in rest["requires"] if printed.is_ != UNREAD)
        return rest | {"which": others, "count": excepted.reveals, "requires": read}
    if whom not in POINTED_AT:
        player = passage.player("")
        if fields.get("count") == UNREAD and player:
            return {name: value for name, value in fields.items() if name not in ("which", "count")} | {"what": player}
        left = UNREAD in (fields.get("count"), fields.get("to"), fields.get("amount"))
        text = passage.spoken[passage.sentence[0] : passage.sentence[1]].strip(" ,")
        return fields | ({"requires": (*fields["requires"], Requirement(is_=UNREAD, amount=text))} if left else {})
    rest = {name: value for name, value in fields.items() if name not in ("which", "count")}
    if word in DAMAGE:
        battles = tuple(r for r in rest["requires"] if r.is_ not in ("self-battles", "own-monster-battles"))
        return rest | {"what": whom, "to": passage.player("both"), "requires": battles}
    return rest | {"what": whom}
