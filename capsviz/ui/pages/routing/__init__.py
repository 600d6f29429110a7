"""Routing by agreement, step by step."""
