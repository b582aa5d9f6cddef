"""One form for all spellings of a name: width, case, script variants, kana and punctuation do not matter."""

import unicodedata
from functools import lru_cache
from importlib import resources
from itertools import groupby

from knowledge.problems import bad_input

LONGEST_QUERY = 500
_READ_IN_TWO_WAYS = "重调行长乐传降朝藏弹角血还种盛都校宿薄"

# Written apart in Taiwan and Hong Kong, one character in simplified use; opencc leaves them to phrases.
_MORE_VARIANTS = {
    "著": "着",
    "麽": "么",
    "麼": "么",
    "妳": "你",
    "祂": "他",
    "牠": "它",
    "甦": "苏",
    "彊": "强",
    "麺": "面",
}


def _pairs(dictionary: str) -> list[tuple[str, str]]:
    content = resources.files("opencc").joinpath("dictionary", dictionary).read_text(encoding="utf-8")
    rows = (line.split("\t") for line in content.splitlines() if "\t" in line)
    return [(source, target.split(" ")[0]) for source, target in rows if len(source) == 1]


@lru_cache(maxsize=1)
def _variants() -> dict[int, str]:
    """Traditional and Japanese forms of a character to its simplified one, as a table for `str.translate`."""
    simplified = dict(_pairs("TSCharacters.txt"))
    simplified.update(_MORE_VARIANTS)
    for dictionary in ("TWVariantsRev.txt", "HKVariantsRev.txt"):
        for variant, standard in _pairs(dictionary):
            simplified.setdefault(variant, simplified.get(standard, standard))
    for standard, japanese in _pairs("JPVariants.txt"):
        simplified.setdefault(japanese, simplified.get(standard, standard))
    settled = {source: simplified.get(target, target) for source, target in simplified.items()}  # 麼, 么 and 幺 are one
    table = {ord(source): target for source, target in settled.items() if len(target) == 1}
    for code in (*range(0x3041, 0x3097), 0x309D, 0x309E):
        table[code] = chr(code + 0x60)  # hiragana reads like katakana
    return table


@lru_cache(maxsize=1)
def _traditional() -> dict[int, str]:
    """Traditional characters alone to how they are typed in simplified ones: what is typed so stays (么, not 幺)."""
    pairs = dict(_pairs("TSCharacters.txt")) | {"裡": "里", "裏": "里"} | _MORE_VARIANTS
    typed = set(pairs.values())
    return {ord(source): target for source, target in pairs.items() if len(target) == 1 and source not in typed}


@lru_cache(maxsize=8192)
def _folded_character(character: str) -> str:
    plain = unicodedata.normalize("NFKC", character).lower()
    if any("\u0300" <= mark <= "\u036f" for mark in unicodedata.normalize("NFD", plain)):
        # Accents go; the marks on kana are other code points and stay.
        plain = "".join(c for c in unicodedata.normalize("NFD", plain) if not "\u0300" <= c <= "\u036f")
    kept = "".join(c for c in plain if unicodedata.category(c)[0] in "LNM" and c not in "\u3099\u309a\ufe0e\ufe0f")
    return kept.translate(_variants())


def simplified(text: str) -> str:
    """A Chinese text in simplified characters, one for one; a text with kana is Japanese and stays as it is."""
    if text.isascii() or any("\u3041" <= c <= "\u30fa" for c in text):
        return text
    return text.translate(_traditional())


def fold(text: str) -> str:
    """The form under which a name is kept and looked for; a name of nothing but signs keeps its signs."""
    if folded := fold_letters(text):
        return folded
    signs = "".join(unicodedata.normalize("NFKC", text).split()).lower()
    return unicodedata.normalize("NFKC", signs)  # signs that stood apart may change places


def fold_letters(text: str) -> str:
    """The same without the signs: of nothing but signs nothing is left."""
    return "".join(map(_folded_character, unicodedata.normalize("NFKC", text)))


def fold_with_places(text: str) -> tuple[str, list[int]]:
    """The folded text, and for each of its characters the place it has in the text given."""
    folded: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        for kept in _folded_character(character):
            folded.append(kept)
            places.append(place)
    return "".join(folded), places


def is_latin(text: str) -> bool:
    """Whether a folded text is only ASCII letters and digits."""
    return text.isascii()


def is_chinese(character: str) -> bool:
    """Whether a character is a Han character."""
    return "\u4e00" <= character <= "\u9fff" or "\u3400" <= character <= "\u4dbf"


@lru_cache(maxsize=1)
def _other_readings() -> dict[str, str]:
    """The second reading of characters that people often read otherwise than the dictionary's first choice."""
    from pypinyin import Style, pinyin

    readings = {character: pinyin(character, style=Style.NORMAL, heteronym=True)[0] for character in _READ_IN_TWO_WAYS}
    return {character: reading for character, known in readings.items() for reading in known[1:2]}


def pinyin_of(folded: str) -> list[tuple[str, str]]:
    """Toneless pinyin and initials of a folded Chinese name, the usual reading first; empty where it has none."""
    if not any(map(is_chinese, folded)):
        return []
    from pypinyin import lazy_pinyin  # slow to load: only building an index and a misspelt name need it

    pieces: list[tuple[str, str]] = []  # what is typed, its initial
    other: list[tuple[int, str]] = []
    for chinese, run in groupby(folded, key=is_chinese):
        piece = "".join(run)
        if not chinese:
            pieces.append((piece, piece))
            continue
        for character, syllable in zip(piece, lazy_pinyin(piece), strict=True):
            reading = _other_readings().get(character)
            if reading is not None:
                first = lazy_pinyin(character)[0]
                other.append((len(pieces), reading if syllable == first else first))
            pieces.append((syllable, syllable[0]))
    spelled = [pieces, *([*pieces[:at], (reading, reading[0]), *pieces[at + 1 :]] for at, reading in other)]
    typed = [("".join(whole for whole, _ in each), "".join(initial for _, initial in each)) for each in spelled]
    return typed if typed[0][0].isascii() else []


def query_of(text: str) -> str:
    """What a person typed, folded; refused when it is longer than any name could be."""
    if len(text) > LONGEST_QUERY:
        raise bad_input(
            "query.too-long",
            field="q",
            value=text[:40] + "…",
            accepted=[f"1-{LONGEST_QUERY}"],
            status=413,
            count=len(text),
            longest_query=LONGEST_QUERY,
        )
    return fold(text)
