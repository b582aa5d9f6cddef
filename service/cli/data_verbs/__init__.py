"""Verbs about the data: one module a verb."""
