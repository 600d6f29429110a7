"""Training runs, step by step."""
