"""capsviz: see a capsule network think."""
