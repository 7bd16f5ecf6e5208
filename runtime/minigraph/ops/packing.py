"""Ops that stack tensors along an axis of their own, and take such a stack apart."""

from __future__ import annotations

from typing import Any

import numpy as np

from minigraph import context, convert, inference, nest, shapes
from minigraph.convert import convert_to_tensor
from minigraph.ops import casting
from minigraph.ops.refusal import refusal
from minigraph.registry import op
from minigraph.tensor import Tensor


def _axis_of(rank: int, axis: int, limits: str = "") -> int:
    """`axis` counted from the front; ValueError where there is none of that number."""
    if not -rank <= axis < rank:
        raise ValueError(f"Invalid axis: {axis}{limits}")
    return axis % rank


def _pack_shape(c: Any) -> Any:
    merged, axis = c.shapes[-1], c.attrs["axis"]
    for index in range(len(c.shapes) - 2, -1, -1):
        try:
            merged = shapes.merge(c.shapes[index], merged)
        except ValueError as error:
            raise ValueError(f"{error}\n\tFrom merging shape {index} with other shapes.") from None
    if merged is None:
        return (None,)
    axis = _axis_of(len(merged) + 1, axis)
    return ((*merged[:axis], len(c.shapes), *merged[axis:]),)


def _pack_partial(op: Any) -> Any:
    if op.attrs["axis"] != 0 or op.inputs[0]._shape != ():
        return None
    values = [inference.constant_value(tensor) for tensor in op.inputs]
    return [None if v is None or int(v) < 0 else int(v) for v in values]


@op(
    "Pack",
    "values: N*T -> output: T",
    shape=_pack_shape,
    grad=lambda op, grad: unstack(grad, num=op.attrs["N"], axis=op.attrs["axis"]),
    partial=_pack_partial,
)
def _pack(*values: Any, axis: int = 0) -> Any:
    first = np.shape(values[0])
    _check_axis(axis, len(first) + 1)
    for index, value in enumerate(values):
        if np.shape(value) != first:
            raise refusal(
                f"Shapes of all inputs must match: values[0].shape = {shapes.format_shape(first)} "
                f"!= values[{index}].shape = {shapes.format_shape(np.shape(value))}"
            )
    return np.stack(values, axis)


def _check_axis(axis: int, rank: int) -> None:
    if not -rank <= axis < rank:
        raise refusal(f"axis = {axis} not in [{-rank}, {rank})")


def stack(values: Any, axis: int = 0, name: str = "stack") -> Any:
    """Joins tensors along a new axis (tf.stack); a list of plain values becomes a constant."""
    if axis == 0:
        try:
            return convert_to_tensor(values, name=name)
        except (TypeError, ValueError):
            pass
    first = convert_to_tensor(values[0], name=name)._shape
    if first is not None and not -len(first) - 1 <= axis <= len(first):
        limit = len(first) + 1
        raise ValueError(f"Argument `axis` = {axis} not in range [{-limit}, {limit})")
    return _pack(values, axis=axis, name=name)


def _unpack_shape(c: Any) -> Any:
    source, count = c.shapes[0], c.attrs["num"]
    if source is None:
        return (None,) * count
    axis = _axis_of(len(source), c.attrs["axis"], f"; must be in [{-len(source)},{len(source)})")
    if source[axis] not in (count, None):
        raise ValueError(f"Dimension must be {count} but is {source[axis]}")
    return ((*source[:axis], *source[axis + 1 :]),) * count


@op(
    "Unpack",
    "value: T -> output: num*T",
    shape=_unpack_shape,
    grad=lambda op, *grads: stack(list(grads), axis=op.attrs["axis"]),
    minimum={"num": 0},
    view=True,
)
def _unpack(value: Any, *, num: int, axis: int = 0) -> Any:
    shape = np.shape(value)
    _check_axis(axis, len(shape))
    if shape[axis] != num:
        raise refusal(
            f"Input shape axis {axis} must equal {num}, got shape {shapes.format_shape(shape)}"
        )
    return list(np.moveaxis(value, axis, 0))


def unstack(value: Any, num: int | None = None, axis: int = 0, name: str = "unstack") -> Any:
    """The slices of `value` along an axis, as a list (tf.unstack).

    Raises ValueError where the number of slices is neither given nor known.
    """
    if num is None:
        value = convert_to_tensor(value)
        known = value._shape
        if known is not None:
            if not -len(known) <= axis < len(known):
                raise ValueError(
                    f"Argument `axis` = {axis} not in range [{-len(known)}, {len(known)})"
                )
            num = known[axis]
        if num is None:
            raise ValueError(f"Cannot infer argument `num` from shape {value.shape}")
    return _unpack(value, num=num, axis=axis, name=name)


def pack_conversion(
    value: Any, dtype: Any = None, name: str | None = None, as_ref: bool = False
) -> Any:
    """A list that holds tensors, stacked; leaves other lists to the constant conversion."""
    inferred = _first_dtype(value)
    if inferred is None:
        return NotImplemented
    if dtype is not None and dtype.base_dtype is not inferred:
        value = nest.map_structure(
            lambda part: casting.cast(part, dtype) if isinstance(part, Tensor) else part, value
        )
        inferred = dtype.base_dtype
    with context.get_default_graph().name_scope(name or "packed") as scope:
        return _pack_nested(value, inferred, scope)


def _first_dtype(value: Any) -> Any:
    is_variable = hasattr(value, "_as_graph_element") and hasattr(value, "initializer")
    if isinstance(value, Tensor) or is_variable:
        return value.dtype.base_dtype
    if isinstance(value, (list, tuple)):
        return next((found for item in value if (found := _first_dtype(item)) is not None), None)
    return None


def _pack_nested(value: Any, dtype: Any, name: str) -> Any:
    parts = [
        _pack_nested(item, dtype, str(index))
        if isinstance(item, (list, tuple))
        else convert_to_tensor(item, dtype, str(index))
        for index, item in enumerate(value)
    ]
    return _pack(parts, name=name)


convert.register_tensor_conversion_function((list, tuple), pack_conversion, 99)
