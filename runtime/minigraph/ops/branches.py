"""The ops If and Case and the building of branches; `control_flow` has what users call."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from minigraph import convert, dtypes, errors, nest, shapes
from minigraph.composite import IndexedSlices
from minigraph.func_graph import FuncGraph, align_inputs, copy_handle_data
from minigraph.graph import Graph
from minigraph.nest import CompositeTensor
from minigraph.opdef import Attr, Func, Node
from minigraph.operation import Operation
from minigraph.ops import array, casting
from minigraph.registry import OpBuilder, op
from minigraph.tensor import SymbolicTensor

_function_numbers = itertools.count()


def function_name(scope: str, role: str) -> str:
    """A name for a body that no other function of the process has: "cond_true_7"."""
    return f"{scope}{role}_{next(_function_numbers)}".replace("/", "_")


def shapes_from_attr(c: Any) -> Any:
    """The shapes of the outputs as the attribute `output_shapes` says."""
    known = c.attrs["output_shapes"]
    return known or [None] * len(c.attrs["Tout"])


def _scalar(value: Any, node: Operation, lowered: str) -> Any:
    """A predicate's value; InvalidArgumentError where it is no scalar.

    TensorFlow blames the operation `lowered`, into which it has turned a part of the If or Case.
    """
    if np.ndim(value):
        size = shapes.format_shape(np.shape(value))
        message = (
            f"The second input must be a scalar, but it has shape {size}\n"
            f"\t [[{{{{node {node.name}/{lowered}/_2}}}}]]"
        )
        raise errors.InvalidArgumentError(None, None, message)
    return value


def match_row_numbers(traced: Sequence[FuncGraph], kind: str = "cond") -> None:
    """Where one branch returns IndexedSlices with int32 row numbers and another int64, all do.

    kind: the name of the function in tf. Raises TypeError where not all are IndexedSlices.
    """
    flat = [nest.flatten(body.structured_outputs) for body in traced]
    if len({len(parts) for parts in flat}) > 1:
        raise AssertionError([len(parts) for parts in flat])
    for number, pair in enumerate(zip(*flat)):
        are_slices = {isinstance(part, IndexedSlices) for part in pair}
        if len(are_slices) > 1:
            raise TypeError(
                f"Cannot reconcile tf.{kind} {number}-th outputs:\n  branches returned: {pair}"
            )
        if are_slices == {False}:
            continue
        if len({part.indices.dtype for part in pair}) == 1:
            continue
        for body, parts, slices in zip(traced, flat, pair, strict=True):
            old = slices.indices
            with body.reopened():
                new = casting.cast(old, dtypes.int64)
            body.outputs = [new if output is old else output for output in body.outputs]
            parts[parts.index(slices)] = IndexedSlices(slices.values, new, slices.dense_shape)
            body.structured_outputs = nest.pack_sequence_as(body.structured_outputs, parts)


def _run_branch(
    ctx: Any, cond: Any, *input: Any, then_branch: Func, else_branch: Func, node: Node
) -> list[Any]:
    """Runs one of two functions."""
    taken = then_branch if _scalar(cond, node, "switch_pred") else else_branch
    outputs: list[Any] = ctx.call(taken, input)
    return outputs


def _declare(name: str) -> OpBuilder:
    # Both get the step context: it is what calls functions.
    return op(
        name,
        "cond: Tcond, input: list(Tin) -> output: list(Tout)",
        attrs={"output_shapes": Attr("output_shapes", "list(shape)", [])},
        shape=shapes_from_attr,
        stateful=True,
        view=True,
    )(_run_branch)


_if, _stateless_if = _declare("If"), _declare("StatelessIf")


def numbered(functions: Sequence[Any], index: Any) -> Any:
    """The function of a number, the last one for a number that none has."""
    return functions[int(index) if 0 <= index < len(functions) else -1]


def _run_case(
    ctx: Any, branch_index: Any, *input: Any, branches: list[Func], node: Node
) -> list[Any]:
    """Runs the function of a number."""
    taken = numbered(branches, _scalar(branch_index, node, "branch_index"))
    outputs: list[Any] = ctx.call(taken, input)
    return outputs


def _declare_case(name: str) -> OpBuilder:
    return op(
        name,
        "branch_index: int32, input: list(Tin) -> output: list(Tout)",
        attrs={"output_shapes": Attr("output_shapes", "list(shape)", [])},
        minimum={"branches": 1},
        shape=shapes_from_attr,
        stateful=True,
        view=True,
    )(_run_case)


_case, _stateless_case = _declare_case("Case"), _declare_case("StatelessCase")


def bodies_of(operation: Operation) -> list[FuncGraph]:
    """The functions that an If or a Case has, the one for true first."""
    attrs = operation.attrs
    return attrs.get("branches") or [attrs["then_branch"], attrs["else_branch"]]


def variable_as_tensor(value: Any) -> Any:
    """A variable as a tensor, everything else as it is."""
    is_variable = hasattr(value, "_as_graph_element") and not isinstance(value, CompositeTensor)
    return convert.convert_to_tensor(value) if is_variable else value


def trace_branch(
    name: str,
    function: Callable[[], Any],
    stand_in: Callable[[Operation], Any],
    shown: Any = None,
) -> FuncGraph:
    """The graph of a branch; `stand_in` gives the tensor that stands for a returned operation.

    shown: the function that errors name, where it is another.

    Its `structured_outputs` are what the function returned, with tensors for everything.
    """
    body = FuncGraph(name)
    with body.as_default():
        result = nest.map_structure(variable_as_tensor, function(), expand_composites=True)
        parts = nest.flatten(result, expand_composites=True)
        for index, part in enumerate(parts):
            if part is not None:
                made = (
                    stand_in(part)
                    if isinstance(part, Operation)
                    else _as_tensor(part, shown or function)
                )
                parts[index] = body.captured(made)
    body.outputs = [part for part in parts if part is not None]
    body.structured_outputs = nest.pack_sequence_as(result, parts, expand_composites=True)
    return body


def _as_tensor(part: Any, function: Any) -> SymbolicTensor:
    try:
        tensor: SymbolicTensor = convert.convert_to_tensor(part)
    except (TypeError, ValueError):
        raise TypeError(
            "To be compatible with tf.function, Python functions must return zero or more Tensors "
            f"or ExtensionTypes or None values; in compilation of {function}, found return value "
            f"of type {type(part).__name__}, which is not a Tensor or ExtensionType."
        ) from None
    return tensor


def build_if(
    graph: Graph,
    pred: Any,
    branches: Sequence[FuncGraph],
    name: str | None = None,
    by_index: bool = False,
) -> list[SymbolicTensor]:
    """The outputs of the operation that runs one of the branches.

    pred: a bool, of two branches the first if it is true; `by_index` the number of the branch.
    name: of the operation; its type where there is none.
    """
    captured = align_inputs(branches)
    controls = [op for branch in branches for op in branch.control_captures]
    stateful = any(branch.stateful for branch in branches)
    functions: dict[str, Any]
    if by_index:
        builder, functions = (_case if stateful else _stateless_case), {"branches": [*branches]}
    else:
        builder = _if if stateful else _stateless_if
        functions = {"then_branch": branches[0], "else_branch": branches[1]}
    with graph.control_dependencies(controls):
        result = builder(
            pred,
            captured,
            **functions,
            Tout=[tensor.dtype.base_dtype for tensor in branches[0].outputs],
            output_shapes=[
                functools.reduce(
                    lambda known, other: known.most_specific_compatible_shape(other),
                    [tensor.shape for tensor in tensors],
                )
                for tensors in zip(*(branch.outputs for branch in branches), strict=True)
            ],
            name=name and f"{name}/",
        )
    operation = result if isinstance(result, Operation) else result[0].op
    if operation.outputs:
        graph.prevent_fetching(operation)
    for outer, inner in zip(operation.outputs, branches[0].outputs, strict=True):
        copy_handle_data(inner, outer)
    return list(operation.outputs)


def hand_on(tensors: Sequence[SymbolicTensor], name: str) -> list[SymbolicTensor]:
    """Each tensor through an operation that has the name TensorFlow's own would have."""
    handed = [array.identity(tensor, name=name) for tensor in tensors]
    for source, target in zip(tensors, handed, strict=True):
        copy_handle_data(source, target)
    return handed  # type: ignore[return-value]
