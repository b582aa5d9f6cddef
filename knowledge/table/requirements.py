"""Printed conditions that other parts of the engine can judge: id of the requirement → function of the
situation, the condition and the player whose card prints it."""

from collections.abc import Callable
from typing import Any

from knowledge.data.profile import Requirement
from knowledge.table.situation import Situation

MET: dict[str, Callable[[Situation, Requirement, str], Any]] = {}
