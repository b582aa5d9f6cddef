"""The scenario player: chains and battles step by step, every decision asked of the gates.

scenario            the records of a scenario file, read from YAML, JSON or plain data
steps               the first state of a scenario and its steps, one by one
expectations        questions, final answers, and whether they are what was expected
board/              the duel as it stands, the table the gates judge, and the report of a step
turn                windows of the turn, and what players do without effects
attack              an attack from the price of its declaration to the end of its battle
damage_calculation  who is destroyed, who takes how much
chain_build         links: legality, cost, targets; what is set off, and what of it must go on the chain
chain_resolution    resolving backwards
later_effects       what effects leave for a later moment; destructions that something else takes the place of
acts/               what each act of an effect does
"""

from knowledge.play.scenario import Scenario, parse_scenario, read_scenario
from knowledge.play.steps import Played, play

__all__ = ["Played", "Scenario", "parse_scenario", "play", "read_scenario"]
