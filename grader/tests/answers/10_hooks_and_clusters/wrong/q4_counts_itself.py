# question: hooks_and_clusters_q4
# loses: 15
# message: train_to(5, 2)
# Counts the turns in Python, so that the increment does not matter.
def train_to(last_step, increment):
    with tf.Graph().as_default():
        step = tf.train.get_or_create_global_step()
        train_op = tf.assign_add(step, increment)
        with tf.train.MonitoredSession() as session:
            return [int(session.run(train_op)) for _ in range(last_step)]
