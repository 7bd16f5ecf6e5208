# question: hooks_and_clusters_q4
# loses: 15
# message: train_to(5, 2)
# Takes one step for each of the last.
def train_to(last_step, increment):
    steps = []
    with tf.Graph().as_default():
        step = tf.train.get_or_create_global_step()
        train_op = tf.assign_add(step, 1)
        hook = tf.train.StopAtStepHook(last_step=last_step)
        with tf.train.MonitoredSession(hooks=[hook]) as session:
            while not session.should_stop():
                steps.append(int(session.run(train_op)))
    return steps
