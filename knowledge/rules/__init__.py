"""The engine: conditions, facts, gates, verdicts, precedents over the compiled book."""
