title = Draw
