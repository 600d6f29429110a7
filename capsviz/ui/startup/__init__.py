"""Start of the app: all routes, and the server's lifespan."""
