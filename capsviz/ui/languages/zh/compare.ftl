title = 比较
