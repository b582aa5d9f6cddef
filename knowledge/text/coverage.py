"""What of a text was read: every character inside a phrase that some word of the profile stands for, and the rest."""

import re
from collections.abc import Iterable
from functools import cache, lru_cache

from knowledge.text.clauses.clause import Stretch
from knowledge.text.grammar import Pattern, Wording, wording_of

SHORT = 10  # a match no longer than this is words throughout; of a longer one the ends and its fixed run count
END = 5
# families that only steer the reading, and reveal nothing a profile holds
STEERING = frozenset(
    """boundary agent stop subject-self subject-other state state-voice state-after happening old-state not-old-target
    chance modern psct continues continues-anyway leaves-open passing stands-apart narrows states-a-condition label
    no-activation bullet-label further cost-voice permission imperative passive procedure-cost grants own-event
    countdown varies unless excepts procedure own-summon tail-condition limit-only later offers-choice pays
    pays-first speaks-of speaks-of-others no-demand compared-value compared-than so-many rules-out
    goes-on-before equips-only barred-before noun-of-its-own may-be-summoned-so done-so either-event
    and-between listed-names or-between two-targets this-card-among-targets kind-left-out
    introduces-list names-cards-only chosen-first
    still-face-up pointed-at player-barred circumstance and-targets called-again
    becomes-that-text copied-from purpose its-wearer""".split()  # noqa: SIM905 - a list of fifty words reads better as words
)
# families whose phrases are words of the profile from end to end
WHOLE = frozenset(
    ("comparison", "comparison-behind", "total-of", "all-different", "all-alike", "filter-owner", "as-much-as",
     "each-of-a-value", "each-done-to", "mentions-it", "value-of-such-together")
)  # fmt: skip
_LETTERS = re.compile(r"[^\W\d_□①-⑳]+")
_WORD = re.compile(r"[a-z']+")
_PIECE = re.compile(r"[^,:;。●\n「」\"()□]+")
_PAUSES = ",:;●。\n"


def left_over(text: str, stretch: Stretch, wording: Wording) -> list[Stretch]:
    """The runs of letters in a stretch that no phrase covers; names and remarks in brackets are read elsewhere."""
    found: list[Stretch] = []
    for piece in _PIECE.finditer(text, *stretch):
        at = piece.start()
        found.extend((at + begin, at + end) for begin, end in _rest(wording.language, piece.group()))
    return found


def clauses_with(text: str, runs: list[Stretch], stretch: Stretch) -> dict[Stretch, str]:
    """The clauses, from pause to pause, in which something is left over, each with what is left over first."""
    found: dict[Stretch, str] = {}
    for begin, stop in runs:
        first = max(text.rfind(mark, stretch[0], begin) for mark in _PAUSES) + 1
        ends = [at for mark in _PAUSES if (at := text.find(mark, begin, stretch[1])) >= 0]
        found.setdefault((max(first, stretch[0]), min(ends, default=stretch[1])), text[begin:stop])
    return found


@lru_cache(maxsize=1 << 16)  # texts say the same things in the same words: most pieces have been seen before
def _rest(language: str, piece: str) -> tuple[Stretch, ...]:
    words, glue, whole, always, by_start = _telling(language)
    covered = bytearray(len(piece))
    for word in _WORD.finditer(piece) if words else ():
        if word.group() in words:
            covered[word.start() : word.end()] = b"\1" * len(word.group())
    _cover_all(covered, glue, piece)
    if not _uncovered(language, piece, covered):
        return ()  # as with most pieces
    starts = {piece[n : n + 2] for n in range(len(piece))} | set(piece)
    _cover_all(covered, (p for start in starts for p in by_start.get(start, ())), piece)
    if not _uncovered(language, piece, covered):
        return ()  # as with most of the others
    for pattern in whole:
        for match in pattern.finditer(piece) if pattern.hint in piece else ():
            covered[match.start() : match.end()] = b"\1" * (match.end() - match.start())
    _cover_all(covered, always, piece)
    return _uncovered(language, piece, covered)


def _cover_all(covered: bytearray, patterns: Iterable[Pattern], piece: str) -> None:
    for pattern in patterns:
        if pattern.hint in piece:
            for match in pattern.finditer(piece):
                _cover(covered, pattern, match.start(), match.end(), piece)


def _uncovered(language: str, piece: str, covered: bytearray) -> tuple[Stretch, ...]:
    if all(covered):
        return ()
    rest = "".join("□" if seen else char for char, seen in zip(piece, covered, strict=True))
    shortest = 3 if wording_of(language).punctuated else 2
    return tuple(run.span() for run in _LETTERS.finditer(rest) if len(run.group()) >= shortest)


def _cover(covered: bytearray, pattern: Pattern, begin: int, stop: int, piece: str) -> None:
    if stop - begin <= SHORT:
        covered[begin:stop] = b"\1" * (stop - begin)
        return
    for one in ((begin, begin + END), (stop - END, stop)):
        covered[one[0] : one[1]] = b"\1" * (one[1] - one[0])
    at = piece.find(pattern.hint, begin, stop) if len(pattern.hint) > 1 else -1
    if at >= 0:
        covered[at : at + len(pattern.hint)] = b"\1" * len(pattern.hint)


@cache
def _telling(
    language: str,
) -> tuple[frozenset[str], tuple[Pattern, ...], tuple[Pattern, ...], tuple[Pattern, ...], dict[str, list[Pattern]]]:
    """Words that need no looking at, and the patterns that tell something: by the beginning of the run each must find.

    Languages that part their words with spaces list the words that hold none, or none that a pattern does not hold.
    """
    wording = wording_of(language)
    glue = wording.patterns("glue")
    words = frozenset(w for p in glue for w in _WORD.findall(p.regex.pattern)) if wording.lower_case else frozenset()
    known = [family for family in wording.families() if family not in STEERING and family != "glue"]
    patterns = [p for family in known for p in wording.patterns(family)]
    by_start: dict[str, list[Pattern]] = {}
    for pattern in patterns:
        by_start.setdefault(pattern.hint[:2], []).append(pattern)
    whole = tuple(p for family in WHOLE for p in wording.patterns(family))
    return words, () if words else glue, whole, tuple(by_start.pop("", ())), by_start
