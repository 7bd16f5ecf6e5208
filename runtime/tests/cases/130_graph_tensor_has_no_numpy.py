TITLE = ".numpy() of a graph tensor"
URL = "https://github.com/ParthaEth/Regularized_autoencoders-RAE-/issues/4"
KIND = "eager"


def case(tf):
    t = tf.constant([1, 2])
    try:
        return t.numpy()
    except (AttributeError, NotImplementedError) as e:
        return type(e).__name__, "numpy" in str(e)
