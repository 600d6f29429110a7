classes-find = 在{ $count }个类别中查找
classes-find-hint = 最大的{ $shown }个；可在{ $count }个中查找
channels =
    { $channels ->
        [2] 像素有两个通道，各从0到1：第一个显示为红色，第二个显示为青色，两者相等时为灰色。
        [3] 像素有红、绿、蓝，各从0到1。
       *[4] 像素有四个通道，各从0到1：前三个显示为红、绿、蓝。
    }
network-choose = 选择{ $name }
network-choose-size = 选择{ $name }（{ $size }）
size-megabytes = { $size } MB
picture-begin = 画一张或上传一张
picture-none = 还没有图片：{ $element }。
samples-none = 这里没有样例可显示：请画一张、上传一张或拍一张。
sample-name = 样例：{ $name }
test-picture =
    { $title }测试{ $set ->
        [mnist] 数字
       *[other] 图片
    }
sliders =
    { $what ->
        [factor] 物体的因素
       *[dimension] 胶囊的维度
    }
sliders-reset = 全部重置
slider-number =
    { $what ->
        [factor] 因素
       *[dimension] 维度
    }{ $number }
slider-named =
    { $what ->
        [factor] 因素
       *[dimension] 维度
    }{ $number }，{ $name }
slider-reset =
    重置这个{ $what ->
        [factor] 因素
       *[dimension] 维度
    }（双击或退格键）
slider-reset-number =
    重置{ $what ->
        [factor] 因素
       *[dimension] 维度
    }{ $number }
slider-value = { $value }，原为{ $original }
dimension-name =
    { $key ->
        [x] 水平位置
        [y] 垂直位置
        [area] 面积
        [length] 笔画长度
        [thickness] 粗细
        [slant] 倾斜
        [width] 宽度
        [height] 高度
        [rotation] 转角
        [brightness] 亮度
        [contrast] 对比度
        [colourfulness] 彩度
        [red-to-green] 由红到绿
        [blue-to-yellow] 由蓝到黄
        [entangled] 纠缠
        [local-detail] 局部细节
        [hardly-any-change] 几乎不变
        [unknown] 未知
       *[other] { $name }
    }
dimension-confirmed = { $name }；真实测试图片证实
measure-name =
    { $key ->
        [x] 水平位置
        [y] 垂直位置
        [area] 面积
        [length] 笔画长度
        [thickness] 粗细
        [slant] 倾斜
        [width] 宽度
        [height] 高度
        [rotation] 转角
        [brightness] 亮度
        [contrast] 对比度
        [colourfulness] 彩度
        [red-to-green] 由红到绿
        [blue-to-yellow] 由蓝到黄
       *[other] { $name }
    }
factor-name =
    { $factor ->
        [x] 向右
        [y] 向下
        [rotation] 转角，逆时针
        [size] 大小
        [azimuth] 方位角，逆时针
        [elevation] 相机的仰角
        [light] 光照，向右
        [hue] 色相，从红经绿到蓝
        [brightness] 亮度
       *[other]
            { $form ->
                [thickness] 粗细
                [aspect] 长宽比
               *[other] { $form }
            }
    }
factor-explained = { $label }，R² { $r2 }
factor-read = { $label }，姿态给出{ $value }
play-start = 播放
play-pause = 暂停
what-if-title =
    { $name ->
        [uniform] 均匀（没有路由）
        [top_k] Top-k
        [leaky] 带泄漏的softmax
        [inverted_attention] 反向点积注意力
        [k_means] k均值
        [soft_k_means] 软k均值
        [damped] 带阻尼，连续时间
        [authors] 动态，按作者的代码
       *[other] { $title }
    }
what-if-plain = 假如：{ $title }。权重是用动态路由学到的，不是用这一种。
what-if-set = 假如：{ $title }，{ $symbol } = { $number }。权重是用动态路由学到的，不是用这一种。
what-if-routing = 路由
what-if-steps = 步数
what-if-steps-title = 沿方程走的步数
what-if-none = 它自己的
what-if-end = 恢复它自己的
save-figure = 保存{ $title }
save-figure-as = 把{ $title }存为{ $kind }
background = 所存图片的背景
background-name =
    { $background ->
        [light] 浅色
        [dark] 深色
       *[none] 无
    }
caption-choice = 标题和说明
caption-network = 网络{ $network }
chart-this = 这张图
chart-failed = 无法画出这张图：{ $reason }。数值在CSV文件中。
charts-away = 现在取不到图
sections-again = 重试
sections-table = 表格
link-copy = 复制链接
link-copied = 链接已复制
link-damaged = 链接已损坏，可能被截断
link-long = 链接超过{ $most }个字符
link-version = 这个链接由另一版本的capsviz生成
excerpt-unknown =
    本页没有名为“{ $name }”的内容可以{ $key ->
        [lock] 锁定
       *[show] 显示
    }：请从{ $few }中选择。
excerpt-task-long = 这个链接的任务超过{ $most }个字符。
live-state =
    { $state ->
        [requests] 没有实时连接：结果会稍慢
        [slow] 服务器正忙：结果会延迟
        [late] 这台设备仍在计算：结果会延迟
       *[lost] 连接已断开，所做的都会保留；恢复后结果会回来
    }
live-old = 比你的设置旧：这些结果还没有跟上。
server-away = 无法连接服务器：请在连接恢复后重试。
server-refused = 服务器拒绝了请求（{ $status }）：请重试。
app-needed = 这需要使用应用：在这份页面副本中做不到。
other-digit =
    换一个{ $thing ->
        [class] 图片
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [body] 立体
       *[other] { $thing }
    }
other-samples =
    .aria-label = 样例
other-test = MNIST测试数字
other-load = 载入
other-draw = 自己画一个
