title = Netz
