title = 学习
