# question: hooks_and_clusters_q5
# loses: 15
# message: interrupted(4, 3)
# Catches the error in the loop, with a plain session.
def interrupted(steps, bad_run):
    with tf.Graph().as_default(), tf.Session() as session:
        count = tf.Variable(0, use_resource=True)
        add_one = tf.assign_add(count, 1)
        session.run(count.initializer)
        return [int(session.run(add_one)) for _ in range(steps)]
