"""Records, loading and checks of everything in `rulings/`."""
