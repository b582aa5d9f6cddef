"""Steps and values taken from a card's profile instead of being written out."""

from collections.abc import Callable, Sequence
from typing import get_args

import msgspec

from knowledge.data.profile import Action, Card, Choice, Effect, number_of
from knowledge.problems import BadInput, bad_input, sentence
from knowledge.stats.request import Amounts, Kind, Monster, Operation, Reach, Role, Source, StatWord, Step, fault_at

OPERATIONS: dict[str, Operation] = {  # acts of `rulings/acts.yaml` that change values
    "gain-atk-def": "gain",
    "lose-atk-def": "lose",
    "set-atk-def": "set",
    "halve-atk-def": "halve",
    "double-atk-def": "double",
    "swap-atk-def": "swap",
}
CALCULATES_WITH_ORIGINALS = "calculate-with-original-values"
CHANGES = (*OPERATIONS, CALCULATES_WITH_ORIGINALS)  # what makes an effect one about values
PORTIONS: dict[str, Operation] = {"half": "halve", "double": "double"}
NEGATES = "negate-effect"
ANY_MONSTER = ("", "all")
OWN_ROLES: tuple[Role, ...] = ("self", "target")  # what a monster can be to an effect, the likelier first
OTHER_ROLES: tuple[Role, ...] = ("target", "battled")


def monster_from_profile(monster: Monster, profile_of: Callable[[str], Card] | None) -> Monster:
    """Fill in the printed values of a monster that is only named."""
    card = profile_of(monster.name) if profile_of and monster.name else None
    if card is None or card.atk is None:
        raise bad_input("stats.no-atk", field="monster.atk", value=monster.name or None, accepted=["atk"])
    defence = card.defence if monster.defence is None else monster.defence
    return msgspec.structs.replace(monster, atk=card.atk, defence=defence)


def steps_from_use(step: Step, number: int, monster: str, profile_of: Callable[[str], Card] | None) -> Sequence[Step]:
    """The steps a `use` stands for: what the named card's effect does to this monster, in the order of its text."""
    name = step.use or ""
    if profile_of is None:
        raise fault_at(number, "use", name, sentence("stats.no-profiles"), ("do",))
    card = profile_of(name)
    own = step.own if step.own is not None else monster in _names_of(card, name)
    roles: Sequence[Role] = (step.role,) if step.role else OWN_ROLES if own else OTHER_ROLES
    role, found = _effects_on(card, step, roles)
    if not found:
        others = _effects_on(card, msgspec.structs.replace(step, effect=None, choice=None), roles)[1]
        says = sentence("stats.no-such-effect", name=name)
        raise fault_at(number, "use", name, says, [f"effect: {number_of(e)}" for e, _ in others])
    if len(found) > 1:
        accepted = [f"effect: {number_of(e)}" + (f", choice: {c.bullet}" if c else "") for e, c in found]
        raise fault_at(number, "effect", name, sentence("stats.several-effects", name=name), accepted)
    effect, choice = found[0]
    if _is_kept_out(_profile(monster, profile_of), effect, _actions_on(effect, choice, role)):
        raise fault_at(number, "use", name, sentence("stats.out-of-reach", name=name, monster=monster), ())
    kind: Kind = "activated"
    if effect.applies_of_itself:
        kind = "equip" if "Equip" in card.type else "continuous"
    return steps_from_effect(
        effect, by=name, role=role, own=own, kind=kind, choice=choice, value=step.value, until=step.until, number=number
    )


def _profile(monster: str, profile_of: Callable[[str], Card]) -> Card | None:
    try:
        return profile_of(monster) if monster else None
    except (BadInput, LookupError):  # a monster may be called anything here
        return None


def _is_kept_out(monster: Card | None, effect: Effect, actions: Sequence[Action]) -> bool:
    """Whether the text speaks of another attribute or type of monster than this one is printed with."""
    if monster is None or not monster.type.startswith("Monster / "):
        return False
    race = monster.type.split(" / ")[1]
    spoken_of = [a.which for a in actions if a.which] + [
        t for a in actions if a.what == "target" for t in effect.targets
    ]
    return any(
        (which.attribute and monster.attribute and monster.attribute not in which.attribute)
        or (which.race and race not in which.race)
        for which in spoken_of
    )


def _names_of(card: Card, name: str) -> Sequence[str]:
    return (name, card.names.zh, *filter(None, (card.names.en, card.names.ja)), *card.aliases)


def _is_meant(number: int | str | None, effect: Effect) -> bool:
    """Whether a step means this effect; a bare number stands for either part of the card."""
    if isinstance(number, str):
        return number_of(effect) == number.lower()
    return number in (None, effect.number)


def _effects_on(card: Card, step: Step, roles: Sequence[Role]) -> tuple[Role, Sequence[tuple[Effect, Choice | None]]]:
    """The effects and bullets that change the monster's values in the first role that has any."""
    for role in roles:
        found = [
            (effect, choice)
            for effect in card.effects
            if _is_meant(step.effect, effect) and not ("self" in roles and effect.part == "pendulum")
            for choice in (None, *effect.choices)
            if step.choice in (None, choice.bullet if choice else None) and _actions_on(effect, choice, role)
        ]
        if found:
            return role, found
    return roles[-1], ()


def steps_from_effect(
    effect: Effect,
    *,
    by: str,
    role: Role = "target",
    own: bool = False,
    kind: Kind = "activated",
    choice: Choice | None = None,
    value: int | Amounts | None = None,
    until: str = "",
    number: int = 0,
) -> Sequence[Step]:
    """What an effect does to a monster in the given role, as steps; `value` fills in an amount only the table knows."""
    reach: Reach = "self-only" if all(action.what == "self" for action in _all_changes(effect)) else "others-too"
    steps = []
    for action in _actions_on(effect, choice, role):
        if action.act == NEGATES:
            steps.append(Step(negate="field" if _is_field_wide(action) else "self", by=by))
            continue
        if action.act == CALCULATES_WITH_ORIGINALS:
            steps.append(Step(do="note", by=by, calculate_with="original", until=until or action.until))
            continue
        do, of, amount = _operation(action, value)
        if do in ("set", "gain", "lose") and amount is None and of is None:
            raise fault_at(number, "value", None, sentence("stats.value-by-table", by=by), ("value",))
        steps.append(
            Step(
                do=do,
                stat=_stat(action),
                by=by,
                kind=kind,
                value=amount,
                of=of,
                until=until or action.until,
                own=own,
                affects=reach,
            )
        )
    return steps


def _actions_on(effect: Effect, choice: Choice | None, role: Role) -> Sequence[Action]:
    """The actions that reach a monster in this role; none when they change no value of it."""
    actions = effect.does if choice is None else choice.does
    reached = [a for a in actions if (a.act in CHANGES or a.act == NEGATES) and _reaches(a, role)]
    return reached if any(action.act in CHANGES for action in reached) else ()


def _is_field_wide(action: Action) -> bool:
    """Whether every card on the field is negated, the spells and traps too."""
    return action.count == "all" and action.which is not None and "spell-zone" in action.which.zones


def _all_changes(effect: Effect) -> Sequence[Action]:
    actions = effect.every_act
    return [action for action in actions if action.act in OPERATIONS]


def _reaches(action: Action, role: Role) -> bool:
    if action.what in ANY_MONSTER:
        return not (role == "self" and action.which is not None and action.which.other)
    return action.what == role or (role == "target" and action.what not in ("self", "battled", "answered", "you"))


def _operation(action: Action, value: int | Amounts | None) -> tuple[Operation, Source | None, int | Amounts | None]:
    """The operation, the value it starts from, and its amount, from an action's act and amount."""
    do = OPERATIONS[action.act]
    if isinstance(action.amount, int):
        return do, None, action.amount if value is None else value
    word = action.amount
    if do in ("set", "halve", "double"):
        portion, _, rest = word.partition("-")
        if portion in PORTIONS:
            do, word = PORTIONS[portion], rest.removeprefix("of-")
    if action.what == "target":
        word = word.removeprefix("target-")
    of = next((source for source in get_args(Source) if source == word), None)
    if word and of is None:  # an amount only the table knows: the result has to be given
        return (do if do in ("gain", "lose") else "set"), None, value
    return do, of, value if do in ("set", "gain", "lose") else None


def _stat(action: Action) -> StatWord:
    return next((word for word in get_args(StatWord) if word == action.stat), "both")
