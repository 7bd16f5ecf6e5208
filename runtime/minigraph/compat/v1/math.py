"""tf.math: numbers, element by element, over axes and in order."""

from __future__ import annotations

# fmt: off
from minigraph.ops.activations import log_sigmoid, softplus, softsign
from minigraph.ops.arithmetic import (
    abs, accumulate_n, add, add_n, atan2, div_no_nan as divide_no_nan, divide, floordiv, pow, round,
    scalar_mul, sign, truediv,
)
from minigraph.ops.comparison import (
    equal, greater, greater_equal, less, less_equal, logical_and, logical_not, logical_or,
    logical_xor, not_equal,
)
from minigraph.ops.confusion import confusion_matrix
from minigraph.ops.complex_numbers import conj, imag, real
from minigraph.ops.elementwise import (
    acos, asin, atan, ceil, cos, cosh, erf, exp, expm1, floor, floormod, floormod as mod, is_finite,
    is_inf, is_nan, log, log1p, maximum, minimum, multiply, negative, reciprocal, rint, rsqrt,
    sigmoid, sin, sinh, sqrt, square, squared_difference, subtract, tan, tanh,
)
from minigraph.ops.gathering import unsorted_segment_sum
from minigraph.ops.nn import l2_normalize, zero_fraction
from minigraph.ops.ranking import in_top_k, top_k
from minigraph.ops.reductions import (
    argmax, argmin, count_nonzero, cumprod, cumsum, reduce_all, reduce_any, reduce_logsumexp,
    reduce_max, reduce_mean, reduce_min, reduce_prod, reduce_std, reduce_sum, reduce_variance,
)
from minigraph.ops.segments import segment_sum
from minigraph.ops.shaping import invert_permutation
from minigraph.ops.softmax import log_softmax, softmax
# fmt: on
