"""Analyses that turn traces and poses into plain numbers."""
