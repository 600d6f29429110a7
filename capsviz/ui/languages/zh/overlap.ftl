title = 重叠
