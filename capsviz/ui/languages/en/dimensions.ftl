title = Dimensions
