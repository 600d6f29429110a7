section-disputed = 有分歧的测试数字
section-results = 全部测试数字
section-differences = 差别超出偶然吗？
section-calibration = 长度是概率吗？
section-labels = 各维度的作用
section-family = 按同一方法重新训练的整个家族
disputed-choose = 请选择两个或更多网络。
disputed-none = 它们对每个测试数字给出相同的答案。
disputed-count = { $all }个中有{ $count }个，分歧最大的在前。
disputed-press = 选择一个，在上面比较。
disputed-no-pictures = MNIST不在这台计算机上，所以无法显示这些数字：请在CAPSVIZ_DATA中写明它所在的文件夹。
chart-accuracy = 在{ $count }个测试数字上的准确率
chart-disagreements = 每一对对{ $count }个中多少个给出不同的答案
chart-calibration =
    答案有多少次是对的，在训练时留出的{ $count }个{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
        [letter] 字母
       *[class] 类别
    }上
chart-family = 按同一方法重新训练的整个家族：{ $measure }
table-network = 网络
table-accuracy = 准确率
table-interval = 95%置信区间
table-error = 重构误差
table-parameters = 参数
table-without-decoder = 不计解码器
no-decoder = 没有解码器
share-percent = { $percent }%
mcnemar-fold = 每一对的McNemar检验
mcnemar-none = { $pairs }对网络中没有一对的差别超出偶然（对同样的数字作McNemar精确检验，对所有的对作Holm校正，水平{ $level }%）。
mcnemar-real = { $pairs }对中有**{ $real }**对的准确率差别超出偶然（对同样的数字作McNemar精确检验，对所有的对作Holm校正，水平{ $level }%）：{ $named }。对其余各对，{ $digits }个数字太少，分不出哪个更好。检验把这些权重当作给定的：它不说明另一次训练会得到什么。
mcnemar-above = **{ $better }优于{ $other }**
series = { $before }；{ $next }
pair = 对
pair-of = { $first } / { $second }
pair-first = 只有第一个对
pair-second = 只有第二个对
pair-p = p
pair-corrected = p，校正后
pair-differ = 有差别
pair-differs = 是
pair-not-shown = 未显示
p-small = 小于0.0001
two-digits = 两个叠在一起的数字，{ $count }对测试数字：{ $networks }。上面的网络识别28 × 28像素的单个数字，所以这组数据不适用于它们：见“重叠”页面。
two-digits-network = { $network }两个都答对的占**{ $percent }%**（95%置信区间{ $low }到{ $high }），有{ $parameters }个参数
two-digits-unmeasured = 两个叠在一起的数字：{ $reason }。
routing-changes = **{ $network }**：与权重相同、耦合系数均匀的一遍相比，它的迭代改变了{ $digits }个测试数字中**{ $changed }**个的答案：{ $gained }个由错变对，{ $lost }个由对变错。
calibration-unmeasured = 对这些权重没有测量过：请运行 `{ $command }`。
calibration-network = 网络
calibration = **{ $network }**：{ $bins }。数值与份额平均相差{ $error }：{ $good ->
        [1] 几乎就是概率。
       *[0] 不要把任何长度读作概率。
    }在训练时留出的{ $count }个{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
        [letter] 字母
       *[class] 类别
    }上统计；{ $others ->
        [0] {""}
       *[other] 灰线是其他网络，
    }竖线是95%置信区间，空心点表示少于{ $few }个。
calibration-bin = { $mean }附近，{ $count }个答案中{ $right }个是对的（{ $percent }%；{ $low }到{ $high }）
labels-dimensions = 维度
labels-measured = 有对应的量
labels-confirmed = 得到证实
labels-effect = 作用
labels-r2 = 变化上的R²
labels-r = 真实图片上的r
labels-note =
    名称中含有某个量的全部维度的中位数，括号内为四分位数。作用：维度改变一个标准差时，该量改变多少，以它在真实{ $kind ->
        [digit] 数字
       *[other] 图片
    }上的标准差为单位。R²：解码器的图片沿直线变化的程度。r：具有这种姿态的真实图片是否也如此；低于{ $least }就没有得到证实。解码器可能画出编码器没有表达的内容：两者都要看。
family-fold = 对各随机种子的平均值和95%置信区间
family-choice = 排序依据，最好的在前
family-csv = 全部训练，存为CSV
family-accuracy = 准确率，%
family-error = 重构误差
family-affine = 仿射，%
family-auc = 打乱的（AUC）
family-learn = 学习的秒数
family-read = 识别一个的毫秒数
family-multiply-adds = 乘加次数
family-mean = { $mean }（{ $low }至{ $high }）
family-setting = { $name }，{ $symbol } = { $value }
family-nothing = { $set }：没有可在多个随机种子上与动态路由比较的网络。
family-verdict = { $set }：{ $found ->
        [below] 准确率低于{ $own }的有：{ $below }
        [above] 准确率高于{ $own }的有：{ $above }
        [belowabove] 准确率低于{ $own }的有：{ $below }。高于它的有：{ $above }
       *[none] 没有一个网络的准确率被证明与{ $own }不同
    }。对{ $seeds }个随机种子作配对t检验，Holm校正后p小于{ $level }；其余{ $others }个，这么少的种子看不出差别。
family-seeds = { $name }（{ $count }）
family-fewer = 种子较少、未作检验：{ $names }。
family-method = 除名称中带“深”的以外都是小型结构，训练命令为`{ $recipe }`，同时用标签和图片误差训练。准确率和重构误差在{ $validation }张验证图片上计算；“仿射”是其中{ $changed }张在affNIST最大范围内变换后的准确率，“打乱”是最大输出把它们与四分块互换、三分块移位或四分块翻转后的图片区分开的程度（0.5表示完全不能区分），取三者的平均。这些区间只反映随机种子：换成别的图片还会更宽。时间是处理器（{ $hardware }）单线程的时间，不计等待；其区间来自{ $turns }轮，每轮中每个网络各读一次、学一次。
family-runs = 这些时间来自多次运行：只能比较同一次运行的时间。
routing-name =
    { $key ->
        [dynamic] 动态路由
        [dynamic-as-in-the-authors-code] 动态路由，按作者的代码
        [em-one-dense-layer] EM，一个全连接层
        [em-over-matrix-capsules] 矩阵胶囊的EM
        [self-routing] 自路由
        [self-attention] 自注意力
        [uniform-no-routing-] 均匀（没有路由）
        [leaky-softmax] 带泄漏的softmax
        [inverted-dot-product-attention] 反向点积注意力
        [k-means] k均值
        [soft-k-means] 软k均值
        [query-key-attention] 查询—键注意力
        [damped-continuous] 带阻尼，连续时间
        [w-the-same-at-every-place] W在每个位置相同
        [w-the-same-in-each-group-of-types] W在每组类型内相同
        [w-of-low-rank] 低秩W
       *[other] { $title }
    }
disagreements = 回答不同的图片数

## 表格下方的图

axis-accuracy = 准确率（%）
axis-interval = { $measure }，附95%置信区间
axis-winner = 胜出类别的数值
axis-right = 正确回答所占比例（%）
reliability-diagonal = 与数值所说的频率一致
hover-interval = { $network }：{ $mean }（{ $low }至{ $high }）
hover-disagreement = { $first }与{ $second }在{ $count }张图片上回答不同
hover-alone = 仅{ $network }正确：{ $count }
hover-p = p { $p }，校正后{ $corrected }
hover-reliability = { $network }，平均{ $mean }：{ $count }个中{ $right }个正确，{ $percent }%（{ $low }至{ $high }）
