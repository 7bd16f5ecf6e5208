import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
for i in range(100):
    a = tf.constant([i])
    b = a + 1
    with tf.Session() as sess:
        print(sess.run(b))
