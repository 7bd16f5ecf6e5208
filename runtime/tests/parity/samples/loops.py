"""Samples of `minigraph.ops.loops`: TensorFlow builds these ops in its second behaviour.

As in `branches`, gradients that need intermediates are in `test_control_flow`.
"""

from . import counting, ramp, sample

_STATE = "v = tf.Variable(1.0, use_resource=True)\n"


def _loop(arguments, before="", **inputs):
    return sample(f"{before}tf.while_loop({arguments})", mode="v2", **inputs)


SAMPLES = {
    "While": [
        _loop("lambda i, a: i < 3, lambda i, a: (i + 1, a + v), [0, x]", _STATE, x=2.0),
    ],
    "StatelessWhile": [
        _loop("lambda i, a: i < n, lambda i, a: (i + 1, a + a), [0, x]", n=3, x=ramp(2)),
        _loop("lambda i, a: i < 0, lambda i, a: (i + 1, a * x), [0, x]", x=counting(2, 2)),
        _loop("lambda a: a < y, lambda a: a * 2, [x], maximum_iterations=5", x=1, y=50),
        _loop("lambda a: a < y, lambda a: a * 2, [x]", x=3, y=50),
        _loop("lambda a: a < 3.0, lambda a: 1, [x]", x=2.0),
        _loop("lambda a: True, lambda a: [a, a], [x]", x=2.0),
        _loop("lambda a: True, lambda a: a[:1], [x]", x=ramp(2)),
        _loop(
            "lambda i, a: i < 3, lambda i, a: (i + 1, tf.concat([a, x], 0)), [0, x],"
            " shape_invariants=[tf.TensorShape([]), tf.TensorShape([None])]",
            x=counting(2),
        ),
    ],
}
