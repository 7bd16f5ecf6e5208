TITLE = "`if tensor:` while the graph is built"
URL = "https://github.com/tensorflow/tensorflow/issues/8322"
KIND = "python"


def case(tf):
    c = tf.placeholder(tf.bool)
    if c:
        return "true branch"
    return "false branch"
