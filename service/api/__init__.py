"""The JSON API, its bodies, replies and description."""
