"""Sequences of numbers: range and linspace."""

from __future__ import annotations

import builtins
import math
from typing import Any

import numpy as np

from minigraph import convert, dtypes, errors
from minigraph.convert import convert_to_tensor
from minigraph.opdef import TypeAttr
from minigraph.ops import casting
from minigraph.ops.naming import op_scope
from minigraph.ops.type_lists import FLOATS, INDEX, types
from minigraph.registry import op
from minigraph.tensor import Tensor


def _range_size(bounds: Any, zero_text: str) -> int:
    """The length of a range; ValueError with TensorFlow's text where the bounds cannot be."""
    first, last, step = (np.asarray(value).item() for value in bounds)
    if step == 0:
        raise ValueError(zero_text)
    if step > 0 and first > last:
        raise ValueError(f"Requires start <= limit when delta > 0: {first}/{last}")
    if step < 0 and first < last:
        raise ValueError(f"Requires start >= limit when delta < 0: {first}/{last}")
    if isinstance(step, int):
        distance = last - first if step > 0 else first - last
        return -int(-distance // builtins.abs(step))
    return math.ceil(math.fabs((last - first) / step))


def _range_shape(c: Any) -> Any:
    for shape in c.shapes:
        if shape:
            raise ValueError(f"Shape must be rank 0 but is rank {len(shape)}")
    values = [c.constant(index) for index in (0, 1, 2)]
    if any(value is None for value in values):
        return ((None,),)
    return ((_range_size(values, "Requires delta != 0"),),)


@op(
    "Range",
    "start: Tidx, limit: Tidx, delta: Tidx -> output: Tidx",
    types={
        "Tidx": TypeAttr(
            FLOATS + types("int8 int16 int32 int64 uint16 uint32 uint64"), dtypes.int32
        )
    },
    shape=_range_shape,
)
def _range(start: Any, limit: Any, delta: Any) -> Any:
    size = _range_size((start, limit, delta), "Requires delta != 0: 0")
    dtype = np.asarray(start).dtype
    if dtype.kind in "iu":
        return (start + np.arange(size, dtype=dtype) * delta).astype(dtype)
    # Floats are added up one by one, as TensorFlow does, with its rounding.
    steps = np.full(size, delta, dtype)
    steps[:1] = start
    return np.add.accumulate(steps, dtype=dtype)


_WIDTH = types("int32 int64 float16 bfloat16 float32 float64")


def range(
    start: Any, limit: Any = None, delta: Any = 1, dtype: Any = None, name: str = "range"
) -> Any:
    """The numbers from `start` (by default 0) up to, without, `limit` (tf.range)."""
    if limit is None:
        start, limit = 0, start
    with op_scope(name, "range", start, limit, delta) as scope:
        bounds = [
            value if isinstance(value, Tensor) else convert_to_tensor(value, dtype, label)
            for value, label in ((start, "start"), (limit, "limit"), (delta, "delta"))
        ]
        if dtype is None:
            kinds = [bound.dtype.base_dtype for bound in bounds]
            assert all(kind in _WIDTH for kind in kinds)
            dtype = max(kinds, key=_WIDTH.index)
        return _range(*(casting.cast(bound, dtype) for bound in bounds), name=scope)


def _range_to_tensor(
    value: Any, dtype: Any = None, name: str | None = None, as_ref: bool = False
) -> Any:
    return range(value.start, value.stop, value.step, dtype, name or "range")


convert.register_tensor_conversion_function(builtins.range, _range_to_tensor)


def _linspace_shape(c: Any) -> Any:
    number = c.constant(2)
    if number is not None and int(number) <= 0:
        raise ValueError(f"Requires num > 0: {int(number)}")
    return ((None if number is None else int(number),),)


@op(
    "LinSpace",
    "start: T, stop: T, num: Tidx -> output: T",
    types={"T": FLOATS, "Tidx": TypeAttr(INDEX, dtypes.int32)},
    shape=_linspace_shape,
)
def _lin_space(start: Any, stop: Any, num: Any) -> Any:
    if num <= 0:
        raise errors.InvalidArgumentError(None, None, f"Requires num > 0: {num}")
    return np.linspace(start, stop, int(num), dtype=start.dtype)


def linspace(start: Any, stop: Any, num: Any, name: str | None = None) -> Any:
    """`num` numbers at equal distances from `start` to `stop`, both included (tf.linspace).

    Integers become float64.
    """
    kind = start.dtype if isinstance(start, Tensor) else np.asarray(start).dtype
    if dtypes.as_dtype(kind).is_integer:
        start = convert_to_tensor(start, name="start")
        stop = casting.cast(convert_to_tensor(stop, start.dtype, name="stop"), dtypes.float64)
        start = casting.cast(start, dtypes.float64)
    return _lin_space(start, stop, num, name=name or "linspace")


lin_space = linspace


def sequence_mask(
    lengths: Any, maxlen: Any = None, dtype: Any = dtypes.bool, name: str | None = None
) -> Any:
    """Rows of `maxlen` that are true up to each length (tf.sequence_mask).

    maxlen: the largest length unless given. Raises ValueError where it is no scalar.
    """
    from minigraph.ops import elementwise, reductions, shaping

    with op_scope(name, "SequenceMask", lengths, maxlen):
        lengths = convert_to_tensor(lengths)
        if maxlen is None:
            maxlen = reductions.reduce_max(lengths)
            maxlen = elementwise.maximum(convert.constant(0, maxlen.dtype), maxlen)
        else:
            maxlen = convert_to_tensor(maxlen)
        if maxlen.shape.rank not in (None, 0):
            raise ValueError(
                f"Argument `maxlen` must be scalar for sequence_mask, received `maxlen` = {maxlen} "
                f"with shape '{maxlen.shape}' instead"
            )
        zero, one = (convert.constant(number, maxlen.dtype) for number in (0, 1))
        row = range(zero, maxlen, one)
        result = row < casting.cast_op(shaping.expand_dims(lengths, -1), DstT=maxlen.dtype)
        same = dtype is None or result.dtype.is_compatible_with(dtype)
        return result if same else casting.cast_op(result, DstT=dtype)
