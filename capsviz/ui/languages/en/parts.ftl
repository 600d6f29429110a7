title = Parts
