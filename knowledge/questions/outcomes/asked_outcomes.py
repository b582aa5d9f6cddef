"""What becomes of something: which thing is asked, and which card was done what by which in the chain that is told."""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any

from knowledge.data.profile import Card
from knowledge.data.yaml_files import question_words
from knowledge.questions.cast import answers_things, is_fast

_HINDERS = frozenset(
    ("negate-effect", "negate-activation", "destroy", "banish", "flip-face-down", "return-to-hand", "return-to-deck")
)


@dataclass(frozen=True)
class Named:
    """A card where it stands in the text."""

    card: Card
    start: int
    end: int


@dataclass(frozen=True)
class Answering:
    """Two links: `first` was activated, `second` answered it; or three, where `third` answered the second."""

    first: Card
    second: Card
    third: Card | None = None


def _words(listed: list[str]) -> re.Pattern[str]:
    spelled = sorted((str(word) for word in listed), key=len, reverse=True)
    return re.compile("|".join(_whole(word) for word in spelled))


def _whole(word: str) -> str:
    """A word as a pattern; in letters it does not begin or end within a longer one."""
    before = "(?<![a-z])" if word[:1].isascii() and word[:1].isalpha() else ""
    behind = "(?![a-z])" if word[-1:].isascii() and word[-1:].isalpha() else ""
    return f"{before}{re.escape(word)}{behind}"


class _DoneByIt:
    """Which deed a card is asked to do of itself, by the words for it and for what it is done to, in their order."""

    def __init__(self, record: dict[str, Any], deeds: dict[str, str]) -> None:
        spelled = {**deeds, **record["deeds"]}
        self.deeds = {deed: re.compile(pattern) for deed, pattern in spelled.items()}
        self._suffered = {deed: re.compile(pattern) for deed, pattern in record["suffered"].items()}
        anything, bare = ("|".join(f"(?:{spelled[d]})" for d in some) for some in (spelled, record["bare"]))
        blanks = {
            "{deed}": anything,
            "{suffered}": "|".join(record["suffered"].values()),
            "{object}": record["objects"],
        }
        shapes = list(record["shapes"])
        for blank, pattern in blanks.items():
            shapes = [shape.replace(blank, pattern) for shape in shapes]
        shapes += [shape.replace("{deed}", bare) for shape in record["bare_shapes"]]
        anything += f"|{blanks['{suffered}']}"
        self._any, self._shapes = re.compile(anything), [re.compile(shape) for shape in shapes]
        self._of_attacks, self._of_summons, self._otherwise = (
            re.compile(record[key]) for key in ("of_attacks", "of_summons", "otherwise")
        )

    def asked(self, text: str) -> str:
        if not self._any.search(text) or self._otherwise.search(text):
            return ""
        said = next((match[0] for shape in self._shapes if (match := shape.search(text))), "")
        found = [deed for deed, pattern in self.deeds.items() if said and pattern.search(said)]
        found = found or [deed for deed, pattern in self._suffered.items() if said and pattern.search(said)]
        if found != ["negate"]:
            return found[0] if len(found) == 1 else ""
        if self._of_summons.search(said):
            return ""  # texts tell apart which summons they negate
        return "negate-attack" if self._of_attacks.search(said) else "negate"


class OutcomeWords:
    """The patterns of `rulings/questions/asked-outcomes.yaml` and `attacks.yaml`."""

    def __init__(self) -> None:
        record: Any = question_words("asked-outcomes.yaml")
        self.things = {thing: [re.compile(p) for p in patterns] for thing, patterns in record["things"].items()}
        # one reading after another looks for these in the same question
        self.act_asked, self.thing_asked = lru_cache(16)(self._act_asked), lru_cache(16)(self._thing_asked)
        self.by_the_other, self.chained, self.acts_on = (
            _words(record[key]) for key in ("by_the_other", "chained", "acts_on")
        )
        self.carried, self.of_others = (_words(record[key]) for key in ("carried", "of_others"))
        self.of_an_attack, self.by_battle = _words(record["of_an_attack"]), _words(record["by_battle"])
        self.of_its_effect = _words(record["of_its_effect"])
        self._turned_or_left, self._stayed = re.compile(record["turned_or_left"]), re.compile(record["stayed"])
        self._discards, self._succeeds = re.compile(record["discards"]), re.compile(record["succeeds"])
        self._another_one = re.compile(record["another_one"])
        self._chained_by_a_kind = [re.compile(pattern) for pattern in record["chained_by_a_kind"]]
        self.acted_on_by_it = re.compile(record["acted_on_by_it"])
        self.lies_face_down = re.compile(record["lies_face_down"])
        self.target_it = re.compile(record["target_it"])
        self._sets_it = re.compile(record["sets_it"])
        self._beside_it = re.compile(record["beside_it"])
        self.set_earlier: dict[str, str] = record["set_earlier"]
        self.later, self.this_turn = _words(record["later"]), _words(record["this_turn"])
        self.acts = {act: [re.compile(p) for p in patterns] for act, patterns in record["acts"].items()}
        self.act_words = _words(record["act_words"])
        self.just_activated, self.negates = _words(record["just_activated"]), _words(record["negates"])
        self.summons = _words(record["summons"])
        self.there_is = tuple(record["there_is"])
        self.still, self.lay_set = _words(record["still"]), _words(record["lay_set"])
        self.fights = [
            (thing, told["by_the_attacker"], re.compile(told["says"]))
            for thing, several in record["fights"].items()
            for told in several
        ]
        self.lay_open = _words(record["lay_open"])
        self.origins = {place: _words(words) for place, words in record["origins"].items()}
        several: Any = question_words("attacks.yaml")
        self.attacks = {thing: [re.compile(p) for p in several["attacks"][thing]] for thing in ("count", "again")}
        self.attack_numbers = {word: int(n) for word, n in several["attacks"]["numbers"].items()}
        self.attack_words = _words(several["attack_words"])
        self._declarations = {how: [re.compile(p) for p in several["declares"][how]] for how in ("direct", "attack")}
        self._attack_stops, self._attack_goes_on = (
            re.compile(several[key]) for key in ("attack_stops", "attack_goes_on")
        )
        self._battle_phase = [(how == "over", re.compile(p)) for how, p in several["battle_phase"].items()]
        self.used_on_it, self.turn_it_came = (re.compile(several[key]) for key in ("used_on_it", "turn_it_came"))
        self._came_printed = {way: re.compile(pattern) for way, pattern in several["came_printed"].items()}
        self._field_told = [(t["side"], t["amount"], re.compile(t["says"])) for t in several["field_told"]]
        self.level = re.compile(record["level"])
        self.fight_words = _words(record["fight_words"])
        self.reaches = [
            (told["by_the_first"], told.get("spared", False), re.compile(told["says"])) for told in record["reaches"]
        ]
        self._uses = {use: re.compile(pattern) for use, pattern in record["uses"].items()}
        self._befallen = [(told["deed"], told["spared"], re.compile(told["says"])) for told in record["befallen"]]
        self._comes_out = re.compile(record["comes_out"])
        self.times_in_chain = {part: re.compile(pattern) for part, pattern in record["times_in_chain"].items()}
        self.lost_by_then = {part: re.compile(pattern) for part, pattern in record["lost_by_then"].items()}
        self._must_be_shown = re.compile(record["must_be_shown"])
        self.misses, self.passing = (re.compile(record[key]) for key in ("missed_timing", "in_passing"))
        self.links_told, self.done_by_the_first = (re.compile(record[k]) for k in ("links_told", "done_by_the_first"))
        self.as_activation: dict[str, str] = record["as_activation"]
        self.deeds = {act: re.compile(pattern) for act, pattern in record["deeds"].items()}
        self._done_by_it = _DoneByIt(record["done_by_it"], record["deeds"])
        self._must_be = re.compile(record["must_be"])
        self.comes_to = re.compile(record["comes_to"])
        self.destination, self.bounds = re.compile(record["goes_to"]), re.compile(record["bounds"])
        self._linked = [(told["first"], re.compile(told["says"])) for told in record["linked"]]
        self._goes_there = {place: re.compile(pattern) for place, pattern in record["goes_there"].items()}
        self._special, self._paid = _words(record["special"]), re.compile(record["paid"])
        self.summon_ways = {way: re.compile(pattern) for way, pattern in record["summon_ways"].items()}
        self.negation = {of: re.compile(pattern) for of, pattern in record["negation"].items()}
        self.declares = re.compile(record["declares"])
        self.by_means = re.compile(record["by_means"])
        self.kinds = {kind: _words(words) for kind, words in record["kinds"].items()}

    def left_over(self, words: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
        """What of the words nothing accounts for is not the telling of a chain either."""
        kept = []
        for start, end, word in words:
            rest = word.lower()
            patterns = [self.chained, self.acts_on, self.by_the_other, self.carried, *(p for _, _, p in self.reaches)]
            patterns += [p for several in self.things.values() for p in several]
            for pattern in patterns:
                rest = pattern.sub(" ", rest)
            if rest.strip(" 　-·'’"):
                kept.append((start, end, word))
        return kept

    def level_told(self, text: str) -> int | None:
        """The level a monster is told to have: the last figure that is one."""
        found = [next(filter(None, m.groups())) for m in self.level.finditer(text.lower())]
        if not found:
            return None
        return int(found[-1]) if found[-1].isdecimal() else int(unicodedata.numeric(found[-1]))

    def fight_asked(self, text: str) -> tuple[str, bool, tuple[int, int]] | None:
        """What a battle is asked to bring a monster, whether it is the attacker's doing, and where it is said."""
        plain = text.lower()
        found = [
            (m.end(), -m.start(), thing, by_the_attacker, m.span())
            for thing, by_the_attacker, p in self.fights
            for m in p.finditer(plain)
        ]
        return max(found)[2:] if found else None  # the last that is said, as much of it as there is

    def attacks_asked(self, text: str) -> tuple[str, int | None, tuple[int, int]] | None:
        """Whether it is asked how often a monster attacks, or whether once more; the number asked about; where."""
        plain = text.lower()
        for thing, patterns in self.attacks.items():
            for match in (m for p in patterns if (m := p.search(plain))):
                number = next((n for n in match.groupdict().values() if n), "")
                return thing, self.attack_numbers.get(number), match.span()
        return None

    def declaration_asked(self, text: str) -> tuple[str, tuple[int, int]] | None:
        """Whether it is asked if a monster may attack, directly or at all, and where that is said."""
        plain = text.lower()
        for how, patterns in self._declarations.items():
            for match in (m for p in patterns if (m := p.search(plain))):
                return how, match.span()
        return None

    def asks(self, thing: str, text: str) -> bool:
        """Whether something of `things` is asked, wherever it is said: where a card goes, whether it is destroyed."""
        return any(p.search(text.lower()) for p in self.things[thing])

    def whereabouts_asked(self, text: str) -> tuple[str, tuple[int, int]] | None:
        """Whether it is asked where cards go, or if they go to the GY or are banished; and where it is said."""
        plain = text.lower()
        asked = {**self._goes_there, "where": re.compile("|".join(p.pattern for p in self.things["where"]))}
        found = [(m.start(), place, m.span()) for place, p in asked.items() for m in p.finditer(plain)]
        return max(found)[1:] if found else None

    def attack_stops_asked(self, text: str) -> tuple[bool, tuple[int, int]] | None:
        """Whether it is asked if an attack comes to nothing, or the other way round if it goes on, and where."""
        for stops, pattern in ((True, self._attack_stops), (False, self._attack_goes_on)):
            if match := pattern.search(text.lower()):
                return stops, match.span()
        return None

    def battle_phase_asked(self, text: str) -> tuple[bool, tuple[int, int]] | None:
        """Whether it is asked if the Battle Phase is over, or the other way round if it goes on, and where."""
        for over, pattern in self._battle_phase:
            if match := pattern.search(text.lower()):
                return over, match.span()
        return None

    def monsters_told(self, text: str) -> tuple[dict[str, str], list[tuple[int, int]]]:
        """Which player is told to have some monster or none, and where."""
        plain = text.lower()
        found = [(side, amount, m.span()) for side, amount, p in self._field_told if (m := p.search(plain))]
        return {side: amount for side, amount, _ in found}, [span for _, _, span in found]

    def left_over_of_attacks(self, words: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
        """What of the words nothing accounts for does not tell of several attacks either."""
        return [w for w in words if self.attack_words.sub(" ", w[2].lower()).strip(" 　-·'’")]

    def left_over_of_fights(self, words: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
        """What of the words nothing accounts for does not tell of a battle either."""
        return [w for w in words if self.fight_words.sub(" ", w[2].lower()).strip(" 　-·'’")]

    def reaching(self, text: str) -> tuple[bool, bool, tuple[int, int]] | None:
        """Whether one card works on another: is it the first that would, is it asked whether not, and where."""
        plain = text.lower()
        found = [(by_the_first, spared, m.span()) for by_the_first, spared, p in self.reaches if (m := p.search(plain))]
        return found[0] if found else None

    def use_asked(self, text: str) -> tuple[str, tuple[int, int]] | None:
        """What a card is asked to be used for, and where it is said."""
        plain = text.lower()
        found = [(use, m.span()) for use, pattern in self._uses.items() if (m := pattern.search(plain))]
        return found[0] if len(found) == 1 else None

    def befallen(self, text: str) -> tuple[str, bool, tuple[int, int]] | None:
        """What is asked to befall a card by an effect, whether asked the other way round, and where it is said."""
        plain = text.lower()
        found = [(m.end(), deed, spared, m.span()) for deed, spared, p in self._befallen for m in p.finditer(plain)]
        return max(found)[1:] if found else None

    def summoned(self, text: str) -> tuple[str, bool, tuple[int, int]] | None:
        """Whether it is asked if a card comes out by an effect, in the shape of `befallen`."""
        found = list(self._comes_out.finditer(text.lower()))
        return ("special-summon", False, found[-1].span()) if found else None

    def of_later(self, text: str) -> bool:
        """Whether the question is about another use or another card later on, not about the chain told."""
        return self.later.search(text.lower()) is not None

    def _act_asked(self, text: str) -> tuple[str, tuple[int, int]] | None:
        """Which act of a player is asked about, and where: the last that is said."""
        plain = text.lower()
        found = [
            (m.start(), act, m.span())
            for act, patterns in self.acts.items()
            for p in patterns
            for m in p.finditer(plain)
        ]
        return (max(found)[1], max(found)[2]) if found else None

    def is_kind(self, kind: str, text: str) -> bool:
        """Whether a monster is told to be of this kind."""
        return self.kinds[kind].search(text.lower()) is not None

    def left_over_of_acts(self, words: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
        """What of the words nothing accounts for does not tell of cards in force either."""
        kept = []
        for first, last, word in words:
            rest = word.lower()
            acts = [p for several in self.acts.values() for p in several]
            for pattern in [self.act_words, *self.kinds.values(), *acts]:
                rest = pattern.sub(" ", rest)
            if rest.strip(" 　-·'’"):
                kept.append((first, last, word))
        return kept

    def declared(self, text: str) -> bool:
        """Whether the declaration of an attack is spoken of, not only the attack."""
        return self.declares.search(text.lower()) is not None

    def deeds_asked(self, text: str) -> list[str]:
        """The acts a text has words for."""
        return [act for act, pattern in self.deeds.items() if pattern.search(text.lower())]

    def turned_or_left(self, text: str) -> bool:
        """Whether a card is told to have left the field or been turned face-down."""
        return self._turned_or_left.search(self._stayed.sub(" ", text.lower())) is not None

    def left_over_of_staying(self, text: str, words: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
        """What of the words nothing accounts for does not tell that a card stayed as it was either."""
        spans = [match.span() for match in self._stayed.finditer(text.lower())]
        return [w for w in words if not any(start <= w[0] and w[1] <= end for start, end in spans)]

    def another_one(self, text: str) -> bool:
        """Whether a further activation is spoken of, after one that was told."""
        return self._another_one.search(text.lower()) is not None

    def chained_by_a_kind(self, text: str) -> bool:
        """Whether a kind of cards, standing as ¤, is asked to be chained to the card standing as §."""
        return any(pattern.search(text.lower()) for pattern in self._chained_by_a_kind)

    def discards(self, text: str) -> bool:
        """Whether a card is told to have been discarded."""
        return self._discards.search(text.lower()) is not None

    def succeeds(self, text: str) -> bool:
        """Whether a summon is asked to succeed after all."""
        return self._succeeds.search(text.lower()) is not None

    def sets_it(self, text: str) -> bool:
        """Whether a monster is asked to be set face-down."""
        return self._sets_it.search(text.lower()) is not None

    def beside_it(self, text: str) -> bool:
        """Whether a line only sets something beside what was asked before."""
        return self._beside_it.search(text.lower()) is not None

    def must_be(self, text: str) -> bool:
        """Whether it is asked that something must be so, and not that it may."""
        return self._must_be.search(text.lower()) is not None

    def done_by_it(self, text: str) -> str:
        """The one deed that the card standing as § is asked to do; empty where there is none, or more than one."""
        return self._done_by_it.asked(text.lower())

    def prints_deed(self, deed: str, text: str) -> bool:
        """Whether the text of a card has a word for a deed."""
        return self._done_by_it.deeds[deed.removesuffix("-attack")].search(text.lower()) is not None

    def is_bounded(self, text: str) -> bool:
        """Whether a figure is told as a bound."""
        return self.bounds.search(text.lower()) is not None

    def to_a_player(self, text: str) -> bool:
        """Whether a text says to whose field, hand or deck something goes."""
        return self.comes_to.search(text.lower()) is not None

    def is_destination(self, before: str) -> bool:
        """Whether what follows these words is where something goes."""
        return self.destination.search(before.lower()) is not None

    def negation_asked(self, text: str) -> str:
        """What a card is asked to negate: a summon, or an activation or effect; empty where it is not asked."""
        plain = text.lower()
        return next((of for of, pattern in self.negation.items() if pattern.search(plain)), "")

    def summon_way(self, text: str) -> str:
        """Which way of summoning is spoken of; empty where none is."""
        return next((way for way, pattern in self.summon_ways.items() if pattern.search(text.lower())), "")

    def ways_printed(self, ways: str) -> set[str]:
        """The ways of coming to the field that a text names, normal and special."""
        found: set[str] = set()
        for way, pattern in self._came_printed.items():
            found |= {way} if pattern.search(ways) else set()
            ways = pattern.sub("", ways)
        return found

    def is_paid(self, text: str) -> bool:
        """Whether a cost, or a negation of what it was paid for, is spoken of."""
        return self._paid.search(text.lower()) is not None

    def is_special(self, text: str) -> bool:
        """Whether a Special Summon is spoken of, without telling which kind."""
        return self._special.search(text.lower()) is not None

    def missed_timing(self, text: str) -> tuple[int, int] | None:
        """Where it is asked whether a timing is missed."""
        found = self.misses.search(text.lower())
        return found.span() if found else None

    def must_be_shown(self, text: str) -> tuple[int, int] | None:
        """Where it is asked whether cards must be shown to the other player."""
        found = list(self._must_be_shown.finditer(text.lower()))
        return found[-1].span() if found else None

    def in_passing(self, text: str) -> bool:
        """Whether what happened is told as part of something else, which is over only later: a cost, a material."""
        return self.passing.search(text.lower()) is not None

    def left_over_of_timing(self, words: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
        """What of the words nothing accounts for does not tell of something done in passing either."""
        return [w for w in words if self.passing.sub(" ", w[2].lower()).strip(" 　-·'’")]

    def _thing_asked(self, text: str) -> tuple[str, tuple[int, int]] | None:
        """What is asked to become of something, and where the text says so: the last that is said."""
        plain = text.lower()
        found = [
            (m.start(), -n, thing, m.span())
            for n, (thing, patterns) in enumerate(self.things.items())
            for p in patterns
            for m in p.finditer(plain)
        ]
        if not found:
            later = list(self.done_by_the_first.finditer(plain)) if self.links_told.search(plain) else []
            return ("resolves", later[-1].span()) if later else None
        _, _, thing, span = max(found)
        return thing, span

    def answering(self, text: str, named: list[Named], asks: int | None = None) -> Answering | None:
        """Who answered whom; nothing where grammar and the cards leave it open. `asks`: where the question begins."""
        cards = list({one.card.id: one for one in reversed(named)}.values())[::-1]
        if len(cards) == 3:
            return self._three_links(text, named)
        if len(cards) != 2:
            return None
        if again := self._chained_to_its_like(text, named, asks):
            return again
        one, other = sorted(cards, key=lambda n: n.start)
        signed = f"{text[: one.start]}①{text[one.end : other.start]}②{text[other.end :]}".lower()
        if plain_links := [(first, m) for first, p in self._linked if (m := p.search(signed))]:
            first, second = (one, other) if plain_links[0][0] == 1 else (other, one)
            return Answering(first.card, second.card) if can_hinder(second.card) else None
        able = [n for n in (one, other) if can_hinder(n.card)]
        plain, between = text.lower(), text[one.end : other.start].lower()
        before = plain[:asks]  # "is X destroyed": what is asked tells of no link
        linked = any(words.search(plain) for words in (self.chained, self.negates)) or bool(
            self.by_the_other.search(before if asks is not None and _pauses(before) else plain)
        )
        done_to_it = self.acts_on.search(between) and self.still.search(plain) and not self.lay_set.search(plain)
        linked = linked or bool(done_to_it) or bool(self.just_activated.search(plain) and self.acts_on.search(plain))
        if len(able) == 1 and (linked or answers_things(able[0].card)):
            second = able[0]
            return Answering((other if second is one else one).card, second.card)
        if len(able) < 2:
            return None
        if self.by_the_other.search(between) or self.chained.search(between):
            return Answering(one.card, other.card)
        if self.acts_on.search(between):
            return Answering(other.card, one.card)
        return None

    def _chained_to_its_like(self, text: str, named: list[Named], asks: int | None) -> Answering | None:
        """`X, chain link 2 Y, chain link 3 another Y`: the second card is chained to another copy of itself."""
        told = [one for one in sorted(named, key=lambda n: n.start) if asks is None or one.start < asks]
        linked = [self.chained.search(text[a.end : b.start].lower()) for a, b in pairwise(told[:3])]
        if len(told) < 3 or not all(linked) or told[1].card is not told[2].card or told[0].card is told[1].card:
            return None
        first, second = told[0].card, told[1].card
        return Answering(first, second, second) if can_hinder(second) else None

    def _three_links(self, text: str, named: list[Named]) -> Answering | None:
        """`they answered X with Y, and I chained Z`: every new card answers the one before it, as it is told."""
        order: list[Card] = []
        for one in sorted(named, key=lambda n: n.start):
            if one.card in order:
                continue
            before = [n for n in named if n.end <= one.start]
            between = text[before[-1].end : one.start].lower() if before else ""
            acted_on = before and len(order) == 1 and self.acts_on.search(between) and not _pauses(between)
            passive = self.by_the_other.search(between)
            if acted_on and not passive and can_hinder(order[0]):
                order.insert(0, one.card)  # "Y negates my X"
            else:
                order.append(one.card)
        if can_hinder(order[0]) and can_hinder(order[1]) and answers_things(order[0]) and not can_hinder(order[2]):
            order = [order[2], *order[:2]]  # "Y was negated by Z. Does my X …": X is what Y answered
        first, second, third = order
        return Answering(first, second, third) if can_hinder(second) and can_hinder(third) else None


def _pauses(text: str) -> bool:
    return any(mark in text for mark in "，。,.;；!！?？\n")


def can_hinder(card: Card) -> bool:
    """Whether a card may answer another one with something that hinders it."""
    if not is_fast(card):
        return False
    fast = card.effects_of("activate", "quick", "trigger")
    acts = {a.act for e in fast for a in e.every_act}
    waits = any(e.responds_to is not None for e in fast)
    return bool(acts & _HINDERS) and (waits or not card.type.startswith("Monster") or bool(card.effects_of("quick")))


@cache
def outcome_words() -> OutcomeWords:
    """The patterns, read once."""
    return OutcomeWords()
