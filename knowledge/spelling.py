"""One spelling for all the ways a name is written: width, case, spaces and punctuation do not matter."""

import unicodedata
from functools import lru_cache


@lru_cache(maxsize=65536)
def folded(name: str) -> str:
    """A name reduced to its letters, digits and ideographs."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    kept = "".join(c for c in plain if c.isalnum() or c in "∞Ω☆★")
    return kept or plain.strip()
