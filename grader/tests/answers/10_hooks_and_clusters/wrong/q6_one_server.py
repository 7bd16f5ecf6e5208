# question: hooks_and_clusters_q6
# loses: 10
# message: The variables are on
# Names the first parameter server by hand.
def placed(cluster, count):
    with tf.Graph().as_default():
        with tf.device("/job:ps/task:0"):
            variables = [tf.Variable(0.0, name=f"v{i}", use_resource=True) for i in range(count)]
        with tf.device("/job:worker"):
            return tf.add_n([variable.read_value() for variable in variables], name="total")
