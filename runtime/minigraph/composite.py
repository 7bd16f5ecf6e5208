"""Tensors made of tensors: IndexedSlices and SparseTensor, with the values that runs return."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterable
from typing import Any

from minigraph import convert, dtypes, inference
from minigraph.default_graph import name_scope
from minigraph.dtypes import DType
from minigraph.nest import CompositeTensor
from minigraph.shapes import TensorShape, from_tuple, unknown_shape

IndexedSlicesValue = namedtuple("IndexedSlicesValue", ["values", "indices", "dense_shape"])
SparseTensorValue = namedtuple("SparseTensorValue", ["indices", "values", "dense_shape"])


class IndexedSlices(CompositeTensor):
    """Slices of a larger tensor: `values[i]` belongs to row `indices[i]` (tf.IndexedSlices)."""

    def __init__(self, values: Any, indices: Any, dense_shape: Any = None) -> None:
        self.values = values
        self.indices = indices
        self.dense_shape = dense_shape

    @property
    def name(self) -> str:
        """The name of the values."""
        return self.values.name  # type: ignore[no-any-return]

    @property
    def device(self) -> str:
        """The device of the values."""
        return self.values.device  # type: ignore[no-any-return]

    @property
    def op(self) -> Any:
        """The operation that makes the values."""
        return self.values.op

    @property
    def dtype(self) -> DType:
        """The dtype of the values."""
        return self.values.dtype  # type: ignore[no-any-return]

    @property
    def graph(self) -> Any:
        """The graph of the values."""
        return self.values.graph

    @property
    def shape(self) -> TensorShape:
        """The static shape of the tensor that the slices are part of."""
        if self.dense_shape is None:
            return unknown_shape()
        return from_tuple(inference.constant_as_shape(self.dense_shape))

    def consumers(self) -> list[Any]:
        """The operations that take the values, indices or shape."""
        parts = [self.values, self.indices, self.dense_shape]
        return list(dict.fromkeys(op for p in parts if p is not None for op in p.consumers()))

    def _components(self) -> tuple[Any, ...]:
        parts = (self.values, self.indices)
        return parts if self.dense_shape is None else (*parts, self.dense_shape)

    def _with_components(self, components: Any) -> IndexedSlices:
        return IndexedSlices(*components)

    def _shape_invariants(self, shape: TensorShape | None) -> list[Any]:
        dims = self.values._shape if shape is None else shape._dims
        rows, rank = (None, None) if dims is None else (dims[0], len(dims))
        return [dims, (rows,), (rank,)][: len(self._components())]

    def __str__(self) -> str:
        shape = "" if self.dense_shape is None else f", dense_shape={self.dense_shape!s}"
        return f"IndexedSlices(indices={self.indices!s}, values={self.values!s}{shape})"

    def __neg__(self) -> IndexedSlices:
        return IndexedSlices(-self.values, self.indices, self.dense_shape)


class SparseTensor(CompositeTensor):
    """A tensor that is zero but at `indices` (tf.SparseTensor).

    indices: int64 [N, rank]; values: any dtype [N]; dense_shape: int64 [rank].
    """

    def __init__(self, indices: Any, values: Any, dense_shape: Any) -> None:
        with name_scope(None, "SparseTensor", [indices, values, dense_shape]):
            self.indices = convert.convert_to_tensor(indices, dtypes.int64, "indices")
            self.values = convert.convert_to_tensor(values, name="values")
            self.dense_shape = convert.convert_to_tensor(dense_shape, dtypes.int64, "dense_shape")
        indices_shape = self.indices.shape.with_rank(2)
        values_shape = self.values.shape.with_rank(1)
        dense_shape_shape = self.dense_shape.shape.with_rank(1)
        indices_shape.dims[0].assert_is_compatible_with(values_shape.dims[0])
        indices_shape.dims[1].assert_is_compatible_with(dense_shape_shape.dims[0])
        self._static_shape = from_tuple(inference.constant_as_shape(self.dense_shape))

    @classmethod
    def from_value(cls, value: Any) -> SparseTensor:
        """A SparseTensor of a SparseTensorValue; TypeError for anything else."""
        if isinstance(value, SparseTensor):
            return value
        if not isinstance(value, SparseTensorValue):
            raise TypeError(
                f"Argument sparse_tensor_value={value} is neither a SparseTensor nor "
                "SparseTensorValue."
            )
        return cls(value.indices, value.values, value.dense_shape)

    @property
    def dtype(self) -> DType:
        """The dtype of the values."""
        return self.values.dtype  # type: ignore[no-any-return]

    @property
    def op(self) -> Any:
        """The operation that makes the values."""
        return self.values.op

    @property
    def graph(self) -> Any:
        """The graph of the values."""
        return self.values.graph

    @property
    def shape(self) -> TensorShape:
        """The static dense shape."""
        return self._static_shape

    def get_shape(self) -> TensorShape:
        """Alias of `shape`."""
        return self.shape

    def consumers(self) -> list[Any]:
        """The operations that take the values, indices or shape."""
        parts = (self.indices, self.values, self.dense_shape)
        return list(dict.fromkeys(op for part in parts for op in part.consumers()))

    def _components(self) -> tuple[Any, ...]:
        return (self.indices, self.values, self.dense_shape)

    def _with_components(self, components: Any) -> SparseTensor:
        return SparseTensor(*components)

    def _shape_invariants(self, shape: TensorShape | None) -> list[Any]:
        dims = self.dense_shape._shape if shape is None else shape._dims
        rank = None if dims is None else dims[0]
        return [(None, rank), (None,), (rank,)]

    def eval(self, feed_dict: Any = None, session: Any = None) -> Any:
        """Runs the three tensors; returns a SparseTensorValue."""
        from minigraph import context

        chosen = context.session_for(self.graph, session, "evaluate tensor", "eval")
        return chosen.run(self, feed_dict)

    def __str__(self) -> str:
        return (
            f"SparseTensor(indices={self.indices!s}, values={self.values!s}, "
            f"dense_shape={self.dense_shape!s})"
        )

    def __repr__(self) -> str:
        return str(self)


# How `run` feeds composite objects: key, value -> pairs of tensor key and value.
_feeders: list[tuple[type, Callable[[Any, Any], Iterable[tuple[Any, Any]]]]] = []


def register_feed(kind: type, function: Callable[[Any, Any], Iterable[tuple[Any, Any]]]) -> None:
    """Teaches feeds to take objects of `kind` as keys."""
    _feeders.insert(0, (kind, function))


def feed_components(key: Any, value: Any) -> Iterable[tuple[Any, Any]]:
    """The tensor keys and values that one entry of a feed_dict stands for."""
    for kind, function in _feeders:
        if isinstance(key, kind):
            return function(key, value)
    return ((key, value),)


def _feed_sparse(key: SparseTensor, value: Any) -> Iterable[tuple[Any, Any]]:
    return zip((key.indices, key.values, key.dense_shape), value, strict=True)


def _feed_slices(key: IndexedSlices, value: Any) -> Iterable[tuple[Any, Any]]:
    parts = [key.values, key.indices]
    if key.dense_shape is not None:
        parts.append(key.dense_shape)
    return zip(parts, value, strict=False)


register_feed(SparseTensor, _feed_sparse)
register_feed(IndexedSlices, _feed_slices)


def _slices_to_tensor(
    value: IndexedSlices, dtype: Any = None, name: str | None = None, as_ref: bool = False
) -> Any:
    if dtype is not None and not dtype.is_compatible_with(value.dtype):
        raise ValueError(
            f"Incompatible tensor conversion requested to `dtype` {dtype.name} for IndexedSlices "
            f"({value}) with dtype {value.dtype.name}"
        )
    if value.dense_shape is None:
        raise ValueError(
            "Tensor conversion requested for IndexedSlices for argument `value` without "
            f"dense_shape: {value!s}"
        )
    from minigraph.ops import gathering

    return gathering.unsorted_segment_sum(
        value.values, value.indices, value.dense_shape[0], name=name
    )


convert.register_tensor_conversion_function(IndexedSlices, _slices_to_tensor)
