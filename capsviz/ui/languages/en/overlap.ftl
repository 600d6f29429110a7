title = Overlap
