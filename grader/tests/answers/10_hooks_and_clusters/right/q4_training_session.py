# question: hooks_and_clusters_q4
# Uses MonitoredTrainingSession.
def train_to(last_step, increment):
    with tf.Graph().as_default():
        train_op = tf.assign_add(tf.train.get_or_create_global_step(), increment)
        found = []
        with tf.train.MonitoredTrainingSession(
            hooks=[tf.train.StopAtStepHook(last_step=last_step)]
        ) as session:
            while not session.should_stop():
                found.append(int(session.run(train_op)))
    return found
