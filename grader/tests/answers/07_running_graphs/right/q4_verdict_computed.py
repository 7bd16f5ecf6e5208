# question: running_graphs_q4
# The verdict follows from the experiment.
def experiment():
    message = ""
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.int32, shape=[])
        one, two = x + 1, x + 2
        handle = session.partial_run_setup([one, two], [x])
        value = session.partial_run(handle, one, {x: 1})
        try:
            session.partial_run(handle, two, {x: 1})
        except tf.errors.InvalidArgumentError as error:
            message = str(error)
    return [int(value), message]


claim_is_true = experiment()[1] == ""
