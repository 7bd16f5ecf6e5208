"""What holds per thread or per process: default graph and session, execution mode, v2 switches."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple


class _Switches:
    """The process-wide switches between TensorFlow 1 and TensorFlow 2 behaviour."""

    __slots__ = (
        "control_flow_v2",
        "eager_execution",
        "resource_variables",
        "tensor_equality",
        "v2_behavior",
        "v2_tensorshape",
    )

    control_flow_v2: bool
    eager_execution: bool
    resource_variables: bool
    tensor_equality: bool
    v2_behavior: bool
    v2_tensorshape: bool

    def __init__(self) -> None:
        self.set_all(True)

    def set_all(self, value: bool) -> None:
        for name in self.__slots__:
            setattr(self, name, value)


switches = _Switches()


session_defaults: dict[str, Any] = {}
"""Fields of the ConfigProto of sessions that are made without one: what `tf.config` has set."""


class DefaultStack(threading.local):
    """The stack of default objects of each thread."""

    def __init__(self) -> None:
        self.stack: list[Any] = []

    def get_default(self) -> Any:
        """The innermost default object, or None."""
        return self.stack[-1] if self.stack else None

    def reset(self) -> None:
        """Forget all default objects of this thread."""
        self.stack = []

    def is_cleared(self) -> bool:
        """Whether this thread has no default object."""
        return not self.stack

    @contextmanager
    def get_controller(self, default: Any) -> Iterator[Any]:
        """Make `default` the default object inside a `with` block.

        Raises AssertionError when blocks are left in another order than the reverse of entering.
        """
        self.stack.append(default)
        try:
            yield default
        finally:
            self._remove(default)

    def _remove(self, default: Any) -> None:
        if not self.stack:
            return  # reset inside the block
        if self.stack[-1] is not default:
            raise AssertionError(f"Nesting violated for default stack of {type(default)} objects")
        self.stack.pop()


class _DefaultGraphStack(DefaultStack):
    """The default graphs of each thread; each thread has a graph of its own at the bottom.

    eager_outside: whether the thread stays eager outside its blocks though the process is not.
    """

    def __init__(self) -> None:
        super().__init__()
        self.global_default: Any = None
        self.eager_outside = False

    def get_default(self) -> Any:
        """The innermost default graph; this thread's own graph, made on demand, if none is."""
        stack = self.stack
        if stack:
            return stack[-1]
        if self.global_default is None:
            self.global_default = _graph_factory()
        return self.global_default

    def reset(self) -> None:
        super().reset()
        self.global_default = None


def _no_graph_factory() -> Any:
    raise RuntimeError("import minigraph.graph before asking for the default graph")


_graph_factory: Callable[[], Any] = _no_graph_factory


def register_graph_factory(factory: Callable[[], Any]) -> None:
    """Tell how to make a default graph: layer 0 knows no Graph class."""
    global _graph_factory
    _graph_factory = factory


default_graph_stack = _DefaultGraphStack()
default_session_stack = DefaultStack()

get_default_graph = default_graph_stack.get_default
get_default_session = default_session_stack.get_default


def reset_default_graph() -> None:
    """Give this thread a fresh default graph; AssertionError inside `with graph.as_default()`."""
    if not default_graph_stack.is_cleared():
        raise AssertionError(
            "Do not use tf.reset_default_graph() to clear nested graphs. If you need a cleared "
            "graph, exit the nesting and create a new graph."
        )
    default_graph_stack.reset()


def executing_eagerly() -> bool:
    """Whether operations run at once: eager execution is on and no graph is entered."""
    threads = default_graph_stack
    return not threads.stack and (switches.eager_execution or threads.eager_outside)


def tracing_eagerly() -> bool:
    """Whether a function is being built that eager code will call: no graph is around it."""
    stack = default_graph_stack.stack
    return (
        switches.eager_execution and bool(stack) and all(graph.building_function for graph in stack)
    )


def executing_eagerly_outside_functions() -> bool:
    """Whether operations run at once where no function is built."""
    return executing_eagerly() or tracing_eagerly()


def enable_eager_execution(
    config: Any = None, device_policy: int | None = None, execution_mode: int | None = None
) -> None:
    """Switch the process to eager execution; ValueError once a default graph is in use."""
    if switches.eager_execution:
        return
    if config is not None and type(config).__name__ != "ConfigProto":
        raise TypeError(f"config must be a tf.ConfigProto, but got {type(config)}")
    if device_policy not in (None, 0, 1, 2, 3):
        raise ValueError("device_policy must be one of None, DEVICE_PLACEMENT_*")
    if execution_mode not in (None, 0, 1):
        raise ValueError("execution_mode must be one of None, SYNC, ASYNC")
    if default_graph_stack.global_default is not None:
        raise ValueError("tf.enable_eager_execution must be called at program startup.")
    switches.eager_execution = True


def disable_eager_execution() -> None:
    """Switch the process to graph mode; a block of a graph ends in the mode that it began in."""
    entered = bool(default_graph_stack.stack)
    default_graph_stack.eager_outside = entered and (
        switches.eager_execution or default_graph_stack.eager_outside
    )
    switches.eager_execution = False


def enable_v2_behavior() -> None:
    """Switch everything to TensorFlow 2 behaviour."""
    enable_eager_execution()
    switches.set_all(True)


def disable_v2_behavior() -> None:
    """Switch everything to TensorFlow 1 behaviour."""
    disable_eager_execution()
    switches.set_all(False)


def v2_behavior_enabled() -> bool:
    """Whether TensorFlow 2 behaviour is the default (`tf.__internal__.tf2.enabled`)."""
    return switches.v2_behavior


def enable_resource_variables() -> None:
    """Make `tf.Variable` a resource variable."""
    switches.resource_variables = True


def disable_resource_variables() -> None:
    """Make `tf.Variable` a reference variable."""
    switches.resource_variables = False


def resource_variables_enabled() -> bool:
    """Whether `tf.Variable` makes resource variables."""
    return switches.resource_variables


def enable_control_flow_v2() -> None:
    """Build `tf.cond` and `tf.while_loop` from functions."""
    switches.control_flow_v2 = True


def disable_control_flow_v2() -> None:
    """Build `tf.cond` and `tf.while_loop` from Switch and Merge."""
    switches.control_flow_v2 = False


def control_flow_v2_enabled() -> bool:
    """Whether `tf.cond` and `tf.while_loop` are built from functions."""
    return switches.control_flow_v2


def enable_tensor_equality() -> None:
    """Make `==` on tensors compare values."""
    switches.tensor_equality = True


def disable_tensor_equality() -> None:
    """Make `==` on tensors compare identity."""
    switches.tensor_equality = False


def tensor_equality() -> bool:
    """Whether `==` on tensors compares values."""
    return switches.tensor_equality


def session_for(graph: Any, session: Any, task: str, method: str) -> Any:
    """The session that `eval` or `run` uses: the one given, else the default one.

    Raises ValueError where there is none or it belongs to another graph than `graph`.
    """
    what = task.split()[-1]
    if session is not None:
        if session.graph is not graph:
            raise ValueError(
                f"Cannot use the given session to {task}: the {what}'s graph is different from the "
                "session's graph."
            )
        return session
    session = get_default_session()
    if session is None:
        block = "`with sess.as_default()`" + (":" if method == "run" else "")
        block = "`with sess.as_default():`" if method == "run" else block
        raise ValueError(
            f"Cannot {task} using `{method}()`: No default session is registered. Use {block} or "
            f"pass an explicit session to `{method}(session=sess)`"
        )
    if session.graph is not graph:
        quote = "" if method == "run" else "`"
        raise ValueError(
            f"Cannot use the default session to {task}: the {what}'s graph is different from the "
            f"session's graph. Pass an explicit session to {quote}{method}(session=sess){quote}."
        )
    return session


class _Eager:
    """Eager execution of the process: `started` once a value or operation was made."""

    started = False


eager = _Eager()


@contextmanager
def eager_mode(always: bool = False) -> Iterator[None]:
    """A block outside all graphs: operations run at once where eager execution is on, or always."""
    threads = default_graph_stack
    before = threads.stack, threads.eager_outside
    threads.stack, threads.eager_outside = [], always or threads.eager_outside
    try:
        yield
    finally:
        threads.stack, threads.eager_outside = before


_load_eager_runtime: Callable[[], Any]


def register_eager_runtime(load: Callable[[], Any]) -> None:
    """Tell how to load what computes ops at once: it stands above this layer."""
    global _load_eager_runtime
    _load_eager_runtime = load


def eager_apply(op_def: Any, inputs: Any, attrs: Any, name: str | None) -> Any:
    """Computes an op at once."""
    return _load_eager_runtime().apply(op_def, inputs, attrs, name)


def eager_value(tensor: Any) -> Any:
    """The value of a tensor of a function under construction, where no argument decides it."""
    return _load_eager_runtime().value_of(tensor)


class _Recorders(threading.local):
    """Who is told of every operation that is run or added to a graph: the tapes of a thread."""

    active: tuple[Any, ...] = ()


recorders = _Recorders()


def record(operation: Any) -> None:
    """Tells the recorders of an operation."""
    for recorder in recorders.active:
        recorder.record(operation)


def variable_accessed(variable: Any) -> None:
    """Tells the recorders that a variable is used."""
    for recorder in recorders.active:
        recorder.variable_accessed(variable)


class Recorded(NamedTuple):
    """Something differentiable that is no operation: `backward` takes and returns gradients."""

    name: str
    outputs: Sequence[Any]
    inputs: Sequence[Any]
    backward: Callable[..., Any]


def record_operation(
    name: str, outputs: Sequence[Any], inputs: Sequence[Any], backward: Callable[..., Any]
) -> None:
    """Tells the recorders how to differentiate `outputs` by `inputs`."""
    if recorders.active:
        record(Recorded(name, outputs, inputs, backward))


@contextmanager
def recording(*recorders_inside: Any) -> Iterator[None]:
    """A block in which just these recorders are active."""
    outer, recorders.active = recorders.active, recorders_inside
    try:
        yield
    finally:
        recorders.active = outer
