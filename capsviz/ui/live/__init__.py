"""Messages between pages and networks."""
