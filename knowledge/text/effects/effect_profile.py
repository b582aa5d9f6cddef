"""The profile of one effect, with the span of text each of its fields came from and what was not understood."""

import re
from typing import Literal, NamedTuple, cast

import msgspec

from knowledge.data.profile import ACTIVATED, Action, Effect, Filter, Limit, Requirement, Side, Trigger, Zone
from knowledge.text.card_reading import Doubt
from knowledge.text.drafts import ONE_ONLY, Draft
from knowledge.text.effects.act_phrases import BRINGING, UNSEEN, are_told_apart, of_which_of_them, two_kinds_targeted
from knowledge.text.effects.actions import actions_in
from knowledge.text.effects.amounts import number_of_targets, with_as_many_at_most
from knowledge.text.effects.bans import (
    UNREAD,
    descent,
    kept_from_negation,
    oaths,
    renamed,
    stacked,
    standing_acts,
    unanswered,
)
from knowledge.text.effects.continuous import GRANTED, HELD, PRINTED_SO, Continuous, continuous_in, in_asides
from knowledge.text.effects.continuous_acts import bonds, lasting_acts, saved_so_often
from knowledge.text.effects.effect_conditions import (
    answered,
    answered_list,
    limit_of,
    of_the_procedure,
    requirements,
    turned_quick,
    when_or_if,
)
from knowledge.text.effects.effect_kinds import (
    CardType,
    Source,
    _printed_moments,
    kind_of,
    moments_of,
    outside_the_damage_step,
    sided_moments,
    trigger_of,
    turn_of,
    zones_of,
)
from knowledge.text.effects.filters import (
    equip_target,
    filter_in,
    target_filter,
    target_of,
    target_phrase,
    with_one_among,
)
from knowledge.text.effects.of_itself import MADE, made_of_itself
from knowledge.text.effects.qualifiers import deeds_without_a_place, without_a_place
from knowledge.text.effects.resolution_parts import (
    FIGHTS,
    all_apply,
    by_what_was_moved,
    in_their_place,
    left_behind,
    of_the_monster_fought,
    of_what_is_answered,
    of_what_it_means,
    options_of,
    outside_options,
    told_together,
)
from knowledge.text.grammar import Found, Wording
from knowledge.text.sentence import ACTIVATED_ROLES, Stretch

_GONE = ("sent-to-gy", "left-field", "destroyed", "banished", "returned-to")  # the card no longer lies there by then
_OF_ITSELF = (("forbid-summon", "self"), ("change-name", "self"))
MOST_TARGETS = 10
_HIDDEN_DURATION = re.compile(r'(?<!["「(□])□')
NEGATES = ("negate-activation", "negate-summon", "change-target")  # each acts on what is answered


class Profile(NamedTuple):
    """An effect, where its fields stand in the text, and what was not understood."""

    effect: Effect
    when_or_if: Literal["when", "if"] | None
    spans: dict[str, Stretch]
    doubts: list[Doubt]
    continuous: list[Continuous]
    unplaced: list[Stretch]  # pieces of its activation in which something narrows what no filter holds
    unplaced_deeds: list[Stretch]  # and of what it does
    unapplied: bool  # a continuous text of which no act that applies was read
    quick_if: tuple[Requirement, ...]


def profile_of(draft: Draft, source: Source, kind: CardType, number: int) -> Profile | None:
    """The profile of a draft; None for a sentence that only limits the others."""
    text, spoken, wording, _ = source
    clause = draft.clause
    zones, spans = zones_of(draft, source, kind)
    turn, stated = turn_of(draft, source)
    _marks(draft, source, kind, number)
    listed = answered_list(text, draft, wording)
    if listed:
        draft.bodies = [body for body in draft.bodies if body[0] < listed[0]]
    target = target_of(text, draft, wording)
    each_time = wording.has("happens-each-time", text, draft.start, draft.end)
    detailed = clause.role in (*ACTIVATED_ROLES, "procedure") or kind.frame != "monster" or each_time
    if draft.bullets and all_apply(text, draft, wording):
        draft.bodies = in_their_place(text, draft, wording)
    draft.bodies = bodies = [_without_its_opening(text, body, wording) for body in draft.bodies]
    if clause.role == "procedure" and (topic := wording.first("topic", text, *bodies[0])):
        bodies = [(topic.end, bodies[0][1]), *bodies[1:]]  # "this card" is what is summoned, not what is paid with
    does = _done(draft, source, bodies, detailed)
    paid = actions_in(text, spoken, [draft.choice, clause.activation], wording, detailed)
    cost = [msgspec.structs.replace(act, optional=False) for act in paid]
    draft.resolves = bool(target or does or cost)
    if clause.role == "continuous" and wording.has("countdown", text, draft.start, draft.end):
        told = [act for act in does if act.act == "apply-later" and act.to and act.until]
        does = told or [Action(act="apply-later")]  # from its activation on the card counts its turns
    standing = (
        standing_acts(text, spoken, (draft.start, draft.end), wording) if clause.role not in ACTIVATED_ROLES else []
    )
    if clause.role not in ACTIVATED_ROLES:
        standing = [*standing, *renamed(spoken, (draft.start, draft.end), wording)]
        standing = [*standing, *stacked(spoken, (draft.start, draft.end), wording)]
        standing = [*standing, *descent(spoken, (draft.start, draft.end), wording)]
        standing = [*standing, *made_of_itself(text, spoken, _sentences_of(draft), wording)]
    beside = all(act.to == ONE_ONLY for act in standing)  # a limit on copies stands beside what the clause does
    if clause.role == "procedure":
        own = [act for act in standing if act.act in ("forbid-summon", "xyz-summon", "ritual-summon", "normal-summon")]
        free = any(act.act == "normal-summon" for act in own)  # what it says of tributes is that there are none
        does = [*own, *(act for act in does if not free or act.act not in ("normal-summon", "tribute"))]
    else:
        does = [*standing, *does] if beside else standing
    draft.negates = any(action.act in NEGATES for action in does)
    decided = kind_of(draft, kind, zones, "either-stated" if stated and turn == "either" else turn)
    if decided == "continuous" and not draft.number and wording.has("named-by-rule", text, draft.start, draft.end):
        decided = "condition"  # what it is called wherever it lies is no effect
    only_remarks = clause.role in ("limit", "also")
    if decided in ("activate", "continuous") and (
        only_remarks or (draft.preamble and not (draft.card_activation and (draft.resolves or does)))
    ):
        decided = "condition"
    lasting = _continuous(draft, source, kind, decided)
    if decided == "condition" and only_remarks and not (lasting or standing) and "from-hand" not in draft.also:
        return None
    if decided == "quick" and stated and turn == "either" and kind.frame == "monster":
        draft.also.append("opponent-turn")
    response = answered(text, spoken, draft, wording) if decided in ("quick", "activate") else None
    trigger = trigger_of(draft, source.text, source.spoken, decided, wording) if response is None else None
    answers = draft.quick or clause.response is not None or clause.role == "trigger"
    mandatory = decided == "trigger" or (decided == "quick" and answers)
    sided = sided_moments(draft, source)
    barred = unanswered(spoken, draft, decided == "activate", wording)
    if any(act.what == "target" for act in barred):
        does = [act for act in does if (act.act, act.what) != ("forbid-activation", "target")]
    cost.extend(barred)
    cost.extend(oaths(spoken, draft, source.said_of_all, decided == "activate", wording))
    counted = wording.each("limit-of", spoken, draft.start, draft.end) if decided == "condition" else ()
    if any(mark.reveals == "summon" for mark in counted):
        does = [*does, Action(act="special-summon", what="self")]
    summons_itself = any(one.act == "special-summon-self" or _comes_itself(one) for one in does)
    limit = limit_of(spoken, draft, source.said_of_all, decided, summons_itself, wording)
    targets: tuple[Filter, ...] = ()
    both: tuple[Filter, ...] = ()
    if target and decided in ACTIVATED:
        both = two_kinds_targeted(text, spoken, target, wording)
        targets = both or (target_filter(text, spoken, target, wording),)
        spans["targets"] = (target.start, target.end)
        many = number_of_targets(text, target_phrase(text, target, wording), wording)
        if both:
            does = of_which_of_them(does)
        elif isinstance(many, str):
            does = with_as_many_at_most(does, many)
        elif many <= MOST_TARGETS:  # a number in the resolution would say that all of them must be left
            targets = with_one_among(targets * many, text, spoken, target_phrase(text, target, wording), wording)
    elif decided == "activate" and kind.printed_property == "equip":
        targets = (equip_target(spoken, wording),)
    by_hand = decided in ACTIVATED
    choices = options_of(text, spoken, draft, target, wording) if by_hand else told_together(draft)
    if any(choice.does for choice in choices):  # what stands outside the bullets is done whatever is chosen
        does = _done(draft, source, outside_options(draft), detailed)
        targets = () if target and target.start >= draft.bullets[0][0].start else targets
    if decided in ACTIVATED:
        does = _out_of_a_list(does, draft, source)
        does = by_what_was_moved(does, bool(cost))
        does = of_what_is_answered(does, bool(target), response is not None)
        does = of_what_it_means(does, trigger, bool({"hand", "gy", "banished"} & set(zones)), bool(target), wording)
        if targets == (Filter(),) and does and does[0].which is not None and not UNSEEN & set(does[0].which.zones):
            targets = (does[0].which,)  # an older text describes it where it says what is done
        outside = outside_options(draft) if any(choice.does for choice in choices) else draft.bodies
        does = left_behind(text, spoken, outside, does, wording)
    required = requirements(text, spoken, draft, wording) if decided in ACTIVATED or only_remarks else ()
    if decided == "condition":  # what it rules out for its own card holds even where its effects are negated
        does = [*does, *(act for act in _lasting(draft, source, lasting, standing) if act.to.endswith("material"))]
    if decided == "summoning":
        required = of_the_procedure(text, spoken, draft, wording)
        face_up = wording.has("filter-face", text, draft.start, draft.end)
        cost, does = _price_of_the_summon(does, face_up=face_up)
    given = _given_to_whom(draft, source)
    if given and given[0].is_ == "summoned-so":  # "this card" of such a text is the monster it is given to
        lasting = [one._replace(reach=GRANTED) if one.reach == "self" else one for one in lasting]
    unapplied = False
    if decided == "continuous":
        applied = _lasting(draft, source, lasting, standing)
        bound = bonds(text, (draft.start, draft.end), wording)
        told_elsewhere = wording.has("equips-only", spoken, draft.start, draft.end)  # by what it is activated on
        unapplied = not applied and not standing and not bound and not told_elsewhere
        apart = [act for act in standing if act.to == ONE_ONLY or (act.act, act.what) in _OF_ITSELF or act.act in MADE]
        does = [*dict.fromkeys((*apart, *(applied or (() if bound else does)))), *bound]
        times = saved_so_often(does, lasting, text, (draft.start, draft.end), wording)
        if times and (limit is None or limit[0].of == "use"):
            limit = Limit(times=times), (draft.start, draft.end)
        if any((act.act, act.what) == ("set-card", "self") for act in standing):
            zones = ("hand",)
        required, does = _of_all(does)
        required = (*required, *given)
        if kind.frame == "monster" and lasting and all(one.reach == "equipped" for one in lasting):
            zones = ("spell-zone",)  # by then the monster lies there as an Equip Card
        if wording.has("once-targeted", text, draft.start, draft.end):
            trigger = Trigger(events=("targeted",))
        victor = wording.first("whose-victims", text, draft.start, draft.end)
        if victor and any(act.what == "battled" for act in does):
            of = filter_in(spoken, victor.start, victor.end, wording)
            trigger = Trigger(events=("destroys-by-battle",), subject="any", of=of)
    worn = kind.frame == "monster" and not zones and wording.has("its-wearer", text, *clause.condition)
    if worn and decided in ACTIVATED and not (trigger and any(event.startswith(_GONE) for event in trigger.events)):
        zones = ("spell-zone",)
    effect = Effect(
        number=draft.number if draft.beside_numbers else number,
        kind=decided,
        part=cast(Literal["monster", "pendulum", "card"], draft.part),
        mandatory=mandatory and not clause.optional,
        speed=3 if decided == "activate" and kind.printed_property == "counter" else None,
        zones=cast(tuple[Zone, ...], zones),
        face="down" if wording.has("used-face-down", text, *clause.condition) else "up",
        turn=cast(Side, "either" if any(":" in at for at in sided) else turn),
        at=outside_the_damage_step(draft, source, sided or _printed_moments(moments_of(draft, source, decided))),
        also=tuple(dict.fromkeys(draft.also)),  # type: ignore[arg-type]
        trigger=trigger,
        responds_to=response,
        requires=required,
        cost=tuple(cost) if decided in (*ACTIVATED, "summoning") else (),
        targets=targets,
        does=tuple(does),
        limit=limit[0] if limit else None,
        unnegatable=kept_from_negation(spoken, draft, source.said_of_all, decided == "activate", wording),
        choices=choices,
    )
    effect = _once_declared(of_the_monster_fought(effect))
    _note_spans(spans, draft, effect, stated, limit[1] if limit else None)
    unplaced = without_a_place(text, spoken, draft, effect, wording) if decided in ACTIVATED else []
    bodies = [(draft.start, draft.end)] if decided == "continuous" else draft.bodies
    deeds = deeds_without_a_place(text, spoken, bodies, effect, wording)
    if both and not are_told_apart(both, effect.every_act, text, draft.bodies, wording):
        deeds += [body for body in draft.bodies if body[0] < body[1] and body not in deeds]
    doubts = _doubts(draft, effect, target)
    quick_if = turned_quick(spoken, (draft.start, draft.end), wording) if decided == "ignition" else ()
    read_when = when_or_if(text, clause, wording)
    return Profile(effect, read_when, spans, doubts, lasting, unplaced, deeds, unapplied, quick_if)


def _done(draft: Draft, source: Source, stretches: list[Stretch], detailed: bool) -> list[Action]:
    """What the resolution does; "can" in the sentence that is activated leaves open no more than the activation."""
    text, spoken, wording, _ = source
    acts = actions_in(text, spoken, stretches, wording, detailed)
    start, end = draft.clause.body
    if acts and draft.clause.optional and start < end and not draft.card_activation:
        acts[0] = msgspec.structs.replace(acts[0], optional=False)
    return acts


def _comes_itself(act: Action) -> bool:
    return (act.act, act.what) == ("special-summon", "self")


def _without_its_opening(text: str, body: Stretch, wording: Wording) -> Stretch:
    """A sentence of the resolution without the words that only tell that it belongs to the card's activation."""
    opening = wording.first("as-it-is-activated", text, *body)
    return (opening.end, body[1]) if opening and opening.start == body[0] else body


def _once_declared(effect: Effect) -> Effect:
    """A battle step in which this card fights is one in which the attack was declared."""
    if "battle-step" not in effect.at or not any(one.is_ in FIGHTS for one in effect.requires):
        return effect
    return msgspec.structs.replace(effect, at=tuple(at for at in effect.at if at != "battle-step"))


def _price_of_the_summon(does: list[Action], *, face_up: bool) -> tuple[list[Action], list[Action]]:
    """What a procedure takes before it summons its own card, and the summon."""
    if any(act.act == "xyz-summon" and act.which for act in does):
        return [], [act for act in does if act.which or act.act == "forbid-summon"]
    if [act.act for act in does] == ["tribute", "normal-summon"] and isinstance(does[0].count, int):
        to = "tribute-summon-face-up" if face_up else "tribute-summon"
        tributed = does[0].which or Filter(side="own", zones=("monster-zone",), type=("monster",))
        price = msgspec.structs.replace(does[0], what="", which=tributed, joined="", optional=False)
        return [price], [Action(act="normal-summon", what="self", to=to)]
    if not does or not does[-1].act.startswith("special-summon"):
        return [], does
    ruled_out = [act for act in does if act.act == "forbid-summon"]
    paid = [msgspec.structs.replace(act, joined="") for act in does[:-1] if act not in ruled_out]
    return paid, [*ruled_out, Action(act="special-summon-self", to=does[-1].to)]


def _out_of_a_list(does: list[Action], draft: Draft, source: Source) -> list[Action]:
    """The acts, of which the last may bring a card of any of the kinds that the bullets below it name."""
    text, spoken, wording, _ = source
    bulleted = [body for body in draft.bodies if text[max(0, body[0] - 1)] == "●"]
    items = [
        one for one in bulleted if wording.has("names-cards-only", text, *one) and not wording.has("act", text, *one)
    ]
    if not items or items != bulleted or not does or does[-1].act not in BRINGING:
        return does
    kinds = tuple(filter_in(spoken, *item, wording) for item in items)
    places = Filter(side="own", zones=does[-1].whence)
    which = msgspec.structs.replace(does[-1].which or places, either=kinds)
    return [*does[:-1], msgspec.structs.replace(does[-1], which=which)]


def _given_to_whom(draft: Draft, source: Source) -> tuple[Requirement, ...]:
    """Which monster a text gives its effects to: the one it was used to summon, or one that holds it as material."""
    text, spoken, wording, _ = source
    mark = wording.first("gift", text, draft.start, draft.end)
    if mark is None:
        return ()
    begin = spoken.rfind(".", 0, mark.start) + 1 if wording.punctuated else mark.start  # English names it before
    of = filter_in(spoken, max(begin, draft.start), mark.end, wording)
    kinds = Filter(type=of.type, race=of.race, attribute=of.attribute, group=of.group, level=of.level)
    if mark.reveals == "summoned-with":
        so = "with-this-card-on-field-as-material"
        return (Requirement(is_="summoned-so", of=kinds if kinds != Filter() else None, amount=so),)
    return (Requirement(is_="held-by", of=kinds),)


def _of_all(acts: list[Action]) -> tuple[tuple[Requirement, ...], list[Action]]:
    """The conditions all acts of a continuous text share, as conditions of the text, and the acts without them.

    What was not read stays with its act.
    """
    read = [r for r in acts[0].requires if r.is_ != UNREAD] if acts else []
    shared = [r for r in read if all(r in act.requires for act in acts)]
    rest = [
        msgspec.structs.replace(act, requires=tuple(r for r in act.requires if r not in shared))
        if act.requires
        else act
        for act in acts
    ]
    return tuple(shared), rest


def _continuous(draft: Draft, source: Source, kind: CardType, decided: str) -> list[Continuous]:
    """What the text does without being activated, while its card lies there."""
    text, spoken, wording, _ = source
    whole = (draft.start, draft.end)
    found = in_asides(text, spoken, whole, wording)
    if kind.frame == "trap":
        found.extend(Continuous(PRINTED_SO[one], "self", whole) for one in draft.also if one in PRINTED_SO)
    usual = "self" if kind.frame == "monster" and draft.part != "pendulum" else "field"
    if kind.printed_property == "equip" or draft.equipped:
        usual = "equipped"
    if decided not in ACTIVATED:
        opening = continuous_in(text, [(draft.start, draft.bodies[0][1])], usual, wording)
        if draft.clause.role == "limit":  # of other effects, unless it counts what is prevented
            opening = [one for one in opening if one.does == "not-destroyed-a-number-of-times"]
            return found + opening + continuous_in(text, draft.bodies[1:], usual, wording)
        return found + continuous_in(text, [(draft.start, draft.bodies[0][1]), *draft.bodies[1:]], usual, wording)
    if decided == "activate" and kind.stays and wording.has("activated-on-a-target", text, *whole):
        held = [stretch for stretch in draft.bodies if stretch[1] > stretch[0] and not _for_a_time(text, stretch)]
        found.extend(one for one in continuous_in(text, held, HELD, wording) if one.reach == HELD)
    elif not draft.number:
        resolving = [stretch for stretch in draft.bodies if stretch[1] > stretch[0]]
        apart = [stretch for stretch in resolving[1:] if wording.has("stands-apart", text, *stretch)]
        found.extend(continuous_in(text, apart, usual, wording))
    return found


def _for_a_time(text: str, stretch: Stretch) -> bool:
    """Whether a sentence says for how long: durations are hidden like names, but stand without quotes."""
    return _HIDDEN_DURATION.search(text, *stretch) is not None


def _sentences_of(draft: Draft) -> list[Stretch]:
    """The sentences of a text that states no activation."""
    return [(draft.start, draft.bodies[0][1]), *draft.bodies[1:]]


def _lasting(draft: Draft, source: Source, found: list[Continuous], stated: list[Action]) -> list[Action]:
    """What a continuous text does, as acts that apply while its card lies there; what was read more closely stays."""
    acts = lasting_acts(source.text, source.spoken, _sentences_of(draft), found, source.wording)
    closer = {action.act for action in stated}
    kept = [action for action in acts if action.to != UNREAD or action.act not in closer]
    return kept if len(kept) == len(acts) else [*kept, *stated]


def _marks(draft: Draft, source: Source, kind: CardType, number: int) -> None:
    """Note on the draft what the text says apart from its condition: permissions, limits, what it activates."""
    text, spoken, wording, _ = source
    clause = draft.clause
    head = (draft.start, clause.activation[1] if clause.role == "explicit" else clause.condition[1])
    draft.also.extend(mark.reveals for mark in wording.each("also", spoken, *head))
    outside = draft.outer is not None and wording.has("quick-mark", spoken, *draft.outer)
    # "on your turn or the opponent's, if …" is how a quick effect with an event is printed
    timed = any(mark.reveals != "outside-draw-phase" for mark in clause.moments)
    printed_so = not timed and wording.has("either-turn", text, *clause.condition)
    draft.quick = draft.quick or outside or printed_so or wording.has("quick-mark", spoken, *head)
    if draft.part == "pendulum":
        draft.card_activation = wording.has("activates-card", text, draft.start, draft.end)
    elif kind.frame != "monster":
        _marks_of_card(draft, source, kind, number)


def _marks_of_card(draft: Draft, source: Source, kind: CardType, number: int) -> None:
    """Note what tells the activation of a Spell or Trap Card from what it does once it lies there."""
    text, spoken, wording, _ = source
    clause = draft.clause
    head = (draft.start, clause.activation[1] if clause.role == "explicit" else clause.condition[1])
    whole = (draft.start, draft.end)
    if number > 1:
        says_equipped = wording.has("equipped-word", text, *(head if clause.role == "explicit" else whole))
        by_then = (draft.modern and draft.number != 1) or says_equipped
        spoken_of = kind.printed_property == "equip" and says_equipped
        draft.equipped = spoken_of or (by_then and wording.has("equips-itself", text))
    draft.limited = wording.has("limit", spoken, *whole)
    draft.in_force = draft.number > 1 and wording.has("in-force", text, *whole)
    draft.spends_itself = wording.has("spends-itself", text, *clause.activation)
    draft.card_activation = draft.outer is None and (
        (clause.role != "continuous" and wording.has("activates-card", text, *whole))
        or wording.has("countdown", text, *whole)
        or (
            not clause.optional
            and wording.has("becomes-monster", text, *whole)
            and not wording.has("zone", text, *head)
        )
    )


def _note_spans(
    spans: dict[str, Stretch], draft: Draft, effect: Effect, turn: Found | None, limit: Stretch | None
) -> None:
    clause = draft.clause
    if turn:
        spans["turn"] = (turn.start, turn.end)
    if limit:
        spans["limit"] = limit
    if clause.events:
        spans["trigger"] = (clause.events[0].start, clause.events[-1].end)
    elif clause.moments:
        spans["at"] = (clause.moments[0].start, clause.moments[0].end)
    if clause.response:
        spans["responds_to"] = (clause.response.start, clause.response.end)
    if effect.requires:
        spans["requires"] = clause.condition
    if effect.cost:
        spans["cost"] = clause.activation
    bodies = [stretch for stretch in draft.bodies if stretch[1] > stretch[0]]
    if bodies:
        spans["does"] = (bodies[0][0], bodies[-1][1])


def _doubts(draft: Draft, effect: Effect, target: Found | None) -> list[Doubt]:
    """What the reading could not settle from the words alone."""
    doubts = []
    for event in draft.clause.events:
        if event.event == "other-event":
            doubts.append(Doubt("event", (event.start, event.end)))
    if effect.is_activated and not effect.does and not any(choice.does for choice in effect.choices):
        doubts.append(Doubt("resolution", (draft.start, draft.end)))
    if effect.is_activated and effect.targets and not draft.modern and target:
        doubts.append(Doubt("older-target", (target.start, target.end)))
    if effect.is_activated and draft.clause.role in ("trigger", "ignition", "imperative"):
        doubts.append(Doubt("older-text", (draft.start, draft.end)))
    return doubts
