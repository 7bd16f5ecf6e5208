# question: hooks_and_clusters_q6
# Makes a ClusterSpec, and variables by name.
def placed(cluster, count):
    setter = tf.train.replica_device_setter(cluster=tf.train.ClusterSpec(cluster))
    with tf.Graph().as_default() as graph:
        with graph.device(setter):
            values = []
            for i in range(count):
                variable = tf.get_variable(f"v{i}", [], tf.float32, tf.ones_initializer())
                values.append(tf.identity(variable))
            return tf.add_n(values, name="total")
