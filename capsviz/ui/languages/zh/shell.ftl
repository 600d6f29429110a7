language = 语言
pages =
    .aria-label = 页面
part-name =
    { $part ->
        [input] 输入
        [features] 特征
        [capsules] 胶囊
        [votes] 投票
        [routing] 路由
        [classes] 答案
        [decoder] 解码器
       *[picture] 图片
    }
about-whole = 本页涉及：整个网络
about-parts = 本页涉及：{ $parts }
about-link = { $title }。在整个网络中查看
