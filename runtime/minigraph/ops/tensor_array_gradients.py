"""Gradients of tensor arrays behind a handle: another array collects them.

There is one such array for each call of tf.gradients, whose scope names it.
"""

from __future__ import annotations

from typing import Any

from minigraph import context
from minigraph.ops import array
from minigraph.ops.tensor_array import ResourceTensorArray
from minigraph.registry import gradient


def _source(grad: Any) -> str:
    """The scope of the tf.gradients call that a gradient was made in."""
    parts = grad.name.split("/")
    last = max((i for i, part in enumerate(parts) if part.startswith("gradients")), default=-1)
    if last < 0:
        raise ValueError(
            f"Expected op/tensor name to start with gradients (excluding scope), got: {grad.name}. "
            "This means that a tf.gradients op with this op in its dependency path has a custom "
            "name that does not start with 'gradients'. Please make sure all calls to tf.gradients "
            "that have non-empty `name` arguments use names that start with 'gradients'."
        )
    return "/".join(parts[: last + 1])


def _gradient_array(op: Any, dtype: Any, grad: Any, flow: Any) -> Any:
    forward = ResourceTensorArray(
        dtype, handle=op.inputs[0], flow=flow, colocate_with_first_write_call=False
    )
    return forward.grad(_source(grad), flow)


def _written(op: Any, flow: Any) -> tuple[Any, Any]:
    """The array of gradients of what was written, made once that is done; and its flow."""
    done = array.identity(op.outputs[0], "flow_out")
    with context.get_default_graph().control_dependencies([done]):
        barrier = array.identity(flow, "write_barrier")
    return _gradient_array(op, op.attrs["T"], flow, barrier), barrier


@gradient("TensorArrayReadV3")
def _read_gradient(op: Any, grad: Any) -> Any:
    _, index, flow = op.inputs
    made = _gradient_array(op, op.attrs["dtype"], grad, flow).write(index, grad)
    return None, None, made.flow


@gradient("TensorArrayWriteV3")
def _write_gradient(op: Any, flow: Any) -> Any:
    made, barrier = _written(op, flow)
    return None, None, made.read(op.inputs[1]), barrier


@gradient("TensorArrayGatherV3")
def _gather_gradient(op: Any, grad: Any) -> Any:
    _, indices, flow = op.inputs
    made = _gradient_array(op, op.attrs["dtype"], grad, flow).scatter(indices, grad)
    return None, None, made.flow


@gradient("TensorArrayScatterV3")
def _scatter_gradient(op: Any, flow: Any) -> Any:
    made, barrier = _written(op, flow)
    return None, None, made.gather(op.inputs[1]), barrier


@gradient("TensorArrayConcatV3")
def _concat_gradient(op: Any, grad: Any, _: Any) -> Any:
    made = _gradient_array(op, op.attrs["dtype"], grad, op.inputs[1])
    return None, made.split(grad, op.outputs[1]).flow


@gradient("TensorArraySplitV3")
def _split_gradient(op: Any, flow: Any) -> Any:
    made, barrier = _written(op, flow)
    return None, made.concat(), None, barrier
