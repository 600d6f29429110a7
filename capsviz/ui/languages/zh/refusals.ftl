### 程序拒绝请求时说的话。

## 服务器

busy = 等待回答的请求太多：请稍后再试
busy-working = 等待处理的请求太多：请稍后再试
no-replica = 没有副本应答：请稍后再试；若一直如此，请重新启动应用及其集群
too-much-sent = 从你的地址发送的内容太多：请稍后再试
too-much-unread = 正在发往你的地址的内容太多：请稍后再试
sending-slow = 发送用时太长：请再试一次
not-done = 服务器没能完成：请再试一次
not-read = 服务器没能读取：请再试一次
body-large = 内容超过1 MB：请少发送一些
body-large-drawing = 内容超过{ $size }：请发送较小的图片，或少画一些
lists-many = 请求中的列表太多：请少画一些
file-gone = 没有这个文件：请重新载入页面
test-pictures-numbered = 测试图片的编号为0到{ $last }
test-pictures-none = 这里没有这组测试图片
worksheet-undrawn = 无法绘制这张练习单：{ $reason }
worksheet-none = 这样的课没有练习单
presets-none = 启动应用时没有给预设：见capsviz app --help
presets-unshown = 无法显示预设：{ $reason }
not-allowed-name = 服务器不认识地址中的名称：请用它自己的地址打开，或用--browser.serverAddress加该名称启动

## 链接与手绘图

link-is-damaged = 链接已损坏，可能被截断
link-of-other-version = 链接由另一版本的capsviz生成
link-too-long = 链接超过{ $most }个字符
link-holds-nothing = 链接中没有视图的描述
link-without-page = 链接没有说明属于哪个页面
link-of-other-page = 链接属于页面“{ $page }”
link-network-none = 这里没有网络“{ $name }”
link-lesson-none = 没有这样的课
link-lesson-steps = 课“{ $name }”的步骤是 1 到 { $count }
view-large = 这个视图太大，放不进链接
code-web-only = 只有网址才能生成二维码
code-long = 链接太长，生成的二维码相机无法识别：请改为复制链接
drawing-none = 请求中没有手绘图
drawing-points = 这幅画超过{ $most }个点：请少画一些
drawing-strokes = 一幅画最多有{ $most }笔
stroke-outside = 有一笔离画布太远
parts-set-unread = 手动设置的部件无法读取：请重新生成链接

## 网络

network-none = 这里没有网络“{ $name }”：请重新载入页面
network-none-such = 这里没有这个网络：请重新载入页面
network-none-compared = 这里没有可比较的网络
network-none-trained = 没有训练好的网络：请重新获取checkpoints文件夹，或用`capsviz train`训练一个
network-none-pairs = 这里没有读两个数字的网络：请用`capsviz train --task overlap`训练一个，或重新获取checkpoints文件夹
network-none-parts = 这里没有部件与物体的网络：请用`capsviz train --network parts`训练一个，或重新获取checkpoints文件夹
network-unlisted = 没有网络“{ $name }”：请从{ $known }中选择
checkpoint-none = 没有检查点“{ $name }”：请给出.safetensors文件的路径，或以下名称之一：{ $known }
weights-damaged = { $file }已损坏，权重与校验和不符：请重新获取
weights-infinite = { $file }含有不是有限数的权重
header-damaged = { $file }的文件头已损坏：请重新获取
header-damaged-why = { $file }的文件头已损坏：{ $reason }
file-unreadable = 无法读取{ $file }（{ $reason }）
file-of-format = { $file }的格式为{ $version }；本程序读取{ $known }
configuration-names = { $file }与自身的配置不符：{ $classes }个类别中只有{ $named }个有名称
configuration-shape = { $file }与自身的配置不符：{ $part }的形状为{ $shape }，应为{ $expected }
configuration-type = { $file }与自身的配置不符：{ $part }存为{ $type }，应为{ $expected }
objects-unnamed = { $file }没有给物体命名：请训练完，或重新获取
samples-unfit = { $file }中的样例与它不符：请重新获取
learnt-parts = { $file }是无标签学习部件和物体的，不读类别：请在“部件”页查看
plain-no-capsules = { $name }是普通CNN：它没有胶囊，请选择另一个网络
routes-once = { $name }只路由一次：没有可展开的树
report-no-couplings = 网络“{ $name }”没有可报告的耦合系数
decoder-large = 这个网络的解码器有超过65,504的权重，浏览器的半精度副本存不下：请用较低的学习率训练
checkpoints-unread = 无法读取检查点文件夹{ $folder }：{ $reason }
pairs-all-read = 网络对全部{ $count }对都认出了两个数字
affine-unrecorded = 没有记录各网络错误分类的数字：请运行`capsviz evaluate --set affine --all --save checkpoints/affine.json`

## 课堂

session-none = 没有使用这个代码的课堂：请再看一下投影
session-codes-wrong = 你的网络输错代码次数太多：请等一分钟
session-full = 课堂已满：已有{ $most }人
sessions-many = 开着的课堂太多：请结束一个，或稍后再试
sessions-many-started = 这里开始的课堂太多：请等一分钟
session-key-none = 这不是课堂的密钥：请开始新的课堂
session-code-taken = 另一个课堂已用此代码：请开始新的课堂
session-of-lecturer = 这是教师视图：请先在这个浏览器中开始课堂
server-full = 服务器已满：请稍后再试
joins-many = 你的网络同时加入的人太多：请一分钟后再试
windows-many = 这个课堂在太多窗口中打开：请关闭一个
tabs-many = 这个课堂在太多标签页中打开：请关闭一个
presenter-windows-many = 教师视图在太多窗口中打开：请关闭一个
projector-away = 投影窗口不在课堂中：请打开它
said-nothing = 没有及时收到消息：请再试一次
class-drawing-large = 这幅画对课堂来说太大：请少画几笔
class-pictures-not = 图片不会展示给全班：请用笔画
class-drawing-gone = 这幅画已经不在了
class-subject-long = 请用不超过{ $most }个字符说明要画什么
class-drawings-looked-at = 正在查看大家的画：你的画已按当时的样子在内
class-board-full = 画板已满：已有{ $most }幅画
class-question-long = 请输入不超过{ $most }个字符的问题
class-questions-wait = 你已有{ $count }个问题在等待：请等教师回答
class-figure-looked-at = 正在查看这幅图：你的状态已按当时的样子在内
class-figure-full = 图已满：已显示{ $most }个状态
class-state-large = 这个状态对课堂来说太大
class-figure-other = 这是另一步的图
class-answers-number = 一个问题需要{ $least }到{ $most }个选项，每个不超过{ $length }个字符
class-answer-right = 正确答案必须是选项之一
class-answers-shown-ask = 答案已经揭晓：请提另一个问题
class-voted-enough = 投票次数已够：请揭晓答案
class-votes-over = 答案已经揭晓：投票不再计入
class-answer-none = 没有这个选项
class-question-over = 这个问题已结束：回答来晚了
class-join-first = 请先开始或加入课堂
class-large = 内容对课堂来说太大：请少画一些，或发送较小的图片
class-large-pages = 内容对课堂来说太大：请少画一些，或少用几页
class-counts-not = 这些不是课堂的计数：已略去

## 训练

train-watch-only = 在这个服务器上只能观看训练，不能开始训练：其所有者可用启动时打印的带令牌的地址打开，或用--allow-training允许所有人
train-steered-elsewhere = { $name }是在另一个浏览器中开始的：只能在那里控制、回退、改名和删除
train-kept-elsewhere = { $name }是在另一个浏览器中保存的：只能在那里删除
train-number = “{ $name }”必须是{ $limit }
train-run-gone = 运行“{ $name }”已经不在了
train-run-none = 这里没有运行“{ $name }”
train-run-named = 已有运行“{ $name }”：请换一个名称
train-network-named = 已有网络“{ $name }”：请换一个名称
train-network-kept = 这些权重已保存为“{ $name }”：继续训练才能保存别的
train-network-none = 这里没有由运行生成的网络“{ $name }”
train-nothing-written = 还没有写入任何内容：请先训练完一遍
train-of-command = { $name }学到的由capsviz train保存：“部件”页可打开
train-disk-full = 各运行占用{ $taken } GB，超过{ $most }：请先删除一些
train-begun-by-command = { $name }是用capsviz train开始的：用同一命令加--resume继续
train-no-state = { $name }在第{ $step }步及以前没有保存状态：请选择更晚的时刻
train-no-snapshot = { $name }没有第{ $step }步的完整快照
train-name-bad = 运行不能命名为“{ $name }”：请用不超过60个字母、数字、空格、句点、连字符和下划线
train-run-busy = 运行“{ $name }”正在训练
train-many-wait = 已有{ $count }个训练在等待：请等一些结束后再开始
train-run-endless = 运行“{ $name }”没有结束：请稍后再试
train-pause-first = { $name }正在训练：请先暂停
train-unforkable = { $name }无标签学习部件：不能分支，也不能跟踪图片
train-other-version = 这个运行由另一版本的capsviz写成

## 图片文件

picture-several = 这张图片里有多个数字：请裁剪到只剩一个
picture-nothing = 这张图片里什么也看不到：请选择白纸上写有数字的图片
picture-narrow = 这张图片太小或太窄：请选择宽和高至少{ $least }像素的图片

## 测量

decoder-none = 它没有解码器
measured-none = 没有{ $file }：请运行`{ $command }`来生成
measured-results-none = 缺少各网络在测试集上的结果：请运行`{ $command }`
measured-pairs-none = 缺少测试数字对上的结果：请运行`{ $command }`
measured-damaged-why = { $file }已损坏（{ $reason }）：请重新运行`{ $command }`
measured-damaged-again = { $file }已损坏：请重新运行`{ $command }`
measured-damaged = { $file }已损坏：请运行`{ $command }`
measured-unread = 无法读取{ $file }：请重新运行`{ $command }`
measured-format = { $file }不是格式{ $format }的分析：请重新运行`{ $command }`
measured-other = { $file }属于别的权重：请重新运行`{ $command }`

## 不是capsviz网络的文件

file-cut = { $file }不是完整的safetensors文件，可能被截断：请重新获取
file-foreign = { $file }是safetensors文件，但不是capsviz写的；若是你自己的网络的权重，请给出它的类，如--model my_net.py:Net --weights FILE或capsviz.load(FILE, like=Net())，两者都只读取张量
file-pickle = { $file }是pickle；pickle可能运行代码，绝不会载入：请把权重存为safetensors；若是你自己的网络的权重，请给出它的类，如--model my_net.py:Net --weights FILE或capsviz.load(FILE, like=Net())，两者都只读取张量
file-of-library = { $file }出自别的库：请用safetensors.torch.save_file按torch网络的名称写出权重，并用--model给出该网络
file-number-type = { $file }把{ $part }存为{ $type }，不受支持：请转换为{ $known }之一

## 自己的网络中的错误

own-in-place = primary改动了传给它的图片：请在副本上操作，例如用(images - mean) / std代替images.sub_(mean).div_(std)或inplace=True
own-one = 它能一次读三张图片，却不能读一张，[1, ...]：不带轴的squeeze()也会去掉批次的轴，请写明轴，例如squeeze(-1)
own-type = 它的权重是{ $type }，而图片是torch.float32：请对它调用float()
own-not-finite = 它的权重{ $name }含有NaN或无穷大的数：训练失败了，请用失败之前的权重
own-each-dimension = steps给出的{ $name }对{ $count }个维度各有一个值，{ $shape }，所以每个维度各自路由：请沿最后一个轴对一致性求和，(u_hat * v.unsqueeze(1)).sum(-1)；要查看这样的网络，也可以给出沿该轴的平均
own-normalised = { $count }张图片中，{ $name }正确分类{ $plain }张，像素归一化后为{ $changed }张：请声明normalize = ({ $mean }, { $deviation })
own-normalised-perhaps = { $count }张图片中，{ $name }正确分类{ $plain }张：若它是用归一化的图片训练的，请声明其均值和标准差，例如normalize = ({ $mean }, { $deviation })
own-stage = 第{ $number }级：{ $reason }
own-couplings-axis = 耦合系数对输入胶囊求和为1：在一致性路由中，这是softmax取错了轴，应对输出胶囊取；如果本意是对输入胶囊的注意力，请声明couplings_over = "inputs"
own-couplings-sum = 一个输入胶囊的耦合系数对输出胶囊求和必须为1，而不是{ $sum }：请对输出胶囊取softmax；如果票还由别的量加权，请用weigh(u, c)说明；如果权重之和不必为1，例如门，请声明couplings_over = "none"
own-empty-input = 空白图片使输入胶囊成为NaN：请在挤压函数求长度的根号内加一个小数
own-empty-output = 空白图片使输出胶囊成为NaN：请在挤压函数求长度的根号内加一个小数
own-logits-kept = 同样的图片第二次得到不同的胶囊：路由把logit从一次调用带到下一次，请让它们每次从零开始（也可能是dropout在起作用）
own-batch-input = 输入胶囊取决于同批的其他图片：改变形状时混合了图片，或归一化仍在学习
own-batch-output = 输出胶囊取决于同批的其他图片：logit在批上取了平均，请为每张图片分开保存
own-no-sum = s不是按耦合系数加权的投票之和：请给出s = (c.unsqueeze(-1) * u_hat).sum(1)，并以其中投票的权重为c；或用weigh(u, c)给出权重，例如c + prior
own-activations = 激活值必须在0..1之内：请以sigmoid结尾
own-squash-axis = 挤压取错了轴：范数对所有类别计算，应对最后一轴，dim=-1
own-output-long = 输出胶囊长达{ $length }：长度表示类别有多确定地存在，请把它们挤压到1以下，或以第五个张量给出激活值
own-steps-number = 要求{ $asked }次迭代，steps却给出{ $count }次：请按它的迭代次数循环，而不是自定的次数
own-steps-nothing = 迭代没有任何改变：b从不更新；请把投票与输出胶囊的一致性加上去，或写明iterations = 1
own-input-constant = 不同的图片得到相同的输入胶囊：前面的层已饱和或失效；请用较小的初始权重或较低的学习率重新训练
own-input-places = 一个输入胶囊由同一通道的多个位置组成：改变形状之前，请先把胶囊的维度移到最后（permute）
own-input-by-place = 输入胶囊是逐个位置计数的：请写明types_first = { $first }
own-input-by-type = 输入胶囊是逐个类型计数的：请写明types_first = { $first }
own-decode-range = decode必须给出0..1之内的像素：请以sigmoid结尾
own-decode-constant = 无论胶囊是什么，decode都给出同一张图片：请让它使用没有掩蔽的那个
own-squash-zero =
    挤压函数除以零向量的长度，使{ $what ->
        [capsules] 胶囊
       *[other] 梯度以及几步之后的全部权重
    }成为NaN：请在根号内加一个小数，例如torch.sqrt(square + 1e-8)
own-squash-together = 输入胶囊的挤压同时对多个胶囊计算，所以它们的长度没有意义：请对最后一轴，即一个胶囊的各个数取范数，dim=-1
own-unsquashed = 输入胶囊没有经过挤压：图片越亮，它们越长，耦合系数随之改变。请在primary中挤压它们，或用presence(u)给出每个的存在度
own-saturated = 无论什么图片，全部{ $count }个输出胶囊都长于{ $length }，如同W取自标准正态分布时那样：请从0.05 * torch.randn(...)开始并训练

## 训练的设置

train-loss-step = 第{ $step }步的损失或其梯度不是有限数：请用较小的学习率（--peak-rate）重新开始
train-loss = 第{ $step }步的损失不是有限数：请用较小的学习率（--peak-rate）重新开始
train-loss-epoch = 第{ $epoch }轮的损失不是有限数：请用较小的学习率（--peak-rate）重新开始
train-memory = 有{ $parameters }个参数的网络学习{ $format }的图片约需{ $memory }内存，而可用的只有{ $free }：请选择较小的边长或批，或较小的网络，如compact
train-image-small = 边长{ $side }像素的图片对这个网络太小：请选择较大的边长，或别的网络，如compact
train-network-large = 网络太大：它的一层对一张图片有{ $numbers }个数，允许{ $most }个
train-groups = { $types }种胶囊不能分成{ $groups }个同样大小的组：请选择能整除的数
train-setting = 训练的{ $name }不能是{ $value }：应为{ $limit }
train-pictures-none = 这里没有名为“{ $name }”的图片：请用--pictures加其文件夹启动应用
limit-whole = { $low }到{ $high }的整数
limit-range = { $low }到{ $high }的数
limit-above = 大于{ $low }、不超过{ $high }的数
