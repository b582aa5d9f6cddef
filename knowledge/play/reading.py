"""A scenario from YAML or JSON text, or from plain data; everything wrong with it is said with where it stands."""

from typing import Any

import yaml

from knowledge.data.nodes import Placed, Unreadable, read_yaml
from knowledge.data.records import as_record
from knowledge.data.refusals import refusal
from knowledge.play.scenario import Scenario
from knowledge.problems import BadInput

LARGEST_FILE = 200_000


def parse_scenario(text: str) -> Scenario:
    """Read a scenario file."""
    if len(text) > LARGEST_FILE:
        raise BadInput(
            f"输入太长：最多{LARGEST_FILE}个字符。",
            f"The input is too long: at most {LARGEST_FILE} characters.",
            field="file",
            accepted=[LARGEST_FILE],
        )
    try:
        return _scenario(read_yaml(text))
    except (Unreadable, yaml.YAMLError, ValueError, RecursionError) as wrong:
        if isinstance(wrong, BadInput):
            raise
        line = getattr(wrong, "line", 1)
        raise BadInput(
            f"第{line}行读不出来，不是正确的YAML或JSON。", f"Line {line} is not valid YAML or JSON.", field="file"
        ) from None


def read_scenario(data: Any) -> Scenario:
    """Turn plain data into a checked scenario."""
    return _scenario(Placed(data))


def _scenario(placed: Placed) -> Scenario:
    if not isinstance(placed.value, dict):
        raise BadInput("场景要是一个映射。", "A scenario is a mapping with `cards` and `steps`.", field="scenario")
    try:
        record, faults = as_record(Scenario, placed, (), "scenario", acts=False)
    except RecursionError:
        record, faults = None, []
    if record is not None:
        return record
    if not faults:
        raise BadInput("场景嵌套太深。", "The scenario is nested too deeply.", field="scenario")
    line = faults[0].line
    raise refusal(faults[0], "scenario", zh=f"场景第{line}行：", en=f"The scenario is wrong at line {line}: ")
