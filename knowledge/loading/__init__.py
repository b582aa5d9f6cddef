"""YAML → typed records, with every fault found on the way."""
