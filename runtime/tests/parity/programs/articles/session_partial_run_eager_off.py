import tensorflow as tf

tf.compat.v1.disable_eager_execution()
# 对于需要多次feed不同输入但图结构固定的场景，PartialRun可减少开销
with tf.compat.v1.Session() as sess:
    a = tf.compat.v1.placeholder(tf.float32, shape=(2,))
    b = tf.compat.v1.placeholder(tf.float32, shape=(2,))
    c = a + b
    d = a * b
    # 创建部分运行句柄
    pr = sess.partial_run_setup([c, d], [a, b])
    # 第一次执行：只提供a，执行到c（注意：必须提供所有依赖的feed，PartialRun允许先给一部分）
    # 实际使用复杂，一般场景较少
    # 示例：先运行c，后运行d
    res_c = sess.partial_run(pr, c, feed_dict={a: [1, 1], b: [2, 2]})
    res_d = sess.partial_run(pr, d, feed_dict={a: [3, 3], b: [4, 4]})
    print(res_c, res_d)
