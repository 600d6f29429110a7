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
coupling-scale = 对<b data-part="scale-capsule">0</b>的耦合系数<span class="cv-sym" data-sym="c">c</span><span class="cv-scale-bar" data-part="scale-bar"></span>
answer-empty =
    没有{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 可分类的内容
    }：画布是空的。
answer-two =
    { $name }或{ $other }：{ $measure ->
        [length] 长度
       *[activation] 激活值
    }{ $longest }和{ $next }，两者都说得通{ $count ->
        [0] { "" }
       *[other] （全部{ $count }个合起来为1）
    }。
answer-none =
    没有认出{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 任何类别
    }：{ $measure ->
        [length] 每个胶囊都短，最长的
       *[activation] 没有胶囊足够活跃，最活跃的
    }是{ $name }，为{ $longest }。
answer-misfit =
    { $name }，{ $measure ->
        [length] 长度
       *[activation] 激活值
    }{ $longest }，但它的重构与输入不符：也许{ $thing ->
        [digit] 根本不是数字
       *[other] 不属于它的任何类别
    }。
answer-clear =
    { $name }，{ $measure ->
        [length] 长度
       *[activation] 激活值
    }{ $longest }；其次是{ $other }，{ $measure ->
        [length] 长度
       *[activation] 激活值
    }{ $next }。
picture-begin = 画一张或上传一张
picture-none = 还没有图片：{ $element }。
samples-none = 这里没有样例可显示：请画一张、上传一张或拍一张。
sample-name = 样例：{ $name }
sample-hand =
    { $digit }，{ $hand ->
        [upright] 端正
        [slanted] 倾斜
        [round] 圆润
        [angular] 有棱角
        [continental] 欧陆写法
        [thin] 细
        [thick] 粗
        [small] 小
        [shaky] 颤抖
       *[other] { $hand }
    }
sample-either = { $one }或{ $other }
sample-class = { $name } { $number }
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
dimension-loose = 大致是{ $name }
dimension-sure = { $name } ✓
dimension-place = { $name } { $place }/{ $count }
list-unit = { $before }，{ $next }
list-numbers = { $before }, { $next }
list-sentences = { $before }{ $next }
list-dots = { $before } · { $next }
sentence = { $text }。
named = { $name }：{ $value }
labelled = { $label }：{ $element }
with-value = { $name }（{ $value }）
percent = { $value }%
interval = { $low }到{ $high }
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
        [turn] 转角
        [shear] 剪切
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
        [hue] 色相
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
factor-turn =
    { $factor ->
        [azimuth] 方位角
       *[elevation] 仰角
    } { $value }
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
        [coming] 网络仍在加载：加载完成后就有结果
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
        [solid] 立体
       *[other] { $thing }
    }
other-samples =
    .aria-label = 样例
other-test = MNIST测试数字
drawing-full = 画满了：请撤销一些或清空
other-load = 载入
other-draw = 自己画一个
link-unopened = 无法打开这个链接：{ $reason }。
link-elsewhere = 这个链接属于页面“{ $page }”
link-network = 这里没有网络“{ $name }”
link-lesson = 没有这样的课
link-run = 这里没有运行“{ $name }”
network-unknown = 这里没有网络“{ $name }”：请从{ $known }中选择。
network-gone = 网络“{ $name }”已不在这里：现在是“{ $now }”。
kept-unusable =
    本标签页保存的{ $what ->
        [settings] 设置
        [drawing] 画
       *[view] 视图
    }无法使用：{ $reason }。
network-mistake = { $name }有错误：{ $mistake }。
digits-alone =
    { $page ->
        [overlap] “重叠”页面
        [claims] 这里动手试验的每个论断
       *[learn] 课程和导览
    }只涉及数字：你所选的网络不对数字分类。
picker-label =
    { $label ->
        [pictures] 图片
       *[network] 网络
    }
picker-group =
    { $key ->
        [two-digits] 两个数字
        [no-capsules] 没有胶囊
        [routing-in-iterations] 逐次迭代的路由
        [routing-in-one-pass] 一遍完成的路由
        [your-own] 你自己的
        [data-sets] 数据集
       *[other] { $title }
    }
class-name =
    { $key ->
        [t-shirt] T恤
        [trousers] 裤子
        [pullover] 套头衫
        [dress] 连衣裙
        [coat] 外套
        [sandal] 凉鞋
        [shirt] 衬衫
        [sneaker] 运动鞋
        [bag] 包
        [ankle-boot] 短靴
        [airplane] 飞机
        [automobile] 汽车
        [bird] 鸟
        [cat] 猫
        [deer] 鹿
        [dog] 狗
        [frog] 青蛙
        [horse] 马
        [ship] 船
        [truck] 卡车
        [triangle] 三角形
        [square] 正方形
        [ellipse] 椭圆
        [heart] 心形
        [arrow] 箭头
        [cross] 十字形
        [crescent] 月牙形
        [cube] 立方体
        [cone] 圆锥
        [cylinder] 圆柱
        [torus] 圆环体
        [stairs] 台阶
        [mug] 马克杯
       *[other] { $title }
    }
set-name =
    { $key ->
        [sprites] 图形
        [coloured-sprites] 彩色图形
        [solids] 立体
       *[other] { $title }
    }
network-name =
    { $key ->
        [dynamic] 动态路由
        [em-one-dense-layer] EM，一个全连接层
        [self-routing] 自路由
        [self-attention] 自注意力
        [uniform-no-routing-] 均匀（没有路由）
        [efficient-capsnet] Efficient-CapsNet
        [matrix-capsules] 矩阵胶囊
        [plain-cnn] 普通CNN
        [large-plain-cnn] 大的普通CNN
        [compact-capsnet] 小型CapsNet
        [deep-capsules-two-layers] 深层胶囊，两层
        [deep-capsules-three-layers] 深层胶囊，三层
        [deep-capsules-four-layers] 深层胶囊，四层
        [top-k] Top-k
        [leaky-softmax] 带泄漏的softmax
        [inverted-dot-product-attention] 反向点积注意力
        [k-means] k均值
        [soft-k-means] 软k均值
        [query-key-attention] 查询—键注意力
        [damped-continuous] 带阻尼，连续时间
        [dynamic-as-in-the-authors-code] 动态路由，按作者的代码
        [mnist] MNIST
        [fashion-mnist] Fashion-MNIST
        [sprites] 图形
        [coloured-sprites] 彩色图形
        [solids] 立体
        [compact-capsnet-mnist] 小型CapsNet，MNIST
        [compact-capsnet-fashion-mnist] 小型CapsNet，Fashion-MNIST
        [compact-capsnet-sprites] 小型CapsNet，图形
        [compact-capsnet-coloured-sprites] 小型CapsNet，彩色图形
        [compact-capsnet-solids] 小型CapsNet，立体
        [compact-capsnet-two-digits] 小型CapsNet，两个数字
        [efficient-capsnet-mnist] Efficient-CapsNet，MNIST
        [efficient-capsnet-fashion-mnist] Efficient-CapsNet，Fashion-MNIST
        [efficient-capsnet-sprites] Efficient-CapsNet，图形
        [efficient-capsnet-coloured-sprites] Efficient-CapsNet，彩色图形
        [efficient-capsnet-solids] Efficient-CapsNet，立体
        [efficient-capsnet-two-digits] Efficient-CapsNet，两个数字
        [plain-cnn-mnist] 普通CNN，MNIST
        [plain-cnn-fashion-mnist] 普通CNN，Fashion-MNIST
        [plain-cnn-sprites] 普通CNN，图形
        [plain-cnn-coloured-sprites] 普通CNN，彩色图形
        [plain-cnn-solids] 普通CNN，立体
        [plain-cnn-two-digits] 普通CNN，两个数字
        [parts-and-objects-mnist] 部件与物体，MNIST
        [parts-and-objects-fashion-mnist] 部件与物体，Fashion-MNIST
        [parts-and-objects-sprites] 部件与物体，图形
        [parts-and-objects-coloured-sprites] 部件与物体，彩色图形
        [parts-and-objects-solids] 部件与物体，立体
        [parts-and-objects-two-digits] 部件与物体，两个数字
       *[other] { $title }
    }
site-chosen-again = 重新选择了{ $title }。
site-memory-choose = 这台设备的内存很少：如果{ $title }在这里很慢或出错，请选择{ $other }。
site-memory-close = 这台设备的内存很少：如果{ $title }在这里很慢或出错，请关闭其他标签页。
site-coming = { $title }正在加载。
site-coming-meanwhile = { $title }正在加载；现在由{ $other }作答。
network-unfit = 这个浏览器不能运行网络：需要带SIMD的WebAssembly，2023年以来的浏览器都有。
network-large = 这台设备的内存对这个网络来说太少：请选择较小的网络，并关闭其他标签页。
network-away = 这个浏览器没有保存该网络，而现在又无法连接网站。
network-damaged = 这里需要的一个文件缺失或损坏。如果重新加载页面没有用，请告诉发布者。
network-unread = 无法在这里运行网络：{ $reason }。
file-empty = 这个文件是空的：请选择PNG、JPEG、GIF、WebP或BMP文件
file-large = 这个文件有{ $has } MB：请选择不超过{ $most } MB的文件
file-svg = 这里不能读取SVG：请选择PNG、JPEG、GIF、WebP或BMP文件
file-film = 这个浏览器不能读取HEIC和视频文件：请选择PNG、JPEG、GIF、WebP或BMP文件
file-none = 这个文件不是浏览器能读取的图片：请选择PNG、JPEG、GIF、WebP或BMP文件
file-pixels = 这张图片有{ $width } x { $height }个像素：请选择不超过{ $most }百万像素的图片
file-damaged = 这张图片已损坏或不完整：请重新保存，或另选一张
file-nothing = 这张图片里看不出什么：请选择白纸上有一个数字的图片
file-narrow = 这张图片太小或太窄：请选择宽和高都至少8个像素的图片
file-several = 这张图片里有好几个数字：请裁剪到其中一个
file-memory = 这张图片需要的内存太多：请选择小一些的
file-scripts = 读取图片的脚本没有加载：请重新加载本页
## 测量结果的图，以及保存成的表格

number = { $value }
chart-zoom = 缩放
chart-pan = 平移
chart-zoom-in = 放大
chart-zoom-out = 缩小
chart-reset = 重置坐标轴
file-series = 系列
file-low = 下限
file-high = 上限
file-name = 名称
file-value = 值
file-column = 列
file-row = 行
file-text = 文字

## 网络的模块

block-votes = 投票
block-routing = 路由
block-capsules = 胶囊
block-picture = 图片
block-painting = 它画出
block-decoder = 解码器
block-residual = 残差块{ $number }
block-weights = { $count }个权重

## 网络与发表的有何不同

network-published =
    { $build ->
        [capsnet]
            { $routing ->
                [dynamic] 与Sabour、Frosst和Hinton（2017）发表的一致：各层、挤压函数、路由、间隔损失、解码器。与发表的不同：梯度只经过最后一次迭代，输出胶囊没有偏置，而作者的代码对整个循环求导并有偏置；训练方式也不同，见模型卡。
                [em] 单个全连接层上的EM，不是Hinton、Sabour和Frosst（2018）的网络（后者在这里称为矩阵胶囊）。与他们发表的一致：EM为每个输出的投票拟合一个高斯分布，输出有自己的激活值。与发表的不同：在他们2017年论文的卷积之后用一个姿态为16个数的全连接层，代替四层4 × 4矩阵和坐标相加；输入激活值来自挤压后的姿态；用间隔损失代替散布损失；λ为0.1到0.3；代价按每个输出所占激活值的份额计算；方差至少为0.0001；另有一个解码器。
                [self_routing] 与Hahn、Pyeon和Kim（2019）发表的一致：每个输入胶囊由自己的姿态一遍决定投票的去向，输出激活值之和为1。与发表的不同：在Sabour、Frosst和Hinton的卷积之后用一个全连接层代替残差网络；输入激活值来自挤压后的姿态；用间隔损失；另有一个解码器。
                [attention] 与Mazzia、Salvetti和Chiaberge（2021）发表的一致：带学得先验的自注意力路由，以及挤压函数。与发表的不同：在Sabour、Frosst和Hinton的两层卷积之后有1,152个输入胶囊，而不是四层小卷积之后的16个；这里的Efficient-CapsNet与他们的更接近。
                [uniform] 不是发表过的网络：去掉路由的Sabour、Frosst和Hinton（2017）网络。训练时和训练后每个耦合系数都是十分之一，作为对照。
                [leaky] 动态路由，采用Sabour、Frosst和Hinton（2017）代码中带泄漏的softmax。与发表的不同：输出胶囊没有偏置，训练方式也不同。
                [inverted_attention] 与Tsai、Srivastava、Goh和Salakhutdinov（2020）发表的一致：反向点积注意力路由、多轮、层归一化。与发表的不同：在Sabour、Frosst和Hinton的卷积之后只有一个路由层，层归一化没有增益和偏置，用挤压后总和的长度代替线性分类器。
                [authors] 与Sabour、Frosst和Hinton（2017）发表的及其代码一致：各层、挤压函数、输出胶囊带偏置的路由、经过所有迭代的梯度、间隔损失、解码器。与发表的不同：训练方式，见模型卡。
               *[other] { $published }
            }
        [compact] 与Sabour、Frosst和Hinton（2017）发表的一致：初级胶囊、投票、路由、间隔损失。与发表的不同：十个小卷积代替两个大卷积，初级胶囊的类型数为四分之一，梯度只经过最后一次迭代，输出胶囊没有偏置，而作者的代码对整个循环求导并有偏置；训练方式也不同，见模型卡。
        [compact_pairs] 与Sabour、Frosst和Hinton（2017）发表的一致：初级胶囊、投票、路由、间隔损失；读两个数字时用36 × 36像素的数字对。与发表的不同：十个小卷积代替两个大卷积，初级胶囊的类型数为四分之一，梯度只经过最后一次迭代，输出胶囊没有偏置，而作者的代码对整个循环求导并有偏置；训练用的数字对少得多。
        [matrix] 与Hinton、Sabour和Frosst（2018）发表的一致：四层4 × 4矩阵胶囊，采用他们给出的较小尺寸；输入胶囊只给感受野包含自己的输出胶囊投票；每层都用EM；坐标相加；散布损失。与发表的不同：每个激活值的logit是批归一化后的代价，而不是λ (β_a − 代价)，后者在所有代价有一大部分相同时会饱和；两次迭代，他们通常用三次；第一个ReLU之前有归一化；方差至少为0.1，他们的代码为0.0005；矩阵从接近单位矩阵开始；坐标相隔三分之一，而相邻感受野相隔图片的0.14；训练方式不同，见模型卡；另有一个由类别姿态重构的解码器，姿态也由它学习。没有胶囊看得到最后三行和三列像素。
        [deep_2] 不是发表过的网络：在Sabour、Frosst和Hinton（2017）的类别层之下，是感受野为3 × 3个位置的卷积向量胶囊层。与LaLonde和Bagci（2018）发表的一致：每个感受野内用动态路由，每个位置的矩阵相同，一个输入胶囊的耦合系数由一个感受野的各类型分享。与Hinton、Sabour和Frosst（2018）一致：感受野的每个位置分别投票。与发表的不同：输出胶囊没有偏置，每层的梯度只经过最后一次迭代，PrimaryCaps之下有一个带归一化的卷积，矩阵的初始值大到使总和与下层胶囊一样长；训练方式也不同。
        [deep_3] 不是发表过的网络：在Sabour、Frosst和Hinton（2017）的类别层之下，是感受野为3 × 3个位置的卷积向量胶囊层。与LaLonde和Bagci（2018）发表的一致：每个感受野内用动态路由，每个位置的矩阵相同，一个输入胶囊的耦合系数由一个感受野的各类型分享。与Hinton、Sabour和Frosst（2018）一致：感受野的每个位置分别投票。与发表的不同：输出胶囊没有偏置，每层的梯度只经过最后一次迭代，PrimaryCaps之下有一个带归一化的卷积，矩阵的初始值大到使总和与下层胶囊一样长；训练方式也不同。
        [deep_4] 不是发表过的网络：在Sabour、Frosst和Hinton（2017）的类别层之下，是感受野为3 × 3个位置的卷积向量胶囊层。与LaLonde和Bagci（2018）发表的一致：每个感受野内用动态路由，每个位置的矩阵相同，一个输入胶囊的耦合系数由一个感受野的各类型分享。与Hinton、Sabour和Frosst（2018）一致：感受野的每个位置分别投票。与发表的不同：输出胶囊没有偏置，每层的梯度只经过最后一次迭代，PrimaryCaps之下有一个带归一化的卷积，矩阵的初始值大到使总和与下层胶囊一样长；训练方式也不同。
        [own] 使用者自己的网络，在命令行中指定。它与发表的网络有何不同，只有它的所有者知道。
        [efficient]
            { $routing ->
                [attention]
                    { $classes ->
                        [10] 与Mazzia、Salvetti和Chiaberge（2021）发表的一致：四层卷积、16个初级胶囊、自注意力路由、挤压函数，不计解码器有161,824个参数。与发表的不同：归一化在ReLU之前而不是之后；训练方式也不同，见模型卡。
                       *[other] 与Mazzia、Salvetti和Chiaberge（2021）发表的一致：四层卷积、16个初级胶囊、自注意力路由、挤压函数。与发表的不同：归一化在ReLU之前而不是之后；训练方式也不同，见模型卡。
                    }
               *[other] 与Mazzia、Salvetti和Chiaberge（2021）发表的一致：四层卷积、16个初级胶囊、挤压函数。与发表的不同：用另一种路由代替自注意力，归一化在ReLU之前而不是之后；训练方式也不同，见模型卡。
            }
       *[other] { $published }
    }
