"""The global step: the variable that counts the steps of training."""

from __future__ import annotations

from typing import Any

from minigraph import context, dtypes
from minigraph.graph_keys import GraphKeys
from minigraph.ops import assignment
from minigraph.tensor import Tensor
from minigraph.train.slots import initialized_value
from minigraph.variables import initializers, scope
from minigraph.variables.base import Variable, VariableAggregation

_READ_KEY = "global_step_read_op_cache"


def global_step(sess: Any, global_step_tensor: Any) -> int:
    """The value of the global step in a session, as an int (tf.train.global_step)."""
    return int(sess.run(global_step_tensor))


def get_global_step(graph: Any = None) -> Any:
    """The global step of a graph, None where it has none or several (tf.train.get_global_step).

    Raises TypeError where what is called "global_step" is no integer scalar.
    """
    graph = graph or context.get_default_graph()
    found = graph.get_collection(GraphKeys.GLOBAL_STEP)
    if len(found) > 1:
        return None
    if found:
        step = found[0]
    else:
        try:
            step = graph.get_tensor_by_name("global_step:0")
        except KeyError:
            return None
    assert_global_step(step)
    return step


def create_global_step(graph: Any = None) -> Any:
    """A new global step; ValueError where there is one (tf.train.create_global_step)."""
    graph = graph or context.get_default_graph()
    if get_global_step(graph) is not None:
        raise ValueError('"global_step" already exists.')
    with graph.as_default(), graph.name_scope(None):
        return scope.get_variable(
            GraphKeys.GLOBAL_STEP,
            shape=[],
            dtype=dtypes.int64,
            initializer=initializers.Zeros(),
            trainable=False,
            aggregation=VariableAggregation.ONLY_FIRST_REPLICA,
            collections=[GraphKeys.GLOBAL_VARIABLES, GraphKeys.GLOBAL_STEP],
        )


def get_or_create_global_step(graph: Any = None) -> Any:
    """The global step, made where there is none (tf.train.get_or_create_global_step)."""
    graph = graph or context.get_default_graph()
    step = get_global_step(graph)
    return create_global_step(graph) if step is None else step


def assert_global_step(global_step_tensor: Any) -> None:
    """Raises TypeError where a global step is no variable or tensor, no integer or no scalar."""
    is_usable: bool = isinstance(global_step_tensor, (Variable, Tensor))
    if not is_usable:
        raise TypeError(
            f'Existing "global_step" must be a Variable or Tensor: {global_step_tensor}.'
        )
    dtype, shape = global_step_tensor.dtype, global_step_tensor.get_shape()
    if not dtype.base_dtype.is_integer:
        raise TypeError(f'Existing "global_step" does not have integer type: {dtype}')
    if shape.ndims != 0 and shape.is_fully_defined():
        raise TypeError(f'Existing "global_step" is not scalar: {shape}')


def _get_global_step_read(graph: Any = None) -> Any:
    """The tensor that reads the global step once a run; RuntimeError where there are several."""
    found = (graph or context.get_default_graph()).get_collection(_READ_KEY)
    if len(found) > 1:
        raise RuntimeError(
            f"There are multiple items in collection {_READ_KEY}. There should be only one."
        )
    return found[0] if found else None


def _get_or_create_global_step_read(graph: Any = None) -> Any:
    graph = graph or context.get_default_graph()
    read = _get_global_step_read(graph)
    if read is not None:
        return read
    step = get_global_step(graph)
    if step is None:
        return None
    with graph.as_default(), graph.name_scope(None), graph.name_scope(f"{step.op.name}/"):
        value = initialized_value(step) if isinstance(step, Variable) else step
        graph.add_to_collection(_READ_KEY, value + 0)
    return _get_global_step_read(graph)


def _increment_global_step(increment: Any, graph: Any = None) -> Any:
    """An operation that adds to the global step after it has been read."""
    graph = graph or context.get_default_graph()
    step = get_global_step(graph)
    if step is None:
        raise ValueError(
            "Global step tensor should be created by tf.train.get_or_create_global_step before "
            "calling increment."
        )
    read = _get_or_create_global_step_read(graph)
    with (
        graph.as_default(),
        graph.name_scope(None),
        graph.name_scope(f"{step.op.name}/"),
        graph.control_dependencies([read]),
    ):
        return assignment.assign_add(step, increment)
