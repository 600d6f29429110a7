"""What each dimension of a capsule does."""
