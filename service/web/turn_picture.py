"""The turn as the pages draw it: boxes of windows, in order."""

PHASES = (
    ("draw", ["draw"]),
    ("standby", ["standby"]),
    ("main1", ["main1"]),
    ("battle", ["start-step", "battle-step", "attack-declaration", "after-declaration"]),
    ("damage", ["damage.start", "damage.before", "damage.calculation", "damage.after", "damage.end"]),
    ("battle", ["end-step"]),
    ("main2", ["main2"]),
    ("end", ["end"]),
)
