"""Samples of `minigraph.ops.debug`."""

from . import counting, ramp, sample

_GUARDED = "with tf.control_dependencies([{}]):\n    y = tf.identity(x)\ny"

SAMPLES = {
    "Assert": [
        sample(_GUARDED.format("tf.Assert(p, ['it holds'])"), p=True, x=1.0),
        sample(_GUARDED.format("tf.Assert(p, ['it does not', x])"), p=False, x=counting(5)),
        sample("op(condition=p, data=[x], summarize=2)", p=False, x=[0.1, 2.0, 1e10]),
        sample("op(condition=p, data=[x], summarize=-1)", p=False, x=ramp(5)),
        sample("op(condition=p, data=[x])", p=False, x=["a'b", 'c"', "d\n"]),
        sample("op(condition=p, data=[x])", p=[True, True], x=1.0),
        sample("tf.Assert(p, [x])", p=1, x=1.0),
        sample("tf.Assert(p, x)", p=True, x=1.0),
    ],
    "CheckNumerics": [
        sample("tf.check_numerics(x, 'no')", x=ramp(2, 3), dtypes="float16 float32 float64"),
        sample("tf.check_numerics(x, 'no')", x=[1.0, float("nan")]),
        sample("tf.check_numerics(x, 'no')", x=[1.0, float("-inf")]),
        sample("tf.check_numerics(x, 'no')", x=[float("nan"), float("inf")]),
        sample("tf.check_numerics(x, 'no')", x=1),
        sample("tf.verify_tensor_all_finite(x, 'no')", x=ramp(3)),
    ],
    "Print": [
        sample("tf.Print(x, [x, y], 'seen: ', first_n=1)", x=ramp(2, 3), y=["a", "b"]),
        sample("tf.Print(x, [x], summarize=-1)", x=counting(5)),
    ],
    "PrintV2": [
        sample("tf.print('x', x, {'y': y}, summarize=1)", x=ramp(4, 4), y=["a", "b"]),
        sample("op(input=x)", x="a"),
    ],
}
