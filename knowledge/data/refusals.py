"""Something a person sent is wrong: one refusal in both languages, with the field, the value and what is accepted."""

from knowledge.data.faults import Fault
from knowledge.problems import BadInput

LONGEST_SHOWN = 120
_TYPES = {
    "string": ("文字", "text"),
    "integer": ("整数", "a whole number"),
    "number": ("数字", "a number"),
    "boolean": ("true或false", "true or false"),
    "array": ("列表", "a list"),
    "object": ("一组字段和值", "fields with values"),
    "null": ("空", "nothing"),
}
_BOUNDS = {">=": ("，不少于{n}", ", at least {n}"), "<=": ("，不超过{n}", ", at most {n}")}
_SIZES = {">=": ("，不短于{n}", ", not shorter than {n}"), "<=": ("，不长于{n}", ", not longer than {n}")}


def refusal(fault: Fault, name: str, *, zh: str = "", en: str = "") -> BadInput:
    """The refusal of a record with this fault; `name` says which record, `zh` and `en` come before the sentence."""
    said = {"unknown-key": _unknown, "missing-key": _missing}.get(fault.check, _wrong)(fault)
    near = (f"（最接近：{fault.near}）", f"; nearest: {fault.near}") if fault.near else ("", "")
    return BadInput(
        f"{zh}{said[0]}{near[0]}。",
        f"{en}{said[1]}{near[1]}.",
        field=fault.field or name,
        value=_short(fault.value) or None,
        accepted=fault.accepted,
    )


def _unknown(fault: Fault) -> tuple[str, str]:
    known = ", ".join(fault.accepted)
    return (
        f"没有「{_short(fault.field)}」这个字段" + (f"；可以写：{known}" if known else ""),
        f"there is no field `{_short(fault.field)}`" + (f"; accepted: {known}" if known else ""),
    )


def _missing(fault: Fault) -> tuple[str, str]:
    return f"缺少字段「{fault.field}」", f"the field `{fault.field}` is missing"


def _wrong(fault: Fault) -> tuple[str, str]:
    zh, en = _expected(fault.accepted)
    about = (f"「{fault.field}」", f"`{fault.field}`") if fault.field else ("内容", "this")
    return (
        f"{about[0]}不能是「{_short(fault.value)}」" + (f"；应为{zh}" if zh else ""),
        f"{about[1]} cannot be `{_short(fault.value)}`" + (f"; expected {en}" if en else ""),
    )


def _expected(accepted: tuple[str, ...]) -> tuple[str, str]:
    """What is accepted as the end of a sentence: the words themselves, or kinds of values with their bound."""
    kinds = [word for word in accepted if word in _TYPES]
    if not kinds:
        listed = ", ".join(accepted)
        return listed, f"one of: {listed}" if listed else ""
    zh, en = "或".join(_TYPES[k][0] for k in kinds), " or ".join(_TYPES[k][1] for k in kinds)
    sign, _, bound = accepted[-1].partition(" ")
    if sign not in _BOUNDS:
        return zh, en
    more = (_BOUNDS if kinds[0] in ("integer", "number") else _SIZES)[sign]
    return zh + more[0].format(n=bound), en + more[1].format(n=bound)


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"
