TITLE = (
    "Running a notebook cell twice leaves summaries of the first copy in the collection, "
    "which still need the first placeholder"
)
URL = "https://github.com/tensorflow/tensorflow/issues/784"
KIND = "feed"


def case(tf):
    def cell():  # the notebook cell, run two times
        x = tf.placeholder(tf.float32, shape=(), name="x")
        tf.add_to_collection("summaries_like", x * 10.0)
        return x, tf.add_n(tf.get_collection("summaries_like"))

    x, merged = cell()
    x, merged = cell()
    names = [t.op.name for t in tf.get_default_graph().get_operations()[0].outputs] + [x.op.name]
    with tf.Session() as sess:
        try:
            sess.run(merged, {x: 1.0})
            fed = "ran"
        except Exception as e:
            fed = [type(e).__name__, "placeholder tensor 'x'" in str(e)]
        both = sess.run(merged, {x: 1.0, "x:0": 2.0})
    return names, fed, both
