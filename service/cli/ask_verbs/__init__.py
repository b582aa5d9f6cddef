"""Verbs that answer: one module a verb."""
