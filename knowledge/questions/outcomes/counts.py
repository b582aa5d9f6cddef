"""Numbers a question tells: how many, where and whose; points, links, levels; what a text leaves to the table."""

import re
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from knowledge.data.profile import Card, Filter
from knowledge.data.yaml_files import question_words
from knowledge.table.values import multiple_of
from knowledge.text.effects.filters import filter_in
from knowledge.text.grammar import wording_of
from knowledge.text.passages import plain

_PAUSE = re.compile(r"[，。,;；!！?？：、\n]|(?<=[^\x00-\x7f])\s|\s(?=[^\x00-\x7f])")
_POINTS = 100  # a bare number from here on is ATK, DEF, LP or damage
_NAME = "\0"  # stands for each character of a card's name
_LATIN = re.compile(r"[a-z']")


@dataclass(frozen=True)
class Count:
    """A number with what it is a number of, and where it stands in the text."""

    number: int
    thing: str  # cards, points, times, level, chain-link, counter, material
    place: str  # gy, hand, field, banished, linked, equipped; empty where none is told
    side: str
    kinds: tuple[str, ...]
    others: bool  # besides the card asked about
    named: int  # where the card begins that is counted by its name, else -1
    spans: tuple[tuple[int, int], ...]  # of the number and of the words that narrow it
    bare: bool = False  # the thing is told without a number: "its counter"


class AmountWords:
    """The words of `rulings/questions/amounts.yaml`, ready to be looked for."""

    def __init__(self) -> None:
        record: Any = question_words("amounts.yaml")
        self.texts: dict[str, Any] = record["texts"]
        self.numerals = {word: int(number) for word, number in record["numerals"].items()}
        self.measures = "".join(record["measures"])
        latin = "|".join(sorted((w for w in self.numerals if w.isascii()), key=len, reverse=True))
        typed = "".join(w for w in self.numerals if not w.isascii())
        self.number = re.compile(
            rf"(?<![\w.])(?P<latin>{latin})(?![a-z])|(?<!\d)(?P<digits>\d{{1,5}})(?!\d)|(?P<typed>[{typed}])(?=[{self.measures}次回星下])"
        )
        self.often = {word: int(number) for word, number in record["often"].items()}
        self.how_often = _any_of(list(self.often))
        self.things = [
            (thing, *(_any_of(told.get(where, [])) for where in ("behind", "before")))
            for thing, told in record["things"].items()
        ]
        self.places = {place: _any_of(words) for place, words in record["places"].items()}
        self.sides = {side: _any_of(words) for side, words in record["sides"].items()}
        self.kinds = {kind: _any_of(words) for kind, words in record["kinds"].items()}
        self.others = _any_of(record["others"])
        self.one_counter = re.compile("|".join(record["one_counter"]))
        self.carried = _any_of(record["carried"])
        self.added, self.attacker = _any_of(record["added"]), _any_of(record["attacker"])
        self.one_more = _any_of(record["one_more"])
        self.two_of: dict[str, str] = record["two_of"]
        self.whether = [re.compile(p) for p in record["whether"]]
        self.asked = {what: [re.compile(p) for p in patterns] for what, patterns in record["asked"].items()}
        self.asks_something = re.compile(
            "|".join(f"(?:{p})" for patterns in record["asked"].values() for p in patterns)
        )

    def asks_whether(self, text: str) -> bool:
        """Whether it is asked if there is damage at all, not how much."""
        return any(pattern.search(text.lower()) for pattern in self.whether)

    def figure_asked(self, text: str) -> tuple[str, list[tuple[int, int]]]:
        """Which figure a question asks for (value, damage, recover, pay; or none), and where it says so."""
        plain = text.lower()
        if self.asks_something.search(plain) is None:
            return "", []
        for what, patterns in self.asked.items():
            spans = [m.span() for p in patterns for m in p.finditer(plain) if m[0].strip(" ?？")]
            if spans:
                return what, spans
        return "", []


def _any_of(words: list[str]) -> re.Pattern[str]:
    """One of these words, the longest first; Latin ones only as whole words."""
    spelled = sorted((str(w) for w in words), key=len, reverse=True)
    parts = [rf"(?<![a-z]){re.escape(w)}(?![a-z])" if w.isascii() else re.escape(w) for w in spelled]
    return re.compile("|".join(parts) or r"(?!x)x")


@cache
def amount_words() -> AmountWords:
    """The words, read once."""
    return AmountWords()


def counts_in(text: str, names: list[tuple[int, int]]) -> list[Count]:
    """Every number of a question outside the names of cards."""
    words = amount_words()
    plain = text.lower()
    for start, end in names:
        plain = plain[:start] + _NAME * (end - start) + plain[end:]
    numbers = list(words.number.finditer(plain))
    found: list[Count] = []
    for at, match in enumerate(numbers):
        first = numbers[at - 1].end() if at else 0
        last = numbers[at + 1].start() if at + 1 < len(numbers) else len(plain)
        found.append(_count(plain, match, first, last, words, found[-1] if found else None))
    for match in words.how_often.finditer(plain):
        if not any(start <= match.start() < end for count in found for start, end in count.spans):
            found.append(Count(words.often[match[0]], "times", "", "", (), False, -1, (match.span(),)))
    if not any(count.thing == "counter" for count in found) and (told := words.one_counter.search(plain)):
        found.append(Count(1, "counter", "", "", (), False, -1, (told.span(),), bare=True))
    return found


def _count(
    plain: str, match: re.Match[str], first: int, last: int, words: AmountWords, previous: Count | None
) -> Count:
    number = int(match["digits"]) if match["digits"] else words.numerals[match[0]]
    breaks = [m.end() for m in _PAUSE.finditer(plain, first, match.start())]
    before = plain[breaks[-1] if breaks else first : match.start()]
    pause = _PAUSE.search(plain, match.end(), last)
    behind = plain[match.end() : pause.start() if pause else last]
    thing, size = _thing(number, before, behind, words)
    latin = bool(_LATIN.search(behind or before))
    # in Chinese and Japanese the place stands before the number, in English behind it; what is counted always behind
    before_at, behind_at = match.start() - len(before), match.end()
    near, near_at = (behind, behind_at) if latin else (before, before_at)
    places = _told(words.places, near, near_at)
    if not places and not latin:
        noun = next((m.end() for pattern in words.kinds.values() if (m := pattern.search(behind))), 0)
        places = _told(words.places, behind[: noun or 4], behind_at)
    if not places and latin:  # "points to 2 monsters"
        places = _told(words.places, before, before_at)
    place = (min(places) if latin else max(places)) if places else (0, 0, "")
    sides = _told(words.sides, near, near_at)
    side = (min(sides) if latin else max(sides))[2] if sides else ""
    kinds = [kind for kind in _told(words.kinds, behind, behind_at) if kind[2] != "any"]
    named = tuple(dict.fromkeys(kind for _, _, kind in kinds))
    if not named and previous is not None and thing == "cards":
        named = previous.kinds  # "2 Dragons on the field and 3 in the GY"
    others = bool(words.others.search(before[-6:]) or words.others.search(behind[:12]) or match[0] == "another")
    spans = [(match.start(), match.end() + size), *((s, e) for s, e, _ in kinds)]
    spans += [(place[0], place[1])] if place[1] else []
    lead = len(behind) - len(behind.lstrip(words.measures + " 的のof"))
    by_name = match.end() + lead if thing == "cards" and behind[lead : lead + 1] == _NAME else -1
    return Count(number, thing, place[2], side, named, others, by_name, tuple(spans))


def _told(patterns: dict[str, re.Pattern[str]], text: str, offset: int) -> list[tuple[int, int, str]]:
    return [(offset + m.start(), offset + m.end(), name) for name, p in patterns.items() for m in p.finditer(text)]


def _thing(number: int, before: str, behind: str, words: AmountWords) -> tuple[str, int]:
    """What a number is a number of, and how many characters behind it say so."""
    lead = len(behind) - len(behind.lstrip(words.measures + " "))
    noun = behind[lead:]
    for thing, after, ahead in words.things:
        told = after.match(noun)
        if told:
            return thing, lead + told.end()
        if any(m.end() == len(before.rstrip()) for m in ahead.finditer(before.rstrip())):
            return thing, 0
    return ("points", 0) if number >= _POINTS else ("cards", lead if behind[:lead].strip() else 0)


_HALF, _WHOLE = 0.5, 1.0
_THINGS = ("link", "linked", "counter", "material", "equipped")
_DOES = {"gain-atk-def": "gain", "lose-atk-def": "lose", "set-atk-def": "set", "inflict-damage": "damage"}
_COUNTED = ("counter", "material", "level")
_AS_THING = {"link": "chain-link", "counter": "counter", "material": "material"}


@dataclass(frozen=True)
class Quantity:
    """One amount of a text: what it does to whom, and what it is reckoned from."""

    does: str  # gain, lose, set, damage, recover
    whom: str  # self, theirs (the opponent's monsters), equipped, target, player
    each: int  # points for each; 0 where it is a share of a figure
    share: float  # of a figure: all of it, or half
    thing: str  # cards, chain-link, counter, material, level, linked, equipped; figure
    of: Filter
    activated: bool
    original: bool  # it sets or is the original ATK
    text: str

    def fits(self, told: Count) -> bool:
        """Whether a number told in a question is one this text counts."""
        if self.thing == "figure":
            return told.thing == "points"
        if self.thing in ("chain-link", "counter", "material", "level"):
            return told.thing == self.thing
        if told.thing != "cards":
            return False
        if self.thing in ("linked", "equipped"):
            return told.place in ("", "field", self.thing)
        return self._is_there(told) and self._is_such(told)

    def _is_there(self, told: Count) -> bool:
        zones = set(self.of.zones)
        if told.place == "field" or told.place in ("equipped", "linked"):
            here = not zones or bool(zones - {"gy", "hand", "deck", "banished", "extra-deck"})
        else:
            here = not told.place or told.place in zones
        mine = self.of.side in (None, "either") or told.side in ("", "both", self.of.side)
        return here and mine

    def _is_such(self, told: Count) -> bool:
        wanted = {*self.of.race, *self.of.attribute, *(t for t in self.of.type if t in ("spell", "trap", "tuner"))}
        return not told.kinds or set(told.kinds) <= wanted or (not wanted and not (self.of.group or self.of.name))


def quantities_in(text: str, lang: str) -> list[Quantity]:
    """The amounts of a card's text that are reckoned from the table, in their order."""
    told = amount_words().texts.get(lang)
    if told is None:
        return []
    wording = wording_of(lang)
    whole = plain(text, wording).text
    found = []
    for effect in re.split(told["number"], whole):
        activated = re.search(told["activated"], effect) is not None
        for sentence in re.split(told["stop"], effect):
            for pattern in told["counted"]:
                found += [_counted(m, sentence, told, wording) for m in re.finditer(pattern, sentence)]
            for pattern in told["figure"]:
                found += [_figured(m, sentence, told) for m in re.finditer(pattern, sentence)]
            found = [replace(q, activated=activated) if q and q.text == sentence.strip() else q for q in found]
    return [quantity for quantity in found if quantity is not None]


def quantities_of_profile(card: Card) -> list[Quantity]:
    """The same from a profile written by hand, where no text is at hand: `300-per-counter`, `600-per-such`."""
    found = []
    for effect in card.effects:
        for act in effect.does:
            each, what = multiple_of(act.amount) if isinstance(act.amount, str) else (0, "")
            if not what or act.act not in _DOES:
                continue
            of = act.per or Filter()
            thing = next((thing for thing in _COUNTED if thing in what), "linked" if of.place else "cards")
            whom = (
                "self" if act.what == "self" else "theirs" if act.which and act.which.side == "opponent" else "target"
            )
            activated = effect.is_activated
            found.append(Quantity(_DOES[act.act], whom, each, 0.0, thing, of, activated, False, what))
    return found


def varies(text: str, lang: str) -> bool:
    """Whether a text has amounts that are reckoned from the table at all."""
    told = amount_words().texts.get(lang)
    return told is None or re.search(told["varies"], plain(text, wording_of(lang)).text) is not None


def _counted(match: re.Match[str], sentence: str, told: dict[str, Any], wording: Any) -> Quantity | None:
    groups = match.groupdict()
    what = groups["what"]
    thing = "level" if groups.get("level") else next((t for t in _THINGS if re.search(told[t], what)), "")
    thing = _AS_THING.get(thing, thing) or "cards"
    spoken = what.replace(" ", " ")
    of = filter_in(spoken, 0, len(spoken), wording)
    return _all_done(sentence, told, match, each=int(groups["n"]), share=0.0, thing=thing, of=of)


def _figured(match: re.Match[str], sentence: str, told: dict[str, Any]) -> Quantity | None:
    share = _HALF if match.groupdict().get("half") else _WHOLE
    if re.search(told["own_original"], match[0]):
        return _all_done(sentence, told, match, each=0, share=_WHOLE, thing="own-original", of=Filter())
    if re.search(told["its_own"], match[0]):
        return None  # its own value, which the ledger knows
    return _all_done(sentence, told, match, each=0, share=share, thing="figure", of=Filter())


def _all_done(sentence: str, told: dict[str, Any], match: re.Match[str], **more: Any) -> Quantity | None:
    """What the sentence does with the amount, and to whom: of several verbs the first behind it."""
    behind = sentence[match.end() :]
    verbs = [(m.start(), verb) for verb, pattern in told["does"].items() if (m := re.search(pattern, behind))]
    if not verbs:
        verbs = [(m.start(), verb) for verb, pattern in told["does"].items() if (m := re.search(pattern, sentence))]
    if not verbs:
        return None
    does = min(verbs)[1]
    whom = "player" if does in ("damage", "recover") else "target"
    for name in ("self", "theirs", "equipped"):
        if whom == "target" and re.search(told[f"of_{name}"], sentence):
            whom = name
    original = re.search(told["original"], sentence) is not None and does == "set"
    return Quantity(does, whom, activated=False, original=original, text=sentence.strip(), **more)
