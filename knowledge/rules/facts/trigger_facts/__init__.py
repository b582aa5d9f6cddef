"""Facts about effects set off by an event.

trigger_events   facts about what has just happened, as far as it sets an effect off: which event, to which card, …
trigger_state    facts about triggers: whether the card is as its text asks, and the order of those set off together
"""
