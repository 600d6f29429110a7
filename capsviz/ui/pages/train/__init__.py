"""A training, watched from noise to understanding."""
