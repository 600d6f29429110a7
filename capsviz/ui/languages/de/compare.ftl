title = Vergleich
