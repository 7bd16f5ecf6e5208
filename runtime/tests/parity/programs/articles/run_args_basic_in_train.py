import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

# 定义计算图
x = tf.placeholder(tf.float32, shape=(None,))
y = tf.square(x)

# 创建会话
sess = tf.Session()

# 使用SessionRunArgs进行节点执行
fetches = tf.train.SessionRunArgs(y, feed_dict={x: [1, 2, 3, 4, 5]})
result = sess.run(fetches)
print(result.results)
