"""Samples of `minigraph.ops.elementwise`."""

import numpy as np

from . import ramp, sample

_FLOATS = "float32 float64"
_LIMITS = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 1e-30, -1e30], np.float32)
_INTS = np.array([-7, -3, -1, 0, 1, 4, 9], np.int32)
_COMPLEX = np.array([1 + 2j, -0.5 + 0.25j, 2 - 1j], np.complex64)
_UNIT = ramp(5, low=-0.9, high=0.9)
_POSITIVE = ramp(6, low=0.25, high=3.0)


def _unary(name, *, x=None, dtypes=_FLOATS, integers=False, complex_too=True):
    samples = [
        sample(f"tf.{name}(x)", x=ramp(2, 3) if x is None else x, dtypes=dtypes),
        sample(f"tf.{name}(x)", x=_LIMITS),
        sample(f"tf.{name}(x)", x=0.5),
        sample(f"tf.{name}(x, name='named')", x=ramp(0, 2)),
    ]
    # An integer is an error at build time where the op has no kernel for it.
    samples.append(sample(f"tf.{name}(x)", x=_INTS if integers else 3))
    if complex_too:
        samples.append(sample(f"tf.{name}(x)", x=_COMPLEX))
    return samples


def _binary(name, *, integers=True, x=None, y=None):
    x = ramp(2, 3) if x is None else x
    y = ramp(2, 3, low=3.0, high=0.5) if y is None else y
    samples = [
        sample(f"tf.{name}(x, y)", x=x, y=y, dtypes=_FLOATS),
        sample(f"tf.{name}(x, y)", x=x, y=y[0]),
        sample(f"tf.{name}(x, y)", x=x[:, :1], y=y[:1]),
        sample(f"tf.{name}(x, y)", x=2.0, y=y),
        sample(f"tf.{name}(x, y)", x=x, y=ramp(2)),
        sample(f"tf.{name}(x, 2.0)", x=x),
        sample(f"tf.{name}(x, y)", x=x, y=2),
        sample(f"tf.{name}(x, y)", x=ramp(0, 2), y=ramp(2)),
    ]
    if integers:
        ints = np.array([-7, -2, 3, 8], np.int32), np.array([2, -3, 5, 4], np.int32)
        samples.append(sample(f"tf.{name}(x, y)", x=ints[0], y=ints[1]))
        samples.append(sample(f"tf.{name}(x, y)", x=np.int64(-9), y=np.int64(4)))
    return samples


_BY_ZERO = {"x": np.array([3, -3], np.int32), "y": np.array([1, 0], np.int32)}

SAMPLES = {
    "Abs": _unary("abs", integers=True, complex_too=False),
    "Neg": _unary("negative", integers=True),
    "Sign": _unary("sign", integers=True, complex_too=False),
    "Square": _unary("square", integers=True),
    "Sqrt": _unary("sqrt", x=_POSITIVE),
    "Rsqrt": _unary("rsqrt", x=_POSITIVE),
    "Exp": _unary("exp"),
    "Expm1": _unary("expm1"),
    "Log": _unary("log", x=_POSITIVE),
    "Log1p": _unary("log1p", x=_POSITIVE),
    "Sin": [*_unary("sin", complex_too=True)[:1], sample("tf.sin(x)", x=_COMPLEX)],
    "Cos": [*_unary("cos", complex_too=True)[:1], sample("tf.cos(x)", x=_COMPLEX)],
    "Tan": _unary("tan")[:1],
    "Asin": _unary("asin", x=_UNIT)[:1],
    "Acos": _unary("acos", x=_UNIT)[:1],
    "Atan": _unary("atan")[:2],
    "Sinh": _unary("sinh"),
    "Cosh": _unary("cosh"),
    "Tanh": _unary("tanh"),
    "Sigmoid": [
        *_unary("sigmoid", complex_too=False),
        sample("tf.nn.sigmoid(x)", x=[-100.0, 100.0]),
    ],
    "Erf": _unary("erf", complex_too=False),
    "Reciprocal": _unary("reciprocal", x=_POSITIVE)[:3],
    "Floor": _unary("floor", complex_too=False),
    "Ceil": _unary("ceil", complex_too=False),
    "Rint": [sample("tf.rint(x)", x=[0.5, 1.5, -0.5, 2.5, 2.4], dtypes=_FLOATS)],
    "Round": [
        sample("tf.round(x)", x=[0.5, 1.5, -0.5, 2.5, 2.4], dtypes=_FLOATS),
    ],
    "IsNan": _unary("is_nan", complex_too=False),
    "IsInf": _unary("is_inf", complex_too=False),
    "IsFinite": _unary("is_finite", complex_too=False),
    "AddV2": [*_binary("add"), sample("x + y", x=ramp(3), y=ramp(3)), sample("1 + x", x=2.5)],
    "Add": [
        sample("tf.add(x, y)", x=np.array([b"a", b"bc"]), y=np.array(b"d")),
        sample("tf.constant('a') + 'b'"),
        sample("op(x=x, y=y)", x=ramp(3), y=ramp(3)),
    ],
    "Sub": [*_binary("subtract"), sample("1 - x", x=ramp(3)), sample("x - 1.5", x=3)],
    "Mul": [
        *_binary("multiply"),
        sample("x * y", x=np.array([True, False]), y=True),
        sample("x * y", x=_COMPLEX, y=_COMPLEX),
    ],
    "RealDiv": [
        *_binary("truediv"),
        sample("x / y", x=[1.0, -1.0, 0.0], y=[0.0, 0.0, 0.0]),
        sample("2 / x", x=np.array([1, 4], np.int32)),
        sample("x / y", x=np.array([7, 8], np.int16), y=np.array([2, 4], np.int16)),
        sample("tf.realdiv(x, y)", x=ramp(3), y=[1.0, 2.0, 3.0]),
        sample("tf.divide(x, 2.0)", x=ramp(3)),
        sample("tf.div(x, y)", x=ramp(3), y=2.0),
        sample("x / True", x=True),
        sample("x / y", x=_COMPLEX, y=_COMPLEX),
    ],
    "FloorDiv": [
        *_binary("floordiv"),
        sample("x // y", x=np.array([3, 1], np.int32), y=np.array([1, 0], np.int32)),
        sample("x // 0", x=3),
        sample("1.0 // x", x=0.1),
        sample("tf.div(x, y)", x=np.int32(-7), y=np.int32(2)),
    ],
    "FloorMod": [
        *_binary("floormod"),
        sample("x % y", **_BY_ZERO),
        sample("tf.mod(x, 3)", x=np.array([-7, 7], np.int32)),
    ],
    "TruncateDiv": [
        sample("tf.truncatediv(x, y)", x=_INTS, y=np.int32(2)),
        sample("tf.truncatediv(x, y)", x=_INTS, y=np.int32(-3)),
        sample("tf.truncatediv(x, y)", **_BY_ZERO),
    ],
    "TruncateMod": [
        sample("tf.truncatemod(x, y)", x=_INTS, y=np.int32(-3)),
        sample("tf.truncatemod(x, y)", x=ramp(4), y=0.75),
        sample("tf.truncatemod(x, y)", **_BY_ZERO),
    ],
    "DivNoNan": [
        sample("tf.div_no_nan(x, y)", x=ramp(4), y=[1.0, 0.0, 2.0, 0.0], dtypes=_FLOATS),
        sample("tf.math.divide_no_nan(x, 0.0)", x=ramp(2)),
        sample("tf.div_no_nan(x, y)", x=3, y=0),
    ],
    "Pow": [
        *_binary("pow", integers=False, x=ramp(2, 3, low=0.5, high=2.0)),
        sample("x ** 2", x=ramp(3)),
        sample("2 ** x", x=ramp(3)),
        sample("tf.pow(x, y)", x=[-2.0, 0.0, 0.0], y=[3.0, 0.0, -1.0]),
        sample("x ** y", x=_INTS, y=np.int32(3)),
        sample("x ** y", x=np.array([2, 3], np.int32), y=np.array([2, -1], np.int32)),
    ],
    "Maximum": [*_binary("maximum"), sample("tf.maximum(x, y)", x=_LIMITS, y=0.0)],
    "Minimum": [*_binary("minimum"), sample("tf.minimum(x, y)", x=_LIMITS, y=0.0)],
    "SquaredDifference": _binary("squared_difference"),
    "Atan2": [
        sample("tf.atan2(x, y)", x=ramp(5), y=ramp(5, low=2.0, high=-1.0), dtypes=_FLOATS),
        sample("tf.atan2(x, y)", x=ramp(2, 3), y=ramp(3, low=1.0, high=2.0)),
    ],
    "ClipByValue": [
        sample("op(t=x, clip_value_min=a, clip_value_max=b)", x=ramp(6), a=-1.0, b=1.0),
        sample("tf.saturate_cast(x, tf.uint8)", x=[300.0, -5.0, 7.5, np.inf, -np.inf]),
        sample("tf.saturate_cast(x, tf.int8)", x=np.array([300, -300, 5], np.int32)),
        sample("tf.saturate_cast(x, tf.float16)", x=[1e6, -1e6, 0.5]),
    ],
}
