import tensorflow as tf

tf.compat.v1.disable_eager_execution()
with tf.compat.v1.Session() as sess:
    x = tf.constant(2)
    y = tf.square(x)
    z = tf.sqrt(tf.cast(x, tf.float32))
    # 同时获取多个结果
    res_y, res_z = sess.run([y, z])
    print("y =", res_y, "z =", res_z)
    # 使用字典命名返回结果
    results = sess.run({"sq": y, "sqrt": z})
    print(results)
