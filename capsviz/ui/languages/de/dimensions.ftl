title = Dimensionen
