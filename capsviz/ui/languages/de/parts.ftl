title = Teile
