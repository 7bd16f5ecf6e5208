TITLE = "float32 tensor times int32 tensor"
URL = "https://github.com/Janghyun1230/Speaker_Verification/issues/16"
KIND = "dtype"


def case(tf):
    w = tf.constant([1, 2])
    s = tf.constant([0.5, 0.5])
    return tf.abs(w) * s
