"""Measurements behind the lessons, each written to a JSON file in `capsviz/ui/lessons`."""
