"""The input of a calculation, one monster and the steps that happen to it: read and checked, and what is wrong told."""

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Annotated, Any, Literal, get_args

import msgspec

from knowledge.data.cases import CardOnTable
from knowledge.data.language import NOTHING_BETWEEN, Both, listed
from knowledge.data.records import as_record
from knowledge.data.yaml_files import Placed, Unreadable, read_yaml
from knowledge.problems import BadInput, bad_input, refusal, sentence

Operation = Literal["set", "gain", "lose", "halve", "double", "swap", "note"]
StatWord = Literal["atk", "def", "both", "original-atk", "original-def", "original-both"]
Kind = Literal["activated", "continuous", "equip"]
Source = Literal["current", "original", "atk", "def", "original-atk", "original-def"]
Reach = Literal["self-only", "others-too"]
Role = Literal["self", "target", "battled"]
Where = Literal["field", "face-down", "hand", "deck", "extra-deck", "gy", "banished", "material"]

LARGEST = 10_000_000
MOST_STEPS = 1_000
LONGEST_NAME = 200
LARGEST_FILE = 1_000_000

Points = Annotated[int, msgspec.Meta(ge=0, le=LARGEST)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
Unknown = Literal["?", "？"]

VERBS = ("do", "end", "negate", "restore", "update", "use")
WORDS: dict[str, tuple[str, ...]] = {
    "do": get_args(Operation),
    "stat": get_args(StatWord),
    "kind": get_args(Kind),
    "of": get_args(Source),
    "affects": get_args(Reach),
    "as": get_args(Role),
    "negate": ("self", "field"),
    "restore": ("self",),
    "calculate_with": ("original",),
}
FLAGS = ("own", "reapply")
NAMES = ("by", "end", "update", "use")
NUMBERS = ("effect", "choice")
STEP_KEYS = (*VERBS, "stat", "by", "kind", "value", "of", "until", "own", "affects", "reapply", "calculate_with")
USE_KEYS = (*NUMBERS, "as")
MONSTER_KEYS = ("name", "atk", "def", "where")
LONGEST_SHOWN = 60
_PENDULUM = re.compile(r"[pP]?\d{1,2}")


class Amounts(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Different amounts for the two values of one step."""

    atk: Points
    defence: Points = msgspec.field(name="def")


class Monster(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The monster as printed; a value left out is looked up in its profile, and a Link Monster has no DEF."""

    name: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] = ""
    atk: Points | Unknown | None = None
    defence: Points | Unknown | None = msgspec.field(name="def", default=None)
    where: Where = "field"


EffectLabel = Annotated[str, msgspec.Meta(pattern=r"^[pP]?[0-9]{1,2}$")]  # 2, or p2 for a pendulum effect


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One thing that happens; exactly one of the verbs is given."""

    do: Operation | None = None
    end: Name | None = None
    negate: Literal["self", "field"] | None = None  # this monster's own effects, or every card on the field
    restore: Literal["self"] | None = None
    update: Name | None = None  # a continuous effect's amount is counted anew
    use: Name | None = None  # a card whose profile says what is done

    stat: StatWord | None = None
    by: Name | None = None
    kind: Kind | None = None
    value: Points | Amounts | None = None
    of: Source | None = None  # what is halved, doubled or copied, where the text names another value
    until: str = ""
    own: bool | None = None
    affects: Reach | None = None
    reapply: bool | None = None
    activated_as: Literal["monster", "spell", "trap"] | None = None  # what its own card was as the effect was activated
    calculate_with: Literal["original"] | None = None  # of a note: what damage calculation reads

    effect: int | EffectLabel | None = None  # of `use`: which effect of the card; p1 is a pendulum effect
    choice: int | None = None  # of `use`: which bullet of the effect
    role: Role | None = msgspec.field(name="as", default=None)  # of `use`: what the monster is to the effect


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A monster and what happens to it, in order."""

    monster: Monster
    steps: Annotated[tuple[Step, ...], msgspec.Meta(max_length=MOST_STEPS)] = ()
    as_of: Name | int | None = None  # by the law of this day


def check_steps(steps: Sequence[Step]) -> None:
    """Refuse steps that are spelled right and still make no sense."""
    for number, step in enumerate(steps, 1):
        verbs = [verb for verb in VERBS if getattr(step, verb) is not None]
        if len(verbs) != 1:
            raise _wrong_verbs(number, verbs)
        if step.do is not None:
            _check_change(number, step)
        elif step.update is not None and step.value is None:
            raise fault_at(number, "value", None, sentence("stats.update-value"), ("value",))


def _check_change(number: int, step: Step) -> None:
    if step.do == "note":
        return
    if step.stat is None and step.do != "swap":
        raise fault_at(number, "stat", None, sentence("stats.no-stat"), WORDS["stat"])
    if step.do in ("set", "gain", "lose") and step.value is None and step.of is None:
        raise fault_at(number, "value", None, sentence("stats.no-value", do=step.do), ("value", "of"))
    if step.reapply and step.stat is not None and step.stat.startswith("original"):
        raise fault_at(number, "stat", step.stat, sentence("stats.only-current-reapply"), ("atk", "def", "both"))


def explain(data: object, technical: str) -> BadInput:
    """Say in one sentence why plain data is not a request."""
    if not isinstance(data, Mapping):
        return bad_input("stats.no-mapping", field="", value=_short(data), accepted=["monster", "steps"])
    return (
        _unknown_key(data, ("monster", "steps"), 0)
        or _monster_fault(data.get("monster"))
        or _steps_fault(data.get("steps", []))
        or bad_input("stats.not-understood", technical=technical)
    )


def _monster_fault(monster: object) -> BadInput | None:
    if not isinstance(monster, Mapping):
        return fault_at(0, "monster", monster, sentence("stats.monster-shape"), MONSTER_KEYS)
    found = _unknown_key(monster, MONSTER_KEYS, 0)
    if found:
        return found
    for key in ("atk", "def"):
        value = monster.get(key)
        if value not in (None, "?", "？") and _is_bad_number(value):
            return _number_fault(0, key, value, also=("?",))
    if "name" in monster and _is_bad_name(monster["name"], shortest=0):
        return _name_fault(0, "name", monster["name"])
    where = monster.get("where", "field")
    return None if where in get_args(Where) else _word_fault(0, "where", where, get_args(Where))


def _steps_fault(steps: object) -> BadInput | None:
    if not isinstance(steps, Sequence) or isinstance(steps, str):
        return fault_at(0, "steps", steps, sentence("stats.steps-list"), ())
    if len(steps) > MOST_STEPS:
        return fault_at(0, "steps", len(steps), sentence("stats.too-many-steps", most=MOST_STEPS), (MOST_STEPS,))
    return next((found for number, step in enumerate(steps, 1) if (found := _step_fault(number, step))), None)


def _step_fault(number: int, step: object) -> BadInput | None:
    if not isinstance(step, Mapping):
        return fault_at(number, "", step, sentence("stats.step-shape"), VERBS)
    found = _unknown_key(step, STEP_KEYS + (USE_KEYS if "use" in step else ()), number)
    if found:
        return found
    verbs = [verb for verb in VERBS if step.get(verb) is not None]
    if len(verbs) != 1:
        return _wrong_verbs(number, verbs)
    for key, value in step.items():
        if value is None:
            continue
        if key in WORDS and (not isinstance(value, str) or value not in WORDS[key]):
            return _word_fault(number, key, value, WORDS[key])
        if key in FLAGS and not isinstance(value, bool):
            return _word_fault(number, key, value, (True, False))
        if key in NAMES and _is_bad_name(value):
            return _name_fault(number, key, value)
        if key in NUMBERS and not _is_a_number(key, value):
            return _number_fault(number, key, value, ("p1",) if key == "effect" else ())
        if key == "until" and not isinstance(value, str):
            return _name_fault(number, key, value)
        if key == "value":
            found = _amount_fault(number, value)
            if found:
                return found
    return None


def _is_a_number(key: str, value: object) -> bool:
    """A number; an effect may also be written p1, for the pendulum part."""
    if key == "effect" and isinstance(value, str):
        return bool(_PENDULUM.fullmatch(value))
    return isinstance(value, int) and not isinstance(value, bool)


def _amount_fault(number: int, value: object) -> BadInput | None:
    if not isinstance(value, Mapping):
        return _number_fault(number, "value", value) if _is_bad_number(value) else None
    found = _unknown_key(value, ("atk", "def"), number)
    if found:
        return found
    bad = next((key for key in ("atk", "def") if _is_bad_number(value.get(key))), None)
    return _number_fault(number, f"value.{bad}", value.get(bad)) if bad else None


def _is_bad_number(value: object) -> bool:
    return not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= LARGEST


def _is_bad_name(value: object, shortest: int = 1) -> bool:
    return not isinstance(value, str) or not shortest <= len(value) <= LONGEST_NAME


def _wrong_verbs(number: int, verbs: Sequence[str]) -> BadInput:
    both = {"zh": "、".join(verbs), "en": " and ".join(verbs)}
    return fault_at(
        number, "", None, sentence("stats.two-verbs", verbs=both) if verbs else sentence("stats.no-verb"), VERBS
    )


def _unknown_key(mapping: Mapping[object, object], known: Sequence[str], number: int) -> BadInput | None:
    key = next((key for key in mapping if key not in known), None)
    if key is None:
        return None
    near = get_close_matches(str(key), known, 1)
    says = sentence("stats.no-key", name=str(_short(key)))
    return fault_at(number, str(_short(key)), None, _perhaps(says, near), known)


def _word_fault(number: int, key: str, value: object, known: Sequence[object]) -> BadInput:
    near = get_close_matches(str(value), [word for word in known if isinstance(word, str)], 1)
    says = sentence("stats.wrong-value", name=key, value=str(_short(value)))
    return fault_at(number, key, value, _perhaps(says, near), known)


def _perhaps(says: Both, near: list[str]) -> Both:
    return listed([says, sentence("stats.perhaps", near=near[0])], NOTHING_BETWEEN) if near else says


def _name_fault(number: int, key: str, value: object) -> BadInput:
    return fault_at(number, key, value, sentence("stats.text-wanted", name=key), (f"1–{LONGEST_NAME}",))


def _number_fault(number: int, key: str, value: object, also: Sequence[object] = ()) -> BadInput:
    says = sentence("stats.wrong-value", name=key, value=str(_short(value)))
    return fault_at(number, key, value, says, (f"0–{LARGEST}", *also))


def fault_at(number: int, key: str, value: object, wrong: Both, accepted: Sequence[object]) -> BadInput:
    """One sentence: where, what is wrong, what is accepted. Number 0 is the input outside the steps."""
    where = sentence("stats.step", number=number) if number else sentence("stats.input")
    field = (f"steps[{number}].{key}" if key else f"steps[{number}]") if number else key
    known = ", ".join(str(word) for word in accepted)
    says = sentence("stats.wrong.accepted" if known else "stats.wrong", where=where, wrong=wrong, known=known)
    return BadInput(says["zh"], says["en"], field=field, value=_short(value), accepted=accepted)


def _short(value: object) -> object:
    """The value as it may be shown back: never longer than a line."""
    if value is None or (isinstance(value, int) and abs(value) < 10**15):
        return value
    text = str(value) if not isinstance(value, int) else "10^15+"
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"


PLACES: tuple[Where, ...] = ("gy", "hand", "deck", "extra-deck", "banished")  # the table calls them so too
RECKONED = ("card", "called", "atk", "defence", "zone", "face", "position", "side", "owner")  # nothing else bears on it


def monster_lying(data: object) -> dict[str, Any]:
    """The monster of a calculation, told as a card of the table is: the same record, read the same way."""
    lying, faults = as_record(CardOnTable, Placed(data), (), "card")
    if lying is None:
        raise refusal(faults[0], "card", sentence("table.wrong"))
    if unused := [key for key in data if key not in RECKONED] if isinstance(data, dict) else []:
        listed = ", ".join(RECKONED)
        raise bad_input("stats.attribute", field=f"card.{unused[0]}", value=unused[0], accepted=RECKONED, listed=listed)
    where = next((place for place in PLACES if place == lying.zone), "face-down" if lying.face == "down" else "field")
    told = {"name": lying.card or lying.called, "atk": lying.atk, "def": lying.defence, "where": where}
    return {key: value for key, value in told.items() if value not in (None, "")}


def read_request(data: object) -> Request:
    """Turn plain data into a checked request, or say what is wrong with it and in which step."""
    if isinstance(data, dict) and "card" in data and "monster" not in data:
        data = {"monster": monster_lying(data["card"]), **{key: value for key, value in data.items() if key != "card"}}
    try:
        request = msgspec.convert(data, Request)
    except (msgspec.ValidationError, RecursionError) as wrong:
        raise explain(data, str(wrong)) from None
    check_steps(request.steps)
    return request


def parse_request(text: str) -> Request:
    """Read a request from YAML or JSON text."""
    if len(text) > LARGEST_FILE:
        raise bad_input("stats.too-long", field="file", accepted=[LARGEST_FILE], largest_file=LARGEST_FILE)
    try:
        data = read_yaml(text).value  # without aliases: a few lines of them would stand for millions of values
    except (Unreadable, ValueError) as wrong:
        line = getattr(wrong, "line", 1)
        raise bad_input("stats.unreadable-line", field="file", line=line, wrong=str(wrong)) from None
    return read_request(data)
