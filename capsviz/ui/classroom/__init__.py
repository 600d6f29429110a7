"""A class session: a lecturer's page that many phones follow, answer and draw for.

A session is kept in the server's memory only and ends with it; nothing of it is stored.
"""
