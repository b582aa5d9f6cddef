"""Facts about the effect asked about: what it is and prints, and how often it may be used."""
