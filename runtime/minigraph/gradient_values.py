"""Gradients as values: what the walk starts from, and how several gradients become one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from minigraph import context, dtypes
from minigraph.composite import IndexedSlices
from minigraph.dtypes import DType
from minigraph.operation import Operation
from minigraph.ops import arithmetic, array, casting, shaping
from minigraph.tensor import Tensor


class AggregationMethod:
    """How the gradients of one tensor are summed (tf.AggregationMethod)."""

    ADD_N = 0
    DEFAULT = ADD_N
    EXPERIMENTAL_TREE = 1
    EXPERIMENTAL_ACCUMULATE_N = 2


_TRAINABLE = frozenset(
    dtypes.as_dtype(name)
    for name in ("float16", "bfloat16", "float32", "float64", "complex64", "complex128", "resource")
) | {dtypes.variant}


def is_trainable(tensor: Any) -> bool:
    """Whether gradients flow through a tensor: its dtype is floating, complex or a handle."""
    return tensor.dtype.base_dtype in _TRAINABLE


def starting_gradient(y: Any, grad: Any, name: str) -> Any:
    """The gradient of y itself: `grad` as it was given, ones where it is None."""
    if grad is None:
        if y.dtype.is_complex:
            raise TypeError(
                f"Gradients of complex tensors ({y}) must set grad_ys (y.dtype = {y.dtype.name})"
            )
        return array.ones(array.shape(y), dtype=y.dtype, name=name)
    _check_starting_type(y, grad)
    if isinstance(grad, IndexedSlices):
        shape = grad.dense_shape
        return IndexedSlices(
            array.identity(grad.values, name=f"{name}_values"),
            array.identity(grad.indices, name=f"{name}_indices"),
            None if shape is None else array.identity(shape, name=f"{name}_shape"),
        )
    return array.identity(grad, name=name)


def _check_starting_type(y: Any, grad: Any) -> None:
    def is_real(dtype: DType) -> bool:
        return dtype.is_floating or dtype.is_integer

    generated = f"Gradient type {grad.dtype.name} generated for"
    if is_real(y.dtype):
        if not is_real(grad.dtype):
            raise TypeError(
                f"{generated} real or integer-valued tensor {y} with type {y.dtype.name} must be "
                "real or integer"
            )
    elif y.dtype.is_complex:
        if not grad.dtype.is_complex:
            raise TypeError(
                f"{generated} complex-valued tensor {y} with type {y.dtype.name} must be real"
            )
    elif y.dtype == dtypes.resource:
        if grad.dtype == dtypes.resource:
            raise TypeError(
                f"Input gradient {grad} for resource tensor {y} should not be a resource"
            )
    elif y.dtype != dtypes.variant:
        raise TypeError(
            f"Tensor {y} with type {y.dtype.name} must be numeric to obtain a default gradient"
        )


def sum_of(op: Operation, parts: list[Any], index: int, method: int) -> Any:
    """The sum of the gradients of output `index` of an operation.

    Raises TypeError where they are neither tensors nor IndexedSlices.
    """
    if not all(isinstance(part, (Tensor, IndexedSlices)) for part in parts):
        raise TypeError(
            f"Invalid gradient {parts} [index = {index}]. Gradients have to be either all "
            "Tensors or all IndexedSlices"
        )
    if not all(isinstance(part, Tensor) for part in parts):
        return join_slices(parts)
    if method == AggregationMethod.ADD_N:
        return _sum_by_device(parts)
    with context.get_default_graph().name_scope(f"{op.name}_gradient_sum"):
        total = parts[0]
        for part in parts[1:]:
            total = arithmetic.add_n([total, part])
        return total


def _sum_by_device(parts: list[Any]) -> Any:
    by_device: dict[str, list[Any]] = {}
    for part in parts:
        by_device.setdefault(part.device, []).append(part)
    sums = []
    for device in sorted(by_device):
        group = by_device[device]
        with context.get_default_graph().colocate_with(group[0].op, ignore_existing=True):
            sums.append(arithmetic.add_n(group))
    return arithmetic.add_n(sums)


def join_slices(parts: Iterable[Any]) -> Any:
    """The sum of gradients of which some are IndexedSlices: dense if any is, else joined."""
    grads: Sequence[Any] = [part for part in parts if part is not None]
    if any(isinstance(grad, Tensor) for grad in grads):
        return arithmetic.add_n(grads)
    indices = [grad.indices for grad in grads]
    if len({tensor.dtype for tensor in indices}) > 1:
        indices = [casting.cast(tensor, dtypes.int64) for tensor in indices]
    return IndexedSlices(
        shaping.concat([grad.values for grad in grads], axis=0),
        shaping.concat(indices, axis=0),
        grads[0].dense_shape,
    )
