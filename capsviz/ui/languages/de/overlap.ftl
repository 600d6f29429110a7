title = Überlappung
