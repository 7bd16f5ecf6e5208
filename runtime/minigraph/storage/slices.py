"""Parts of tensors in checkpoints, as variables that are split over devices are saved.

A slice is a tuple of one (start, length) a dimension; the length FULL means the whole dimension.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from minigraph import errors

FULL = -1

Slice = tuple[tuple[int, int], ...]


def invalid(message: str) -> errors.InvalidArgumentError:
    """The error for an argument that is wrong."""
    return errors.InvalidArgumentError(None, None, message)


def parse(text: str) -> tuple[tuple[int, ...], Slice, tuple[int, ...]]:
    """Reads "4 3 0,2:-" as the shape of a tensor, a slice of it and the shape of the slice.

    Raises InvalidArgumentError with TensorFlow's text for anything else.
    """
    words = text.split(" ")
    if len(words) < 2:
        raise invalid(f"Need least two elements in shape_and_slice specification: {text}")
    try:
        shape = tuple(int(word) for word in words[:-1])
    except ValueError:
        raise invalid(f"Non numerical dimension in shape_and_slice: {text}") from None
    parts = words[-1].split(":")
    try:
        extents = [(0, FULL) if part == "-" else _numbers(part) for part in parts]
    except ValueError:
        raise invalid(
            f"Expected a pair of numbers or '-' but got '{words[-1]}': string = {words[-1]}"
        ) from None
    if len(extents) != len(shape):
        raise errors.InternalError(
            None, None, f"Mismatching ranks: shape = {_shown(shape)}, slice = {words[-1]}"
        )
    for axis, ((start, length), size) in enumerate(zip(extents, shape)):
        if length != FULL and start + length > size:
            raise errors.InternalError(
                None,
                None,
                f"Extent in dimension {axis} out of bounds: shape = {_shown(shape)}, "
                f"slice = {words[-1]}",
            )
    part = tuple(extents)
    return shape, part, shape_of(part, shape)


def _numbers(text: str) -> tuple[int, int]:
    start, length = (int(word) for word in text.split(","))
    if start < 0 or length <= 0:
        raise ValueError
    return start, length


def _shown(shape: Sequence[int]) -> str:
    return f"[{','.join(map(str, shape))}]"


def text_of(part: Slice) -> str:
    """A slice as messages show it."""
    return ":".join("-" if length == FULL else f"{start},{length}" for start, length in part)


def shape_of(part: Slice, shape: Sequence[int]) -> tuple[int, ...]:
    """The shape of a slice of a tensor of `shape`."""
    return tuple(size if length == FULL else length for (_, length), size in zip(part, shape))


def index_of(part: Slice) -> tuple[slice, ...]:
    """What selects a slice from an array."""
    return tuple(
        slice(None) if length == FULL else slice(start, start + length) for start, length in part
    )


def from_proto(message: Any, shape: Sequence[int]) -> Slice:
    """The slice in a TensorSliceProto; InvalidArgumentError where it is none of such a tensor."""
    part = tuple(
        (extent.start, extent.length) if extent.WhichOneof("has_length_hack") else (0, FULL)
        for extent in message.extent
    )
    inside = len(part) == len(shape) and all(
        length == FULL or (start >= 0 and length > 0 and start + length <= size)
        for (start, length), size in zip(part, shape)
    )
    if not inside:
        raise invalid(f"{text_of(part)} is no slice of a tensor of shape {_shown(shape)}")
    return part


def to_proto(part: Slice, message: Any) -> None:
    """Fills in a TensorSliceProto."""
    for start, length in part:
        extent = message.extent.add()
        if length != FULL:
            extent.start, extent.length = start, length


def overlap(one: Slice, other: Slice, shape: Sequence[int]) -> tuple[Any, Any] | None:
    """What the two slices have in common, as an index into each of them; None for nothing."""
    in_one, in_other = [], []
    for (start, length), (begin, count), size in zip(one, other, shape):
        end = size if length == FULL else start + length
        stop = size if count == FULL else begin + count
        low, high = max(start, begin), min(end, stop)
        if low >= high:
            return None
        in_one.append(slice(low - start, high - start))
        in_other.append(slice(low - begin, high - begin))
    return tuple(in_one), tuple(in_other)


# Keys of slices in an index: encoded so that keys sort as names and numbers do.


def as_key(name: str | bytes) -> bytes:
    """The key under which a tensor is stored."""
    return name.encode("utf-8", "surrogateescape") if isinstance(name, str) else name


def key_of(name: bytes, part: Slice) -> bytes:
    """The key under which a slice of the tensor `name` is stored."""
    escaped = re.sub(rb"[\0\xff]", lambda found: found[0] + bytes([255 - found[0][0]]), name)
    out = b"\0" + escaped + b"\0\1" + _unsigned(len(part))
    for start, length in part:
        out += _signed(start) + _signed(length)
    return out


def _unsigned(value: int) -> bytes:
    data = value.to_bytes((value.bit_length() + 7) // 8, "big")
    return bytes([len(data)]) + data


def _signed(value: int) -> bytes:
    """As many leading ones as there are bytes, then the number; inverted below zero."""
    length = (~value if value < 0 else value).bit_length() // 7 + 1
    ones = (1 << length) - 1 << 8 * length - length
    return ((value & (1 << 8 * length) - 1) ^ ones).to_bytes(length, "big")
