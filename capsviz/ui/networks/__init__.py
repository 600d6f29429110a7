"""What the app knows of the networks on this machine."""
