"""Facts about effects set off by an event."""
