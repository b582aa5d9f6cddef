"""One spelling for all the ways a name is written: width, case, spaces and punctuation do not matter."""

import re
import unicodedata
from functools import lru_cache

_NO_LETTERS = re.compile(r"[^\w∞Ω☆★]|_")  # thousands of names are folded at every start


@lru_cache(maxsize=65536)
def folded(name: str) -> str:
    """A name reduced to its letters, digits and ideographs."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    return plain if plain.isalnum() else _NO_LETTERS.sub("", plain) or plain.strip()
