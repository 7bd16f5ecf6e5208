import threading

import tensorflow.compat.v1 as tf

from minigraph.articles import run_args

tf.disable_v2_behavior()

x = tf.placeholder(tf.float32, shape=(None,))
# A device belongs to an operation when it is made, not to a run; what computes beside the main
# thread is a thread.
with tf.device("/cpu:0"):
    y = tf.square(x)

sess = tf.Session()
args = tf.train.SessionRunArgs(y, feed_dict={x: [1, 2, 3, 4, 5]})
coordinator = tf.train.Coordinator()
values = []


def compute_beside():
    with coordinator.stop_on_exception():
        values.append(run_args(sess, args))


thread = threading.Thread(target=compute_beside)
thread.start()
values.append(run_args(sess, args))
coordinator.join([thread])
for value in values:
    print(value.results)
