"""Samples of `minigraph.ops.python_functions`."""

from . import ramp, sample

SAMPLES = {
    "EagerPyFunc": [
        sample("tf.py_function(lambda a: a * a, [x], tf.float32)", x=ramp(2, 3)),
        sample("tf.py_function(lambda a, b: (a * b, a), [x, y], [tf.float32] * 2)", x=1.0, y=2.0),
        sample("tf.py_function(lambda a: a, [x], tf.int32)", x=1),
        sample("tf.py_function(lambda a: None, [x], [])", x=1.0),
    ],
    "PyFunc": [
        sample("tf.py_func(lambda a: a * 2, [x], tf.float32)", x=ramp(2, 3)),
        sample("tf.py_func(lambda a, b: (a + b, a), [x, y], [tf.float32] * 2)", x=1.0, y=ramp(2)),
        sample("tf.py_func(lambda a: a + b'c', [x], tf.string)", x="ab"),
        sample("tf.py_func(lambda a: str(a.dtype), [x], tf.string)", x=["a", "b"]),
        sample("tf.py_func(lambda: None, [], [])"),
        sample("tf.py_func(lambda a: a, [x], tf.float64)", x=1.0),
        sample("tf.py_func(lambda a: [a, a], [x], tf.float32)", x=1.0),
        sample("tf.py_func(lambda a: {}['b'], [x], tf.float32)", x=1.0),
        sample("tf.py_func(3, [x], tf.float32)", x=1.0),
        sample("tf.numpy_function(lambda a: a * 2, [x], tf.float32)", x=ramp(2, 3)),
    ],
    "PyFuncStateless": [
        sample("tf.py_func(lambda a: a * 2, [x], tf.float32, stateful=False)", x=ramp(2, 3)),
    ],
}
