import tensorflow.compat.v1 as tf

from minigraph.articles import run_args

tf.disable_v2_behavior()

x = tf.placeholder(tf.float32, shape=(None,))
y = tf.square(x)
# Only what is fetched runs, in each run of each session; no mode is needed for it.
never = tf.py_func(lambda: print("computed all the same"), [], [])

sess = tf.Session()

args = tf.train.SessionRunArgs(y, feed_dict={x: [1, 2, 3, 4, 5]})
print(run_args(sess, args).results)
