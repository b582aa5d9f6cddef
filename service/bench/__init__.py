"""The project's benchmark."""
