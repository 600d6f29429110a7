title = Lernen
