"""Live messages: what travels between a page and a network, byte by byte."""
