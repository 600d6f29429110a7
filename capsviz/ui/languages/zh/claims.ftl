title = 论断
