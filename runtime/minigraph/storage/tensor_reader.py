"""Reading the tensors of a checkpoint, in whatever format: whole or in slices, by name.

The bytes may come from anyone. Every checksum is verified, and memory is taken only for as much as
the files hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from minigraph import dtypes, errors
from minigraph.shapes import format_shape
from minigraph.storage import slices
from minigraph.storage.table import damaged

VERSION = 1  # of the formats
Shape = tuple[int, ...]

_MOST_DIMENSIONS = 64  # of an array
_MOST_ELEMENTS = 1 << 56  # that NumPy can count the bytes of


class TensorReader:
    """The tensors of a checkpoint; a subclass knows its format.

    entries: by the key of a tensor or of a slice, a BundleEntryProto as bytes.
    """

    tells_all_dtypes = True  # that are other than expected, not the first alone

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self.entries: dict[bytes, bytes] = {}

    def names(self) -> list[str]:
        """The names of all tensors, in order."""
        return [key.decode("utf-8", "replace") for key in self.entries if key[:1] != b"\0"]

    def __contains__(self, name: str) -> bool:
        return slices.as_key(name) in self.entries

    def entry(self, key: str | bytes) -> tuple[dtypes.DType, tuple[int, ...], Any]:
        """The dtype, the shape and the BundleEntryProto of a tensor; NotFoundError without it."""
        from minigraph import protos

        key = slices.as_key(key)
        if key not in self.entries:
            text = self.missing(key.decode("utf-8", "replace"))
            raise errors.NotFoundError(None, None, text)
        message = parsed(protos.BundleEntryProto, self.entries[key], "entry")
        shape = tuple(dim.size for dim in message.shape.dim)
        try:
            dtype = dtypes.as_dtype(message.dtype)
        except TypeError:
            raise self._damaged(message, f"{message.dtype} is no dtype") from None
        possible = len(shape) <= _MOST_DIMENSIONS and all(size >= 0 for size in shape)
        # An array without elements has strides, too.
        if possible and prod(max(size, 1) for size in shape) > _MOST_ELEMENTS:
            possible = False
        if message.shape.unknown_rank or not possible or dtype._is_ref_dtype:
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
        size, limit = prod(result_shape), self._most_bytes()
        if size * max(1, dtype.size) > limit:
            raise self._damaged(message, f"{size} elements are more than the {limit} bytes hold")
        result = np.zeros(result_shape, numpy_type(dtype))
        covered = np.zeros(result_shape, np.bool_)
        for stored in {slices.from_proto(item, shape): None for item in message.slices}:
            common = slices.overlap(wanted, stored, shape)
            if common is None:
                continue
            if covered[common[0]].any():
                raise self._damaged(message, f"Overlapping slices of {name}")
            key = slices.key_of(slices.as_key(name), stored)
            value = self._stored_slice(key, dtype, slices.shape_of(stored, shape))
            result[common[0]] = value[common[1]]
            covered[common[0]] = True
        if not covered.all():
            raise slices.invalid(
                f"Does not have sufficient slices for partitioned tensor {name} to restore in "
                f"slice_spec: {slices.text_of(wanted)}"
            )
        return result

    # What a format has to say

    def missing(self, name: str) -> str:
        """What is said where there is no tensor of this name."""
        return f"Key {name} not found in checkpoint"

    def absent(self, name: str) -> str:
        """The same, said to a program that looks into the checkpoint."""
        return self.missing(name)

    def other_dtype(self, name: str, stored: str, expected: str) -> str:
        """What is said where a tensor has another dtype than is expected; their names in C."""
        return (
            f"tensor_name = {name}; expected dtype {expected} does not equal original dtype "
            f"{stored}"
        )

    def other_shape(self, name: str, stored: Shape, expected: Shape) -> str:
        """What is said where a tensor has another shape than is expected."""
        return (
            f"tensor_name = {name}; shape in shape_and_slice spec {format_shape(expected)} does "
            f"not match the shape stored in checkpoint: {format_shape(stored)}"
        )

    def _most_bytes(self) -> int:
        """How large the tensors may be in memory, for what the files hold."""
        raise NotImplementedError

    def _stored(self, dtype: dtypes.DType, shape: tuple[int, ...], message: Any) -> Any:
        """The array of an entry that is not in slices."""
        raise NotImplementedError

    def _stored_slice(self, key: bytes, dtype: dtypes.DType, shape: tuple[int, ...]) -> Any:
        """The array of a slice; DataLossError where it has another dtype or shape."""
        raise NotImplementedError

    def _damaged(self, message: Any, text: str) -> errors.DataLossError:
        """The error for the bytes of an entry."""
        return damaged(f"Checkpoint {self.prefix}: {text}")


def numpy_type(dtype: dtypes.DType) -> Any:
    """The NumPy type of a dtype; UnimplementedError where there is none."""
    try:
        return dtype.as_numpy_dtype
    except NotImplementedError as error:
        text = str(error)
    except KeyError:
        text = f"minigraph has no arrays of dtype {dtype.name}, so it cannot read them."
    raise errors.UnimplementedError(None, None, text)


def parsed(kind: Any, data: bytes | None, what: str) -> Any:
    """A message; DataLossError where `data` is none."""
    from google.protobuf.message import DecodeError

    if data is None:
        raise damaged(f"there is no {what}")
    try:
        return kind.FromString(data)
    except DecodeError:
        raise damaged(f"the {what} cannot be read") from None


def check_version(version: Any, prefix: str) -> None:
    """InvalidArgumentError for what only a later reader can read."""
    if version.min_consumer > VERSION:
        raise slices.invalid(
            f"{prefix} needs a reader of version {version.min_consumer}; this is {VERSION}."
        )


def no_files(prefix: str) -> errors.NotFoundError:
    """The error where there is no checkpoint."""
    text = "Unsuccessful TensorSliceReader constructor: Failed to find any matching files for "
    return errors.NotFoundError(None, None, text + prefix)


def described(reader: TensorReader) -> list[tuple[str, dtypes.DType, tuple[int, ...]]]:
    """Name, dtype and shape of each tensor."""
    return [(name, *reader.entry(name)[:2]) for name in reader.names()]


def debug_string(reader: TensorReader) -> str:
    """The tensors, one a line: `v (DT_FLOAT) [2,3]`."""
    from minigraph import protos

    return "".join(
        f"{name} ({protos.DataType.Name(dtype.as_datatype_enum)}) {format_shape(shape)}\n"
        for name, dtype, shape in described(reader)
    )
