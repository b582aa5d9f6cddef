"""What is wrong with a person's input: one sentence in both languages, the value, and what is accepted instead."""

from collections.abc import Sequence
from typing import Any


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
