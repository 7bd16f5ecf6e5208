import threading

import tensorflow.compat.v1 as tf

from minigraph.articles import run_args

tf.disable_v2_behavior()

x = tf.placeholder(tf.float32, shape=(None,))
y = tf.square(x)

sess = tf.Session()

# A coordinator carries what a thread raises to the main thread.
coordinator = tf.train.Coordinator()
results = [None] * 10


def compute(number):
    with coordinator.stop_on_exception():
        args = tf.train.SessionRunArgs(y, feed_dict={x: [1, 2, 3, 4, 5]})
        results[number] = run_args(sess, args).results


threads = [threading.Thread(target=compute, args=(number,)) for number in range(10)]
for thread in threads:
    thread.start()
coordinator.join(threads)
for result in results:
    print(result)
