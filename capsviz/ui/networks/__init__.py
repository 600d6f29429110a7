"""Data of the networks on this machine, cached for the app."""
