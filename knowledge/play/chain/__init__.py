"""Chains.

build          links: legality, cost, targets
resolve        resolving backwards
triggers       what is set off, and what of it must go on the chain
later_effects  what effects leave for a later moment, or do each time something happens
replacement    destructions that something else takes the place of
"""
