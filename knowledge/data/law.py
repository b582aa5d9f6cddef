"""Records of the law: documents, timings, words, facts, gates and their rules."""

from typing import Annotated, Any, Literal

import msgspec

from knowledge.data.profile import Names, Says


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What every record of `rulings/` has in common: no unknown keys, never changed."""


Day = Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d{2}(-\d{2})?$")]  # a day, or an edition such as 2026-08
Statement = Annotated[str, msgspec.Meta(pattern=r"^[A-Z]{2,3}-C?\d+[a-z]?$")]  # a numbered statement of the law


class Cite(Record, frozen=True):
    """Where it says so: a document with its lines, or official FAQ entries, or a day and a kind of source."""

    doc: str
    lines: tuple[int, int] | None = None
    faq: Annotated[tuple[str, ...], msgspec.Meta(max_length=40)] = ()
    date: str = ""

    @property
    def first(self) -> int:
        """The first line it rests on; 0 for a source without lines."""
        return self.lines[0] if self.lines else 0


class Dated(Record, frozen=True, kw_only=True):
    """What begins and ends: on a day, or between two editions where the source gives no day."""

    from_: Day = msgspec.field(name="from", default="")
    until: Day = ""  # the first day on which it no longer holds
    replaces: tuple[str, ...] = ()  # records of the same kind that end where this one begins
    statements: tuple[Statement, ...] = ()  # what of the numbered law it says


class Section(Record, frozen=True):
    """A headed part of a document."""

    id: str
    names: Names
    lines: tuple[int, int]


class Edition(Record, frozen=True):
    """A state of the law that a body of documents records: the day of which it tells, and who publishes it."""

    id: str
    names: Names
    day: str


class Document(Record, frozen=True):
    """A source document, or a kind of source, that can be cited."""

    id: str
    names: Names
    sections: tuple[Section, ...] = ()  # none for a source without lines
    author: Names | None = None
    edition: str = ""
    url: str = ""


class FaqLink(Record, frozen=True):
    """How the official database addresses one kind of entry; `{n}` stands for the number."""

    prefix: str
    url: str
    names: Names


class Timing(Record, frozen=True):
    """A moment of the turn: the turn itself, a phase, a step, a window, or a group of windows."""

    id: str
    kind: Literal["turn", "phase", "step", "window", "group"]
    names: Names
    said: str  # how an English sentence names it: "in the damage step"
    parent: str = ""
    order: int = 0
    aliases: tuple[str, ...] = ()
    of: tuple[str, ...] = ()  # a group's windows
    first: Literal["turn-player", "nobody"] = "turn-player"  # who may act first
    by_hand: Literal["both", "turn-player", "nobody"] = "both"  # who may start a chain there by choice
    cites: tuple[Cite, ...] = ()


class Word(Record, frozen=True):
    """One word of a vocabulary (act, event, requirement), its wider words, and a phrase in both languages."""

    id: str
    zh: str
    en: str
    ja: str = ""  # of an event: it is said back to who asks in Japanese
    is_: tuple[str, ...] = msgspec.field(name="is", default=())
    happens: tuple[str, ...] = ()


class ProfileWord(Record, frozen=True):
    """A word of one field of a profile: its phrase in three languages, and who interprets it.

    An id may have blanks (`{n}-per-{counted}`), which the phrases repeat: the words it is put together from.
    """

    id: str
    zh: str
    en: str
    ja: str
    by: str = ""  # the function that interprets it, below `knowledge`
    silent: str = ""  # or why no verdict can turn on it: a class of `words/silences.yaml`


class Silence(Record, frozen=True):
    """Why no verdict can turn on a word, and the gates and facts with which that would end."""

    id: str
    zh: str
    en: str
    until: tuple[str, ...]


class Category(Record, frozen=True):
    """A class of effects: what it is, the wider classes, and sentences for belonging and not belonging."""

    id: str
    names: Names
    holds: Says
    fails: Says
    is_: tuple[str, ...] = msgspec.field(name="is", default=())
    wording: str = ""  # the printed wording that reveals it


class Fact(Record, frozen=True):
    """Something a rule may ask about, with the question to put to a person and a sentence for each answer."""

    id: str
    type: Literal["yes-no", "choice", "set", "number", "timing", "category"]
    # on the table; from table and profiles; by the reckoning of damage, change by change; by nobody but a person
    layer: Literal["seen", "derived", "reckoned", "told"]
    question: Says
    holds: Says
    fails: Says
    values: dict[str, Says] = {}  # a choice's values, in words
    vocabulary: str = ""  # values are words of this vocabulary
    without: dict[str, str] = {}  # what the table or the text may lack → what the fact is then, looked at in this order
    assume: Any = None  # what is taken when nothing is said
    assumed: Says | None = None


class Rule(Dated, frozen=True):
    """A default (no `except`) or an exception to another rule of the same gate."""

    id: str
    says: Says
    cites: tuple[Cite, ...]
    then: str = ""  # the outcome; rules of a calculation have none
    then_as: str = ""  # the fact whose value is the outcome, where it is one for a whole row of cases
    except_: tuple[str, ...] = msgspec.field(name="except", default=())
    when: dict[str, Any] = {}
    here: Says | None = None  # of a calculation: what the rule does with the effects of one step
    assumed: bool = False  # the documents are silent here; our reading, told as such
    exception: bool = False  # its source speaks of one card or one undecided point, not of a class


class Subject(Record, frozen=True):
    """What a clause that was not read may speak of, and the questions it could then bear on."""

    id: str
    zh: str
    en: str
    matters: tuple[str, ...] = ()
    acts: tuple[str, ...] = ()  # it bears on an activation that includes one of these


class Gate(Record, frozen=True):
    """One question the rules decide: a default and the exceptions to it."""

    gate: str
    asks: Says
    names: Names
    order: int
    rules: tuple[Rule, ...]
    # part of "may this be activated", a matter of its own, or the reasons of a calculation
    decides: Literal["activation", "matter", "calculation"] = "activation"
    outcomes: tuple[str, ...] = ("yes", "no")
    words: dict[str, Says] = {}  # the outcomes as sentences that answer what the gate asks
    about: tuple[str, ...] = ()  # words it may be asked about, such as attacker; else a card, an effect or nothing
    computes: Literal["", "battle-damage", "effect-damage"] = ""  # the answer is figures, worked out with other gates


class Topic(Record, frozen=True):
    """What the terms of one file of the glossary are about; `order` is its place among the topics."""

    id: str
    names: Names
    order: int


class Point(Record, frozen=True):
    """One thing to know about a term, with a source of its own."""

    says: Says
    cites: tuple[Cite, ...]
    statements: tuple[Statement, ...] = ()


class Term(Record, frozen=True):
    """A game term the product can explain: in a sentence, and point by point."""

    id: str
    names: Names
    says: Says
    cites: tuple[Cite, ...]
    statements: tuple[Statement, ...] = ()
    aliases: tuple[str, ...] = ()
    points: tuple[Point, ...] = ()
    see: tuple[str, ...] = ()

    @property
    def all_points(self) -> tuple[Point, ...]:
        """The sentence that explains it, and its points."""
        return (Point(says=self.says, cites=self.cites, statements=self.statements), *self.points)

    @property
    def all_cites(self) -> tuple[Cite, ...]:
        """Its own sources and those of its points."""
        return tuple(cite for point in self.all_points for cite in point.cites)


class Note(Record, frozen=True):
    """Lines of a document that state no rule, and why."""

    id: str
    doc: str
    lines: tuple[int, int]
    why: Says
    statements: tuple[Statement, ...] = ()


class Moved(Record, frozen=True):
    """An id that was given up, and what stands in its place: links, reports and bodies that name it go on working."""

    was: str  # kind:id, such as `rule:attack-again`
    now: str
