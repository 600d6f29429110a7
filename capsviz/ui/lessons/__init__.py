"""Lessons as data files, and what reads them."""
