"""A class session: a lecturer's page that many phones follow, answer and draw for.

A session lives in the server's memory alone and ends with it; no part of it is written down.
"""
