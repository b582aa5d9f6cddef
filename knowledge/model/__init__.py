"""Typed records of everything in `rulings/`: card profiles, the law, rulings and their cases."""
