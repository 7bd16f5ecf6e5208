"""Writing tensor bundles, TensorFlow's checkpoints, so that a crash never destroys one.

All is written under other names first. Where PREFIX has a bundle already, the bytes of its tensors
stay where they are in the data file until its index is replaced: a program that is killed at any
point leaves either the old bundle or the new one.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import struct
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from minigraph import dtypes, errors
from minigraph.shapes import as_shape
from minigraph.storage import files, slices
from minigraph.storage.bundle_reader import (
    BundleReader,
    data_path,
    index_path,
    packed_lengths,
)
from minigraph.storage.crc32c import crc32c, masked
from minigraph.storage.table import table_bytes, varint
from minigraph.storage.tensor_reader import VERSION

Spec = tuple[tuple[int, ...], slices.Slice]


class _Writer:
    """The entries of a bundle with one data file, which it fills."""

    def __init__(self, file: Any) -> None:
        self.entries: dict[bytes, Any] = {}
        self._file, self._offset = file, 0

    def add(self, key: bytes, dtype: dtypes.DType, value: Any) -> None:
        from minigraph import protos

        if key in self.entries:
            raise slices.invalid(f"Adding duplicate key: {key.decode('utf-8', 'replace')}")
        value = np.asarray(value, dtype.as_numpy_dtype)
        if dtype in (dtypes.int4, dtypes.int2):
            value = value.astype(np.int8)  # the sign in every bit, as TensorFlow has it
        entry = protos.BundleEntryProto(
            dtype=dtype.as_datatype_enum,
            shape=as_shape(value.shape).as_proto(),
            offset=self._offset,
        )
        data: Any
        if dtype is dtypes.string:
            data, crc = _strings_as_bytes(value)
        else:
            data = np.ascontiguousarray(value).reshape(-1).view(np.uint8).data
            crc = crc32c(data)
        entry.size, entry.crc32c = len(data), masked(crc)
        self._file.write(data)
        self._offset += len(data)
        self.entries[key] = entry

    def add_slice(self, key: bytes, dtype: dtypes.DType, value: Any, spec: Spec) -> None:
        from minigraph import protos

        shape, part = spec
        whole = protos.BundleEntryProto(
            dtype=dtype.as_datatype_enum, shape=as_shape(shape).as_proto()
        )
        whole = self.entries.setdefault(key, whole)
        slices.to_proto(part, whole.slices.add())
        self.add(slices.key_of(key, part), dtype, value)


def _strings_as_bytes(value: Any) -> tuple[bytes, int]:
    texts = [item.encode() if isinstance(item, str) else item for item in value.reshape(-1)]
    lengths = [len(text) for text in texts]
    crc = crc32c(packed_lengths(lengths))
    rest = struct.pack("<I", masked(crc)) + b"".join(texts)
    return b"".join(map(varint, lengths)) + rest, crc32c(rest, crc)


def write_bundle(
    prefix: str, tensors: Iterable[tuple[str, dtypes.DType, Any, Spec | None]]
) -> None:
    """Writes tensors (name, dtype, array, and of which tensor it is a slice) under `prefix`.

    Raises NotFoundError where the directory cannot be made, another OpError where the system does
    not let it write, InvalidArgumentError for a name that comes twice.
    """
    directory = os.path.dirname(prefix)
    unfinished = files.unfinished_name(data_path(prefix, 0, 1))
    with files.os_errors(directory):
        if directory and not os.path.isdir(directory):
            os.mkdir(directory)
        try:
            with open(unfinished, "wb") as file:
                writer = _Writer(file)
                for name, dtype, value, spec in tensors:
                    if spec is None:
                        writer.add(slices.as_key(name), dtype, value)
                    else:
                        writer.add_slice(slices.as_key(name), dtype, value, spec)
            _install(prefix, [unfinished], writer.entries)
        finally:
            with contextlib.suppress(OSError):
                os.remove(unfinished)


def merge_bundles(
    prefixes: Sequence[str], destination: str, *, delete_old_dirs: bool, allow_missing_files: bool
) -> None:
    """Makes one bundle of several: their data files become its shards.

    Raises InvalidArgumentError for a tensor that two of them have, and for a bundle that does not
    exist unless that is allowed.
    """
    entries: dict[bytes, Any] = {}
    paths: list[str] = []
    old = []
    for prefix in prefixes:
        if not os.path.exists(index_path(prefix)):
            if allow_missing_files:
                continue
            raise slices.invalid(
                f"allow_missing_files was set to false and {prefix} did not exist."
                f"NOT_FOUND: {prefix} not found"
            )
        reader = BundleReader(prefix)
        for key in reader.entries:
            entry = reader.entry(key)[2]
            entry.shard_id += len(paths)
            if key in entries and not entry.slices:
                raise slices.invalid(
                    f"Duplicate tensor keyed by {key.decode('utf-8', 'replace')} encountered, "
                    f"when merging prefix: {prefix}"
                )
            entries.setdefault(key, entry)
            if entries[key] is not entry:
                entries[key].slices.extend(entry.slices)
        count = reader.header.num_shards
        paths += [data_path(prefix, shard, count) for shard in range(count)]
        old.append(prefix)
    _install(destination, paths, entries)
    for prefix in old:
        os.remove(index_path(prefix))
    if delete_old_dirs:
        for directory in {os.path.dirname(prefix) for prefix in old}:
            with contextlib.suppress(OSError):  # what is not empty stays
                os.rmdir(directory)


def _install(prefix: str, paths: Sequence[str], entries: dict[bytes, Any]) -> None:
    """Moves data files to their place and writes the index."""
    from minigraph import protos

    count = len(paths)
    kept = _extents_of_old(prefix, count)
    surplus = []
    for shard, path in enumerate(paths):
        place, size = data_path(prefix, shard, count), os.path.getsize(path)
        if shard in kept:
            low, high = kept[shard]
            start = 0 if size <= low else high
            _combine(path, place, start, low, high)
            for entry in entries.values():
                if entry.shard_id == shard and not entry.slices:
                    entry.offset += start
            if start == 0:
                surplus.append((place, size))
        os.replace(path, place)
    header = protos.BundleHeaderProto(num_shards=count, version={"producer": VERSION})
    items = {key: entry.SerializeToString() for key, entry in entries.items()}
    files.replace_file(index_path(prefix), table_bytes({b"": header.SerializeToString(), **items}))
    for place, size in surplus:
        os.truncate(place, size)


def _extents_of_old(prefix: str, count: int) -> dict[int, tuple[int, int]]:
    """Where in its data files the bundle that is to be replaced has its tensors."""
    try:
        reader = BundleReader(prefix)
        if reader.header.num_shards != count:
            return {}
        old = [reader.entry(key)[2] for key in reader.entries]
    except errors.OpError:
        return {}
    found: dict[int, tuple[int, int]] = {}
    for entry in old:
        exists = os.path.exists(data_path(prefix, entry.shard_id, count))
        if exists and entry.size and not entry.slices:
            low, high = found.get(entry.shard_id, (entry.offset, entry.offset))
            found[entry.shard_id] = (
                min(low, entry.offset),
                max(high, entry.offset + entry.size),
            )
    return found


def _combine(path: str, old_path: str, start: int, low: int, high: int) -> None:
    """Makes `path` hold its own bytes from `start` on and the old ones where they were."""
    combined = files.unfinished_name(old_path)
    with open(combined, "wb") as out, open(path, "rb") as new, open(old_path, "rb") as old:
        out.seek(start)
        shutil.copyfileobj(new, out)
        out.seek(low)
        old.seek(low)
        left = high - low
        while left > 0 and (chunk := old.read(min(left, 1 << 20))):
            out.write(chunk)
            left -= len(chunk)
    os.replace(combined, path)
