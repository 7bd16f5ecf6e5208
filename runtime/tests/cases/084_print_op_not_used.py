import os
import sys
import tempfile

TITLE = "tf.Print() prints only when its result is used"
URL = "https://github.com/tensorflow/tensor2tensor/issues/499"
KIND = "control"


def case(tf):
    x = tf.constant([1, 2])
    tf.Print(x, [x], "unused:")
    used = tf.Print(x, [x], "used:") + 0
    streams = [(sys.stdout, 1), (sys.stderr, 2)]
    with tempfile.TemporaryFile() as f:
        for stream, number in streams:
            stream.flush()
            os.dup2(f.fileno(), number)
        with tf.Session() as sess:
            r = sess.run([x, used])
        for stream, _ in streams:
            stream.flush()
        f.seek(0)
        text = f.read().decode()
    return r, "unused:" in text, " used:[1 2]" in " " + text.replace("\n", " ")
