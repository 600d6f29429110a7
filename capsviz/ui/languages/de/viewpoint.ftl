title = Blickwinkel
