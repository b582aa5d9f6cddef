"""Amounts a card's text leaves to the table: so much for each of something, or as much as another monster's ATK."""

import re
from dataclasses import dataclass, replace
from typing import Any

from knowledge.data.profile import Card, Filter
from knowledge.questions.outcomes.counts import AmountWords, Count
from knowledge.table.values import multiple_of
from knowledge.text.effects.filters import filter_in
from knowledge.text.grammar import wording_of
from knowledge.text.passages import plain

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


def quantities_in(text: str, lang: str, words: AmountWords) -> list[Quantity]:
    """The amounts of a card's text that are reckoned from the table, in their order."""
    told = words.texts.get(lang)
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


def varies(text: str, lang: str, words: AmountWords) -> bool:
    """Whether a text has amounts that are reckoned from the table at all."""
    told = words.texts.get(lang)
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
