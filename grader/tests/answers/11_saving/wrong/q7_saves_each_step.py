# question: saving_q7
# loses: 10
# message: trained(directory, 5, 4, 2)
# Saves every step.
def trained(directory, steps, bad_run, save_steps):
    with tf.Graph().as_default():
        train_op = tf.assign_add(tf.train.get_or_create_global_step(), 1)
        with tf.train.MonitoredTrainingSession(
            checkpoint_dir=directory, hooks=[Restart(bad_run)], save_checkpoint_steps=1
        ) as session:
            return [int(session.run(train_op)) for _ in range(steps)]
