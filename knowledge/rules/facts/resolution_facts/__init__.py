"""Facts about costs, targets and what becomes of an effect.

costs             facts about costs: whether the table lets them be paid, and what stands in the way
targets           facts about targets: what may be chosen, and what an answered activation targets
lasting_targets   facts about lasting targets: two cards that stay related while an effect lasts, and what the …
resolution        facts about an effect that resolves: how its targets stand, what its text asks of them, whether …
uses              facts about what a card would be used for: a cost, a procedure, a material, a target
"""
