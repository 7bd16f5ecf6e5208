"""Samples of `minigraph.ops.files`."""

from . import sample

SAMPLES = {
    "ReadFile": [
        sample("tf.read_file(__import__('os').devnull)"),
        sample("tf.read_file(x)", x="/no/such/file"),
        sample("tf.read_file(x)", x=["a", "b"]),
    ],
    "WriteFile": [
        sample(
            "w = tf.write_file('sample', x)\n"
            "with tf.control_dependencies([w]):\n    r = tf.read_file(tf.identity('sample'))\nr",
            x="abc",
        ),
        sample("tf.write_file(x, 'a')", x=["a", "b"]),
    ],
    "MatchingFiles": [
        sample("tf.matching_files(x)", x="/no/such/*"),
        sample("tf.matching_files(x)", x=["/dev/nul?", "/dev/zer*"]),
        sample("tf.matching_files(x)", x=[["a"]]),
    ],
}
