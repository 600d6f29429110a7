"""Tools of a clone, which no wheel holds: measurements of speed, makers of the lessons' records."""
