import numpy as np

TITLE = "A NumPy float64 array makes a float64 constant, a Python float a float32 one"
URL = "https://github.com/tensorflow/tensorflow/issues/53405"
KIND = "dtype"


def case(tf):
    a = tf.constant(np.array([1.0]))
    b = tf.constant([1.0])
    try:
        a * b
    except Exception as e:
        return (
            a.dtype.name,
            b.dtype.name,
            tf.constant(1).dtype.name,
            tf.constant(np.array([1])).dtype.name,
            type(e).__name__,
            str(e),
        )
