"""Names and texts without markup, control characters and odd line ends."""

import html
import re

LONGEST_NAME = 200
LONGEST_TEXT = 20_000

_READING = re.compile(r"<rt\b[^>]*>.*?</rt\s*>|<rp\b[^>]*>.*?</rp\s*>", re.IGNORECASE | re.DOTALL)
_HIDDEN = re.compile(r"<(script|style)\b[^>]*>.*?(?:</\1\s*>|$)|<!--.*?(?:-->|$)", re.IGNORECASE | re.DOTALL)
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
        text = _HIDDEN.sub("", _READING.sub("", text))
        text = _UPPER_TAG.sub("", _TAG.sub("", _BREAK.sub("\n", text)))
    if "&" in text:
        text = _ENTITY.sub(lambda found: html.unescape(found.group()), text)
    return _CONTROL.sub("", text.replace("\xa0", " ")).strip()


def clean_name(raw: str) -> str:
    """A name on one line, single spaces."""
    return " ".join(clean_text(raw).split())


def has_markup(raw: str) -> bool:
    """Whether HTML other than ruby stands in a text."""
    return "<" in raw and bool(_HIDDEN.search(raw) or _BREAK.search(raw) or _TAG.search(raw)) and "<ruby>" not in raw
