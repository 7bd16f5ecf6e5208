# question: config_q5
# The block stands around the session, too.
def experiment():
    with tf.Graph().as_default() as graph:
        y = tf.constant([1, 2]) * 3
        total = tf.reduce_sum(y)
    count = len(graph.get_operations())
    with tf.device("/gpu:0"):
        with tf.Session(graph=graph) as session:
            value = session.run(total)
    return [int(value), total.op.device, len(graph.get_operations()) - count]


claim_is_true = bool(experiment()[1])
