import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
import threading

# 定义计算图
x = tf.placeholder(tf.float32, shape=(None,))
y = tf.square(x)

# 创建会话
sess = tf.Session()


# 创建多个线程并行执行计算图
def compute():
    fetches = tf.train.SessionRunArgs(y, feed_dict={x: [1, 2, 3, 4, 5]})
    result = sess.run(fetches)
    print(result.results)


# 创建多个线程
threads = []
for _ in range(10):
    t = threading.Thread(target=compute)
    threads.append(t)

# 启动所有线程
for t in threads:
    t.start()

# 等待所有线程结束
for t in threads:
    t.join()
