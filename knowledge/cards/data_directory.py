"""Where the data directory is: told, else named by the environment, else the platform's usual place."""

import os
from pathlib import Path

import platformdirs

from knowledge.problems import bad_input

VARIABLE = "OCG_RULINGS_DATA"


def data_directory(told: str | Path | None = None) -> Path:
    """The user's data directory; it need not exist yet."""
    named = told or os.environ.get(VARIABLE)
    place = Path(named).expanduser() if named else Path(platformdirs.user_data_dir("ocg-rulings", appauthor=False))
    if place.exists() and not place.is_dir():
        raise bad_input(
            "data-directory.no-folder", field="data", value=str(place), accepted=["a folder"], place=str(place)
        )
    return place


def made_data_directory(told: str | Path | None = None) -> Path:
    """The user's data directory, created where it is missing."""
    place = data_directory(told)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as refused:
        raise bad_input(
            "data-directory.not-created",
            field="data",
            value=str(place),
            place=str(place),
            strerror=refused.strerror or "",
        ) from refused
    return place
