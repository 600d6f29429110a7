language = 语言
