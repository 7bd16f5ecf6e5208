import os
import tempfile

TITLE = "loader.load() with a tag that the SavedModel has not"
URL = "https://github.com/tensorflow/tensorflow/pull/15098"
KIND = "saver"


def case(tf):
    d = os.path.join(tempfile.mkdtemp(), "sm")
    with tf.Graph().as_default(), tf.Session() as s:
        x = tf.placeholder(tf.float32, name="x")
        w = tf.Variable(3.0)
        y = tf.multiply(x, w, name="y")
        s.run(tf.global_variables_initializer())
        tf.saved_model.simple_save(s, d, {"x": x}, {"y": y})
    with tf.Session(graph=tf.Graph()) as s:
        meta = tf.saved_model.loader.load(s, ["serve"], d)
        good = s.run("y:0", {"x:0": 2.0}), sorted(meta.signature_def)
    with tf.Session(graph=tf.Graph()) as s:
        try:
            tf.saved_model.loader.load(s, ["train"], d)
        except Exception as e:
            return good, type(e).__name__, "could not be found in SavedModel" in str(e)
