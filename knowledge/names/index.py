"""Search, resolve, suggest, find names in a sentence."""

import re
from bisect import bisect_left
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import msgspec

from knowledge.cards.record import LANGUAGES, StoredCard
from knowledge.data.language import NOTHING_BETWEEN, listed
from knowledge.data.profile import Card
from knowledge.names import matches as searching
from knowledge.names.fold import fold, fold_with_places, query_of
from knowledge.names.index_file import (
    Beginnings,
    BrokenIndex,
    HashTable,
    SortedTexts,
    read_index,
    sections_of,
    write_index,
)
from knowledge.names.matches import Candidates, Hit, Spellings
from knowledge.names.named_cards import Group, NamedCard, Nickname, gathered
from knowledge.problems import BadInput, bad_input, sentence

_NUMBER = re.compile(r"(?:(cid|password)\s*[:：]\s*)?(\d{1,10})", re.IGNORECASE)
_PASSWORD_DIGITS = 8
_decoder = msgspec.json.Decoder(NamedCard)
_MOST_LAST = 256  # cards kept as they were asked for last
_MOST_HOLDERS_KEPT = 20_000
_LONGEST_GROUP = 24  # characters of an archetype's name that is looked for in a sentence


class Found(NamedTuple):
    """A name in a sentence: where it stands and whose it is; several cards where the name is not one card's alone."""

    start: int
    end: int
    cards: tuple[NamedCard, ...]

    @property
    def card(self) -> NamedCard:
        """The card meant, or the first of several."""
        return self.cards[0]


class NameIndex:
    """Every spelling of every card, ready to be searched; immutable and safe to share between threads."""

    def __init__(self, sections: dict[str, bytes] | dict[str, memoryview], fingerprint: str = "") -> None:
        self._sections = sections
        self.fingerprint = fingerprint
        views = {name: memoryview(content) for name, content in sections.items()}
        self._records = views["records"]
        self._ends = views["records.ends"].cast("I")
        self._numbers = HashTable(views["numbers"].cast("Q"))
        self._known = views["known"]
        self._names = Spellings(views, "names")
        self._pinyin = Spellings(views, "pinyin")
        self._groups: list[tuple[Group, frozenset[str]]] | None = None
        self._groups_called: dict[str, tuple[Group, ...]] | None = None
        self._sizes_of_groups: dict[str, tuple[int, ...]] | None = None
        self._names_of_groups: list[str] | None = None
        self._beginnings = Beginnings(self._names.texts)
        short = SortedTexts(
            bytes(views["short.texts"]).decode("utf-8", "surrogatepass"), views["short.starts"].cast("I")
        )
        self._short_cards = views["short.cards"].cast("I")
        self._short_beginnings = Beginnings(short)
        self._holders: dict[str, tuple[int, ...]] = {}
        self._last: dict[int, NamedCard] = {}

    @classmethod
    def build(
        cls, cards: Iterable[Card | StoredCard | NamedCard], nicknames: Iterable[Nickname] = (), fingerprint: str = ""
    ) -> "NameIndex":
        """An index over profiles, imported cards or both; a card known twice is one card."""
        return cls(sections_of(gathered(cards, nicknames)), fingerprint)

    @classmethod
    def open(cls, path: Path, fingerprint: str | None = None) -> "NameIndex":
        """A saved index; `BrokenIndex` where it is damaged, foreign, or not built from `fingerprint`."""
        sections, built_from = read_index(path)
        if fingerprint is not None and built_from != fingerprint:
            raise BrokenIndex("built from other cards")
        try:
            return cls(sections, built_from)
        except (KeyError, TypeError, ValueError) as fault:
            raise BrokenIndex(str(fault)) from fault

    def save(self, path: Path) -> None:
        """Write the index; readers see the old file or the new one, never a part."""
        write_index(path, {name: bytes(content) for name, content in self._sections.items()}, self.fingerprint)

    def __len__(self) -> int:
        return len(self._ends) - 1

    def card(self, number: int) -> NamedCard:
        """The card of that place in the index; a question asks for the same one several times."""
        found = self._last.get(number)
        if found is None:
            found = _decoder.decode(self._records[self._ends[number] : self._ends[number + 1]])
            if len(self._last) >= _MOST_LAST:
                self._last = {}
            self._last[number] = found
        return found

    def by_key(self, key: str) -> NamedCard | None:
        """The card of that key, as hits name it."""
        cards = (self.card(number) for number in self._numbers.rows(f"key:{key}"))
        return next((card for card in cards if card.key == key), None)

    def numbers_of(self, key: str) -> tuple[int, ...]:
        """The place in the index of the card of that key."""
        return tuple(n for n in self._numbers.rows(f"key:{key}") if self.card(n).key == key)

    def search(self, query: str, limit: int = 10) -> list[Hit]:
        """The cards a person may mean, best first; the exact name always leads."""
        return self._hits(query, limit, near=True)

    def suggest(self, prefix: str, limit: int = 8) -> list[Hit]:
        """What a name begun may become; nothing is corrected while a person is still typing."""
        return self._hits(prefix, limit, near=False)

    def one_away(self, query: str) -> set[str]:
        """Keys of the cards with a name one character away from the query."""
        return {self.card(self._names.cards[row]).key for row in self._names.one_away(query_of(query))}

    def _hits(self, query: str, limit: int, near: bool) -> list[Hit]:
        folded = query_of(query)
        if not folded or limit < 1:
            return []
        candidates = Candidates()
        for number in self._numbered(query):
            candidates.offer(number, "id", 1, 0)
        searching.search_names(self._names, query, folded, limit, candidates)
        if folded.isascii() and len(folded) > 1:
            searching.search_pinyin(self._pinyin, folded, limit, candidates)
        if near and not candidates.has_exact():
            searching.search_near(self._names, self._pinyin, folded, candidates)
        return [self._hit(*best) for best in candidates.best(limit, self._known)]

    def _hit(self, number: int, score: float, why: str, row: int) -> Hit:
        by_pinyin = why.startswith(("pinyin", "initials"))
        spelling = "" if why == "id" else (self._pinyin if by_pinyin else self._names).texts[row]
        return Hit(card=self.card(number), score=round(score, 4), why=why, spelling=spelling)  # type: ignore[arg-type]

    def _numbered(self, text: str) -> list[int]:
        """Cards whose official id or password is written in the text."""
        match = _NUMBER.fullmatch(text.strip())
        if not match:
            return []
        kinds = [match[1].lower()] if match[1] else ["password", "cid"]
        if not match[1] and len(match[2]) >= _PASSWORD_DIGITS:
            kinds = ["password"]  # official ids have fewer digits
        found = [number for kind in kinds for number in self._numbers.rows(f"{kind}:{int(match[2])}")]
        return [number for number in dict.fromkeys(found) if self._bears(self.card(number), int(match[2]))]

    @staticmethod
    def _bears(card: NamedCard, number: int) -> bool:
        return number in (card.cid, card.password, *card.other_passwords)

    def resolve(self, text: str) -> NamedCard:
        """The one card that bears this very name, alias, nickname or number; never a near one."""
        folded = query_of(text)
        numbers = self._numbered(text)
        found = list(dict.fromkeys([*self._bearers(text, folded), *numbers]))
        if len(found) == 1:
            return self.card(found[0])
        keyed = self.by_key(text.strip()) if not found else None
        if keyed is not None:
            return keyed
        if found:
            raise _ambiguous(text, [self.card(number) for number in found])
        raise _unknown(text, self.search(text, 5) if folded else [])

    def _bearers(self, text: str, folded: str) -> list[int]:
        """Cards with this spelling: those it is a name of, else those it is a nickname of."""
        rows = self._names.exact(folded) if folded else []
        named = list(dict.fromkeys(card for card, kind in rows if kind != searching.NICKNAME))
        if len(named) > 1 and len(fold(text)) != len("".join(text.split())):
            # The dots and dashes a person took the trouble to type may tell apart names that are otherwise equal.
            marked = [number for number in named if _marked(text) in map(_marked, _spellings(self.card(number)))]
            named = marked or named
        return named or list(dict.fromkeys(card for card, _ in rows))

    def find_in(self, text: str) -> list[Found]:
        """The names standing in a sentence, in its order: the longest claim their place first, none lies in another."""
        folded, places = fold_with_places(text)
        taken = [False] * len(folded)
        found: list[Found] = []
        for start, end in sorted(
            self._names.spans_in(folded, text, places), key=lambda span: (span[0] - span[1], span[0])
        ):
            if not any(taken[start:end]):
                taken[start:end] = [True] * (end - start)
                cards = self._bearers(text[places[start] : places[end - 1] + 1], folded[start:end])
                found.append(Found(places[start], places[end - 1] + 1, tuple(self.card(card) for card in cards)))
        return sorted(found)

    def names_at(self, folded: str, start: int) -> list[tuple[int, bool]]:
        """(end, whether some card's own name) of every name or nickname that stands at a place of a folded sentence."""
        kind = self._names.kind
        return [
            (end, any(kind(row) != searching.NICKNAME for row in rows))
            for end, rows in self._beginnings.at(folded, start)
        ]

    def short_forms_at(self, folded: str, start: int) -> list[tuple[int, tuple[int, ...]]]:
        """(end, cards) of every short form that stands at a place of a folded sentence; the oldest card first."""
        return [
            (end, tuple(self._short_cards[row] for row in rows))
            for end, rows in self._short_beginnings.at(folded, start)
        ]

    def bearers(self, typed: str) -> tuple[int, ...]:
        """Numbers of the cards of this very name, else of this nickname."""
        return tuple(self._bearers(typed, fold(typed)))

    def holders(self, folded: str, most: int = 8) -> tuple[int, ...]:
        """Numbers of the cards with this piece in some name, oldest first; empty where more than `most` have it."""
        kept = self._holders.get(folded)
        if kept is None:
            rows = self._names.containing(folded)
            kept = tuple(sorted({self._names.cards[row] for row in rows}))
            if len(self._holders) < _MOST_HOLDERS_KEPT:
                self._holders[folded] = kept
        return kept if len(kept) <= most else ()

    def alike(self, window: str, limit: int = 40) -> list[tuple[str, int]]:
        """(folded name, card) of the names that share most pieces with a stretch of a sentence."""
        rows = self._names.sharing_pieces(window, limit)
        return [(self._names.texts[row], self._names.cards[row]) for row in rows]

    def groups(self, query: str, limit: int = 5) -> list[Group]:
        """Archetypes called so: the very name first, then names beginning so."""
        folded = query_of(query)
        if not folded:
            return []
        called = self.groups_called()
        names = self._group_names()
        exact = called.get(folded, ())
        found = {id(group): group for group in exact}
        for name in names[bisect_left(names, folded) :]:
            if not name.startswith(folded):
                break
            for group in called[name]:
                found.setdefault(id(group), group)
        begun = {id(group) for group in found.values()} - {id(group) for group in exact}
        if not begun:
            return list(exact)[:limit]
        return [*exact, *(group for group, _ in self._all_groups() if id(group) in begun)][:limit]

    def _group_names(self) -> list[str]:
        if self._names_of_groups is None:
            self._names_of_groups = sorted(self.groups_called())
        return self._names_of_groups

    def groups_called(self) -> dict[str, tuple[Group, ...]]:
        """Every archetype by each of its folded names."""
        if self._groups_called is None:
            called: dict[str, tuple[Group, ...]] = {}
            for group, names in self._all_groups():
                for name in sorted(names):
                    called[name] = (*called.get(name, ()), group)
            self._groups_called = called
        return self._groups_called

    def sizes_of_groups(self) -> dict[str, tuple[int, ...]]:
        """How long the folded names of archetypes are that begin with these two characters, the shortest first."""
        if self._sizes_of_groups is None:
            sizes: dict[str, set[int]] = {}
            for name in self.groups_called():
                if 2 <= len(name) <= _LONGEST_GROUP:
                    sizes.setdefault(name[:2], set()).add(len(name))
            self._sizes_of_groups = {pair: tuple(sorted(found)) for pair, found in sizes.items()}
        return self._sizes_of_groups

    def _all_groups(self) -> list[tuple[Group, frozenset[str]]]:
        if self._groups is None:
            decoded = msgspec.json.decode(bytes(self._sections["groups"]), type=list[Group])
            self._groups = [(group, frozenset(map(fold, group.names.values()))) for group in decoded]
        return self._groups


def _marked(name: str) -> str:
    return "".join(name.split()).lower()


def _spellings(card: NamedCard) -> list[str]:
    return [*card.names.values(), *card.aliases]


_ENGLISH_FIRST = ("en", "zh", "zh-CN", "ja", "zh-TW")


def _called(names: dict[str, str], order: tuple[str, ...]) -> str:
    return next((names[lang] for lang in order if names.get(lang)), "")


def _ambiguous(text: str, cards: list[NamedCard]) -> BadInput:
    shown = cards[:5]
    chinese = [f"{_called(card.names, LANGUAGES)}（{card.password or card.cid or card.key}）" for card in shown]
    english = [f"{_called(card.names, _ENGLISH_FIRST)} ({card.password or card.cid or card.key})" for card in shown]
    return bad_input(
        "card.several",
        field="card",
        value=text,
        accepted=[{"key": card.key, "names": card.names, "cid": card.cid, "password": card.password} for card in cards],
        status=409,
        kind="ambiguous",
        text=text.strip(),
        listed={"zh": "、".join(chinese), "en": ", ".join(english)},
    )


def _unknown(text: str, near: list[Hit]) -> BadInput:
    shown = text.strip()[:60]
    chinese = [_called(hit.names, LANGUAGES) for hit in near]
    english = [_called(hit.names, _ENGLISH_FIRST) for hit in near]
    told = [sentence("card.not-found", name=shown) if shown else sentence("card.none-named")]
    if near:
        told.append(sentence("card.near", listed={"zh": "、".join(chinese), "en": "; ".join(english)}))
    says = listed(told, NOTHING_BETWEEN)
    return BadInput(says["zh"], says["en"], field="card", value=text, accepted=chinese, status=404, kind="unknown-card")
