"""An effect while it is being put together from sentences."""

from dataclasses import dataclass, field

from knowledge.text.clause import Clause
from knowledge.text.splitting import Sentence


@dataclass(slots=True)
class Draft:
    """An effect while it is being put together."""

    number: int
    part: str
    clause: Clause
    start: int
    end: int
    modern: bool  # of a text that states every activation
    bodies: list[tuple[int, int]] = field(default_factory=list)
    bullet: int = 0  # the bullet it began under
    bullets: list[tuple[Sentence, Clause]] = field(default_factory=list)
    also: list[str] = field(default_factory=list)
    outer: tuple[int, int] | None = None  # the condition of the choice this effect is one branch of
    choice: tuple[int, int] = (0, 0)  # what is paid and targeted before choosing
    card_activation: bool = False  # the text speaks of activating this very card
    resolves: bool = False  # a cost, a target or a resolution is printed
    equipped: bool = False  # it speaks of the monster this card is equipped to
    quick: bool = False  # the text calls it a quick effect
    preamble: bool = False  # it stands before the numbered effects
    in_force: bool = False  # it holds as long as the card stays
    spends_itself: bool = False  # its cost takes this very card, or counters from it
    limited: bool = False  # once per turn and the like
    negates: bool = False  # the resolution negates an activation or a summon
