import tensorflow as tf

tf.compat.v1.disable_eager_execution()
# 配置GPU内存增长
config = tf.compat.v1.ConfigProto()
config.gpu_options.allow_growth = True
config.log_device_placement = False  # 是否打印设备分配
with tf.compat.v1.Session(config=config) as sess:
    a = tf.constant([1, 2, 3])
    b = tf.constant([4, 5, 6])
    c = a + b
    print(sess.run(c))
