title = 绘制
purpose =
    <b>{ $thing ->
        [digit] 画一个数字
        [shape] 画一个图形
        [garment] 画一件服装
        [solid] 画一个立体
       *[class] 画一张图片
    }</b>：胶囊网络随画随认。
canvas-heading = 请在这里画
canvas-help =
    .aria-label = 这是什么？
pen-explained = 笔的每一次移动都作为112 × 112像素的图片发送给网络。使用键盘时：让画布获得焦点，用方向键移动（按住Shift更细），用空格键落笔和提笔。
turning-explained = 上传或拍摄的图片还会转动和镜像后再识别；如果那样得到的胶囊<span data-part="more">长得多</span>，会有提示。<span data-part="turning-rates"></span>
canvas =
    .aria-label = 画布
    .aria-description = 方向键移动画笔，按住Shift步子更细。空格键落笔和提笔。Esc键提笔。Ctrl+Z撤销一笔。
    .aria-roledescription = 画布
turn-offer = 转过来
camera-take = 拍照
camera-cancel = 取消
drawing-tools =
    .aria-label = 绘图工具
pen = 笔
eraser = 橡皮
undo = 撤销
    .title = 撤销（Ctrl+Z）
redo = 重做
    .title = 重做（Ctrl+Shift+Z）
clear = 清空
pen-colour = 笔的颜色
brush-size = 笔的粗细
another-picture = 换一张图片
samples =
    .aria-label = 样例
sources =
    .data-lack = 在应用中可以使用文件和摄像头的图片。
upload = 上传
    .title = 也可以拖入或粘贴图片
camera = 摄像头
test-pictures =
    .data-lack = 测试图片在应用中显示。
test-load = 载入
test-random = 随机
lengths-aims = 训练目标
lengths-heading = 胶囊的输出
lengths-measure = 长度
lengths-help =
    .aria-label = 这些数表示什么？
pose-explained =
    每个{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }有一个<b>胶囊</b>：{ $dimensions }个数，即它的<b>姿态</b>，描述它的样子。<span data-part="meaning"></span><span data-part="aims"></span>
decoded-explained = 小图片是各个胶囊的姿态解码的结果。<span data-part="losers"></span>
capsule-explained =
    每个条形是一个<b>胶囊</b>：一组神经元，寻找一个{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }，并用{ $dimensions }个数编码它是怎样画的。
lengths =
    .aria-label = 胶囊
open-routing = 看它的部件怎样投票 →
reconstruction-heading = 重构
reconstruction-help =
    .aria-label = 图片是怎样重构的？
decoder-explained =
    解码器根据这个胶囊的姿态，即它的{ $dimensions }个数，画出{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }，其他胶囊都置为零。移动滑块改变一个数；细线是它原来的值。在差异图中，蓝色是重构缺少的墨迹，红色是重构多出的墨迹；误差是对所有像素求和。
follow-winner = 跟随最长者
picture-input =
    .aria-label = 输入
caption-input = 输入
picture-reconstruction =
    .aria-label = 重构
picture-difference =
    .aria-label = 重构减去输入：红色是多出的，蓝色是缺少的
caption-difference = 差异，<span data-testid="misfit">0.0</span>
undecoded = 这个网络没有解码器：不会由胶囊重构图片。
routing-heading = 路由
routing-help =
    .aria-label = 什么是路由？
tiles-explained =
    <span data-part="routing-words"></span>每一小块是一种类型的输入胶囊，逐行编号；块中每个像素是一个位置：有多少给了所示的{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }。
routing-iterations =
    .aria-label = 路由迭代次数
iterations-less =
    .aria-label = 少迭代一次
iterations-more =
    .aria-label = 多迭代一次
iterations-word = 次迭代
what-if =
    .aria-label = 换一种路由
coupling =
    .aria-label = 一个初级胶囊的耦合系数
    .aria-description = 用方向键选择胶囊。
routing-strip =
    .aria-label = 逐次迭代的路由
inside =
    .aria-label = 内部
open-network = 这是什么？看整个网络
network-input-heading = 网络的输入
picture-network-input =
    .aria-label = 网络的输入
network-input-help =
    .aria-label = 网络的输入是什么？
input-as-it-is = 输入是整个画布，缩放到网络自己的尺寸：事物在哪里、多大、转了多少，都可能有影响。<span data-part="channel-words"></span>
input-centred = 28 × 28像素。MNIST的数字被缩放到20 × 20像素之内，再移动到重心居中；用它们训练的网络对别的样子几乎不能分类。关闭开关，就按画的原样分类。
centre = 像MNIST那样居中和缩放
answer =
    { $article ->
        [a] 这是{ $name }
        [an] 这是{ $name }
       *[none] 这是{ $name }
    }{ $sure ->
        [almost-certainly] ，几乎可以肯定
        [very-likely] ，很有可能
        [probably] ，大概是
        [perhaps] ，也许是
       *[unknown] { "" }
    }。其次：{ $next }。
certainty =
    { $measure ->
        [length] 长度
       *[activation] 激活值
    }{ $value }
certainty-right =
    { $measure ->
        [length] 长度
       *[activation] 激活值
    }{ $value }：{ $of }次中对{ $right }次
capsule-length =
    胶囊{ $name }的{ $measure ->
        [length] 长度
       *[activation] 激活值
    }
capsule-reconstruction = 由胶囊{ $name }重构
capsule-choose = 显示胶囊{ $name }
capsule-choose-picture = 显示胶囊{ $name }的重构
rank-first = 第1
rank-second = 第2
capsule-shown =
    { $why ->
        [chosen] 胶囊{ $name }
        [winner] 胶囊{ $name }，胜者
        [length] 胶囊{ $name }，最长的
       *[activation] 胶囊{ $name }，最活跃的
    }
network-measure =
    { $measure ->
        [length] 长度
       *[activation] 激活值
    }
turned-longer =
    { $measure ->
        [length] 长得多
       *[activation] 活跃得多
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
aims =
    { $routing ->
        [own] 训练的目标长度由网络的所有者掌握。两条细线在0.9和0.1处。
        [matrix] 训练要求与其他所有胶囊拉开差距，差距随训练增大。两条细线在0.9和0.1处。
       *[other] 训练要求在图中的达到0.9以上，不在图中的低于0.1：即那两条细线。
    }
losers =
    { $routing ->
        [own] 落败胶囊的图片有没有意义，取决于它的训练。
       *[other]
            落败胶囊的图片没有任何意义，无论是一团灰还是清楚的笔画：解码器只用真实{ $thing ->
                [digit] 数字
                [shape] 图形
                [garment] 服装
                [solid] 立体
               *[class] 类别
            }的胶囊训练过。
    }
precision-short = { $precision }
precision-exact = 这里的数用float32计算，与所有报告的数一样。
precision-rounded =
    这里的数用float32计算，权重各舍入为一个字节。在各样例上，{ $measure ->
        [length] 长度
       *[activation] 激活值
    }与float32的结果最多相差{ $most }；所有报告的数都用float32。
precision-differs =
    跟随画笔的数用{ $precision }计算，这样更快；在{ $pictures }张图片上，{ $measure ->
        [length] 长度
       *[activation] 激活值
    }与float32的结果平均相差{ $mean }，最多相差{ $most }；所有报告的数都用float32。
precision-unmeasured =
    跟随画笔的数用{ $precision }计算，这样更快；{ $measure ->
        [length] 长度
       *[activation] 激活值
    }与float32的结果相差多少，对这个网络没有测量过；所有报告的数都用float32。
iterations-count =
    { $iterations ->
       *[other] 次迭代
    }
iterations-none = 迭代次数：这个网络只用一遍路由
iterations-lacking = 无
iteration-number = 第{ $iteration }次迭代
iteration-only = 一遍
iteration-longest =
    第{ $iteration }次迭代：{ $measure ->
        [length] 最长的
       *[activation] 最活跃的
    }是{ $name }，{ $value }
coupling-then = { $before }，然后{ $next }
coupling-values = 类型{ $type }、第{ $row }行第{ $column }列的初级胶囊：对{ $name }的c是{ $values }。
routing-explained =
    每个输入胶囊把自己的票分给{ $count }个{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }，{ $routing ->
        [dynamic]
            起初平均分配；如果它的票与某个{ $thing ->
                [digit] 数字
                [shape] 图形
                [garment] 服装
                [solid] 立体
               *[class] 类别
            }一致，即相合，下一次迭代中这个{ $thing ->
                [digit] 数字
                [shape] 图形
                [garment] 服装
                [solid] 立体
               *[class] 类别
            }的份额就增大。
        [uniform] 平均分配，与票的内容无关：没有路由，作为对照。
        [self_routing] 一遍完成：它的份额由自己的姿态算出，与投票无关。
        [attention]
            一遍完成：它的票与所有票之和相合的{ $thing ->
                [digit] 数字
                [shape] 图形
                [garment] 服装
                [solid] 立体
               *[class] 类别
            }得到较大的份额，另加一个学到的先验。
        [em]
            起初平均分配；如果包括它在内的许多票在某个{ $thing ->
                [digit] 数字
                [shape] 图形
                [garment] 服装
                [solid] 立体
               *[class] 类别
            }周围聚得很近，下一次迭代中这个{ $thing ->
                [digit] 数字
                [shape] 图形
                [garment] 服装
                [solid] 立体
               *[class] 类别
            }的份额就增大。
        [matrix]
            起初平均分配；如果包括它在内的许多票在某个{ $thing ->
                [digit] 数字
                [shape] 图形
                [garment] 服装
                [solid] 立体
               *[class] 类别
            }周围聚得很近，下一次迭代中这个{ $thing ->
                [digit] 数字
                [shape] 图形
                [garment] 服装
                [solid] 立体
               *[class] 类别
            }的份额就增大。
       *[other] 按这个网络自己的规则，规则写在它的代码里。
    }这样的份额叫作耦合系数。
routing-weights =
    每个{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }按这个网络自己的规则给所有输入胶囊的票加权，规则写在它的代码里。这样的权重叫作耦合系数。
routing-instead =
    每个输入胶囊把自己的票分给{ $count }个{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }，所用的规则与学习时不同，是{ $instead }：“路由”页面一步一步地展示它。这样的份额叫作耦合系数。
here-draw = 请在这里画。
here-upload = 这里没有这些类别的样例。请画一个，或上传一张图片。
here-example = 样例。开始画就会换掉它。
turning-unmeasured = 这种判断有多少次是对的，对这个网络没有测量过。
turning-rates = 在{ $digits }个验证数字上，这个网络正确指出了侧放数字的{ $side }%、倒置数字的{ $over }%和镜像数字的{ $mirrored }%。对端正的数字，它错误地作出这种判断的占{ $wrongly }%。
turn-unclear =
    没有清楚地认出{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 任何类别
    }。如果图片看起来转过：
turn-better =
    这张图片{ $way ->
        [right] 向右转90°
        [left] 向左转90°
        [over] 上下颠倒
       *[mirrored] 镜像
    }之后更容易认出：{ $name }，{ $measure ->
        [length] 长度
       *[activation] 激活值
    }{ $value }，现在则是{ $before }。
turn-act =
    { $way ->
        [unclear] 转90°
        [mirrored] 镜像
       *[other] 转过来
    }
camera-refused = 摄像头被拒绝：请在地址栏中允许，或上传图片
camera-missing = 这台设备上没有找到摄像头：请改为上传图片
camera-busy = 另一个程序正在使用摄像头：请关闭它，或上传图片
camera-insecure = 这个浏览器在这里不提供摄像头：需要https或localhost
camera-failed = 摄像头无法启动：请上传图片
picture-reading = 正在读取图片……
test-labelled = { $test } { $index }，标签为{ $name }
dimension-alike = { $title }；共{ $count }个同名维度中的第{ $place }个
decoder-failed = 没有取到解码器：再移动一次滑块即可重试
