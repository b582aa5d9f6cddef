"""ATK and DEF of the pieces, through the ledger of `knowledge.stats`."""

from dataclasses import dataclass

from knowledge.play.board.duel import Piece
from knowledge.problems import BadInput
from knowledge.stats import Request, calculate, load_rulebook
from knowledge.stats.request import Monster, Step
from knowledge.stats.value_calculation import Values


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
