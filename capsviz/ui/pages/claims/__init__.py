"""Claims about capsules, and measurements of each."""
