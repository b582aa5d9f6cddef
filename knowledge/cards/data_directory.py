"""Where the data directory is: told, else named by the environment, else the platform's usual place."""

import os
from pathlib import Path

import platformdirs

from knowledge.problems import BadInput

VARIABLE = "OCG_RULINGS_DATA"


def data_directory(told: str | Path | None = None) -> Path:
    """The user's data directory; it need not exist yet."""
    named = told or os.environ.get(VARIABLE)
    place = Path(named).expanduser() if named else Path(platformdirs.user_data_dir("ocg-rulings", appauthor=False))
    if place.exists() and not place.is_dir():
        raise BadInput(
            f"数据目录 {place} 不是文件夹。",
            f"The data directory {place} is not a folder.",
            field="data",
            value=str(place),
            accepted=["a folder"],
        )
    return place


def made_data_directory(told: str | Path | None = None) -> Path:
    """The user's data directory, created where it is missing."""
    place = data_directory(told)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as refused:
        raise BadInput(
            f"不能建立数据目录 {place}：{refused.strerror}。",
            f"The data directory {place} cannot be created: {refused.strerror}.",
            field="data",
            value=str(place),
        ) from refused
    return place
