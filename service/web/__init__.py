"""Pages: addresses, forms and what they show."""
