"""Everything that is loaded and started once: all routes, the lifespan of the server."""
