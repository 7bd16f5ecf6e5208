"""Gradients of tensor arrays behind a handle: another array collects them.

There is one such array for each call of tf.gradients, whose scope names it.
"""

from __future__ import annotations

from typing import Any

from minigraph import context
from minigraph.ops.tensor_array import ResourceTensorArray
from minigraph.registry import gradient


def _source() -> str:
    """The scope of the tf.gradients call under way."""
    parts = context.get_default_graph().get_name_scope().split("/")
    last = max((i for i, part in enumerate(parts) if part.startswith("gradients")), default=-1)
    return "/".join(parts[: last + 1]) or "gradients"


def _gradient_array(handle: Any, flow: Any, dtype: Any) -> Any:
    forward = ResourceTensorArray(dtype, handle=handle, flow=flow)
    return forward.grad(_source(), flow)


@gradient("TensorArrayReadV3")
def _read_gradient(op: Any, grad: Any) -> Any:
    handle, index, flow = op.inputs
    made = _gradient_array(handle, flow, op.attrs["dtype"]).write(index, grad)
    return None, None, made.flow


@gradient("TensorArrayWriteV3")
def _write_gradient(op: Any, flow: Any) -> Any:
    handle, index, _, _ = op.inputs
    return None, None, _gradient_array(handle, flow, op.attrs["T"]).read(index), flow


@gradient("TensorArrayGatherV3")
def _gather_gradient(op: Any, grad: Any) -> Any:
    handle, indices, flow = op.inputs
    made = _gradient_array(handle, flow, op.attrs["dtype"]).scatter(indices, grad)
    return None, None, made.flow


@gradient("TensorArrayScatterV3")
def _scatter_gradient(op: Any, flow: Any) -> Any:
    handle, indices, _, _ = op.inputs
    return None, None, _gradient_array(handle, flow, op.attrs["T"]).gather(indices), flow


@gradient("TensorArrayConcatV3")
def _concat_gradient(op: Any, grad: Any, _: Any) -> Any:
    handle, flow = op.inputs
    made = _gradient_array(handle, flow, op.attrs["dtype"]).split(grad, op.outputs[1])
    return None, made.flow


@gradient("TensorArraySplitV3")
def _split_gradient(op: Any, flow: Any) -> Any:
    handle, _, _, _ = op.inputs
    return None, _gradient_array(handle, flow, op.attrs["T"]).concat(), None, flow
