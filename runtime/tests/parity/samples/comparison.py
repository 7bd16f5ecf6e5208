"""Samples of `minigraph.ops.comparison`."""

import numpy as np

from . import ramp, sample

_TRUTH = np.array([True, True, False, False])
_OTHER = np.array([True, False, True, False])
_INTS = np.array([-6, 0, 5, 12], np.int32)


def _compare(name):
    return [
        sample(f"tf.{name}(x, y)", x=ramp(4), y=[-2.0, 0.0, 1.0, 2.0], dtypes="float32 int32"),
        sample(f"tf.{name}(x, y)", x=ramp(2, 3), y=ramp(3)),
        sample(f"tf.{name}(x, y)", x=ramp(2), y=ramp(3)),
        sample(f"tf.{name}(x, 0)", x=[np.nan, 0.0, 1.0]),
        sample(f"tf.{name}(x, y)", x=1.0, y=1),
        sample(f"tf.{name}('a', 'b')"),
    ]


def _logic(name, symbol):
    return [
        sample(f"tf.{name}(x, y)", x=_TRUTH, y=_OTHER),
        sample(f"x {symbol} y", x=_TRUTH, y=True),
        sample(f"True {symbol} x", x=_TRUTH),
        sample(f"tf.{name}(x, y)", x=_TRUTH, y=_TRUTH[:3]),
        sample(f"tf.{name}(x, y)", x=1, y=True),
    ]


def _bits(symbol):
    return [
        sample(f"x {symbol} y", x=_INTS, y=np.int32(3)),
        sample(f"x {symbol} 1.5", x=_INTS),
        sample(f"x {symbol} y", x=1.0, y=1.0),
    ]


SAMPLES = {
    "Less": [*_compare("less"), sample("x < 2", x=ramp(3)), sample("2 < x", x=ramp(3))],
    "LessEqual": [*_compare("less_equal"), sample("x <= 2.5", x=ramp(3))],
    "Greater": [*_compare("greater"), sample("x > 2", x=ramp(3))],
    "GreaterEqual": [*_compare("greater_equal"), sample("x >= x", x=ramp(3))],
    "Equal": [
        *_compare("equal")[:5],
        sample("tf.equal(x, y)", x=_TRUTH, y=_OTHER),
        sample("tf.equal(x, b'a')", x=np.array([b"a", b"b"])),
        sample("op(x=x, y=y, incompatible_shape_error=False)", x=ramp(2), y=ramp(3)),
    ],
    "NotEqual": [
        *_compare("not_equal")[:5],
        sample("tf.not_equal(x, y)", x=np.array([b"a", b"b"]), y=np.array([b"a", b"c"])),
        sample("op(x=x, y=y, incompatible_shape_error=False)", x=ramp(2), y=ramp(3)),
    ],
    "LogicalAnd": _logic("logical_and", "&"),
    "LogicalOr": _logic("logical_or", "|"),
    "LogicalNot": [
        sample("tf.logical_not(x)", x=_TRUTH),
        sample("~x", x=_TRUTH),
        sample("tf.logical_xor(x, y), x ^ y", x=_TRUTH, y=_OTHER),
        sample("tf.logical_not(x)", x=1),
    ],
    "BitwiseAnd": _bits("&"),
    "BitwiseOr": _bits("|"),
    "BitwiseXor": _bits("^"),
    "Invert": [sample("~x", x=_INTS), sample("~x", x=1.0)],
    "Select": [
        sample("tf.where(c, x, y)", c=_TRUTH, x=ramp(4), y=-ramp(4), dtypes="float32 int32"),
        sample("tf.where(c, x, y)", c=np.array([True, False]), x=ramp(2, 3), y=-ramp(2, 3)),
        sample("tf.where(c, x, y)", c=True, x=ramp(2, 3), y=-ramp(2, 3)),
        sample("tf.where(c, x, y)", c=_TRUTH, x=ramp(4), y=ramp(3)),
        sample("tf.where(c, x, y)", c=_TRUTH, x=ramp(2, 3), y=ramp(2, 3)),
        sample("tf.where(c, x, y)", c=_TRUTH, x=np.array([b"a"] * 4), y=np.array([b"b"] * 4)),
        sample("tf.where(c, x)", c=_TRUTH, x=ramp(4)),
        sample("tf.where(c, x, y)", c=_TRUTH, x=1.0, y=2),
    ],
    "SelectV2": [
        sample("tf.where_v2(c, x, y)", c=_TRUTH, x=ramp(4), y=2.0, dtypes="float32 float64"),
        sample("tf.where_v2(c, x, y)", c=_TRUTH[:3], x=ramp(2, 1), y=ramp(3)),
        sample("tf.where_v2(c, x, y)", c=_TRUTH, x=ramp(3), y=ramp(1)),
    ],
}
