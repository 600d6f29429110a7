"""The server's part of the app: shared routes, their protection, and limits."""
