"""Chains.

build          links: legality, cost, targets; what is set off, and what of it must go on the chain
resolve        resolving backwards
later_effects  what effects leave for a later moment, or do each time something happens
replacement    destructions that something else takes the place of
"""
