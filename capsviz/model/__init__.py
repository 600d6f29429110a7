"""The networks, in the symbols of the papers."""
