"""The text as the patterns expect it: no markup, one spelling of each character, and the way back to the original."""

import html
import re
from typing import NamedTuple

from knowledge.text.wording import Wording

_READING_AID = r"<r[tp]\b[^>]{0,80}>[^<]{0,80}</r[tp]>"  # the small print over a word repeats it and is left out
_BREAK = r"<br\s{0,4}/?>|</p>"
_MARKUP = re.compile(
    rf"(?P<drop>{_READING_AID})|(?P<line>{_BREAK})|(?P<tag></?[A-Za-z][^<>]{{0,200}}>)|(?P<entity>&#?\w{{1,10}};)"
)


class Plain(NamedTuple):
    """Normalised text and, for each of its characters, the place in the original (None where they are the same)."""

    text: str
    places: tuple[int, ...] | None

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """The span of the original text that a span of the normalised text came from."""
        if self.places is None or start >= len(self.places):
            return start, end
        return self.places[start], (self.places[end - 1] + 1 if end > start else self.places[start])


def plain(text: str, wording: Wording) -> Plain:
    """The text without markup and with each character in its one spelling."""
    if "\r" in text:
        text = text.replace("\r\n", " \n").replace("\r", "\n")  # as long as before, so that places stay the same
    if "<" not in text and "&" not in text:
        return Plain(text.translate(wording.characters), None)
    pieces: list[str] = []
    places: list[int] = []
    at = 0
    for match in _MARKUP.finditer(text):
        pieces.append(text[at : match.start()])
        places.extend(range(at, match.start()))
        instead = ""
        if match.lastgroup == "line":
            instead = "\n"
        elif match.lastgroup == "entity":
            instead = html.unescape(match.group())
        pieces.append(instead)
        places.extend([match.start()] * len(instead))
        at = match.end()
    pieces.append(text[at:])
    places.extend(range(at, len(text)))
    return Plain("".join(pieces).translate(wording.characters), tuple(places))
