title = 视角
