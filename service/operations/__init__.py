"""Running the service: processes, limits, caches, metrics."""
