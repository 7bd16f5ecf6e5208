TITLE = "`:0` is the output number: names of tensors and names of operations"
URL = "https://github.com/ageron/handson-ml/issues/261"
KIND = "names"


def case(tf):
    a = tf.add(1.0, 2.0, name="addition")
    g = tf.get_default_graph()
    with tf.Session() as sess:
        vals = sess.run("addition:0"), sess.run("addition")
        same = g.get_tensor_by_name("addition:0") is a, g.get_operation_by_name("addition") is a.op
        try:
            g.get_tensor_by_name("addition")
        except Exception as e:
            return vals, same, type(e).__name__, str(e)
