import os
import tempfile

TITLE = "The variable in the graph has another shape than in the checkpoint"
URL = "https://github.com/VisualComputingInstitute/SiamR-CNN/issues/6"
KIND = "saver"


def case(tf):
    path = os.path.join(tempfile.mkdtemp(), "m.ckpt")
    with tf.Graph().as_default(), tf.Session() as s:
        tf.get_variable("w", initializer=[0.0] * 2, use_resource=False)
        s.run(tf.global_variables_initializer())
        tf.train.Saver().save(s, path)
    with tf.Graph().as_default(), tf.Session() as s:
        tf.get_variable("w", initializer=[0.0] * 3, use_resource=False)
        try:
            tf.train.Saver().restore(s, path)
            return "restored"
        except Exception as e:
            return type(e).__name__, "lhs shape= [3] rhs shape= [2]" in str(e)
