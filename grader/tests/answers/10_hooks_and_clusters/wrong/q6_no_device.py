# question: hooks_and_clusters_q6
# loses: 10
# message: The variables are on
# Forgets the device block.
def placed(cluster, count):
    with tf.Graph().as_default():
        variables = [tf.Variable(0.0, name=f"v{i}", use_resource=True) for i in range(count)]
        return tf.add_n([variable.read_value() for variable in variables], name="total")
