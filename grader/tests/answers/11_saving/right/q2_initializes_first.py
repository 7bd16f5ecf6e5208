# question: saving_q2
# Initializes always, then restores what there is; the step is the variable.
def count_on(directory, times):
    graph = tf.Graph()
    with graph.as_default():
        count = tf.get_variable("count", [], tf.int32, tf.zeros_initializer())
        ahead = tf.assign_add(count, 1)
        keeper = tf.train.Saver([count])
        begin = tf.global_variables_initializer()
    with tf.Session(graph=graph) as sess:
        sess.run(begin)
        state = tf.train.get_checkpoint_state(directory)
        if state:
            keeper.restore(sess, state.model_checkpoint_path)
        for _ in range(times):
            sess.run(ahead)
        keeper.save(sess, directory + "/model", global_step=count)
        return count.eval().item()
