title = 训练
purpose = <b>看它学习</b>。一个胶囊网络从噪声走向理解：这里显示的一切都在同一时刻。<span data-part="alone"></span>
run-controls =
    .aria-label = 这次训练
    .data-lack = 网络在应用中训练；这里是一次已经完成的训练。
run = 训练
beside = 并列显示
new-training = 新的训练
this-run = 这次训练
run-name = 名称
run-rename = 改名
run-keep = 保存为网络
run-delete = 删除
strange-run = 是在另一个浏览器中开始的：在那里可以控制、倒回、改名和删除
kept-networks = 已保存的网络
film-save = 存为影片文件
copy-link = 复制链接
moment-link =
    .aria-label = 本时刻的链接
time =
    .aria-label = 时间
moment-back =
    .title = 后退一个时刻
    .aria-label = 后退一个时刻
moment-slider =
    .aria-label = 训练的时刻
moment-on =
    .title = 前进一个时刻
    .aria-label = 前进一个时刻
speed = 速度
training-controls =
    .aria-label = 训练本身
training-pause = 暂停训练
training-step = 一步
training-rewind = 倒回
training-fork = 从这里分支
rate = 学习率
slow = 慢速：每秒一步
guess =
    .aria-label = 先猜一猜
guess-first = 先猜一猜。
curves-heading = 学得怎样
accuracy-of = 留出的图片中正确分类的份额
curve-accuracy =
    .aria-label = 准确率随步数的变化
curve-loss =
    .aria-label = 损失随步数的变化
curve-r2 =
    .aria-label = 线性映射从姿态读出的信息
pinned-heading = 跟踪一张图片
picture-input =
    .aria-label = 图片
caption-input = 图片
picture-decoded =
    .aria-label = 由最长的胶囊解码
caption-decoded = 由<b data-part="winner"></b>解码
picture-couplings =
    .aria-label = 对该胶囊的耦合系数
caption-couplings = 对它的耦合<span data-part="coupling-range"></span>
pin = 跟踪我的画
unpin = 恢复原来的
lengths =
    .aria-label = 各胶囊的长度
votes-heading = 投给该胶囊的票
votes-help =
    .aria-label = 这里显示的是什么？
votes-explained = 每个点是一个输入胶囊的一票。向右：沿胶囊的方向；上下：与之垂直、各票差别最大的方向。一致的票聚在一起，远在右边。大点耦合得强。圆环是胶囊本身。
votes =
    .aria-label = 沿胶囊方向和垂直方向的投票
ten-heading = 十张图片，已解码
sweeps-heading = 每个维度移动<span>±</span>0.25
confusion-heading = 混淆矩阵
confusion =
    .aria-label = 混淆矩阵
confusion-explained = ↓ 真实，→ 预测
mistakes-heading = 最严重的错误
mistakes-in-words = 用文字：数据集自己的图片不随这部影片传播
templates-heading = 部件的模板
templates-explained = 每个下面：它在留出的图片中的平均存在度
explained-heading = 部件和物体解释得多好
error-of = 一张留出图片的平方误差之和
curve-error =
    .aria-label = 误差随步数的变化
curve-objects =
    .aria-label = 按匹配计的准确率和熵随步数的变化
checks-fold = <span data-part="checks-line" data-answer>检查</span>；这一步及其数值
checks-heading = 这一时刻的检查
step-heading = 这一步及其数值
layers =
    .aria-label = 层
alone = 训练{ $run }的影片。
go-on = 继续
start = 开始
run-film = { $run }（影片）
run-training = { $run }（正在训练）
run-none = 还没有
beside-nothing = 无
run-size = 在磁盘上占{ $megabytes } MB
run-state =
    { $state ->
        [waiting] 正在排队
        [starting] 等处理器有空时开始
        [running] 正在训练
        [paused] 已暂停
        [finished] 已完成
        [interrupted] 曾被中断；可以继续
        [failed] 已停止
       *[other] { $state }
    }{ $ahead ->
        [0] { "" }
       *[other] ，前面还有{ $ahead }个
    }{ $fork ->
        [0] { "" }
       *[1] ，是{ $run }在第{ $step }步的分支
    }{ $report ->
        [none] { "" }
       *[other] ：{ $report }
    }
run-elsewhere = 曾被中断；用capsviz train加--resume继续
moment =
    第{ $step }步，{ $pictures }张图片{ $seconds ->
        [unknown] { "" }
       *[other] ，{ $seconds }秒
    }
moment-parts =
    第{ $step }步，{ $beginning ->
        [0] 部件
       *[other] 物体，共{ $restarts }次开始中的第{ $beginning }次
    }{ $seconds ->
        [unknown] { "" }
       *[other] ，{ $seconds }秒
    }
moment-step = 第{ $step }步
run-delete-question = 删除这次训练以及由它产生的一切？
run-kept =
    已保存为“{ $name }”：{ $parts ->
        [1] “部件”页面提供它
       *[0] 每个页面都提供它
    }。
network-draw = 用它来画
network-remove = 移除
network-remove-name = 移除{ $name }
network-remove-question = 移除网络{ $name }？它所来自的训练会保留。
network-of = { $name }，来自{ $run }
network-strange = 保存在另一个浏览器中：可在那里移除
setting-network = 学习什么
setting-data_set = 图片
setting-routing = 路由
setting-shapes = 图形的种类
setting-iterations = 路由迭代次数
setting-reconstruction_weight = 重构的权重
setting-peak_rate = 学习率
setting-batch = 批
setting-share = 数据的份额
setting-clip = 梯度裁剪（0：不裁剪）
setting-seed = 随机种子
setting-parts = 部件
setting-objects = 物体
setting-epochs = 部件的轮数
setting-object_epochs = 物体的轮数
setting-restarts = 物体重新开始的次数
setting-digit_dim = 一个胶囊的数的个数
setting-present_margin = 图中有的间隔，m⁺
setting-absent_margin = 图中没有的间隔，m⁻
setting-down_weight = 不在图中的类别的权重，λ
setting-weight_decay = 权重衰减
setting-dropout = 初级胶囊的随机失活
setting-adversarial = 攻击的强度（0：不攻击）
network-classes = 类别，有标签
network-parts = 部件和物体，没有标签
setting-plain = 旁边放一个普通CNN，用同样的批；每步因此更慢
setting-all_gradients = 梯度穿过每次迭代，与作者的代码相同
settings-rare = 损失、规模和正则化
settings-mistakes = 故意犯的错误
mistake-mean = 重构损失中用平均代替求和
mistake-axis = 对输入胶囊取softmax
mistake-rate = 学习率大100倍
train = 训练
unchanged = 保持原样
fork-changes =
    { $kind ->
        [routing] 用{ $routing }
        [weight] 权重为{ $weight }
       *[both] 用{ $routing }，权重为{ $weight }
    }
share = { $percent }%
accuracy-plain = 普通CNN：{ $accuracy }
loss = 损失{ $loss } = 间隔{ $margin } + 重构{ $reconstruction }
loss-none = 还没有做任何一步
step-none = 第一步之前，所有权重都是最初随机取的。
step = 第{ $step }步：{ $batch }张图片正向通过。损失{ $loss } = 间隔{ $margin } + 重构{ $reconstruction }（{ $weight } × 像素的平方和{ $error }）。反向传回长度为{ $norm }的梯度；Adam以学习率{ $rate }移动了权重。
objects-none = 部件先学；部件固定之后，物体才开始学。
objects = 按最佳匹配，物体对应的类别在留出图片上对了{ $accuracy }；图片之间的熵为最大值的{ $between }，一张图片之内的熵为{ $within }。
own-from-start = 你的画，从头开始跟踪。
own-from-step = 你的画，从第{ $step }步开始跟踪。
own-from-next = 从下一个时刻开始跟踪你的画。
own-not-here = 这个时刻没有保存权重，无法识别你的画。倒回可以从头跟踪。
template = 模板{ $number }，平均存在度{ $presence }
picture = 图片{ $number }
picture-decoded-name = 图片{ $number }，已解码
dimension-up = 维度{ $number }增大
dimension-down = 维度{ $number }减小
mistake = 错误{ $number }
mistake-read = { $true }，被认作{ $predicted }
mistake-listed = { $true }被认作{ $predicted }
mistakes-none = 这一时刻没有
coupling-range = ：{ $low }（浅色）到{ $high }；均分是{ $even }
axis-step = 第{ $step }步
dashed = 虚线：并列的那个
curve-held-out = 留出的
curve-learnt = 用来学习的
curve-chance = 随机猜测
curve-cnn = 普通CNN
curve-margin = 间隔
curve-reconstruction = 重构
curve-x = x
curve-y = y
curve-rotation = 转角
curve-size = 大小
curve-form = 形状
curve-sse = 误差
curve-matching = 匹配
curve-between = 图片之间的熵
curve-within = 之内的熵
r2 = 线性映射从姿态读出的真实因素的R²
file-curves = 曲线
file-votes = 投票
file-pictures = 图片
file-moment = 这一时刻的数值
file-axis-step = 步
file-axis-losses = 上面是准确率，下面是损失
file-axis-along = 沿胶囊的方向
file-axis-across = 与之垂直的方向
file-run = 训练{ $run }
file-run-step = 训练{ $run }，第{ $step }步
guess-invitation = 10步之后它会分类得多好？它先学会什么？
guess-begin = 从头开始考我
guess-accuracy = { $steps }步（{ $pictures }张图片）之后，100张新图片中它会正确分类多少张？
guess-fewer = 少于{ $limit }
guess-between = { $low }到{ $high }
guess-more = 多于{ $limit }
guess-first-of-both = 哪个先出现：十张中正确分类九张，还是重构误差减半？
guess-classifying = 分类
guess-reconstructing = 重构
classifying-first = 先学会分类
reconstructing-first = 先学会重构
guess-right = 第{ $step }步：{ $truth }；与你猜的一样。
guess-wrong = 第{ $step }步：{ $truth }；你猜的是{ $answer }。
guess-votes = { $answer }：{ $votes }
guess-next = 下一题
guess-close = 关闭
verdict-fine = 正常
verdict-warn = 注意
verdict-bad = 异常
checks-none = 检查：还没有
checks = 检查：{ $kinds }
checks-counted = { $count }项{ $verdict }
checks-named = { $count }项{ $verdict }（{ $names }）
layer = 层
layer-gradient = 梯度
layer-update = 更新
layer-weights = 权重
layer-update-of-weights = 更新占权重的比例
check-finite = 有限
check-finite-measured =
    { $finite ->
        [1] 有限
       *[0] NaN
    }（界限：全部有限）
check-finite-fine = 损失和梯度都是数。
check-finite-bad = 损失不是数：请从更早的一步分支，用更小的学习率。
check-couplings = 耦合系数
check-couplings-measured = 偏差{ $off }（界限：0.001）
check-couplings-fine = 每个输入胶囊对各类别的耦合系数之和为1。
check-couplings-bad = 每个输入胶囊对各类别的耦合系数之和不为1：请对输出胶囊取softmax。
check-lengths = 长度
check-lengths-measured = 最大{ $longest }（界限：小于1）
check-lengths-fine = 没有胶囊长于1。
check-lengths-bad = 有胶囊长于1，说明没有经过挤压：请最后对s应用squash。
check-gradients = 梯度
check-gradients-measured = 范数最大{ $norm }，最小为权重的{ $ratio }（界限：范数30，最小0.000001）
check-gradients-fine = 每一层得到的梯度都有用。
check-gradients-exploded = 梯度爆炸：请裁剪到1，或降低学习率。
check-gradients-spike = 有一步的梯度远长于其他各步：请裁剪到1。
check-gradients-vanished = 几乎没有梯度到达{ $layer }：请增大它的初始权重，或降低学习率，因为被推到长度0或1的胶囊不再传递梯度。
check-gradients-weak = 到达{ $layer }的梯度很少：请留意。
check-routing = 路由
check-routing-measured = 有{ $share }归于一个类别，熵{ $entropy }（界限：{ $limit }归于一个类别，或熵0.8）
check-routing-fine = 输入胶囊在不同图片中为不同的类别服务。
check-routing-bad = 无论什么图片，几乎所有输入胶囊都为同一个类别服务：请降低学习率或减少迭代，并让W从更小的值开始。
check-dead = 失活
check-dead-measured = 类型的{ $types }，{ $classes }个类别（界限：25%的类型，零个类别）
check-dead-fine = 输入胶囊的所有类型和所有类别都参与其中。
check-dead-bad = 有些类型的输入胶囊对每张图片都相同，或有些类别从未被找到：请降低学习率，或增大初级胶囊的初始权重。
check-answers = 答案
check-answers-measured = 长度相差{ $spread }（界限：0.001）
check-answers-fine = 不同的图片得到不同的长度。
check-answers-bad = 每张图片得到同样的长度，训练无法由此恢复：请用更小的学习率重新开始。
check-reconstruction = 重构
check-reconstruction-measured = 占损失的{ $share }（界限：0.5%）
check-reconstruction-fine = 重构影响着胶囊。
check-reconstruction-bad = 重构几乎不起作用：请对各像素的平方误差求和（平均只有它的{ $pixels }分之一），或增大它的权重。
check-accuracy = 准确率
check-accuracy-measured = { $share }（界限：{ $limit }，即{ $pictures }张图片的偶然水平）
check-accuracy-fine = 准确率高于偶然水平。
check-accuracy-early = 现在把准确率与偶然水平比较还太早。
check-accuracy-bad = 准确率不高于偶然水平：请看其他检查，降低学习率，或多训练一些步数。
check-loss = 损失
check-loss-measured = { $last }，最低为第{ $step }步的{ $best }（界限：最低值的两倍）
check-loss-fine = 损失接近到目前为止的最低值。
check-loss-lost = 损失回到了初始值：请从它最低的一步分支，用更小的学习率。
check-loss-warn = 损失已是最低值的两倍：请降低学习率。
check-overfitting = 过拟合
check-overfitting-measured = { $gap }个百分点（界限：{ $limit }个百分点）
check-overfitting-fine = 在验证图片上的准确率大致相同。
check-overfitting-bad = 在训练图片上的准确率更高：请用更多数据、更多增强或更大的重构权重，或更早停止。
check-rate = 学习率
check-rate-measured = 每步为{ $layer }的{ $ratio }（界限：0.3）
check-rate-fine = 与权重相比，步子很小。
check-rate-bad = 一步对权重的改变超过权重的范数：请把学习率除以10。
check-rate-risen = 损失升到初始值以上：请把学习率除以10。
check-rate-warn = 每步对{ $layer }的改变达到它本身的三分之一：请降低学习率。
check-rate-slow = 每步几乎不改变权重：请提高学习率。
