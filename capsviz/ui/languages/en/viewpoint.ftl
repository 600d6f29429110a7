title = Viewpoint
