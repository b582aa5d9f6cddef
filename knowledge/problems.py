"""What is wrong with a person's input: one sentence in both languages, the value, and what is accepted instead."""

from collections.abc import Sequence
from typing import Any

from knowledge.data.language import NOTHING_BETWEEN, Both, Part, catalogue, filled, listed
from knowledge.data.records import Fault

LONGEST_SHOWN = 120
_TYPES = ("string", "integer", "number", "boolean", "array", "object", "null")  # of JSON
_SIGNS = {">=": "at-least", "<=": "at-most"}


class BadInput(ValueError):
    """Input that cannot be answered; shown to the person as it is, never as a traceback."""

    def __init__(
        self,
        zh: str,
        en: str,
        *,
        field: str = "",
        value: object = None,
        accepted: Sequence[object] = (),
        status: int = 400,
        kind: str = "bad-input",
    ) -> None:
        super().__init__(en)
        self.says = {"zh": zh, "en": en}
        self.field = field
        self.value = value
        self.accepted = list(accepted)
        self.status = status
        self.kind = kind

    def __reduce__(self) -> tuple[object, ...]:
        """How another process hands the problem over."""
        told = {
            "field": self.field,
            "value": self.value,
            "accepted": self.accepted,
            "status": self.status,
            "kind": self.kind,
        }
        return _handed_over, (self.says["zh"], self.says["en"], told)


def _handed_over(zh: str, en: str, told: dict[str, Any]) -> BadInput:
    return BadInput(zh, en, **told)


def sentence(key: str, **parts: Part) -> Both:
    """A sentence of `rulings/refusals.yaml` with its blanks filled."""
    return filled(catalogue("refusals.yaml", "refusals")[key], parts)


def bad_input(
    key: str,
    *,
    field: str = "",
    value: object = None,
    accepted: Sequence[object] = (),
    status: int = 400,
    kind: str = "bad-input",
    **parts: Part,
) -> BadInput:
    """The refusal told by the sentence of this key, which may speak of the value."""
    says = sentence(key, field=field, value=_short(str(value)), **parts)
    return BadInput(says["zh"], says["en"], field=field, value=value, accepted=accepted, status=status, kind=kind)


def refusal(fault: Fault, name: str, before: Both | None = None) -> BadInput:
    """The refusal of a record with this fault; `name` says which record, `before` comes before the sentence."""
    told = [before] if before else []
    if fault.check == "unknown-key":
        told.append(sentence("field.unknown", field=_short(fault.field)))
        told += [sentence("field.known", known=", ".join(fault.accepted))] if fault.accepted else []
    elif fault.check == "missing-key":
        told.append(sentence("field.missing", field=fault.field))
    else:
        key = "value.wrong" if fault.field else "value.wrong.here"
        told.append(sentence(key, field=fault.field, value=_short(fault.value)))
        told += [sentence("value.expected", expected=_expected(fault.accepted))] if fault.accepted else []
    told += [sentence("nearest", near=fault.near)] if fault.near else []
    says = listed([*told, sentence("stop")], NOTHING_BETWEEN)
    field, value = fault.field or name, _short(fault.value) or None
    return BadInput(says["zh"], says["en"], field=field, value=value, accepted=fault.accepted)


def _expected(accepted: tuple[str, ...]) -> Both:
    """What is accepted as the end of a sentence: the words themselves, or kinds of values with their bound."""
    kinds = [word for word in accepted if word in _TYPES]
    if not kinds:
        return sentence("value.words", words=", ".join(accepted))
    told = listed([sentence(f"type.{kind}") for kind in kinds], sentence("or"))
    sign, _, bound = accepted[-1].partition(" ")
    if sign not in _SIGNS:
        return told
    what = "bound" if kinds[0] in ("integer", "number") else "size"
    return listed([told, sentence(f"{what}.{_SIGNS[sign]}", n=bound)], NOTHING_BETWEEN)


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"
