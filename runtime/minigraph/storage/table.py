"""Sorted tables of keys and values in the format of LevelDB, the index of a tensor bundle.

A table is a row of blocks, each with its checksum, then a block that says where they are, then a
footer. Written bytes are those that TensorFlow writes.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping

from minigraph import errors
from minigraph.storage.crc32c import crc32c, masked

_MAGIC = struct.pack("<Q", 0xDB4775248B80FB57)
_FOOTER = 48
_TRAILER = 5  # of a block: how it is compressed, and the checksum
_BLOCK = 262_144
_RESTART = 16  # entries between two that have their whole key
_MOST_KEYS = 2 * _RESTART  # times the bytes of their block: more is no table that anyone wrote


def varint(value: int) -> bytes:
    """A number, seven bits a byte, the lowest first."""
    found = bytearray()
    while value > 127:
        found.append(value & 127 | 128)
        value >>= 7
    return bytes([*found, value])


def read_varint(data: bytes, position: int) -> tuple[int, int]:
    """The number at `position` and the position behind it; DataLossError where there is none."""
    value = 0
    for shift in range(0, 64, 7):
        if position >= len(data):
            break
        byte = data[position]
        position += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, position
    raise damaged("bad entry in block")


def damaged(message: str) -> errors.DataLossError:
    """The error for bytes that are not as they were written."""
    return errors.DataLossError(None, None, message)


# Writing


class _Block:
    def __init__(self, restart: int) -> None:
        self._every = restart
        self.data = bytearray()
        self._restarts: list[int] = []
        self._count = 0
        self._last = b""

    def add(self, key: bytes, value: bytes) -> None:
        shared = 0
        if self._count % self._every == 0:
            self._restarts.append(len(self.data))
        else:
            shared = _common_length(self._last, key)
        self._count, self._last = self._count + 1, key
        self.data += varint(shared) + varint(len(key) - shared) + varint(len(value))
        self.data += key[shared:] + value

    def size(self) -> int:
        return len(self.data) + 4 * len(self._restarts) + 4

    def finished(self) -> bytes:
        restarts = self._restarts or [0]
        return bytes(self.data) + struct.pack(f"<{len(restarts) + 1}I", *restarts, len(restarts))


def _common_length(one: bytes, other: bytes) -> int:
    length = 0
    for left, right in zip(one, other):
        if left != right:
            break
        length += 1
    return length


def _separator(last: bytes, following: bytes | None) -> bytes:
    """A short key that is not before `last`, and before `following`."""
    if following is None:
        for place, byte in enumerate(last):
            if byte != 255:
                return last[:place] + bytes([byte + 1])
        return last
    place = _common_length(last, following)
    if place < min(len(last), len(following)) and last[place] + 1 < following[place]:
        return last[:place] + bytes([last[place] + 1])
    return last


def table_bytes(items: Mapping[bytes, bytes]) -> bytes:
    """The file of a table with these items."""
    out, index, block = bytearray(), _Block(1), _Block(_RESTART)

    def write(content: bytes) -> bytes:
        """Appends a block; where it is: offset and length."""
        place = varint(len(out)) + varint(len(content))
        out.extend(content + b"\0" + struct.pack("<I", masked(crc32c(content + b"\0"))))
        return place

    keys = sorted(items)
    for key, following in zip(keys, [*keys[1:], None]):
        block.add(key, items[key])
        if following is None or block.size() >= _BLOCK:
            index.add(_separator(key, following), write(block.finished()))
            block = _Block(_RESTART)
    footer = write(_Block(_RESTART).finished()) + write(index.finished())
    return bytes(out) + footer.ljust(_FOOTER - len(_MAGIC), b"\0") + _MAGIC


# Reading


def read_table(data: bytes) -> dict[bytes, bytes]:
    """The items of a table; DataLossError where the bytes are no table or were altered."""
    if len(data) < _FOOTER:
        raise damaged("file is too short to be an sstable")
    if data[-len(_MAGIC) :] != _MAGIC:
        raise damaged("not an sstable (bad magic number)")
    footer = data[-_FOOTER:]
    position = 0
    for _ in range(3):  # offset and length of an unused block, then the offset of the index
        offset, position = read_varint(footer, position)
    length, position = read_varint(footer, position)
    found: dict[bytes, bytes] = {}
    last = b""
    for _, place in _entries(_block_at(data, offset, length)):
        start, position = read_varint(place, 0)
        for key, value in _entries(_block_at(data, start, read_varint(place, position)[0])):
            # Blocks that are named again would take time and memory without end.
            if found and key <= last:
                raise damaged("keys of the table are not in order")
            found[key], last = value, key
    return found


def _block_at(data: bytes, offset: int, length: int) -> bytes:
    end = offset + length
    if end + _TRAILER > len(data) - _FOOTER:
        raise damaged("truncated block read")
    kind, checksum = struct.unpack_from("<BI", data, end)
    if masked(crc32c(data[offset : end + 1])) != checksum:
        raise damaged("block checksum mismatch")
    if kind != 0:
        raise damaged(f"the block is compressed (kind {kind}), which TensorFlow's indices are not")
    return data[offset:end]


def _entries(block: bytes) -> Iterator[tuple[bytes, bytes]]:
    if len(block) < 4:
        raise damaged("bad block contents")
    end = len(block) - 4 * (struct.unpack("<I", block[-4:])[0] + 1)
    if end < 0:
        raise damaged("bad block contents")
    position, key, taken = 0, b"", 0
    while position < end:
        shared, position = read_varint(block, position)
        own, position = read_varint(block, position)
        length, position = read_varint(block, position)
        middle = position + own
        if shared > len(key) or middle + length > end:
            raise damaged("bad entry in block")
        key = key[:shared] + block[position:middle]
        taken += len(key)
        if taken > _MOST_KEYS * len(block):
            raise damaged("keys share more than their block holds")
        yield key, block[middle : middle + length]
        position = middle + length
