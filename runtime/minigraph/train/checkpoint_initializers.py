"""Variables that start with values from a checkpoint (tf.train.init_from_checkpoint)."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any

from minigraph import context
from minigraph.ops import checkpoints
from minigraph.train import saveables
from minigraph.train.checkpoint_management import latest_checkpoint
from minigraph.train.checkpoint_reader import load_checkpoint
from minigraph.variables.base import Variable
from minigraph.variables.store import default_store


def init_from_checkpoint(ckpt_dir_or_file: str | os.PathLike[str], assignment_map: Any) -> None:
    """Has the initializers of variables read a checkpoint, or the latest of a directory.

    assignment_map: a dict or pairs of a tensor in the checkpoint and a variable or its name, or of
    two scopes, "old/" and "new/"; "/" means all. TensorFlow: tf.train.init_from_checkpoint.
    Raises ValueError where the checkpoint lacks a tensor or has one of another shape.
    """
    path = os.fspath(ckpt_dir_or_file)
    shapes = load_checkpoint(path).get_variable_to_shape_map()
    prefix = latest_checkpoint(path) if os.path.isdir(path) else path
    is_mapping = isinstance(assignment_map, Mapping)
    pairs = assignment_map.items() if is_mapping else assignment_map
    for name, wanted in sorted(pairs, key=lambda pair: pair[0]):
        variable = wanted
        if not isinstance(wanted, Variable):
            variable = default_store()._vars.get(wanted)
        if variable is None:
            for tensor, member in _below(wanted, name, shapes, path):
                _initialize(member, prefix, tensor)
            continue
        if name not in shapes:
            raise ValueError(f"Tensor {name} is not found in {path} checkpoint {shapes}")
        if not variable.shape.is_compatible_with(shapes[name]):
            raise ValueError(
                f"Shape of variable {variable.name} ({variable.shape}) doesn't match with "
                f"shape of tensor {name} ({shapes[name]}) from checkpoint reader."
            )
        _initialize(variable, prefix, name)


def _below(
    scope: str, source: str, shapes: Mapping[str, Any], path: str
) -> Iterator[tuple[str, Any]]:
    """The variables of a scope, each with the tensor that has its name in the scope `source`."""
    inside = scope.rpartition("/")[0]
    if not source.endswith("/"):
        raise ValueError(
            f"Assignment map with scope only name {inside} should map to scope only {source}. "
            "Should be 'scope/': 'other_scope/'."
        )
    for name, variable in sorted(default_store()._vars.items()):
        if inside and not name.startswith(f"{inside}/"):
            continue
        own = name[len(inside) + 1 :] if inside else name
        tensor = own if source == "/" else source + own
        if tensor not in shapes:
            raise ValueError(
                f"Tensor {tensor} ({name[len(inside) + 1 :]} in {source}) is not found in {path} "
                "checkpoint"
            )
        yield tensor, variable


def _initialize(variable: Any, prefix: Any, tensor: str) -> None:
    """Gives a variable an initializer that reads a tensor."""
    graph = context.get_default_graph()
    with graph.device(variable.device), graph.device("/cpu:0"):
        (value,) = checkpoints.restore_v2(
            prefix,
            [tensor],
            [""],
            dtypes=[variable.dtype.base_dtype],
            name="checkpoint_initializer",
        )
        (saveable,) = saveables.validated(saveables.op_list_to_dict([variable]))
    variable._initializer_op = saveable.restore([value], None)
    value.set_shape(variable.shape)
    variable._initial_value = value
