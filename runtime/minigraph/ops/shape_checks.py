"""Assertions about the ranks, dtypes and shapes of tensors (tf.debugging.assert_*)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from minigraph import context, convert, dtypes, errors, inference, shapes
from minigraph.composite import SparseTensor
from minigraph.dtypes import DType
from minigraph.opdef import Node, Shape
from minigraph.ops import array, comparison, grouping
from minigraph.ops.debug import Assert
from minigraph.ops.naming import op_scope
from minigraph.registry import op
from minigraph.tensor import Tensor

Check = Callable[..., Any]


def message_prefix(message: str | None) -> str:
    """What a message puts before the standard text."""
    return f"{message}.  " if message else ""


def shown_name(tensor: Any) -> str:
    """How a message names a tensor."""
    if isinstance(tensor, SparseTensor):
        return ""
    if context.executing_eagerly():
        return f"shape={tensor.shape} dtype={tensor.dtype.name}"
    return str(tensor.name)


def _assert_rank(
    names: str,
    words: str,
    test: Callable[[int, list[int]], bool],
    dynamic: Check,
    x: Any,
    ranks: list[Any],
    data: Any,
    summarize: int | None,
    message: str | None,
    name: str | None,
) -> Any:
    with op_scope(name, names, x, *ranks):
        if not isinstance(x, SparseTensor):
            x = convert.convert_to_tensor(x, name="x")
        tensors = [convert.convert_to_tensor(rank, name="rank") for rank in ranks]
        shape = array.shape(x) if isinstance(x, Tensor) else x.dense_shape
        called = "" if context.executing_eagerly() else shown_name(x)
        if data is None:
            text = f"Tensor {called} must have rank {words}".rstrip()
            data = [message_prefix(message), text, *tensors, "Received shape: ", shape]
        for rank in tensors:
            assert_type(rank, dtypes.int32)
        known = [inference.constant_value(rank) for rank in tensors]
        if all(rank is not None for rank in known):
            if any(rank.ndim for rank in known):
                raise ValueError("Rank must be a scalar.")
            if x.shape.rank is not None:
                wanted = [int(rank) for rank in known]
                if test(x.shape.rank, wanted):
                    return array.no_op(name="static_checks_determined_all_ok")
                shown = tuple(wanted) if words == "in" else wanted[0]
                text = f"Tensor {called} must have rank {words}".rstrip()
                raise ValueError(
                    f"{message_prefix(message)}{text} {shown}.  Received rank {x.shape.rank}, "
                    f"shape {x.shape}"
                )
        condition = dynamic(array.rank(x), tensors)
        for rank, value in zip(tensors, known, strict=True):
            if value is None:
                scalar = assert_rank(rank, 0, data=["Rank must be a scalar. Received rank: ", rank])
                condition = grouping.with_dependencies([scalar], condition)
        return Assert(condition, data, summarize=summarize)


def assert_rank(
    x: Any,
    rank: Any,
    data: Any = None,
    summarize: int | None = None,
    message: str | None = None,
    name: str | None = None,
) -> Any:
    """An operation that raises InvalidArgumentError unless `x` has this rank.

    Raises ValueError at once where both are known (tf.debugging.assert_rank).
    """
    return _assert_rank(
        "assert_rank", "", lambda found, wanted: found == wanted[0],
        lambda found, wanted: comparison.equal(found, wanted[0]),
        x, [rank], data, summarize, message, name,
    )  # fmt: skip


def assert_rank_at_least(
    x: Any,
    rank: Any,
    data: Any = None,
    summarize: int | None = None,
    message: str | None = None,
    name: str | None = None,
) -> Any:
    """An operation that raises InvalidArgumentError unless `x` has at least this rank.

    Raises ValueError at once where both are known (tf.debugging.assert_rank_at_least).
    """
    return _assert_rank(
        "assert_rank_at_least", "at least", lambda found, wanted: found >= wanted[0],
        lambda found, wanted: comparison.greater_equal(found, wanted[0]),
        x, [rank], data, summarize, message, name,
    )  # fmt: skip


def assert_rank_in(
    x: Any,
    ranks: Any,
    data: Any = None,
    summarize: int | None = None,
    message: str | None = None,
    name: str | None = None,
) -> Any:
    """An operation that raises InvalidArgumentError unless the rank of `x` is among `ranks`.

    Raises ValueError at once where all are known (tf.debugging.assert_rank_in).
    """
    return _assert_rank(
        "assert_rank_in", "in", lambda found, wanted: found in wanted, _is_any,
        x, list(ranks), data, summarize, message, name,
    )  # fmt: skip


def _is_any(found: Any, wanted: list[Any]) -> Any:
    result = convert.constant(False)
    for rank in wanted:
        result = comparison.logical_or(result, comparison.equal(found, rank))
    return result


def assert_integer(x: Any, message: str | None = None, name: str | None = None) -> Any:
    """Raises TypeError unless `x` has an integer dtype; returns an operation that does nothing."""
    with op_scope(name, "assert_integer", x):
        x = convert.convert_to_tensor(x, name="x")
        if not x.dtype.is_integer:
            shown = "tensor" if context.executing_eagerly() else x.name
            raise TypeError(
                f'{message_prefix(message)}Expected "x" to be integer type.  Found: {shown} of '
                f"dtype {x.dtype}"
            )
        return array.no_op("statically_determined_was_integer")


def assert_type(
    tensor: Any, tf_type: Any, message: str | None = None, name: str | None = None
) -> Any:
    """Raises TypeError unless `tensor` has this dtype; returns an operation that does nothing."""
    wanted = dtypes.as_dtype(tf_type)
    with op_scope(name, "assert_type", tensor):
        if not isinstance(tensor, SparseTensor):
            tensor = convert.convert_to_tensor(tensor, name="tensor")
        if tensor.dtype != wanted:
            raise TypeError(
                f"{message_prefix(message)}{getattr(tensor, 'name', 'tensor')} must be of type "
                f"{wanted!r}; got {tensor.dtype!r}"
            )
        return array.no_op("statically_determined_correct_type")


def assert_scalar(tensor: Any, name: str | None = None, message: str | None = None) -> Any:
    """`tensor`, a scalar by its static shape; ValueError for others."""
    with op_scope(name, "assert_scalar", tensor) as scope:
        tensor = convert.convert_to_tensor(tensor, name=scope)
        if tensor.shape.rank != 0:
            shown = "" if context.executing_eagerly() else f" for {tensor.name}"
            raise ValueError(
                f"{message_prefix(message)}Expected scalar shape{shown}, saw shape: {tensor.shape}."
            )
        return tensor


def assert_proper_iterable(values: Any) -> None:
    """Raises TypeError unless `values` is an iterable that is no tensor, array or string."""
    if isinstance(values, (Tensor, SparseTensor, np.ndarray, str, bytes)):
        raise TypeError(
            f'Expected argument "values" to be a "proper" iterable.  Found: {type(values)}'
        )
    if not hasattr(values, "__iter__"):
        raise TypeError(f'Expected argument "values" to be iterable.  Found: {type(values)}')


def assert_same_float_dtype(tensors: Any = None, dtype: Any = None) -> DType:
    """The floating dtype that all `tensors` and `dtype` share, float32 without any.

    Raises ValueError where they differ or are not floating.
    """
    found = None if dtype is None else dtypes.as_dtype(dtype)
    first = None
    for tensor in tensors or ():
        if tensor is None:
            continue
        kind = tensor.dtype.base_dtype
        if found is None:
            found, first = kind, tensor
        elif kind != found:
            like = f" as {first.name}" if first is not None else ""
            raise ValueError(
                f"{tensor.name}, type={kind}, must be of the same type ({found}){like}."
            )
    if found is not None and not found.is_floating:
        raise ValueError(f"Expected floating point type, got {found}.")
    return found or dtypes.float32


def is_numeric_tensor(tensor: Any) -> bool:
    """Whether `tensor` is a tensor of numbers."""
    if not isinstance(tensor, Tensor):
        return False
    dtype = tensor.dtype
    return dtype.is_integer or dtype.is_floating or dtype.is_complex or dtype.is_quantized


@op(
    "EnsureShape",
    "input: T -> output: T",
    shape=lambda c: (shapes.merge(c.attrs["shape"], c.shapes[0]),),
    grad=lambda op, grad: (grad,),
    view=True,
)
def _ensure_shape(input: Any, *, shape: Shape, node: Node) -> Any:
    if not shapes.compatible(shape, np.shape(input)):
        source = getattr(node.inputs[0], "op", None)  # an eager tensor has none
        name = "input" if source is None else source.name
        if source is not None and source.type == "Placeholder":
            name = f"_arg_{name}_0_0"
        raise errors.InvalidArgumentError(
            None,
            None,
            f"Shape of tensor {name} {shapes.format_shape(np.shape(input))} is not compatible with "
            f"expected shape {shapes.format_shape(shape)}.",
        )
    return input


def ensure_shape(x: Any, shape: Any, name: str | None = None) -> Any:
    """`x` with this static shape; InvalidArgumentError in a run where it has another one."""
    return _ensure_shape(x, shape=shape, name=name)
