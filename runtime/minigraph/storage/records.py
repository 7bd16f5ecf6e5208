"""Files of records (TFRecord), each with its length and two checksums: event files are such."""

from __future__ import annotations

import io
import os
import struct
import zlib
from collections.abc import Iterator
from typing import IO, Any, ClassVar

from minigraph import errors
from minigraph.storage.crc32c import crc32c, masked
from minigraph.storage.files import os_errors
from minigraph.storage.table import damaged

_HEAD = 12  # bytes: the length of the data and its checksum


def record(data: bytes) -> bytes:
    """The bytes of one record."""
    length = struct.pack("<Q", len(data))
    return length + _checksum(length) + data + _checksum(data)


_framed = record  # where an argument is called `record`


def _checksum(data: bytes) -> bytes:
    return struct.pack("<I", masked(crc32c(data)))


def opened(path: Any, compression: str = "") -> IO[bytes]:
    """A file to read, decompressed if it is compressed ("GZIP" or "ZLIB").

    Raises NotFoundError where there is no file, DataLossError where it is not compressed so.
    """
    name = os.fsdecode(path)
    with os_errors(name):
        file = open(name, "rb")  # noqa: SIM115  # whoever reads it closes it
    if not compression:
        return file
    with file:
        try:
            return io.BytesIO(zlib.decompress(file.read(), 31 if compression == "GZIP" else 15))
        except zlib.error as error:
            raise damaged(f"{name}: {error}") from None


def numbered_records(file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Where each record of a file begins, and its data; closes the file.

    Raises DataLossError for a record that was altered or has lost its end.
    """
    with file:
        offset = 0
        while len(head := file.read(_HEAD)) == _HEAD:
            if _checksum(head[:8]) != head[8:]:
                hint = "" if offset else " (Is this even a TFRecord file?)"
                raise damaged(f"corrupted record at {offset}{hint}")
            (length,) = struct.unpack_from("<Q", head)
            body = file.read(length + 4)
            if len(body) < length + 4:
                raise damaged(
                    f"truncated record at {offset}' failed with Read less bytes than requested"
                )
            if _checksum(body[:-4]) != body[-4:]:
                raise damaged(f"corrupted record at {offset + _HEAD}")
            yield offset, body[:-4]
            offset += _HEAD + len(body)


def read_records(path: Any, compression: str = "") -> Iterator[bytes]:
    """The data of the records of a file; errors as of `opened` and `numbered_records`."""
    file = opened(path, compression)
    return (data for _, data in numbered_records(file))


class TFRecordCompressionType:
    """How the records of a file are compressed (tf.python_io.TFRecordCompressionType)."""

    NONE, ZLIB, GZIP = 0, 1, 2


class TFRecordOptions:
    """How a file of records is written or read (tf.io.TFRecordOptions).

    compression_type: "GZIP", "ZLIB", "" or a TFRecordCompressionType; compression_level: 0 to 9.
    The other options are accepted without effect. Raises ValueError for another compression.
    """

    compression_type_map: ClassVar = {0: "", 1: "ZLIB", 2: "GZIP"}

    def __init__(
        self,
        compression_type: Any = None,
        flush_mode: int | None = None,
        input_buffer_size: int | None = None,
        output_buffer_size: int | None = None,
        window_bits: int | None = None,
        compression_level: int | None = None,
        compression_method: int | None = None,
        mem_level: int | None = None,
        compression_strategy: int | None = None,
    ) -> None:
        self.get_compression_type_string(compression_type)
        self.compression_type, self.compression_level = compression_type, compression_level

    @classmethod
    def get_compression_type_string(cls, options: Any) -> str:
        """The compression of options, or of what stands for them."""
        if isinstance(options, TFRecordOptions):
            options = options.compression_type
        found = cls.compression_type_map.get(options, options) or ""
        if found not in cls.compression_type_map.values():
            raise ValueError(f'Not a valid compression_type: "{options}"')
        return str(found)


def tf_record_iterator(path: Any, options: Any = None) -> Iterator[bytes]:
    """The data of the records of a file (tf.python_io.tf_record_iterator)."""
    return read_records(path, TFRecordOptions.get_compression_type_string(options))


class TFRecordWriter:
    """Writes records into a file (tf.io.TFRecordWriter); a NotFoundError without its folder.

    options: TFRecordOptions, or what stands for a compression.
    """

    def __init__(self, path: Any, options: Any = None) -> None:
        if not isinstance(options, TFRecordOptions):
            options = TFRecordOptions(options)
        kind, level = options.get_compression_type_string(options), options.compression_level
        self._pack = kind and zlib.compressobj(
            -1 if level is None else level, wbits=31 if kind == "GZIP" else 15
        )
        with os_errors(os.fsdecode(path)):
            self._file = open(path, "wb")  # noqa: SIM115  # until close

    def write(self, record: str | bytes) -> None:
        """Appends a record."""
        data = _framed(record.encode() if isinstance(record, str) else record)
        self._open_file().write(self._pack.compress(data) if self._pack else data)

    def _open_file(self) -> IO[bytes]:
        if self._file.closed:
            raise errors.FailedPreconditionError(None, None, "Writer is closed.")
        return self._file

    def flush(self) -> None:
        """Hands what was written to the system."""
        if self._pack:
            self._open_file().write(self._pack.flush(zlib.Z_SYNC_FLUSH))
        self._open_file().flush()

    def close(self) -> None:
        """Ends the file."""
        if self._pack and not self._file.closed:
            self._file.write(self._pack.flush())
        self._file.close()

    def __enter__(self) -> TFRecordWriter:
        return self

    def __exit__(self, *exception: Any) -> None:
        self.close()
