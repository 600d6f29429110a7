title = 网络
