"""Declarations of the pages: their settings, views, publications and assets."""
