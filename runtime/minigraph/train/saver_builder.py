"""The nodes that a Saver adds to a graph: save, restore and the name of the file."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from minigraph import context, convert, device_spec
from minigraph.ops import array, checkpoints, comparison, string_parts, strings
from minigraph.ops.grouping import group, with_dependencies
from minigraph.ops.naming import op_scope
from minigraph.train import saveables
from minigraph.train.saveables import SaveableObject, SaveSpec

Saveables = Sequence[SaveableObject]
V1, V2 = 1, 2  # SaverDef.CheckpointFormatVersion
PerDevice = list[tuple[str, list[SaveableObject]]]

OLD_FORMAT = (
    "*******************************************************",
    "TensorFlow's V1 checkpoint format has been deprecated.",
    "Consider switching to the more efficient V2 format:",
    "   `tf.train.Saver(write_version=tf.train.SaverDef.V2)`",
    "now on by default.",
    "*******************************************************",
)
"""What a Saver says when it is to write the format V1."""


class SaverBuilder:
    """Adds the nodes of a Saver; a subclass may add others (argument `builder` of Saver)."""

    SaveSpec = SaveSpec
    SaveableObject = SaveableObject

    def __init__(self, write_version: int = V2) -> None:
        self._write_version = write_version

    def save_op(self, filename_tensor: Any, saveables: Saveables) -> Any:
        """The operation that writes tensors under the prefix `filename_tensor`."""
        specs = [spec for saveable in saveables for spec in saveable.specs]
        names, slices = [spec.name for spec in specs], [spec.slice_spec for spec in specs]
        tensors = [spec.tensor for spec in specs]
        if self._write_version == V1:
            return checkpoints.save_slices(filename_tensor, names, slices, tensors, name="save")
        if self._write_version != V2:
            raise RuntimeError(f"Unexpected write_version: {self._write_version}")
        return checkpoints.save_v2(filename_tensor, names, slices, tensors)

    def bulk_restore(self, filename_tensor: Any, saveables: Saveables, *rest: Any) -> Any:
        """The tensors of all specs, as read."""
        specs = [spec for saveable in saveables for spec in saveable.specs]
        with context.get_default_graph().device("cpu:0"):
            return checkpoints.restore_v2(
                filename_tensor,
                [spec.name for spec in specs],
                [spec.slice_spec for spec in specs],
                dtypes=[spec.dtype.base_dtype for spec in specs],
            )

    def build(
        self,
        names_to_saveables: Any,
        reshape: bool = False,
        sharded: bool = False,
        max_to_keep: int | None = 5,
        keep_checkpoint_every_n_hours: float = 10000.0,
        name: str | None = None,
        restore_sequentially: bool = False,
        filename: str | None = "model",
    ) -> Any:
        """Adds the nodes for variables, given as a list or by name; returns their SaverDef.

        Raises TypeError or ValueError for what cannot be saved.
        """
        from minigraph import protos

        if not isinstance(names_to_saveables, dict):
            names_to_saveables = saveables.op_list_to_dict(names_to_saveables)
        items = saveables.validated(names_to_saveables)
        with op_scope(name, "save", *[item.op for item in items]):
            # Two placeholders: graphs that were saved long ago feed the one called Const.
            path = array.placeholder_with_default(filename or "model", shape=(), name="filename")
            path = array.placeholder_with_default(path, shape=(), name="Const")
            if sharded:
                per_device = _grouped_by_device(items)
                shards = self._save_shards if self._write_version == V2 else self._save_shards_v1
                save_tensor = shards(path, per_device)
                restore_op = self._restore_shards(path, per_device, reshape)
            else:
                save_tensor = self._saved(path, items)
                restore_op = self._restored(path, items, reshape, "restore_all")
        return protos.SaverDef(
            filename_tensor_name=path.name,
            save_tensor_name=save_tensor.name,
            restore_op_name=restore_op.name,
            max_to_keep=max_to_keep or 0,
            sharded=sharded,
            keep_checkpoint_every_n_hours=keep_checkpoint_every_n_hours,
            version=self._write_version,
        )

    def _saved(self, path: Any, items: Saveables) -> Any:
        return with_dependencies([self.save_op(path, items)], path)

    def _save_shards(self, path: Any, per_device: PerDevice) -> Any:
        """Each device writes a checkpoint of its own into a directory; the last merges them."""
        graph = context.get_default_graph()
        with graph.device("CPU"):
            suffix = comparison.where(
                string_parts.regex_full_match(path, "^s3://.*"),
                convert.constant(".part"),
                convert.constant(os.path.normpath("_temp/part")),
            )
            temporary = strings.string_join([path, suffix])
        count = convert.constant(len(per_device), name="num_shards")
        prefixes, saves = [], []
        for shard, (device, items) in enumerate(per_device):
            with graph.device(_on_cpu(device)):
                prefixes.append(checkpoints.sharded_filename(temporary, shard, count))
                saves.append(self._saved(prefixes[-1], items))
        last = per_device[-1][0]
        with graph.control_dependencies([save.op for save in saves]), graph.device(_on_cpu(last)):
            merge = checkpoints.merge_v2_checkpoints(prefixes, path, delete_old_dirs=True)
            with graph.control_dependencies([merge]):
                return array.identity(path)

    def _save_shards_v1(self, path: Any, per_device: PerDevice) -> Any:
        """Each device writes a file of its own; their pattern is the prefix."""
        graph = context.get_default_graph()
        count = convert.constant(len(per_device), name="num_shards")
        saves = []
        for shard, (device, items) in enumerate(per_device):
            with graph.device(device):
                part = checkpoints.sharded_filename(path, shard, count)
                saves.append(self._saved(part, items))
        with graph.control_dependencies([save.op for save in saves]):
            return checkpoints.sharded_filespec(path, count)

    def _restore_shards(self, path: Any, per_device: PerDevice, reshape: bool) -> Any:
        restores = []
        for device, items in per_device:
            with context.get_default_graph().device(device):
                restores.append(self._restored(path, items, reshape, "restore_shard"))
        return group(*restores, name="restore_all")

    def _restored(self, path: Any, items: Saveables, reshape: bool, name: str) -> Any:
        tensors = list(self.bulk_restore(path, items))
        assigns = []
        for item in items:
            given = [tensors.pop(0) for _ in item.specs]
            wanted = [_shape_of(spec.tensor) for spec in item.specs] if reshape else None
            assigns.append(item.restore(given, wanted))
        return group(*assigns, name=name)


def _shape_of(tensor: Any) -> Any:
    shape = tensor.get_shape()
    return shape if shape.is_fully_defined() else array.shape(tensor)


def _on_cpu(device: str) -> str:
    spec = device_spec.DeviceSpecV1.from_string(device)
    return spec.replace(device_type="CPU", device_index=0).to_string()


def _grouped_by_device(items: Saveables) -> PerDevice:
    found: dict[str, list[SaveableObject]] = {}
    for item in items:
        devices = {device_spec.canonical_name(spec.device) for spec in item.specs}
        if len(devices) != 1:
            raise ValueError(
                f"All tensors of a saveable object must be on the same device: {item.name}"
            )
        found.setdefault(devices.pop(), []).append(item)
    return sorted(found.items())
