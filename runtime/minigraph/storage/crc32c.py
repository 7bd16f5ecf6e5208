"""CRC-32C, the checksum in TensorFlow's files, fast enough in NumPy for large tensors.

A CRC that starts from zero is linear: the CRC of two parts is the CRC of the first, shifted by the
length of the second, XOR that of the second. So bytes combine to pairs, pairs to fours and so on,
whole arrays at a time; zeros before the data change nothing, which makes its length a power of two.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

_ALL = 0xFFFFFFFF
_SHORT = 2048  # below, a loop is faster
_CHUNK = 1 << 22  # bytes at once, which limits the copy

# The CRC of a byte is that of three bytes of the same value at these distances behind it, because
# the polynomial divides 1 + x^426 + x^1362 + x^5685 and with it every power of that which is a
# power of two. So equal distances hold for groups of 8 bytes.
_BEHIND = (4323, 5259, 5685)

Table = npt.NDArray[Any]


def _byte_table() -> list[int]:
    table = []
    for value in range(256):
        for _ in range(8):
            value = (value >> 1) ^ (0x82F63B78 if value & 1 else 0)
        table.append(value)
    return table


_OF_BYTE = _byte_table()


@cache
def _of_pair() -> Table:
    """The CRC from zero of two bytes, by their value as a little-endian number."""
    table = np.array(_OF_BYTE, np.uint32)
    first = table[np.arange(1 << 16) & 0xFF]
    pairs: Table = table[(first ^ (np.arange(1 << 16) >> 8)) & 0xFF] ^ (first >> 8)
    return pairs


@cache
def _shift_tables(power: int) -> Table:
    """What a CRC becomes by 2**power zero bytes: tables for its four bytes, to be XORed."""
    if power == 0:
        values = np.arange(256, dtype=np.uint32)
        moved = [np.array(_OF_BYTE, np.uint32), *(values << 8 * place for place in range(3))]
        return np.stack(moved)
    before = _shift_tables(power - 1)
    shifted: Table = _shifted(before, before)
    return shifted


def _shifted(crc: Any, tables: Table) -> Any:
    return (
        tables[0][crc & 0xFF]
        ^ tables[1][crc >> 8 & 0xFF]
        ^ tables[2][crc >> 16 & 0xFF]
        ^ tables[3][crc >> 24]
    )


def _shift(crc: int, count: int) -> int:
    """What a CRC becomes by `count` zero bytes."""
    power = 0
    while count:
        if count & 1:
            crc = int(_shifted(crc, _shift_tables(power)))
        count, power = count >> 1, power + 1
    return crc


def _folded(data: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """A shorter array with the same CRC from zero; `data` is overwritten."""
    for width in (np.uint64, np.uint8):
        step = np.dtype(width).itemsize
        skip = data.size % step
        if skip:
            # Zeros in front change nothing.
            data = np.concatenate([np.zeros(step - skip, np.uint8), data])
        words: Any = data.view(width)
        start, last = 0, words.size - _BEHIND[-1]
        while start < last:
            stop = min(start + _BEHIND[0], last)
            for distance in _BEHIND:
                words[start + distance : stop + distance] ^= words[start:stop]
            start = stop
        data = words[start:].view(np.uint8)
    return data


def _from_zero(data: npt.NDArray[np.uint8]) -> int:
    data = _folded(data)
    power = max(1, (data.size - 1).bit_length())
    padded = np.zeros(1 << power, np.uint8)
    padded[padded.size - data.size :] = data
    crcs = _of_pair()[padded.view("<u2")]
    for done in range(1, power):
        crcs = _shifted(crcs[::2], _shift_tables(done)) ^ crcs[1::2]
    return int(crcs[0])


def crc32c(data: Any, crc: int = 0) -> int:
    """The CRC-32C of bytes or of a contiguous array, continuing from that of what came before."""
    state = crc ^ _ALL
    view = memoryview(data).cast("B")
    if len(view) < _SHORT:
        for byte in view:
            state = _OF_BYTE[(state ^ byte) & 0xFF] ^ (state >> 8)
        return state ^ _ALL
    for start in range(0, len(view), _CHUNK):
        chunk = np.array(view[start : start + _CHUNK], np.uint8)
        state = _shift(state, chunk.size) ^ _from_zero(chunk)
    return state ^ _ALL


def masked(crc: int) -> int:
    """A CRC as it is stored: a CRC of data that holds CRCs would be weak."""
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & _ALL
