"""Ops that write and read checkpoints: the nodes that a Saver adds to a graph."""

from __future__ import annotations

from typing import Any

import numpy as np

from minigraph import errors, shapes
from minigraph.dtypes import DType, c_name
from minigraph.ops import shape_rules
from minigraph.ops.strings import refuse, scalar
from minigraph.registry import op
from minigraph.storage import slices
from minigraph.storage.bundle_reader import BundleReader
from minigraph.storage.bundle_writer import merge_bundles, write_bundle


def _texts(values: Any) -> list[str]:
    return [scalar(value).decode() for value in np.atleast_1d(np.asarray(values, object))]


def _save_shape(c: Any) -> Any:
    shape_rules.require_rank(c.shapes[0], 0)
    for shape in c.shapes[1:3]:
        (size,) = shape_rules.require_rank(shape, 1)
        if size not in (None, len(c.attrs["dtypes"])):
            raise ValueError(f"Dimension must be {len(c.attrs['dtypes'])} but is {size}")
    return ()


@op(
    "SaveV2",
    "prefix: string, tensor_names: string, shape_and_slices: string, tensors: list(dtypes)",
    shape=_save_shape,
    minimum={"dtypes": 1},
    stateful=True,
)
def save_v2(
    ctx: Any,
    prefix: Any,
    tensor_names: Any,
    shape_and_slices: Any,
    *tensors: Any,
    dtypes: list[DType],
) -> Any:
    """Writes tensors as one checkpoint."""
    names, specs = _texts(tensor_names), _texts(shape_and_slices)
    if not len(names) == len(specs) == len(tensors):
        refuse(f"Got {len(names)} names and {len(specs)} slices for {len(tensors)} tensors")
    rows = zip(names, dtypes, tensors, specs)
    write_bundle(
        scalar(prefix).decode(),
        [(name, dtype, value, _part_saved(value, spec)) for name, dtype, value, spec in rows],
    )
    return ()


def _part_saved(value: Any, spec: str) -> Any:
    if not spec:
        return None
    shape, part, part_shape = slices.parse(spec)
    if part_shape != np.shape(value):
        refuse(
            "Slice in shape_and_slice specification does not match the shape of the tensor to  "
            f"save: {spec}, tensor: {shapes.format_shape(np.shape(value))}"
        )
    return shape, part


def _restore_shape(c: Any) -> Any:
    shape_rules.require_rank(c.shapes[0], 0)
    shapes.merge(*(shape_rules.require_rank(shape, 1) for shape in c.shapes[1:3]))
    specs, count = c.constant(2), len(c.attrs["dtypes"])
    if specs is None:
        return (None,) * count
    if specs.size != count:
        raise ValueError("The number of shape_and_slice doesn't match tensor outputs.")
    try:
        return tuple(slices.parse(spec)[2] if spec else None for spec in _texts(specs))
    except errors.InvalidArgumentError as error:
        raise ValueError(error.message) from None


@op(
    "RestoreV2",
    "prefix: string, tensor_names: string, shape_and_slices: string -> tensors: list(dtypes)",
    shape=_restore_shape,
    minimum={"dtypes": 1},
    stateful=True,
)
def restore_v2(
    ctx: Any, prefix: Any, tensor_names: Any, shape_and_slices: Any, *, dtypes: list[DType]
) -> Any:
    """Reads tensors from a checkpoint."""
    reader = BundleReader(scalar(prefix).decode())
    rows = list(zip(_texts(tensor_names), _texts(shape_and_slices), dtypes))
    wrong = []
    for name, _, dtype in rows:
        stored = reader.entry(name)[0]
        if stored is not dtype:
            wrong.append(
                f"tensor_name = {name}; expected dtype {c_name(dtype)} does not equal original "
                f"dtype {c_name(stored)}"
            )
    if wrong:
        refuse("\n".join(wrong))
    return [_part_restored(reader, name, spec) for name, spec, _ in rows]


def _part_restored(reader: BundleReader, name: str, spec: str) -> Any:
    if not spec:
        return reader.read(name)
    shape, part, _ = slices.parse(spec)
    stored = reader.entry(name)[1]
    if shape != stored:
        refuse(
            f"tensor_name = {name}; shape in shape_and_slice spec {shapes.format_shape(shape)} "
            f"does not match the shape stored in checkpoint: {shapes.format_shape(stored)}"
        )
    return reader.read(name, part)


@op(
    "ShardedFilename",
    "basename: string, shard: int32, num_shards: int32 -> filename: string",
    shape=shape_rules.scalar,
)
def sharded_filename(basename: Any, shard: Any, num_shards: Any) -> Any:
    """The prefix of one shard of a checkpoint."""
    return b"%s-%05d-of-%05d" % (scalar(basename), int(shard), int(num_shards))


def _merge_shape(c: Any) -> Any:
    shape_rules.require_rank(c.shapes[0], 1)
    shape_rules.require_rank(c.shapes[1], 0)
    return ()


@op(
    "MergeV2Checkpoints",
    "checkpoint_prefixes: string, destination_prefix: string",
    shape=_merge_shape,
    stateful=True,
)
def merge_v2_checkpoints(
    ctx: Any,
    checkpoint_prefixes: Any,
    destination_prefix: Any,
    *,
    delete_old_dirs: bool = True,
    allow_missing_files: bool = False,
) -> Any:
    """Makes one checkpoint of those that the devices wrote."""
    merge_bundles(
        _texts(checkpoint_prefixes),
        scalar(destination_prefix).decode(),
        delete_old_dirs=delete_old_dirs,
        allow_missing_files=allow_missing_files,
    )
    return ()
