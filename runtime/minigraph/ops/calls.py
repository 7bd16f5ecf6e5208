"""The ops that call a function, and the gradient of such a call."""

from __future__ import annotations

from typing import Any

from minigraph.func_graph import FuncGraph, align_inputs
from minigraph.opdef import Attr, Func
from minigraph.operation import Operation
from minigraph.ops.control_flow_gradients import branch_gradient, hand_out, return_gradient
from minigraph.registry import OpBuilder, gradient, op


def _call(ctx: Any, *args: Any, f: Func) -> Any:
    """Runs a function."""
    return ctx.call(f, args)


def _declare(name: str) -> OpBuilder:
    texts = {key: Attr(key, "string", b"") for key in ("config", "config_proto", "executor_type")}
    return op(
        name,
        "args: list(Tin) -> output: list(Tout)",
        attrs=texts,
        shape=lambda c: [tensor._shape for tensor in c.attrs["f"].outputs],
        stateful=True,
        view=True,
    )(_call)


_partitioned_call, _stateful_call = _declare("PartitionedCall"), _declare("StatefulPartitionedCall")


def call(body: FuncGraph, inputs: Any, name: str | None = None) -> Any:
    """What a function returns for these inputs, a list of tensors."""
    builder = _stateful_call if body.stateful else _partitioned_call
    types = [tensor.dtype.base_dtype for tensor in body.outputs]
    result = builder(inputs, f=body, Tout=types, name=name)
    return result if isinstance(result, list) else []


@gradient("PartitionedCall")
@gradient("StatefulPartitionedCall")
def _call_gradient(op: Operation, *grads: Any) -> list[Any]:
    body = op.attrs["f"]
    graph = branch_gradient(op, body, grads)
    found = [index for index, grad in enumerate(graph.structured_outputs) if grad is not None]
    for index in found:
        return_gradient(graph, body.inputs[index], graph.structured_outputs[index], sparse=False)
    result: list[Any] = [None] * len(op.inputs)
    if found:
        hand_out(op, [body], [graph])
        outputs = call(graph, align_inputs([graph]), name="gradients")
        for index, output in zip(found, outputs, strict=True):
            result[index] = output
    return result
