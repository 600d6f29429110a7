"""Trace and poses in, plain numbers out."""
