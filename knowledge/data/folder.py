"""Where the data lies: beside the packages in a checkout, inside them in an installed copy."""

from functools import cache
from pathlib import Path
from typing import Any

import yaml

_PACKAGE = Path(__file__).resolve().parents[1]


@cache
def rulings_folder() -> Path:
    """The folder `rulings/` this copy works with."""
    installed = _PACKAGE / "rulings"
    return installed if installed.is_dir() else _PACKAGE.parent / "rulings"


def yaml_of(file: Path) -> Any:
    """A file of our own as YAML itself reads it, quickly: for data whose lines nobody asks for."""
    return yaml.load(file.read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
