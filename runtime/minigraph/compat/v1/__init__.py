"""The graph-and-session API: what `tensorflow.compat.v1` of TensorFlow 2.21 offers, in miniature.

Names are grouped by the module they come from. A name that is not here raises an AttributeError
that says which name comes nearest.
"""

# TensorFlow has functions called abs, pow, range, ...: this module exports them under these names.
from __future__ import annotations

from typing import Any

# fmt: off
from minigraph import errors
from minigraph.composite import IndexedSlices, SparseTensor, SparseTensorValue
from minigraph.context import (
    disable_control_flow_v2, disable_eager_execution, disable_resource_variables,
    disable_tensor_equality, disable_v2_behavior, enable_control_flow_v2,
    enable_eager_execution, enable_resource_variables, enable_tensor_equality,
    enable_v2_behavior, executing_eagerly, get_default_graph, get_default_session,
    reset_default_graph, resource_variables_enabled,
)
from minigraph.convert import constant, convert_to_tensor, register_tensor_conversion_function
from minigraph.dtypes import (
    DType, as_dtype, bfloat16, bool, complex64, complex128, double, float16, float32, float64, half,
    int8, int16, int32, int64, qint8, qint16, qint32, quint8, quint16, resource, string, uint8,
    uint16, uint32, uint64, variant,
)
from minigraph.graph import Graph
from minigraph.operation import Operation
from minigraph.ops.arithmetic import (
    abs, accumulate_n, add, add_n, atan2, div, div_no_nan, divide, floordiv, pow, round,
    scalar_mul, sign, truediv,
)
from minigraph.ops.array import identity, no_op, placeholder, placeholder_with_default
from minigraph.ops.casting import cast, saturate_cast, to_double, to_float, to_int32, to_int64
from minigraph.ops.comparison import (
    equal, greater, greater_equal, less, less_equal, logical_and, logical_not, logical_or,
    logical_xor, not_equal, where, where_v2,
)
from minigraph.ops.complex_numbers import complex, conj, imag, real
from minigraph.ops.elementwise import (
    acos, asin, atan, ceil, cos, cosh, erf, exp, expm1, floor, floor_div, floormod, is_finite,
    is_inf, is_nan, log, log1p, maximum, minimum, mod, multiply, negative, realdiv, reciprocal,
    rint, rsqrt, sigmoid, sin, sinh, sqrt, square, squared_difference, subtract, tan, tanh,
    truncatediv, truncatemod,
)
from minigraph.ops.linalg import matmul
from minigraph.ops.reductions import (
    arg_max, arg_min, argmax, argmin, count_nonzero, cumprod, cumsum, reduce_all, reduce_any,
    reduce_logsumexp, reduce_max, reduce_mean, reduce_min, reduce_prod, reduce_sum,
)
from minigraph.ops.sequences import lin_space, linspace, range
from minigraph.ops.stitching import dynamic_stitch, setdiff1d
from minigraph.session import InteractiveSession, Session
from minigraph.shapes import TensorShape
from minigraph.tensor import Tensor
# fmt: on


def __getattr__(name: str) -> Any:
    raise AttributeError(f"module 'minigraph.compat.v1' has no attribute {name!r}")
