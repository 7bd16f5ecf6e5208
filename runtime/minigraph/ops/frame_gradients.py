"""Gradients of Switch, Merge, Enter, Exit and NextIteration: branches and loops of TensorFlow 1.

The gradient of a branch goes through Switch and Merge in exchange; that of a loop is a loop, whose
Enter is the gradient of an Exit. What stayed the same in the loop has a gradient that is summed up.
Source: TensorFlow's control_flow_grad, and WhileContext's accumulators.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from minigraph import context, convert, dtypes, nest, shapes
from minigraph.composite import IndexedSlices, SparseTensor
from minigraph.ops import (
    arithmetic,
    array,
    casting,
    comparison,
    cond_context,
    elementwise,
    sequences,
    shaping,
)
from minigraph.ops.control_contexts import in_context, output_context
from minigraph.ops.switching import merge, switch
from minigraph.ops.while_context import WhileContext, close, enter, merge_with_itself, through
from minigraph.registry import gradient
from minigraph.tensor import SymbolicTensor, Tensor


def _present() -> Any:
    """The loop or branch in which gradients are being added."""
    return context.get_default_graph()._get_control_flow_context()


# Branches


@gradient("Switch")
@gradient("RefSwitch")
def _switch_rule(op: Any, *grads: Any) -> Any:
    own = op._get_control_flow_context()
    if own is not None and own.IsWhileContext():
        return _loop_switch_rule(op, *grads)
    if own is None:
        sides = [switch(grad, op.inputs[1])[side] for side, grad in enumerate(grads)]
        return merge(sides)[0], None
    taken = grads[own.branch]
    if grads[1 - own.branch] is not None:
        return _merged(grads, "cond_grad"), None
    if op.inputs[0].dtype == dtypes.resource:
        return _merged([taken, taken], "cond_resource_grad"), None
    return None, None


def _merged(grads: Sequence[Any], name: str) -> Any:
    """A Merge of gradients; where one is of rows, all of them are."""
    if all(isinstance(grad, Tensor) for grad in grads):
        return merge(list(grads), name=name)[0]
    with context.get_default_graph().name_scope(name):
        rows = [_as_rows(grad) for grad in grads]
        if any(part.indices.dtype == dtypes.int64 for part in rows):
            rows = [_with_long_indices(part) for part in rows]
        flat = [nest.flatten(part, expand_composites=True) for part in rows]
        parts = [merge(list(pair))[0] for pair in zip(*flat, strict=True)]
        return nest.pack_sequence_as(rows[0], parts, expand_composites=True)


def _as_rows(grad: Any) -> Any:
    if isinstance(grad, IndexedSlices):
        return grad
    shape = array.shape_internal(grad, None, False)
    return IndexedSlices(grad, sequences.range(0, shape[0]), shape)


def _with_long_indices(rows: Any) -> Any:
    if rows.indices.dtype == dtypes.int64:
        return rows
    return IndexedSlices(rows.values, casting.cast(rows.indices, dtypes.int64), rows.dense_shape)


def _loop_switch_rule(op: Any, left: Any, taken: Any) -> Any:
    """A loop's Switch is visited twice: for the Exit, then for the body of the loop."""
    merges = _present().grad_state.merges
    merged = merges.get(op)
    if merged is not None:
        if taken is not None:
            taken = taken if isinstance(merged, Tensor) else _as_rows(taken)
            nest.map_structure(close, merged, taken, expand_composites=True)
        return None, None
    if left is None:
        return None, None
    if isinstance(left, SymbolicTensor):
        merges[op] = merge_with_itself(left, name="b_switch")
    else:
        merges[op] = _merged([left, left], "b_switch")
    return merges[op], None


@gradient("Merge")
@gradient("RefMerge")
def _merge_rule(op: Any, grad: Any, _: Any) -> Any:
    own, present = output_context(op.inputs[0].op), _present()
    if own is None:
        takes = [comparison.equal(op.outputs[1], index) for index in range(len(op.inputs))]
        return [cond_context.switch_beside(grad, taken)[1] for taken in takes]
    if own.IsWhileContext():
        return cond_context.switch_beside(grad, present.pivot)
    pred = own.pred
    history = None if present is None else present.grad_state
    if history is not None:
        pred = history.history.get(own.pred.name)
        if pred is None:
            with history.grad_context.left():
                stack = history.push(own.pred)
            pred = history.history[own.pred.name] = history.pop(stack, own.pred)
    return cond_context.switch_beside(grad, pred, name="cond_grad")


# Loops


@gradient("Exit")
@gradient("RefExit")
def _exit_rule(op: Any, grad: Any) -> Any:
    own, loop = op._get_control_flow_context(), _present()
    if not loop.back_prop:
        return None
    if own.grad_state is not None:
        raise TypeError("Second-order gradient for while loops not supported.")
    if not isinstance(grad, (Tensor, IndexedSlices, SparseTensor)):
        raise TypeError(
            f"Type {type(grad)} not supported, must be either`indexed_slices.IndexedSlices` or "
            "`SparseTensor`."
        )
    for part in nest.flatten(grad, expand_composites=True):
        loop.AddName(part.name)
    with loop.entered():
        name = "b_exit" if isinstance(grad, Tensor) else None
        entered = nest.map_structure(
            lambda part: enter(part, loop, name=name), grad, expand_composites=True
        )
        loop.loop_enters.append(entered)
    return entered


@gradient("NextIteration")
@gradient("RefNextIteration")
def _next_iteration_rule(op: Any, grad: Any) -> Any:
    return grad


@gradient("LoopCond")
def _loop_cond_rule(op: Any, grad: Any = None) -> Any:
    return None


@gradient("Enter")
@gradient("RefEnter")
def _enter_rule(op: Any, grad: Any) -> Any:
    loop = _present()
    if loop is None or not loop.back_prop or loop.grad_state is None:
        return grad
    if op.attrs["is_constant"]:
        add = _summed_rows if isinstance(grad, IndexedSlices) else _summed
        return add(loop, op, grad)
    result = nest.map_structure(lambda part: through("exit", part), grad, expand_composites=True)
    loop.loop_exits.append(result)
    loop.ExitResult(nest.flatten(result, expand_composites=True))
    return result


def _summed(loop: WhileContext, op: Any, grad: Any) -> Any:
    """The sum over the turns of the gradient of what stays the same in a loop."""
    with loop.left():
        start = _start_of_sum(loop, op, grad)
    loop.AddName(start.name)
    entered = enter(start, loop, name="b_acc")
    loop.loop_enters.append(entered)
    merged = merge_with_itself(entered, name="b_acc")
    left, taken = switch(merged, loop.pivot)
    close(merged, arithmetic.add(taken, grad))
    return _leave(loop, [left])[0]


def _start_of_sum(loop: WhileContext, op: Any, grad: Any) -> Any:
    around, known = loop.outer_context, grad._shape
    if known is not None and None not in known:
        with in_context(around):
            return convert.constant(0, grad.dtype, known, name="b_acc")
    if not isinstance(around, WhileContext) or around.grad_state is None:
        with in_context(around):
            return array.zeros(_shape_of(op.inputs[0]), grad.dtype)
    with loop.grad_state.forward_context.outer_context.entered():
        shape = _shape_of(op.inputs[0])
    stack = loop.grad_state.outer.push(shape)
    with around.entered():
        return array.zeros(loop.grad_state.outer.pop(stack, shape), grad.dtype)


def _summed_rows(loop: WhileContext, op: Any, grad: IndexedSlices) -> IndexedSlices:
    """As `_summed` for a gradient of rows: those of all turns, one after the other."""
    with loop.left(), in_context(loop.outer_context):
        starts = _starts_of_rows(op, grad)
    for start in starts:
        loop.AddName(start.name)
    entered = [enter(start, loop, use_input_shape=False, name="b_acc") for start in starts]
    entered[0].set_shape([None])
    if starts[1]._shape is not None:
        entered[1].set_shape([None, *starts[1]._shape[1:]])
    loop.loop_enters.extend(entered)
    merges = [merge_with_itself(part, name="b_acc") for part in entered]
    sides = [switch(merged, loop.pivot) for merged in merges]
    parts = [grad.indices, grad.values]
    joined = [
        shaping.concat([taken, part], 0) for (_, taken), part in zip(sides, parts, strict=False)
    ]
    if len(starts) == 3:  # of the shapes the largest counts
        joined.append(elementwise.maximum(grad.dense_shape, sides[2][1]))
    for merged, value in zip(merges, joined, strict=True):
        close(merged, value)
    indices, values, *shape = _leave(loop, [left for left, _ in sides])
    return IndexedSlices(values, indices, shape[0] if shape else None)


def _starts_of_rows(op: Any, grad: IndexedSlices) -> list[Any]:
    values, known = grad.values, grad.values._shape
    if known is not None and None not in known:
        start = convert.constant(0, values.dtype, (1, *known[1:]), name="b_acc")
    else:
        rows = shaping.concat([[1], _shape_of(op.inputs[0])[1:]], 0)
        start = array.zeros(rows, values.dtype)
    starts = [convert.constant([0], grad.indices.dtype), start]
    dense_shape = grad.dense_shape
    if dense_shape is not None:
        known = dense_shape._shape
        if known is not None and None not in known:
            starts.append(convert.constant(0, dense_shape.dtype, known))
        else:
            shape = array.shape_internal(op.inputs[0], None, False, dense_shape.dtype)
            starts.append(array.zeros_like(shape, optimize=False))
    return starts


def _leave(loop: WhileContext, sides: list[Any]) -> list[Any]:
    exits = [through("exit", side, name="b_acc") for side in sides]
    loop.loop_exits.extend(exits)
    loop.ExitResult(exits)
    return exits


def _shape_of(tensor: Any) -> Any:
    """The shape of a tensor, or of the variable behind a handle."""
    if tensor.dtype != dtypes.resource:
        return array.shape_internal(tensor, None, False)
    while tensor.op.inputs:
        tensor = tensor.op.inputs[0]
    return shapes.from_tuple(tensor.op.attrs["shape"])
