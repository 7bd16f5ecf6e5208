# question: saving_q7
# Gives a CheckpointSaverHook and a ChiefSessionCreator by hand.
def trained(directory, steps, bad_run, save_steps):
    with tf.Graph().as_default():
        train_op = tf.assign_add(tf.train.get_or_create_global_step(), 1)
        hooks = [Restart(bad_run), tf.train.CheckpointSaverHook(directory, save_steps=save_steps)]
        creator = tf.train.ChiefSessionCreator(checkpoint_dir=directory)
        with tf.train.MonitoredSession(session_creator=creator, hooks=hooks) as session:
            return [int(session.run(train_op)) for _ in range(steps)]
