# question: hooks_and_clusters_q4
# loses: 15
# message: No hook looked at the global step
# The loop compares the step with the last one.
def train_to(last_step, increment):
    steps = []
    with tf.Graph().as_default():
        forward = tf.assign_add(tf.train.get_or_create_global_step(), increment)
        with tf.train.MonitoredSession() as session:
            while not steps or steps[-1] < last_step:
                steps.append(int(session.run(forward)))
    return steps
