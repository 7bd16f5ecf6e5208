import tensorflow as tf

tf.compat.v1.disable_eager_execution()
# 使用placeholder作为输入
with tf.compat.v1.Session() as sess:
    x = tf.compat.v1.placeholder(tf.float32, shape=(2,), name="x")
    y = tf.compat.v1.placeholder(tf.float32, shape=(2,), name="y")
    z = x + y
    # 运行需要feed_dict提供具体数值
    result = sess.run(z, feed_dict={x: [1.0, 2.0], y: [3.0, 4.0]})
    print("z =", result)  # [4.0, 6.0]
    # 变量需要初始化
    w = tf.Variable(tf.ones((2,)), name="w")
    # 初始化操作
    init_op = tf.compat.v1.global_variables_initializer()
    sess.run(init_op)
    print("w =", sess.run(w))
