input-heading = 网络的输入和重构
picture-input =
    .aria-label = 输入
caption-input = 输入
picture-reconstruction =
    .aria-label = 重构
picture-difference =
    .aria-label = 重构减去输入：红色是多出的，蓝色是缺少的
caption-difference = 差异，平方误差<b data-part="error"></b>
dimensions-heading = <span data-part="dimensions"></span>个维度
decoded-in-python = 这个网络的姿态只能在Python中解码：每个胶囊的图片随本文件一起提供，滑块只显示它的数。
lengths-heading = 胶囊的输出
iteration-slider = 迭代
lengths-choose = 选择一个，跟随它的胶囊：它的重构、它的维度，以及下面的耦合系数。
couplings-heading = 耦合系数
couplings-explained = 每种类型的输入胶囊一小块，每个位置一个像素。绿色：超过平均份额；紫色：低于平均份额。
network-heading = 整个网络
network-explained = 从图片到它画出的图片，逐个模块：特征图取响应最强的，胶囊取它们送给胜者的部分，投票和路由按类型与类别，解码器取隐藏单元。
apart-heading = 没有标签，拆成部件
settings =
    模型{ $name }，{ $iterations ->
        [1] 一遍
       *[other] { $iterations }次迭代
    }，{ $drawn ->
        [centred] 像MNIST那样居中和缩放
       *[other] 按画的原样
    }。
iteration-of = 第{ $iteration }次迭代，共{ $iterations }次
capsule-length =
    胶囊{ $name }，{ $measure ->
        [length] 长度
       *[activation] 激活值
    }{ $value }
decoded-by = 胶囊{ $name }所记住的
couplings-share = 第{ $iteration }次迭代中，每个输入胶囊给胶囊{ $name }的份额。
apart-words = 网络“{ $network }”是在没有标签的情况下学成的。它的{ $parts }个部件中有{ $there }个在这张图片里。可能性最大的物体是第{ $object }号（后来由几个标签命名为{ $name }），后验概率为{ $posterior }；都不是的后验概率为{ $none }。一致性大于0：部件在该物体预期的位置。
apart-all = 全部部件
apart-part = 部件{ $letter }
apart-presence = 存在度{ $presence }
apart-agreement = 一致性{ $agreement }
painted-by = 画出的{ $name }
