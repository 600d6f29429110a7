title = Thesen
