"""Reads a downloaded zip of which every byte may be a student's: names, links, sizes."""

from __future__ import annotations

import lzma
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

MAX_ENTRIES = 100_000
_DAMAGED = (  # what reading a damaged zip raises, depending on where it is damaged
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error),
    *(OSError, EOFError, ValueError, NotImplementedError),
)
_CLUTTER = ("__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini")


class ArchiveError(Exception):
    """A file is no zip that can be read; the message is one sentence."""


class Refused(Exception):
    """An entry is not taken; the message says why."""


@dataclass(frozen=True)
class Entry:
    """A file in the zip.

    Attributes:
        name: its path, with forward slashes.
        info: the zip's own words about it.
    """

    name: str
    info: zipfile.ZipInfo


class Archive:
    """A downloaded zip. Use it as a context manager.

    Raises:
        ArchiveError: it is no zip, or has too many entries.
    """

    def __init__(self, path: Path) -> None:
        try:
            self._zip = zipfile.ZipFile(path)
        except _DAMAGED as error:
            raise ArchiveError(f"{path} is no zip that can be read: {error}.") from None
        if len(self._zip.infolist()) > MAX_ENTRIES:
            self._zip.close()
            raise ArchiveError(f"{path} has more than {MAX_ENTRIES} entries.")

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.close()

    def entries(self) -> Iterator[Entry]:
        """All files but those that operating systems leave about."""
        for info in self._zip.infolist():
            name = info.filename.replace("\\", "/")
            parts = PurePosixPath(name).parts
            if not info.is_dir() and parts and not any(part in _CLUTTER for part in parts):
                yield Entry(name, info)

    def read(self, entry: Entry, limit: int) -> bytes:
        """The content of a file.

        Args:
            entry: the file.
            limit: the most bytes that it may have, whatever the zip says of its size.

        Raises:
            Refused: it leads out of its folder, is no file, is too large or damaged.
        """
        check_path(entry.name)
        mode = entry.info.external_attr >> 16
        if stat.S_ISLNK(mode):
            raise Refused("it is a link")
        if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
            raise Refused("it is no regular file")
        if entry.info.flag_bits & 1:
            raise Refused("it is encrypted")
        try:
            with self._zip.open(entry.info) as file:
                data = file.read(limit + 1)
        except _DAMAGED as error:
            raise Refused(f"it is damaged ({error})") from None
        if len(data) > limit:
            raise Refused(f"it is larger than {limit / 1e6:.0f} MB when unpacked")
        return data


def check_path(name: str) -> None:
    """Refuse a path that leads out of the folder that it is unpacked in.

    Raises:
        Refused: it does.
    """
    parts = PurePosixPath(name).parts
    if name.startswith("/") or ".." in parts or ":" in name:
        raise Refused("its path leads out of the folder")
    if not all(part.isprintable() for part in parts):
        raise Refused("its path has control characters")
