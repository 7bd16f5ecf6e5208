"""Files of records (TFRecord), each with its length and two checksums: event files are such."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator

from minigraph.storage.crc32c import crc32c, masked
from minigraph.storage.table import damaged


def record(data: bytes) -> bytes:
    """The bytes of one record."""
    length = struct.pack("<Q", len(data))
    return b"".join((length, struct.pack("<I", masked(crc32c(length))), data, _checksum(data)))


def _checksum(data: bytes) -> bytes:
    return struct.pack("<I", masked(crc32c(data)))


def read_records(path: str | os.PathLike[str]) -> Iterator[bytes]:
    """The data of the records of a file; a last one that is not complete is left out.

    Raises DataLossError for a record that was altered, OSError where the file cannot be read.
    """
    with open(path, "rb") as file:
        size, offset = os.fstat(file.fileno()).st_size, 0
        while len(head := file.read(12)) == 12:
            (length,) = struct.unpack_from("<Q", head)
            if _checksum(head[:8]) != head[8:]:
                raise damaged(f"corrupted record at {offset}")
            if length > size - file.tell() - 4:
                return
            data = file.read(length)
            if _checksum(data) != file.read(4):
                raise damaged(f"corrupted record at {offset}")
            offset = file.tell()
            yield data
