"""Verbs about the machine the desk runs on: one module a verb."""
