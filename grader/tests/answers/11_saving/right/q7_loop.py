# question: saving_q7
# Asks should_stop and takes a step variable of its own making.
def trained(directory, steps, bad_run, save_steps):
    with tf.Graph().as_default():
        step = tf.train.create_global_step()
        train_op = step.assign_add(1)
        found = []
        with tf.train.MonitoredTrainingSession(
            checkpoint_dir=directory,
            save_checkpoint_steps=save_steps,
            save_summaries_steps=None,
            save_summaries_secs=None,
            log_step_count_steps=None,
            hooks=[Restart(bad_run)],
        ) as session:
            while len(found) < steps and not session.should_stop():
                found.append(session.run(train_op).item())
    return found
