title = Routing
