"""A digit turned, moved, stretched and attacked."""
