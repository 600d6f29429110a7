title = 路由
