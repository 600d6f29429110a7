row-name =
    { $key ->
        [a-class-that-is-not-there] 不在图中的类别
        [a-twentieth] 二十分之一
        [after-the-first-round] 第一次迭代之后
        [after-the-last] 最后一次迭代之后
        [activation] 激活值
        [all-gradients-weight-of-the-couplings-entropy] 全部梯度，耦合系数熵的权重
        [all-that-are-there] 图中的全部
        [and] { $first }和{ $second }
        [as-by-default] 默认设置
        [as-usual] 照常
        [attention] 注意力
        [authors] 作者的代码
        [azimuth] 方位角
        [azimuth-familiar] 方位角，见过的视角
        [azimuth-novel] 方位角，没见过的视角
        [belief-in-any-object-swapped] 对任一物体的信念，四块对调
        [belief-in-any-object-whole] 对任一物体的信念，完整数字
        [bytes-of-votes] 投票的字节数
        [capsule-s-pose] 胶囊的姿态
        [capsules] 胶囊
        [classcaps-epoch] ClassCaps，第{ $first }轮
        [classcaps-of-one-class] ClassCaps，同类图片
        [classcaps-of-two-classes] ClassCaps，异类图片
        [cnn-directions-of-it] CNN：隐藏层的{ $first }个方向
        [cnn-hidden-layer] CNN：隐藏层
        [cnn-of-like-size] 大小相近的CNN
        [cnn-s-hidden-layer] CNN的隐藏层
        [cnn-stopped] CNN，提前停止
        [cnn-with-pooling] 有池化的CNN
        [cnn-without-pooling] 无池化的CNN
        [colours] 颜色
        [compact-attention] 小网络，注意力
        [compact-dynamic] 小网络，动态
        [compact-uniform] 小网络，均匀
        [convcaps-epoch] ConvCaps{ $first }，第{ $second }轮
        [primarycaps-epoch] PrimaryCaps，第{ $first }轮
        [convcaps-of-one-class] ConvCaps{ $first }，同类图片
        [convcaps-of-two-classes] ConvCaps{ $first }，异类图片
        [damped] 带阻尼
        [digits] 数字
        [digits-mirrored] 镜像的数字
        [digits-quarters-swapped] 四块对调的数字
        [dimensions-of-a-primary-capsule] 初级胶囊的维数
        [as-by-default-on-a-cpu] 默认设置，在CPU上
        [batch-normalisation-of-primary-capsules-on-a-cpu] 初级胶囊的批归一化，在CPU上
        [dot-product] 点积
        [dropout-in-the-decoder] 解码器中的dropout
        [dropout-of-primary-capsules] 初级胶囊的dropout
        [dynamic] 动态
        [dynamic-answer-of-iteration] 动态：第{ $first }次迭代的回答
        [dynamic-couplings-kept] 动态：保持不变的耦合系数
        [dynamic-garments] 动态：服装
        [dynamic-noise] 动态：噪声
        [dynamic-round] 动态，{ $first }次迭代
        [dynamic-round-all] 动态，{ $first }次迭代，全部梯度
        [dynamic-rounds] 动态，{ $first }次迭代
        [dynamic-rounds-all] 动态，{ $first }次迭代，全部梯度
        [elevation] 仰角
        [elevation-familiar] 仰角，见过的视角
        [elevation-novel] 仰角，没见过的视角
        [em] EM
        [em-answer-of-iteration] EM：第{ $first }次迭代的回答
        [em-couplings-kept] EM：保持不变的耦合系数
        [em-garments] EM：服装
        [em-noise] EM：噪声
        [fashion] 服装
        [form] 形状
        [garments] 服装
        [gradients-of-the-last-round] 最后一次迭代的梯度
        [hiding] 隐蔽攻击{ $first }
        [inverted-attention] 反向注意力
        [its-own-iterations] 它自己的迭代次数
        [k-means] k均值
        [large-cnn] 大CNN
        [leaky] 带泄漏
        [learnt-of-presences-alone] 只由存在度学得
        [letters] 字母
        [light] 光照
        [margins] 间隔
        [matrix] 矩阵胶囊
        [matrix-garments] 矩阵胶囊：服装
        [matrix-noise] 矩阵胶囊：噪声
        [multiply-adds] 乘加次数
        [noise] 噪声
        [none] 无
        [of-all-rounds] 所有迭代的梯度
        [of-one-class] 同类
        [of-two-classes] 异类
        [one-iteration] 一次迭代
        [one-iteration-s-time] × 一次迭代的时间
        [output] 输出
        [output-capsules] 个输出胶囊
        [overlap] 重叠
        [overlap-cnn] 重叠CNN
        [overlap-cnn-directions-of-it] 重叠CNN：隐藏层的{ $first }个方向
        [overlap-cnn-hidden-layer] 重叠CNN：隐藏层
        [parameters] 参数
        [peak-rate] 最高学习率
        [photographs] 照片
        [points] 个百分点
        [points-of-r] 个百分点的R²
        [poses-and-presences] 姿态和存在度
        [quadrants-flipped] 四块翻转
        [quadrants-swapped] 四块对调
        [query-key] 查询—键
        [read-rightly] 正确分类
        [rotation] 旋转
        [scale] 缩放
        [self-routing] 自路由
        [shapes] 图形
        [shear] 剪切
        [shift-x] 水平移动
        [shift-y] 垂直移动
        [size] 大小
        [small-build] 小网络
        [small-build-attention] 小网络，注意力
        [small-build-cnn] 小网络，CNN
        [small-build-cnn-energy] 小网络，CNN：能量
        [small-build-dynamic-iteration] 小网络，动态，{ $first }次迭代
        [small-build-dynamic-iteration-garments] 小网络，动态，{ $first }次迭代：服装
        [small-build-dynamic-iteration-noise] 小网络，动态，{ $first }次迭代：噪声
        [small-build-dynamic-iterations] 小网络，动态，{ $first }次迭代
        [small-build-dynamic-iterations-garments] 小网络，动态，{ $first }次迭代：服装
        [small-build-dynamic-iterations-noise] 小网络，动态，{ $first }次迭代：噪声
        [small-build-uniform] 小网络，均匀
        [small-cnn] 小CNN
        [soft-k-means] 软k均值
        [solids] 立体
        [solids-capsule-s-pose] 立体：胶囊的姿态
        [solids-cnn-s-hidden-layer] 立体：CNN的隐藏层
        [solids-cnn-without-pooling-directions] 立体：不作池化的CNN，隐藏层的{ $first }个方向
        [solids-cnn-without-pooling-hidden-layer] 立体：不作池化的CNN，隐藏层
        [solids-directions-of-it] 立体：隐藏层的{ $first }个方向
        [spread-of-w-at-the-start] W的初始散布
        [sprites] 图形
        [sprites-cnn] 图形CNN
        [squared-grey-levels] 灰度平方
        [the-cnn-s-time] × CNN的时间
        [the-paper-s] 论文的
        [the-paper-s-build-attention] 论文的网络，注意力
        [the-paper-s-build-cnn] 论文的网络，CNN
        [the-paper-s-build-cnn-energy] 论文的网络，CNN：能量
        [the-paper-s-build-dynamic-iteration] 论文的网络，动态，{ $first }次迭代
        [the-paper-s-build-dynamic-iteration-garments] 论文的网络，动态，{ $first }次迭代：服装
        [the-paper-s-build-dynamic-iteration-noise] 论文的网络，动态，{ $first }次迭代：噪声
        [the-paper-s-build-dynamic-iterations] 论文的网络，动态，{ $first }次迭代
        [the-paper-s-build-dynamic-iterations-garments] 论文的网络，动态，{ $first }次迭代：服装
        [the-paper-s-build-dynamic-iterations-noise] 论文的网络，动态，{ $first }次迭代：噪声
        [the-paper-s-build-efficient-capsnet] 论文的网络，Efficient-CapsNet
        [the-paper-s-build-uniform] 论文的网络，均匀
        [the-paper-s-network] 论文的网络
        [the-same-poses-ignored] 同一网络，忽略姿态
        [thickness] 笔画粗细
        [thirds-moved] 三块移位
        [three-routed-layers] 三个路由层
        [times] { $first }次
        [to] { $first }°至{ $second }°
        [turned-by-to] { $first }，旋转{ $second }°至{ $third }°
        [four-routed-layers] 四个路由层
        [one-routed-layer] 一个路由层
        [two-routed-layers] 两个路由层
        [type] 类型{ $first }
        [types-of-primary-capsules] 初级胶囊的类型数
        [uniform] 均匀
        [untouched] 未改动
        [weight-of-absent-classes] 不在图中的类别的权重
        [widths-of-the-decoder] 解码器的宽度
        [with-attacked-digits] 用受攻击的数字训练
        [without-reconstruction] 无重构
       *[other] { $title }
    }
