title = 绘制
