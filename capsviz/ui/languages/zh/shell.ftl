### 页眉和页面周围的消息。

language = 语言
