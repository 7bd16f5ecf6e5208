"""Running several operations as one: group, tuple, with_dependencies."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from minigraph import context, nest
from minigraph.composite import IndexedSlices, SparseTensor
from minigraph.convert import convert_to_tensor
from minigraph.operation import Operation
from minigraph.ops import array
from minigraph.ops.naming import op_scope
from minigraph.tensor import Tensor


def group(*inputs: Any, name: str | None = None, **kwargs: Any) -> Any:
    """One operation that runs all `inputs`, which may be nested (tf.group).

    Raises TypeError for an input that is no tensor or operation.
    """
    if context.executing_eagerly():
        return None
    if kwargs:
        raise ValueError("Unknown keyword arguments: " + ", ".join(kwargs))
    with op_scope(name, "group_deps", *inputs) as scope:
        if not inputs:
            return array.no_op(name=scope)
        by_device: dict[str, list[Any]] = {}
        for item in _parts(nest.flatten(list(inputs))):
            if not hasattr(item, "device"):
                raise TypeError(
                    "'inputs' should be zero or more (nested) Tensors. Received "
                    f"'{item}' with type '{type(item)}'."
                )
            by_device.setdefault(item.device, []).append(item)
        if len(by_device) == 1:
            ((device, items),) = by_device.items()
            return _group_on(device, items, scope)
        groups = [_group_on(device, by_device[device], None) for device in sorted(by_device)]
        with context.get_default_graph().control_dependencies(groups):
            return array.no_op(name=scope)


def _parts(items: Iterable[Any]) -> Iterable[Any]:
    for item in items:
        if isinstance(item, IndexedSlices):
            parts = (item.values, item.indices, item.dense_shape)
            yield from (part for part in parts if part is not None)
        elif isinstance(item, SparseTensor):
            yield from (item.indices, item.values, item.dense_shape)
        else:
            yield item


def _group_on(device: str, items: list[Any], name: str | None) -> Any:
    graph = context.get_default_graph()
    with graph.control_dependencies(items):
        if not device:
            return array.no_op(name=name)
        with graph.device(device):
            return array.no_op(name=name)


def with_dependencies(dependencies: Any, output_tensor: Any, name: str | None = None) -> Any:
    """`output_tensor`, available once `dependencies` have run."""
    if context.executing_eagerly():
        return output_tensor
    with op_scope(name, "control_dependency", *dependencies, output_tensor) as scope:
        graph = context.get_default_graph()
        with graph.colocate_with(output_tensor), graph.control_dependencies(dependencies):
            if isinstance(output_tensor, IndexedSlices):
                values = array.identity(output_tensor.values, name=scope)
                return IndexedSlices(values, output_tensor.indices, output_tensor.dense_shape)
            return array.identity(output_tensor, name=scope)


def tuple(tensors: Any, name: str | None = None, control_inputs: Any = None) -> Any:
    """`tensors`, each available once all have been computed (tf.tuple).

    Raises ValueError where there is no tensor, TypeError for other control inputs than operations
    and tensors.
    """
    if context.executing_eagerly():
        return tensors
    with op_scope(name, "tuple", *tensors):
        items = [_as_element(item) for item in tensors]
        gates = [item if isinstance(item, Operation) else item.op for item in items if _any(item)]
        for item in control_inputs or ():
            if not isinstance(item, (Tensor, Operation)):
                raise TypeError(
                    "'control_inputs' must only contain Operation or Tensor. Received: "
                    f"{type(item)}"
                )
            gates.append(item.op if isinstance(item, Tensor) else item)
        if not gates:
            raise ValueError(f"'tensors' must have at least one Tensor. Received: {items}.")
        gate = group(*sorted(set(gates), key=lambda op: op._id))
        return [_gated(item, gate) for item in items]


def _any(item: Any) -> bool:
    return item is not None


def _as_element(item: Any) -> Any:
    if item is None or isinstance(item, (Operation, Tensor, IndexedSlices, SparseTensor)):
        return item
    return item if hasattr(item, "_as_graph_element") else convert_to_tensor(item)


def _gated(item: Any, gate: Any) -> Any:
    if item is None:
        return None
    if isinstance(item, Operation):
        with context.get_default_graph().control_dependencies([gate]):
            return group(item)
    return with_dependencies([gate], item)
