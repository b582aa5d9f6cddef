"""What a word that reached no statement may mean: pieces of a table by which the question is judged again.

Where none of its meanings changes the verdict the word does not matter. A word whose meanings nobody can list (it is
not in the lexicon, or its phrase names none) has none here, and is told as left out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from knowledge.questions.cast import Item
from knowledge.questions.lexicon import SPELL_OR_TRAP, Phrase

Meaning = dict[str, Any]  # a piece of `given`
_SIDES = ("own", "opponent")
_SEATS = tuple((side, zone) for side in _SIDES for zone in ("monster-zone", "gy"))
_OF_A_KIND = {"spell": ("spell",), "trap": ("trap",), "spell-trap": (), "card": ()}
_SOME = "some-such-card"  # the handle of a card that is described and not named
_DENIALS = ("none", "only", "other", "full", "bounded")
_MOST = 12
_OF_A_MARK = {"activate": "use", "respond": "use", "attack": "attack"}


@dataclass(frozen=True)
class OpenWord:
    """A word that reached no statement, and what it may mean; none listed: nobody can tell."""

    text: str
    meanings: tuple[Meaning, ...] = ()
    asked: bool = False  # it stands in what is asked


def open_word(text: str, item: Item, listed: Mapping[str, Sequence[Meaning]]) -> OpenWord:
    """What an open word may mean, by its phrase or by what it describes; `listed` are those of `meanings.yaml`."""
    phrase, token = item.phrase, item.token
    if phrase is None or token is None:
        return OpenWord(text)
    if phrase.amount in _DENIALS:
        return OpenWord(text, tuple(listed["none"]))
    found = [meaning for name in phrase.could for meaning in listed[name]]
    if token.groups:
        found += _lying({"groups": [group.id for group in token.groups]})
    elif phrase.number == "level" and token.number is not None:
        found += _lying({"level": token.number, **_described(phrase)})
    elif _is_a_monster(phrase):
        found += _lying(_described(phrase))
    elif phrase.thing is not None and phrase.thing.kind != "room" and not phrase.number:
        found += _behind([*_OF_A_KIND[phrase.thing.kind], *phrase.thing.type], phrase.thing.face)
        found += listed["use"] if phrase.activation else ()
    elif phrase.activation in SPELL_OR_TRAP:
        found += [*_behind([phrase.activation]), *listed["use"]]
    elif phrase.number:
        found += _counted(phrase.number, token.number if token.number is not None else phrase.value)
    elif not phrase.states and not found:
        found += [meaning for mark in phrase.marks for meaning in listed.get(_OF_A_MARK.get(mark, ""), ())]
    return OpenWord(text, tuple(found))


def _is_a_monster(phrase: Phrase) -> bool:
    """Whether a monster is told of: so described, or only as one and not how many."""
    thing = phrase.thing
    return bool(_described(phrase)) or (thing is not None and thing.kind == "monster" and not phrase.number)


def _described(phrase: Phrase) -> Meaning:
    thing = phrase.thing
    if thing is None or thing.kind not in ("monster", "card"):
        return {}
    told: Meaning = {"type": list(thing.type)} if thing.type else {}
    told |= {"attribute": thing.attribute} if thing.attribute else {}
    return told | ({"race": thing.race} if thing.race else {})


def _lying(described: Meaning) -> list[Meaning]:
    """A card so described lies on either side, or is the one that something befell."""
    card = {"called": _SOME, "position": "attack", **described}
    found: list[Meaning] = [{"cards": [{**card, "side": side, "zone": zone}]} for side, zone in _SEATS]
    found += [
        {"cards": [{**card, "side": side, "zone": "monster-zone"}], "befallen": _SOME} for side in ("own", "opponent")
    ]
    return found


def _behind(kinds: Sequence[str], face: str = "") -> list[Meaning]:
    """A spell or trap lies on either field or in either GY."""
    card = {"called": _SOME, **({"type": [*kinds]} if kinds else {})}
    down = {"face": face} if face else {}
    lying: list[Meaning] = [{"cards": [{**card, "side": side, "zone": "spell-zone", **down}]} for side in _SIDES]
    return lying if face else [*lying, *({"cards": [{**card, "side": side, "zone": "gy"}]} for side in _SIDES)]


def _counted(number: str, value: int | None) -> list[Meaning]:
    """So much of something: the ATK of a monster, or so many cards wherever cards are counted."""
    if value is None:
        return []
    if number in ("atk", "def"):
        return _lying({"atk" if number == "atk" else "defence": value})
    if number != "count" or value > _MOST:
        return []
    found: list[Meaning] = [{place: {side: value}} for place in ("hand", "deck") for side in ("own", "opponent")]
    for side, zone in _SEATS:
        lying = {"side": side, "zone": zone, **({"position": "attack"} if zone == "monster-zone" else {})}
        if zone == "gy" or value <= 5:
            found.append({"cards": [{"called": f"{_SOME}-{n}", **lying} for n in range(value)]})
    return found


def with_meaning(given: dict[str, Any], meaning: Meaning) -> dict[str, Any]:
    """A table as told, and one more thing supposed of it."""
    table = dict(given)
    for key, value in meaning.items():
        if key == "befallen":
            continue
        if isinstance(value, list):
            table[key] = [*table.get(key, []), *value]
        else:
            table[key] = {**table.get(key, {}), **value}
    if befallen := meaning.get("befallen"):
        told = [{k: v for k, v in e.items() if k != "side"} | {"card": befallen} if e.get("card") == "another" else e
                for e in table.get("happened", [])]  # fmt: skip
        if told:
            table["happened"] = told
    return table
