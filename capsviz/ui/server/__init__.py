"""The server's half of the app: our own routes, what guards them, its start and its end."""
