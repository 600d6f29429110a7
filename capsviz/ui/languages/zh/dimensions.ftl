title = 维度
purpose =
    <b>维度</b>：{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }胶囊的每个数对它的图片起什么作用。
lead =
    <b>胶囊</b>是一组共同描述一个事物的神经元；{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }的胶囊有{ $dimensions }个数，即它的<b>姿态</b>。<span data-decoded>根据这些数，以及它们属于哪一个，解码器画出{ $thing ->
        [digit] 数字
       *[other] 图片
    }。请改变一个数。</span>
start-choice =
    .aria-label = 从哪里开始
start-from = 起点
start-drawing = 你的画
start-mean = 平均
copy-link = 复制链接
link-text =
    .aria-label = 本视图的链接
capsules-heading = 全部胶囊，一张图片
picture-help =
    .aria-label = 这里显示的是什么？
capsules-help = 每个胶囊的姿态单独解码，并标出它的<span data-part="measure">长度</span>。<span data-part="meaning"></span><span data-part="others"></span>
capsules =
    .aria-label = 要编辑的胶囊
decoded-heading = 解码结果
pose-heading = 姿态
decoded-help = 解码器根据滑块上的姿态画出的图片，在你的浏览器中计算。在差异图中，红色是滑块在起点图片上添加的墨迹，蓝色是去掉的墨迹。
decoded-picture =
    .aria-label = 姿态的解码结果
drag-hint = 在图中拖动：抓住的部分沿最合适的维度移动
start-picture =
    .aria-label = 滑块起点的图片
start-caption = 起点
difference-picture =
    .aria-label = 解码结果减去起点：红色是多出的，蓝色是缺少的
difference-caption = 差异
undecoded = 这个网络没有解码器：不会由胶囊重构图片。
undo = 撤销
randomise = 随机姿态
    .title = 一个随机的姿态，散布和相关性与真实图片相同
sliders-heading = 胶囊<b data-part="digit-name" data-answer>0</b>的{ $dimensions }个数
sliders-help =
    .aria-label = 滑块怎样使用？
sliders-explained = <span data-part="slider-words"></span>细线标出起点。双击或按退格键重置一个滑块。<span data-part="label-words">滑块上方写着测得的该维度的作用。有些维度同时改变好几种量：它们是<b>纠缠</b>的，后面的数给出各自的R²。<b>R²</b>是一个量的变化中能由该维度的直线解释的份额，从0（没有）到1（全部）。<b>r</b>衡量两者在真实测试图片上共同变化的程度，从−1到1；✓表示两者相符。</span>
order = 顺序
order-effect = 按作用大小
order-number = 按编号
factors-heading = 真实因素
factors-help =
    .aria-label = 这些是什么？
factors-explained = 这些图片由公式画出：物体在哪里、转了多少、多大，以及它的粗细、长宽比或光照，都准确知道。移动其中一个，就会画出这个物体本身，并由网络分类。移动姿态的一个数，这里就显示线性映射从姿态读出的值：它是在每类2,000张任何网络都没有见过的图片上拟合的。R²表示这样的映射在没有用于拟合的图片上能找出一个因素的多少，从0（没有）到1（全部）；角度只在物体的对称性之内确定。姿态对转角编码得很少时，解码器画出一团不转动的模糊：而这里的数会转。
sweep-explained = 每行移动上面姿态的一个维度，其余不变（Sabour等，2017，图4）。“变化”是最后一张图减去第一张：红色是增加的墨迹，蓝色是失去的墨迹。点击一张图，把它的姿态放到滑块上。
range = 范围
range-paper = 姿态上下0.25
range-data = 真实图片的取值
sweep-picture =
    .aria-label = 变化网格：各维度，每个十一步
    .aria-description = 方向键在图片上移动。回车键把所选的姿态放到滑块上。
more-heading = 许多真实图片的平均，以及两者之间的过渡
data-heading = 询问数据
data-explained = 这一类的训练图片在该维度上取各个值的频率，以及取值最低和最高的测试图片。点击一张，从它开始。
dimension-choice = 维度
lowest-values = 最低的值
histogram-picture =
    .aria-label = 该维度在训练图片上的直方图
highest-values = 最高的值
between-heading =
    两个{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }之间
between-explained = 在同一类之内，姿态沿直线从一端移到另一端。在不同类之间，一个胶囊缩短到零，另一个增长，解码器同时得到两者：网络从未为此训练过。
way = 路径
way-class = 同一类之内
way-morph = 从一类到另一类
from-picture =
    .aria-label = 一端
from-label = 一端
between-picture =
    .aria-label = 两端之间的各步
scrub =
    .aria-label = 两端之间的位置
middle-picture =
    .aria-label = 两端之间
to-picture =
    .aria-label = 另一端
to-label = 另一端
capsule-measure =
    { $measure ->
        [length] 长度
       *[activation] 激活值
    }
network-meaning =
    { $routing ->
        [own] { $meaning }
        [em] 从0到1的激活值是一个类别的存在度：许多票紧密聚成一簇时高。它与胶囊的向量分开计算，向量的长度在这里没有意义。
        [matrix] 从0到1的激活值是一个类别的存在度：与训练中所有图片的平均相比，许多票紧密聚成一簇时高。它与胶囊的4 × 4矩阵分开计算，矩阵的大小在这里没有意义。
        [self_routing] 激活值是一个类别在输入胶囊的激活值中所占的份额。全部合起来为1，所以其中两个最多各占约一半。胶囊的向量的长度在这里没有意义。
        [attention] 胶囊的向量的长度是它所代表的事物的存在度，从0到1。这个网络的挤压函数把向量缩短到1 − exp(−‖s‖)，总小于1。
       *[other] 胶囊的向量的长度是它所代表的事物的存在度，从0到1。挤压函数把向量缩短到‖s‖² / (1 + ‖s‖²)，总小于1。
    }
capsule-choice =
    { $name }，{ $measure ->
        [length] 长度
       *[activation] 激活值
    }{ $value }
capsule-choice-winner =
    { $name }，{ $measure ->
        [length] 长度{ $value }，最长
       *[activation] 激活值{ $value }，最活跃
    }
capsule-won =
    { $measure ->
        [length] 选中的是最长的
       *[activation] 选中的是最活跃的
    }
capsule-lost-active = { $name }没有胜出：解码器从未学过画这样的姿态
capsule-lost = { $name }没有胜出：这么短的姿态解码出来是一团模糊
capsule-lost-stretch = { $name }没有胜出：这么短的姿态解码出来是一团模糊；把它拉到{ $name }通常的长度，就能看到这种笔迹写的一个
others-active = 选一个没有胜出的，看它的姿态解码成什么：解码器从未学过画这样的姿态。
others-short = 选一个没有胜出的，看这么短的姿态解码成什么。
others-stretch = 选一个没有胜出的，把它拉到同类通常的长度，看用这种笔迹写出来会是什么样子。
mean-of = 平均的{ $name }
stretch = 拉到长度{ $length }
decoder-failed = 无法加载解码器：{ $reason }。
unmeasured = 这个网络的维度没有测量过：按真实图片取值的变化、平均姿态、随机姿态、名称、按作用大小的顺序及其背后的数据都已关闭，原因是{ $missing }
kin =
    { $named ->
        [letter] { $name }
       *[name] { $name }的图片
    }
share-rounded =
    { $round ->
        [least] 不到1%
        [most] 超过99%
       *[other] { $percent }%
    }
distance-beyond = 与平均的{ $name }相距{ $distance }：比训练集中全部{ $count }个{ $kin }都远。没有哪张训练图片是这样的。
distance-unusual = 与平均的{ $name }相距{ $distance }：不寻常，训练集中的{ $kin }有{ $share }离得更远。
distance-usual = 与平均的{ $name }相距{ $distance }：寻常，训练集中的{ $kin }有{ $share }离得更远。
pose-length = 姿态的长度{ $length }
pose-length-among =
    姿态的长度{ $length }{ $beyond ->
        [short] ，太短
        [long] ，太长
       *[no] { "" }
    }：98%的真实{ $kin }在{ $low }到{ $high }之间。
sliders-range-data = 滑块的范围是真实图片的取值：训练集上的平均值 ± 3个标准差。
sliders-range-unmeasured = 这个网络没有测量过真实图片的取值：滑块的范围是起点两侧各0.5。
place =
    { $value }{ $place ->
        [lowest] 低于训练集中的全部
        [highest] 高于训练集中的全部
       *[between] 高于训练集中{ $share }的
    }{ $kin }
place-start =
    { $start ->
        [mean] 平均
       *[drawing] 你的画
    }：{ $place }。
place-now =
    现在：{ $now }。{ $start ->
        [mean] 平均
       *[drawing] 你的画
    }（细线）：{ $place }。
pictures-training =
    { $part ->
        [all] 全部{ $all }张训练图片
        [some] { $all }张训练图片中的{ $some }张
       *[unknown] { $some }张训练图片
    }
range-explained = “真实图片的取值”从平均值以下三个标准差到以上三个标准差，取自{ $pictures }。
evidence =
    表格中的颜色表示该维度增加一个标准差时，一个量变化多少（红色：增大，蓝色：减小；全色：真实图片的一个标准差）；数字是从许多真实姿态出发的变化上，直线的R²；r是真实测试图片上的偏相关系数。✓：两者相符{ $bound ->
        [none] { "" }
       *[some] ，r至少为{ $least }
    }。在{ $training }和{ $test }张测试图片上测得。
now-value = 现在{ $value }
pictures-missing = 测试图片不在这台计算机上。
test-named = { $test } { $index }
slope =
    每个标准差{ $size } { $unit ->
        [range] （占范围的比例）
       *[other] { $unit }
    }
real-pictures =
    真实测试图片{ $real ->
        [agree] 与此相符
       *[other] 没有证实这一点
    }{ $known ->
        [no] { "" }
       *[yes] （r = { $r }）
    }。
effect-still = { $name }的第{ $dimension }维：几乎不改变图片。
effect-unknown = { $name }的第{ $dimension }维：它的作用是{ $label }。
effect-local = { $name }的第{ $dimension }维：改变一个九种量都没有描述的细节。
effect-clear = { $name }的第{ $dimension }维是{ $label }：{ $slope }。{ $real }
effect-loose = { $name }的第{ $dimension }维随{ $label }变化，但不是沿直线。{ $real }
effect-entangled = { $name }的第{ $dimension }维是纠缠的：它同时改变{ $first }和{ $second }（{ $shares }）。{ $real }
measure-plain =
    { $key ->
        [x] x
        [y] y
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
measure-short =
    { $key ->
        [x] x
        [y] y
        [area] 面积
        [length] 笔长
        [thickness] 粗细
        [slant] 倾斜
        [width] 宽
        [height] 高
        [brightness] 亮度
        [contrast] 对比
        [colourfulness] 彩度
        [red-to-green] 红–绿
        [blue-to-yellow] 蓝–黄
        [rotation] 转角
       *[other] { $name }
    }
spot-measure =
    第{ $dimension }维与{ $measure }：{ $slope }，R² { $r2 }{ $known ->
        [no] { "" }
       *[yes] ；在真实测试图片上，偏相关系数r { $r }
    }
spot-cell = 第{ $dimension }维取{ $value }：点击使用这个姿态
spot-change = 第{ $dimension }维：最后一张图减去第一张
dimension-number = 第{ $dimension }维
drag-dimension = 第{ $dimension }维：{ $name }
sweep-each = 逐个维度地变化
sweep-most = 第{ $dimension }维使胶囊{ $name }的图片改变最大
sweep-pose = 姿态
sweep-mean = 平均
sweep-low = 平均 − 3个标准差
sweep-high = 平均 + 3个标准差
sweep-low-short = −3 sd
sweep-high-short = +3 sd
sweep-change = 变化
sweep-change-short = 变化
end-sliders = 滑块上的
end-drawing = 你画的{ $name }
way-straight = { $name }的姿态沿直线移动；中间的样子不一定像真实的。
way-mixed = 胶囊{ $from }缩短，同时胶囊{ $to }增长。
scrub-place = { $percent }%
file-sweep = 逐个维度的变化
file-histogram = 直方图
file-between = 中间的各步
file-picture = 解码出的图片
file-film-sweep = 所选维度的变化
file-film-between = 两者之间的路径
file-caption = 胶囊{ $name }，第{ $dimension }维
axis-value = 第{ $dimension }维的值
axis-pictures = 训练图片
axis-place = 另一端的份额，0到1
column-dimension = 维度
column-value = 值
column-start = 起点
column-from = 从
column-to = 到
column-pictures = 训练图片
column-place = 另一端的份额
column-pixel = 像素{ $number }
column-label = 名称
column-step = 第{ $number }步的值
column-slope = { $measure }的斜率
column-r2 = { $measure }的R2
column-partial = { $measure }的偏相关系数
