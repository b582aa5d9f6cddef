"""What each act of `rulings/acts.yaml` does to the state; an act without a function here is reported, not skipped.

moving_cards   destroy, banish, send, discard, return, draw, set, place
summons        Special Summons, tokens, summons with materials, Normal Summons by effect
stopping       negate activations, effects, summons and attacks; end the battle phase
rewriting      move a target, rewrite the effect that is answered
chance         dice, coins, declarations, excavating, looking
on_the_field   positions, control, equips, materials, counters, levels
values         ATK and DEF, life points
lasting        what goes on applying: protections, prohibitions, permissions
"""

from collections.abc import Callable

from knowledge.data.profile import Action
from knowledge.play.acts import (
    chance,
    lasting,
    moving_cards,
    on_the_field,
    rewriting,
    stopping,
    summons,
    values,
)
from knowledge.play.game import Game
from knowledge.play.selecting import Resolving

Doing = Callable[[Game, Resolving, Action], bool]
ACTS: dict[str, Doing] = {
    **moving_cards.ACTS,
    **summons.ACTS,
    **stopping.ACTS,
    **on_the_field.ACTS,
    **values.ACTS,
    **lasting.ACTS,
    **rewriting.ACTS,
    **chance.ACTS,
}
