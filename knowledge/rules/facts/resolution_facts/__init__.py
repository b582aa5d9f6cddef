"""Facts about costs, targets and what becomes of an effect."""
