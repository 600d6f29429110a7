title = Network
