"""Development tools of a clone, not in wheels: benchmarks, and records of the lessons."""
