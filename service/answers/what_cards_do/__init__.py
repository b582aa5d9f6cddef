"""Whether one card reaches another: takes it, negates it, does to it what is asked."""
