"""Measurements: the core against plain code, the app in a real browser."""
