title = 视角
purpose =
    <b>转动、移动或拉伸一{ $thing ->
        [digit] 个数字
        [shape] 个图形
        [garment] 件服装
        [solid] 个立体
       *[class] 张图片
    }。</b>它的胶囊还保持<span data-say="measure">长度</span>吗？到什么角度，网络就看不到它了？
reset = 重置
any-viewpoint = 任意视角
    .title = 在affNIST的范围内随机改变一次：转动最多20°，大小和剪切各五分之一，每个方向最多平移4个像素
copy-link = 复制链接
view-link =
    .aria-label = 本视图的链接
input-heading = 网络的输入
shown-help =
    .aria-label = 这里显示的是什么？
input-explained = 改变之后的图片，两个网络得到的都是它：拖动中央或左下的钮来移动，用上面的钮转动，用右下的钮缩放。三维的立体拖动时会转动和倾斜。旁边是最长者对它的重构。在差异图中，蓝色是重构缺少的墨迹，红色是重构多出的墨迹。
picture-input =
    .aria-label = 网络的输入图片
handle =
    { $handle ->
        [rotation] 旋转
        [scale] 大小
        [body] 旋转并倾斜
       *[move] 移动
    }
picture-reconstruction =
    .aria-label = 最长者的重构
caption-reconstruction = <span data-part="winner"></span>的重构
picture-difference =
    .aria-label = 重构减去输入：红色是多出的，蓝色是缺少的
caption-difference = 差异
sliders-heading = 视角
sliders-explained = 改变作用在作为输入的小图片上<span data-part="centred">，是在画被居中和缩放之后：否则居中会抵消它们</span>。依次是：粗细、缩放、剪切、转动、平移。大于0°的转动是顺时针。
transforms =
    .aria-label = 变换
predictions-heading = 预测
key-capsule = 胶囊的<span data-say="measure">长度</span>
key-cnn = <i class="cv-v-key cv-v-key-cnn"></i>CNN的概率
lengths =
    .aria-label = 胶囊与CNN的概率
curves-heading = 走遍整个范围
curves-explained = 一种变换走遍它的范围，其余不变。上面是应当不变的：<span data-say="measure">长度</span>。下面是应当改变的：姿态的{ $dimensions }个数，用同一刻度。灰色虚线是一条直线规律，在这一类的其他图片上拟合得出。在上面的图中点击或拖动，就移到那里。
guess-begin = 先猜一猜
curve-of = 变换
curve-capsule = 胶囊
guess =
    .aria-label = 先猜一猜
guess-question =
    到什么角度，网络就看不到这个{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }了？
guess-drag = 拖动直线：
guess-at =
    .aria-label = 角度，以度为单位
curve-lengths =
    .aria-label = 胶囊的输出随变换的变化
factors-heading = 真实因素
factors-help =
    .aria-label = 这些是什么？
factors-explained = 这些图片由公式画出：物体在哪里、转了多少、多大，以及它的粗细、长宽比或光照，都准确知道。移动其中一个，就会画出这个物体本身，并由网络分类。移动视角，这里就显示线性映射从姿态读出的值：它是在每类2,000张任何网络都没有见过的图片上拟合的。R²表示这样的映射在没有用于拟合的图片上能找出一个因素的多少，从0（没有）到1（全部）；角度只在物体的对称性之内确定。姿态对转角编码得很少时，解码器画出一团不转动的模糊：而这里的数会转。
pose-fold = 姿态，以及在许多图片上测得的结果
pose-heading = <b data-part="digit" data-answer></b>的姿态，逐个维度
curve-poses =
    .aria-label = 姿态随变换的变化，逐个维度
attack-heading = 用来欺骗
attack-section =
    .data-lack = 攻击在应用中试验。
attack-explained =
    每个像素最多可以改变ε（墨迹为1），方向是使各网络偏离这个{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }的方向：FGSM沿梯度的符号走一步，PGD走十小步。每个网络都用它自己的梯度来攻击。在改动图中，红色是增加的墨迹，蓝色是去掉的墨迹。失配是图片与最长者的重构之差的平方和。
attack-method = 攻击
attack-fgsm = FGSM，一步
attack-pgd = PGD，十步
attack-strength = 强度ε
kind-rotation = 转角
kind-shift_x = 向右平移
kind-shift_y = 向下平移
kind-scale = 缩放
kind-shear = 剪切
kind-thickness = 笔画粗细
kind-step = 逐步改变{ $kind }
kind-play = 播放{ $kind }
kind-reset = 重置{ $kind }
measure =
    { $measure ->
        [length] 长度
       *[activation] 激活值
    }
cnn-missing = 这台计算机上没有识别同样内容的普通CNN，所以只显示胶囊网络：用capsviz train --network cnn和同样的--data-set训练一个。
cnn-empty =
    即使图片是空白的，普通CNN也必须说出一个{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 类别
    }。
cnn-says = 普通CNN预测为{ $name }，概率{ $probability }。
says-nothing = 没有可识别的内容
says-none =
    胶囊网络没有认出{ $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[class] 任何类别
    }{ $cnn ->
        [0] {""}
       *[1] ，CNN预测为{ $other }
    }
says-capsules = 胶囊网络预测为{ $name }
says-both = 两者都预测为{ $name }
says-apart = 胶囊网络预测为{ $name }，CNN预测为{ $other }
turned = 转到{ $truth }。
turned-read = 转到{ $truth }。姿态给出{ $read }。
digit-winner = 胜者
share-nothing = 无
share = { $percent }%
span = { $low }到{ $high }
curve-falls =
    { $name }的{ $measure ->
        [length] 长度
       *[activation] 激活值
    }在{ $value }处降到{ $least }。
law-none = 还没有为这个网络拟合姿态的规律：capsviz viewpoint可以做这件事。
law = 在{ $span }之内，一条直线规律（对每个{ $name }相同）在没有用于拟合的测试图片上解释了姿态随{ $kind }变化的{ $shared }；可以取决于各自姿态的规律解释{ $own }。
range-never = 原样时就没有被看作{ $name }
range-whole = 在整个范围内都被看作{ $name }
range = 从{ $from }到{ $to }被看作{ $name }
line-measure =
    { $name }的{ $measure ->
        [length] 长度
       *[activation] 激活值
    }
line-it = 它
line-other = 其他中最大的
line-other-end = 其他
line-cnn = CNN对{ $name }的概率
line-cnn-short = CNN { $name }
line-cnn-end = CNN
line-guess = 你的猜测
guess-none = 还没有猜测
guess-draw = 画出曲线
guess-without = 不猜，直接画出
guess-lost = 你猜的是{ $guess }。原样时就没有被看作{ $name }。
guess-end = 你猜的是{ $guess }。在那一侧，直到尽头都能看到它。
guess-off = 你猜的是{ $guess }。直到{ $end }都能看到它：相差{ $off }°。
attack-capsules = 胶囊
attack-cnn = 普通CNN
attack-before = 之前
attack-change = 改动
attack-change-spoken = 改动：红色是增加的，蓝色是去掉的
attack-after = 之后
attack-decoded = 重构
attack-no-cnn = 这台计算机上没有识别同样内容的普通CNN：用capsviz train --network cnn和同样的--data-set训练一个。
attack-no-cnn-site = 这个网站上没有识别同样内容的普通CNN。
attack-answer =
    { $name }，{ $measure ->
        [length] 长度
        [probability] 概率
       *[activation] 激活值
    }{ $value }
attack-fooled = { $before } → { $after }：被骗过。
attack-not-fooled = { $before } → { $after }：没有被骗过。
attack-not-read = { $before } → { $after }：本来就没有被看作{ $name }。
attack-recorded = 记录的是本页开头的样例，原样，ε { $epsilon }。要攻击你自己的图片，只能在应用中：那需要梯度，而浏览器不计算梯度。
attack-no-decoder = 它没有解码器：如果被骗过，没有什么会指出来。
attack-no-decoder-fooled = 它没有解码器：没有什么指出它被骗过。
misfit =
    失配{ $before } → { $after }，界限{ $limit }：{ $fits ->
        [1] 重构仍然相符，没有什么暴露改动
       *[0] 重构不相符，暴露了改动
    }。{ $alarms ->
        [unknown] 它拒绝多少原样的图片，对这些权重没有测量过。
       *[other] 同样的界限拒绝{ $alarms }%的原样测试图片。
    }结论：{ $verdict }
contested = 有争议：{ $claim }。
claim-for = 支持
claim-against = 反对
try-equivariant = 转过来
try-robust = 任意视角
try-adversarial = 用PGD攻击
file-lengths = 长度
file-pose = 姿态
file-pictures = 图片
file-values = 长度、概率
file-dimensions = 每个维度的值
file-length = 长度
file-cnn = CNN的概率
file-rotation = 转角，以度为单位，顺时针
file-length-of = { $name }的长度
file-cnn-of = CNN对{ $name }的概率
file-dimension = 维度{ $number }
