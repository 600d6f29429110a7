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
site-progress =
    .aria-label = 正在加载网络
site-foot = 网络在这个浏览器中运行；你画的内容不会离开浏览器。
site-missing =
    { $titles }{ $count ->
       *[other] 需要使用应用。
    }
site-scripts = capsviz用本页的脚本识别画：请允许脚本，再重新加载。
site-walk = 在网络中漫游
site-gone-heading = 没有这个页面
site-gone = 地址可能写错了，或者页面已不在。这里有以下页面：
site-sandboxed = 这个框架处于沙盒中，无法运行网络：沙盒需要allow-same-origin。
site-sandboxed-way = 在标签页中打开此页面。
site-file = 本页是作为文件打开的，无法运行网络。请在网站的文件夹中运行python -m http.server，然后
site-file-way = 打开http://localhost:8000。
site-broken = 网站的一个文件缺失、损坏或无法访问。如果重新加载没有用，请告诉网站的发布者。
site-broken-way = 重新加载本页。
