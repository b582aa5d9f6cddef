"""What applies to a value: the known orders, and the ledger of everything applied to one monster and how it adds up."""

from collections.abc import Collection, Mapping
from functools import cache
from itertools import islice
from typing import NamedTuple, NotRequired, TypedDict

import msgspec

from knowledge.data.language import Both, both
from knowledge.data.law import Cite, Gate, Rule
from knowledge.data.profile import Says
from knowledge.data.records import as_record
from knowledge.data.yaml_files import read_yaml, rulings_folder, yaml_of
from knowledge.stats.request import Step
from knowledge.stats.value_reasons import ATK, BOTH, DEF, LAST_TODAY, OVERRIDES, Reason

APPLIES, WIPED, STOPPED, ENDED = "applies", "wiped", "stopped", "ended"
ORIGINAL, BASE, GAIN, LAST, NOTE = "original", "base", "gain", "last", "note"


class Place(NamedTuple):
    """Where an effect stands among those that apply last: a figure to sort by, and its place in each known order."""

    figure: float
    orders: tuple[tuple[int, int], ...] = ()

    def is_told_from(self, other: "Place") -> bool:
        """Whether a known order holds both, at different places."""
        return any(one == two and mine != theirs for one, mine in self.orders for two, theirs in other.orders)


UNRANKED = Place(-1)
COPY = "#"  # between the name of a card and what tells it from others of that name


class Change:
    """One effect's change of one value, from the step that applied it until it is gone.

    `place` tells what it changes: an original value, what a current value is set to, a gain or loss, or the values as
    they come out last; a note changes none.
    `status` is `applies`, `wiped` (a later effect ended it), `stopped` (negated for good) or `ended` (it ran out).
    A continuous change can besides rest under later changes (`held_by`) or pause while its card is negated.
    """

    __slots__ = (
        "amount",
        "before_monster",
        "by",
        "calculates_with_original",
        "do",
        "equip",
        "frozen",
        "held_by",
        "lasting",
        "of",
        "order",
        "own",
        "paused",
        "place",
        "rank",
        "reach",
        "stat",
        "status",
        "step",
        "stopped_by",
        "until",
    )

    def __init__(
        self, step: Step, by: str, number: int, order: int, place: str, stat: int, amount: int, own: bool
    ) -> None:
        self.by = by
        self.do = step.do
        self.step = number
        self.order = order  # of application: a later change can undo an earlier one, never the other way round
        self.place = place
        self.stat = stat
        self.amount = amount
        self.own = own
        self.of = step.of
        self.reach = step.affects or "self-only"
        self.lasting = step.kind in ("continuous", "equip") or place is LAST
        self.until = step.until
        self.equip = step.kind == "equip"
        self.before_monster = step.activated_as in ("spell", "trap")
        self.frozen: dict[int, int] = {}  # what an activated change of the original values came to, once and for all
        self.calculates_with_original = step.calculate_with == "original"
        self.rank = UNRANKED
        self.status = APPLIES
        self.stopped_by = ""
        self.held_by: set[Change] = set()
        self.paused = False

    @property
    def live(self) -> bool:
        """Whether it has a say in the values at this moment."""
        return self.status is APPLIES and not self.held_by and not self.paused

    @property
    def indexes(self) -> tuple[int, ...]:
        """The values it changes."""
        return (ATK, DEF) if self.stat == BOTH else (self.stat,)


class Ledger:
    """All changes applied to one monster so far, and the values they give."""

    def __init__(
        self, name: str, printed: tuple[int, int], last_order: Mapping[str, Place], ended: Collection[str] = ()
    ) -> None:
        self.name = name
        self.ended = ended  # the rules that do not hold on the day the calculation is made for
        self.dated: set[str] = set()  # the rules that were looked at for whether they hold
        self.looked_for: set[str] = set()  # the effects that were looked for among those that apply last
        self.printed = printed
        self.last_order = last_order
        self.originals: list[Change] = []
        self.bases: tuple[list[Change], list[Change]] = ([], [])  # what a current value was set to, in order
        self.gains: tuple[list[Change], list[Change]] = ([], [])
        self.lasts: list[Change] = []  # always applied after everything else, in their known order
        self.notes: list[Change] = []
        self.changes: list[Change] = []  # all of the above, in order of application
        self.named: dict[str, list[Change]] = {}  # the same by the name of the effect
        self.negated_by: list[str] = []  # what negates the monster itself
        self.field_negated_by: list[str] = []  # what negates every card on the field
        self.order = 0
        self.altered = 0  # how often a change that was there before has been touched
        none = ((-1, -1), 0, 0)
        self._gains_counted = [none, none]  # as things stood then, how many gains of a value were counted, their sum
        self._told: tuple[int, int, tuple[Change, ...], tuple[Change, ...]] = (-1, 0, (), ())
        self.reasons: list[Reason] = []
        self.raw = self.shown = printed
        self.original = printed

    def say(self, rule: str, by: str = "", other: str = "", stat: int = BOTH, value: int | None = None) -> None:
        """Give a reason for what this step does."""
        self.reasons.append(Reason(rule, by, other, stat, value))

    def rank_of(self, by: str) -> Place | None:
        """The rank of an effect among those that always apply last, or nothing when it is none of them."""
        name = by.partition(COPY)[0]
        self.looked_for.add(name)
        return self.last_order.get(name)

    def holds(self, rule: str) -> bool:
        """Whether a rule that came later, or has gone since, holds on the day asked for."""
        self.dated.add(rule)
        return rule not in self.ended

    def recompute(self) -> None:
        """Bring the values up to date with the changes."""
        original = self._originals()
        totals = [self._total(ATK, original[ATK]), self._total(DEF, original[DEF])]
        for change in self.lasts:
            if change.live:
                self._apply_last(change, totals, original)
        self.raw = (totals[ATK], totals[DEF])
        self.shown = (max(totals[ATK], 0), max(totals[DEF], 0))
        self.original = (max(original[ATK], 0), max(original[DEF], 0))

    def _originals(self) -> tuple[int, int]:
        values = list(self.printed)
        for change in self.originals:
            if not change.live:
                continue
            if change.frozen:
                for index, value in change.frozen.items():
                    values[index] = value
            elif change.do == "swap":
                values.reverse()
            else:
                for index in change.indexes:
                    values[index] = altered(change.do, values[index], change.amount)
        return values[ATK], values[DEF]

    def _total(self, index: int, original: int) -> int:
        base = self.base(index)
        if base is not None and not base.lasting and self.overriding(index, base):
            base = None
        total = original if base is None else base.amount
        # A continuous set leaves out the activated gains before it; an activated set has ended them already.
        since = base.order if base is not None and base.lasting else -1
        return total + self._gained(index, since)

    def _gained(self, index: int, since: int) -> int:
        """The sum of the gains that count; while none but new ones have come, only those are looked at."""
        as_before, counted, gained = self._gains_counted[index]
        if as_before != (self.altered, since):
            counted, gained = 0, 0
        for gain in islice(self.gains[index], counted, None):
            if gain.live and (gain.lasting or gain.order > since):
                gained += gain.amount
        self._gains_counted[index] = ((self.altered, since), len(self.gains[index]), gained)
        return gained

    def standing(self) -> tuple[tuple[Change, ...], tuple[Change, ...]]:
        """The changes that apply, and those that rest; likewise only new ones are looked at where no other changed."""
        as_before, counted, applying, resting = self._told
        if as_before != self.altered:
            counted, applying, resting = 0, (), ()
        there = [change for change in islice(self.changes, counted, None) if change.status is APPLIES]
        applying += tuple([change for change in there if not change.held_by and not change.paused])
        resting += tuple([change for change in there if change.held_by or change.paused])
        self._told = (self.altered, len(self.changes), applying, resting)
        return applying, resting

    def overriding(self, index: int, base: Change) -> Change | None:
        """A continuous set of the original value that began after a value was fixed and overrides it for its time."""
        return next(
            (
                change
                for change in self.originals
                if change.lasting and change.live and change.do != "swap" and index in change.indexes
                and change.order > base.order and self.holds(OVERRIDES)
            ),
            None,
        )  # fmt: skip

    def base(self, index: int) -> Change | None:
        """What the current value is set to, or nothing when it counts from the original value."""
        for change in reversed(self.bases[index]):
            if change.live:
                return change
        return None

    def _apply_last(self, change: Change, totals: list[int], original: tuple[int, int]) -> None:
        if change.do == "swap":
            totals.reverse()
            return
        seen = (totals[ATK], totals[DEF])
        for index in change.indexes:
            totals[index] = altered(change.do, source(change.of or "current", index, seen, original), change.amount)
            if change.of is not None and change.of.startswith("original"):
                totals[index] += sum(gain.amount for gain in self.gains[index] if gain.lasting and gain.live)


def effect_of(card: str, copy: object) -> str:
    """The name of the effect of one of several cards that may share a name; the card is still recognised by it."""
    return f"{card}{COPY}{copy}"


def altered(do: str | None, value: int, amount: int) -> int:
    """The value after one operation; half a point counts as a whole one."""
    if do == "halve":
        return (value + 1) // 2
    if do == "double":
        return value * 2
    if do == "set":
        return amount
    return value - amount if do == "lose" else value + amount


def source(of: str, index: int, current: tuple[int, int], original: tuple[int, int]) -> int:
    """The value an operation starts from."""
    if of == "current":
        return current[index]
    if of == "original":
        return original[index]
    values = original if of.startswith("original") else current
    return values[ATK if of.endswith("atk") else DEF]


class LastApplied(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The effects that always apply last: names by rank, the last of all at the end, and those without a known rank."""

    order: tuple[tuple[str, ...], ...]
    unranked: tuple[str, ...]
    also: tuple[tuple[str, ...], ...] = ()  # another known order, of some of them and of one that the first leaves out
    present: "LastApplied | None" = None  # as the present edition has them


class RuleOfValues(TypedDict):
    """A rule of the calculation as an answer shows it."""

    rule: str
    says: Both
    cites: list[str]
    assumed: NotRequired[bool]


class Rulebook(NamedTuple):
    """Everything the calculation takes from `rulings/`."""

    asks: Says
    rules: Mapping[str, Rule]
    last_order: Mapping[str, Place]
    words: Mapping[str, Says]
    spoken: Mapping[str, RuleOfValues]  # each rule as an answer shows it, made once
    former_order: Mapping[str, Place] = {}

    def by(self, ended: Collection[tuple[str, str]]) -> tuple[Mapping[str, Place], frozenset[str]]:
        """The order of what applies last, and the rules that do not hold, by a law."""
        gone = frozenset(name for kind, name in ended if kind == "rules")
        return (self.former_order if LAST_TODAY in gone else self.last_order), gone


@cache
def load_rulebook() -> Rulebook:
    """Read the rules, the words and the known orders."""
    folder = rulings_folder()
    gate, _ = as_record(
        Gate, read_yaml((folder / "rules" / "stats.yaml").read_text(encoding="utf-8")), (), "rules/stats.yaml"
    )
    assert gate is not None  # the checks of the data report what is wrong
    last = msgspec.convert(yaml_of(folder / "stats" / "last-applied.yaml"), LastApplied)
    words = msgspec.convert(yaml_of(folder / "stats" / "words.yaml"), dict[str, Says])
    rules = {rule.id: rule for rule in gate.rules}
    spoken = {id_: _spoken(rule) for id_, rule in rules.items()}
    return Rulebook(gate.asks, rules, _ranks(last.present or last), words, spoken, _ranks(last))


def _ranks(last: LastApplied) -> dict[str, Place]:
    figures: dict[str, float] = {name: rank for rank, names in enumerate(last.order) for name in names}
    before = 0.0
    for names in last.also:  # one that only this order knows is sorted after what it follows there
        before = next((figures[name] for name in names if name in figures), before + 0.5)
        figures |= {name: before for name in names if name not in figures}
    places: dict[str, Place] = dict.fromkeys(last.unranked, UNRANKED)
    for name, figure in figures.items():
        known = enumerate((last.order, last.also))
        found = ((n, rank) for n, order in known for rank, names in enumerate(order) if name in names)
        places[name] = Place(figure, tuple(found))
    return places


def _spoken(rule: Rule) -> RuleOfValues:
    told: RuleOfValues = {
        "rule": rule.id,
        "says": both(rule.says),
        "cites": [_cited(cite) for cite in rule.cites],
    }
    if rule.assumed:
        told["assumed"] = True
    return told


def _cited(cite: Cite) -> str:
    if cite.lines is None:
        return " ".join([cite.doc, *cite.faq, cite.date]).strip()
    first, last = cite.lines
    return f"{cite.doc}:{first}" if first == last else f"{cite.doc}:{first}-{last}"
