"""One imported card, whatever file it came from: names and texts cleaned, what was given and what left out."""

import html
import re
from collections import Counter
from typing import Literal

import msgspec

from knowledge.data.language import Both
from knowledge.data.profile import Card, Effect, Names
from knowledge.problems import sentence

Source = Literal["ygopro", "yaml-yugi"]
Points = int | Literal["?"]

LANGUAGES = ("zh", "zh-CN", "zh-TW", "ja", "en")  # community Chinese, official Chinese, traditional, Japanese, English
LONGEST_NAME = 200
LONGEST_TEXT = 20_000

_READING = re.compile(
    r"<rt\b[^<>]{0,200}>.{0,400}?</rt\s{0,4}>|<rp\b[^<>]{0,200}>.{0,400}?</rp\s{0,4}>", re.IGNORECASE | re.DOTALL
)
_HIDDEN = re.compile(r"<(script|style)\b[^<>]{0,400}>|<!(--)", re.IGNORECASE)  # where something not shown begins
_HIDDEN_ENDS = {
    "script": re.compile(r"</script\s{0,4}>", re.IGNORECASE),
    "style": re.compile(r"</style\s{0,4}>", re.IGNORECASE),
    "--": re.compile("-->"),
}
_ANNOTATED = re.compile(r"<ruby>[^<>]{0,40}<rt>([^<>]{0,80})</rt></ruby>")
_BREAK = re.compile(r"<br\s*/?>|</(?:p|div|li)\s*>", re.IGNORECASE)
# Only tags HTML knows: names of cards contain things such as <Y/N>, and a lone capital <P> is one of them.
_TAG = re.compile(
    r"</?(?:ruby|rb|rt|rp|span|div|font|em|strong|small|big|sup|sub|img|a|b|i|u|p|li|ul|ol|table|tr|td|th|iframe|svg|"
    r"object|embed|link|meta|h[1-6]|code|pre)(?:\s[^<>]*)?/?>"
)
_UPPER_TAG = re.compile(r"</?(?:RUBY|RB|RT|SPAN|DIV|FONT|STRONG|IMG|TABLE|IFRAME|SVG|OBJECT|EMBED)(?:\s[^<>]*)?/?>")
_ENTITY = re.compile(r"&(?:amp|lt|gt|quot|apos|nbsp|middot|#\d{1,7}|#x[0-9a-fA-F]{1,6});")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]")
REASONS = (
    "duplicate-id",
    "bad-id",
    "no-name",
    "no-data",
    "unknown-type",
    "bad-number",
    "bad-encoding",
    "too-long",
    "other-shape",
)  # why a row was left out; each has its sentence, `left-out.…`


class StoredCard(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A card of the user's database; names and texts by language code, see `LANGUAGES`."""

    key: str
    type: str  # "Monster / Zombie / Tuner / Effect", "Spell / Quick-Play", "Trap / Counter"
    described_by: Source  # the file that type, points and groups come from
    cid: int | None = None
    password: int | None = None
    other_passwords: tuple[int, ...] = ()  # the same card under another artwork's number
    names: dict[str, str] = {}
    aliases: tuple[str, ...] = ()
    reading: str = ""  # the Japanese name as it is read aloud, where that is not how it is written
    texts: dict[str, str] = {}
    pendulum_texts: dict[str, str] = {}
    attribute: str = ""
    level: int | None = None  # level, rank or link rating
    atk: Points | None = None
    defence: Points | None = None
    scale: int | None = None
    markers: tuple[str, ...] = ()  # top-left … bottom-right
    groups: tuple[str, ...] = ()  # archetypes: a name, or `set:0dd` where the file knows only a number
    page: int | None = None  # yaml-yugi's page number: the only identity of cards not yet numbered


def profile_of(card: StoredCard, effects: tuple[Effect, ...] = ()) -> Card:
    """An imported card in the shape of a hand-written profile; `effects` are what a reader made of its text."""
    chinese = next((card.names[lang] for lang in (*LANGUAGES, *card.names) if lang in card.names), card.key)
    return Card(
        id=card.key,
        names=Names(zh=chinese, en=card.names.get("en", ""), ja=card.names.get("ja", "")),
        type=card.type,
        cid=card.cid,
        password=card.password,
        aliases=tuple(dict.fromkeys(name for name in (*card.names.values(), *card.aliases) if name != chinese)),
        reading=card.reading,
        attribute=card.attribute,
        level=card.level,
        atk=card.atk,
        defence=card.defence,
        scale=card.scale,
        groups=card.groups,
        effects=effects,
    )


def key_of(card: StoredCard) -> str:
    """The card's name in links: the password where it has one, since every source knows it."""
    if card.password is not None:
        return str(card.password)
    return f"cid:{card.cid}" if card.cid is not None else f"page:{card.page}"


def clean_text(raw: str) -> str:
    """The text as a person reads it: ruby readings, HTML and invisible characters gone, line ends plain."""
    text = raw.replace("\r\n", "\n").replace("\r", "\n")
    if "<" in text:
        text = _shown(_READING.sub("", text))
        text = _UPPER_TAG.sub("", _TAG.sub("", _BREAK.sub("\n", text)))
    if "&" in text:
        text = _ENTITY.sub(lambda found: html.unescape(found.group()), text)
    return _CONTROL.sub("", text.replace("\xa0", " ")).strip()


def _shown(text: str) -> str:
    """The text without scripts, styles and comments; one that never ends hides the rest."""
    pieces, at = [], 0
    while hidden := _HIDDEN.search(text, at):
        pieces.append(text[at : hidden.start()])
        closing = _HIDDEN_ENDS[(hidden[1] or hidden[2]).lower()].search(text, hidden.end())
        at = closing.end() if closing else len(text)
    return "".join([*pieces, text[at:]])


def clean_name(raw: str) -> str:
    """A name on one line, single spaces."""
    return " ".join(clean_text(raw).split())


def name_as_read(raw: str) -> str:
    """A name with the readings that stand above its characters in their place; nothing where none do."""
    spoken = _ANNOTATED.sub(lambda found: found[1], raw) if "<rt>" in raw else ""
    return clean_name(spoken)


def has_markup(raw: str) -> bool:
    """Whether HTML other than ruby stands in a text."""
    return "<" in raw and bool(_HIDDEN.search(raw) or _BREAK.search(raw) or _TAG.search(raw)) and "<ruby>" not in raw


def why_left_out(reason: str) -> Both:
    """The sentence people see."""
    return sentence(f"left-out.{reason}")


class LeftOut(Exception):
    """A row that cannot be a card; `reason` is one of `REASONS`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Reading(msgspec.Struct, kw_only=True):
    """The cards of one file, and the rows that were left out."""

    source: Source
    lang: str  # the language of a ygopro file's names; "all" where a file carries every language
    cards: list[StoredCard] = []
    rows: int = 0
    skipped: dict[str, int] = {}
    without_text: int = 0
    cleaned: int = 0  # rows whose HTML was taken out

    def skip(self, reason: str, times: int = 1) -> None:
        """Count a row that is left out; `reason` is one of `REASONS`."""
        assert reason in REASONS
        self.skipped[reason] = self.skipped.get(reason, 0) + times


def most_common_reason(reading: Reading) -> str:
    """The reason that left out most rows."""
    return Counter(reading.skipped).most_common(1)[0][0] if reading.skipped else "other-shape"
