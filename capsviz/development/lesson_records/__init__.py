"""Measurements behind the lessons: each writes a JSON file beside `capsviz.ui.lessons.extra`."""
