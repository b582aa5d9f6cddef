"""What becomes of things, and figures: questions that are not about an activation."""
