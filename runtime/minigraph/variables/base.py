"""What reference variables and resource variables share, and how `tf.Variable` chooses."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from minigraph import context
from minigraph.nest import CompositeTensor
from minigraph.ops import comparison, slicing
from minigraph.ops import operators as operators
from minigraph.shapes import TensorShape
from minigraph.tensor import Tensor, TensorReference


class VariableSynchronization(enum.Enum):
    """When a distributed variable is aggregated (tf.VariableSynchronization)."""

    AUTO = 0
    NONE = 1
    ON_WRITE = 2
    ON_READ = 3


class VariableAggregation(enum.Enum):
    """How a distributed variable is aggregated (tf.VariableAggregation)."""

    NONE = 0
    SUM = 1
    MEAN = 2
    ONLY_FIRST_REPLICA = 3
    ONLY_FIRST_TOWER = 3  # noqa: PIE796 - the older name


def check_distribution(
    synchronization: Any, aggregation: Any, trainable: Any, name: str | None
) -> tuple[VariableSynchronization, VariableAggregation, Any]:
    """The three arguments with their defaults; ValueError for a mode that does not exist."""
    try:
        aggregation = VariableAggregation(aggregation or VariableAggregation.NONE)
    except ValueError:
        raise ValueError(
            f"Invalid variable aggregation mode: {aggregation} for variable: {name}"
        ) from None
    try:
        synchronization = VariableSynchronization(synchronization or VariableSynchronization.AUTO)
    except ValueError:
        raise ValueError(
            f"Invalid variable synchronization mode: {synchronization} for variable: {name}"
        ) from None
    if trainable is None:
        trainable = synchronization is not VariableSynchronization.ON_READ
    return synchronization, aggregation, trainable


Creator = Callable[..., Any]


class VariableMetaclass(type):
    """Calling a variable class that has a `_create` makes the kind of variable in force."""

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        """An instance, or what the class's `_create` makes."""
        create = cls.__dict__.get("_create")
        if create is None:
            return super().__call__(*args, **kwargs)
        return create.__func__(*args, **kwargs)


class SaveSliceInfo:
    """Of which larger variable a variable is a part: name, shape, where it begins, its shape."""

    def __init__(
        self,
        full_name: str | None = None,
        full_shape: Sequence[int] | None = None,
        var_offset: Sequence[int] | None = None,
        var_shape: Sequence[int] | None = None,
    ) -> None:
        self.full_name, self.full_shape = full_name, full_shape
        self.var_offset, self.var_shape = var_offset, var_shape

    @property
    def spec(self) -> str:
        """The slice as a checkpoint names it: "4 3 0,2:0,3"."""
        extents = zip(self.var_offset or (), self.var_shape or ())
        parts = ":".join(f"{start},{length}" for start, length in extents)
        return " ".join([*map(str, self.full_shape or ()), parts])


class Variable(metaclass=VariableMetaclass):
    """A tensor that keeps its value between runs (TensorFlow: tf.Variable).

    The value lives in the session; the object names the operations that hold, set and read it.
    """

    __array_priority__ = 100
    _in_graph_mode = True

    @staticmethod
    def _create(
        initial_value: Any = None,
        trainable: Any = None,
        validate_shape: bool = True,
        caching_device: Any = None,
        name: str | None = None,
        variable_def: Any = None,
        dtype: Any = None,
        import_scope: str | None = None,
        constraint: Any = None,
        synchronization: Any = None,
        aggregation: Any = None,
        shape: Any = None,
    ) -> Any:
        from minigraph.variables.resource import ResourceVariable

        given = {key: value for key, value in locals().items() if key != "ResourceVariable"}
        return create_through_scopes(ResourceVariable, **given)

    _initial_value: Any
    _initializer_op: Any
    _trainable: Any
    _synchronization: VariableSynchronization
    _aggregation: VariableAggregation
    _constraint: Any
    SaveSliceInfo = SaveSliceInfo
    _save_slice_info: Any = None
    _caching_device: Any = None

    name: Any
    op: Any
    graph: Any
    dtype: Any
    device: Any
    shape: TensorShape
    value: Callable[[], Any]
    read_value: Callable[[], Any]
    _as_graph_element: Callable[[], Any]
    _strided_slice_assign: Callable[..., Any]

    @property
    def trainable(self) -> Any:
        """Whether optimizers train this variable."""
        return self._trainable

    @property
    def synchronization(self) -> VariableSynchronization:
        """When a distributed variable is aggregated."""
        return self._synchronization

    @property
    def aggregation(self) -> VariableAggregation:
        """How a distributed variable is aggregated."""
        return self._aggregation

    @property
    def constraint(self) -> Any:
        """The function that an optimizer applies after each update, or None."""
        return self._constraint

    @property
    def initializer(self) -> Any:
        """The operation that assigns the initial value."""
        return self._initializer_op

    @property
    def initial_value(self) -> Any:
        """The tensor that the initializer assigns."""
        return self._initial_value

    @property
    def _shared_name(self) -> str:
        name: str = self.name
        return name[: name.index(":")]

    @property
    def _graph_key(self) -> Any:
        return self.graph

    def get_shape(self) -> TensorShape:
        """Alias of `shape`."""
        return self.shape

    def initialized_value(self) -> Any:
        """The value, or the initial value before the first assignment.

        Only reference variables have it, as in TensorFlow.
        """
        raise NotImplementedError

    def eval(self, session: Any = None) -> Any:
        """The value in `session`, or in the default session."""
        if not self._in_graph_mode or context.executing_eagerly():
            raise RuntimeError("This operation is not supported when eager execution is enabled.")
        return self._as_graph_element().eval(session=session)

    def load(self, value: Any, session: Any = None) -> None:
        """Assigns `value` at once in `session`, or in the default session.

        Raises ValueError where there is no session.
        """
        session = session or context.get_default_session()
        if session is None:
            raise ValueError(
                "Either session argument should be provided or default session should be "
                "established"
            )
        session.run(self.initializer, {self.initializer.inputs[1]: value})

    def ref(self) -> TensorReference:
        """A hashable stand-in that compares by identity."""
        return TensorReference(self)

    experimental_ref = ref

    def _set_save_slice_info(self, save_slice_info: Any) -> None:
        self._save_slice_info = save_slice_info

    def _get_save_slice_info(self) -> Any:
        return self._save_slice_info

    def __repr__(self) -> str:
        return f"<tf.Variable '{self.name}' shape={self.shape} dtype={self.dtype.name}>"

    def __hash__(self) -> int:
        if _compares_values():
            raise TypeError(
                "Variable is unhashable. Instead, use variable.ref() as the key. "
                f"(Variable: {self})"
            )
        return id(self)

    def __eq__(self, other: object) -> Any:
        if _compares_values():
            return comparison.equal(self, other, incompatible_shape_error=False)
        return self is other

    def __ne__(self, other: object) -> Any:
        if _compares_values():
            return comparison.not_equal(self, other, incompatible_shape_error=False)
        return self is not other

    def __iter__(self) -> Iterator[Any]:
        return iter(self.read_value())

    def __getitem__(self, slice_spec: Any) -> Any:
        """A slice of the value, with a method `assign` that writes to the variable."""
        return slicing.slice_helper(self.value(), slice_spec, self)

    def __copy__(self) -> Variable:
        return self


def _compares_values() -> bool:
    """Whether `==` looks at elements: only where eager execution is outermost."""
    stack = context.default_graph_stack.stack
    outermost_is_eager = context.switches.eager_execution and all(
        graph.building_function for graph in stack
    )
    return context.tensor_equality() and outermost_is_eager


def _operator(name: str) -> Callable[..., Any]:
    function: Callable[..., Any] = getattr(Tensor, name)

    def apply(self: Variable, *args: Any) -> Any:
        return function(self.value(), *args)

    apply.__name__ = name
    apply.__doc__ = function.__doc__
    return apply


_UNARY = ("abs", "invert", "neg")
_COMPARISONS = ("ge", "gt", "le", "lt")
_BINARY = ("add", "and", "div", "floordiv", "matmul", "mod", "mul", "or", "pow", "sub", "xor")
_REVERSIBLE = (*_BINARY, "truediv")
for _name in (*_UNARY, *_COMPARISONS, *_REVERSIBLE, *(f"r{name}" for name in _REVERSIBLE)):
    setattr(Variable, f"__{_name}__", _operator(f"__{_name}__"))


@contextmanager
def variable_creator_scope(variable_creator: Creator) -> Iterator[None]:
    """Makes variables through `variable_creator(next_creator, **kwargs)` inside the block.

    Raises RuntimeError where blocks are left in another order than the reverse of entering.
    """
    scopes = context.get_default_graph()._thread
    outer = _creators(scopes)
    inner = scopes.variable_creators = (*outer, variable_creator)
    try:
        yield
    finally:
        if _creators(scopes) is not inner:
            raise RuntimeError("Exiting variable_creator_scope without proper nesting.")
        scopes.variable_creators = outer


def _creators(scopes: Any) -> tuple[Creator, ...]:
    creators: tuple[Creator, ...] = getattr(scopes, "variable_creators", ())
    return creators


def create_through_scopes(last: Creator, **kwargs: Any) -> Any:
    """Calls the creators of the open scopes, the innermost first, and finally `last`."""
    create: Creator = lambda **given: last(**given)  # noqa: E731
    for creator in _creators(context.get_default_graph()._thread):
        create = _chained(creator, create)
    return create(**kwargs)


def _chained(creator: Creator, following: Creator) -> Creator:
    return lambda **kwargs: creator(following, **kwargs)


def is_tensor(x: Any) -> Any:
    """Whether `x` is a tensor, a variable or made of tensors (tf.is_tensor)."""
    return isinstance(x, (Tensor, Variable, CompositeTensor))
