"""The course of a turn.

windows             which window follows, and what happens on entering it
attack              an attack from the price of its declaration to the end of its battle
damage_calculation  who is destroyed, who takes how much
player_moves        what players do without effects, and what happens from outside
"""
