title = 网络
purpose = <b>整个网络</b>，从你的图片到它画出的图片。请画一个，跟着它走。
pass =
    .aria-label = 慢速走一遍
pass-step = 单步
    .title = 前进一个模块
in-space = 立体
restore = 撤销全部改动
copy-link = 复制链接
link-text =
    .aria-label = 本视图的链接
blocks =
    .aria-label = 网络的各个模块
your-picture =
    .aria-label = 你的图片
drawing-canvas =
    .aria-label = 画布
    .aria-description = 方向键移动画笔，按住Shift步子更细。空格键落笔和提笔。Esc键提笔。
    .aria-roledescription = 画布
you-draw = 请在这里画
clear = 清空
walk-view =
    .aria-label = 立体的网络
stop-back = 上一站
stop-next = 下一站
stop-inside = 看内部
walk-stops =
    .aria-label = 行程的各站
your-own-walk = 自己的行程
second-choice = 它的下方
second-blocks =
    .aria-label = 另一个网络
inside-close =
    .title = 回到整个网络（Esc）
    .aria-label = 回到整个网络
block-classes = 类别
size-bytes = { $size }{ "\u00A0" }B
size-kilobytes = { $size }{ "\u00A0" }kB
size-megabytes-short = { $size }{ "\u00A0" }MB
size-gigabytes = { $size }{ "\u00A0" }GB
count-thousands = { $count }{ "\u00A0" }k
count-millions = { $count }{ "\u00A0" }M
count-billions = { $count }{ "\u00A0" }G
cost = { $weights }个权重（{ $bytes }），{ $products }次乘加，得到{ $output }
cost-weightless = 没有权重，{ $products }次乘加，得到{ $output }
cost-products = { $count }次乘积
cost-time = 占时间的{ $percent }%
total = { $weights }个权重（{ $bytes }），{ $products }次乘加
total-time = { $weights }个权重（{ $bytes }），{ $products }次乘加，在这里{ $time }毫秒
mark-off = 关闭{ $count }个
mark-inputs = 对输入取softmax
mark-squash-bare = 不加ε的挤压
mark-squash-none = 没有挤压
shape-then = { $first }，然后{ $next }
inside-shape = { $shape }；{ $cost }
measure =
    { $measure ->
        [length] 长度
        [probability] 概率
       *[activation] 激活值
    }
say-nan = 挤压函数没有ε，就会用零向量的长度去除零向量：0 / 0不是数（NaN），从这里往后全都不是数。
say-no-nan = 没有墨迹，但由于偏置，没有哪个向量恰好为零：不加ε的挤压还不是0 / 0。关闭一种类型，就是了。
say-empty = 还没有墨迹可以跟随。
say-input = 输入有{ $side } × { $side }个像素，从0（纸）到1（墨迹）。
say-input-channels = 输入有{ $side } × { $side }个像素。{ $channels }
say-features = { $name }在{ $rows } × { $columns }个位置上寻找{ $maps }种图案；显示的是对我们的样例响应最强的{ $shown }种。
say-capsules =
    { $count }个胶囊，各有{ $size }个数{ $some ->
        [weights] { "" }
        [no] ：没有一个给{ $name }的票超过平均份额的两倍
       *[yes] ：{ $giving }个（有颜色的）给{ $name }的票超过平均份额的两倍
    }。
say-votes = { $capsules }个胶囊各对{ $classes }个类别说出其{ $numbers }个数应当是多少：共{ $votes }票。
say-routing-once =
    投票一遍送出：{ $name }得到的{ $measure ->
        [length] 长度
        [probability] 概率
       *[activation] 激活值
    }是{ $value }。
say-routing =
    路由，第{ $iteration }次迭代，共{ $rounds }次：{ $name }的{ $measure ->
        [length] 长度
        [probability] 概率
       *[activation] 激活值
    }是{ $value }{ $next ->
        [no] { "" }
       *[yes] ；与它一致的胶囊下一次更有分量
    }。
say-classes =
    最大的{ $measure ->
        [length] 长度
        [probability] 概率
       *[activation] 激活值
    }就是答案：{ $name }，{ $value }。
say-pair =
    最大的两个{ $measure ->
        [length] 长度
        [probability] 概率
       *[activation] 激活值
    }就是答案：{ $pair }。
pair = { $first }（{ $value }）和{ $second }（{ $other }）
say-decoder = 除{ $name }以外，所有胶囊都置为零；它的{ $size }个数驱动{ $units }个隐藏单元。
units-of = { $count }中的{ $active }
units-then = { $first }，然后{ $next }
say-picture = 解码器由此画出{ $side } × { $side }个像素。
second-differs = 带框的是不同之处：{ $blocks }。
second-alike = 它的结构相同。
second-answer = { $answer }{ $built }
second-none = 没有别的网络
caption-input = 网络看到的
caption-strokes = { $count }个滤波器，各找一种笔画
caption-parts = 看图片各部分的胶囊
caption-patterns = { $count }个滤波器，找更大的图案
caption-capsules = 每个胶囊一支箭头
caption-votes =
    对每个{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }的猜测
caption-routing =
    { $way ->
        [once] 投票一次送出
        [agreement] 一致的票更有分量
        [weights] 投票重新加权
       *[other] 投票重新分配
    }
caption-classes =
    { $measure ->
        [length] 最长的胜出
       *[other] 最大的胜出
    }
caption-pair =
    { $measure ->
        [length] 最长的两个胜出
       *[other] 最大的两个胜出
    }
caption-decoder = 由{ $count }个数画出
caption-picture = 胜者所记住的
spotlight-hint = 指向胶囊、票或连线，跟着它看；选择一个模块，打开它。
spotlight =
    类型{ $type }，第{ $row }行，第{ $column }列：看到{ $sees ->
        [part] 带框的{ $field } × { $field }个像素
       *[edge] 带框的像素
    }；存在度{ $presence }。
spotlight-weight =
    类型{ $type }，第{ $row }行，第{ $column }列：看到{ $sees ->
        [part] 带框的{ $field } × { $field }个像素
       *[edge] 带框的像素
    }；存在度{ $presence }；{ $round ->
        [last] { "" }
       *[other] 第{ $round }次迭代时
    }它最大的耦合系数是对{ $name }的{ $coupling }。
spotlight-vote =
    类型{ $type }，第{ $row }行，第{ $column }列：看到{ $sees ->
        [part] 带框的{ $field } × { $field }个像素
       *[edge] 带框的像素
    }；存在度{ $presence }；{ $round ->
        [last] { "" }
       *[other] 第{ $round }次迭代时
    }把它的票的{ $percent }%给{ $name }。
thread-ribbon = 类型{ $type }到{ $name }：占第{ $round }次迭代时到达{ $name }的加权票的{ $percent }%。
thread-class = { $name }：类型{ $type }给它最多，占第{ $round }次迭代时到达它的加权票的{ $percent }%。
thread-type = 类型{ $type }：给{ $name }最多，占它第{ $round }次迭代时加权票的{ $percent }%。
thread-band =
    { $part ->
        [input] 从上数第{ $band }带，共{ $count }带：占图片墨迹的{ $percent }%。
        [features] 这些特征图的第{ $band }行：占其活动的{ $percent }%。
        [capsules] 位置的第{ $band }行：占所有胶囊存在度的{ $percent }%。
        [decoder] 从上数第{ $band }带，共{ $count }带：占这些单元活动的{ $percent }%。
       *[picture] 从上数第{ $band }带，共{ $count }带：占画出墨迹的{ $percent }%。
    }
thing-class =
    { $name }：{ $measure ->
        [length] 长度
        [probability] 概率
       *[activation] 激活值
    }{ $value }{ $round ->
        [last] { "" }
       *[other] （第{ $round }次迭代）
    }。
thing-class-sum =
    { $name }：它的票乘以耦合系数，合成‖s‖ = { $sum }；它的{ $measure ->
        [length] 长度
        [probability] 概率
       *[activation] 激活值
    }是{ $value }{ $round ->
        [last] { "" }
       *[other] （第{ $round }次迭代）
    }。
thing-map = { $name }的特征图{ $map }：在第{ $row }行第{ $column }列响应最强，为{ $largest }，该处的像素已框出；平均值{ $mean }。
thing-pixel = 第{ $row }行第{ $column }列的像素：所画的是{ $drawn }。
thing-pixel-painted = 第{ $row }行第{ $column }列的像素：所画的是{ $drawn }，重构的是{ $painted }。
inside-features = 特征图是一个卷积核在所有位置上的响应：指向一张，或用方向键，就能放大看；关闭它，看右边有什么改变。
inside-capsules = 胶囊是描述一个事物的几个数：它看哪里，挤压之前和之后的数，下面哪些特征图供给它最多。
inside-votes = 投票û = W u是一个胶囊对一个类别的预期：它的数乘以它的矩阵。
inside-routing = 路由：logit b进来，由它们得出耦合系数c，投票以此加权，合成s。
inside-decoder = 解码器的隐藏单元：选择一个，看它给图片添加什么。上面是掩蔽后的胶囊，只留下胜者。
map-keys = 用方向键选择一个胶囊，它的路径会点亮。
thread-keys = 用方向键点亮：上下换类型，左右换类别。
canvas-full = 画布满了：清空后再继续。
class-winner = 胜者
class-choice = 类别
pane-places = 位置
pane-place = 第{ $row }行，第{ $column }列
pane-type = 所有位置上的一种类型
pane-type-choice = 类型
pane-capsule = 一个胶囊
pane-what-if = 假如
pane-squash = 挤压
squash-trained = 与训练时相同
squash-bare = 不加ε
squash-none = 省去
capsule-told = 类型{ $type }，第{ $row }行，第{ $column }列：它从第{ $top }行第{ $left }列起，看到{ $field } × { $field }个像素；存在度{ $presence }。
before-squash = 挤压之前
fed-by = 下面供给它最多的是特征图{ $maps }。
switch-type =
    { $now ->
        [off] 打开类型{ $type }
       *[on] 关闭类型{ $type }
    }
switch-place =
    { $now ->
        [off] 打开位置{ $row }，{ $column }
       *[on] 关闭位置{ $row }，{ $column }
    }
switch-unit =
    { $now ->
        [off] 打开单元{ $unit }
       *[on] 关闭单元{ $unit }
    }
switch-map =
    { $now ->
        [off] 打开特征图{ $map }
       *[on] 关闭特征图{ $map }
    }
pane-masked = 掩蔽之后的胶囊
masked-picture = 输出胶囊的各个数，除胜者以外都被掩蔽
turn-numbers = 在“维度”页面改变这些数
pane-hidden = 隐藏单元
pane-unit = 一个单元
unit-picture = 该单元给图片添加什么
unit-told = 隐藏层{ $layer }，单元{ $unit }：{ $value }。红色表示它增大时添加墨迹之处，蓝色表示去掉墨迹之处。
hidden-layer = 隐藏层{ $layer }
unit-number = 单元{ $unit }
pane-maps = 全部特征图
maps-label = 特征图
maps-sorted = 排序
vote-numbers = { $name }：‖û‖ { $size }，{ $share }，{ $degrees }°
sum-and-pose = { $name }：‖s‖ { $sum } → ‖v‖ { $pose }
maps-strength = 按强度
maps-number = 按编号
map-number = 特征图{ $map }
pane-map = 一张特征图
map-picture = 所选的特征图
map-told = 特征图{ $map }：平均{ $mean }，全部中最大的{ $largest }
pane-sum = 求和本身
sum-told = 第{ $row }行，第{ $column }列：图块 × 卷积核之和是{ $sum }，加上偏置{ $bias }是{ $total }；经ReLU留下{ $output }。
axis-outputs-words = 每个胶囊对各类别的耦合系数之和为1：由它决定自己的票去哪里。
axis-inputs-words = 每个类别对各胶囊的耦合系数之和为1：s是它们的票的平均，每个长度都下降，没有胶囊需要作决定。有这种错误的程序仍能学习。
axis-choice = softmax对
axis-outputs = 各类别，与训练时相同
axis-inputs = 各输入胶囊，这是错误
follow-routing = 在“路由”页面继续看
iteration-less = 少迭代一次
iteration-more = 多迭代一次
iterations = 迭代次数r
pane-loop = 一个胶囊，逐次迭代
pane-all = 全部胶囊
pane-all-words = 每个耦合系数、投票的点云、点亮的公式：
matrix-picture = 矩阵W
pane-matrix = 矩阵
pane-vote = 投票
vote-told = 胶囊{ $capsule }投给{ $name }：‖û‖ = { $length }。
stop-whole = 整个网络
stop-input = 你的图片
stop-units = 单元
stop-strokes = 笔画
stop-patterns = 更大的图案
stop-parts = 局部的胶囊
stop-answer = 答案
stop-decoder = 只有胜者继续
stop-picture = 它所记住的
stop-round = 路由，第{ $iteration }次迭代
stop-once = 投票送出
stop-capsules = 胶囊
stop-capsule = 一个胶囊
stop-own-votes = 一个胶囊的票
stop-votes = 投票
stop-place = 第{ $number }站，共{ $count }站：{ $title }
walk-whole =
    { $paints ->
        [yes] 你的画从左边进来，在右边重新画出来。
       *[no] 你的画从左边进来；答案在右边。
    }{ $capsules ->
        [agree] 中间，胶囊投票并达成一致。
        [vote] 中间，胶囊投票。
       *[no] 中间没有投票：这个网络没有胶囊。
    }
walk-input = 网络看到{ $side } × { $side }个像素，每个是从0到1的数。请画一画，后面的一切都会改变。
walk-input-channels = 网络看到{ $side } × { $side }个像素，每个是{ $channels }个从0到1的数。请画一画，后面的一切都会改变。
walk-units = 一层{ $count }个单元，每个由下面所有单元供给。
walk-parts = 看图片各部分的胶囊，它们给下一层的胶囊投票。
walk-patterns = { $count }个滤波器在前一层找到的内容中寻找更大的图案。
walk-strokes = { $count }个滤波器各找一种笔画，在{ $rows } × { $columns }个位置上。每一格是一个滤波器的特征图。
walk-answer =
    最大的{ $measure ->
        [length] 长度
        [probability] 概率
       *[activation] 激活值
    }就是答案：{ $name }，{ $value }。
stop-decoder-pair = 每个数字单独前进
walk-decoder-pair = 两个数字各自单独画出，这里是{ $name }：其余类别都置为零。它的{ $size }个数驱动{ $units }个隐藏单元。
walk-decoder = 除{ $name }以外，所有类别都置为零。它的{ $size }个数驱动{ $units }个隐藏单元。
walk-painting = 解码器只根据这{ $count }个数作画。旁边是你所画的。
walk-capsules =
    { $count }个胶囊，{ $places ->
        [1] 各属一种类型
       *[other] 每个位置{ $types }种类型
    }。{ $alike ->
        [yes] 所有箭头几乎一样长：在这里，长度几乎不能说明部件在不在。方向来自姿态。
       *[no] 箭头越长，胶囊越确定它的部件在那里；方向来自它的姿态。
    }
walk-capsule = 一个胶囊看到线内的{ $field } × { $field }个像素，有{ $size }个数。按它，看一票怎样由乘积得出；按另一个，就跟随那一个。
walk-capsule-everywhere = 一个胶囊看到线内的像素，有{ $size }个数。按它，看一票怎样由乘积得出；按另一个，就跟随那一个。
walk-own-votes =
    这个胶囊用û = W u对每个{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }说出其{ $numbers }个数应当是多少；每一票有一个耦合系数c。
walk-votes =
    每个胶囊用û = W u对每个{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }说出其{ $numbers }个数应当是多少：共{ $votes }票。
arrow-type = 一支箭头合计一种胶囊送到一个类别的平面上的票：面积是c ‖û‖之和。
ribbon-sample = 镜头移动时，最淡的带子只是一部分样本。
arrow-own = 带子上的一支箭头是这个胶囊的一票，长度为‖û‖，倾角是û与该类别的v的夹角：水平的与v同向。
walk-once =
    投票一遍送出；{ $name }得到的{ $measure ->
        [length] 长度
        [probability] 概率
       *[activation] 激活值
    }是{ $value }。
walk-round-even =
    起初每个胶囊平均分配自己的票。由这些份额，{ $name }的{ $measure ->
        [length] 长度
        [probability] 概率
       *[activation] 激活值
    }是{ $value }。
walk-round-first =
    { $over ->
        [outputs] 投票第一次分配。
       *[other] 投票第一次加权。
    }{ $name }的{ $measure ->
        [length] 长度
        [probability] 概率
       *[activation] 激活值
    }是{ $value }。
walk-round-last =
    带子的宽度是票乘以它的耦合系数，c ‖û‖。{ $name }最后的{ $measure ->
        [length] 长度
        [probability] 概率
       *[activation] 激活值
    }是{ $value }。
walk-round-agreement =
    投票与某个类别一致的胶囊，现在给它更多。{ $name }的{ $measure ->
        [length] 长度
        [probability] 概率
       *[activation] 激活值
    }是{ $value }。
walk-round =
    { $over ->
        [outputs] 投票重新分配。
       *[other] 投票重新加权。
    }{ $name }的{ $measure ->
        [length] 长度
        [probability] 概率
       *[activation] 激活值
    }是{ $value }。
act-other = 画一个，或换一幅画，看它通过。
act-other-button = 换一幅画
act-clear-button = 清空
act-turn = 转动你的图片：后面的一切随之改变。
act-turn-slider = 图片的转角，以度为单位
act-map = 关闭响应最强的特征图：后面有什么改变？
act-map-unit = 关闭响应最强的单元：后面有什么改变？
act-maps-on = 打开全部特征图
act-units-on = 打开全部单元
act-type = 关闭给胜者最多的那种胶囊：答案还成立吗？
act-types-on = 打开全部类型
act-capsule = 选择另一个胶囊：它的像素、特征图和投票会点亮。
act-capsule-button = 换一个胶囊
act-class = 选择一个类别：只留下投给它的票，它的各个数写在旁边。
act-class-number = 选择一个类别，读出它的数。
act-class-choice = 类别
act-class-all = 全部
act-iterations = 让投票多路由几次或少路由几次：带子流向哪里？
act-unit = 关闭最活跃的隐藏单元：画出的图片会改变。
act-clear = 清空画布再画：重构跟随每一笔。
own-sentence = 在这一站写自己的话
show-stops = 显示全部各站
scene = 场景
film-impossible = 这个浏览器不能录制影片：请改为保存图片。
film-stop = 停止录制
space-impossible = 这个浏览器画不出立体场景：这里是平面图。
space-memory = 这台设备内存较少：这里是平面图。按“立体”按钮可看场景。
space-hint = 指向一个胶囊、类别或像素，跟着它看；按下它，进入其内部。
space-still = 这台设备要求减少动态效果：这里是平面图。按“立体”按钮可看场景，但没有飞行。
walk-unreadable = 链接中自己的行程已损坏，因此略去：每一站可以有一句至多{ $letters }个字的话，也可以略去若干站。
scene-drawn = 你画的
space-explained = 一张图片。“立体”按钮通向同样的各层，以列表呈现。
second-pairs = { $title }，两个数字
