title = 比较
purpose = <b>比较</b>：同一张图片由这里的每个网络分类。
image =
    .aria-label = 用来比较的图片
drawing-mine = 我的画
compare = 比较
to-disputed = 有分歧的数字 ↓
fetch = 取来
networks =
    .aria-label = 网络，每行一个
networks-table =
    .aria-label = 各网络对图片的判断
sort =
    .data-before = 排序依据
head-network = 网络
head-answer = 答案
head-outputs = 输出
head-couplings = 对答案的耦合系数<span class="cv-sym" data-sym="c">c</span>
enlarge = 按一下放大
head-reconstruction = 重构
    .title = 附平方误差之和
head-accuracy = 准确率
    .title = 附95%置信区间
picture =
    { $kind ->
        [drawing] 你的画
        [empty] 空白的画
       *[example] 一个样例
    }
picture-test = { $name } { $index }
picture-label =
    { $kind ->
        [digit] 数字{ $label }
       *[other] { $label }
    }
index-missing = 没有填编号：请输入0到{ $last }之间的整数。
index-wrong = 没有{ $name } { $typed }：请输入0到{ $last }之间的整数。
picture-still = { $trouble }仍显示之前的：{ $picture }。
loading = 正在加载{ $count }个网络，第一次需要几秒钟：随后各行就会出现。
more-coming = 还有{ $count }个网络（{ $size }）。
more-offered = 另有{ $count }个网络也能识别它：需取来{ $size }。
apart = 没有比较，因为它们区分的是别的类别：{ $networks }。
apart-more = 没有比较，因为它们区分的是别的类别：{ $networks }，以及另外{ $more }个。
apart-alone = 这里没有别的网络区分这些类别：从同样的图片学习、或类别名称相同的网络，会并列在它旁边。
verdict-all = 全部{ $count }个网络都预测为{ $answer }。
verdict-most = { $count }个网络中有{ $times }个预测为{ $answer }；{ $others }。
verdict-other = { $networks }预测为{ $answer }
differs = 与多数不同：{ $answer }
score =
    { $measure ->
        [length] 长度
        [activation] 激活值
        [posterior] 后验概率
       *[probability] 概率
    }{ $value }
score-unsure =
    没有把握：{ $measure ->
        [length] 长度
        [activation] 激活值
        [posterior] 后验概率
       *[probability] 概率
    }{ $value }
score-none = 没有把握：它的物体都不是，{ $value }
parts-title = 部件和{ $objects }个物体
couplings = { $count }个对{ $name }的耦合系数
couplings-no-capsules = 没有胶囊：不作路由
couplings-no-labels = 不用标签学到的：不作路由
coupling = 类型{ $type }，第{ $row }行，第{ $column }列：c = { $value }
coupling-value = c = { $value }
reconstruction = { $network }对{ $name }的重构
reconstruction-error = 误差
decoder-none = 没有解码器
accuracy-of =
    在{ $pictures ->
        [test] MNIST测试数字
       *[validation] 验证图片
    }上
accuracy-pictures =
    { $pictures ->
        [test] MNIST测试数字
       *[validation] 验证图片
    }
unmeasured = 对这些权重没有测量过
fact-iterations = 迭代次数
fact-settled = 从第{ $iteration }次起不再改变
fact-one-pass = 无：一遍
fact-none = 无
fact-time = 此时此地的用时
fact-milliseconds = { $time }毫秒
fact-parameters = 参数
fact-learnt = 学习方式
fact-without-labels = 不用标签
fact-named-by = 物体的命名依据
fact-labels = 每个{ $labels }个标签
fact-affine = 在仿射数据集上
fact-affine-interval = 在那里的置信区间
disputed-networks = 网络
disputed-digits = 有分歧的测试数字
disputed-digit = 第{ $index }个测试数字
disputed-names = { $answer }：{ $networks }
disputed-many = { $answer }：{ $count }个网络
