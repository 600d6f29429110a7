title = 论断
purpose = <b>论断</b>：人们对胶囊的期望，以及测量的结果。
guess-first = 先猜一猜
sheet = 一页概要
legend = 条形：一个论断的第一项比较（单位：百分点，平方根刻度）及其95%置信区间；在0的右侧表示支持该论断。标记：其余各项比较。符号：支持（✓）、反对（✗）、未定（○）。
claim-list =
    .aria-label = 论断
all-claims = 全部结论
expect = 你预期怎样？
expect-choices =
    .aria-label = 你预期怎样
try =
    .aria-label = 你的数字，以及对它做了什么
your-digit = 你的数字
canvas =
    .aria-label = 画布
    .aria-description = 方向键移动画笔，按住Shift步子更细。空格键落笔和提笔。Esc键提笔。Ctrl+Z撤销一笔。
    .aria-roledescription = 画布
undo = 撤销
clear = 清空
another-picture = 换一张图片
samples =
    .aria-label = 样例
board =
    .aria-label = 你的数字现在的样子
swap = 对调
flip = 翻转
whole = 恢复所画
predictions = 预测
fetch = 取来并试验
predictions-table =
    .aria-label = 预测
fewer = 应用会询问它的全部网络。
more-heading = 还发现了什么
confounders-heading = 其他解释
missing-heading = 这里没有试的
verdicts-heading = 结论怎样得出
verdicts-made = 一项比较的差，若整个95%置信区间都大于0，就支持论断；若整个区间都小于0，就反对论断；介于其间则未定。全部比较都支持时，论断成立；有一些支持时，部分成立；全部反对时，结论相反；其余情形为没有发现。凡注明之处，数值来自小网络。
ways =
    .aria-label = 由此前往
papers-heading = 后来的进展
verdict =
    { $verdict ->
        [holds] 成立
        [holds-in-part] 部分成立
        [not-found] 没有发现
        [reversed] 结论相反
       *[not-tried] 没有试过
    }
guess = 猜测
column-claim = 论断：按一个来试验
column-verdict = 结论
column-difference = 差（95%置信区间）
axis = 百分点，平方根刻度
no-bar = 非百分点：无条形
column-value = 值（95%置信区间）
outcome =
    { $outcome ->
        [for] 支持
        [against] 反对
       *[open] 未定
    }：
guessed = { $count }个中猜了{ $guessed }个
verdict-count =
    { $verdict ->
        [holds] { $count }个成立
        [holds-in-part] { $count }个部分成立
        [not-found] { $count }个没有发现
        [reversed] { $count }个结论相反
       *[not-tried] { $count }个没有试过
    }
claim-by = 提出者：{ $by }。
claim-question = 向全班提问：{ $question }
verdict-expected = 与你的预期相同：{ $verdict }。
verdict-unexpected = 你预期的是“{ $guess }”：{ $verdict }。
verdict-measured = 按本项目的测量：{ $verdict }。
claim-lost = 没有“{ $name }”这个论断：请从清单中选择。
paper = { $by }。{ $says }
all-numbers = 全部数值
measure-of = { $of }。
measure-of-rows = { $title }（{ $head }：{ $condition }）
measure-unmeasured = 这里没有测量：应当这样测
measure-command = 输出它的命令：
in-percent = { $value }%
value-interval = { $value }（{ $low }到{ $high }）
quantity = { $value } { $unit }
no-experiment = 这里没有实验。{ $why }
no-solids = 画是平面的：请通过下面的链接，在“视角”页面转动一个立体。
no-few = 它需要训练，而不是画：用少量图片训练的网络没有附带。
no-starvation = 它需要许多图片，而不是一幅画：一个胶囊对任何图片都不活跃，才算“饿死”。
no-recipe = 它需要训练，而不是画：按其他方法训练的网络没有附带。
no-reconstruction = 它需要训练，而不是画：没有解码器的网络没有附带。
no-gradients = 攻击需要梯度，而浏览器中的网络不计算梯度：在应用中可以用自己画的数字来试。
no-network = 这个实验的网络不在这里。
fetch-first = 需要先取来{ $count }个网络：{ $size }。
quarter =
    { $quarter ->
        [upper-left] 左上四分之一
        [upper-right] 右上四分之一
        [lower-left] 左下四分之一
       *[lower-right] 右下四分之一
    }，在{ $place ->
        [upper-left] 左上
        [upper-right] 右上
        [lower-left] 左下
       *[lower-right] 右下
    }
doing-attack = FGSM一步
doing-reconstruction = 它的胶囊的重构
doing-seen = 网络看到的样子
doing-seen-by-all = 各网络看到的样子
doing-turn = 转过来
doing-number = 移动一个数
doing-another = 与另一个数字一起
doing-twice = 两个并排
doing-parts = 由它的部件画出
doing-quarters = 拖动它的四块
doing-strange = 画任何不是数字的东西
dial-strength = 强度
dial-pgd-strength = PGD，强度
dial-turned = 转动
dial-number = 数
dial-moved = 移动
dial-apart = 相距像素
dial-over = 盖在上面
dial-traded = 两个部件互换位置
head-network = 网络
head-says = 回答
head-inference = 推断方式
head-longest = 最长
head-next = 其次
head-largest = 最大
head-types = 输入胶囊
head-coupling = 耦合系数
head-usual = 通常
head-own = 该数字的
head-error = 误差
head-fits = 相符
head-number = 数
head-range = 从−90°到90°
head-moves = 移动
head-line = 直线
head-set = 设定
head-read = 读出
head-digit = 数字
head-capsule = 胶囊
head-cnn = CNN
head-objects = 物体
head-any = 任何
head-this = 这个
head-milliseconds = 毫秒
head-times-cnn = × CNN
head-output = 输出
head-rank = 排名
note-attack = 条形：最大的输出；标记：所画数字的输出。图片是用来骗过胶囊网络的；CNN得到的是用来骗过它的图片。
note-reconstruction = 条形：最长胶囊的重构的平方误差；标记：一个界限，训练集中很少有数字超过它。乱涂一下：它会察觉吗？
note-routing = 条形：最长的胶囊；标记：次长的。第一次迭代中所有耦合系数相等；均匀耦合系数：另一个网络，用它们训练和运行。
note-settling = 条形：最长的胶囊；标记：次长的。各网络用{ $iterations }次迭代训练。
note-parse-tree = 三次迭代之后，输入胶囊对所预测数字的耦合系数：对一种类型的各位置取平均，列出与该数字的通常值相差最大的{ $count }种类型。条形：您的数字；标记：该类验证数字的平均值。
note-turning = 曲线：数字转动时它的姿态的一个数；直线：穿过两侧各{ $degrees }°以内取值的直线。移动：它在那里变化多少；直线：其中由直线解释的份额。
note-number = 图片由这些数解码得出。标记：对该图片，网络给出的同一胶囊的输出。
note-pair = 条形：每个数字的胶囊；达到{ $length }就算在图中。标记：普通CNN，它的输出之和为1。
note-parts = 条形：对有任何物体存在的信念；标记：部件在原处时的信念。最确定存在的两个部件互换姿态。
note-cost = 条形：一次回答的用时，取此时此地{ $times }次中最短的。下面的测量中，各网络在一个线程上轮流进行。
note-quarters = 条形：最大的输出；标记：所画的原样。排名：1,000个完整数字中它更没有把握的份额。
note-strange = 条形：最大的输出。排名：1,000个数字中它更没有把握的份额；拒绝这幅画的网络会把它排在接近0%处。
row-attack =
    { $network ->
        [capsules] 胶囊网络
       *[cnn] 普通CNN
    }，{ $when ->
        [before] 之前
       *[after] 之后
    }
row-attacked = { $network }，受到攻击
row-fits =
    { $fits ->
        [yes] 是
       *[no] 否
    }
row-iterations = { $count }次迭代
row-type = { $network }，类型{ $type }
row-iterations-em = EM，{ $count }次迭代
row-uniform = 均匀耦合系数
row-poses =
    { $poses ->
        [kept] 用姿态
       *[ignored] 忽略姿态
    }
sheet-title = capsviz：关于胶囊网络的论断
sheet-heading = 关于胶囊网络的论断，以及测量的结果
sheet-about = 如果一项比较所测差值的整个95%置信区间都在论断一侧，这项比较就支持该论断。全部比较都支持时，论断成立；有一些支持时，部分成立；第二列给出支持的项数和第一项比较的差值。“论断”页面和命令“capsviz claims NAME”给出全部数值及其区间。{ $made }。
sheet-claim = 论断
sheet-measured = 测量
sheet-result = 结果
sheet-count = { $count }项中{ $support }项

## 测量结果的各行

file-measure = 测量
file-condition = 条件
file-unit = 单位
