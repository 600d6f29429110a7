"""A class session: a lecturer's page that many phones follow, answer and draw for.

A session exists only in the server's memory; nothing is stored.
"""
