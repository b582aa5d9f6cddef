"""Facts about attacks and the battle."""
