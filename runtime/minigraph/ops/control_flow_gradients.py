"""Gradients of If, Case and While.

The gradient of a branch or of a loop body is a function as well. It may use what the forward
function computed: those intermediates become further outputs of the forward operation, a loop's as
lists with one element an iteration, which the gradient loop takes off from the end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from minigraph import context, convert, dtypes, nest
from minigraph.composite import IndexedSlices
from minigraph.func_graph import FuncGraph, copy_handle_data
from minigraph.operation import Operation
from minigraph.ops import arithmetic, branches, loops, tensor_lists
from minigraph.ops.gradient_functions import (
    GradientGraph,
    add_output,
    additions_to,
    dense,
    fake_param,
    gradients_in,
    is_trainable,
    zeros,
)
from minigraph.registry import gradient
from minigraph.tensor import SymbolicTensor

# If


@gradient("StatelessCase")
@gradient("Case")
@gradient("StatelessIf")
@gradient("If")
def _if_gradient(op: Operation, *grads: Any) -> list[Any]:
    bodies = branches.bodies_of(op)
    graphs = [branch_gradient(op, body, grads) for body in bodies]
    structure: list[Any] = [None] * len(op.inputs)
    for index in range(len(bodies[0].inputs)):
        pair = [graph.structured_outputs[index] for graph in graphs]
        if any(grad is not None for grad in pair):
            sparse = all(isinstance(grad, IndexedSlices) for grad in pair)
            for body, graph, grad in zip(bodies, graphs, pair, strict=True):
                return_gradient(graph, body.inputs[index], grad, sparse)
            structure[index + 1] = pair[0] if sparse else op.inputs[index + 1]
    if not graphs[0].outputs:
        return structure
    hand_out(op, bodies, graphs)
    outer = context.get_default_graph()
    by_index = "branches" in op.attrs
    name = outer.unique_name("gradient") if by_index else None
    made = branches.build_if(outer, op.inputs[0], graphs, name, by_index)
    found = iter(branches.hand_on(made, "Identity"))
    return [
        None
        if part is None
        else nest.map_structure(lambda _: next(found), part, expand_composites=True)
        for part in structure
    ]


def return_gradient(graph: FuncGraph, forward: SymbolicTensor, grad: Any, sparse: bool) -> None:
    """Adds the gradient of a forward input to the outputs of `graph`: zeros where it is None."""
    with graph.as_default():
        if not sparse:
            grad = zeros(forward) if grad is None else dense(grad)
        for part in nest.flatten(grad, expand_composites=True):
            graph.outputs.append(graph.captured(convert.convert_to_tensor(part)))


def branch_gradient(call: Operation, body: FuncGraph, grads: Sequence[Any]) -> GradientGraph:
    """The gradient function of one branch; `structured_outputs` has a gradient or None an input."""
    graph = GradientGraph(branches.function_name(f"{body.name}_", "grad"), body, call)
    xs = [tensor for tensor in body.inputs if is_trainable(tensor)]
    pairs = [
        (y, grad)
        for y, grad in zip(body.outputs, grads, strict=True)
        if grad is not None and is_trainable(y) and y.dtype is not dtypes.resource
    ]
    ys, starts = [y for y, _ in pairs], [graph.captured(grad) for _, grad in pairs]
    found = dict(zip(map(id, xs), gradients_in(graph, ys, xs, starts), strict=True))
    graph.structured_outputs = [found.get(id(tensor)) for tensor in body.inputs]
    return graph


def hand_out(call: Operation, bodies: Sequence[FuncGraph], graphs: Sequence[GradientGraph]) -> None:
    """Makes what the gradients need of each branch an output, which they then capture."""
    known = call.__dict__.setdefault("_outputs_of_intermediates", {})
    for number, graph in enumerate(graphs):
        for tensor, inner in graph.needed_intermediates():
            if id(tensor) not in known:
                for position, body in enumerate(bodies):
                    same = position == number
                    body.add_outputs([tensor if same else _fake(body, tensor)])
                known[id(tensor)] = add_output(call, "Tout", tensor)
            graph.bind(call.outputs[known[id(tensor)]], inner)


def _fake(body: FuncGraph, tensor: SymbolicTensor) -> SymbolicTensor:
    with body.reopened():
        made: SymbolicTensor = fake_param(dtype=tensor.dtype.base_dtype, shape=tensor.shape)
        return made


# While


class _StepGradient(GradientGraph):
    """The gradient of one iteration: intermediates come off the end of lists.

    lists: for each intermediate its list and what is left of it, by the identity of the tensor.
    """

    def __init__(self, name: str, forward: FuncGraph, call: Operation) -> None:
        super().__init__(name, forward, call)
        self.lists: dict[int, tuple[SymbolicTensor, SymbolicTensor]] = {}

    def is_constant_argument(self, tensor: SymbolicTensor) -> bool:
        return any(tensor is output for output in self.forward.outputs)

    def _stand_in(self, tensor: SymbolicTensor) -> SymbolicTensor:
        items = self.add_input(dtypes.variant, (), "accumulator")
        with self.as_default(), self.control_dependencies(None):
            shape = tensor_lists.element_shape_tensor(tensor.shape)
            rest, value = tensor_lists.tensor_list_pop_back(
                items, shape, element_dtype=tensor.dtype.base_dtype
            )
        copy_handle_data(tensor, value)
        self.lists[id(tensor)] = (items, rest)
        return value  # type: ignore[no-any-return]


@gradient("StatelessWhile")
@gradient("While")
def _while_gradient(op: Operation, *grads: Any) -> list[Any]:
    if op.attrs.get("_no_gradient"):
        return [None] * len(op.inputs)
    return _LoopGradient(op, grads).build()


class _LoopGradient:
    """Builds the loop that runs the iterations of another one backwards.

    Its variables: a counter and its limit, the gradients, and the lists of intermediates. What
    stays the same in the forward loop has a gradient that is summed over the iterations.
    """

    def __init__(self, call: Operation, grads: Sequence[Any]) -> None:
        self.call = call
        self.grads = grads
        self.body: FuncGraph = call.attrs["body"]
        self.cond = FuncGraph(branches.function_name(f"{self.body.name}_", "grad_cond"))
        name = branches.function_name(f"{self.body.name}_", "grad")
        self.step = _StepGradient(name, self.body, call)
        self.start: list[Any] = []
        self.variables: list[SymbolicTensor] = []

    def build(self) -> list[Any]:
        """The gradients of the loop's inputs."""
        counter = self._variable(convert.constant(0, name="grad_counter"), ())
        limit = self._variable(self.call.outputs[_count_iterations(self.call)], ())
        with self.cond.as_default():
            self.cond.outputs.append(self.cond.inputs[0] < self.cond.inputs[1])  # type: ignore[operator]
        with self.step.as_default():
            self.step.outputs += [counter + 1, limit]  # type: ignore[list-item]
        parts = self._add_gradients()
        self._add_lists()
        self.step.inputs[:] = self.variables
        outer = context.get_default_graph()
        name = outer.unique_name(f"{self.call.name.rsplit('/', 1)[-1]}_grad")
        shapes = [tensor._shape for tensor in self.variables]
        outputs = loops.build_while(outer, (self.cond, self.step), self.start, shapes, name)
        found = branches.hand_on(outputs[2 : 2 + len(parts)], "Identity")
        result: list[Any] = [None] * len(self.call.inputs)
        for index, grad in zip(parts, found, strict=True):
            result[index] = grad
        return result

    def _variable(self, start: Any, shape: Any) -> SymbolicTensor:
        """A further loop variable; returns what stands for it in the step."""
        self.start.append(start)
        self.cond.add_input(start.dtype.base_dtype, shape, "arg")
        self.variables.append(self.step.add_input(start.dtype.base_dtype, shape, "arg"))
        return self.variables[-1]

    def _add_gradients(self) -> list[int]:
        """Adds a variable for each input that has a gradient; returns which inputs do."""
        body = self.body
        given = [index for index, grad in enumerate(self.grads) if grad is not None]
        connected = [i for i in _connected(body, given) if is_trainable(body.inputs[i])]
        fixed = [i for i in connected if body.outputs[i] is body.inputs[i]]
        moving = [i for i in connected if i not in fixed and not _is_handle(body.inputs[i])]
        variables = [self._gradient_variable(index) for index in moving]
        ys = [body.outputs[index] for index in moving]
        xs = [body.inputs[index] for index in (*moving, *fixed)]
        found = gradients_in(self.step, ys, xs, variables)
        for x, grad in zip(xs, found[: len(moving)], strict=False):
            with self.step.as_default():
                grad = zeros(x) if grad is None else dense(grad)
                self.step.outputs.append(self.step.captured(grad))
        summed = []
        for index, grad in zip(fixed, found[len(moving) :], strict=True):
            if grad is not None or index in given:
                summed.append(index)
                self._add_sum(index, grad)
        return moving + summed

    def _add_sum(self, index: int, grad: Any) -> None:
        """Adds what sums the gradients of an input that stays the same in the forward loop."""
        total = self._gradient_variable(index)
        with self.step.as_default():
            total = total if grad is None else arithmetic.add_n([total, dense(grad)])
        self.step.outputs.append(total)

    def _gradient_variable(self, index: int) -> SymbolicTensor:
        grad, like = self.grads[index], self.body.inputs[index]
        start = zeros(self.call.outputs[index]) if grad is None else dense(grad)
        return self._variable(start, start._shape if like.dtype is dtypes.resource else like._shape)

    def _add_lists(self) -> None:
        """Has the forward loop collect what the step needs."""
        for tensor, _ in self.step.needed_intermediates():
            items, rest = self.step.lists[id(tensor)]
            self.start.append(self.call.outputs[_accumulate(self.call, tensor)])
            self.cond.add_input(dtypes.variant, (), "accumulator")
            self.variables.append(items)
            self.step.outputs.append(rest)


def _is_handle(tensor: SymbolicTensor) -> bool:
    return tensor.dtype is dtypes.resource


def _connected(body: FuncGraph, given: Sequence[int]) -> list[int]:
    """The loop variables that those in `given` depend on, over any number of iterations."""
    position = {id(tensor): index for index, tensor in enumerate(body.inputs)}
    found, seen = set(given), set()
    stack = [body.outputs[index] for index in given]
    while stack:
        tensor = stack.pop()
        if id(tensor) in seen or not is_trainable(tensor):
            continue
        seen.add(id(tensor))
        index = position.get(id(tensor))
        if index is None:
            stack.extend(tensor.op.inputs)
        elif index not in found:
            found.add(index)
            stack.append(body.outputs[index])
    return sorted(found)


def _count_iterations(call: Operation) -> int:
    """The output of a loop that counts its iterations."""
    known = call.__dict__.setdefault("_accumulated", {})
    if "counter" not in known:
        with additions_to(call.graph):
            zero = convert.constant(0, name="counter")
        known["counter"] = _add_variable(call, zero, lambda count: count + 1)
    return known["counter"]  # type: ignore[no-any-return]


def _accumulate(call: Operation, tensor: SymbolicTensor) -> int:
    """The output of a loop that holds the values of `tensor` in all iterations."""
    known = call.__dict__.setdefault("_accumulated", {})
    if id(tensor) not in known:
        with additions_to(call.graph):
            shape = tensor_lists.element_shape_tensor(tensor.shape)
            empty = tensor_lists.empty_tensor_list(
                shape, -1, element_dtype=tensor.dtype.base_dtype, name="accumulator"
            )
        known[id(tensor)] = _add_variable(
            call, empty, lambda items: tensor_lists.tensor_list_push_back(items, tensor)
        )
    return known[id(tensor)]  # type: ignore[no-any-return]


def _add_variable(call: Operation, start: Any, update: Callable[[Any], Any]) -> int:
    """Gives a loop one more variable; returns its index."""
    cond, body = call.attrs["cond"], call.attrs["body"]
    cond.add_input(start.dtype, start._shape, "accumulator")
    variable = body.add_input(start.dtype, start._shape, "accumulator")
    with body.reopened():
        body.add_outputs([update(variable)])
    call.inputs = (*call.inputs, start)
    call.graph._consumers.forget()
    call.graph._note_late_edge()
    return add_output(call, "T", start)
