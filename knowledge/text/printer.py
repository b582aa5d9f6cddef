"""A profile printed back in the desk's own wording, by language; what is printed reads back as the same profile.

An effect that applies continuously is first told in sentences, which read back as the same words, and then whole.
"""

from functools import cache
from typing import Any

from knowledge.data.folder import rulings_folder, yaml_of
from knowledge.data.profile import Effect
from knowledge.text.card_reading import EffectReading, Language
from knowledge.text.printed_form import body, read_body

LANGUAGES: tuple[Language, ...] = ("zh", "en", "ja")


@cache
def _frames() -> dict[str, Any]:
    found: dict[str, Any] = yaml_of(rulings_folder() / "printed.yaml")
    return found


def printed(read: EffectReading) -> dict[str, str]:
    """What an effect says, in each language."""
    return {lang: _printed(read, lang) for lang in LANGUAGES}


def _printed(read: EffectReading, lang: Language) -> str:
    frame = _frames()[lang]
    if read.continuous and not read.effect.is_activated:
        said = dict.fromkeys((one.does, one.reach) for one in read.continuous)
        plainly = (_sentence(frame["continuous"][does].format(s=frame["reach"][reach]), frame) for does, reach in said)
        return f"{''.join(plainly)}{wording(read.effect, lang)}"
    return wording(read.effect, lang)


def _sentence(words: str, frame: dict[str, Any]) -> str:
    stop = str(frame["stop"])
    return words[:1].upper() + words[1:] + stop + (" " if stop == "." else "")


def wording(effect: Effect, lang: Language) -> str:
    """An effect in the desk's own wording, whole: it reads back as the same profile."""
    frame = _frames()[lang]
    choice = frame["must" if effect.mandatory else "may"]
    told = body(effect, lang, frame["between"])
    said = frame["frame"].format(kind=frame["kinds"][effect.kind], choice=choice, parts=told)
    return _sentence(str(said), frame).strip()


def read_wording(text: str, lang: Language) -> tuple[str, Effect] | None:
    """The sentences before an effect that is printed so, and the effect; nothing for any other text."""
    said, frame = _heads(lang), _frames()[lang]
    found = next((head for head in said if head in text), None)
    if found is None:
        return None
    kind, must = said[found]
    plainly, _, rest = text.partition(found)
    parts = rest.strip().removesuffix(frame["stop"].strip())
    effect = read_body(parts, lang, frame["between"], {"kind": kind, "mandatory": must})
    return (plainly, effect) if effect is not None else None


@cache
def _heads(lang: Language) -> dict[str, tuple[str, bool]]:
    """How an effect in the desk's own wording begins → its kind, and whether it is mandatory."""
    frame, found = _frames()[lang], {}
    for kind, name in frame["kinds"].items():
        for choice, must in ((frame["must"], True), (frame["may"], False)):
            head = frame["frame"].format(kind=name, choice=choice, parts="")
            found[head[:1].upper() + head[1:]] = (kind, must)
    return found
