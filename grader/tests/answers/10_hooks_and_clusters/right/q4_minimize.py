# question: hooks_and_clusters_q4
# Uses another name for the step's own operation, and a session with a break.
def train_to(last_step, increment):
    found = []
    with tf.Graph().as_default():
        step = tf.train.create_global_step()
        ahead = step.assign_add(increment)
        hooks = [tf.train.StopAtStepHook(num_steps=last_step)]
        with tf.train.SingularMonitoredSession(hooks=hooks) as session:
            while not session.should_stop():
                found += [session.run(ahead).item()]
    return found
