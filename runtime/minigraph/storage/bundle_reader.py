"""Reading tensor bundles, TensorFlow's checkpoints: PREFIX.index and PREFIX.data-00000-of-00001."""

from __future__ import annotations

import os
import struct
from collections.abc import Sequence
from functools import cached_property
from math import prod
from typing import Any

import numpy as np

from minigraph import dtypes, errors
from minigraph.storage.crc32c import crc32c, masked
from minigraph.storage.files import os_errors
from minigraph.storage.table import damaged, read_table, read_varint
from minigraph.storage.tensor_reader import (
    TensorReader,
    check_version,
    no_files,
    numpy_type,
    parsed,
)


def index_path(prefix: str) -> str:
    """The file that says where each tensor is."""
    return f"{prefix}.index"


def data_path(prefix: str, shard: int, count: int) -> str:
    """The file with the bytes of the tensors of one of `count` shards."""
    return f"{prefix}.data-{shard:05d}-of-{count:05d}"


class BundleReader(TensorReader):
    """The tensors that are stored under `prefix`, by name.

    Raises NotFoundError where there is no index, DataLossError where it was altered.
    """

    def __init__(self, prefix: str) -> None:
        from minigraph import protos

        super().__init__(prefix)
        path = index_path(prefix)
        if not os.path.isfile(path):
            raise no_files(prefix)
        with os_errors(path), open(path, "rb") as file:
            content = file.read()
        try:
            self.entries = read_table(content)
            self.header = parsed(protos.BundleHeaderProto, self.entries.pop(b"", None), "header")
        except errors.DataLossError as error:
            if "sstable" in error.message:
                error.add_note(f"The file is {path}.")
                raise
            raise damaged(
                f"Unable to read file ({path}). Perhaps the file is corrupt or was produced by a "
                "newer version of TensorFlow with format changes (failed to seek to header entry): "
                f"{error.message}"
            ) from None
        if self.header.endianness != self.header.LITTLE:
            raise errors.UnimplementedError(None, None, f"{prefix} has big-endian tensors.")
        check_version(self.header.version, prefix)

    @cached_property
    def _have_bytes_of_their_own(self) -> bool:
        """Whether no two tensors share bytes: such could take any amount of memory."""
        places = [self.entry(key)[2] for key in self.entries]
        end, last = 0, -1
        for shard, offset, size in sorted((e.shard_id, e.offset, e.size) for e in places if e.size):
            if shard == last and offset < end:
                return False
            end, last = offset + size, shard
        return True

    def _most_bytes(self) -> int:
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
        kind = numpy_type(dtype)
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

    def _stored_slice(self, key: bytes, dtype: dtypes.DType, shape: tuple[int, ...]) -> Any:
        found, stored_shape, entry = self.entry(key)
        if found is not dtype or stored_shape != shape:
            raise self._damaged(entry, "a slice has another dtype or shape than the whole")
        return self._stored(dtype, shape, entry)

    def _bytes(self, message: Any) -> bytes:
        count, offset, size = self.header.num_shards, message.offset, message.size
        if not 0 <= message.shard_id < count or offset < 0 or size < 0:
            raise self._damaged(message, "invalid place of a tensor")
        if not self._have_bytes_of_their_own:
            raise self._damaged(message, "tensors overlap in the file")
        path = data_path(self.prefix, message.shard_id, count)
        with os_errors(path), open(path, "rb") as file:
            if offset + size > os.fstat(file.fileno()).st_size:
                raise self._damaged(message, "Read less bytes than requested")
            file.seek(offset)
            return file.read(size)

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
