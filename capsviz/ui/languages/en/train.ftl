title = Train
