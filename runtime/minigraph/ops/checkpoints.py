"""Ops that write and read checkpoints: the nodes that a Saver adds to a graph."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from minigraph import errors, shapes
from minigraph.dtypes import DType, c_name
from minigraph.ops import shape_rules
from minigraph.ops.strings import refuse, scalar
from minigraph.registry import op
from minigraph.storage import slices
from minigraph.storage.bundle_writer import merge_bundles, write_bundle
from minigraph.storage.tensor_reader import TensorReader
from minigraph.storage.tensor_slices import open_checkpoint, write_tensor_slices


def _text(value: Any) -> str:
    return os.fsdecode(scalar(value))


def _texts(values: Any) -> list[str]:
    return [_text(value) for value in np.atleast_1d(np.asarray(values, object))]


def _save_shape(c: Any, before: int = 3) -> Any:
    """Of an op with so many inputs before the tensors."""
    shape_rules.require_rank(c.shapes[0], 0)
    count = len(c.shapes) - before
    for shape in c.shapes[1:before]:
        (size,) = shape_rules.require_rank(shape, 1)
        if size not in (None, count):
            raise ValueError(f"Dimension must be {count} but is {size}")
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
    rows = _rows(tensor_names, shape_and_slices, tensors, dtypes)
    write_bundle(_text(prefix), rows)
    return ()


def _rows(tensor_names: Any, specs: Any, tensors: Any, dtypes: Any) -> list[Any]:
    """What to write: name, dtype and value of tensors, and of which tensor it is a slice."""
    names, specs = _texts(tensor_names), _texts(specs)
    if not len(names) == len(specs) == len(tensors):
        refuse(f"Got {len(names)} names and {len(specs)} slices for {len(tensors)} tensors")
    rows = zip(names, dtypes, tensors, specs)
    return [(name, dtype, value, _part_saved(value, spec)) for name, dtype, value, spec in rows]


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
    return _shapes_of(specs)


def _shapes_of(specs: Any) -> tuple[Any, ...]:
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
    return _restored(prefix, tensor_names, shape_and_slices, dtypes)


def _restored(prefix: Any, tensor_names: Any, specs: Any, dtypes: list[DType]) -> list[Any]:
    reader = open_checkpoint(_text(prefix))
    rows = list(zip(_texts(tensor_names), _texts(specs), dtypes))
    wrong = []
    for name, _, dtype in rows:
        stored = reader.entry(name)[0]
        if stored is not dtype:
            wrong.append(reader.other_dtype(name, c_name(stored), c_name(dtype)))
    if wrong:
        refuse("\n".join(wrong if reader.tells_all_dtypes else wrong[:1]))
    return [_part_restored(reader, name, spec) for name, spec, _ in rows]


def _part_restored(reader: TensorReader, name: str, spec: str) -> Any:
    if not spec:
        return reader.read(name)
    shape, part, _ = slices.parse(spec)
    stored = reader.entry(name)[1]
    if shape != stored:
        refuse(reader.other_shape(name, stored, shape))
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
        _text(destination_prefix),
        delete_old_dirs=delete_old_dirs,
        allow_missing_files=allow_missing_files,
    )
    return ()


# The format V1, and what graphs of its time restore with


@op(
    "Save",
    "filename: string, tensor_names: string, data: list(T)",
    shape=lambda c: _save_shape(c, 2),
    minimum={"T": 1},
    stateful=True,
)
def save(ctx: Any, filename: Any, tensor_names: Any, *data: Any, T: list[DType]) -> Any:
    """Writes tensors as a checkpoint of the format V1."""
    write_tensor_slices(_text(filename), _rows(tensor_names, [b""] * len(data), data, T))
    return ()


@op(
    "SaveSlices",
    "filename: string, tensor_names: string, shapes_and_slices: string, data: list(T)",
    shape=_save_shape,
    minimum={"T": 1},
    stateful=True,
)
def save_slices(
    ctx: Any, filename: Any, tensor_names: Any, shapes_and_slices: Any, *data: Any, T: list[DType]
) -> Any:
    """Writes tensors, or slices of such, as a checkpoint of the format V1."""
    write_tensor_slices(_text(filename), _rows(tensor_names, shapes_and_slices, data, T))
    return ()


def _restore_one_shape(c: Any) -> Any:
    for shape in c.shapes:
        shape_rules.require_rank(shape, 0)
    spec = c.constant(2) if len(c.shapes) > 2 else None
    return (None,) if spec is None else _shapes_of(spec)


@op(
    "Restore",
    "file_pattern: string, tensor_name: string -> tensor: dt",
    shape=_restore_one_shape,
    stateful=True,
)
def restore(
    ctx: Any, file_pattern: Any, tensor_name: Any, *, dt: DType, preferred_shard: int = -1
) -> Any:
    """Reads one tensor from a checkpoint."""
    return _restored(file_pattern, tensor_name, b"", [dt])[0]


@op(
    "RestoreSlice",
    "file_pattern: string, tensor_name: string, shape_and_slice: string -> tensor: dt",
    shape=_restore_one_shape,
    stateful=True,
)
def restore_slice(
    ctx: Any,
    file_pattern: Any,
    tensor_name: Any,
    shape_and_slice: Any,
    *,
    dt: DType,
    preferred_shard: int = -1,
) -> Any:
    """Reads one tensor, or a slice of it, from a checkpoint."""
    return _restored(file_pattern, tensor_name, shape_and_slice, [dt])[0]


@op(
    "ShardedFilespec",
    "basename: string, num_shards: int32 -> filename: string",
    shape=shape_rules.scalar,
)
def sharded_filespec(basename: Any, num_shards: Any) -> Any:
    """The pattern of the files of a checkpoint in shards."""
    return b"%s-?????-of-%05d" % (scalar(basename), int(num_shards))
