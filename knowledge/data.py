"""Where the data lies: beside the packages in a checkout, inside them in an installed copy."""

from pathlib import Path

_HERE = Path(__file__).resolve().parent


def rulings_folder() -> Path:
    """The folder `rulings/` this copy works with."""
    installed = _HERE / "rulings"
    return installed if installed.is_dir() else _HERE.parent / "rulings"
