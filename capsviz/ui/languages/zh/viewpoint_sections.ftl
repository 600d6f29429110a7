section-laws = 姿态有规律吗？
section-affine = 对仿射变换稳健吗？
section-attacks = 能抵抗攻击吗？
change-rotation = 转角
change-shift_x = 左右平移
change-shift_y = 向下平移
change-scale = 缩放
change-shear = 剪切
change-thickness = 粗细
change-range-rotation = 转动，±20°
change-range-shift_x = 左右平移，±3 px
change-range-shift_y = 上下平移，±3 px
change-range-scale = 缩放，0.8到1.2
change-range-shear = 剪切，±0.2
change-range-thickness = 粗细，±1 px
law-choice = 规律
law-shared = 每类一条规律
law-own = 取决于姿态的规律
law-matrix = 每类一个矩阵
law-common = 全部共用一个矩阵
law-read = 从姿态读出的变换
law-few = 未知：拟合规律需要每类{ $least }张测试图片，而最少的一类不到{ $each }张。
law-unmeasured = 对这些权重没有测量过：请运行{ $command }，需几分钟。
law-title = 姿态的规律的R²：{ $law }
law-explained = **{ $network }**：{ $law ->
        [shared]
            姿态的变化中，由变换量乘以一个向量所解释的份额；同一类的全部{ $things ->
                [digits] 数字
               *[pictures] 图片
            }共用这个向量
        [own] 如果该向量可以线性地取决于各自的姿态，姿态的变化中得到解释的份额
        [matrix]
            把姿态作为4 × 4矩阵，对每个变换量t从左边乘以一个矩阵exp(tA)，姿态的变化中由此解释的份额；同一类的全部{ $things ->
                [digits] 数字
               *[pictures] 图片
            }共用一个A
        [common] 把姿态作为4 × 4矩阵，对每个变换量t从左边乘以一个矩阵exp(tA)，姿态的变化中由此解释的份额；所有类别共用一个A，如同观察者位置的改变
       *[read] 线性映射只根据姿态读出变换量的准确程度
    }；先在每类{ $half }个其他的测试{ $things ->
        [digits] 数字
       *[pictures] 图片
    }上拟合，再在{ $half }个上打分。各{ $things ->
        [digits] 数字
       *[pictures] 类别
    }的中位数：最好的是{ $bestKind }，为{ $best }；最差的是{ $worstKind }，为{ $worst }。这个份额叫作R²：1是完全的规律，0是没有规律。
law-read-digits = 人们写的数字有斜有正、有大有小：胶囊无法把这些与变换区分开，在这里会扣分。
law-read-pictures = 同一类的图片在任何变换之前就有这样的差别：胶囊无法把两者区分开，在这里会扣分。
law-small-digits = 它只适用于所写数字的小变化，不能再远。
law-small-pictures = 它只适用于图片原样的小变化，不能再远。
law-networks = 对全部变换和类别的中位数：{ $networks }。如果换一个视角等于从左边乘以每个姿态，矩阵胶囊的投票（姿态乘以学到的矩阵）在新视角下仍保持一致；它们的训练并没有这样要求。
law-network = **{ $network }** { $share }
law-arranged = { $networks }的数并不是矩阵：只是按原来的次序排成正方形，由此可以看出这样的规律单凭有十六个数可以拟合就能解释多少。
series = { $before }、{ $next }
series-and = { $before }和{ $next }
contested-note = 有争议。支持：{ $pro }反对：{ $con }
affine-stale = 仿射数据集上的准确率是对别的权重测量的：请再运行一次`{ $command }`
affine-title = 仿射变换下的准确率
affine-title-larger = 仿射变换下的准确率，在40 × 40像素上
affine-capsules = 胶囊
affine-cnn = 同样大小的CNN
affine-stopped = 与胶囊网络一样好时就停止训练的CNN
affine-paper = **论文的实验。** 网络学习放在40 × 40像素任意处的数字，从不转动、拉伸或剪切，然后识别该区域上经过仿射变换的数字。
affine-network = **{ $network }** { $percent }%（{ $low }到{ $high }）
affine-larger-capsules = **胶囊网络** { $percent }%（{ $low }到{ $high }）
affine-larger-cnn = **CNN** { $percent }%（{ $low }到{ $high }）
affine-larger = 在affNIST范围的{ $strength }%处，{ $networks }：各{ $trainings }次训练在{ $count }个测试数字上的平均值，最低值和最高值在括号内并画成竖线。论文报告其胶囊网络为**79%**，CNN为**66%**，而两者对与学习时放法相同的数字同样好（99.23%和99.22%）。在这里，对这样的数字胶囊网络答对{ $capsules }%，CNN答对{ $cnn }%；两者参数同样多，看过的图片也同样多。一个CNN训练三遍、对这样的数字答对{ $stopped }%时就停止，它答对**{ $affine }%**（一次训练）：所以在同样好的网络之间也没有得到论文的次序。CNN的各层由我们自己设定，因为论文没有说明。
affine = 在affNIST范围的{ $strength }%处（转动最多20°，两个方向各拉伸0.8到1.2倍，剪切最多0.2，平移直到边缘）：{ $networks }。{ $count }个MNIST测试数字，各强度相同，在{ $field } × { $field }像素上；95%置信区间在括号内并画成竖线。
attacks-unmeasured = 对这些权重没有测量过：请运行{ $command }。
attacks-title = 有多少能经受某一强度的攻击
attacks-revealed = 骗过网络的攻击中由重构暴露的份额
attacks-cost = 检测的代价：误报
attacks-in-app = 对你的数字的攻击在应用中试验。
attacks-alarm = { $network } { $percent }%
attacks =
    在{ $count }个{ $things ->
        [digits] MNIST测试数字
       *[pictures] 测试图片
    }上，附95%置信区间。**FGSM**走一步；**PGD**走{ $steps }步，必要时走两轮，分别从该数字和它附近的随机一点出发，直到被错认；**定向**，直到被认作原来排第二的类别；全部使用穿过每次路由迭代的梯度。检测依据是最长者的重构的失配（它与图片之差的平方和），界限与“绘制”页面相同；原样的图片中被拒绝的有：{ $alarms }。**躲避**知道有检测：图片被错认，并且重构也符合该界限，它才算成功。可能还有更强的攻击：这里只是试过的。
attacks-no-cnn = 普通CNN没有在这台计算机上测量过。

## 各节的图

axis-class =
    { $thing ->
        [digit] 数字
        [shape] 图形
        [garment] 服装
        [solid] 立体
       *[other] 类别
    }
axis-accuracy = 准确率（%）
axis-affine = 强度（占affNIST范围的%）
axis-strength = 强度ε：单个像素的最大改变，墨迹为1
axis-withstood = 经受住攻击的份额（%）
axis-revealed = 被暴露的份额（占骗过网络者的%）
axis-revealed-at = 被暴露的份额（占ε = { $strength }时骗过网络者的%）
axis-alarms = 误报（占原样数字的%）
line-attack =
    { $network }，{ $method ->
        [fgsm] FGSM
        [pgd] PGD
        [targeted] 定向
       *[hiding] 躲避
    }
line-alarms = { $line }（误报{ $percent }%）
line-useless = 毫无信息
hover-law = { $name }的{ $change }：R² { $share }
hover-affine = 强度{ $strength }%时{ $percent }%正确
hover-withstood = ε = { $strength }时{ $percent }%经受住攻击
hover-revealed = ε = { $strength }时{ $percent }%被暴露
hover-detector = { $percent }%被暴露，失配界限为{ $misfit }时误报{ $alarms }%
