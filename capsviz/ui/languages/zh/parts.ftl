title = 部件
purpose = <b data-part="what">画一个数字</b>：它被拆成部件，而这些部件的学习没有用到任何标签。
canvas-heading = 请在这里画
canvas-help =
    .aria-label = 颜色表示什么？
colours-explained = 每种颜色是一个<b>部件</b>：一个只从图片中学到的模板，放在网络为它找到的位置、转角和大小上。网络在这个浏览器中运行。使用键盘时：让画布获得焦点，用方向键移动，用空格键落笔和提笔。
canvas =
    .aria-label = 画布
    .aria-description = 方向键移动画笔，按住Shift步子更细。空格键落笔和提笔。Esc键提笔。Ctrl+Z撤销一笔。
    .aria-roledescription = 画布
begin = 请在这里画一个数字，或从下面选一个。
undo = 撤销
clear = 清空
samples =
    .aria-label = 样例
stage-heading = 由部件构成
stage-help =
    .aria-label = 在这里可以做什么？
stage-explained = 只由部件画出的同一张图片。选择一个部件：拖动中央来移动它，拖动圆钮来转动和放大它，拖动方钮来剪切它。物体立即评判你的成果。虚线椭圆表示所选物体预期各部件所在之处；移动物体，椭圆和所有部件都跟随它的姿态。误差是部件与所画图形之差的平方和。
stage-parts =
    .aria-label = 图片上的部件
stage-picture =
    .aria-label = 由部件画出的图片
lay = 按一个物体，它就由部件组成放在这里。也可以放上字母表中的部件。
reset = 恢复所画
swap = 对调两个部件
object-move = 移动物体
part-pose =
    .aria-label = 所选部件的姿态
alphabet-heading = 字母表
alphabet-help =
    .aria-label = 这些是什么？
alphabet-explained = 全部模板，每个下面是它在图片中的<b>存在度</b>，从0到1。字母是部件的名称；存在的部件旁的数是它与物体的<b>一致性</b>：大于0表示它在物体预期的位置，小于0表示在别处（在该物体之下，它的姿态比任意姿态可能多少倍的自然对数）。按一个模板，就把它放到图片上或选中它；按已选中的，就去掉它；用鼠标可以把它拖到位置上。这样就能用部件画出图片。
alphabet =
    .aria-label = 部件
objects-heading = 物体
objects-help =
    .aria-label = 什么是物体？
objects-explained = <b>物体</b>是不用标签学到的部件排列：它的姿态乘以固定的偏移，预测每个部件在哪里。条形是它的后验概率：各部件像现在这样摆放的可能性，在各个物体和<b>无</b>之间分配；对“无”，任何姿态的可能性都相同。对调两个部件：存在度仍相符，姿态不相符，于是没有物体胜出；忽略姿态时则什么也不变。名称是后来根据每个物体的几张带标签图片起的。还没有部件时，字母表示物体所含的部件；按一下就放上它们。
network =
    .aria-label = 网络
objects =
    .aria-label = 物体
ignore-poses = 忽略姿态
named-by = 命名依据：每个物体<output data-part="labels"></output>
what-digit = 画一个数字
what-picture = 选一张图片，或画一张
network-title =
    { $name }：{ $objects }个{ $poses ->
        [0] 忽略姿态的
       *[1] { "" }
    }物体
labels =
    { $count ->
       *[other] { $count }个标签
    }
naming = 这样，{ $percent }%的验证图片是对的。
error = 误差{ $error }
handle =
    { $handle ->
        [turn] 转动、大小
        [shear] 剪切
       *[move] 移动
    }
part = 部件{ $letter }
part-there = 部件{ $letter }，存在度{ $presence }
part-agrees = 部件{ $letter }，存在度{ $presence }，一致性{ $agreement }
agreement = 数字：与物体{ $number }的一致性
object = 物体{ $number }：{ $name }，{ $share }
object-none = 无
verdict = { $name }（物体{ $number }）：{ $percent }%
verdict-nothing = 没有部件
verdict-none = 不是任何物体：{ $percent }%
