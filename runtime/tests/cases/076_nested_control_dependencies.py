TITLE = (
    "Nested control_dependencies() order the inner op after both, and not the two among themselves"
)
URL = "https://github.com/tensorflow/tensorflow/issues/14498"
KIND = "control"


def case(tf):
    w = tf.get_variable("w", initializer=0, use_resource=False)
    op1, op2 = tf.assign(w, 1, name="op1"), tf.assign(w, 2, name="op2")
    with tf.control_dependencies([op2]), tf.control_dependencies([op1]):
        op = tf.no_op()
    with tf.control_dependencies([op2]), tf.control_dependencies(None):  # None clears the stack
        free = tf.no_op()
    return (
        sorted(o.name for o in op.control_inputs),
        [o.name for o in op2.op.control_inputs],
        len(free.control_inputs),
    )
