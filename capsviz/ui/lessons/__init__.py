"""Lessons as data files, and their loader."""
