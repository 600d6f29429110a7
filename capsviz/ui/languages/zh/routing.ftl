title = 路由
purpose =
    <b data-part="heading">路由，一步一步</b>：部件怎样找到它们的{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }。
terms-help =
    .aria-label = 这些词是什么意思？
iteration-choice =
    .aria-label = 迭代
step-back =
    .title = 后退一次迭代（←）
    .aria-label = 后退一次迭代
step-forward =
    .title = 前进一次迭代，最后一次之后回到第一次（→）
step-next = 下一次
speed = 速度
iterations-less =
    .aria-label = 少迭代一次
iterations-choice =
    .aria-label = 迭代次数
iterations-more =
    .aria-label = 多迭代一次
scale = 颜色
scale-relative =
    c，相对于{ $over ->
        [outputs] 平均份额
       *[other] 平均值
    }
scale-absolute = c本身的值
copy-link = 复制链接
save-numbers = 全部数值
    .title = 投票、logit、耦合系数、胶囊……存为numpy的.npz文件
    .data-lack = 全部数值的文件、同一网络的其他路由以及矩阵胶囊的树，都在应用中。
what-if =
    .aria-label = 换一种路由
link-text =
    .aria-label = 本视图的链接
picture-help =
    .aria-label = 这里显示的是什么？
rounds-picture =
    .aria-label = 每次迭代的耦合系数
couplings-picture =
    .aria-label = 按类型和位置排列的耦合系数
    .aria-description = 方向键在一个类型的各位置上移动，Page Up和Page Down更换类型。
digit-picture =
    .aria-label = 图片，以及供给所选胶囊的部分
    .aria-description = 方向键在像素上移动，并点亮感受野含有它们的胶囊。Esc键结束。
overlay = 叠加
overlay-couplings = 平均耦合系数c
overlay-none = 无
glass-heading = 放大镜下的<span class="cv-sym" data-sym="u">u</span><sub data-part="i"></sub>
glass-help =
    投票的胶囊中的一个。条形是它的姿态；表格对每个{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }j给出它的投票<span class="cv-sym" data-sym="uhat">û</span>的长度<span data-shows="b">、logit <span class="cv-sym" data-sym="b">b</span></span>、耦合系数<span class="cv-sym" data-sym="c">c</span>（每次迭代一个条形）<span data-shows="a">，以及一致性<span class="cv-sym" data-sym="a">a</span></span>。
paths-picture =
    .aria-label = 各次迭代中的logit和耦合系数
formula-heading = 公式，代入数值
vectors-picture =
    .aria-label = 投票、加权后的投票、总和与胶囊
cloud-heading = 投给<b data-part="digit" data-answer></b>的票，画成点云
cloud-picture =
    .aria-label = 主成分平面上的投票
tree-heading = 从<b data-part="digit" data-answer></b>向下直到像素
tree-help = 这个网络在每相邻两层之间都作路由。每张图对一层的每个位置有一个方格，方格中对每种类型的胶囊有一个小格。颜色表示上方所选胶囊所拟合的内容中，有多少来自这一个：它的激活值乘以所选胶囊对它的响应度或耦合系数。选一个小格，就沿它继续向下；带框的位置是所选胶囊的感受野。下方是胶囊的姿态：或是一个向量的各个数；或是一个4 × 4矩阵，每个数下面是投票的散布，旁边是这个矩阵把正方形及其坐标轴变成什么，虚线是变换之前，实色是变换之后。没有什么强制网络这样使用它的矩阵。
capsules-heading =
    { $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }胶囊
digits =
    .aria-label = 跟随哪一个
flow-heading =
    从<span data-part="flow-from">类型</span>到{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }
flow-help =
    “累加的部分”把加权的投票作为向量相加，再沿<span data-part="total">s</span>量出来，所以一个{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }的各条带合成<span data-part="total-mark"></span>；方向相反的部件不计入条带，但仍计入<span data-part="total-mark"></span>。“全部投票”把它们的长度相加。加权之前，投给不在图中的{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }的票也差不多一样长。
flow-from = 从
flow-types = 类型
flow-places = 位置
flow-width = 宽度
flow-feed = 累加的部分
flow-votes = 全部投票
flow-picture =
    .aria-label = 从类型到类别的流向
types-heading =
    类型 × { $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }
types-help =
    每种类型的胶囊一行，每个{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }一列；颜色是该类型各位置的平均值。点击一格，两者都跟随。
types-picture =
    .aria-label = 每种类型对每个类别的平均耦合系数
summaries-heading = 路由在这里起作用吗？
summaries-picture =
    .aria-label = 每次迭代的概要
vectors-heading = 投票、总和与胶囊
paths-heading = 一个胶囊的logit和耦合系数
answers-heading = 每种迭代次数的答案
answers-picture =
    .aria-label = 每种迭代次数之后的长度
measure =
    { $measure ->
        [length] 长度
       *[activation] 激活值
    }
scale-weighted =
    { $weight ->
        [weight] 权重
       *[other] { $weight }
    } × 投票的长度
feed-choice = 对{ $total }的贡献
couplings-heading =
    对{ $name }的{ $map ->
        [votes] 投票
        [responsibilities] 响应度
       *[couplings] 耦合系数
    }，按{ $places ->
        [one] 类型
       *[many] 类型和位置
    }
couplings-help =
    { $places ->
        [one]
            { $types }个{ $voter ->
                [primary] 初级
               *[other] { $voter }
            }胶囊
       *[many]
            { $types }种类型的{ $voter ->
                [primary] 初级
               *[other] { $voter }
            }胶囊，每种有{ $rows } × { $grid }个位置
    }。{ $colour ->
        [weight] 颜色是它的耦合系数；平均值是{ $even }。
        [vote]
            颜色是它的票对{ $thing ->
                [digit] 数字
                [shape] 图形
                [garment] 服装
                [solid] 立体
               *[class] 类别
            }的贡献，或它所投之票的长度。
       *[share]
            颜色是每个胶囊给{ $thing ->
                [digit] 数字
                [shape] 图形
                [garment] 服装
                [solid] 立体
               *[class] 类别
            }的份额；没有任何偏向时是1/{ $count }。
    }点击一个，把它放到放大镜下。
image-heading = 供给{ $name }的部分
image-heading-whole = 图片
image-help =
    一个{ $voter ->
        [primary] 初级
       *[other] { $voter }
    }胶囊看到{ $field } × { $field }个像素。每个位置对{ $total }的贡献均匀分布到它看到的像素上：红色增加，蓝色减少。指向图片，就点亮看到该像素的胶囊。
image-help-frame =
    一个{ $voter ->
        [primary] 初级
       *[other] { $voter }
    }胶囊看到整张图片，但对它影响最大的是它框内的{ $core } × { $core }个像素。每个位置对{ $total }的贡献均匀分布到这些像素上：红色增加，蓝色减少。指向图片，就点亮框内含有该像素的胶囊。
image-help-whole =
    { $types }个胶囊中的每一个都看到整张图片：供给{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }的部分在图中没有位置可言。
no-place = 每个胶囊都看到整张图片：供给一个类别的部分在图中没有位置可言。
capsules-help =
    { $places ->
        [one] 每一小块是{ $types }个胶囊之一，颜色与下面的大图相同
       *[many]
            每张图显示图片的哪些部分供给该{ $thing ->
                [digit] 数字
                [shape] 图形
                [garment] 服装
                [solid] 立体
               *[class] 类别
            }
    }；条形是胶囊的{ $measure ->
        [length] 长度
       *[activation] 激活值
    }{ $mark }。选择一个{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }，下面的每张图都跟随它。
cloud-help =
    每个点是一票{ $vote }，投影到这些票变化最大的两个方向上。大小和颜色表示耦合系数。{ $cloud }{ $rings ->
        [none] { "" }
       *[some] ；小圆环是先前的迭代
    }。
cloud-squashed = s是所有票加权之和，v是s经挤压后长度小于1的结果
cloud-attention = s是所有票以c + B加权之和，v是s经挤压后长度小于1的结果
cloud-self-routing = s是所有票的加权和，v是s除以权重之和，即平均：没有挤压
cloud-own-weighed = s是所有票的加权和，v是网络由s得出的结果
cloud-own = s是所有票加权之和，v是网络由s得出的结果
cloud-em =
    μ是它们的加权均值，即姿态本身：没有挤压，激活值另是一个数。椭圆是该{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }的高斯分布，宽一个σ，淡色的是上一次迭代的
summaries-help = 最大耦合系数归于胜者的胶囊所占的份额；以及一个胶囊的耦合系数的平均熵：全部相等时最大，为类别数的以2为底的对数（十个类别时为3.322比特），已经决定时为0。
summaries-help-weights = 最大耦合系数归于胜者的胶囊所占的份额。
summaries-help-second =
    所选{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }的胶囊的{ $measure ->
        [length] 长度
       *[activation] 激活值
    }，其他的用灰色；{ $second }。{ $rest }
second-agreement = 与{ $name }的一致性a
second-agreement-help = a对所有胶囊以c加权的平均
second-width = 投给{ $name }的票的宽度
second-width-help = 它的票围绕均值的宽度√Σσ²
second-energy = 各簇的能量
second-energy-help = 能量是各票到所属簇均值的距离平方之和：它从不上升
second-free-energy = 各簇的自由能
second-free-energy-help = 自由能是各票到簇均值的距离平方之和，减去耦合系数的熵除以β：它从不上升
term-capsule = 胶囊
term-capsule-meaning = 一组神经元，用几个数共同描述一个事物
term-pose = 姿态
term-pose-meaning = 这些数：事物以什么样子存在，在哪里、多大、多斜
term-type = 类型
term-type-meaning =
    { $places ->
        [one] { $types }个胶囊各属自己的类型：每个寻找不同的事物
       *[many] 寻找同一事物的胶囊，{ $rows } × { $grid }个位置上各一个；共有{ $types }种类型
    }
term-vote = 投票û
term-vote-meaning =
    一个胶囊的姿态通过学到的矩阵所主张的{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }的姿态
term-coupling = 耦合系数c
term-coupling-meaning =
    { $sum ->
        [inputs] 一个胶囊的票对一个
        [none] 一个胶囊的票对一个
       *[other] 一个胶囊把自己分给一个
    }{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }{ $sum ->
        [inputs] 的权重；对全部胶囊，这些权重之和为1
        [none] 的权重；这些权重之和不必为1
        [leak] 的份额；连同流向泄漏口的部分，它的份额之和为1
       *[outputs] 的份额；它的份额之和为1
    }{ $shares ->
        [responsibilities] 。这种路由称之为响应度
       *[couplings] { "" }
    }
term-logit = logit b
term-logit-meaning = 经softmax得出耦合系数的数：{ $logit }
term-agreement = 一致性a
logit-added =
    一个胶囊与一个{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }到目前为止的一致性之和
logit-attention =
    一票与投给该{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }的所有票之和有多相合
logit-query-key =
    胶囊的票的键与该{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }的查询有多相合
logit-self-routing = 学到的矩阵由胶囊自己的姿态得出的数
logit-em =
    该{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }有多活跃，以及它的高斯分布使这一票有多大可能：两者取对数后相加
logit-k-means =
    胶囊的票到该{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }的簇均值的距离平方，取负
logit-soft-k-means =
    胶囊的票到该{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }的簇均值的距离平方乘以β，取负
logit-damped = 带阻尼地跟随一致性的数；两者相等时静止
logit-inverted =
    胶囊的票与该{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }上一次迭代的姿态有多相合
logit-own = 网络给出的logit
agreement-dot =
    一票与该{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }的胶囊有多相合：两者的点积，两者都长且方向相同时大
heading-dynamic = 一致性路由，一步一步
heading-top-k = 只投给最强少数的一致性路由，一步一步
heading-leaky = 带泄漏的一致性路由，一步一步
heading-damped = 连续时间中带阻尼的路由，一步一步
heading-inverted = 反向点积注意力，一步一步
heading-authors = 带偏置的一致性路由，一步一步
heading-attention = 一遍完成的自注意力路由
heading-query-key = 一遍完成的查询—键注意力
heading-self-routing = 自路由：每个胶囊自己决定去向
heading-em = 一个全连接层上的EM，一步一步
heading-matrix = 矩阵胶囊之间的EM，一步一步
heading-k-means = 把路由看作聚类：k均值，一步一步
heading-soft-k-means = 把路由看作聚类：软k均值，一步一步
heading-uniform = 没有路由：每一票分量相同
heading-own = 自定义的路由，一步一步
heading-own-once = 自定义的路由，一遍完成
lead =
    { $count }个{ $voter ->
        [primary] 初级
       *[other] { $voter }
    }胶囊{ $u }各给每个{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }投一票{ $uhat }。{ $lead }
lead-matrix =
    { $count }个{ $voter ->
        [primary] 初级
       *[other] { $voter }
    }胶囊{ $u }各给每个{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }投一票{ $uhat }：它的4 × 4姿态乘以其类型的矩阵，并把位置加到其中两个数上。{ $lead }
lead-dynamic =
    逐次迭代，它把自己更多地（份额{ $c }）给予与它的票一致的{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }{ $v }。
lead-top-k =
    逐次迭代，它把自己全部（以份额{ $c }）给予与它的票最一致的少数{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }{ $v }，其余的什么也得不到。
lead-leaky =
    逐次迭代，它把自己更多地（份额{ $c }）给予与它的票一致的{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }{ $v }；与哪个都不一致的，流向另外一处，即泄漏口。
lead-damped = 它的logit { $b }以微小的时间步跟随一致性，否则回落，最后静止在{ $b }等于{ $a }之处；它的份额{ $c }是它们的softmax。
lead-inverted =
    在每次迭代中，各{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }竞争它：与它的票一致的姿态（即和{ $s }的层归一化）所属者，得到较大的份额{ $c }。
lead-attention =
    一遍完成：它的票与所有票之和一致的{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }{ $v }，得到它较大的份额{ $c }。
lead-query-key =
    一遍完成：查询（由投给它的票之和得出）与它的票的键相合的{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }{ $v }，得到它较大的份额{ $c }。
lead-self-routing =
    每个{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }{ $v }得到它多大的份额{ $c }，由它只根据自己的姿态决定：别的胶囊的票不起作用。
lead-em =
    每个{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }用高斯分布拟合投给它的票；逐次迭代，一个胶囊把更大的响应度{ $c }给予其高斯分布能解释它的票的{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }。
lead-k-means =
    每个{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }是投票的一个簇。逐次迭代，一个胶囊归入均值离它的票最近的那个{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }，均值随之移动；{ $v }是一个簇的票之和经挤压的结果。
lead-soft-k-means =
    每个{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }是投票的一个簇。逐次迭代，一个胶囊把较大的份额{ $c }给予簇均值离它的票近的{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }，均值随之移动；{ $v }是一个簇的票之和经挤压的结果。
lead-uniform =
    没有路由：它给每个{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }{ $v }同样的份额{ $c }，即1 / J。这是对照：路由起作用吗？
lead-own-weights =
    按网络自己的规则，它的票对每个{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }{ $v }有一个权重{ $c }。
lead-own =
    按网络自己的规则，它把自己的一个份额{ $c }给每个{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }{ $v }。
one-pass-attention = 自注意力只用一遍：没有可以逐次走过的迭代。
one-pass-query-key = 查询—键注意力只用一遍：没有可以逐次走过的迭代。
one-pass-self-routing = 自路由只用一遍：没有可以逐次走过的迭代。
one-pass-uniform = 没有路由，只有一遍：没有可以逐次走过的迭代，也没有可选的耦合系数。
one-pass-own = 这个网络的路由只用一遍：没有可以逐次走过的迭代。
line-logit = logit
line-step = logit：沿一致性走h的一步，减去它原来的值
line-inverted = 与输出胶囊上一个姿态的一致性
line-attention = 与所有票的一致性
line-query-key =
    { $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }的查询乘以票的键
line-self-routing = logit，只由该胶囊得出
line-likelihood = 对数似然（E步）
line-near = 票离簇均值有多近
line-softmax = 对所有k取softmax
line-kept = 对该胶囊最大的k个logit取softmax，其余为0
line-leaky = 对所有k和泄漏口取softmax
line-responsibility = 响应度：对k取softmax
line-nearest = 全部归于最近的
line-uniform = 没有路由
line-coupling = 耦合系数
line-coupled-vote = 乘以耦合系数的票
line-vote-weight = 票的权重
line-weighted-vote = 加权的票
line-prior-vote = 票，带学到的先验B
line-input-activation = 输入的激活值
line-sum = 对所有i求和
line-sum-bias = 对所有i求和，加学到的偏置
line-mean = 均值（M步）
line-width = 宽度
line-cluster-mean = 簇的均值
line-squash = 挤压
line-exponential-squash = 指数挤压
line-mean-vote = 姿态：票的平均
line-activation = 激活值
line-output = 输出胶囊
line-agreement = 一致性
law-logit = { $b } = 先前各{ $a }之和
law-kept = 保留的k
law-nearest = { $b }最大处{ $c } = 1，其余为0
law-weight-own = { $w }由{ $c }按网络自己的规则得出
law-coupling-own = { $c }按网络自己的规则得出
law-output-own = { $v }由{ $s }按网络自己的规则得出
law-activation-below = { $a }，由下一层的EM求出
law-mean = { $mean } = 所有加权票的{ $sum }
law-width = { $width }² = ({ $vote } − { $mean })²的加权平均，逐个维度
law-activation = { $activation } = { $logistic }，代价来自ln { $width }
with-new-image = { $value }：每张图片都重新开始
with-many-terms = { $first } + … + { $last }（{ $count }项） = { $value }
with-step = h = { $step }，b原为{ $before }，a为{ $agreement }：现为{ $value }
with-last-pose = { $value }，来自上一次迭代；不作累加
with-no-pose = { $value }：姿态从零开始
with-alone = { $value }：投票对它不起作用
with-gaussian = { $value }，用第{ $iteration }次迭代的高斯分布
with-near = { $value }，到上一次迭代的均值
with-near-soft = { $value }，到上一次迭代的均值；β = { $beta }
with-no-means = { $value }：还没有均值
with-scaled-softmax = { $above } / { $below } = { $value }，两者都除以exp { $most }
with-kept = { $value }：k = { $level }，保留{ $count }个
with-kept-first = { $value }：k = { $level }，保留{ $count }个，因为全部相等
with-leak = { $above } / { $below } = { $value }，l = { $level }；{ $leak }流向泄漏口
with-uniform =
    { $value }：对每个胶囊、{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }和图片都如此
with-coupling-own =
    { $value }：{ $over ->
        [outputs] 对{ $count }个输出胶囊之和为1
        [inputs] 对{ $count }个投票的胶囊之和为1
       *[none] 这些权重之和不必为1
    }
with-vote = { $weight } × 长度{ $vote } = { $value }，对{ $total }贡献{ $added }
with-input-activation = { $value }，与投票分开学到
with-activation-below = { $value }，与投票分开
with-coupled-votes = { $count }票乘以耦合系数，{ $total } = { $value }
with-weighted-votes = { $count }个加权的票，{ $total } = { $value }
with-biased-votes = { $count }票乘以耦合系数，加偏置，{ $total } = { $value }
with-width = 全部{ $count }个合起来：√Σσ² = { $value }
with-rising-lambda = logistic({ $logit }) = { $value }；λ随每次迭代增大
with-normalisation = logistic({ $logit }) = { $value }；BN（批归一化）代替λ (β − cost)
with-agreement = { $value }：加到b上，用于下一次迭代
with-agreement-followed = { $value }：b在下一次迭代中跟随它
with-agreement-unused = { $value }：不再使用，这是最后一次迭代
with-agreement-own = { $value }：网络怎样用它，由它自己的规则决定
iteration-of = 第{ $iteration }次迭代，共{ $rounds }次
answer =
    { $name }，{ $measure ->
        [length] 长度
       *[activation] 激活值
    }{ $value }
empty-canvas = 画布是空的：只有网络的偏置参与路由。{ $story }
favourites =
    { $over ->
        [outputs] { $share }%的胶囊把最大的份额给{ $name }；全部胶囊对它的平均耦合系数是{ $coupling }（没有任何偏向时是{ $even }）
       *[other] { $share }%的胶囊对{ $name }的耦合系数最大；全部胶囊对它的平均耦合系数是{ $coupling }（对所有类别：{ $even }）
    }
story-uneven = 第1次迭代：还没有比较任何投票，对{ $name }的耦合系数就从{ $low }到{ $high }不等。最长的：{ $answer }。
story-even = 第1次迭代：所有logit都是0，所以每个耦合系数都是{ $even }，每一票分量相同。最长的：{ $answer }。
story-agreement = 第{ $iteration }次迭代：一致性改变了对{ $name }的耦合系数；现在从{ $low }到{ $high }不等。{ $favourites }。最长的：{ $answer }。
story-rounds = 第{ $iteration }次迭代：对{ $name }的耦合系数现在从{ $low }到{ $high }不等。{ $favourites }。最长的：{ $answer }。
story-responsibilities =
    第1次迭代：所有响应度都是1/{ $count }：每个{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }的高斯分布拟合投给它的全部票。最活跃的：{ $answer }。
story-uniform = 一遍：每个耦合系数都是1/{ $count }，每一票分量相同。最长的：{ $answer }。
story-one-pass =
    一遍：对{ $name }的耦合系数从{ $low }到{ $high }不等；{ $favourites }。{ $measure ->
        [length] 最长的
       *[activation] 最活跃的
    }：{ $answer }。
story-iteration =
    第{ $iteration }次迭代：对{ $name }的{ $shares ->
        [responsibilities] 响应度
       *[couplings] 耦合系数
    }从{ $low }到{ $high }不等；{ $favourites }。{ $measure ->
        [length] 最长的
       *[activation] 最活跃的
    }：{ $answer }。
counter =
    { $start ->
        [couplings] 用均匀的耦合系数（1次迭代），答案是{ $first }
        [responsibilities] 用均匀的响应度（1次迭代），答案是{ $first }
       *[uneven] 1次迭代之后，答案是{ $first }
    }；r = { $rounds }时是{ $last }。{ $change ->
        [unknown] 选择更多次迭代来比较。
        [same] 路由没有改变答案。
       *[other] 路由改变了答案。
    }
counter-attention =
    换成均匀的耦合系数，答案会是{ $first }；用现在的是{ $last }。{ $change ->
        [same] 路由没有改变答案。
       *[other] 路由改变了答案。
    }
counter-self-routing =
    用均匀的耦合系数，每个{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }的激活值都会相同，为{ $value }：在这里，耦合系数本身就是答案。
counter-uniform = 用均匀的耦合系数，答案是{ $first }：这个网络训练时没有用过别的。
counter-own = 1次迭代之后，答案是{ $first }；r = { $rounds }时是{ $last }。
counter-own-once = 答案是{ $answer }。
summary =
    { $favourites }{ $over ->
        [outputs] ；它们的耦合系数的熵是{ $entropy }比特，最大为{ $most }比特。
       *[other] 。
    }
step-even =
    { $rounds ->
        [one] 每个
       *[many] 起初每个
    }{ $voter ->
        [primary] 初级
       *[other] { $voter }
    }胶囊把自己的票等份分给每个{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }。投给{ $name }的票合成一个{ $measure ->
        [length] 长度
       *[activation] 激活值
    }为{ $value }的胶囊。
step-coupled =
    { $rounds ->
        [one] 每个
       *[many] 起初每个
    }{ $voter ->
        [primary] 初级
       *[other] { $voter }
    }胶囊对每个{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }的耦合系数都是{ $coupling }。投给{ $name }的票合成一个{ $measure ->
        [length] 长度
       *[activation] 激活值
    }为{ $value }的胶囊。
step-same =
    { $rounds ->
        [one] 每个
       *[many] 起初每个
    }{ $voter ->
        [primary] 初级
       *[other] { $voter }
    }胶囊对每个{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }的耦合系数都是{ $coupling }：{ $name }的{ $measure ->
        [length] 长度
       *[activation] 激活值
    }是{ $value }。
step-uneven =
    { $whole }个{ $voter ->
        [primary] 初级
       *[other] { $voter }
    }胶囊中有{ $more }个{ $over ->
        [outputs] 给{ $name }的份额超过平均（{ $even }）
       *[other] 对{ $name }的耦合系数高于平均值（{ $even }）
    }：{ $measure ->
        [length] 长度
       *[activation] 激活值
    }{ $value }。
step-more =
    { $whole }个{ $voter ->
        [primary] 初级
       *[other] { $voter }
    }胶囊中有{ $more }个{ $over ->
        [outputs] 给{ $name }的份额超过平均（{ $even }）
       *[other] 对{ $name }的耦合系数高于平均值（{ $even }）
    }：它的{ $measure ->
        [length] 长度
       *[activation] 激活值
    }{ $moves ->
        [no] 保持在{ $value }
       *[yes] 从{ $before }变为{ $value }
    }。
step-nearest =
    { $whole }个{ $voter ->
        [primary] 初级
       *[other] { $voter }
    }胶囊中有{ $more }个属于{ $name }，它们的票离它的均值最近：它的长度{ $moves ->
        [no] 保持在{ $value }
       *[yes] 从{ $before }变为{ $value }
    }。
step-near =
    { $whole }个{ $voter ->
        [primary] 初级
       *[other] { $voter }
    }胶囊中有{ $more }个把更多的票给{ $name }，它的均值离这些票近：它的长度{ $moves ->
        [no] 保持在{ $value }
       *[yes] 从{ $before }变为{ $value }
    }。
cloud-line =
    两个轴是这些票差别最大的方向，包含票的方差的{ $variance }%和{ $vector }长度的{ $kept }%。乘以耦合系数的票的散布：{ $rounds ->
        [one] { $spread }
       *[many] 第1次迭代时{ $first }，现在{ $spread }
    }。
capsule-chosen =
    胶囊{ $capsule }，类型{ $type }{ $places ->
        [one] { "" }
       *[many] ，第{ $row }行，第{ $column }列
    }：c = { $coupling }，它的票长{ $vote }，对{ $total }贡献{ $added }
capsule-glass =
    类型{ $type }{ $places ->
        [one] { "" }
       *[many] ，第{ $row }行，第{ $column }列
    }；{ $known ->
        [length] 长度{ $length }
        [activation] 激活值{ $activation }
       *[both] 长度{ $length }，激活值{ $activation }
    }
capsule-of-class =
    { $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }{ $name }，{ $measure ->
        [length] 长度
       *[activation] 激活值
    }{ $value }
capsule-of-winner =
    { $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }{ $name }，{ $measure ->
        [length] 长度{ $value }，最长
       *[activation] 激活值{ $value }，最活跃
    }
pose = 姿态：{ $values }
coupling-bars = 每次迭代的c：{ $values }
pixel =
    第{ $row }行，第{ $column }列：{ $sight ->
        [frame] 在{ $places }个位置、{ $capsules }个胶囊的框内
       *[field] 由{ $places }个位置、{ $capsules }个胶囊看到
    }
flow-type = 类型{ $type }
flow-total = { $mark } { $sum }
flow-place = 位置{ $row }，{ $column }
flow-band = { $part }到{ $name }：{ $value }
flow-most = 到{ $name }最多的：{ $parts }
flow-rest = 另外{ $count }个
couplings-picture-now = { $count }个胶囊对{ $name }的耦合系数，从{ $low }到{ $high }；所选：胶囊{ $capsule }，{ $coupling }
cloud-picture-now = 投给{ $name }的票；{ $total }的长度是{ $length }，v的长度是{ $size }
flow-picture-now =
    到各{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }的流向；{ $name }的{ $total }的长度是{ $length }
flow-source =
    { $from ->
        [places] 位置
       *[types] 类型
    }
iteration-number = 第{ $iteration }次迭代
one-pass = 一遍
weighted-vote = 加权的
of-votes = 票的
cloud-vector = { $vector }  长度{ $length }
cloud-vector-shorter = { $vector }  长度{ $length }，按1/{ $shorter }画出
cloud-axis = → 第一主成分，占方差的{ $share }%
cloud-axis-second = ↑ 第二，{ $share }%
cloud-circle = 长度1
chart-measure =
    { $name }的{ $measure ->
        [length] 长度
       *[activation] 激活值
    }{ $mark }
chart-favour = 偏向{ $name }的胶囊
chart-entropy = c的熵
unit-bit = 比特
chart-logit = 对{ $name }的logit b
chart-coupling = 对{ $name }的耦合系数c
figure-digit = 图片，以及供给该数字的部分
figure-couplings = 按类型和位置排列的耦合系数
figure-rounds = 每次迭代的耦合系数
figure-types = 类型与数字
figure-paths = 一个胶囊的logit和耦合系数
figure-vectors = 投票、总和与胶囊
figure-cloud = 投票的点云
figure-flow = 到各数字的流向
figure-summaries = 每次迭代的概要
figure-answers = 每种迭代次数的答案
figure-capsules = 数字胶囊
figure-caption =
    { $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }{ $name }，第{ $iteration }次迭代，共{ $rounds }次
axis-type = 胶囊的类型
axis-iteration = 迭代
axis-iterations = 迭代次数
axis-dimension = 维度
tree-class = 类别
tree-layer = { $layer }：{ $types }种类型，{ $grid } × { $grid }个位置
tree-pixels = 它们看到的像素
tree-line = 每层的第{ $iteration }次迭代，共{ $rounds }次：类别{ $name }的票的权重有{ $share }来自所选的{ $layer }
tree-line-deeper = { $line }，后者又有{ $share }来自所选的{ $layer }
tree-seen = 图片；所选的{ $layer }看到{ $side } × { $side }个像素，从第{ $row }行第{ $column }列起
tree-list = { $layer }：最多的
tree-child = 第{ $row }行，第{ $column }列，类型{ $type }：{ $share }
tree-cells = { $layer }，{ $count }个输入胶囊的份额；所选：第{ $row }行，第{ $column }列，类型{ $type }
tree-pose = 姿态，{ $count }个数
tree-pose-matrix =
    { $spreads ->
        [none] 姿态，4 × 4
       *[some] 姿态，4 × 4，附散布
    }
tree-frame = 一个正方形及其坐标轴，姿态变换之前和之后
tree-length =
    { $fitted ->
        [no] 长度{ $length }
       *[yes] 长度{ $length }；得到{ $received }
    }
tree-activation =
    { $fitted ->
        [no] 激活值{ $activation }
       *[yes] 激活值{ $activation }；得到{ $received }，代价{ $cost }
    }
drawing-stays = 无法连接服务器；显示的是上一幅作过路由的画。
column-iteration = 迭代
column-iterations = 迭代次数
column-digit = 数字
column-pixel-row = 像素行
column-pixel-column = 像素列
column-ink = 墨迹
column-fed = 供给s
column-fed-from =
    来自{ $part ->
        [place] 位置
       *[type] 类型
    }{ $number }
column-mean-coupling = 平均耦合系数
column-mean-coupling-to = 对{ $name }的平均耦合系数
column-capsule = 胶囊
column-type = 类型
column-place = 位置
column-row = 行
column-column = 列
column-vote-length = 投票的长度
column-coupling = 耦合系数
column-coupling-in = 第{ $iteration }次的耦合系数
column-added-in = 第{ $iteration }次对s的贡献
column-logit = logit b
column-coupling-symbol = 耦合系数c
column-agreement = 一致性a
column-vector = 向量
column-dimension = 维度{ $number }
column-point = 点
column-component = 主成分{ $number }
column-to = 对{ $name }
column-answer = 答案
column-measure =
    { $measure ->
        [length] 长度
       *[activation] 激活值
    } { $name }
column-measure-of =
    { $name }的{ $measure ->
        [length] 长度
       *[activation] 激活值
    }
column-winner = 胜者
column-entropy = 熵（比特）
column-favour = 偏向胜者的份额
column-mean-agreement = 与{ $name }的平均一致性
column-coupled-agreement = 与{ $name }的加权一致性
column-width = { $name }的宽度
row-vote = 投票
row-coupled-vote = 乘以耦合系数的票
