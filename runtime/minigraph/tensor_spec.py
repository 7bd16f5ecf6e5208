"""TensorSpec: the shape, dtype and name of a tensor that is not there yet."""

from __future__ import annotations

from typing import Any

from minigraph import dtypes, shapes
from minigraph.dtypes import DType
from minigraph.shapes import TensorShape
from minigraph.tensor import Tensor


class TypeSpec:
    """The base of what describes values (tf.TypeSpec)."""


class TensorSpec(TypeSpec):
    """Describes a tensor: shape, dtype and, where it has one, name (tf.TensorSpec)."""

    __slots__ = ("_dtype", "_name", "_shape")

    def __init__(self, shape: Any, dtype: Any = dtypes.float32, name: str | None = None) -> None:
        self._shape = shapes.as_shape(shape)
        self._dtype = dtypes.as_dtype(dtype)
        self._name = name

    @classmethod
    def from_spec(cls, spec: Any, name: str | None = None) -> TensorSpec:
        """The same spec, under another name if one is given."""
        return cls(spec.shape, spec.dtype, name or spec.name)

    @classmethod
    def from_tensor(cls, tensor: Any, name: str | None = None) -> TensorSpec:
        """The spec of a tensor; ValueError for anything else."""
        if not isinstance(tensor, Tensor):
            raise ValueError(f"`tensor` should be a tf.Tensor, but got type {type(tensor)}.")
        graph_name = None if not hasattr(tensor, "op") else tensor.op.name
        return cls(tensor.shape, tensor.dtype, name or graph_name)

    @property
    def shape(self) -> TensorShape:
        """The shape, as far as it is known."""
        return self._shape

    @property
    def dtype(self) -> DType:
        """The dtype."""
        return self._dtype

    @property
    def name(self) -> str | None:
        """The name, or None."""
        return self._name

    def is_compatible_with(self, spec_or_tensor: Any) -> bool:
        """Whether a tensor or spec has the same dtype and a shape that could be the same."""
        return self._dtype.is_compatible_with(
            spec_or_tensor.dtype
        ) and self._shape.is_compatible_with(spec_or_tensor.shape)

    def is_subtype_of(self, other: Any) -> bool:
        """Whether each tensor that fits this spec fits `other`."""
        return (
            isinstance(other, TensorSpec)
            and self._dtype == other._dtype
            and self._shape.is_subtype_of(other._shape)
        )

    def most_specific_compatible_type(self, other: Any) -> TensorSpec:
        """The narrowest spec that both fit; ValueError for another dtype."""
        if self._dtype != other.dtype:
            raise ValueError(f"No TypeSpec is compatible with both {self} and {other}")
        return TensorSpec(
            self._shape.most_specific_compatible_shape(other.shape), self._dtype, self._name
        )

    def __repr__(self) -> str:
        return f"TensorSpec(shape={self._shape}, dtype={self._dtype!r}, name={self._name!r})"

    def __hash__(self) -> int:
        return hash((self._shape, self._dtype))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, TensorSpec)
            and self._shape == other._shape
            and self._dtype == other._dtype
            and self._name == other._name
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return TensorSpec, (self._shape, self._dtype, self._name)
