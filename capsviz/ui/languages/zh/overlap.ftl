title = 重叠
purpose = <b>把两个数字叠在一起</b>：哪些胶囊找到它们，每个像素又归谁？
lay-heading = 拖动任一数字
lay-help =
    .aria-label = 这是什么？
lay-explained = 拖动一个数字。使用键盘时：让画布获得焦点，用方向键移动，用空格键换到另一个数字。每个数字先缩放到MNIST的大小，再放到36 × 36像素上；墨迹叠在墨迹上只算一次。网络只得到灰度图片，得不到颜色。
pair-canvas =
    .aria-label = 一个画布上的两个数字
    .aria-description = 方向键把数字移动一个像素。空格键换到另一个数字。
    .aria-roledescription = 画布
whole-canvas =
    .aria-label = 同时画两个数字的画布
    .aria-description = 方向键移动画笔，按住Shift步子更细。空格键落笔和提笔。Esc键提笔。
    .aria-roledescription = 画布
network-input-picture =
    .aria-label = 网络的输入
network-input = 网络的输入
show-group =
    .aria-label = 给我看
pair-random = 随机一对测试数字
    .data-lack = 成对的测试数字在应用中显示。
pair-wrong = 它答错的一对
pair-samples = 另外两个样例
swap = 互换位置
one-canvas = 把两个画在一个画布上
whole-undo = 撤销
whole-clear = 清空
draw-yourself = 自己来画
lengths-heading = 胶囊的输出
lengths-help =
    .aria-label = 长度表示什么？
lengths-explained = 每个胶囊的长度是网络对其数字在图中的估计，与其他长度无关：所以可以有两个是长的。足够长的（最多两个）就是它的答案。点击两个条形，可以看别的胶囊，无论其数字在不在图中。下面较细的条形是普通CNN的概率：所有数字的概率合起来为1。
lengths =
    .aria-label = 胶囊的长度
force =
    .aria-label = 要看的胶囊
force-look = 查看
force-first = 第一个胶囊
force-and = 和
force-second = 第二个胶囊
force-reset = 最长的两个
alone-heading = 每个胶囊单独重构
alone-help =
    .aria-label = 这些图片是什么？
alone-explained = 解码器根据每个胶囊的16个数分别画出它，其他胶囊都置为零；像论文的图5那样用两种颜色叠在一起，就能看出墨迹是怎样分配的。下面是当初放置的两个数字。误差是差的平方之和；IoU是两张图片共有的墨迹除以任一图片所有的墨迹。两者都针对所示的胶囊；除非另选，所示的就是最长的两个。真实的数字是什么，只决定哪个胶囊与哪个数字比较。
shares-heading = 这个像素归谁？
shares-help =
    .aria-label = 这里显示的是什么？
shares-explained = 每个像素的颜色，由两者的重构在那里画出的墨迹按比例混合而成。灰色的墨迹两者都没有认领；淡淡的颜色是对没有墨迹之处的认领。条形累计各自画出的墨迹以及剩下的墨迹。可以指向一个像素，也可以让图片获得焦点后使用方向键。
shares =
    .aria-label = 每个像素用认领它的胶囊的颜色表示
    .aria-description = 方向键逐个像素移动。
maps-heading = 哪些初级胶囊去了哪里
maps-help =
    .aria-label = 这些图显示什么？
maps-votes = <b>初级胶囊</b>是输入胶囊：描述图片各小部分的短向量，每个位置上每种<b>类型</b>各有一个。每个初级胶囊都<b>投票</b>：用学到的矩阵预测每个数字的胶囊。<b>路由</b>把一票更多地分给与它<b>一致</b>的数字，也就是胶囊与它方向相同的数字。
maps-explained = 每个位置一个方格，画在该处胶囊感受野的中央（感受野比方格大得多），并画出数字的轮廓。<b>耦合系数</b>：它们的投票分给这个数字的平均份额；十分之一表示没有偏向。贡献：这些投票中使该数字的胶囊变长的部分。
map-show = 显示
map-couplings = 耦合系数
map-feeds = 贡献
map-iteration = 迭代
map-0 =
    .aria-label = 第一个胶囊的图
map-1 =
    .aria-label = 第二个胶囊的图
map-2 =
    .aria-label = 两个胶囊中哪个得到更多
rounds-heading = 迭代有帮助吗？
rounds-help =
    .aria-label = 在这里可以试什么？
rounds-explained = 选择在几次路由迭代之后取答案：本页的一切随之改变。下面是这一对数字在每种迭代次数之后的结果：最长的两个正是这两个数字就算对，无论有多长，与论文的计法相同。网络是用标出的次数训练的，所以这对用更少次数训练的网络并不公平：那些网络会有不同的权重。
rounds =
    .aria-label = 路由迭代次数
rounds-caption = 这一对在每种迭代次数之后
rounds-two = 最长的两个
rounds-lengths = 长度
rounds-third = 第三长
rounds-counted = 答对的测试对
count = 对64对随机测试数字分类
contested-heading = 有争议的论断
contested-away = 路由用相消解释处理墨迹：一个胶囊拿走的，别的不必再认领
contested-improve = 路由迭代改善答案
contested-more = 迭代越多越好
measured-heading = 在测试对上测得
contested-away-sources = <b>支持</b>：Sabour、Frosst和Hinton 2017，他们的目标正是这样的解析树，其图5展示了被拆开的两个数字。<b>反对</b>：Mitterreiter、Koch、Giesen和Laue 2023，没有解析树出现，而且层数越深，胶囊越“饿死”。<button type="button" class="cv-link" data-testid="try-absent">试一试：强制选一个不在图中的数字</button>，看它仍然认领多少墨迹。
contested-improve-sources = <b>支持</b>：Sabour、Frosst和Hinton 2017，同时重构数字时，三次优于一次。<b>反对</b>：Paik、Kwak和Kim 2019，五种路由往往并不优于均匀的或随机的耦合系数，大多只是使连接两极分化；Gu和Tresp 2019不用路由。<button type="button" class="cv-link" data-testid="try-one">试一试：一次迭代</button>，然后增加次数，并在上面的测试对上计数。
contested-more-sources = <b>反对</b>：论文自己的附录，logit（耦合系数由它们得出）在五次之后变化很小，而更多次迭代过拟合更严重。<button type="button" class="cv-link" data-testid="try-ten">试一试：十次迭代</button>。
pad =
    .aria-description = 方向键移动画笔，按住Shift步子更细。空格键落笔和提笔。Esc键提笔。
    .aria-roledescription = 画布
samples = 样例
test-digit = 测试数字
undo =
    .title = 撤销
clear =
    .title = 清空
label-is = 它是
digit =
    { $which ->
        [first] 第一个数字
       *[second] 第二个数字
    }
digit-whose =
    { $which ->
        [first] 第一个数字：
       *[second] 第二个数字：
    }
digit-canvas =
    画布，{ $which ->
        [first] 第一个数字
       *[second] 第二个数字
    }
digit-samples =
    { $which ->
        [first] 第一个数字
       *[second] 第二个数字
    }的样例
digit-undo =
    撤销{ $which ->
        [first] 第一个数字
       *[second] 第二个数字
    }
digit-moves =
    .data-moves = 移动
digit-clear =
    清空{ $which ->
        [first] 第一个数字
       *[second] 第二个数字
    }
move-none = 在正中
move-vertical =
    { $vertical ->
        [up] 向上{ $rows }
       *[down] 向下{ $rows }
    }
move-horizontal =
    { $horizontal ->
        [left] 向左{ $columns }
       *[right] 向右{ $columns }
    }
move-both =
    { $vertical ->
        [up] 向上{ $rows }
       *[down] 向下{ $rows }
    }、{ $horizontal ->
        [left] 向左{ $columns }
       *[right] 向右{ $columns }
    }
place = 第一个数字{ $first }，第二个{ $second }（离正中的像素数）。
place-far = 离正中超过{ $shift }个像素：网络从未见过这样的情形。
place-whole = 在这里画两个数字，每个大约是画布的一半高：不作缩放。切换回去时，原来的一对会重新出现。
verdict-empty = 没有数字：画布是空的。
verdict-none = 没有数字：每个胶囊都短，最长的是{ $first }，为{ $one }。
verdict-one = 只有{ $first }：长度{ $one }；其次是{ $second }，为{ $other }。
verdict-one-judged =
    只有{ $first }：长度{ $one }；其次是{ $second }，为{ $other }：{ $right ->
        [1] { $first }正确
       *[0] { $first }错误
    }{ $missed ->
        [none] { "" }
       *[other] ，漏掉了{ $missed }
    }。
verdict-two = { $first }和{ $second }：长度{ $one }和{ $other }。
verdict-two-judged =
    { $first }和{ $second }：长度{ $one }和{ $other }：{ $right ->
        [0] 两个都错
        [1] 对了一个
       *[2] 两个都对
    }。
rank-first = 第1
rank-second = 第2
rank-there = { $rank }，在图中
there = 在图中
legend-there = “在图中”：放置了这个数字。
legend-plain = 细条形：普通CNN的概率。
capsule-length = 胶囊{ $capsule }的长度
capsule-claims = 看胶囊{ $capsule }认领什么
capsule-look = 查看胶囊{ $capsule }
plate-alone-0 = 第一个胶囊单独重构
plate-alone-1 = 第二个胶囊单独重构
plate-overlaid = 两个重构用两种颜色叠在一起
plate-true-0 = 放置的第一个数字
plate-true-1 = 放置的第二个数字
plate-true-both = 放置的两个数字，用两种颜色
capsule-alone = 只有胶囊{ $capsule }
capsule-score = 误差{ $error }，IoU { $iou }
overlaid = 叠在一起
laid = 放置的样子
truth = 其实是{ $digit }
truth-one-drawing = 两个数字出自同一幅画：没有人知道哪些墨迹属于哪个，所以没有真值可比。橙色的是较长的胶囊。
truth-unknown = 数字的类别未知：每个胶囊代表其重构更相符的那个数字。
truth-absent = 这里没有{ $capsule }：它认领的属于别的数字。
truth-absent-both = 这里没有{ $first }，也没有{ $second }：它们认领的属于别的数字。
truth-winners = 这些是最长的两个{ $first }和{ $second }的重构；放置的数字只决定哪个与哪个比较。
ink-paints = { $capsule }画出
ink-neither = 都没有
ink-share = 墨迹的{ $percent }%
pixel-unasked = 指向一个像素，看谁认领它。
pixel = 第{ $row }行，第{ $column }列：墨迹{ $ink }；{ $first }，{ $second }。
pixel-paints = { $capsule }画出{ $ink }
pixel-paints-share = { $capsule }画出{ $ink }（{ $percent }%）
map-coupling-to = 对{ $capsule }的耦合系数
map-added-to = 对{ $capsule }的贡献
map-more-to = 更多地给{ $first }还是{ $second }
map-iteration-of = { $count }次中的第{ $iteration }次
map-note-feeds = 各位置合起来，使{ $first }的s长{ $one }，{ $second }的s长{ $other }。蓝色方格投反对票。
map-note-first = 第一次迭代中每个耦合系数都是十分之一：还没有作任何路由。
map-note-couplings = 各位置上各类型的平均：对{ $first }从{ $firstLow }到{ $firstHigh }，对{ $second }从{ $secondLow }到{ $secondHigh }。绿色高于十分之一（四分之一时最深），紫色低于十分之一。
round-trained = { $count }（训练所用）
round-iterations =
    { $count ->
       *[other] { $count }次迭代
    }
round-iterations-trained =
    { $count ->
       *[other] { $count }次迭代（训练所用）
    }
round-two = { $one }、{ $other }
round-marked =
    { $right ->
        [yes] { $one }、{ $other } ✓
       *[no] { $one }、{ $other } ✗
    }
count-more = 再识别64对
counted = 识别了{ $count }对，附95%置信区间
count-share = { $percent }%（{ $low }到{ $high }）
results-table = 结果表
result-network = 网络
result-right = 两个都对
result-interval = 95%置信区间
result-error-true = 误差，真实数字
result-error-winners = 误差，最长的两个
result-iou-true = IoU，真实数字
result-iou-winners = IoU，最长的两个
result-parameters = 参数
result-capsules = 胶囊网络
result-cnn = 普通CNN
result-paper-capsules = 论文的CapsNet
result-paper-cnn = 论文的基线
result-other-weights = { $network }（权重与这里不同）
result-percent = { $percent }%
result-bounds = { $low }到{ $high }
result-pairs = { $count }对固定的MNIST测试数字，训练时都没有见过。
result-note = “真实数字”解码的是图中数字的胶囊，由标签得知，无论它们是否胜出；“最长的两个”解码最长的两个胶囊，与访客看到的一样，每个与它所代表的数字比较，或与剩下的那个比较。论文的数值取自论文（Sabour、Frosst和Hinton 2017）。这里的不同之处：训练用的数字对少得多，用小卷积代替两个9 × 9的卷积，数字对由我们自己选取。
file-lengths = 长度
file-alone = 重构
file-shares = 份额
file-maps = 分布图
file-length = 每个胶囊的长度
file-paints = { $capsule }画出墨迹的{ $percent }%
file-neither = 两者都没有的{ $percent }%
column-laid = 放置了该数字
column-probability = CNN的概率
column-length = 第{ $iteration }次之后的长度
column-painted = 由{ $capsule }画出
column-share = { $capsule }的份额
column-first = 第一个数字
column-second = 第二个数字
column-coupling = 平均耦合系数
column-feed = 对s的贡献
