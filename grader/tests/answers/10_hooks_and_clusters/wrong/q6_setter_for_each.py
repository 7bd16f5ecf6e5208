# question: hooks_and_clusters_q6
# loses: 10
# message: The variables are on
# Makes a new setter for each variable, which starts its turns again.
def placed(cluster, count):
    with tf.Graph().as_default():
        variables = []
        for i in range(count):
            with tf.device(tf.train.replica_device_setter(cluster=cluster)):
                variables.append(tf.Variable(0.0, name=f"v{i}", use_resource=True))
        with tf.device(tf.train.replica_device_setter(cluster=cluster)):
            return tf.add_n([variable.read_value() for variable in variables], name="total")
