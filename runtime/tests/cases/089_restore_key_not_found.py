import os
import tempfile

TITLE = "The graph has a variable that the checkpoint has not"
URL = "https://github.com/tensorflow/tensorflow/issues/22346"
KIND = "saver"


def case(tf):
    path = os.path.join(tempfile.mkdtemp(), "m.ckpt")
    with tf.Graph().as_default():
        tf.get_variable("w", initializer=1.0)
        with tf.Session() as s:
            s.run(tf.global_variables_initializer())
            tf.train.Saver().save(s, path)
    with tf.Graph().as_default():
        tf.get_variable("w", initializer=0.0)
        tf.get_variable("extra", initializer=0.0)
        with tf.Session() as s:
            try:
                tf.train.Saver().restore(s, path)
            except Exception as e:
                return type(e).__name__, "Key extra not found in checkpoint" in str(e)
