# question: hooks_and_clusters_q6
# Counts the parameter servers itself, and stacks the values.
def placed(cluster, count):
    setter = tf.train.replica_device_setter(ps_tasks=len(cluster["ps"]))
    with tf.Graph().as_default(), tf.device(setter):
        variables = [tf.Variable(1.0, name="v" + str(i)) for i in range(count)]
        return tf.reduce_sum(tf.stack(variables), name="total")
