"""Declarations: the pages, their settings, views, publications and assets. No mechanism."""
