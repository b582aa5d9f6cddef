"""The scenario player: chains and battles step by step, every decision asked of the gates.

scenario     the records of a scenario file
reading      from YAML, JSON or plain data to a scenario
starting     the first state, and what cannot be
state        players, pieces, chain, battle, and the account of what happened
views        the state as a table that the gates can judge
game         the state with the book: asking the rules, looking at the table
values       ATK and DEF through the ledger of `knowledge.stats`
continuous   what applies without being activated, and durations that end
moving       pieces that change place, and the events that tell of it
selecting    which pieces an act is done to
amounts      amounts only the table knows
counting     what amounts are counted by
acts/        what each act does to the state
chaining     building a chain: legality, cost, targets
resolving    resolving it backwards
leftovers    what effects leave for a later moment, or do each time something happens
summoning    summons by a player: about to happen, answered, carried out
replacing    destructions that something else takes the place of
triggers     what is set off, what must go on the chain
calculation  damage calculation and what follows from it
declaring    what has to be done before an attack can be declared
battle       attacks, replays
turn         which window follows, and what happens on entering it
happening    what players do without effects, and what happens from outside
playing      the steps of a scenario, one by one
asking       questions, final answers, expectations
report, snapshot, words, finding, refusing   telling it, and refusing what cannot be
"""

from knowledge.play.playing import Played, play
from knowledge.play.reading import parse_scenario, read_scenario
from knowledge.play.scenario import Scenario

__all__ = ["Played", "Scenario", "parse_scenario", "play", "read_scenario"]
