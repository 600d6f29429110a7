title = 维度
