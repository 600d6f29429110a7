"""Benchmarks: the core against a plain implementation, the app in a real browser."""
