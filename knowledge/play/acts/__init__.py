"""What each act of `rulings/acts.yaml` does to the state; an act without a function here is reported, not skipped.

moving_cards   destroy, banish, send, discard, return, draw, summon, set
stopping       negate activations, effects and attacks; end the battle phase
on_the_field   positions, control, equips, materials, counters, levels
values         ATK and DEF, life points
lasting        what goes on applying: protections, prohibitions, permissions, what is left for later
"""

from collections.abc import Callable

from knowledge.model.profile import Action
from knowledge.play.acts import lasting, moving_cards, on_the_field, stopping, values
from knowledge.play.game import Game
from knowledge.play.selecting import Resolving

Doing = Callable[[Game, Resolving, Action], bool]
ACTS: dict[str, Doing] = {
    **moving_cards.ACTS,
    **stopping.ACTS,
    **on_the_field.ACTS,
    **values.ACTS,
    **lasting.ACTS,
}
