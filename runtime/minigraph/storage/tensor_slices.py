"""The checkpoint format V1: one table that holds the tensors, slice by slice.

TensorFlow wrote it before tensor bundles, and does still when it is asked to. The prefix of a
checkpoint in several shards is a pattern that matches their files.
"""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable
from math import prod
from typing import Any

import numpy as np

from minigraph import dtypes, errors, tensor_proto
from minigraph.dtypes import c_name
from minigraph.shapes import as_shape, format_shape
from minigraph.storage import files, slices
from minigraph.storage.bundle_reader import BundleReader, index_path
from minigraph.storage.bundle_writer import Spec
from minigraph.storage.table import damaged, read_table, table_bytes
from minigraph.storage.tensor_reader import (
    VERSION,
    Shape,
    TensorReader,
    check_version,
    no_files,
    numpy_type,
    parsed,
)


def matching_files(pattern: str) -> list[str]:
    """The files of this path, or whose names match its last part, in one directory."""
    directory, name = os.path.split(pattern)
    if os.path.exists(pattern):
        return [pattern]
    return sorted(glob.glob(os.path.join(glob.escape(directory), name)))


def open_checkpoint(prefix: str) -> TensorReader:
    """The reader of a checkpoint of whatever format; NotFoundError where there is none."""
    if os.path.exists(index_path(prefix)) or not matching_files(prefix):
        return BundleReader(prefix)
    return TensorSliceReader(prefix)


def _no_table(path: str, why: str) -> errors.DataLossError:
    return damaged(
        f"Unable to open table file {path}: {why}: perhaps your file is in a different file format "
        "and you need to use a different restore operator?"
    )


class TensorSliceReader(TensorReader):
    """The tensors in the files that `pattern` matches.

    Raises NotFoundError where there is no file, DataLossError where one was altered.
    """

    tells_all_dtypes = False

    def __init__(self, pattern: str) -> None:
        super().__init__(pattern)
        self._data: dict[bytes, bytes] = {}
        paths = matching_files(pattern)
        if not paths:
            raise no_files(pattern)
        for path in paths:
            if os.path.isdir(path):
                raise _no_table(path, f"FAILED_PRECONDITION: {path}; Is a directory")
            with files.os_errors(path), open(path, "rb") as file:
                content = file.read()
            try:
                self._add_table(read_table(content))
            except errors.DataLossError as error:
                raise _no_table(path, f"DATA_LOSS: {error.message}") from None
        self.entries = dict(sorted(self.entries.items()))

    def _add_table(self, table: dict[bytes, bytes]) -> None:
        from minigraph import protos

        meta = parsed(protos.SavedTensorSlices, table.pop(b"", None), "list of tensors").meta
        check_version(meta.versions, self.prefix)
        for tensor in meta.tensor:
            entry = protos.BundleEntryProto(
                dtype=tensor.type, shape=tensor.shape, slices=tensor.slice
            )
            key = slices.as_key(tensor.name)
            if key in self.entries:
                known = protos.BundleEntryProto.FromString(self.entries[key])
                if (known.dtype, known.shape) != (entry.dtype, entry.shape):
                    raise damaged(f"two files have tensors of other kinds called {tensor.name}")
                entry.slices.extend(known.slices)
            self.entries[key] = entry.SerializeToString()
        self._data |= table

    def missing(self, name: str) -> str:
        """As RestoreV2 says it."""
        return f'Tensor name "{name}" not found in checkpoint files {self.prefix}'

    def absent(self, name: str) -> str:
        """As a CheckpointReader says it."""
        return f"{name} not found in checkpoint file"

    def other_dtype(self, name: str, stored: str, expected: str) -> str:
        """As RestoreV2 says it."""
        return (
            f"Expected to restore a tensor of type {expected}, got a tensor of type {stored} "
            f"instead: tensor_name = {name}"
        )

    def other_shape(self, name: str, stored: Shape, expected: Shape) -> str:
        """As RestoreV2 says it."""
        return (
            "Shape in shape_and_slice spec does not match the shape in the save file: "
            f"{format_shape(expected)}, save file shape: {format_shape(stored)}"
        )

    def _most_bytes(self) -> int:
        # A number of eight bytes takes one at least.
        return 8 * sum(map(len, self._data.values()))

    def _stored(self, dtype: dtypes.DType, shape: tuple[int, ...], message: Any) -> Any:
        raise self._damaged(message, "a tensor without slices")

    def _stored_slice(self, key: bytes, dtype: dtypes.DType, shape: tuple[int, ...]) -> Any:
        from minigraph import protos

        numpy_type(dtype)
        message = parsed(protos.SavedTensorSlices, self._data.get(key), "such slice").data.data
        size, field = prod(shape), tensor_proto.values_of(message, dtype)
        if len(field) != size * (2 if dtype.is_complex else 1):
            raise damaged(
                f"Checkpoint {self.prefix}: a slice of {size} elements has {len(field)} values"
            )
        message.dtype = dtype.as_datatype_enum
        message.tensor_shape.CopyFrom(as_shape(shape).as_proto())
        try:
            return tensor_proto.MakeNdarray(message)
        except ValueError as error:
            raise damaged(f"Checkpoint {self.prefix}: {error}") from None


_WRITTEN = {
    dtypes.as_dtype(name)
    for name in "bool complex64 complex128 float16 float32 float64 int8 int16 int32 int64 qint8 "
    "qint32 quint8 string uint8 uint16".split()
}


def write_tensor_slices(
    path: str, tensors: Iterable[tuple[str, dtypes.DType, Any, Spec | None]]
) -> None:
    """Writes tensors (name, dtype, array, and of which tensor it is a slice) to a file.

    Of a name that comes twice the first tensor is written. Raises NotFoundError where the directory
    does not exist, another OpError where the system does not let it write, UnimplementedError for a
    dtype that the format had no place for.
    """
    from minigraph import protos

    meta = protos.SavedTensorSliceMeta(versions={"producer": VERSION})
    known: dict[str, Any] = {}
    items: dict[bytes, bytes] = {}
    for name, dtype, value, spec in tensors:
        if dtype not in _WRITTEN:
            text = f"Saving data type {c_name(dtype)} not yet supported"
            raise errors.UnimplementedError(None, None, text)
        array = np.asarray(value, dtype.as_numpy_dtype)
        shape, part = spec or (array.shape, ((0, slices.FULL),) * array.ndim)
        if name not in known:
            known[name] = meta.tensor.add(
                name=name, shape=as_shape(shape).as_proto(), type=dtype.as_datatype_enum
            )
        slices.to_proto(part, known[name].slice.add())
        content = protos.SavedTensorSlices(data={"name": name})
        slices.to_proto(part, content.data.slice)
        content.data.slice.SetInParent()  # also of a scalar
        content.data.data.SetInParent()  # also without values
        tensor_proto.add_values(content.data.data, array, dtype)
        items.setdefault(slices.key_of(slices.as_key(name), part), content.SerializeToString())
    items[b""] = protos.SavedTensorSlices(meta=meta).SerializeToString()
    with files.os_errors(path):
        files.replace_file(path, table_bytes(items))
