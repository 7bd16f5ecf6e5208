TITLE = (
    "Fetching a variable next to its assign: no edge orders them (reference variable); "
    "read_value() under a control dependency does"
)
URL = "https://github.com/tensorflow/tensorflow/issues/38902"
KIND = "control"


def case(tf):
    a = tf.get_variable("a", initializer=1.0, use_resource=False)
    assign = tf.assign(a, 5.0)
    read = a.value()  # the cached a/read
    with tf.control_dependencies([assign]):
        late = a.read_value()
    with tf.Session() as sess:
        sess.run(a.initializer)
        return (
            [o.name for o in read.op.control_inputs],
            [o.name for o in late.op.control_inputs] == [assign.op.name],
            float(sess.run(late)),
        )
