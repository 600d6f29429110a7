title = 部件
