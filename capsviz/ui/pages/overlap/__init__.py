"""Two digits over each other."""
