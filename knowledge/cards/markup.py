"""Names and texts without markup, control characters and odd line ends."""

import html
import re

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
_BREAK = re.compile(r"<br\s*/?>|</(?:p|div|li)\s*>", re.IGNORECASE)
# Only tags HTML knows: names of cards contain things such as <Y/N>, and a lone capital <P> is one of them.
_TAG = re.compile(
    r"</?(?:ruby|rb|rt|rp|span|div|font|em|strong|small|big|sup|sub|img|a|b|i|u|p|li|ul|ol|table|tr|td|th|iframe|svg|"
    r"object|embed|link|meta|h[1-6]|code|pre)(?:\s[^<>]*)?/?>"
)
_UPPER_TAG = re.compile(r"</?(?:RUBY|RB|RT|SPAN|DIV|FONT|STRONG|IMG|TABLE|IFRAME|SVG|OBJECT|EMBED)(?:\s[^<>]*)?/?>")
_ENTITY = re.compile(r"&(?:amp|lt|gt|quot|apos|nbsp|middot|#\d{1,7}|#x[0-9a-fA-F]{1,6});")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]")


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


def has_markup(raw: str) -> bool:
    """Whether HTML other than ruby stands in a text."""
    return "<" in raw and bool(_HIDDEN.search(raw) or _BREAK.search(raw) or _TAG.search(raw)) and "<ruby>" not in raw
