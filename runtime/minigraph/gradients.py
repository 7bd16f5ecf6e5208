"""tf.gradients: adds to a graph the operations that compute derivatives.

needed    operations between the xs and the ys; how many gradients each will receive
walk      from the ys back, an operation once all its gradients are there
sum       the gradients of one tensor: AddN, or joined IndexedSlices
rule      the op's own, called inside the scope `gradients/NAME_grad`
"""

from __future__ import annotations

import enum
from collections import deque
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from minigraph import context, convert, dtypes, errors, gradient_registry, gradient_values
from minigraph.composite import IndexedSlices, SparseTensor
from minigraph.gradient_values import AggregationMethod, is_trainable
from minigraph.operation import Operation
from minigraph.ops import array, grouping, state, state_parts
from minigraph.ops.control_contexts import is_loop_exit
from minigraph.ops.loop_gradients import LoopGradients, refuse_start, zeros_beside
from minigraph.ops.naming import op_scope
from minigraph.tensor import SymbolicTensor


class UnconnectedGradients(enum.Enum):
    """What the gradient is where nothing connects y and x (tf.UnconnectedGradients)."""

    NONE = "none"
    ZERO = "zero"


_METHODS = [0, 1, 2]


@errors.hinted
def gradients(
    ys: Any,
    xs: Any,
    grad_ys: Any = None,
    name: str = "gradients",
    colocate_gradients_with_ops: bool = False,
    gate_gradients: bool = False,
    aggregation_method: int | None = None,
    stop_gradients: Any = None,
    unconnected_gradients: Any = UnconnectedGradients.NONE,
) -> list[Any]:
    """The derivatives of sum(ys) with respect to each of xs (tf.gradients).

    grad_ys: the gradients of ys, ones where None; stop_gradients: tensors taken as constants.
    Returns a tensor, IndexedSlices or None for each x.
    Raises LookupError for an op without a gradient, ValueError and TypeError for arguments that
    do not fit, RuntimeError in eager mode.
    """
    if context.executing_eagerly():
        raise RuntimeError(
            "tf.gradients is not supported when eager execution is enabled. Use tf.GradientTape "
            "instead."
        )
    unconnected = unconnected_mode(unconnected_gradients)
    ys = [y.value() if hasattr(y, "_handle") else y for y in as_list(ys)]
    xs = [x.handle if hasattr(x, "_handle") else x for x in as_list(xs)]
    stops = as_list([] if stop_gradients is None else stop_gradients)
    given = [None] * len(ys) if grad_ys is None else as_list(grad_ys)
    values = [_element(item) for item in (*ys, *xs, *stops, *given)]
    with op_scope(name, "gradients", *values):
        backward = _Backward(colocate_gradients_with_ops, gate_gradients, aggregation_method)
        xs, found = backward.run(ys, xs, given, stops)
    backward.finish()
    if unconnected is UnconnectedGradients.NONE:
        return found
    return [zeros_for(x) if grad is None else grad for x, grad in zip(xs, found, strict=True)]


def gradients_of(ys: Sequence[Any], xs: Sequence[Any], grad_ys: Sequence[Any]) -> list[Any]:
    """The gradients of tensors of one graph, added to the default graph, None where there is none.

    For the gradients of functions: all arguments are tensors, none is converted.
    """
    backward = _Backward(colocate=False, gate=False, method=None)
    return backward.between(ys, xs, grad_ys, [])


def as_list(value: Any) -> list[Any]:
    """A list of `value`, unless it is a list or tuple."""
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _element(item: Any) -> Any:
    element = getattr(item, "_as_graph_element", None)
    return item if element is None else element()


class _Backward:
    """One call of `gradients`: the gradients found so far and the order of the walk."""

    def __init__(self, colocate: bool, gate: bool, method: int | None) -> None:
        self._graph = context.get_default_graph()
        self._graph.unique_name("uid")
        self._colocate = colocate
        self._gate = gate
        self._method = AggregationMethod.DEFAULT if method is None else method
        # For each operation, one list of gradients an output; the sum replaces the list.
        self._grads: dict[Operation, list[Any]] = {}
        self._pending: dict[Operation, int] = {}
        self._captured: dict[Operation, SymbolicTensor] = {}
        self._captures: dict[int, list[Operation]] = {}
        self._loops: LoopGradients | None = None

    def run(self, ys: Any, xs: Any, grad_ys: Any, stops: Any) -> tuple[list[Any], list[Any]]:
        """The xs as tensors, and the gradients of ys with respect to them, None without one."""
        ys = [_to_tensor_or_slices(y, f"y_{i}") for i, y in enumerate(ys)]
        xs = [_to_tensor_or_slices(x, f"x_{i}", as_ref=True) for i, x in enumerate(xs)]
        self._note_captures()
        xs = [self._captured.get(x.op, x) for x in xs]
        starts = self._starting_gradients(ys, grad_ys)
        return xs, self.between(ys, xs, starts, stops)

    def finish(self) -> None:
        """Closes the loops that were made, outside of the scope of the gradients."""
        if self._loops is not None:
            self._loops.finish()

    def _note_captures(self) -> None:
        """In a function body the walk goes on from what it captured to the outer tensors."""
        for outer, inner in captures_of(self._graph):
            self._captured[inner.op] = outer
            self._captures.setdefault(id(outer), []).append(inner.op)

    def between(self, ys: Any, xs: Any, starts: Any, stops: Any) -> list[Any]:
        """The gradients of tensors of one graph, whose gradients are `starts`.

        Their operations are added to the default graph, which may be another: a function that
        captures what it needs.
        """
        from_ops = [x.op for x in xs]
        reached = self._count_pending([y.op for y in ys], from_ops)
        for y, grad in zip(ys, starts, strict=True):
            self._add(y, grad)
        ready = dict.fromkeys(y.op for y in ys if y.op in reached and not self._pending.get(y.op))
        stop_ops = {op for op in from_ops if not self._depends_on_xs(op)}
        stop_ops.update(tensor.op for tensor in stops)
        queue = deque(ready)
        if self._loops is not None:
            queue.extend(self._loops.start_unused(self._pending, ready, self._add))
        self._walk(queue, stop_ops, from_ops)
        return [self._result(x) for x in xs]

    # What the walk needs to know beforehand

    def _starting_gradients(self, ys: list[Any], grad_ys: list[Any]) -> list[Any]:
        if len(grad_ys) != len(ys):
            raise ValueError(f"Length mismatch. Passed {len(grad_ys)} grad_ys for {len(ys)} ys")
        given = [
            None if grad is None else _to_tensor_or_slices(grad, f"grad_y_{i}")
            for i, grad in enumerate(grad_ys)
        ]
        result = []
        for i, (y, grad) in enumerate(zip(ys, given, strict=True)):
            with self._beside(y.op):
                result.append(gradient_values.starting_gradient(y, grad, f"grad_ys_{i}"))
        return result

    def _count_pending(self, to_ops: list[Operation], from_ops: list[Operation]) -> set[Operation]:
        """Counts the gradients that each operation will get; returns the ys' that xs reach."""
        reached: set[Operation] = set()
        queue = deque(from_ops)
        while queue:
            op = queue.popleft()
            if op not in reached:
                reached.add(op)
                for tensor in op.outputs:
                    if is_trainable(tensor):
                        queue.extend(tensor.consumers())
                        queue.extend(self._captures.get(id(tensor), ()))
        between: dict[Operation, None] = {}
        queue = deque(to_ops)
        while queue:
            op = queue.popleft()
            if op in reached and op not in between:
                between[op] = None
                queue.extend(tensor.op for tensor in self._inputs(op))
        self._add_loops(between)
        pending = self._pending
        for op in between:
            for tensor in self._inputs(op):
                if tensor.op in between:
                    pending[tensor.op] = pending.get(tensor.op, 0) + 1
        return {op for op in to_ops if op in reached}

    def _add_loops(self, between: dict[Operation, None]) -> None:
        """Begins the loops that run TensorFlow 1's backwards."""
        for op in list(between):
            if is_loop_exit(op):
                if self._loops is None:
                    self._loops = LoopGradients()
                with self._beside(op):
                    self._loops.add(op, between)

    def _depends_on_xs(self, op: Operation) -> bool:
        return any(self._pending.get(tensor.op, 0) > 0 for tensor in self._inputs(op))

    def _inputs(self, op: Operation) -> Sequence[SymbolicTensor]:
        outer = self._captured.get(op)
        return op.inputs if outer is None else (outer,)

    # The walk

    def _walk(
        self, queue: deque[Operation], stop_ops: set[Operation], from_ops: list[Operation]
    ) -> None:
        pending, loops = self._pending, self._loops
        while queue:
            op = queue.popleft()
            with self._beside(op):
                with _NOWHERE if loops is None else loops.entered(op, before=True):
                    out_grads = self._summed(op)
                if any(grad is not None for grad in out_grads) and op not in stop_ops:
                    with _NOWHERE if loops is None else loops.entered(op):
                        refuse_start(op, from_ops)
                        self._pass_on(op, out_grads)
            for tensor in self._inputs(op):
                source = tensor.op
                count = pending[source] = pending.get(source, 0) - 1
                if loops is None:
                    if count == 0:
                        queue.append(source)
                elif count == 0 or loops.is_ready_early(source, count):
                    queue.extend(loops.ready(tensor, self._has_gradient, self._add))

    def _has_gradient(self, op: Operation) -> bool:
        return any(part is not None for parts in self._grads.get(op, ()) for part in parts or ())

    def _pass_on(self, op: Operation, out_grads: list[Any]) -> None:
        """Gives the inputs of an operation their gradients."""
        if op in self._captured:
            self._add(self._captured[op], out_grads[0])
            return
        rule = rule_of(op)
        if rule is None:
            return
        out_grads = [
            self._zeros(op, index) if grad is None and is_trainable(op.outputs[index]) else grad
            for index, grad in enumerate(out_grads)
        ]
        with self._graph.name_scope(f"{op.name}_grad"):
            in_grads = input_gradients(op, rule, out_grads)
            if self._gate and sum(grad is not None for grad in in_grads) > 1:
                with (
                    self._graph.device(None),
                    self._graph.colocate_with(None, ignore_existing=True),
                ):
                    in_grads = grouping.tuple(in_grads)
        for index, (tensor, grad) in enumerate(zip(op.inputs, in_grads, strict=True)):
            if grad is not None:
                _adopt_shape(op, index, tensor, grad)
                self._add(tensor, grad)

    def _zeros(self, op: Operation, index: int) -> Any:
        if self._loops is not None:
            return self._loops.zeros(op, index)
        return zeros_beside(op, index)

    def _add(self, tensor: Any, grad: Any) -> None:
        op = tensor.op
        lists = self._grads.get(op)
        if lists is None:
            lists = self._grads[op] = [[] for _ in op.outputs]
        if isinstance(lists[tensor.value_index], list):
            lists[tensor.value_index].append(grad)
        else:  # a loop's Switch gets a second one after the first has been handed on
            lists[tensor.value_index] = grad

    def _summed(self, op: Operation) -> list[Any]:
        """The gradients of the outputs of an operation, each summed."""
        if self._method not in _METHODS:
            raise ValueError(
                f"Invalid `aggregation_method` specified {self._method}. Accepted values are "
                f"{_METHODS}."
            )
        sums = self._grads.setdefault(op, [[] for _ in op.outputs])
        for index, parts in enumerate(sums):
            if not isinstance(parts, list):
                continue
            if len(parts) < 2:
                sums[index] = parts[0] if parts else None
            else:
                sums[index] = gradient_values.sum_of(op, parts, index, self._method)
        return sums

    def _result(self, x: Any) -> Any:
        sums = self._grads.get(x.op)
        grad = None if not sums else sums[x.value_index]
        if isinstance(grad, list):
            return grad[0] if grad else None
        return grad

    def _beside(self, op: Operation) -> AbstractContextManager[Any]:
        return self._graph.colocate_with(op) if self._colocate else _NOWHERE


_NOWHERE = nullcontext()


def with_zeros(outputs: Sequence[Any], grads: Sequence[Any]) -> list[Any]:
    """The gradients of outputs, zeros in the place of None where a gradient could be."""
    return [
        array.zeros_like(tensor, optimize=False)
        if grad is None and is_trainable(tensor) and not _is_handle(tensor)
        else grad
        for tensor, grad in zip(outputs, grads, strict=True)
    ]


def input_gradients(op: Any, rule: Any, out_grads: Sequence[Any]) -> list[Any]:
    """What a gradient rule returns, a gradient or None an input; ValueError for another number."""
    in_grads = rule(op, *out_grads)
    in_grads = list(in_grads) if isinstance(in_grads, (list, tuple)) else [in_grads]
    if len(in_grads) != len(op.inputs):
        raise ValueError(
            f"Num gradients {len(in_grads)} generated for op {op.node_def} do not match num inputs "
            f"{len(op.inputs)}"
        )
    return in_grads


def unconnected_mode(value: Any) -> UnconnectedGradients:
    """The member that an argument `unconnected_gradients` means; ValueError for another value."""
    try:
        return UnconnectedGradients(value)
    except ValueError:
        raise ValueError(f"Unknown value for unconnected_gradients: '{value}'") from None


def _is_handle(tensor: SymbolicTensor) -> bool:
    return tensor.dtype is dtypes.resource


def captures_of(graph: Any) -> list[tuple[SymbolicTensor, SymbolicTensor]]:
    """What the function bodies from `graph` outwards captured: outer tensors and inputs."""
    found: list[tuple[SymbolicTensor, SymbolicTensor]] = []
    while graph is not None and graph.building_function:
        found += graph.captures
        graph = graph.outer_graph
    return found


def rule_of(op: Operation) -> Any:
    """The gradient rule of an operation or None; LookupError where nobody gave it one."""
    try:
        return gradient_registry.rule_of(op)
    except LookupError:
        raise LookupError(
            f"No gradient defined for operation'{op.name}' (op type: {op.type}). In general every "
            "operation must have an associated `@tf.RegisterGradient` for correct autodiff, which "
            "this op is lacking. If you want to pretend this operation is a constant in your "
            "program, you may insert `tf.stop_gradient`. This can be useful to silence the error "
            "in cases where you know gradients are not needed, e.g. the forward pass of "
            "tf.custom_gradient. Please see more details in "
            "https://www.tensorflow.org/api_docs/python/tf/custom_gradient."
        ) from None


def _to_tensor_or_slices(value: Any, name: str, as_ref: bool = False) -> Any:
    if isinstance(value, (IndexedSlices, SparseTensor)):
        return value
    return convert.convert_to_tensor(value, name=name, as_ref=as_ref)


def _adopt_shape(op: Operation, index: int, tensor: SymbolicTensor, grad: Any) -> None:
    """A gradient has the shape of what it is the gradient of."""
    if not isinstance(grad, SymbolicTensor) or tensor.dtype is dtypes.resource:
        return
    if grad._shape == tensor._shape or tensor._shape is None:
        return
    try:
        grad.set_shape(tensor.shape)
    except ValueError:
        raise ValueError(
            "Incompatible shapes between op input and calculated input gradient. Forward "
            f"operation: {op.name}. Input index: {index}. Original input shape: {tensor.shape}. "
            f"Calculated input gradient shape: {grad.shape}"
        ) from None


def zeros_for(x: Any) -> Any:
    """Zeros in the shape of a tensor, or of the variable behind a handle."""
    if x.dtype == dtypes.resource:
        return array.zeros(state_parts.variable_shape(x), dtype=state.handle_dtype(x))
    return array.zeros_like(x)
