"""Where the data lies: beside the packages in a checkout, inside them in an installed copy."""

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]


@cache
def rulings_folder() -> Path:
    """The folder `rulings/` this copy works with."""
    installed = _PACKAGE / "rulings"
    return installed if installed.is_dir() else _PACKAGE.parent / "rulings"
