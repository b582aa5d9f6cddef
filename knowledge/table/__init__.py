"""The table: the cards that lie there, and what applies to them now."""
