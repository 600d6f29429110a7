"""Effect of each dimension of a capsule."""
