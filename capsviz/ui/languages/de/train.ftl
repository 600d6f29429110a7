title = Training
