"""Facts about when: the window, priority, the chain, the course of the turn."""
