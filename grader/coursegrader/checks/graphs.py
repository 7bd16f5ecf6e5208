"""Checks on the structure of a graph.

They use only the public attributes of graphs, operations and tensors, so that they work on
minigraph and on TensorFlow alike.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

from coursegrader.checks.card import note
from coursegrader.checks.describe import (
    check,
    dtype_name,
    fail,
    is_graph,
    is_operation,
    is_tensor,
    kind,
    listed,
    plural,
    shape_of,
    shape_text,
)

_STANDS_FOR = "A tensor stands for a value that a session computes later."


@check
def graph(value: Any, what: str = "graph") -> None:
    """Check that a value is a graph.

    Raises:
      AssertionError: it is something else.
    """
    if not is_graph(value):
        fail(f"`{what}` should be a tf.Graph, but it is {kind(value)}.")


@check
def tensor(value: Any, what: str, *, dtype: Any = None, shape: Any = ...) -> None:
    """Check that a value is a tensor of a graph, and its dtype and static shape where given.

    Raises:
      AssertionError: it is something else, or has another dtype or shape.
    """
    if is_operation(value):
        fail(
            f"`{what}` is the operation {value.name!r}; a tensor, which is its output, is expected."
        )
    if value is None:
        fail(f"`{what}` is None; a tensor is expected. Is a `return` missing?")
    if not is_tensor(value):
        fail(f"`{what}` is {kind(value)}; a tensor is expected. {_STANDS_FOR}")
    if dtype is not None and dtype_name(value.dtype) != dtype_name(dtype):
        fail(
            f"`{what}` has the dtype {dtype_name(value.dtype)}; "
            f"the question asks for {dtype_name(dtype)}."
        )
    if shape is not ... and shape_of(value.shape) != shape_of(shape):
        fail(
            f"`{what}` has the static shape {shape_text(value.shape)}; "
            f"the question asks for {shape_text(shape)}."
        )


_NO_PLACEHOLDER = {
    "Const": "a constant: its value is fixed when the graph is built",
    "PlaceholderWithDefault": "a placeholder with a default: it runs without being fed",
    "VariableV2": "a variable: it keeps a value between runs",
    "VarHandleOp": "a variable: it keeps a value between runs",
    "ReadVariableOp": "a variable: it keeps a value between runs",
}


@check
def placeholder(value: Any, what: str, *, dtype: Any, shape: Any, name: str | None = None) -> None:
    """Check that a tensor is a placeholder of the dtype, the static shape and the name asked for.

    Raises:
      AssertionError: it is something else.
    """
    tensor(value, what)
    if value.op.type != "Placeholder":
        found = _NO_PLACEHOLDER.get(value.op.type, f"the output of the operation {value.op.type}")
        fail(f"`{what}` should be a placeholder, but it is {found}.")
    tensor(value, what, dtype=dtype, shape=shape)
    if name is not None and value.op.name != name:
        fail(
            f"The placeholder `{what}` is named {value.op.name!r}; the question asks for {name!r}."
        )
    note(f"{what} is a placeholder: {dtype_name(dtype)}, shape {shape_text(shape)}")


@check
def same_graph(wanted: Any, /, **tensors: Any) -> None:
    """Check that tensors belong to one graph.

    Args:
      wanted: the graph.
      **tensors: each tensor under the name that the message gives it.

    Raises:
      AssertionError: one belongs to another graph.
    """
    for what, value in tensors.items():
        if not hasattr(value, "graph"):
            fail(f"`{what}` is {kind(value)}, and belongs to no graph. {_STANDS_FOR}")
        if value.graph is not wanted:
            fail(
                f"`{what}` belongs to another graph than the one you returned. An operation is "
                "added to the graph that is the default at that moment."
            )
    note(f"one graph holds {listed(list(tensors))}")


def ancestors(target: Any) -> list[Any]:
    """Every operation that a tensor or operation needs, itself included, in creation order.

    That is what a run without feeds executes: inputs and control inputs, followed backwards.
    """
    start = target.op if is_tensor(target) else target
    reached = [start]
    names = {start.name}
    for op in reached:  # grows while it is walked
        for source in [*(tensor.op for tensor in op.inputs), *op.control_inputs]:
            if source.name not in names:
                names.add(source.name)
                reached.append(source)
    return [op for op in start.graph.get_operations() if op.name in names]


@check
def depends_on(value: Any, source: Any, what: str, on: str) -> None:
    """Check that one tensor is computed from another.

    Raises:
      AssertionError: no path of the graph leads from one to the other.
    """
    if source.op.name not in {op.name for op in ancestors(value)}:
        fail(
            f"`{what}` is not computed from `{on}`: no path of the graph leads from "
            f"{source.name!r} to {value.name!r}, so what is fed to `{on}` cannot change it."
        )
    note(f"{what} is computed from {on}")


def operation_types(target: Any) -> Counter[str]:
    """How many operations of each type a graph has, or a tensor or operation needs."""
    operations = target.get_operations() if is_graph(target) else ancestors(target)
    return Counter(op.type for op in operations)


@check
def uses(target: Any, *types: str, what: str = "the graph", why: str = "") -> None:
    """Check that a graph has, or a tensor needs, an operation of each of these types.

    Raises:
      AssertionError: one is missing; `why` is added to the message.
    """
    found = operation_types(target)
    for wanted in types:
        if not found[wanted]:
            fail(_because(f"There is no operation of type {wanted} in {what}.", why))
    note(f"{what} uses {listed(list(types))}")


@check
def uses_not(target: Any, *types: str, what: str = "the graph", why: str = "") -> None:
    """Check that a graph has, or a tensor needs, no operation of these types.

    Raises:
      AssertionError: there is one; `why` is added to the message.
    """
    found = operation_types(target)
    for unwanted in types:
        if found[unwanted]:
            there = plural(found[unwanted], "operation")
            fail(_because(f"{what} has {there} of type {unwanted}; none should be there.", why))


@check
def operation_count(
    target: Any, count: int, *types: str, what: str = "the graph", why: str = ""
) -> None:
    """Check how many operations, or operations of some types, a graph has or a tensor needs.

    Raises:
      AssertionError: the number is another one; `why` is added to the message.
    """
    counted = operation_types(target)
    found = sum(counted[one] for one in types) if types else counted.total()
    if found != count:
        of = f" of type {' or '.join(types)}" if types else ""
        there = plural(found, "operation")
        fail(_because(f"{what} has {there}{of}; {count} should be there.", why))


@check
def does_not_grow(graph: Any, call: Callable[[], Any], *, calls: int = 3, what: str) -> None:
    """Check that calling a function adds no operation to a graph.

    Args:
      graph: the graph to watch.
      call: the function, without arguments.
      calls: how often it is called.
      what: the function's name in the message.

    Raises:
      AssertionError: the graph has more operations after the calls than before.
    """
    before = len(graph.get_operations())
    for _ in range(calls):
        call()
    added = len(graph.get_operations()) - before
    if added:
        fail(
            f"{plural(calls, 'call')} of {what} added {plural(added, 'operation')} to the graph. "
            "Whoever calls it in a loop makes the graph grow for ever: build first, then only run."
        )
    note(f"{what} adds no operation to the graph")


@check
def device(value: Any, wanted: str, what: str) -> None:
    """Check the device that an operation or a tensor's operation was made for.

    Args:
      value: the tensor or operation.
      wanted: such as "/device:GPU:0" or "/cpu:0".
      what: its name in the message.

    Raises:
      AssertionError: it was made for another device, or for none.
    """
    operation = value.op if is_tensor(value) else value
    if _device(operation.device) != _device(wanted):
        found = repr(operation.device) if operation.device else "no device at all"
        fail(
            f"`{what}` was made for {found}; the question asks for {wanted!r}. The device of an "
            "operation is fixed when the operation is made."
        )
    note(f"{what} was made for {wanted}")


@check
def runs_after(value: Any, other: Any, what: str, after: str) -> None:
    """Check that every run executes one operation before another.

    Raises:
      AssertionError: neither a data nor a control dependency orders them.
    """
    first = other.op if is_tensor(other) else other
    if first.name not in {op.name for op in ancestors(value)}:
        fail(
            f"Nothing makes `{what}` wait for `{after}`: there is neither a data nor a control "
            "dependency between them, and a run may take them in any order."
        )
    note(f"{what} waits for {after}")


def _because(message: str, why: str) -> str:
    return f"{message} {why}".strip()


def _device(name: str) -> tuple[str, int] | None:
    match = re.search(r"(?:device:)?(cpu|gpu):(\d+)$", name, re.IGNORECASE)
    return (match[1].upper(), int(match[2])) if match else None
