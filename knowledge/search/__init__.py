"""Rulings and rules found by their words."""
