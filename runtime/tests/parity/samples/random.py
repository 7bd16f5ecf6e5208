"""Samples of `minigraph.ops.random`: the numbers are not TensorFlow's, all else is."""

import numpy as np

from . import ramp, sample


def _random(source, **inputs):
    return sample(source, random=True, **inputs)


SAMPLES = {
    "RandomUniform": [
        _random("tf.random_uniform([2, 3])"),
        _random("tf.random_uniform(n)", n=[2, 3]),
        _random("tf.random_uniform([], -1, 1, tf.float64, seed=3)"),
        _random("tf.random_uniform((4,), minval=a, maxval=b)", a=1.0, b=2.0),
        _random("tf.random.uniform([2], dtype=tf.float16)"),
        _random("op(shape=[-1], dtype=tf.float32)"),
        _random("tf.random_uniform([2], dtype=tf.string)"),
        _random("tf.random_uniform(x)", x=ramp(2)),
    ],
    "RandomStandardNormal": [
        _random("tf.random_normal([2, 3], mean=1.0, stddev=m)", m=2.0),
        _random("tf.random_normal([], dtype=tf.float64, seed=1)"),
        _random("tf.random.normal([0])"),
        _random("tf.random_normal([2], dtype=tf.int32)"),
        _random("tf.random_normal([2], dtype=tf.float16)"),
    ],
    "TruncatedNormal": [
        _random("tf.truncated_normal([2, 3])"),
        _random("tf.truncated_normal([], stddev=2.0, dtype=tf.float64)"),
        _random("tf.random.truncated_normal([3], mean=m)", m=2.0),
    ],
    "RandomUniformInt": [
        _random("tf.random_uniform([2, 3], 1, 5, tf.int32)"),
        _random("tf.random_uniform([2], maxval=5, dtype=tf.int64)"),
        _random("tf.random_uniform([2], 5, 5, tf.int32)"),
        _random("tf.random_uniform([2], dtype=tf.int32)"),
        sample("tf.random_uniform([3], 4, 5, tf.int32)"),
    ],
    "RandomShuffle": [
        _random("tf.random_shuffle(x)", x=ramp(3, 2)),
        _random("tf.random.shuffle(x, seed=1)", x=ramp(0)),
        sample("tf.random_shuffle(x)", x=1.0),
        sample("tf.random_shuffle(x, name='same')", x=np.ones((3, 2), np.float32)),
    ],
    "Multinomial": [
        _random("tf.multinomial(x, 3)", x=ramp(2, 4)),
        _random("tf.random.categorical(x, n)", x=ramp(2, 4), n=5),
        _random("tf.multinomial(x, 3, output_dtype=tf.int32)", x=ramp(2, 4)),
        _random("tf.multinomial(x, 3)", x=ramp(4)),
        _random("tf.multinomial(x, 3, output_dtype=tf.float32)", x=ramp(2, 4)),
        sample("tf.multinomial(x, 3)", x=np.array([[-1e9, 0.0]], np.float32)),
    ],
}
