"""The state of play: players, pieces, the chain, the battle, and an account of everything that has happened."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields

from knowledge.data.cases import OTHER as OTHER
from knowledge.data.cases import CardOnTable
from knowledge.data.profile import FIELD as FIELD
from knowledge.data.profile import Card, Effect, Zone
from knowledge.problems import BadInput
from knowledge.stats import Request, calculate, load_rulebook
from knowledge.stats.request import Monster, Step
from knowledge.stats.request import Step as Change
from knowledge.stats.value_answer import Values

STARTING_LP = 8000


NOTHING_SHOWN = CardOnTable()


@dataclass
class Piece:
    """One card of the scenario, wherever it lies now."""

    handle: str
    name: str  # of the card; empty for a monster that is only described
    card: Card | None
    owner: str
    side: str
    zone: Zone
    face: str = "up"
    position: str = "attack"
    atk: int | None = None
    defence: int | None = None
    type: tuple[str, ...] = ()
    summoned: str = ""
    materials: list[str] = field(default_factory=list)
    counters: dict[str, int] = field(default_factory=dict)
    equipped_to: str = ""
    targeting: str = ""
    negated_by: str = ""
    set_this_turn: bool = False
    affected_by: list[str] = field(default_factory=list)
    level: int | None = None
    attribute: str = ""
    race: str = ""
    groups: tuple[str, ...] = ()
    slot: int | None = None
    shown: CardOnTable = NOTHING_SHOWN  # what else is seen of it, as the record of the table has it
    changes: list[Change] = field(default_factory=list)  # of its ATK and DEF since it came to the field
    certain: bool = False  # damage calculation has made its destruction by battle certain
    gone: bool = False  # a token that has left the field
    coming: bool = False  # its summon is about to happen: it lies nowhere yet
    leaves_for: str = ""  # where an effect takes it when it leaves the field
    ended: frozenset[tuple[str, str]] = frozenset()  # what does not hold by the law its values are reckoned by

    @property
    def on_field(self) -> bool:
        """Whether it lies on the field."""
        return self.zone in FIELD and not self.gone and not self.coming

    @property
    def is_monster(self) -> bool:
        """Whether it is a monster where it lies."""
        return self.zone == "monster-zone" and not self.gone and not self.coming

    @property
    def is_token(self) -> bool:
        """Whether it is a token."""
        return "token" in self.type

    def words(self) -> frozenset[str]:
        """The type words of the card, in small letters."""
        printed = {w.lower() for w in self.card.type.split(" / ")} if self.card else {"monster"}
        return frozenset(printed | set(self.type))


# what of the record of the table a piece keeps by itself, for a scenario changes it; the rest is carried along
SHARED = tuple(f.name for f in fields(Piece) if f.name in CardOnTable.__struct_fields__)


def plain_names(piece: Piece) -> dict[str, str]:
    """What to call a piece on screen: its handle, or the card's names where the handle is one of them."""
    card = piece.card
    if card is None or piece.handle not in (card.names.zh, card.names.en, card.names.ja, card.id, *card.aliases):
        return {"zh": piece.handle, "en": piece.handle}
    return {"zh": card.names.zh, "en": card.names.en or card.names.zh}


@dataclass(frozen=True)
class Entry:
    """One thing that happened, with the moment and the battle it belongs to."""

    event: str
    handle: str = ""
    name: str = ""  # the card's name, for what is said about cards rather than pieces
    by: str = ""
    source: str = ""
    origin: Zone | None = None
    side: str | None = None
    amount: int | None = None
    effect: int | str = ""
    to: str = ""
    moment: int = 0
    battle: int = 0
    window: str = ""
    chain: int = 0
    negated: bool = False


@dataclass
class Link:
    """One link of the chain being built or resolved."""

    piece: Piece
    card: Card
    effect: Effect
    by: str
    targets: tuple[str, ...] = ()
    pick: tuple[str, ...] = ()
    choose: int | None = None
    value: int | None = None
    decline: bool = False
    zone: Zone = "monster-zone"  # where it was activated
    negated: str = ""  # activation, effect
    since: int = 0  # place in the account when it was activated
    subjects: tuple[str, ...] = ()  # what set it off happened to these
    paid: tuple[str, ...] = ()  # the cards its cost used
    paid_amount: int = 0
    result: tuple[int | str, ...] = ()  # of dice, coins and games of chance, as the scenario states it
    declares: str = ""  # what its player declares
    mirrored: bool = False  # the player it is aimed at has been exchanged for the other
    answers_summon: str = ""  # the monster whose summon it answers


@dataclass
class Battle:
    """The attack going on."""

    number: int
    attacker: str
    target: str = ""  # empty: a direct attack
    calculated: bool = False
    inside: str = ""  # the card in whose resolution the damage is calculated
    through: str = ""  # the card whose effect turned it into a direct attack
    stopped: bool = False
    since: int = 0  # place in the account when it was declared
    replay: bool = False  # the attacker has to choose again
    chosen_at: int = 0  # place in the account when the present target was chosen
    damage: dict[str, int] = field(default_factory=dict)
    replaced: dict[str, Callable[[], None]] = field(default_factory=dict)  # what is done in place of a destruction
    fought: dict[str, tuple[str, int | None, int | None]] = field(default_factory=dict)  # position, ATK, DEF then


@dataclass
class Summoning:
    """A summon about to happen: it can still be answered, and negated."""

    handle: str
    side: str
    how: str
    position: str
    materials: tuple[str, ...] = ()
    negated: bool = False


@dataclass
class Leftover:
    """Something an effect leaves for a later moment of the turn."""

    when: str  # a window
    by: str  # the player whose effect it is
    does: Callable[[], None]
    card: str  # the card whose effect it is


@dataclass
class Watch:
    """Something an effect does each time an event happens to the other player's cards, or to one's own."""

    event: str
    side: str
    until: str
    does: Callable[[list[str]], None]  # with the cards it happened to at one moment
    seen: int  # place in the account up to which it has been looked at


@dataclass
class Duration:
    """Something that ends: until when, and what then is undone."""

    until: str
    handle: str
    by: str  # the card whose effect it is
    undoes: str  # change, negation, control, affected, target
    effect: Effect | None = None
    back: str = ""
    source: str = ""


@dataclass
class State:
    """Everything that can change while a scenario is played."""

    turn: str
    window: str
    turn_number: int | None = None
    lp: dict[str, int] = field(default_factory=lambda: {"own": STARTING_LP, "opponent": STARTING_LP})
    damage: dict[str, int] = field(default_factory=lambda: {"own": 0, "opponent": 0})
    hand: dict[str, int] = field(default_factory=dict)
    deck: dict[str, int] = field(default_factory=dict)
    pieces: dict[str, Piece] = field(default_factory=dict)
    account: list[Entry] = field(default_factory=list)
    chain: list[Link] = field(default_factory=list)
    passed: list[str] = field(default_factory=list)
    battle: Battle | None = None
    battles: int = 0
    chains: int = 0
    moment: int = 0
    just: int = 0  # the account from here on is what has just happened
    opened: int = 0  # the first moment of what has just happened
    durations: list[Duration] = field(default_factory=list)
    resolved: list[Link] = field(default_factory=list)  # effects of this turn whose results may last
    replays: int = 0
    over: str = ""  # why nothing more can be played: the turn, or the duel, is over
    ended_by_effect: bool = False  # an effect has ended the battle phase
    summoning: Summoning | None = None
    negated_names: dict[str, bool] = field(default_factory=dict)  # names negated, and whether for monsters alone
    leftovers: list[Leftover] = field(default_factory=list)
    watches: list[Watch] = field(default_factory=list)

    def happens(self, event: str, piece: Piece | None = None, **more: object) -> Entry:
        """Put something on the account."""
        side = more.pop("side", piece.side if piece else None)
        name = more.pop("name", piece.name if piece else "")
        entry = Entry(
            event,
            piece.handle if piece else "",
            name=str(name),
            side=side if side is None else str(side),
            moment=self.moment,
            battle=self.battle.number if self.battle else 0,
            window=self.window,
            chain=self.chains,
            **more,  # type: ignore[arg-type]
        )
        self.account.append(entry)
        return entry

    def new_moment(self) -> None:
        """What happens from here on does not happen at the same time as what came before."""
        self.moment += 1

    def monsters(self, side: str) -> list[Piece]:
        """The monsters a player controls."""
        return [p for p in self.pieces.values() if p.is_monster and p.side == side]

    def fresh(self) -> list[Entry]:
        """What has just happened."""
        return self.account[self.just :]


@dataclass(frozen=True)
class Figures:
    """Current and original values; nothing where they are not known."""

    atk: int | None = None
    defence: int | None = None
    original_atk: int | None = None
    original_def: int | None = None
    with_original: bool = False  # damage calculation reads the original values


NOTHING = Figures()


def printed(piece: Piece) -> tuple[int | str | None, int | str | None]:
    """The printed values, or those the scenario states."""
    card = piece.card
    atk = piece.atk if piece.atk is not None else card.atk if card else None
    return atk, piece.defence if piece.defence is not None else card.defence if card else None


def figures(piece: Piece) -> Figures:
    """The values a piece has now."""
    values = _computed(piece, piece.changes)
    if values is None:
        return NOTHING
    return Figures(
        _number(values.atk),
        _number(values.defence),
        _number(values.original_atk),
        _number(values.original_def),
        values.calculates_with_original,
    )


def _computed(piece: Piece, changes: list[Step]) -> Values | None:
    atk, defence = printed(piece)
    if atk is None:
        return None
    where = "face-down" if piece.face == "down" else "field"
    if not piece.is_monster:
        where = "hand"
    monster = Monster(name=piece.name or piece.handle, atk=atk, defence=defence, where=where)  # type: ignore[arg-type]
    steps = tuple(changes) if where == "field" else ()
    order, gone = load_rulebook().by(piece.ended)
    return calculate(Request(monster=monster, steps=steps), order, ended=gone).final


def _number(value: object) -> int | None:
    return value if isinstance(value, int) else None


def change(piece: Piece, step: Step) -> bool:
    """Apply one change; a change that cannot apply (an end of what has ended) leaves the values alone."""
    try:
        _computed(piece, [*piece.changes, step])
    except BadInput:
        return False
    piece.changes.append(step)
    return True


def rules_of_last_change(piece: Piece) -> list[str]:
    """The rules by which the latest change of values went as it did."""
    values = _computed(piece, piece.changes) if piece.changes else None
    return list(dict.fromkeys(reason.rule for reason in values.reasons)) if values else []
