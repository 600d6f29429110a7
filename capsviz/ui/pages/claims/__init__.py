"""What was hoped of capsules, and what was measured of it."""
