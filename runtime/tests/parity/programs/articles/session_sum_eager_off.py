import tensorflow as tf

tf.compat.v1.disable_eager_execution()
import tensorflow as tf

# 方法1：使用tf.compat.v1 API
with tf.compat.v1.Session() as sess:
    # 定义常量
    a = tf.constant(3.0)
    b = tf.constant(4.0)
    c = a + b
    # 执行并获取结果
    result = sess.run(c)
    print("c =", result)  # 7.0
