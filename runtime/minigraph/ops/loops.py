"""The While op, and while_loop (tf.while_loop)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from minigraph import context, convert, dtypes, errors, nest, shapes
from minigraph.func_graph import FuncGraph, align_inputs, copy_handle_data
from minigraph.graph import Graph
from minigraph.graph_keys import GraphKeys
from minigraph.nest import CompositeTensor
from minigraph.opdef import Attr, Func
from minigraph.ops import array, branches, loop_shapes, while_context
from minigraph.ops.naming import op_scope
from minigraph.registry import OpBuilder, op
from minigraph.shapes import TensorShape
from minigraph.tensor import SymbolicTensor

ShapeTuple = tuple[int | None, ...] | None


def _shapes(c: Any) -> Any:
    return c.attrs["output_shapes"] or c.shapes


def _run_loop(ctx: Any, *input: Any, cond: Func, body: Func) -> Sequence[Any]:
    """Runs `body` on its own outputs as long as `cond` says so."""
    try:
        outputs: Sequence[Any] = ctx.loop(cond, body, input)
    except ValueError as error:  # only a predicate that is no scalar has no truth value
        size = shapes.format_shape(cond.outputs[0]._shape)
        message = f"The second input must be a scalar, but it has shape {size}"
        raise errors.InvalidArgumentError(None, None, message) from error
    return outputs


def _declare(name: str) -> OpBuilder:
    return op(
        name,
        "input: list(T) -> output: list(T)",
        attrs={
            "output_shapes": Attr("output_shapes", "list(shape)", []),
            "parallel_iterations": 10,
        },
        shape=_shapes,
        stateful=True,
        view=True,
    )(_run_loop)


_while, _stateless_while = _declare("While"), _declare("StatelessWhile")


@errors.hinted
def while_loop(
    cond: Callable[..., Any],
    body: Callable[..., Any],
    loop_vars: Any,
    shape_invariants: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
    maximum_iterations: Any = None,
    return_same_structure: bool = False,
) -> Any:
    """Repeats `body(*loop_vars)` while `cond(*loop_vars)` is true (tf.while_loop).

    Both are called once, while the graph is built. A loop variable keeps its dtype, and its shape
    unless `shape_invariants` names a less specific one. One loop variable comes back as a tensor,
    several in their structure. Iterations run one after the other, whatever
    `parallel_iterations` and `swap_memory` say.
    Raises TypeError for functions that are not callable, ValueError where dtypes, shapes or
    structures change.
    """
    if not callable(cond):
        raise TypeError("'cond' must be callable.")
    if not callable(body):
        raise TypeError("'body' must be callable.")
    if parallel_iterations < 1:
        raise TypeError("'parallel_iterations' must be a positive integer.")
    loop_vars = nest.map_structure(branches.variable_as_tensor, loop_vars)
    if context.executing_eagerly():
        return _run_eagerly(cond, body, loop_vars, maximum_iterations)
    if uses_functions():
        loop = _Loop(cond, body, maximum_iterations, parallel_iterations, back_prop)
        return loop.build(loop_vars, shape_invariants, name, return_same_structure)
    with op_scope(name, "while", *nest.flatten(loop_vars, expand_composites=True)):
        if not loop_vars:
            raise ValueError("'loop_vars' must be provided.")
        arguments = (cond, body, loop_vars, shape_invariants, return_same_structure)
        options = (parallel_iterations, back_prop, swap_memory)
        if maximum_iterations is None:
            return _build_in_graph(None, options, *arguments)
        limit = _checked_limit(maximum_iterations)
        return _build_in_graph(limit, options, *_counting(limit, *arguments))[1]


def _build_in_graph(limit: Any, options: tuple[int, bool, bool], *arguments: Any) -> Any:
    """TensorFlow 1: condition and body are parts of the graph around them."""
    graph = context.get_default_graph()
    loop = while_context.WhileContext(graph, limit, *options)
    if loop.outer_context is None:
        graph.add_to_collection(GraphKeys.WHILE_CONTEXT, loop)
    return loop.build(*arguments)


def _counting(
    limit: Any, cond: Any, body: Any, loop_vars: Any, shape_invariants: Any, same: bool
) -> tuple[Any, ...]:
    """The arguments of a loop with a counter in front of its variables."""
    single = len(loop_vars) == 1 and not same
    counter = convert.constant(0, limit.dtype, name="iteration_counter")
    if shape_invariants is not None:
        shape_invariants = (TensorShape([]), shape_invariants)

    def counted_cond(i: Any, given: Any) -> Any:
        return _both(i < limit, cond(given) if single else cond(*given))

    def counted_body(i: Any, given: Any) -> Any:
        return i + 1, body(given) if single else body(*given)

    start = (counter, loop_vars[0] if single else loop_vars)
    return counted_cond, counted_body, start, shape_invariants, same


def uses_functions() -> bool:
    """Whether control flow is built as TensorFlow 2 builds it."""
    from minigraph.ops import control_flow

    return control_flow.uses_functions()


def _run_eagerly(cond: Any, body: Any, loop_vars: Any, maximum_iterations: Any) -> Any:
    packed, count = False, 0
    while cond(*loop_vars) and (maximum_iterations is None or count < int(maximum_iterations)):
        loop_vars = body(*loop_vars)
        count += 1
        packed = not isinstance(loop_vars, (list, tuple))
        loop_vars = (loop_vars,) if packed else loop_vars
    loop_vars = nest.map_structure(convert.convert_to_tensor, loop_vars, expand_composites=True)
    return loop_vars[0] if packed else loop_vars


def build_while(
    graph: Graph,
    functions: Sequence[FuncGraph],
    start: Sequence[Any],
    invariants: Sequence[ShapeTuple],
    name: str,
    parallel_iterations: int = 10,
) -> list[SymbolicTensor]:
    """The outputs of the operation `name` that runs a loop of condition and body.

    Both functions first get the same inputs; what they capture stays the same in the loop.
    """
    cond, body = functions
    captured = align_inputs(functions, len(start))
    body.add_outputs(inner for _, inner in body.captures)
    builder = _while if cond.stateful or body.stateful else _stateless_while
    with graph.control_dependencies([*cond.control_captures, *body.control_captures]):
        outputs: list[SymbolicTensor] = builder(
            [*start, *captured],
            cond=cond,
            body=body,
            output_shapes=[*invariants, *(tensor._shape for tensor in captured)],
            parallel_iterations=parallel_iterations,
            name=f"{name}/",
        )
    for source, target in zip([*start, *captured], outputs, strict=True):
        copy_handle_data(source, target)
    return outputs


class _Loop:
    """TensorFlow 2: condition and body are functions; a counter and its limit go first."""

    def __init__(
        self,
        cond: Callable[..., Any],
        body: Callable[..., Any],
        maximum_iterations: Any,
        parallel_iterations: int,
        back_prop: bool,
    ) -> None:
        self.cond = cond
        self.body = body
        self.maximum_iterations = maximum_iterations
        self.parallel_iterations = parallel_iterations
        self.back_prop = back_prop

    def add_op(
        self,
        functions: Sequence[FuncGraph],
        start: Sequence[Any],
        invariants: Sequence[ShapeTuple],
        name: str,
    ) -> list[SymbolicTensor]:
        """The outputs of the While operation."""
        graph = context.get_default_graph()
        outputs = build_while(graph, functions, start, invariants, name, self.parallel_iterations)
        if not self.back_prop:
            outputs[0].op._note_attr("_no_gradient", True)
        return outputs

    def build(
        self, loop_vars: Any, shape_invariants: Any, name: str | None, return_same_structure: bool
    ) -> Any:
        graph = context.get_default_graph()
        len(loop_vars)  # TypeError where it is no sequence
        self._given = loop_vars
        loop_vars = nest.map_structure(_as_tensor_or_composite, loop_vars)
        variables = nest.flatten(loop_vars, expand_composites=True)
        kept = loop_shapes.flat_invariants(loop_vars, shape_invariants)
        with graph.name_scope(name or "while") as scope:
            limit = -1 if self.maximum_iterations is None else self.maximum_iterations
            limit = convert.convert_to_tensor(limit, dtypes.int32, "maximum_iterations")
            counter = convert.constant(0, limit.dtype, name="loop_counter")
            start = [counter, limit, *variables]
            invariants = [(), (), *kept]
            cond = self._traced_cond(scope, loop_vars, start, invariants)
            body = self._traced_body(scope, loop_vars, start, invariants, cond)
            outputs = self.add_op((cond, body), start, invariants, scope[:-1])
            if not graph.building_function:
                outputs = branches.hand_on(outputs, "Identity")
        outputs = outputs[2 : len(start)]
        if not self.back_prop:
            outputs = [array.stop_gradient(tensor) for tensor in outputs]
        result = nest.pack_sequence_as(loop_vars, outputs, expand_composites=True)
        flat = nest.flatten(result, expand_composites=True)
        return flat[0] if len(flat) == 1 and not return_same_structure else result

    def _traced_cond(
        self, scope: str, loop_vars: Any, start: Any, invariants: Sequence[ShapeTuple]
    ) -> FuncGraph:
        cond = FuncGraph(branches.function_name(scope, "cond"))
        with cond.as_default():
            counter: Any = cond.add_input(dtypes.int32, (), "loop_counter")
            limit = cond.add_input(dtypes.int32, (), "maximum_iterations")
            arguments = _arguments(cond, loop_vars, start[2:], invariants[2:], "Placeholder")
            pred = convert.convert_to_tensor(self.cond(*arguments))
            if pred._shape is None or pred._shape:
                from minigraph.ops import shaping

                pred = shaping.squeeze(pred)
            if self.maximum_iterations is not None:
                pred = _both(counter < limit, pred)
            cond.outputs.append(cond.captured(pred))
        return cond

    def _traced_body(
        self,
        scope: str,
        loop_vars: Any,
        start: Any,
        invariants: Sequence[ShapeTuple],
        cond: FuncGraph,
    ) -> FuncGraph:
        body = FuncGraph(branches.function_name(scope, "body"))
        with body.as_default():
            counter: Any = body.add_input(dtypes.int32, (), "loop_counter")
            limit = body.add_input(dtypes.int32, (), "maximum_iterations")
            arguments = _arguments(body, loop_vars, start[2:], invariants[2:], "Placeholder")
            for tensor in cond.external_captures:
                body.captured(tensor)
            result = self.body(*arguments)
            if not nest.is_nested(result):
                result = [result]
            result = nest.map_structure(branches.variable_as_tensor, result, expand_composites=True)
            nest.assert_same_structure(
                result, self._given, check_types=False, expand_composites=True
            )
            body.outputs = [counter + 1, limit]
            flat = nest.flatten(result, expand_composites=True)
            count = sum(part is not None for part in flat)
            if count < len(flat):
                raise AssertionError(f"body_graph has {2 + count} outputs; Expected: {len(start)}")
            for part, tensor, invariant in zip(flat, start[2:], invariants[2:], strict=True):
                output = body.captured(convert.convert_to_tensor(part))
                loop_shapes.check(tensor, invariant, output, "`", shapes.from_tuple(invariant))
                body.outputs.append(output)
        for tensor, output in zip(start, body.outputs, strict=True):
            if tensor.dtype.base_dtype != output.dtype.base_dtype:
                raise TypeError(
                    f"Loop var {tensor.name} enters the loop with type {tensor.dtype} but has "
                    f"type {output.dtype} after 1 iteration. {tensor.name} type should remain "
                    "constant."
                )
        return body


def _both(first: Any, second: Any) -> Any:
    from minigraph.ops import comparison

    return comparison.logical_and(first, second)


def _checked_limit(maximum_iterations: Any) -> Any:
    limit = convert.convert_to_tensor(maximum_iterations, name="maximum_iterations")
    if limit._shape != ():
        raise ValueError(f"'maximum_iterations' must be a scalar. Received shape: {limit.shape}")
    return limit


def _as_tensor_or_composite(value: Any) -> Any:
    if isinstance(value, CompositeTensor):
        return value
    tensor = convert.convert_to_tensor(value)
    # A loop variable is a value of its own, not the variable that it starts from.
    return array.identity(tensor) if tensor.dtype._is_ref_dtype else tensor


def _arguments(
    graph: FuncGraph,
    loop_vars: Any,
    start: Sequence[SymbolicTensor],
    invariants: Sequence[ShapeTuple],
    name: str,
) -> Any:
    """Inputs of a function for the loop variables, in their structure."""
    inputs = []
    for tensor, invariant in zip(start, invariants, strict=True):
        inputs.append(graph.add_input(tensor.dtype.base_dtype, invariant, name))
        copy_handle_data(tensor, inputs[-1])
    return nest.pack_sequence_as(loop_vars, inputs, expand_composites=True)
