title = Compare
