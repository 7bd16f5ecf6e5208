"""Static shapes: `TensorShape`, `Dimension`, and tuple arithmetic for shape functions.

Inside the runtime a shape is a tuple of ints and None (unknown size), or None when the rank is
unknown; `TensorShape` wraps such a tuple and makes `Dimension` objects only when asked.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import prod
from typing import Any

from minigraph.context import switches
from minigraph.dimension import Dimension, as_dimension

Shape = tuple[int | None, ...] | None


class TensorShape:
    """The static shape of a tensor (`tf.TensorShape`).

    Args:
      dims: None for an unknown rank, an iterable of sizes, one size, a TensorShape or a
        TensorShapeProto. A size is an int, None, a `Dimension` or has `__index__`.

    Raises TypeError for anything else and ValueError for a negative size.
    """

    __slots__ = ("_dims",)

    _dims: Shape

    def __init__(self, dims: Any) -> None:
        if dims is None:
            self._dims = None
        elif isinstance(dims, tuple | list):
            self._dims = tuple([_size(d) for d in dims])
        elif isinstance(dims, TensorShape):
            self._dims = dims._dims
        elif hasattr(dims, "unknown_rank"):  # a TensorShapeProto
            sizes = tuple(None if d.size == -1 else d.size for d in dims.dim)
            self._dims = None if dims.unknown_rank else sizes
        else:
            self._dims = _dims_from_object(dims)

    @property
    def rank(self) -> int | None:
        """The number of dimensions, or None."""
        return None if self._dims is None else len(self._dims)

    ndims = rank

    @property
    def dims(self) -> list[Dimension] | None:
        """The sizes as `Dimension` objects, or None for an unknown rank."""
        return None if self._dims is None else [Dimension(d) for d in self._dims]

    @property
    def _v2_behavior(self) -> bool:
        return switches.v2_tensorshape

    def as_list(self) -> list[int | None]:
        """The sizes; ValueError for an unknown rank."""
        if self._dims is None:
            raise ValueError("as_list() is not defined on an unknown TensorShape.")
        return list(self._dims)

    def as_proto(self) -> Any:
        """The shape as a TensorShapeProto, unknown sizes as -1."""
        from minigraph.protos import TensorShapeProto

        if self._dims is None:
            return TensorShapeProto(unknown_rank=True)
        sizes = [TensorShapeProto.Dim(size=-1 if d is None else d) for d in self._dims]
        return TensorShapeProto(dim=sizes)

    experimental_as_proto = as_proto

    @classmethod
    def experimental_type_proto(cls) -> type:
        """The message class that holds a shape."""
        from minigraph.protos import TensorShapeProto

        return TensorShapeProto

    @classmethod
    def experimental_from_proto(cls, proto: Any) -> "TensorShape":
        """The shape in a TensorShapeProto."""
        return cls(proto)

    def num_elements(self) -> int | None:
        """The product of all sizes, or None if one is unknown."""
        return num_elements(self._dims)

    def is_fully_defined(self) -> bool:
        """Whether rank and all sizes are known."""
        return self._dims is not None and None not in self._dims

    def is_compatible_with(self, other: Any) -> bool:
        """Whether some tensor can have both shapes."""
        return compatible(self._dims, as_shape(other)._dims)

    def is_subtype_of(self, other: Any) -> bool:
        """Whether every tensor of this shape is one of shape `other`."""
        if not isinstance(other, TensorShape):
            return False
        if other._dims is None:
            return True
        if self._dims is None or len(self._dims) != len(other._dims):
            return False
        return all(o is None or s == o for s, o in zip(self._dims, other._dims, strict=True))

    def most_specific_common_supertype(self, others: Sequence[Any]) -> "TensorShape | None":
        """The narrowest shape that this and all `others` are subtypes of; None for other types."""
        if not all(isinstance(other, TensorShape) for other in others):
            return None
        dims = self._dims
        for other in others:
            dims = _common(dims, other._dims)
        return from_tuple(dims)

    def most_specific_compatible_shape(self, other: Any) -> "TensorShape":
        """The narrowest shape that holds tensors of both shapes."""
        return from_tuple(_common(self._dims, as_shape(other)._dims))

    def merge_with(self, other: Any) -> "TensorShape":
        """What is known from both shapes together; ValueError if they conflict."""
        shape = as_shape(other)
        if not compatible(self._dims, shape._dims):
            raise ValueError(f"Shapes {self} and {shape} are not compatible")
        return from_tuple(merge(self._dims, shape._dims))

    def concatenate(self, other: Any) -> "TensorShape":
        """The dimensions of this shape followed by those of `other`."""
        other = as_shape(other)
        if self._dims is None or other._dims is None:
            return from_tuple(None)
        return from_tuple(self._dims + other._dims)

    def with_rank(self, rank: Any) -> "TensorShape":
        """This shape with a known rank; ValueError if it has another one."""
        try:
            return self.merge_with(unknown_shape(rank=rank))
        except ValueError:
            raise ValueError(f"Shape {self} must have rank {int(rank)}") from None

    def with_rank_at_least(self, rank: int) -> "TensorShape":
        """This shape; ValueError if its rank is known and lower."""
        if self._dims is not None and len(self._dims) < rank:
            raise ValueError(f"Shape {self} must have rank at least {int(rank)}")
        return self

    def with_rank_at_most(self, rank: int) -> "TensorShape":
        """This shape; ValueError if its rank is known and higher."""
        if self._dims is not None and len(self._dims) > rank:
            raise ValueError(f"Shape {self} must have rank at most {int(rank)}")
        return self

    def assert_has_rank(self, rank: int) -> None:
        """Raise ValueError if the rank is known and another one."""
        if self.rank not in (None, rank):
            raise ValueError(f"Shape {self} must have rank {int(rank)}")

    def assert_same_rank(self, other: Any) -> None:
        """Raise ValueError if both ranks are known and differ."""
        other = as_shape(other)
        if None not in (self.rank, other.rank) and self.rank != other.rank:
            raise ValueError(f"Shapes {self} and {other} must have the same rank")

    def assert_is_compatible_with(self, other: Any) -> None:
        """Raise ValueError unless some tensor can have both shapes."""
        if not self.is_compatible_with(other):
            raise ValueError(f"Shapes {self} and {other} are incompatible")

    def assert_is_fully_defined(self) -> None:
        """Raise ValueError unless rank and all sizes are known."""
        if not self.is_fully_defined():
            raise ValueError(f"Shape {self} is not fully defined")

    def __len__(self) -> int:
        if self._dims is None:
            raise ValueError("Cannot take the length of shape with unknown rank.")
        return len(self._dims)

    def __bool__(self) -> bool:
        return self._dims is not None

    def __iter__(self) -> Iterator[Any]:
        if self._dims is None:
            raise ValueError("Cannot iterate over a shape with unknown rank.")
        return iter(self._dims if switches.v2_tensorshape else self.dims or ())

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            return self._slice(key)
        if self._dims is None:
            return None if switches.v2_tensorshape else Dimension(None)
        return self._dims[key] if switches.v2_tensorshape else self.dims[key]  # type: ignore[index]

    def _slice(self, key: slice) -> "TensorShape":
        if self._dims is not None:
            return from_tuple(self._dims[key])
        if key.step is not None:
            raise ValueError("Steps are not yet handled")
        start = 0 if key.start is None else key.start
        if key.stop is None or start < 0 or key.stop < 0:
            return from_tuple(None)
        return unknown_shape(rank=key.stop - start)

    def __add__(self, other: Any) -> "TensorShape":
        return self.concatenate(other)

    def __radd__(self, other: Any) -> "TensorShape":
        return as_shape(other).concatenate(self)

    def __concat__(self, other: Any) -> "TensorShape":
        return self.concatenate(other)

    def __eq__(self, other: object) -> bool:
        try:
            return self._dims == as_shape(other)._dims
        except TypeError:
            return NotImplemented

    def __hash__(self) -> int:
        return hash(self._dims)

    def __reduce__(self) -> tuple[Any, ...]:
        return TensorShape, (self._dims,)

    def __repr__(self) -> str:
        if self._dims is None:
            return "TensorShape(None)"
        return f"TensorShape({list(self)})"

    def __str__(self) -> str:
        if self._dims is None:
            return "<unknown>"
        unknown = "None" if switches.v2_tensorshape else "?"
        sizes = ", ".join(unknown if d is None else str(d) for d in self._dims)
        return f"({sizes},)" if len(self._dims) == 1 else f"({sizes})"


def _size(value: Any) -> int | None:
    if value is None or (type(value) is int and value >= 0):
        return value
    return as_dimension(value).value


def _dims_from_object(dims: Any) -> Shape:
    """The sizes from an iterable that is no list or tuple, or from one size."""
    try:
        sizes = iter(dims)
    except TypeError:
        return (as_dimension(dims).value,)
    result = []
    for size in sizes:
        try:
            result.append(as_dimension(size).value)
        except TypeError as error:
            raise TypeError(
                f"Failed to convert '{dims!r}' to a shape: '{size!r}'could not be converted to a "
                "dimension. A shape should either be single dimension (e.g. 10), or an iterable "
                "of dimensions (e.g. [1, 10, None])."
            ) from error
    return tuple(result)


def from_tuple(dims: Shape) -> TensorShape:
    """The TensorShape of an internal shape, unchecked and cheap."""
    shape = TensorShape.__new__(TensorShape)
    shape._dims = dims
    return shape


def as_shape(shape: Any) -> TensorShape:
    """`shape` if it is a TensorShape, else `TensorShape(shape)`."""
    return shape if isinstance(shape, TensorShape) else TensorShape(shape)


def unknown_shape(rank: Any = None, **kwargs: Any) -> TensorShape:
    """A shape of unknown sizes, of the given rank (also spelt `ndims`) or of unknown rank."""
    if rank is None and "ndims" in kwargs:
        rank = kwargs.pop("ndims")
    if kwargs:
        raise TypeError(f"Unknown argument: {kwargs}")
    return from_tuple(None if rank is None else (None,) * rank)


def dimension_value(dimension: Any) -> int | None:
    """The size in a `Dimension`, or the argument if it is none (`tf.compat.dimension_value`)."""
    return dimension.value if isinstance(dimension, Dimension) else dimension


def dimension_at_index(shape: TensorShape, index: int) -> Dimension:
    """The `Dimension` at an index, unknown where the rank is (`tf.compat.dimension_at_index`)."""
    assert isinstance(shape, TensorShape)
    return Dimension(None) if shape.dims is None else shape.dims[index]


def enable_v2_tensorshape() -> None:
    """Make indexing and iterating a TensorShape give ints and None."""
    switches.v2_tensorshape = True


def disable_v2_tensorshape() -> None:
    """Make indexing and iterating a TensorShape give `Dimension` objects."""
    switches.v2_tensorshape = False


def format_shape(dims: Shape) -> str:
    """The shape as messages print it: `[2,?]`, `[]`, or `?` for an unknown rank."""
    if dims is None:
        return "?"
    return "[" + ",".join("?" if d is None else str(d) for d in dims) + "]"


def num_elements(dims: Shape) -> int | None:
    """The product of all sizes, or None if one is unknown."""
    if dims is None or None in dims:
        return None
    return prod(dims)  # type: ignore[arg-type]


def compatible(a: Shape, b: Shape) -> bool:
    """Whether some tensor can have both shapes."""
    if a is None or b is None or a == b:
        return True
    return len(a) == len(b) and all(
        x is None or y is None or x == y for x, y in zip(a, b, strict=True)
    )


def _common(a: Shape, b: Shape) -> Shape:
    """The narrowest shape that holds tensors of both shapes."""
    if a is None or b is None or len(a) != len(b):
        return None
    return tuple(x if x == y else None for x, y in zip(a, b, strict=True))


def merge(a: Shape, b: Shape) -> Shape:
    """What is known from both shapes together.

    Raises ValueError in the words of TensorFlow's shape functions if they conflict.
    """
    if a is None or a == b:
        return b
    if b is None:
        return a
    if len(a) != len(b):
        raise ValueError(f"Shapes must be equal rank, but are {len(a)} and {len(b)}")
    for index, (x, y) in enumerate(zip(a, b, strict=True)):
        if x is not None and y is not None and x != y:
            raise ValueError(
                f"Dimension {index} in both shapes must be equal, but are {x} and {y}. "
                f"Shapes are {format_shape(a)} and {format_shape(b)}."
            )
    return tuple(y if x is None else x for x, y in zip(a, b, strict=True))


def broadcast_shapes(a: Shape, b: Shape) -> Shape:
    """The shape of an element-wise result.

    Raises ValueError "Dimensions must be equal, but are 2 and 3" if the shapes do not broadcast.
    """
    if a == b or b == ():
        return a
    if a == ():
        return b
    if a is None or b is None:
        return None
    longer, shorter = (a, b) if len(a) >= len(b) else (b, a)
    pad = len(longer) - len(shorter)
    left, right = (1,) * (len(longer) - len(a)) + a, (1,) * (len(longer) - len(b)) + b
    pairs: Iterable[tuple[int | None, int | None]] = zip(left[pad:], right[pad:], strict=True)
    return longer[:pad] + tuple([_broadcast_sizes(x, y) for x, y in pairs])


def _broadcast_sizes(x: int | None, y: int | None) -> int | None:
    if x == y or y == 1:
        return x
    if x == 1:
        return y
    if x is None or y is None:
        # A known size above 1 decides: the other one can only be equal to it or 1.
        return x or y or None
    raise ValueError(f"Dimensions must be equal, but are {x} and {y}")


def are_small_numbers(sizes: Any) -> bool:
    """Whether TensorFlow makes a constant of this shape, for which it cuts fractions off."""
    return (
        isinstance(sizes, (list, tuple))
        and all(isinstance(size, (int, float)) and size >= 1 for size in sizes)
        and prod(sizes) < 1000
    )
