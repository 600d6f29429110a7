"""One picture under every network."""
