"""Files of records (TFRecord), each with its length and two checksums: event files are such."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator

from minigraph.storage.crc32c import crc32c, masked
from minigraph.storage.files import os_errors
from minigraph.storage.table import damaged

_HEAD = 12  # bytes: the length of the data and its checksum


def record(data: bytes) -> bytes:
    """The bytes of one record."""
    length = struct.pack("<Q", len(data))
    return length + _checksum(length) + data + _checksum(data)


def _checksum(data: bytes) -> bytes:
    return struct.pack("<I", masked(crc32c(data)))


def read_records(path: str | os.PathLike[str]) -> Iterator[bytes]:
    """The data of the records of a file.

    Raises NotFoundError where there is no file, DataLossError for a record that was altered or
    has lost its end.
    """
    with os_errors(os.fspath(path)):
        file = open(path, "rb")  # noqa: SIM115  # closed below, when the last record is taken
    with file:
        size, offset = os.fstat(file.fileno()).st_size, 0
        while len(head := file.read(_HEAD)) == _HEAD:
            if _checksum(head[:8]) != head[8:]:
                hint = "" if offset else " (Is this even a TFRecord file?)"
                raise damaged(f"corrupted record at {offset}{hint}")
            (length,) = struct.unpack_from("<Q", head)
            if offset + _HEAD + length + 4 > size:
                raise damaged(
                    f"truncated record at {offset}' failed with Read less bytes than requested"
                )
            data = file.read(length)
            if _checksum(data) != file.read(4):
                raise damaged(f"corrupted record at {offset + _HEAD}")
            offset = file.tell()
            yield data
