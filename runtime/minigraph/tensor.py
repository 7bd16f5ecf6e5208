"""Tensor: one output of an operation, a name for a value that a run will compute."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NoReturn

from minigraph import context, errors, shapes
from minigraph.display import Displayed
from minigraph.dtypes import DType
from minigraph.shapes import TensorShape

if TYPE_CHECKING:
    from minigraph.graph import Graph
    from minigraph.operation import Operation


_OF_ARRAYS = frozenset("T astype ravel transpose reshape clip size tolist data".split())


class Tensor:
    """A multi-dimensional array of elements of one dtype (TensorFlow: tf.Tensor).

    The base of graph tensors (`SymbolicTensor`) and of eager tensors. Its arithmetic operators are
    installed by the modules that declare the operations.
    """

    __slots__ = ()
    __array_priority__ = 100

    # The ops modules that add these methods to the class are above this layer.
    if TYPE_CHECKING:
        op: Operation
        dtype: DType

        shape: Any

        def __add__(self, other: Any) -> Tensor: ...
        def __radd__(self, other: Any) -> Tensor: ...
        def __sub__(self, other: Any) -> Tensor: ...
        def __rsub__(self, other: Any) -> Tensor: ...
        def __mul__(self, other: Any) -> Tensor: ...
        def __rmul__(self, other: Any) -> Tensor: ...
        def __truediv__(self, other: Any) -> Tensor: ...
        def __rtruediv__(self, other: Any) -> Tensor: ...
        def __neg__(self) -> Tensor: ...
        def __getitem__(self, key: Any) -> Tensor: ...

    def __getattr__(self, name: str) -> Any:
        if name in _OF_ARRAYS:
            raise AttributeError(
                f"{type(self).__name__} object has no attribute '{name}'. \n"
                "        If you are looking for numpy-related methods, please run the following:\n"
                "        tf.experimental.numpy.experimental_enable_numpy_behavior()\n      "
            )
        return self.__getattribute__(name)  # raises, as a property did

    def __round__(self, digits: int = 0) -> Any:
        return self.__getattr__("astype")

    @classmethod
    def _override_operator(cls, operator: str, function: Callable[..., Any]) -> None:
        """Installs `function` as the operator method named `operator`, e.g. "__add__"."""
        setattr(cls, operator, function)


class SymbolicTensor(Tensor, Displayed):
    """A tensor of a graph: it has no value until a session runs its operation."""

    __slots__ = (
        "__dict__",
        "__weakref__",
        "_constant",
        "_name",
        "_op",
        "_shape",
        "dtype",
        "value_index",
    )

    def __init__(
        self, op: Operation, value_index: int, dtype: DType, shape: tuple[int | None, ...] | None
    ) -> None:
        self._op = op
        self.value_index = value_index
        self.dtype = dtype
        self._shape = shape
        self._name: str | None = None
        self._constant: Any = None

    @property
    def graph(self) -> Graph:
        """The graph that holds this tensor's operation."""
        return self.op.graph

    @property
    def name(self) -> str:
        """The string `"op_name:output_index"`."""
        if self._name is None:
            self._name = f"{self.op.name}:{self.value_index}"
        return self._name

    @property
    def device(self) -> str:
        """The device string asked for, empty where none was."""
        return self.op.device

    @property
    def shape(self) -> TensorShape:
        """The static shape: what is known before any run."""
        return shapes.from_tuple(self._shape)

    def get_shape(self) -> TensorShape:
        """Alias of `shape`."""
        return shapes.from_tuple(self._shape)

    @property
    def ndim(self) -> int | None:
        """The static rank, None where unknown."""
        return None if self._shape is None else len(self._shape)

    def set_shape(self, shape: Any) -> None:
        """Merges `shape` into the static shape.

        Raises ValueError where the two are incompatible.
        """
        self._shape = shapes.merge(self._shape, shapes.as_shape(shape)._dims)

    def consumers(self) -> list[Operation]:
        """The operations that take this tensor, once for each input that does."""
        with self.graph._lock:
            return self.graph._consumers.of(self)

    @errors.hinted
    def eval(self, feed_dict: Any = None, session: Any = None) -> Any:
        """Runs this tensor in `session`, or in the default session, and returns its value.

        Raises ValueError where there is no session or it belongs to another graph.
        """
        return context.session_for(self.op.graph, session, "evaluate tensor", "eval").run(
            self, feed_dict
        )

    def ref(self) -> TensorReference:
        """A hashable stand-in that compares by identity."""
        return TensorReference(self)

    def __repr__(self) -> str:
        return f"<tf.Tensor '{self.name}' shape={self.shape} dtype={self.dtype.name}>"

    def __str__(self) -> str:
        shape = "" if self._shape is None else f", shape={self.shape}"
        device = f", device={self.device}" if self.device else ""
        return f'Tensor("{self.name}"{shape}, dtype={self.dtype.name}{device})'

    def __hash__(self) -> int:
        if (
            context.tensor_equality()
            and self.op.graph.building_function
            and context.tracing_eagerly()
        ):
            raise TypeError("Tensor is unhashable. Instead, use tensor.ref() as the key.")
        return id(self)

    @property
    @errors.hinted
    def numpy(self) -> NoReturn:
        """Not in a graph: raises AttributeError."""
        raise AttributeError("'SymbolicTensor' object has no attribute 'numpy'")

    @errors.hinted
    def __bool__(self) -> NoReturn:
        _disallow("Using a symbolic `tf.Tensor` as a Python `bool`")

    @errors.hinted
    def __iter__(self) -> Iterator[Any]:
        _disallow("Iterating over a symbolic `tf.Tensor`")

    @errors.hinted
    def __len__(self) -> NoReturn:
        raise TypeError(
            f"len is not well defined for a symbolic Tensor ({self.name}). "
            "Please call `x.shape` rather than `len(x)` for shape information."
        )

    @errors.hinted
    def __array__(self, dtype: Any = None, copy: Any = None) -> NoReturn:
        raise NotImplementedError(
            f"Cannot convert a symbolic tf.Tensor ({self.name}) to a numpy array. This error may "
            "indicate that you're trying to pass a Tensor to a NumPy call, which is not supported."
        )

    def __copy__(self) -> SymbolicTensor:
        return self

    def __deepcopy__(self, memo: Any) -> NoReturn:
        raise TypeError("A symbolic Tensor cannot be copied: it is an output of its graph.")


# Set from outside the class: a property that knows its name has another error text.
SymbolicTensor.op = property(attrgetter("_op"))  # type: ignore[assignment]


class TensorReference:
    """Compares and hashes by the identity of what it refers to (`Tensor.ref()`)."""

    __slots__ = ("_target",)

    def __init__(self, target: Any) -> None:
        self._target = target

    def deref(self) -> Any:
        """The object that `ref()` was called on."""
        return self._target

    def __hash__(self) -> int:
        return id(self._target)

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, TensorReference) and self._target is other._target

    def __repr__(self) -> str:
        return f"<Reference wrapping {self._target!r}>"


def _disallow(task: str) -> NoReturn:
    raise errors.OperatorNotAllowedInGraphError(
        f"{task} is not allowed. You can attempt the following resolutions to the problem: "
        "If you are running in Graph mode, use Eager execution mode or decorate this function "
        "with @tf.function. If you are using AutoGraph, you can try decorating this function with "
        "@tf.function. If that does not work, then you may be using an unsupported feature or your "
        "source code may not be visible to AutoGraph. See "
        "https://github.com/tensorflow/tensorflow/blob/master/tensorflow/python/autograph/g3doc/"
        "reference/limitations.md#access-to-source-code for more information."
    )
