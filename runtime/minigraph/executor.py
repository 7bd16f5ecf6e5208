"""The reference executor: runs the steps of a plan one after the other."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import partial
from operator import itemgetter
from typing import Any

import numpy as np

from minigraph import arrays, errors
from minigraph.graph import Graph
from minigraph.operation import Operation
from minigraph.plan import Plan, build_plan
from minigraph.resources import ResourceManager
from minigraph.steps import CONTEXT_SLOT, Step, step_inputs


class Cancellation:
    """Tells the waiting kernels of a run that the session was closed or the time is up."""

    def __init__(self) -> None:
        self.cancelled = False
        self._lock = threading.Lock()
        self._callbacks: dict[int, Callable[[], None]] = {}
        self._next = 0

    def cancel(self) -> None:
        """Marks the run as cancelled and wakes up who waits."""
        with self._lock:
            self.cancelled = True
            callbacks = list(self._callbacks.values())
        for callback in callbacks:
            callback()

    def register(self, callback: Callable[[], None]) -> int:
        """Has `callback` called when the run is cancelled; the result is for `deregister`."""
        with self._lock:
            self._next += 1
            self._callbacks[self._next] = callback
            return self._next

    def deregister(self, token: int) -> None:
        """Forgets a callback."""
        with self._lock:
            self._callbacks.pop(token, None)


class StepContext:
    """What a stateful kernel may use: the session's resources and the run's cancellation."""

    __slots__ = ("cancellation", "resources", "session")

    def __init__(
        self, session: Any, resources: ResourceManager, cancellation: Cancellation | None = None
    ) -> None:
        self.session = session
        self.resources = resources
        self.cancellation = cancellation

    def call(self, function: Graph, values: Sequence[Any]) -> list[Any]:
        """Runs the body of a function graph on its input values; returns its outputs."""
        return list(body_of(function).run(self, values))

    def loop(self, cond: Graph, body: Graph, values: Sequence[Any]) -> Sequence[Any]:
        """Runs `body` on its own outputs, from `values` on, as long as `cond` of them is true."""
        goes_on, step = body_of(cond).run, body_of(body).run
        cancellation = self.cancellation
        while goes_on(self, values)[0]:
            values = step(self, values)
            if cancellation is not None and cancellation.cancelled:
                self.check_cancelled()
        return values

    def ready(self, body: Body) -> Callable[[Sequence[Any]], Sequence[Any]]:
        """A function of the arguments of a body that runs it in this context."""
        return partial(body.run, self)

    def check_cancelled(self) -> None:
        """Raises CancelledError once the run is cancelled; loops call it at each turn."""
        if self.cancellation is not None and self.cancellation.cancelled:
            raise errors.CancelledError(None, None, "Loop execution was cancelled.")


class Body:
    """A function ready to be called from a kernel, over and over."""

    __slots__ = ("_arguments", "_pick", "_single", "_template", "plan")

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._template = plan.template
        # The slots of the arguments follow that of the context.
        self._arguments = slice(CONTEXT_SLOT + 1, CONTEXT_SLOT + 1 + len(plan.feed_slots))
        outputs = [slot for slot, _ in plan.outputs]
        self._single = outputs[0] if len(outputs) == 1 else None
        self._pick: Callable[[list[Any]], Sequence[Any]] = (
            itemgetter(*outputs) if len(outputs) > 1 else lambda slots: ()
        )

    def run(self, context: StepContext, values: Sequence[Any]) -> Sequence[Any]:
        """The outputs for the arguments `values`."""
        slots = self._template.copy()
        slots[CONTEXT_SLOT] = context
        slots[self._arguments] = values
        _run(self.plan.steps, slots)
        single = self._single
        return self._pick(slots) if single is None else (slots[single],)


def body_of(function: Graph) -> Body:
    """The function made ready, which is done at its first call."""
    body: Body | None = function.__dict__.get("_body")
    if body is None:
        graph = getattr(function, "whole", function)
        plan = build_plan(graph, function.outputs, function.targets, function.inputs)  # type: ignore[attr-defined]
        body = function.__dict__["_body"] = Body(plan)
    return body


def execute(plan: Plan, context: StepContext, feeds: Sequence[Any]) -> list[Any]:
    """Runs a plan and returns the value of each fetch.

    Raises the OpError of the first step that fails, with its operation.
    """
    slots = plan.template.copy()
    slots[CONTEXT_SLOT] = context
    for slot, value in zip(plan.feed_slots, feeds):
        slots[slot] = value
    run_steps(plan, slots)
    return collect(plan, slots)


def run_steps(plan: Plan, slots: list[Any]) -> None:
    """Runs every step over `slots`."""
    with np.errstate(all="ignore"):
        _run(plan.steps, slots)


def _run(steps: Sequence[Step], slots: list[Any]) -> None:
    arity: Any = None
    a: Any = None
    b: Any = None
    op: Any = None
    try:
        for kernel, arity, a, b, out, op in steps:  # noqa: B007
            if arity == 2:
                slots[out] = kernel(slots[a], slots[b])
            elif arity == 1:
                slots[out] = kernel(slots[a])
            elif type(out) is int:
                slots[out] = kernel(*[slots[slot] for slot in a])
            elif out:
                for slot, value in zip(out, kernel(*[slots[slot] for slot in a])):
                    slots[slot] = value
            else:
                kernel(*[slots[slot] for slot in a])
    except Exception as error:
        inputs = (a,) if arity == 1 else (a, b) if arity == 2 else a
        raise as_op_error(error, op, [slots[slot] for slot in inputs]) from _cause(error)


def run_step(step: Step, slots: list[Any]) -> None:
    """Runs one step over `slots`: for the executors that choose the order as they go."""
    kernel, arity, a, b, out, op = step
    try:
        if arity == 2:
            slots[out] = kernel(slots[a], slots[b])
        elif arity == 1:
            slots[out] = kernel(slots[a])
        elif type(out) is int:
            slots[out] = kernel(*[slots[slot] for slot in a])
        else:
            for slot, value in zip(out, kernel(*[slots[slot] for slot in a])):
                slots[slot] = value
    except Exception as error:
        inputs = [slots[slot] for slot in step_inputs(step)]
        raise as_op_error(error, op, inputs) from _cause(error)


def collect(plan: Plan, slots: list[Any]) -> list[Any]:
    """The fetched values; a fed tensor comes back as the fed array itself."""
    feed_slots = plan.feed_slots
    return [
        slots[slot] if slot in feed_slots and not copy else fetched(slots[slot], copy)
        for slot, copy in plan.outputs
    ]


def fetched(value: Any, copy: bool) -> Any:
    """A value as a run returns it: scalars as NumPy scalars, state copied, resources as handles."""
    if type(value) is np.ndarray:
        if value.dtype.names:
            value = arrays.plain(value)
        if value.ndim == 0:
            return value[()]
        return value.copy() if copy else value
    return value if isinstance(value, (np.generic, bytes)) else _handle(value)


def _handle(resource: Any) -> Any:
    """The bytes of the ResourceHandleProto of a resource, as an array of the type `resource`.

    Raises InternalError for a list of tensors.
    """
    from minigraph import protos

    if not hasattr(resource, "name"):
        if not hasattr(resource, "element_shape"):
            return resource  # a tensor that stays in the session
        text = "Tensorflow type 21 not convertible to numpy dtype."
        raise errors.InternalError(None, None, text)
    data = protos.ResourceHandleProto(name=resource.name).SerializeToString()
    return np.frombuffer(data, [("resource", np.uint8)])


def as_op_error(error: Exception, op: Operation, inputs: Sequence[Any]) -> errors.OpError:
    """What a kernel raised for these inputs, as the error of its operation."""
    found = kernel_error(error, op, inputs)
    named = found.op is not None or found.is_of_the_run or "[[{{node" in str(found.message)
    return found if named else _at(found, op)


def kernel_error(error: Exception, op: Operation, inputs: Sequence[Any]) -> errors.OpError:
    """What a kernel raised for these inputs, as an OpError that names no operation."""
    if isinstance(error, errors.OpError):
        return error
    explain = op.op_def.explain_error
    if explain is not None:
        values = inputs[1:] if op.op_def.stateful else inputs
        message = explain(op, values, error)
        if message is not None:
            return errors.InvalidArgumentError(None, None, message)
    if isinstance(error, MemoryError):
        kind: type[errors.OpError] = errors.ResourceExhaustedError
    elif isinstance(error, (ValueError, TypeError, IndexError)):
        kind = errors.InvalidArgumentError
    else:
        kind = errors.InternalError
    return kind(None, None, str(error))


def _at(error: errors.OpError, op: Operation) -> errors.OpError:
    """The error with its operation; one inside a function is only named, as in TensorFlow."""
    graph = op.graph
    if graph.building_function:
        return type(error)(None, None, f"{error.message}\n\t [[{{{{node {op.name}}}}}]]")
    return errors.attach_node(error, op)


def _cause(error: Exception) -> BaseException | None:
    # A notebook shows the cause first, and NumPy's words about a shape are no help there.
    return error.__cause__ if isinstance(error, (errors.OpError, ValueError)) else error
