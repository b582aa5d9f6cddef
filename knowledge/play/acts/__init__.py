"""What each act of `rulings/acts.yaml` does to the state; an act without a function here is reported, not skipped.

moved_cards    destroy, banish, send, discard, return, draw, set, place; every kind of summon
interruptions  negate activations, effects, summons and attacks; end the battle phase; rewrite what is answered
chance         dice, coins, declarations, excavating, looking
field          positions, control, equips, materials, counters, levels; what goes on applying: protections, prohibitions
value_changes  ATK and DEF, life points
"""

from collections.abc import Callable

from knowledge.data.profile import Action
from knowledge.play.acts import chance, field, interruptions, moved_cards, value_changes
from knowledge.play.board.game import Game
from knowledge.play.board.selection import Resolving

Doing = Callable[[Game, Resolving, Action], bool]
ACTS: dict[str, Doing] = {
    **moved_cards.ACTS,
    **interruptions.ACTS,
    **field.ACTS,
    **value_changes.ACTS,
    **chance.ACTS,
}
