"""Functions over the elements of tensors: map_fn, scan, foldl, foldr."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from minigraph import context, convert, dtypes, nest
from minigraph.dimension import Dimension
from minigraph.ops import array, branches, loops
from minigraph.ops.naming import op_scope
from minigraph.ops.tensor_array import TensorArray
from minigraph.shapes import TensorShape, dimension_value

Structure = Any


def _check_callable(fn: Any) -> None:
    if not callable(fn):
        # As in TensorFlow, what has no `__name__` raises AttributeError instead.
        raise TypeError(f"{fn.__name__} is not callable. Please provide a callable function.")


def _elements(elems: Structure) -> tuple[list[Any], Dimension, Any]:
    """The flat tensors of `elems`, how many elements they have, and the number of loops."""
    flat = [
        convert.convert_to_tensor(branches.variable_as_tensor(elem), name="elem")
        for elem in nest.flatten(elems)
    ]
    size = dimension_value(flat[0].shape[0]) or array.shape(flat[0])[0]
    count = Dimension(dimension_value(flat[0].shape.with_rank_at_least(1)[0]))
    for elem in flat[1:]:
        count.assert_is_compatible_with(
            Dimension(dimension_value(elem.shape.with_rank_at_least(1)[0]))
        )
    return flat, count, size


def _unstacked(flat: Sequence[Any], size: Any) -> list[Any]:
    return [TensorArray(elem.dtype, size).unstack(elem) for elem in flat]  # type: ignore[attr-defined]


def _stacked(arrays: Sequence[Any], count: Dimension) -> list[Any]:
    results = [item.stack() for item in arrays]
    for result in results:
        result.set_shape(TensorShape([count.value]).concatenate(result.shape[1:]))
    return results


def map_fn(
    fn: Callable[..., Any],
    elems: Structure,
    dtype: Any = None,
    parallel_iterations: int | None = None,
    back_prop: bool = True,
    swap_memory: bool = False,
    infer_shape: bool = True,
    name: str | None = None,
    fn_output_signature: Any = None,
) -> Any:
    """What `fn` makes of each element of `elems` along the first dimension, stacked (tf.map_fn).

    elems: a tensor or a structure of tensors, of which `fn` gets slices. dtype: the structure of
    dtypes that `fn` returns, where it is not that of `elems`.
    Raises TypeError and ValueError where structures, dtypes or lengths do not fit.
    """
    signature = dtype if fn_output_signature is None else fn_output_signature
    if not callable(fn):
        raise TypeError(f"The provided function {fn.__name__} is not callable.fn must be callable.")
    elems = nest.map_structure(branches.variable_as_tensor, elems)
    if not nest.flatten(elems):
        raise ValueError(
            "elems must be a Tensor or (possibly nested) sequence of Tensors. "
            f"Got {elems}, which does not contain any Tensors."
        )
    if context.executing_eagerly():
        return _map_eagerly(fn, elems, signature)
    with op_scope(name, "map", *nest.flatten(elems)):
        _check_not_scalar(nest.flatten(elems)[0])
        flat, count, size = _elements(elems)
        sources = _unstacked(flat, size)
        first = convert.constant(0)
        kinds = [elem.dtype for elem in flat] if signature is None else nest.flatten(signature)
        targets = [
            TensorArray(
                _dtype_of(kind), size, infer_shape=infer_shape, element_shape=_shape_of(kind)
            )
            for kind in kinds
        ]

        def compute(i: Any, arrays: Any) -> Any:
            result = fn(nest.pack_sequence_as(elems, [source.read(i) for source in sources]))
            nest.assert_same_structure(elems if signature is None else signature, result)
            values = nest.flatten(result)
            arrays = [a.write(i, value) for a, value in zip(arrays, values, strict=True)]
            return i + 1, arrays

        _, arrays = loops.while_loop(
            lambda i, _: i < size,
            compute,
            (first, targets),
            parallel_iterations=parallel_iterations or 10,
            back_prop=back_prop,
            maximum_iterations=size,
        )
        results = _stacked(arrays, count)
        return nest.pack_sequence_as(elems if signature is None else signature, results)


def _check_not_scalar(elem: Any) -> None:
    if getattr(convert.convert_to_tensor(elem, name="elem"), "ndim", None) == 0:
        raise ValueError("Elements in elems must be 1+ dimensional Tensors, not scalars")


def _dtype_of(kind: Any) -> Any:
    return getattr(kind, "dtype", kind)


def _shape_of(kind: Any) -> Any:
    """The element shape that a TensorSpec in a signature says."""
    return None if isinstance(kind, (dtypes.DType, type, str)) else getattr(kind, "shape", None)


def _map_eagerly(fn: Callable[..., Any], elems: Structure, signature: Any) -> Any:
    from minigraph.ops import packing

    _check_not_scalar(nest.flatten(elems)[0])
    flat = [packing.unstack(elem) for elem in nest.flatten(elems)]
    results = [fn(nest.pack_sequence_as(elems, list(each))) for each in zip(*flat, strict=True)]
    columns = zip(*[nest.flatten(result) for result in results], strict=True)
    structure = elems if signature is None else signature
    return nest.pack_sequence_as(structure, [packing.stack(list(column)) for column in columns])


def scan(
    fn: Callable[..., Any],
    elems: Structure,
    initializer: Structure = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    infer_shape: bool = True,
    reverse: bool = False,
    name: str | None = None,
) -> Any:
    """All values of `a = fn(a, element)` over the elements of `elems`, stacked (tf.scan).

    initializer: the first `a`; without it the first element is, and the first result.
    reverse: from the last element to the first.
    Raises TypeError where `fn` is not callable or its result has another structure than `a`.
    """
    _check_callable(fn)
    structure = elems if initializer is None else initializer
    with op_scope(name, "scan", *nest.flatten(elems)):
        flat, count, size = _elements(elems)
        sources = [
            TensorArray(elem.dtype, size, element_shape=elem.shape[1:]).unstack(elem)  # type: ignore[attr-defined]
            for elem in flat
        ]
        if initializer is None:
            start: Any = size - 1 if reverse else 0
            values = [source.read(start) for source in sources]
            done = 1
        else:
            values = [convert.convert_to_tensor(item) for item in nest.flatten(initializer)]
            done = 0
        targets: list[Any] = [
            TensorArray(
                value.dtype,
                size,
                element_shape=value.shape if infer_shape else None,
                infer_shape=infer_shape,
            )
            for value in values
        ]
        if initializer is None:
            targets = [a.write(start, value) for a, value in zip(targets, values, strict=True)]

        def compute(i: Any, accumulated: Any, arrays: Any) -> Any:
            element = nest.pack_sequence_as(elems, [source.read(i) for source in sources])
            result = fn(nest.pack_sequence_as(structure, list(accumulated)), element)
            nest.assert_same_structure(structure, result)
            parts = nest.flatten(result)
            arrays = [a.write(i, part) for a, part in zip(arrays, parts, strict=True)]
            return (i - 1 if reverse else i + 1), parts, arrays

        _, _, arrays = loops.while_loop(
            (lambda i, _1, _2: i >= 0) if reverse else (lambda i, _1, _2: i < size),
            compute,
            (size - 1 - done if reverse else done, values, targets),
            parallel_iterations=parallel_iterations,
            back_prop=back_prop,
            maximum_iterations=size,
        )
        return nest.pack_sequence_as(structure, _stacked(arrays, count))


def foldl(
    fn: Callable[..., Any],
    elems: Structure,
    initializer: Structure = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
) -> Any:
    """The last value of `a = fn(a, element)` from the first element on (tf.foldl).

    initializer: the first `a`; the first element where it is None.
    Raises TypeError where `fn` is not callable.
    """
    _check_callable(fn)
    with op_scope(name, "foldl", *nest.flatten(elems)):
        flat, _, size = _elements(elems)
        sources = nest.pack_sequence_as(elems, _unstacked(flat, size))

        def element(i: Any) -> Any:
            return nest.map_structure(lambda source: source.read(i), sources)

        def compute(i: Any, a: Any) -> Any:
            a = fn(a, element(i))
            return [i + 1, a]

        start = element(0) if initializer is None else initializer
        return loops.while_loop(
            lambda i, a: i < size,
            compute,
            [convert.constant(int(initializer is None)), start],
            parallel_iterations=parallel_iterations,
            back_prop=back_prop,
            maximum_iterations=size,
        )[1]


def foldr(
    fn: Callable[..., Any],
    elems: Structure,
    initializer: Structure = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
) -> Any:
    """The last value of `a = fn(a, element)` from the last element back (tf.foldr).

    initializer: the first `a`; the last element where it is None.
    Raises TypeError where `fn` is not callable.
    """
    _check_callable(fn)
    with op_scope(name, "foldr", *nest.flatten(elems)):
        flat, _, size = _elements(elems)
        sources = nest.pack_sequence_as(elems, _unstacked(flat, size))

        def element(i: Any) -> Any:
            return nest.map_structure(lambda source: source.read(i), sources)

        def compute(i: Any, a: Any) -> Any:
            i -= 1
            return [i, fn(a, element(i))]

        last = size - 1 if initializer is None else size
        return loops.while_loop(
            lambda i, a: i > 0,
            compute,
            [last, element(last) if initializer is None else initializer],
            parallel_iterations=parallel_iterations,
            back_prop=back_prop,
            maximum_iterations=size,
        )[1]
