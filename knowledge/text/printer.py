"""A profile printed back in the desk's own wording, by language; a continuous text reads back as the same words."""

from functools import cache
from typing import Any

from knowledge.data.folder import rulings_folder, yaml_of
from knowledge.data.profile import Action, Effect
from knowledge.text.card_reading import EffectReading, Language

LANGUAGES: tuple[Language, ...] = ("zh", "en", "ja")


@cache
def _frames() -> dict[str, Any]:
    found: dict[str, Any] = yaml_of(rulings_folder() / "printed.yaml")
    return found


@cache
def _words() -> dict[tuple[str, str], str]:
    """(word, language) → its phrase: acts and events of the vocabularies, and what `printed.yaml` adds."""
    found: dict[tuple[str, str], str] = {}
    root = rulings_folder()
    for path in (root / "acts.yaml", root / "events.yaml", *sorted((root / "words").glob("*.yaml"))):
        shelves = yaml_of(path)
        for word in (*shelves.get("acts", ()), *shelves.get("events", ())):
            found[word["id"], "zh"], found[word["id"], "en"] = word["zh"], word["en"]
    for lang, frame in _frames().items():
        found |= {(word, lang): phrase for word, phrase in frame.get("acts", {}).items()}
    return found


def printed(read: EffectReading) -> dict[str, str]:
    """What an effect says, in each language."""
    return {lang: _printed(read, lang) for lang in LANGUAGES}


def _printed(read: EffectReading, lang: str) -> str:
    frame = _frames()[lang]
    if read.continuous and read.effect.kind not in ("activate", "ignition", "trigger", "quick"):
        said = dict.fromkeys((one.does, one.reach) for one in read.continuous)
        return "".join(
            _sentence(frame["continuous"][does].format(s=frame["reach"][reach]), frame) for does, reach in said
        )
    return _sentence(_activated(read.effect, frame, lang), frame).strip()


def _sentence(words: str, frame: dict[str, Any]) -> str:
    stop = str(frame["stop"])
    return words[:1].upper() + words[1:] + stop + (" " if stop == "." else "")


def _activated(effect: Effect, frame: dict[str, Any], lang: str) -> str:
    """Kind and choice, then when, price, target, resolution and limit, as far as the profile tells."""
    events = effect.trigger.events if effect.trigger else ()
    parts = [
        _part(frame, "when", [_words().get((event, lang), event) for event in events]),
        _part(frame, "cost", _phrases(effect.cost, lang)),
        frame["target"] if effect.targets or any(choice.targets for choice in effect.choices) else "",
        _part(frame, "does", _phrases((*effect.does, *(a for c in effect.choices for a in c.does)), lang)),
        frame["once"] if effect.limit else "",
    ]
    choice = frame["must" if effect.mandatory else "may"]
    told = frame["between"].join(part for part in parts if part)
    return str(frame["frame"].format(kind=frame["kinds"][effect.kind], choice=choice, parts=told or "—"))


def _phrases(acts: tuple[Action, ...], lang: str) -> list[str]:
    return list(dict.fromkeys(_words().get((action.act, lang), action.act) for action in acts))


def _part(frame: dict[str, Any], name: str, phrases: list[str]) -> str:
    return f"{frame[name]} {frame['listed'].join(phrases)}" if phrases else ""
