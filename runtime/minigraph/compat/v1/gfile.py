"""tf.gfile: files and directories of this machine, with the errors that TensorFlow gives."""

from __future__ import annotations

import contextlib
import glob
import os
import shutil
from collections import namedtuple
from collections.abc import Iterator
from typing import Any

from minigraph import errors
from minigraph.storage.files import make_directories, os_errors

FileStatistics = namedtuple("FileStatistics", ["length", "mtime_nsec", "is_directory"])


class GFile:
    """A file: text, or bytes where the mode has a `b`; opened when it is first read or written.

    Raises InvalidArgumentError for a mode that is none; an OpError where the system refuses.
    """

    def __init__(self, name: Any, mode: str = "r") -> None:
        self.name, self.mode = name, mode
        self._kind = mode.replace("b", "")
        self._file: Any = None
        if self._kind not in ("r", "w", "a", "r+", "w+", "a+"):
            raise errors.InvalidArgumentError(
                None, None, "mode is not 'r' or 'w' or 'a' or 'r+' or 'w+' or 'a+'"
            )

    def _open(self, to_do: str) -> Any:
        refused = ("w", "a") if to_do == "reading" else ("r",)
        if self._kind in refused:
            raise errors.PermissionDeniedError(None, None, f"File isn't open for {to_do}")
        if self._file is None:
            with os_errors(os.fspath(self.name)):
                self._file = open(self.name, self._kind + "b")  # noqa: SIM115 - until close
        return self._file

    def _text(self, data: bytes) -> Any:
        return data if "b" in self.mode else data.decode()

    def write(self, file_content: str | bytes) -> None:
        """Appends text or bytes to what was written."""
        content = file_content.encode() if isinstance(file_content, str) else file_content
        self._open("writing").write(content)

    def read(self, n: int = -1) -> Any:
        """The next `n` bytes, or all that is left."""
        return self._text(self._open("reading").read(n))

    def readline(self) -> Any:
        """The next line with its end; empty at the end of the file."""
        return self._text(self._open("reading").readline())

    def readlines(self) -> list[Any]:
        """The lines that are left."""
        return list(self)

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def seek(self, offset: int, whence: int = 0) -> None:
        """Goes to `offset` from the start, from here (1) or from the end (2) of the file."""
        if whence not in (0, 1, 2):
            raise errors.InvalidArgumentError(
                None, None, f"Invalid whence argument: {whence}. Valid values are 0, 1, or 2."
            )
        self._open("reading").seek(offset, whence)

    def tell(self) -> int:
        """How many bytes of the file are before what comes next."""
        return self._open("writing" if self._kind in ("w", "a") else "reading").tell()  # type: ignore[no-any-return]

    def size(self) -> int:
        """The size of the file in bytes."""
        return Stat(self.name).length  # type: ignore[no-any-return]

    def flush(self) -> None:
        """Hands what was written to the system."""
        if self._file is not None:
            self._file.flush()

    def close(self) -> None:
        """Closes the file; what comes next opens it anew."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def __enter__(self) -> GFile:
        return self

    def __exit__(self, *exc_info: Any) -> None:
        self.close()


Open = FastGFile = GFile


def Exists(filename: Any) -> bool:
    """Whether there is a file or directory of this name."""
    return os.path.exists(filename)


def IsDirectory(dirname: Any) -> bool:
    """Whether this is a directory."""
    return os.path.isdir(dirname)


def Stat(filename: Any) -> FileStatistics:
    """The size in bytes and the time of the last change; NotFoundError without the file."""
    with os_errors(os.fspath(filename)):
        found = os.stat(filename)
    is_directory = os.path.isdir(filename)
    return FileStatistics(found.st_size, found.st_mtime_ns, is_directory)


def Remove(filename: Any) -> None:
    """Deletes a file."""
    with os_errors(os.fspath(filename)):
        os.remove(filename)


def Glob(filename: Any) -> list[str]:
    """The names of files that match a pattern, or one of several."""
    patterns = [filename] if isinstance(filename, (str, bytes)) else filename
    return [name for pattern in patterns for name in sorted(glob.glob(os.fsdecode(pattern)))]


def MkDir(dirname: Any) -> None:
    """Makes a directory in one that is there, where it is not there itself."""
    with os_errors(os.fspath(dirname)), contextlib.suppress(FileExistsError):
        os.mkdir(dirname)


def MakeDirs(dirname: Any) -> None:
    """Makes a directory and those it is in, where they are not there."""
    make_directories(dirname)


def Copy(oldpath: Any, newpath: Any, overwrite: bool = False) -> None:
    """Copies a file; AlreadyExistsError where there is one and it may not be overwritten."""
    _check_free(newpath, overwrite)
    with os_errors(os.fspath(oldpath)):
        shutil.copyfile(oldpath, newpath)


def Rename(oldname: Any, newname: Any, overwrite: bool = False) -> None:
    """Gives a file another name; AlreadyExistsError as for `Copy`."""
    _check_free(newname, overwrite)
    with os_errors(os.fspath(oldname)):
        os.replace(oldname, newname)


def _check_free(path: Any, overwrite: bool) -> None:
    if not overwrite and os.path.exists(path):
        raise errors.AlreadyExistsError(None, None, "file already exists")


def DeleteRecursively(dirname: Any) -> None:
    """Deletes a directory with all that is in it."""
    if not os.path.exists(dirname):
        raise errors.NotFoundError(None, None, f"{dirname} not found")
    with os_errors(os.fspath(dirname)):
        shutil.rmtree(dirname)


def ListDirectory(dirname: Any) -> list[str]:
    """The names in a directory; NotFoundError where it is none."""
    if not os.path.isdir(dirname):
        raise errors.NotFoundError(None, None, f"Could not find directory {dirname}")
    return os.listdir(dirname)


def Walk(top: Any, in_order: bool = True) -> Iterator[tuple[str, list[str], list[str]]]:
    """(directory, directories in it, files in it) of `top` and all below it."""
    return os.walk(top, topdown=in_order)
