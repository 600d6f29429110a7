"""Draw: a picture, what the capsules say of it, what the winner remembers."""
