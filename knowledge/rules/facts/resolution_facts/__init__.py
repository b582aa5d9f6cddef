"""Facts about costs, targets and what becomes of an effect.

costs             facts about costs: whether the table lets them be paid, and what stands in the way
targets           facts about targets: what may be one, what became of it, and cards that stay tied to the one they …
resolution        facts about an effect that resolves: how its targets stand, what its text asks of them, whether …
uses              facts about what a card would be used for: a cost, a procedure, a material, a target
"""
