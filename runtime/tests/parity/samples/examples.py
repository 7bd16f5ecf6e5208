"""Samples of `minigraph.ops.examples`."""

from . import sample

_EXAMPLE = """
f = {"a": tf.train.Feature(int64_list=tf.train.Int64List(value=[1, 2]))}
x = tf.train.Example(features=tf.train.Features(feature=f)).SerializeToString()
"""

SAMPLES = {
    "ParseExampleV2": [
        sample(f"{_EXAMPLE}tf.parse_single_example(x, {{'a': {feature}}})")
        for feature in (
            "tf.FixedLenFeature([2], tf.int64)",
            "tf.FixedLenFeature([3], tf.int64)",
            "tf.FixedLenFeature([2], tf.float32)",
            "tf.FixedLenFeature([2, 1], tf.int64, [[7], [8]])",
            "tf.FixedLenSequenceFeature([], tf.int64, True)",
        )
    ]
    + [
        sample("tf.parse_single_example(x, {'a': tf.FixedLenFeature([], tf.string, 'd')})", x=""),
        sample("tf.parse_single_example(x, {'a': tf.FixedLenFeature([], tf.string)})", x=""),
        sample("tf.parse_example(x, {'a': tf.FixedLenFeature([], tf.float32, 2)})", x=[""]),
        sample("tf.parse_single_example(x, {'a': tf.VarLenFeature(tf.int64)})['a'].values", x=""),
    ],
}
