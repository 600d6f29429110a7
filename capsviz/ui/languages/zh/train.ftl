title = 训练
