"""Samples of `minigraph.ops.branches`: TensorFlow builds these ops in its second behaviour.

TensorFlow cannot run what it ran before a gradient that needs intermediates was added: what has
such gradients is in `test_control_flow`, and here are values of ints and gradients that need none.
"""

from . import counting, ramp, sample

_STATE = "v = tf.Variable(1.0, use_resource=True)\n"


def _cond(branches, before="", **inputs):
    return sample(f"{before}tf.cond(p, {branches})", mode="v2", **inputs)


def _switch(branches, before="", **inputs):
    return sample(f"{before}tf.switch_case(i, [{branches}])", mode="v2", **inputs)


SAMPLES = {
    "If": [
        _cond("lambda: v.assign_add(x), lambda: x", _STATE, p=True, x=2.0),
        _cond("lambda: v + x, lambda: x", _STATE, p=True, x=2.0),
        _cond("lambda: v + x, lambda: x", _STATE, p=False, x=2.0),
    ],
    "Case": [
        _switch("lambda: v.assign_add(x), lambda: x", _STATE, i=0, x=2.0),
        _switch("lambda: v + x, lambda: x, lambda: -x", _STATE, i=7, x=2.0),
    ],
    "StatelessCase": [
        _switch("lambda: x + x, lambda: -x", i=0, x=ramp(2, 3)),
        _switch("lambda: x + x, lambda: -x, lambda: x", i=1, x=ramp(2, 3)),
        _switch("lambda: x * y, lambda: x + y", i=-3, x=2, y=3),
        _switch("lambda: x, lambda: x[:1]", i=1, x=counting(3)),
        _switch("lambda: x, lambda: {'a': x}", i=1, x=2),
        _switch("lambda: x, lambda: x", i=counting(2), x=2),
    ],
    "StatelessIf": [
        _cond("lambda: x + x, lambda: -x", p=True, x=ramp(2, 3)),
        _cond("lambda: x + x, lambda: -x", p=False, x=ramp(2, 3)),
        _cond("lambda: x * y, lambda: x + y", p=True, x=2, y=3),
        _cond("lambda: (x, y), lambda: (y, x)", p=True, x=2.0, y=3.0),
        _cond("lambda: tf.cond(q, lambda: x * x, lambda: x), lambda: x", p=True, q=True, x=3),
        _cond("lambda: x, lambda: 1", p=True, x=2.0),
        _cond("lambda: x, lambda: x[:1]", p=True, x=counting(3)),
        _cond("lambda: {'a': x}, lambda: {'a': y, 'b': y}", p=True, x=2, y=3),
    ],
}
