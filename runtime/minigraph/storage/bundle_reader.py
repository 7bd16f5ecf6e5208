"""Reading tensor bundles, TensorFlow's checkpoints: PREFIX.index and PREFIX.data-00000-of-00001.

The bytes may come from anyone. Every checksum is verified, and memory is taken only for as much as
the files hold.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from minigraph import dtypes, errors
from minigraph.shapes import format_shape
from minigraph.storage import slices
from minigraph.storage.crc32c import crc32c, masked
from minigraph.storage.table import damaged, read_table, read_varint

VERSION = 1  # of the format


def index_path(prefix: str) -> str:
    """The file that says where each tensor is."""
    return f"{prefix}.index"


def data_path(prefix: str, shard: int, count: int) -> str:
    """The file with the bytes of the tensors of one of `count` shards."""
    return f"{prefix}.data-{shard:05d}-of-{count:05d}"


class BundleReader:
    """The tensors that are stored under `prefix`, by name.

    Raises NotFoundError where there is no index, DataLossError where it was altered.
    """

    def __init__(self, prefix: str) -> None:
        from minigraph import protos

        self.prefix = prefix
        path = index_path(prefix)
        try:
            with open(path, "rb") as file:
                content = file.read()
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            raise errors.NotFoundError(
                None,
                None,
                "Unsuccessful TensorSliceReader constructor: Failed to find any matching files for "
                f"{prefix}",
            ) from None
        try:
            self.table = read_table(content)
            self.header = _parsed(protos.BundleHeaderProto, self.table.pop(b"", None), "header")
        except errors.DataLossError as error:
            raise damaged(
                f"Unable to read file ({path}). Perhaps the file is corrupt or was produced by a "
                f"newer version of TensorFlow with format changes: {error.message}"
            ) from None
        if self.header.endianness != self.header.LITTLE:
            raise errors.UnimplementedError(None, None, f"{prefix} has big-endian tensors.")
        if self.header.version.min_consumer > VERSION:
            raise slices.invalid(
                f"{prefix} needs a reader of version {self.header.version.min_consumer}; this is "
                f"{VERSION}."
            )

    def names(self) -> list[str]:
        """The names of all tensors, in order."""
        return [key.decode("utf-8", "replace") for key in self.table if key[:1] != b"\0"]

    def __contains__(self, name: str) -> bool:
        return name.encode() in self.table

    def entry(self, key: str | bytes) -> tuple[dtypes.DType, tuple[int, ...], Any]:
        """The dtype, the shape and the BundleEntryProto of a tensor; NotFoundError without it."""
        from minigraph import protos

        key = key.encode() if isinstance(key, str) else key
        if key not in self.table:
            text = key.decode("utf-8", "replace")
            raise errors.NotFoundError(None, None, f"Key {text} not found in checkpoint")
        message = _parsed(protos.BundleEntryProto, self.table[key], "entry")
        shape = tuple(dim.size for dim in message.shape.dim)
        try:
            dtype = dtypes.as_dtype(message.dtype)
        except TypeError:
            raise self._damaged(message, f"{message.dtype} is no dtype") from None
        if message.shape.unknown_rank or any(size < 0 for size in shape) or dtype._is_ref_dtype:
            raise self._damaged(message, "invalid tensor shape or dtype")
        return dtype, shape, message

    def read(self, name: str, part: slices.Slice | None = None) -> Any:
        """A tensor, or a slice of it, as an array.

        Raises NotFoundError without such a name, DataLossError where the bytes were altered,
        InvalidArgumentError where the slices that are stored do not cover what is wanted.
        """
        dtype, shape, message = self.entry(name)
        if message.slices:
            return self._from_slices(name, dtype, shape, message, part)
        array = self._stored(dtype, shape, message)
        return array if part is None else array[slices.index_of(part)]

    def _from_slices(
        self, name: str, dtype: dtypes.DType, shape: Sequence[int], message: Any, part: Any
    ) -> Any:
        wanted = part or ((0, slices.FULL),) * len(shape)
        result_shape = slices.shape_of(wanted, shape)
        size, limit = prod(result_shape), self._bytes_of_data()
        if size * max(1, dtype.size) > limit:
            raise self._damaged(message, f"{size} elements are more than the {limit} bytes hold")
        result = np.zeros(result_shape, _numpy_type(dtype))
        covered = np.zeros(result_shape, np.bool_)
        for stored in {slices.from_proto(item, shape): None for item in message.slices}:
            common = slices.overlap(wanted, stored, shape)
            if common is None:
                continue
            found, stored_shape, entry = self.entry(slices.key_of(name.encode(), stored))
            if found is not dtype or stored_shape != slices.shape_of(stored, shape):
                raise self._damaged(entry, "a slice has another dtype or shape than the whole")
            result[common[0]] = self._stored(dtype, stored_shape, entry)[common[1]]
            covered[common[0]] = True
        if not covered.all():
            raise slices.invalid(
                f"Does not have sufficient slices for partitioned tensor {name} to restore in "
                f"slice_spec: {slices.text_of(wanted)}"
            )
        return result

    def _bytes_of_data(self) -> int:
        count = self.header.num_shards
        paths = [data_path(self.prefix, shard, count) for shard in range(min(count, 10_000))]
        return sum(os.path.getsize(path) for path in paths if os.path.exists(path))

    def _stored(self, dtype: dtypes.DType, shape: tuple[int, ...], message: Any) -> Any:
        size = prod(shape)
        if dtype is not dtypes.string and message.size != size * dtype.size:
            raise self._damaged(
                message,
                f"Invalid size in bundle entry: stored size {message.size}; expected size "
                f"{size * dtype.size}",
            )
        kind = _numpy_type(dtype)
        data = self._bytes(message)
        if dtype is dtypes.string:
            crc, elements = self._strings(data, size, message)
        else:
            crc, elements = crc32c(data), np.frombuffer(bytearray(data), kind)
        if masked(crc) != message.crc32c:
            raise self._damaged(
                message,
                f"Checksum does not match: stored {message.crc32c} vs. calculated on the restored "
                f"bytes {masked(crc)}",
            )
        return elements.reshape(shape)

    def _bytes(self, message: Any) -> bytes:
        count, offset, size = self.header.num_shards, message.offset, message.size
        if not 0 <= message.shard_id < count or offset < 0 or size < 0:
            raise self._damaged(message, "invalid place of a tensor")
        path = data_path(self.prefix, message.shard_id, count)
        try:
            with open(path, "rb") as file:
                if offset + size > os.fstat(file.fileno()).st_size:
                    raise self._damaged(message, "Read less bytes than requested")
                file.seek(offset)
                return file.read(size)
        except FileNotFoundError:
            text = f"{path}; No such file or directory"
            raise errors.NotFoundError(None, None, text) from None

    def _strings(self, data: bytes, count: int, message: Any) -> tuple[int, Any]:
        """The checksum and the elements: lengths, the checksum of these, then all bytes."""
        if count + 4 > len(data):
            raise self._damaged(message, f"{len(data)} bytes cannot hold {count} strings")
        lengths, position = [], 0
        for _ in range(count):
            length, position = read_varint(data, position)
            lengths.append(length)
        checksum, start = data[position : position + 4], position + 4
        if start + sum(lengths) != len(data):
            raise self._damaged(message, "the lengths of the strings do not fit their bytes")
        crc = crc32c(packed_lengths(lengths))
        if struct.pack("<I", masked(crc)) != checksum:
            raise self._damaged(message, "The length checksum does not match")
        elements = np.empty(count, object)
        for index, length in enumerate(lengths):
            elements[index] = data[start : start + length]
            start += length
        return crc32c(data[position:], crc), elements

    def _damaged(self, message: Any, text: str) -> errors.DataLossError:
        where = f"TensorBundle at {self.prefix} shard {message.shard_id} ({message.size} bytes)"
        return damaged(f"{where}: {text}")


def packed_lengths(lengths: Sequence[int]) -> bytes:
    """What the checksum of lengths is of: four bytes each, eight for what needs them."""
    return b"".join(struct.pack("<I" if n < 1 << 32 else "<Q", n) for n in lengths)


def _numpy_type(dtype: dtypes.DType) -> Any:
    kind = dtype._numpy
    if kind is None:
        raise errors.UnimplementedError(
            None, None, f"minigraph has no arrays of dtype {dtype.name}, so it cannot read them."
        )
    return kind


def _parsed(kind: Any, data: bytes | None, what: str) -> Any:
    from google.protobuf.message import DecodeError

    if data is None:
        raise damaged(f"there is no {what}")
    try:
        return kind.FromString(data)
    except DecodeError:
        raise damaged(f"the {what} cannot be read") from None


def described(reader: BundleReader) -> list[tuple[str, dtypes.DType, tuple[int, ...]]]:
    """Name, dtype and shape of each tensor."""
    return [(name, *reader.entry(name)[:2]) for name in reader.names()]


def debug_string(reader: BundleReader) -> str:
    """The tensors, one a line: `v (DT_FLOAT) [2,3]`."""
    from minigraph import protos

    return "".join(
        f"{name} ({protos.DataType.Name(dtype.as_datatype_enum)}) {format_shape(shape)}\n"
        for name, dtype, shape in described(reader)
    )
