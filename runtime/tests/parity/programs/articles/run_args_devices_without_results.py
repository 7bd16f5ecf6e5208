import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
import threading

# 定义计算图
x = tf.placeholder(tf.float32, shape=(None,))
y = tf.square(x)

# 创建会话
sess = tf.Session()


# 异步计算节点
def async_compute():
    with tf.device("/gpu:0"):
        fetches = tf.train.SessionRunArgs(y, feed_dict={x: [1, 2, 3, 4, 5]})
        result = sess.run(fetches.fetches, fetches.feed_dict)
        print(result)


# 创建线程进行异步计算
t = threading.Thread(target=async_compute)
t.start()

# 同步计算节点
with tf.device("/cpu:0"):
    fetches = tf.train.SessionRunArgs(x, feed_dict={x: [1, 2, 3, 4, 5]})
    result = sess.run(fetches.fetches, fetches.feed_dict)
    print(result)

# 等待异步计算线程结束
t.join()
